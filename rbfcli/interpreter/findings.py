"""What `check` finds in a file: in words, as JSON, and as an exit status."""

import re
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import Fix, Mistake, Place
from rbfcli.kernel.paths import in_words
from rbfcli.render.safe import safe
from rbfcli.session.mistaken import Mistaken, Placed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes import files as shapes
    from rbfcli.render.shapes.files import CheckedFile

_AT = re.compile(r"(?P<path>.+?):(?P<line>\d+)(?:, column (?P<column>\d+))?: (?P<message>.*)", re.DOTALL)


class Mended(Struct, frozen=True):
    """A change that `--fix` made, or would make: where, and what was there before."""

    placed: Placed
    before: Any

    @property
    def words(self) -> str:
        """The change in words, with its place."""
        path, fix = in_words(self.placed.mistake.path), self.placed.mistake.fix
        assert fix is not None  # noqa: S101 - only what has a fix is mended
        said = f"is now called {fix.new}" if fix.of_key else f"is now {_shown(fix.new)}, not {_shown(self.before)}"
        return f"{self.placed.position.line_text}: {path} {said}"


class Finding(Struct, frozen=True):
    """What a file comes to in words, and the exit status of that; `error` says why it cannot be read."""

    file: str
    text: str
    status: int = 0
    error: RbfError | None = None
    warnings: Sequence[Placed] = ()
    mended: Sequence[Mended] = ()

    def lines(self, *, dry_run: bool) -> list[str]:
        """What there is to say on standard output: what was mended, the warnings, what it comes to."""
        word = "would be mended" if dry_run else "mended"
        told = [f"{safe(each.words)} ({word})" for each in self.mended]
        told += [safe(_warning(each)) for each in self.warnings[:MISTAKES_OF_A_FILE]]
        return told if self.error else [*told, f"{safe(self.file)}: {safe(self.text)}"]

    def facts(self) -> "CheckedFile":
        """All of it as JSON; every key is always there."""
        return {
            "file": self.file,
            "ok": not self.status,
            "status": self.status,
            "finding": self.text,
            "errors": _errors(self),
            "warnings": [_facts(each) for each in self.warnings[:MISTAKES_OF_A_FILE]],
            "fixed": [{**_facts(each.placed), "before": each.before} for each in self.mended],
        }


def _warning(each: Placed) -> str:
    mistake = each.mistake
    rule = f" ({mistake.rule})" if mistake.rule else ""
    return f"{each.position.line_text}: warning: {mistake.line}{rule}"


def _errors(finding: Finding) -> list["shapes.Mistake"]:
    if isinstance(finding.error, Mistaken):
        return [_facts(each) for each in finding.error.found[:MISTAKES_OF_A_FILE]]
    if finding.error is None:
        return [] if not finding.status else [_unplaced(finding.file, finding.text, None)]
    return [_unplaced(finding.file, line, finding.error) for line in finding.error.message.split("\n")]


def _unplaced(file: str, message: str, error: RbfError | None) -> "shapes.Mistake":
    """What is wrong with a file as a whole, or where its text says."""
    at = _AT.fullmatch(message)
    wrong = Mistake((), at["message"] if at else message.removeprefix(f"{file}: "))
    if error is not None:
        wrong = Mistake((), wrong.message, error.hint, error.suggestions, rule=error.rule)
    place = (at["path"], int(at["line"]), int(at["column"] or 0)) if at else (file, 0, 0)
    return _of(wrong, *place)


def _facts(each: Placed) -> "shapes.Mistake":
    return _of(each.mistake, each.position.file, each.position.line, each.position.column)


def _of(mistake: Mistake, path: str, line: int, column: int) -> "shapes.Mistake":
    table, key = _table_and_key(mistake)
    return {
        "path": path,
        "line": line,
        "column": column,
        "table": table,
        "key": key,
        "message": mistake.message,
        "hint": mistake.hint,
        "suggestions": mistake.suggestions,
        "rule": mistake.rule,
        "fix": _fix(mistake.fix),
    }


def _fix(fix: Fix | None) -> "shapes.Fix | None":
    return {"of": "key" if fix.of_key else "value", "new": fix.new} if fix else None


def _table_and_key(mistake: Mistake) -> tuple[str, str]:
    """The table that a mistake is in, and the key there with the place in its list."""
    path: Place = mistake.path
    if mistake.missing or not path:
        return in_words(path), mistake.missing
    end = len(path) - 1
    while end > 0 and isinstance(path[end], int):
        end -= 1
    return in_words(path[:end]), in_words(path[end:])


def _shown(value: Any) -> str:
    from rbfcli.store.toml_edits import written_value

    return written_value(value)
