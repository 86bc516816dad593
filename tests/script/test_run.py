"""A folder of scripts: a line for each, what failed, a summary and one report."""

import json
import re
import xml.etree.ElementTree as ET
from xml.dom import minidom

import pytest

from rbfcli.core.errors import RbfError, UsageError
from rbfcli.render.sentences import Style
from rbfcli.script.context import RunOptions
from rbfcli.script.output import Streams
from rbfcli.script.run import run_folder
from tests.script.conftest import Ran

GOOD = "start pit.toml --seed s\nexpect vex.hp == 15\n"
BAD = "start pit.toml --seed s\nexpect vex.hp == 1\nexpect vex.hp == 15\n"
DEEPER = "expect 2 == 2\n"
BROKEN = "expect 1 == 1\natack\n"


@pytest.fixture
def scripts(folder):
    """A folder with three scripts, and what is none of its scripts."""
    (folder / "fights" / "deeper").mkdir(parents=True)
    files = {"c.rbf": BROKEN, "a.rbf": GOOD, "b.rbf": BAD, ".d.rbf": BROKEN, "deeper/e.rbf": DEEPER, "notes.txt": "?"}
    (folder / "pit.toml").rename(folder / "fights" / "pit.toml")
    for name, text in files.items():
        (folder / "fights" / name).write_text(text)
    return folder / "fights"


@pytest.fixture
def ran(scripts):  # noqa: ARG001 - they are there to be run
    """Run the folder with options."""

    def ran(save="", folder="fights", **options):
        out, errors = [], []
        try:
            status = run_folder(folder, RunOptions(**options), Streams(out.append, errors.append, Style()), save)
        except RbfError as error:
            status = error.status
            errors.append(error.message)
        return Ran(status, "".join(out), "\n".join(errors))

    return ran


def test_each_script_has_a_line_and_all_of_them_a_summary(ran):
    found = ran()
    assert found.status == 2
    assert found.out == (
        "ok      a.rbf: 1 expectation, 0 failed\n"
        "failed  b.rbf: 2 expectations, 1 failed\n"
        "error   c.rbf: 1 expectation, 0 failed\n"
        "ok      deeper/e.rbf: 1 expectation, 0 failed\n"
    )
    assert found.error.startswith("rbf: fights/b.rbf:2:1: expected vex.hp == 1, but vex.hp is 15\n")
    assert "fights/c.rbf:2:1: unknown command 'atack'" in found.error
    assert found.error.endswith("\n4 scripts, 5 expectations, 1 failed, 1 script stopped with an error")


def test_the_status_is_1_where_only_expectations_failed(ran, scripts):
    (scripts / "c.rbf").unlink()
    assert ran().status == 1
    (scripts / "b.rbf").unlink()
    assert (ran().status, ran().error) == (0, "2 scripts, 2 expectations, 0 failed")


def test_the_report_has_a_suite_for_each_script(ran, folder):
    ran(junit="out.xml")
    suites = junit_parsed(folder / "out.xml").getElementsByTagName("testsuite")
    assert [suite.getAttribute("name") for suite in suites] == ["a.rbf", "b.rbf", "c.rbf", "deeper/e.rbf"]
    assert [suite.getAttribute("errors") for suite in suites] == ["0", "0", "1", "0"]
    assert [suite.getAttribute("tests") for suite in suites] == ["1", "2", "2", "1"]


def test_a_program_gets_a_line_for_each_script(ran):
    good, bad, broken, _deeper = map(json.loads, ran(json=True).out.splitlines())
    assert (good["ok"], good["command"], good["expectations"], good["failures"]) == (True, "run a.rbf", 1, [])
    assert (bad["ok"], bad["failed"], bad["status"]) == (False, 1, 0)
    assert bad["failures"][0]["where"] == "fights/b.rbf:2:1"
    assert (broken["ok"], broken["failed"], broken["status"]) == (False, 0, 2)


def test_quietly_only_what_is_wrong_is_named(ran):
    assert ran(quiet=True).out == "b.rbf\nc.rbf\n"


def test_it_stops_at_the_first_that_fails_where_that_is_asked(ran):
    assert ran(fail_fast=True).out.splitlines()[-1] == "failed  b.rbf: 1 expectation, 1 failed"


def test_transcripts_are_replayed(ran, scripts, run):
    for name in ("b.rbf", "c.rbf"):
        (scripts / name).unlink()
    (scripts / "a.rbf").write_text(run(GOOD, name="fights/a.rbf").out)
    assert ran(check=True).out.startswith("ok      a.rbf:")
    (scripts / "a.rbf").write_text((scripts / "a.rbf").read_text().replace("Vex", "Vax"))
    assert ran(check=True).out.startswith("error   a.rbf:")


def test_a_script_that_cannot_be_read_is_an_error_of_its_own(ran, scripts):
    (scripts / "b.rbf").write_bytes(b"x" * 2_000_000)
    found = ran()
    assert "error   b.rbf: 0 expectations, 0 failed\nerror   c.rbf" in found.out
    assert found.status == 3


@pytest.mark.parametrize(
    ("options", "status", "message"),
    [
        ({"save": "x.toml"}, 2, "the scripts of a folder cannot use a save"),
        ({"each": True}, 2, "the scripts of a folder cannot use a save"),
        ({"folder": "fights/deeper/.."}, 2, ""),
        ({"folder": "empty"}, 3, "no scripts in empty"),
        ({"folder": "nowhere"}, 3, "cannot read nowhere: it does not exist"),
        ({"junit": "nowhere/out.xml"}, 4, "no such folder: nowhere"),
    ],
)
def test_what_cannot_be_run(ran, folder, options, status, message):
    (folder / "empty").mkdir()
    found = ran(**options)
    assert found.status == status
    assert message in found.error


# The report for programs that collect test results.


def junit_parsed(path):
    """The outermost element of a report that this test has had written."""
    return minidom.parse(str(path)).documentElement  # noqa: S318 - it is no stranger's


def number_of_tests(report):
    """How many test cases the suites of a report count."""
    return sum(int(suite.getAttribute("tests")) for suite in report.getElementsByTagName("testsuite"))


# What Windy Road's schema of Ant's reports asks of each element: its attributes, and its children in order.
WINDY_ROAD = {
    "testsuites": ((), ("testsuite",)),
    "testsuite": (
        ("package", "id", "name", "timestamp", "hostname", "tests", "failures", "errors", "time"),
        ("properties", "testcase", "system-out", "system-err"),
    ),
    "testcase": (("name", "classname", "time"), ("error", "failure")),
    "failure": (("message", "type"), ()),
    "error": (("message", "type"), ()),
    "properties": ((), ()),
    "system-out": ((), ()),
    "system-err": ((), ()),
}


def test_a_report_has_the_form_of_ant_and_a_file_and_a_line_besides(ran, folder):
    ran(junit="out.xml")
    report = ET.parse(folder / "out.xml").getroot()  # noqa: S314 - it is no stranger's
    for element in report.iter():
        attributes, children = WINDY_ROAD[element.tag]
        own = ("file", "line") if element.tag == "testcase" else ()
        assert sorted(element.attrib) == sorted((*attributes, *own))
        order = [children.index(child.tag) for child in element]
        assert order == sorted(order)
        for word, form in (
            ("time", r"\d+\.\d{3}"),
            ("timestamp", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d"),
            ("line", "[1-9]\\d*"),
        ):
            assert word not in element.attrib or re.fullmatch(form, element.attrib[word])
    assert {child.tag for child in report[0]} >= {"properties", "system-out", "system-err"}
    assert [suite.get("id") for suite in report] == ["0", "1", "2", "3"]


def test_the_names_of_cases_stay_when_lines_move(run, folder):
    """And no two of a suite are the same."""

    def names(text):
        run(text, junit="out.xml")
        return [case.getAttribute("name") for case in junit_parsed(folder / "out.xml").getElementsByTagName("testcase")]

    found = names("repeat 2 {\nexpect 1 == 1\n}\nexpect 1 == 2\n")
    assert found == ["expect 1 == 1", "expect 1 == 1 (2)", "expect 1 == 2"]
    assert names("# a line more\n\nrepeat 2 {\nexpect 1 == 1\n}\nexpect 1 == 2\n") == found


def test_every_expectation_is_a_case(fight, folder):
    fight("expect vex.hp == 15", 'expect vex.name == "<&\x1b>"', "atack", junit="out.xml")
    suites = junit_parsed(folder / "out.xml")
    (suite,) = suites.getElementsByTagName("testsuite")
    assert [suite.getAttribute(name) for name in ("tests", "failures", "errors")] == ["3", "1", "1"]
    met, expectation_failed, mistake = suites.getElementsByTagName("testcase")
    assert {name: met.getAttribute(name) for name in ("name", "file", "line")} == {
        "name": "expect vex.hp == 15",
        "file": "test.rbf",
        "line": "3",
    }
    assert not met.childNodes
    (failure,) = expectation_failed.getElementsByTagName("failure")
    assert failure.getAttribute("message") == 'expected vex.name == "<&\\x1b>", but vex.name is Vex'
    assert mistake.getElementsByTagName("error")


def test_the_report_is_written_where_there_is_nothing_to_report(fight, folder):
    assert fight(junit="out.xml").status == 0
    assert number_of_tests(junit_parsed(folder / "out.xml")) == 0


def test_a_report_that_cannot_be_written_is_a_failure_of_storage(fight):
    ran = fight(junit="nowhere/out.xml")
    assert (ran.status, ran.error) == (4, "no such folder: nowhere")


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
    assert number_of_tests(junit_parsed(folder / "notes.xml")) == 1


def test_a_report_on_standard_output_stands_there_alone(run, folder):
    """Else no program could read it; of a script, and of a folder."""
    (folder / "all").mkdir()
    (folder / "all" / "a.rbf").write_text("start duel\nexpect round == 1\n")
    (folder / "all" / "b.rbf").write_bytes(b"\xff")
    one = run("start duel\nexpect round == 0\n", junit="-")
    assert number_of_tests(minidom.parseString(one.out)) == 1  # noqa: S318 - our own
    out = run_all(str(folder / "all"), junit="-")
    cases = minidom.parseString(out).getElementsByTagName("testcase")  # noqa: S318 - our own
    assert [each.getAttribute("name") for each in cases] == ["expect round == 1", "script"]


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


# Transcripts: what a run prints can be played again, and every difference is found.


PLAYED = """\
start pit.toml
init --set vex=20
dice 5,7,8,8
attack vex thug1
let n = 2
for who in @foes { note "$who stands $n" }
print > a line that begins as a command does
attack vex old-tom --critical double
seed dusk
if not over {
  turn next
}
attack thug1 vex
show
"""


@pytest.fixture
def transcript(run):
    """The transcript of a fight, checked to be one."""
    return run(PLAYED).out


def test_what_a_run_prints_is_checked_and_found_the_same(run, transcript):
    ran = run(transcript, name="t.transcript", check=True)
    assert (ran.status, ran.error) == (0, "")
    assert ran.out == f"t.transcript: {transcript.count(chr(10) + '> ') + 1} lines replayed with the same output\n"


def test_running_a_transcript_prints_the_transcript(run, transcript):
    assert run(transcript, name="t.transcript").out == transcript


def test_check_says_nothing_if_quiet(run, transcript):
    assert run(transcript, name="t.transcript", check=True, quiet=True).out == ""


def test_every_line_of_output_is_compared(run, transcript):
    lines = transcript.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("> ") or not line.strip():
            continue
        changed = [*lines[:number], f"{line}!", *lines[number + 1 :]]
        ran = run("\n".join(changed) + "\n", name="t.transcript", check=True)
        assert ran.status == 1
        assert ran.error == (
            f"rbf: t.transcript:{number + 1}: the output differs\n  expected: {line}!\n  got:      {line}"
        )


def test_a_missing_line_and_a_line_too_many_are_differences(run):
    text = "> print a\na\n> print b\nb\n"
    missing = run(text.replace("\na\n", "\n"), name="t.transcript", check=True)
    assert missing.error == "rbf: t.transcript:2: the output differs\n  expected: (nothing)\n  got:      a"
    many = run(text + "c\n", name="t.transcript", check=True)
    assert many.error == "rbf: t.transcript:5: the output differs\n  expected: c\n  got:      (nothing)"


def test_empty_lines_between_do_not_count(run):
    assert run("A fight\n\n> print a\na\n\n> print b\nb\n", name="t.transcript", check=True).status == 0


def test_a_mistake_is_output_of_a_transcript(run):
    text = run("start pit.toml --seed s\ninit\n").out + "> attack thug1 vex\n{}\n> print on\non\n"
    told = "rbf: it is not Thug 1's turn (RBF-INI-3); try: `turn next`, `turn to thug1`, or --force"
    right = run(text.format(told), name="t.transcript", check=True)
    assert (right.status, right.error) == (0, "")
    wrong = run(text.format("rbf: no"), name="t.transcript", check=True)
    assert f": the output differs\n  expected: rbf: no\n  got:      {told}" in wrong.error


def test_a_line_that_is_no_statement_is_a_mistake_too(run):
    ran = run("> let = 5\nrbf: expected the name of a variable; use letters, digits and _\n", check=True)
    assert (ran.status, ran.error) == (0, "")


def test_a_block_that_does_not_read_ends_the_check(run):
    ran = run("> repeat 2 {\n> let = 5\n> }\n", check=True)
    assert (ran.status, ran.out) == (2, "")
    assert "expected the name of a variable" in ran.error


def test_a_transcript_that_never_ends_is_bounded(run):
    ran = run("> print\n" + "\n" * 100_000, check=True)
    assert (ran.status, ran.error) == (5, "a transcript can have at most 100000 lines")


def test_a_block_in_a_transcript_is_compared_as_a_whole(run):
    assert run("> repeat 2 {\n> print a\n> }\na\na\n> print b\nb\n", check=True).status == 0


def test_expectations_in_a_transcript_count(run):
    ran = run("> print a\na\n> expect 1 == 2\n", check=True)
    assert ran.status == 1
    assert ran.error == "rbf: test.rbf:3:3: expected 1 == 2\n1 expectation, 1 failed"


def test_a_script_without_output_cannot_be_checked(run):
    ran = run("print a\n", check=True)
    assert (ran.status, ran.error) == (3, "test.rbf is not a transcript: no line begins with `> `")


def test_differences_are_told_in_json_too(run):
    ran = run("> print a\nb\n", check=True, json=True)
    told = json.loads(ran.out)
    assert (told["ok"], told["error"]["kind"], told["played"]) == (False, "difference", 0)
    assert told["difference"] == {"line": 2, "expected": "b", "got": "a"}
    assert json.loads(run("> print a\na\n", check=True, json=True).out)["ok"] is True


def test_a_check_changes_no_save(run, folder):
    run("start pit.toml --seed s\ninit\n", save="save.toml")
    before = (folder / "save.toml").read_bytes()
    ran = run("> note a\nnote: a\n", save="save.toml", check=True)
    assert ran.status == 0
    assert (folder / "save.toml").read_bytes() == before


@pytest.mark.parametrize("name", ["duel", "dock-ambush"])
def test_shipped_scripts_print_transcripts(run, name):
    assert run(run(name).out, name="t.transcript", check=True).status == 0
