"""The output of a script run, and its JUnit report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from time import monotonic, strftime
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from rbfcli.commands.reply import Reply
from rbfcli.core.errors import NotationError, RbfError, Refusal
from rbfcli.core.text import safe
from rbfcli.render.json import difference_facts, error_line, json_line
from rbfcli.render.sentences import Style, counted
from rbfcli.render.terminal import error_text
from rbfcli.script.source import Placed

if TYPE_CHECKING:
    from rbfcli.render.json_types.fights import Printed

Write = Callable[[str], None]
OutputForm = Literal["transcript", "answers", "json", "quiet", "compared"]
MOST_SHOWN = 60


class Streams(Struct, frozen=True):
    """The streams of a run for its results and for everything else, and the style of results."""

    write: Write
    error: Write
    style: Style


class ScriptOutput:
    """The output of a run. Results go to `write` immediately, everything else to `error`."""

    def __init__(self, form: OutputForm, streams: Streams) -> None:
        self.form = form
        self.write = streams.write
        self.error = streams.error
        self.style = streams.style

    def command_done(self, typed: str, reply: Reply) -> None:
        """Write the reply to a command."""
        if self.form == "json":
            self.write(reply.text)
        elif self.form != "quiet":
            self._show(typed, reply.text)
        if reply.notice and not (self.form == "json" and reply.failure):
            self.error(reply.notice)

    def _show(self, typed: str, text: str) -> None:
        """Write a result, in a transcript after its line."""
        if self.form in ("transcript", "compared"):
            text = without_prompts(text)
        self.write(f"> {safe(typed)}\n{text}" if self.form == "transcript" else text)

    def statement_done(self, typed: str, **facts: Any) -> None:
        """Write that one of the script's own statements was run."""
        if self.form == "json":
            self.write(json_line(typed, **facts))

    def setting_done(self, typed: str) -> None:
        """Write a statement that a transcript needs for its replay."""
        if self.form == "transcript":
            self._show(typed, "")
        self.statement_done(typed)

    def printed(self, typed: str, text: str) -> None:
        """Write text that the script prints."""
        if self.form == "json":
            facts: Printed = {"text": text}
            self.write(json_line(typed, **facts))
        else:
            self._show(typed, f"{safe(text)}\n")

    def warn(self, placed: Placed, message: str) -> None:
        """Print a warning: the line is valid but probably unintended."""
        if self.form != "json":
            self.error(f"rbf: {placed.line.where(placed.at)}: {message}")

    def expectation_failed(self, placed: Placed, message: str) -> None:
        """Report a failed expectation."""
        if self.form == "json":
            self.write(json_line(placed.text, error=difference_facts(message, "expectation")))
        self.warn(placed, message)

    def refused(self, typed: str, refusal: Refusal) -> None:
        """Write a refusal that the script handles. It is a result, not an error."""
        if self.form == "json":
            self.write(error_line(typed, refusal))
        elif self.form != "quiet":
            self._show(typed, f"{error_text(refusal)}\n")

    def interrupted(self, placed: Placed, error: RbfError) -> None:
        """Report an interrupt in a command. Its reply has already shown the partial result."""
        self.error(error_text(error, placed.line.where(placed.at)) + _shown(placed))

    def failed(self, placed: Placed, error: RbfError) -> None:
        """Report a failed statement."""
        if self.form == "compared":
            self.write(error_text(error) + "\n")
        elif self.form == "json":
            self.write(error_line(placed.text, error))
        elif isinstance(error, NotationError) and error.text:
            self.error(error_text(error, placed.line.where(placed.at)))
        else:
            self.interrupted(placed, error)


def without_prompts(text: str) -> str:
    """Return output for a transcript, in which no line looks like a command."""
    if not text.startswith(">") and "\n>" not in text:
        return text
    return "\n".join(f" {line}" if line.startswith(">") else line for line in text.split("\n"))


def _shown(placed: Placed) -> str:
    text, at = placed.line.text, placed.at
    before, after = safe(text[max(0, at - MOST_SHOWN) : at]), safe(text[at : at + MOST_SHOWN])
    return f"\n  {before}{after}\n  {' ' * len(before)}^"


class ReportEntry(Struct, frozen=True):
    """An expectation or an error. `failure` is empty if it was met; `line` is 0 for a whole file."""

    file: str
    statement: str
    failure: str = ""
    line: int = 0
    column: int = 0
    seconds: float = 0.0

    @property
    def where(self) -> str:
        """Return the location as `FILE:LINE:COLUMN`, without unknown parts."""
        return ":".join((self.file, *(str(number) for number in (self.line, self.column) if number)))


class Results:
    """The expectations and errors of a run, each timed from the one before it; the first error and its status."""

    def __init__(self, expectations: Iterable[ReportEntry] = ()) -> None:
        self.expectations = list(expectations)
        self.errors: list[ReportEntry] = []
        self.failure: RbfError | None = None
        self.status = 0
        self._since = monotonic()

    @property
    def failures(self) -> list[ReportEntry]:
        """Return the failed expectations and the errors."""
        return [each for each in (*self.expectations, *self.errors) if each.failure]

    @property
    def failed(self) -> int:
        """Return how many expectations failed."""
        return sum(bool(each.failure) for each in self.expectations)

    @property
    def exit_status(self) -> int:
        """Return the status of the first error, else 1 if an expectation failed, else 0."""
        return self.status or int(self.failed > 0)

    def summary(self) -> str:
        """Return `N expectations, M failed`."""
        return f"{counted(len(self.expectations), 'expectation')}, {self.failed} failed"

    def entry(self, placed: Placed, failure: str) -> ReportEntry:
        """Return the entry of an expectation or an error; of one that was met if `failure` is empty."""
        since, self._since = self._since, monotonic()
        place = placed.line.place(placed.at)
        return ReportEntry(placed.line.file, placed.text, failure, *place, self._since - since)


def junit(suites: Mapping[str, Results]) -> str:
    """Return the report as XML: a suite for each script, with a test case for each expectation and each error.

    The format follows Ant and Windy Road, plus `file` and `line` for each test case. The name of a test case is its
    statement without a line number, so that it stays the same when lines move.
    """
    import xml.etree.ElementTree as ET  # noqa: PLC0415 - only the report needs it

    root = ET.Element("testsuites")
    for number, (name, results) in enumerate(suites.items()):
        cases = [*results.expectations, *results.errors]
        suite = ET.SubElement(
            root,
            "testsuite",
            package=safe(name.rpartition("/")[0]),
            id=str(number),
            name=safe(name),
            timestamp=strftime("%Y-%m-%dT%H:%M:%S"),
            hostname="localhost",
            tests=str(len(cases)),
            failures=str(results.failed),
            errors=str(len(results.errors)),
            time=_seconds(sum(each.seconds for each in cases)),
        )
        ET.SubElement(suite, "properties")
        seen: Counter[str] = Counter()
        for at, case in enumerate(cases):
            known = safe(case.statement or "script")
            seen[known] += 1
            element = ET.SubElement(
                suite,
                "testcase",
                name=known if seen[known] == 1 else f"{known} ({seen[known]})",
                classname=safe(name),
                time=_seconds(case.seconds),
                file=safe(case.file),
                line=str(case.line or 1),
            )
            if case.failure:
                kind = "failure" if at < len(results.expectations) else "error"
                wrong = ET.SubElement(element, kind, message=safe(case.failure), type=kind)
                wrong.text = safe(f"{case.where}: {case.failure}")
        ET.SubElement(suite, "system-out")
        ET.SubElement(suite, "system-err")
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _seconds(time: float) -> str:
    return f"{time:.3f}"
