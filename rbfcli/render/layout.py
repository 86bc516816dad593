"""Texts, columns and tables made to fit the width of a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from msgspec import Struct

from rbfcli.core.lazy import LazyFunction
from rbfcli.core.text import is_digits, safe
from rbfcli.engine.answers import offered, open_now
from rbfcli.model.display import ALWAYS, CUT, LEAST
from rbfcli.model.fight import Fight
from rbfcli.render.sentences import Style, genitive

# Imported when they are called: only letters of several cells need them.
cell_len: Callable[[str], int] = LazyFunction("rich.cells", "cell_len")
chop_cells = LazyFunction("rich.cells", "chop_cells")


FIRST_COMBINING = "\u0300"
LONGEST_NUMBER = 3
LETTERS_A_CELL = 16  # at most, of those that are looked at: letters may be of no width


def width(text: str) -> int:
    """The cells of a text."""
    if text.isascii() or max(text) < FIRST_COMBINING:
        return len(text)

    return cell_len(text)


def padded(text: str, cells: int) -> str:
    """A text with spaces behind it."""
    return text + " " * (cells - width(text))


def cut(text: str, cells: int) -> str:
    """A text that is too long without its end; the number that it ends with stays."""
    if width(text) <= cells:
        return text
    number = text.rpartition(" ")[2]
    kept = f" {number}" if is_digits(number) and len(number) <= LONGEST_NUMBER else ""
    return wrap_cells(text, cells - len(CUT) - len(kept))[0].rstrip() + CUT + kept


def wrap_cells(text: str, cells: int) -> list[str]:
    """A text in pieces of at most so many cells, wherever that is in a word."""
    if text.isascii() or max(text) < FIRST_COMBINING:
        return [text[start : start + cells] for start in range(0, len(text), cells)] or [""]

    return chop_cells(text, cells) or [""]


def _beginning(text: str, cells: int) -> str:
    """The first piece of a text of at most so many cells, without a look at all the rest."""
    return wrap_cells(text[: cells * LETTERS_A_CELL], cells)[0]


def wrapped(text: str, cells: int, indent: str = "") -> list[str]:
    """A text in lines that break at spaces, else within a word; those after the first begin with an indent."""
    lines: list[str] = []
    while width(text) > cells:
        fits = _beginning(text, cells)
        whole = fits if text[len(fits)] == " " else fits[: fits.rfind(" ") + 1]
        line = whole.rstrip() if whole.strip() and len(whole) > len(indent) else fits
        lines.append(line)
        text = indent + text[len(line) :].lstrip()
    return [*lines, text]


def wrap_items(words: Sequence[str], cells: int, between: str, first: str = "", indent: str = "") -> list[str]:
    """Words in lines that break `between` them, and within one that is longer than a line, best at a space."""
    lines, line, is_empty = [], first, True
    mark = between.rstrip()
    for place, word in enumerate(words):
        told, space = word if place == len(words) - 1 else word + mark, between[len(mark) :]
        if not is_empty and width(line + space + told) > cells:
            lines.append(line)
            line, is_empty = indent, True
        line += told if is_empty else space + told
        is_empty = False
        *begun, line = wrapped(line, cells, indent)
        lines += begun
    return [*lines, line]


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
    """Return the columns that fit, each as wide as there is room, by rank; none if the least do not fit."""
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


INDENT = "      "


def waiting_lines(fight: Fight) -> list[str]:
    """Whom the fight waits for, and for which answer."""
    waiting = ((f" {_name(fight, each.who)}" if each.who else "", safe(offered([each]))) for each in open_now(fight))
    return [f"waiting for{whom}: choose {answers}" for whom, answers in waiting]


def moment(fight: Fight) -> str:
    """The state of a fight: round, phase, whose turn it is, whether it is over."""
    when = f"round {fight.round}" if fight.round else "not begun: init"
    turn = f", {_whose(fight, fight.active)} turn" if fight.active and not fight.over else ""
    over = f", over: {safe(fight.over)}" if fight.over else ""
    phase = f", {safe(fight.phase)}" if fight.phase else ""
    return f"{when}{phase}{turn}{over}"


def _name(fight: Fight, actor: str) -> str:
    person = fight.combatants.get(actor)
    return safe(person.name if person else actor)


def _whose(fight: Fight, actor: str) -> str:
    name = _name(fight, actor)
    return name + genitive(name, person=actor in fight.combatants)


def table(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    """Rows under columns; the caller leaves out empty columns. On a terminal what has no room stands below its row."""
    if not rows:
        return []
    if style.tables:
        return _fitted(columns, rows, style)
    widths = {each: max(width(each), *(width(safe(row.get(each, ""))) for row in rows)) for each in columns}
    written = ({each: safe(row.get(each, "")) for each in columns} for row in rows)
    return [
        "  ".join(padded(row[each], widths[each]) for each in columns).rstrip()
        for row in ({each: each for each in columns}, *written)
    ]


def _fitted(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    forms = {each: form(each, ((safe(row.get(each, "")),) for row in rows)) for each in columns}
    first, *others = columns
    named = form(first, (wrap_cells(safe(row.get(first, "")), style.width) for row in rows))
    drawn = [Column(first, 0, (named,)), *(Column(each, forms[each].width, (forms[each],)) for each in others)]
    chosen = fitting(drawn, style.width) or [(drawn[0], named)]
    below = [each for each in others if each not in {column.name for column, _ in chosen}]
    lines = [heading_line(chosen, style)]
    for number, row in enumerate(rows):
        lines += row_lines(chosen, number, style)
        told = [f"{each}: {safe(row[each])}" for each in below if row.get(each)]
        words = "; ".join(told).split()
        lines += wrap_items(words, style.width, " ", INDENT, INDENT) if told else []
    return lines


FURTHER = 4
_COLOUR = r"\x1b\[[0-9;]*m"
_BETWEEN = r"( +)(?![^\[]{0,30}\])"  # words, but not the faces of a few dice: [8 5]
_COLUMN = r" {2,}(?=\S)"


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
    for part in re.split(_BETWEEN, line[start:]):
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
    plain = re.sub(_COLOUR, "", line)
    columns = [each.end() for each in re.finditer(_COLUMN, plain) if plain[: each.start()].strip()]
    in_reach = [column for column in columns if column <= cells // 2]
    own = len(plain) - len(plain.lstrip(" "))
    return " " * (in_reach[-1] if in_reach else own + FURTHER)


def _cells(text: str) -> int:
    return width(re.sub(_COLOUR, "", text))
