"""How the expectations of a run came out, and a JUnit report of it."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from rbfcli.render.safe import safe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.errors import RbfError


class ReportEntry(Struct, frozen=True):
    """An expectation, or an error; `failure` is empty if the expectation was met."""

    where: str
    statement: str
    failure: str = ""


class Results:
    """The expectations of a run, its errors, and the first of those as it was raised."""

    def __init__(self, expectations: Iterable[ReportEntry] = ()) -> None:
        self.expectations = list(expectations)
        self.errors: list[ReportEntry] = []
        self.failure: RbfError | None = None

    @property
    def failed(self) -> int:
        """How many expectations failed."""
        return sum(bool(each.failure) for each in self.expectations)

    def summary(self) -> str:
        """`N expectations, M failed`."""
        return f"{counted(len(self.expectations), 'expectation')}, {self.failed} failed"


def counted(number: int, noun: str) -> str:
    """A number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def junit(suites: Mapping[str, Results]) -> str:
    """The report as XML: a suite for each script, in it a test case for each expectation and each error."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites {_counts(suites.values())}>",
        *(line for name, results in suites.items() for line in _suite(name, results)),
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _suite(name: str, results: Results) -> list[str]:
    cases = [(case, "failure") for case in results.expectations] + [(case, "error") for case in results.errors]
    elements = [_element(case, kind, name) for case, kind in cases]
    return [f"<testsuite name={_attribute(name)} {_counts([results])}>", *elements, "</testsuite>"]


def _counts(suites: Iterable[Results]) -> str:
    """How many tests there are, and how many of them failed or ended in an error, as attributes."""
    suites = list(suites)
    failures, errors = sum(each.failed for each in suites), sum(len(each.errors) for each in suites)
    return f'tests="{sum(len(each.expectations) for each in suites) + errors}" failures="{failures}" errors="{errors}"'


def _element(case: ReportEntry, kind: str, name: str) -> str:
    opened = f"<testcase classname={_attribute(name)} name={_attribute(f'{case.where} {case.statement}'.strip())}"
    return f"{opened}><{kind} message={_attribute(case.failure)}/></testcase>" if case.failure else f"{opened}/>"


def _attribute(text: str) -> str:
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return f'"{safe(text)}"'
