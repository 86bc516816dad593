"""How the expectations of a run came out, and a JUnit report of it."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH123

from collections.abc import Iterable

from msgspec import Struct

from rbfcli.kernel.errors import StorageFailed
from rbfcli.render.safe import safe
from rbfcli.store.os_errors import os_error_text


class ReportEntry(Struct, frozen=True):
    """An expectation, or an error; `failure` is empty if the expectation was met."""

    where: str
    statement: str
    failure: str = ""


class Results:
    """The expectations of a run, and its errors."""

    def __init__(self, expectations: Iterable[ReportEntry] = ()) -> None:
        self.expectations = list(expectations)
        self.errors: list[ReportEntry] = []

    @property
    def failed(self) -> int:
        """How many expectations failed."""
        return sum(bool(each.failure) for each in self.expectations)

    def summary(self) -> str:
        """`N expectations, M failed`."""
        number = len(self.expectations)
        return f"{number} expectation{'' if number == 1 else 's'}, {self.failed} failed"


def write_junit(path: str, name: str, results: Results) -> None:
    """Write the report. Raises StorageFailed."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(junit(name, results))
    except OSError as error:
        raise StorageFailed(f"{path} could not be written: {os_error_text(error)}") from None


def junit(name: str, results: Results) -> str:
    """The report as XML: a test case for each expectation and each error."""
    cases = [(case, "failure") for case in results.expectations] + [(case, "error") for case in results.errors]
    counts = f'tests="{len(cases)}" failures="{results.failed}" errors="{len(results.errors)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f"<testsuites {counts}>",
        f"<testsuite name={_attribute(name)} {counts}>",
        *(_element(case, kind, name) for case, kind in cases),
        "</testsuite>",
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _element(case: ReportEntry, kind: str, name: str) -> str:
    opened = f"<testcase classname={_attribute(name)} name={_attribute(f'{case.where} {case.statement}')}"
    return f"{opened}><{kind} message={_attribute(case.failure)}/></testcase>" if case.failure else f"{opened}/>"


def _attribute(text: str) -> str:
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(letter, entity)
    return f'"{safe(text)}"'
