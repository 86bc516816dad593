"""The picture of the fight screen in the README: a fight is played, and what a terminal would show becomes an SVG."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rbfcli.commands.service import CommandService
from rbfcli.render.layout import width
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage

if TYPE_CHECKING:
    from collections.abc import Iterator

PICTURE = "docs/screen.svg"
CELLS = 92
LABEL = "A fight on the screen of a terminal: an attack, and the fight after it"
SCRIPT = Path(__file__).parent.parent / "scripts" / "dock-ambush.rbf"
NO_COMMANDS = ("#", "expect")
SHOWN = ("attack joss gunner1 --dice 7,5", "show")
PROMPT = "$ rbf "
INK, PAPER, BAR = "#d8d8d2", "#1d1f21", "#2b2e31"
COLOURS = {
    "31": "#e2777a",
    "32": "#a5c261",
    "33": "#e6c07b",
    "34": "#6fa8dc",
    "35": "#c397d8",
    "36": "#70c0ba",
}
BOLD, DIM, UNDERLINED = "1", "2", "4"
CELL, LINE, MARGIN, TOP, BASE = 8.4, 18, 16, 40, 13
CODE = re.compile("\x1b\\[([0-9;]*)m")
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
STYLE = f"""text {{ font: 14px {FONT}; fill: {INK}; white-space: pre; }}
.b {{ font-weight: bold; }} .d {{ opacity: .6; }} .u {{ text-decoration: underline; }}"""


def screen_picture() -> str:
    """The picture as the text of an SVG, the same for the same program."""
    lines = [*_screen()]
    high, wide = TOP + LINE * len(lines) + MARGIN, round(2 * MARGIN + CELL * CELLS)
    size = f'width="{wide}" height="{high}"'
    rows = [_row(number, line) for number, line in enumerate(lines) if line]
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {wide} {high}" role="img" aria-label="{LABEL}">',
        f"<style>{STYLE}</style>",
        f'<rect {size} rx="8" fill="{PAPER}"/>',
        f'<path d="M0 26V8a8 8 0 0 1 8-8h{wide - 16}a8 8 0 0 1 8 8v18z" fill="{BAR}"/>',
        *(f'<circle cx="{x}" cy="13" r="5" fill="#55595d"/>' for x in (18, 36, 54)),
        *rows,
        "</svg>\n",
    )
    return "\n".join(parts)


def _screen() -> Iterator[str]:
    """The lines of a terminal: what is typed, and what is answered."""
    interpreter = CommandService(MemoryStorage(), Style(colour=True, tables=True, blocks=True, width=CELLS))
    for line in _before():
        interpreter.perform(shlex.split(line))
    for line in SHOWN:
        yield f"{PROMPT}{line}"
        yield from interpreter.perform(shlex.split(line)).text.splitlines()


def _before() -> Iterator[str]:
    """The commands of the script up to the first that is shown."""
    for line in SCRIPT.read_text(encoding="utf-8").splitlines():
        if line.strip() == SHOWN[0]:
            return
        if line and not line.startswith(NO_COMMANDS):
            yield line


def _row(number: int, line: str) -> str:
    """One line of the screen: each stretch of one look stands at its cell, and takes as much room as its cells."""
    y = TOP + LINE * number + BASE
    return f'<text y="{y}">{"".join(_stretches(line))}</text>'


def _stretches(line: str) -> Iterator[str]:
    at, codes = 0, ""
    for place, part in enumerate(CODE.split(line)):
        if place % 2:
            codes = part
        elif part:
            cells = width(part)
            if part.strip():
                yield _stretch(at, cells, part, codes)
            at += cells


def _stretch(at: int, cells: int, part: str, codes: str) -> str:
    looks = codes.split(";")
    kinds = " ".join(name for code, name in ((BOLD, "b"), (DIM, "d"), (UNDERLINED, "u")) if code in looks)
    colour = next((COLOURS[code] for code in looks if code in COLOURS), "")
    look = (f' class="{kinds}"' if kinds else "") + (f' fill="{colour}"' if colour else "")
    x, long = round(MARGIN + CELL * at, 1), round(CELL * cells, 1)
    return (
        f'<tspan x="{x}" textLength="{long}" lengthAdjust="spacingAndGlyphs"{look}>{part.translate(ENTITIES)}</tspan>'
    )
