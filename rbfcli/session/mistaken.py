"""All mistakes of files, each with its file, line and column, in the order of the files: as one error, or as facts."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import Mistake, Place, told

if TYPE_CHECKING:
    from rbfcli.store.places import Position

Sources = Sequence[tuple[str, str]]


class Placed(Struct, frozen=True):
    """A mistake, its path as it is written, and where that is."""

    mistake: Mistake
    position: "Position"

    @property
    def line(self) -> str:
        """File, line and mistake in one line."""
        return f"{self.position.line_text}: {self.mistake.line}"


class Mistaken(InvalidFile):
    """Files that can be read, and hold mistakes: all of them are `found`."""

    found: tuple[Placed, ...] = ()


def as_read(path: Place) -> Place:
    """What a file says stands where the fight has it."""
    return path


def placed(found: Iterable[Mistake], sources: Sources, written: Callable[[Place], Place] = as_read) -> list[Placed]:
    """Mistakes with their places, in order, each once; `written` is where in the files a path stands."""
    at = _each_once(found, written)
    if not at:
        return []
    from rbfcli.store.places import Places

    places = Places(sources)
    located = [Placed(each, places.at(each.path, each.file)) for each in at]
    located.sort(key=lambda each: (each.position.number, each.position.line))
    return list({each.line: each for each in located}.values())


def refuse(found: Iterable[Mistake], sources: Sources, written: Callable[[Place], Place] = as_read) -> None:
    """Raise Mistaken with all mistakes, if there are any; `written` is where in the file a path stands."""
    if at := placed(found, sources, written):
        raise as_error(at)


def as_error(at: Sequence[Placed]) -> Mistaken:
    """One error for all mistakes; the only one keeps its hint and its suggestions."""
    if len(at) > 1:
        error = Mistaken("\n".join(told([each.line for each in at], MISTAKES_OF_A_FILE)))
    else:
        only = at[0].mistake
        message = f"{at[0].position.line_text}: {replace(only, hint='').line}"
        error = Mistaken(message, hint=only.hint, suggestions=only.suggestions)
    error.found = tuple(at)
    return error


def few(found: Iterable[Mistake]) -> list[Mistake]:
    """As many mistakes as anybody is told, and one more."""
    return [*islice(found, MISTAKES_OF_A_FILE + 1)]


def _each_once(found: Iterable[Mistake], written: Callable[[Place], Place]) -> list[Mistake]:
    """Mistakes where they are written: of several sheets that were made of one text, those of the first."""
    first: dict[Place, Place] = {}
    at = [(written(each.path), each) for each in found]
    return [replace(each, path=path) for path, each in at if first.setdefault(path, each.path) == each.path]
