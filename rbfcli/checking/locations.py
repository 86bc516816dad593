"""Mistakes in files, each with its file, line and column."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import Hint, InvalidFile
from rbfcli.core.limits import MISTAKES_OF_A_FILE
from rbfcli.core.mistakes import Mistake, Place, format_mistakes
from rbfcli.storage.toml_positions import Places, Position

Sources = Sequence[tuple[str, str]]


class LocatedMistake(Struct, frozen=True):
    """A mistake, its path as written, and its position."""

    mistake: Mistake
    position: Position

    @property
    def line(self) -> str:
        """Return file, line and mistake as one line."""
        return f"{self.position.line_text}: {self.mistake.line}"


class InvalidEncounter(InvalidFile):
    """Readable files that contain mistakes, all of them in `found`."""

    found: tuple[LocatedMistake, ...] = ()


def placed(
    found: Iterable[Mistake], sources: Sources, written: Callable[[Place], Place] = lambda path: path
) -> list[LocatedMistake]:
    """Return mistakes with their places, in order and without repeats; `written` maps a path to where it is written.

    Of several sheets made from one text, only the mistakes of the first are returned.
    """
    first: dict[Place, Place] = {}
    at = [(written(each.path), each) for each in found]
    places = Places(sources if at else ())
    once = (replace(each, path=path) for path, each in at if first.setdefault(path, each.path) == each.path)
    located = [LocatedMistake(each, places.at(each.path, each.file)) for each in once]
    located.sort(key=lambda each: (each.position.number, each.position.line))
    return list({each.line: each for each in located}.values())


def require_valid(
    found: Iterable[Mistake], sources: Sources, written: Callable[[Place], Place] = lambda path: path
) -> None:
    """Raise InvalidEncounter with all mistakes, if there are any, placed as `placed` does; one alone keeps its hint."""
    at = placed(found, sources, written)
    if not at:
        return
    if len(at) > 1:
        error = InvalidEncounter("\n".join(format_mistakes([each.line for each in at], MISTAKES_OF_A_FILE)))
    else:
        only = at[0].mistake
        message = f"{at[0].position.line_text}: {replace(only, hint='').line}"
        error = InvalidEncounter(message, hint=Hint(only.hint, words=only.named, near=only.suggestions))
    error.found = tuple(at)
    raise error


def few(found: Iterable[Mistake]) -> list[Mistake]:
    """Return as many mistakes as are reported, and one more."""
    return [*islice(found, MISTAKES_OF_A_FILE + 1)]
