"""A folder of scripts: a line for each, what failed, a summary and one report."""

import json

import pytest

from rbfcli.kernel.errors import RbfError
from rbfcli.render.style import Style
from rbfcli.script.folder import run_folder
from rbfcli.script.options import RunOptions
from rbfcli.script.output import Streams
from tests.script.conftest import Ran
from tests.script.test_junit import parsed

GOOD = "start pit.toml --seed s\nexpect vex.hp == 15\n"
BAD = "start pit.toml --seed s\nexpect vex.hp == 1\nexpect vex.hp == 15\n"
BROKEN = "expect 1 == 1\natack\n"


@pytest.fixture
def scripts(folder):
    """A folder with three scripts, and what is none of its scripts."""
    (folder / "fights" / "deeper").mkdir(parents=True)
    files = {"c.rbf": BROKEN, "a.rbf": GOOD, "b.rbf": BAD, ".d.rbf": BROKEN, "deeper/e.rbf": BROKEN, "notes.txt": "?"}
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
    )
    assert found.error.startswith("rbf: fights/b.rbf:2:1: expected vex.hp == 1, but vex.hp is 15\n")
    assert "fights/c.rbf:2:1: there is no verb 'atack'" in found.error
    assert found.error.endswith("\n3 scripts, 4 expectations, 1 failed, 1 script ended by an error")


def test_the_status_is_1_where_only_expectations_failed(ran, scripts):
    (scripts / "c.rbf").unlink()
    assert ran().status == 1
    (scripts / "b.rbf").unlink()
    assert (ran().status, ran().error) == (0, "1 script, 1 expectation, 0 failed")


def test_the_report_has_a_suite_for_each_script(ran, folder):
    ran(junit="out.xml")
    suites = parsed(folder / "out.xml").getElementsByTagName("testsuite")
    assert [suite.getAttribute("name") for suite in suites] == ["a.rbf", "b.rbf", "c.rbf"]
    assert [suite.getAttribute("errors") for suite in suites] == ["0", "0", "1"]
    assert [parsed(folder / "out.xml").getAttribute(name) for name in ("tests", "failures", "errors")] == [
        "5",
        "1",
        "1",
    ]


def test_a_program_gets_a_line_for_each_script(ran):
    good, bad, broken = map(json.loads, ran(json=True).out.splitlines())
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
        ({"save": "x.toml"}, 2, "each script of a folder plays on its own, not on a save"),
        ({"each": True}, 2, "each script of a folder plays on its own, not on a save"),
        ({"folder": "fights/deeper/.."}, 2, ""),
        ({"folder": "empty"}, 3, "there is no script in empty"),
        ({"folder": "nowhere"}, 3, "nowhere cannot be read: it does not exist"),
        ({"junit": "nowhere/out.xml"}, 4, "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_run(ran, folder, options, status, message):
    (folder / "empty").mkdir()
    found = ran(**options)
    assert found.status == status
    assert message in found.error
