"""Texts, columns and tables fitted to the width of a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from sys import maxsize

from msgspec import Struct

from rbfcli.core.lazy import LazyFunction
from rbfcli.core.text import is_digits, safe
from rbfcli.engine.answers import offered, open_now
from rbfcli.model.display import ALWAYS, CUT, LEAST
from rbfcli.model.fight import Fight
from rbfcli.render.sentences import Style, genitive, inside

# Imported on first call: only wide letters need them.
cell_len: Callable[[str], int] = LazyFunction("rich.cells", "cell_len")
chop_cells = LazyFunction("rich.cells", "chop_cells")


FIRST_COMBINING = "\u0300"
LONGEST_NUMBER = 3
LETTERS_A_CELL = 16  # upper limit, because letters can have no width


def width(text: str) -> int:
    """Return the width of a text in cells."""
    if text.isascii() or max(text) < FIRST_COMBINING:
        return len(text)

    return cell_len(text)


def padded(text: str, cells: int) -> str:
    """Return a text padded on the right to a width in cells."""
    return text + " " * (cells - width(text))


def cut(text: str, cells: int) -> str:
    """Return a text shortened to a width in cells. A short number at its end is kept."""
    if width(text) <= cells:
        return text
    number = text.rpartition(" ")[2]
    kept = f" {number}" if is_digits(number) and len(number) <= LONGEST_NUMBER else ""
    return wrap_cells(text, cells - len(CUT) - len(kept))[0].rstrip() + CUT + kept


def wrap_cells(text: str, cells: int) -> list[str]:
    """Return a text in pieces of at most `cells` cells, split anywhere."""
    if text.isascii() or max(text) < FIRST_COMBINING:
        return [text[start : start + cells] for start in range(0, len(text), cells)] or [""]

    return chop_cells(text, cells) or [""]


def wrapped(text: str, cells: int, indent: str = "") -> list[str]:
    """Return a text in lines that break at spaces, or within a word if there is none; the rest starts with `indent`."""
    return [*_pieces(text, cells, indent)]


def wrap_items(words: Sequence[str], cells: int, between: str, first: str = "", indent: str = "") -> list[str]:
    """Return words in lines that break at the separator `between`; a word longer than a line is split."""
    lines, line, is_empty = [], first, True
    mark = between.rstrip()
    for place, word in enumerate(words):
        told, space = word if place == len(words) - 1 else word + mark, between[len(mark) :]
        if not is_empty and _cells(line + space + told) > cells:
            lines.append(line)
            line, is_empty = indent, True
        line += told if is_empty else space + told
        is_empty = False
        *begun, line = wrapped(line, cells, indent)
        lines += begun
    return [*lines, line]


GAP = "  "


class Form(Struct, frozen=True):
    """One way to write a column: its heading, the lines of each row and the width in cells."""

    heading: str
    rows: tuple[tuple[str, ...], ...]
    width: int


class Column(Struct, frozen=True):
    """A column with its forms, narrowest to widest, and the colour roles of its rows."""

    name: str
    rank: int
    forms: tuple[Form, ...]
    roles: tuple[str, ...] = ()


def form(heading: str, rows: Iterable[Sequence[str]]) -> Form:
    """Return a form as wide as its widest line."""
    lines = tuple(map(tuple, rows))
    return Form(heading, lines, max(map(width, (heading, *(line for row in lines for line in row)))))


def fitting(columns: Sequence[Column], room: int) -> list[tuple[Column, Form]] | None:
    """Return the columns that fit, by rank, each in the widest form that fits; None if mandatory ones do not fit."""
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
    """Return the line of headings above the columns."""
    return style.paint(GAP.join(padded(each.heading, each.width) for _, each in chosen).rstrip(), "heading")


def row_lines(chosen: Sequence[tuple[Column, Form]], row: int, style: Style) -> Iterator[str]:
    """Yield the lines of one row, as many as its tallest cell has."""
    for cells in zip_longest(*(each.rows[row] for _, each in chosen), fillvalue=""):
        painted = (
            style.paint(cell, column.roles[row] if column.roles else "") + " " * (each.width - width(cell))
            for cell, (column, each) in zip(cells, chosen, strict=True)
        )
        yield GAP.join(painted).rstrip()


INDENT = "      "


def waiting_lines(fight: Fight) -> list[str]:
    """Return a line for each open question: who must answer it and the answers."""
    waiting = ((f" {_name(fight, each.who)}" if each.who else "", safe(offered([each]))) for each in open_now(fight))
    return [f"waiting for{whom}: choose {answers}" for whom, answers in waiting]


def moment(fight: Fight) -> str:
    """Return the state of a fight: its group if it is split, round, phase, current turn, and whether it is over."""
    first = "init" if fight.combatants else "add NAME"
    when = f"round {fight.round}" if fight.round else f"not started (next: {first})"
    turn = f", {_whose(fight, fight.active)} turn" if fight.active and not fight.over else ""
    over = f", over: {safe(fight.over)}" if fight.over else ""
    phase = f", {safe(fight.phase)}" if fight.phase else ""
    group = f"group {safe(fight.group)}, " if fight.group else ""
    return f"{group}{when}{phase}{turn}{over}"


def other_groups(fight: Fight) -> list[str]:
    """Return a line for each waiting group of a split fight: its name, its round and its combatants."""
    named = {
        name: ", ".join(str(one.get("name", who)) for who, one in part.get("combatants", {}).items())
        for name, part in fight.groups.items()
    }
    return [
        f"waiting: group {safe(name)}, round {fight.groups[name].get('round', 0)}: {safe(names)}"
        for name, names in named.items()
    ]


def _name(fight: Fight, actor: str) -> str:
    person = fight.combatants.get(actor)
    return inside(safe(person.name if person else actor))


def _whose(fight: Fight, actor: str) -> str:
    name = _name(fight, actor)
    return name + genitive(name, person=actor in fight.combatants)


def table(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    """Return rows under columns that are not empty. On a terminal, cells that do not fit go below their row."""
    if not rows:
        return []
    cells = style.width if style.tables else maxsize
    forms = {each: form(each, ((safe(row.get(each, "")),) for row in rows)) for each in columns}
    first, *others = columns
    named = form(first, (wrap_cells(safe(row.get(first, "")), cells) for row in rows))
    drawn = [Column(first, 0, (named,)), *(Column(each, forms[each].width, (forms[each],)) for each in others)]
    chosen = fitting(drawn, cells) or [(drawn[0], named)]
    below = [each for each in others if each not in {column.name for column, _ in chosen}]
    lines = [heading_line(chosen, style)]
    for number, row in enumerate(rows):
        lines += row_lines(chosen, number, style)
        told = [f"{each}: {safe(row[each])}" for each in below if row.get(each)]
        lines += wrapped(f"{INDENT}{'; '.join(told)}", cells, INDENT) if told else []
    return lines


FURTHER = 4
_COLOUR = r"\x1b\[[0-9;]*m"
_BETWEEN = r"( +)(?![^\[]{0,30}\])"  # between words, but not between a few dice faces: [8 5]
_COLUMN = r" {2,}(?=\S)"


def fitted(lines: Iterable[str], cells: int) -> list[str]:
    """Return lines broken to at most `cells` cells, with a hanging indent. Only a single longer word exceeds that."""
    return [piece for line in lines for each in line.split("\n") for piece in _pieces(each, cells)]


def _pieces(line: str, cells: int, hang: str | None = None) -> Iterator[str]:
    """Yield the pieces of a line. With the indent `hang`, longer words are split; without, its columns decide."""
    if _cells(line) <= cells:
        yield line
        return
    splits, hang = hang is not None, _hang(line, cells) if hang is None else hang
    start = len(line) - len(line.lstrip(" "))
    so_far, gap = line[:start], ""
    is_empty = True
    for part in re.split(_BETWEEN, line[start:]):
        if part.startswith(" "):
            gap = part
            continue
        if not is_empty and _cells(so_far + gap + part) > cells:
            yield so_far
            so_far, gap = hang, ""
        so_far, gap, is_empty = so_far + gap + part, "", False
        while splits and "\x1b" not in so_far and width(so_far) > cells:
            beginning = wrap_cells(so_far[: cells * LETTERS_A_CELL], cells)[0]  # without scanning the rest
            yield beginning
            so_far = hang + so_far[len(beginning) :]
    yield so_far


def _hang(line: str, cells: int) -> str:
    """Return the indent of further lines: the last column in the left half, else the line's own plus four."""
    plain = re.sub(_COLOUR, "", line)
    columns = [each.end() for each in re.finditer(_COLUMN, plain) if plain[: each.start()].strip()]
    in_reach = [column for column in columns if column <= cells // 2]
    own = len(plain) - len(plain.lstrip(" "))
    return " " * (in_reach[-1] if in_reach else own + FURTHER)


def _cells(text: str) -> int:
    return width(re.sub(_COLOUR, "", text) if "\x1b" in text else text)
