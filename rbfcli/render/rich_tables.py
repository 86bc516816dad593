"""Tables drawn by rich, for terminals; all data is plain text."""

from collections.abc import Mapping, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rbfcli.render.safe import safe
from rbfcli.render.style import Style


def rich_table(columns: Sequence[str], rows: Sequence[Mapping[str, str]], style: Style) -> list[str]:
    """The lines of a drawn table, at most as wide as the terminal."""
    drawn = Table(box=SIMPLE_HEAD, pad_edge=False, header_style="bold" if style.colour else "")
    for each in columns:
        drawn.add_column(Text(each))
    for row in rows:
        drawn.add_row(*(Text(safe(row.get(each, ""))) for each in columns), style=_row_style(row, style))
    console = Console(
        width=style.width, markup=False, emoji=False, highlight=False, no_color=not style.colour,
        force_terminal=style.colour, color_system="standard" if style.colour else None,
    )  # fmt: skip
    with console.capture() as captured:
        console.print(drawn)
    return captured.get().splitlines()


def _row_style(row: Mapping[str, str], style: Style) -> str:
    if not style.colour:
        return ""
    gone = {"out", "dead", "unconscious"} & set(row.get("conditions", "").split(", "))
    return "dim" if gone else "bold" if row.get("") else ""
