"""Lines of words made to fit a terminal: they break between words, and go on below where their text begins."""

from __future__ import annotations

import re

from rbfcli.render.cells import width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FURTHER = 4
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_BETWEEN = re.compile(r"( +)(?![^\[]{0,30}\])")  # words, but not the faces of a few dice: [8 5]
_COLUMN = re.compile(r" {2,}(?=\S)")


def fitted(lines: Iterable[str], cells: int) -> list[str]:
    """Lines, some of them of several, in lines of at most so many cells but for words that are longer by themselves."""
    return [piece for line in lines for each in line.split("\n") for piece in _pieces(each, cells)]


def _pieces(line: str, cells: int) -> list[str]:
    if _cells(line) <= cells:
        return [line]
    return list(_broken(line, cells, _hang(line, cells)))


def _broken(line: str, cells: int, hang: str) -> Iterator[str]:
    """The pieces of a line that is too long; spaces between words stay as they are."""
    start = len(line) - len(line.lstrip(" "))
    so_far, gap = line[:start], ""
    is_empty = True
    for part in _BETWEEN.split(line[start:]):
        if part.startswith(" "):
            gap = part
        elif not is_empty and _cells(so_far + gap + part) > cells:
            yield so_far
            so_far, gap = hang + part, ""
        else:
            so_far, gap, is_empty = so_far + gap + part, "", False
    yield so_far


def _hang(line: str, cells: int) -> str:
    """The indent of what goes on below: the last column that begins in the left half, else a little further in."""
    plain = _COLOUR.sub("", line)
    columns = [each.end() for each in _COLUMN.finditer(plain) if plain[: each.start()].strip()]
    in_reach = [column for column in columns if column <= cells // 2]
    own = len(plain) - len(plain.lstrip(" "))
    return " " * (in_reach[-1] if in_reach else own + FURTHER)


def _cells(text: str) -> int:
    return width(_COLOUR.sub("", text))
