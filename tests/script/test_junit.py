"""The report for programs that collect test results."""

from xml.dom import minidom


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
    assert (ran.status, ran.error) == (4, "nowhere/out.xml could not be written: it does not exist")
