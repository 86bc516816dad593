"""Plain tables as typed ones, or all their mistakes at once, each with its line."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import told
from rbfcli.store.formats import FORMAT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rbfcli.store.toml_checks import Path

    Source = tuple[str, str]

T = TypeVar("T")


def convert(raw: Mapping[str, Any], kind: type[T], *, sources: Sequence[Source]) -> T:
    """The tables as a value of `kind`; `sources` are the names and texts of the files they came from, for the messages.

    Raises one InvalidFile with a line per mistake: `file:line: path must be a whole number, not 3.5`.
    """
    try:
        return msgspec.convert(raw, kind, strict=True)
    except msgspec.ValidationError as error:
        raise InvalidFile(_report(raw, kind, sources, str(error))) from None


def check_format(raw: Mapping[str, Any], name: str, newest: int = FORMAT) -> int:
    """The format of a file. Raises InvalidFile if it is missing, not a format, or newer than `newest` (V-01)."""
    match raw.get("format"):
        case None:
            what = "the file is empty" if not raw else "format is missing"
            raise InvalidFile(f"{name}:1: {what}", hint=f"begin the file with the line: format = {newest}")
        case bool() | str() | list() | dict() as wrong:
            raise InvalidFile(f"{name}:1: format is {wrong!r}", hint=f"write format = {newest}")
        case int(number) if number > newest:
            raise InvalidFile(f"{name}: made by a newer rbf (format {number}); this one reads up to {newest}")
        case int(number) if number > 0:
            return number
        case unknown:
            raise InvalidFile(f"{name}:1: there is no format {unknown}", hint=f"write format = {newest}")


def _report(raw: Mapping[str, Any], kind: Any, sources: Sequence[Source], reason: str) -> str:
    from rbfcli.kernel.type_mistakes import type_mistakes

    place = places(sources)
    found = islice(type_mistakes(raw, kind), MISTAKES_OF_A_FILE + 1)
    lines = told([f"{place(each.path)}: {each.line}" for each in found], MISTAKES_OF_A_FILE)
    return "\n".join(lines) or f"{sources[0][0]}: {reason}"


def places(sources: Sequence[Source]) -> Callable[[Path], str]:
    """The file and line of a path, in the file that names most of it."""
    from rbfcli.store.places import Places

    known = Places(sources)
    return lambda path: known.at(path).line_text
