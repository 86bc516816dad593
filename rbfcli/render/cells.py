"""How many cells of a terminal a text takes, and texts made to fit: padded, cut, wrapped.

Every text is safe already. Letters before the combining marks take a cell each, so most texts need no tables of widths.
"""

from collections.abc import Sequence

from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.signs import CUT

FIRST_COMBINING = "\u0300"
LONGEST_NUMBER = 3
LETTERS_A_CELL = 16  # at most, of those that are looked at: letters may be of no width


def width(text: str) -> int:
    """The cells of a text."""
    if text.isascii() or max(text) < FIRST_COMBINING:
        return len(text)
    from rich.cells import cell_len

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
    return folded(text, cells - len(CUT) - len(kept))[0].rstrip() + CUT + kept


def folded(text: str, cells: int) -> list[str]:
    """A text in pieces of at most so many cells, wherever that is in a word."""
    if text.isascii() or max(text) < FIRST_COMBINING:
        return [text[start : start + cells] for start in range(0, len(text), cells)] or [""]
    from rich.cells import chop_cells

    return chop_cells(text, cells) or [""]


def _beginning(text: str, cells: int) -> str:
    """The first piece of a text of at most so many cells, without a look at all the rest."""
    return folded(text[: cells * LETTERS_A_CELL], cells)[0]


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


def flowed(words: Sequence[str], cells: int, between: str, first: str = "", indent: str = "") -> list[str]:
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
