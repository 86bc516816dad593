"""The report for programs that collect test results."""

from xml.dom import minidom

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.render.style import Style
from rbfcli.script.folder import run_folder
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams


def parsed(path):
    """The outermost element of a report that this test has had written."""
    return minidom.parse(str(path)).documentElement  # noqa: S318 - it is no stranger's


def test_every_expectation_is_a_case(fight, folder):
    fight("expect vex.hp == 15", 'expect vex.name == "<&\x1b>"', "atack", junit="out.xml")
    suites = parsed(folder / "out.xml")
    assert [suites.getAttribute(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    met, expectation_failed, mistake = suites.getElementsByTagName("testcase")
    assert met.getAttribute("name") == "test.rbf:3:1 expect vex.hp == 15"
    assert not met.childNodes
    assert expectation_failed.firstChild.tagName == "failure"
    assert (
        expectation_failed.firstChild.getAttribute("message") == 'expected vex.name == "<&\\x1b>", but vex.name is Vex'
    )
    assert mistake.firstChild.tagName == "error"


def test_the_report_is_written_where_there_is_nothing_to_report(fight, folder):
    assert fight(junit="out.xml").status == 0
    assert parsed(folder / "out.xml").getAttribute("tests") == "0"


def test_a_report_that_cannot_be_written_is_a_failure_of_storage(fight):
    ran = fight(junit="nowhere/out.xml")
    assert (ran.status, ran.error) == (4, "there is no folder nowhere")


@pytest.mark.parametrize("name", ["test.rbf", "pit.toml", "notes.xml"])
def test_a_report_replaces_nothing_but_a_report(run, folder, name):
    """Neither the script itself nor an encounter; and nothing is run before that is known."""
    text = "start pit.toml --seed s\nexpect 1 == 1\n"
    (folder / "notes.xml").write_text("<notes/>")
    run(text)
    before = (folder / name).read_bytes()
    ran = run(text, junit=name)
    assert (ran.status, ran.out, (folder / name).read_bytes()) == (1, "", before)
    assert run(text, junit="new.toml", save="new.toml", force=True).status == 1
    assert not (folder / "new.toml").exists()
    assert run(text, junit="notes.xml", force=True).status == 0
    assert run(text, junit="notes.xml").status == 0
    assert parsed(folder / "notes.xml").getAttribute("tests") == "1"


def test_a_report_on_standard_output_stands_there_alone(run, folder):
    """Else no program could read it; of a script, and of a folder."""
    (folder / "all").mkdir()
    (folder / "all" / "a.rbf").write_text("start duel\nexpect round == 1\n")
    (folder / "all" / "b.rbf").write_bytes(b"\xff")
    one = run("start duel\nexpect round == 0\n", junit="-")
    assert minidom.parseString(one.out).documentElement.getAttribute("tests") == "1"  # noqa: S318 - our own
    out = run_all(str(folder / "all"), junit="-")
    cases = minidom.parseString(out).getElementsByTagName("testcase")  # noqa: S318 - our own
    assert [each.getAttribute("name") for each in cases] == [f"{folder}/all/a.rbf:2:1 expect round == 1", "b.rbf"]


def test_a_report_and_json_are_too_much_for_standard_output(run, folder):
    (folder / "a.rbf").write_text("start duel\n")
    assert run("start duel\n", junit="-", json=True).status == 2
    with pytest.raises(UsageError, match="cannot both go to standard output"):
        run_all(str(folder), junit="-", json=True)


def run_all(folder, **options):
    """What running a folder prints on standard output."""
    out = []
    run_folder(folder, RunOptions(**options), Streams(out.append, lambda _text: None, Style()))
    return "".join(out)
