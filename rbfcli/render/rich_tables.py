"""Tables drawn by rich, for terminals; all data is plain text."""

from collections.abc import Mapping, Sequence
from textwrap import wrap

from rich.box import SIMPLE_HEAD
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rbfcli.render.safe import safe
from rbfcli.render.style import Style

HEAD, FOOT, GAP, INDENT = 3, 1, 2, "      "  # lines around the rows, and cells


def rich_table(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    """The lines of a drawn table, at most as wide as the terminal; what has no room stands below its row."""
    beside = _columns_with_room(columns, rows, style.width)
    below = [each for each in columns if each not in beside]
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold" if style.colour else "")
    for each in beside:
        drawn.add_column(Text(each), overflow="fold")
    for row in rows:
        drawn.add_row(*(Text(safe(row.get(each, ""))) for each in beside), style=_row_style(row, style))
    console = Console(
        width=style.width, markup=False, emoji=False, highlight=False, no_color=not style.colour,
        force_terminal=style.colour, color_system="standard" if style.colour else None,
    )  # fmt: skip
    with console.capture() as captured:
        console.print(drawn)
    lines = captured.get().splitlines()
    if not below or len(lines) != HEAD + len(rows) + FOOT:
        return lines
    told = (part for line, row in zip(lines[HEAD:], rows, strict=False) for part in (line, *_below(below, row, style)))
    return [*lines[:HEAD], *told, *lines[-FOOT:]]


def _columns_with_room(columns: Sequence[str], rows: Sequence[Mapping[str, str]], room: int) -> list[str]:
    """The columns that fit next to one another uncut: the widest go first, those that say which row it is never."""
    widths = {
        each: max(cell_len(safe(row.get(each, ""))) for row in (dict.fromkeys(columns, each), *rows))
        for each in columns
    }
    left = list(columns)
    first = next((number for number, each in enumerate(columns, 1) if each), 0)
    while len(left) > first and sum(widths[each] + GAP for each in left) > room:
        left.remove(max(left[first:], key=widths.__getitem__))
    return left


def _below(columns: Sequence[str], row: Mapping[str, str], style: Style) -> list[str]:
    facts = "; ".join(f"{each}: {safe(row[each])}" for each in columns if row.get(each))
    return wrap(facts, style.width, initial_indent=INDENT, subsequent_indent=INDENT)


def _row_style(row: Mapping[str, str], style: Style) -> str:
    if not style.colour:
        return ""
    gone = {"out", "dead", "unconscious"} & set(row.get("conditions", "").split(", "))
    return "dim" if gone else "bold" if row.get("") else ""
