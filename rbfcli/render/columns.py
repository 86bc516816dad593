"""Columns of a table that share the width of a screen: what matters less is said shorter first, then gives way."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from msgspec import Struct

from rbfcli.kernel.facts import ALWAYS, LEAST
from rbfcli.render.cells import padded, width
from rbfcli.render.style import Style

GAP = "  "


class Form(Struct, frozen=True):
    """One way to write a column: its heading, the lines of each row, and how many cells they take."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    width: int


class Column(Struct, frozen=True):
    """A column in its forms, from the narrowest to the widest; the roles of its rows say how they are painted."""

    name: str
    rank: int
    forms: tuple[Form, ...]
    roles: tuple[str, ...] = ()


def form(heading: str, rows: Iterable[Sequence[str]]) -> Form:
    """A form as wide as its widest line."""
    lines = tuple(map(tuple, rows))
    return Form(heading, lines, max(map(width, (heading, *(line for row in lines for line in row)))))


def fitting(columns: Sequence[Column], room: int) -> list[tuple[Column, Form]] | None:
    """The columns that fit beside one another, in their order, each in the widest form there is room for.

    First all that can come in, in their order of rank; then they are widened; then the least of them come in.
    None where even those that are never left out do not fit.
    """
    left = room + len(GAP)
    by_rank = sorted(range(len(columns)), key=lambda place: columns[place].rank)
    taken: dict[int, Form] = {}
    for group in (
        [place for place in by_rank if columns[place].rank < LEAST],
        [place for place in by_rank if columns[place].rank >= LEAST],
    ):
        for place in group:
            narrowest = columns[place].forms[0]
            if narrowest.width + len(GAP) <= left:
                taken[place], left = narrowest, left - narrowest.width - len(GAP)
            elif columns[place].rank == ALWAYS:
                return None
        for place in (each for each in group if each in taken):
            wider = (each for each in reversed(columns[place].forms) if each.width - taken[place].width <= left)
            widest = next(wider, taken[place])
            left -= widest.width - taken[place].width
            taken[place] = widest
    return [(column, taken[place]) for place, column in enumerate(columns) if place in taken]


def heading_line(chosen: Sequence[tuple[Column, Form]], style: Style) -> str:
    """The headings over their columns."""
    return style.paint(GAP.join(padded(each.heading, each.width) for _, each in chosen).rstrip(), "heading")


def row_lines(chosen: Sequence[tuple[Column, Form]], row: int, style: Style) -> Iterator[str]:
    """The lines of one row: as many as its highest cell has."""
    for cells in zip_longest(*(each.rows[row] for _, each in chosen), fillvalue=""):
        painted = (
            style.paint(cell, column.roles[row] if column.roles else "") + " " * (each.width - width(cell))
            for cell, (column, each) in zip(cells, chosen, strict=True)
        )
        yield GAP.join(painted).rstrip()
