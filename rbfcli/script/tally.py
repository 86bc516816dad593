"""Expectations counted, and their report for programs that collect test results."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH123

from collections.abc import Iterable

from msgspec import Struct

from rbfcli.kernel.errors import StorageFailed
from rbfcli.render.safe import safe
from rbfcli.store.faults import words


class Case(Struct, frozen=True):
    """One expectation as it came out; `failure` is empty where it was met."""

    where: str
    said: str
    failure: str = ""


class Tally:
    """The expectations of a run, and the mistake that ended it."""

    def __init__(self, cases: Iterable[Case] = ()) -> None:
        self.cases = list(cases)
        self.mistakes: list[Case] = []

    @property
    def failed(self) -> int:
        """How many expectations failed."""
        return sum(bool(case.failure) for case in self.cases)

    def summary(self) -> str:
        """`N expectations, M failed`."""
        number = len(self.cases)
        return f"{number} expectation{'' if number == 1 else 's'}, {self.failed} failed"


def write_junit(path: str, name: str, tally: Tally) -> None:
    """Write the report. Raises StorageFailed."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(junit(name, tally))
    except OSError as error:
        raise StorageFailed(f"{path} could not be written: {words(error)}") from None


def junit(name: str, tally: Tally) -> str:
    """The report as XML: a test case an expectation, an error for each mistake."""
    cases = [(case, "failure") for case in tally.cases] + [(case, "error") for case in tally.mistakes]
    counts = f'tests="{len(cases)}" failures="{tally.failed}" errors="{len(tally.mistakes)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites {counts}>",
        f"<testsuite name={_attribute(name)} {counts}>",
        *(_element(case, kind, name) for case, kind in cases),
        "</testsuite>",
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _element(case: Case, kind: str, name: str) -> str:
    opened = f"<testcase classname={_attribute(name)} name={_attribute(f'{case.where} {case.said}')}"
    return f"{opened}><{kind} message={_attribute(case.failure)}/></testcase>" if case.failure else f"{opened}/>"


def _attribute(text: str) -> str:
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return f'"{safe(text)}"'
