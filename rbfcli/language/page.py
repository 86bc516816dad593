"""Manual pages as data and as plain lines."""

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Protocol

from msgspec import Struct

INDENT = "  "
WIDEST_TERM = 28


class PageStyle(Protocol):
    """The width of a page, and the style of its headings."""

    @property
    def width(self) -> int:
        """Return the number of columns in a line."""

    def paint(self, text: str, role: str) -> str:
        """Return a text in the style of its role."""


class PlainStyle(Struct, frozen=True):
    """A page without colours."""

    width: int = 80

    def paint(self, text: str, role: str) -> str:
        """Return the text unchanged."""
        del role
        return text


class Prose(Struct, frozen=True):
    """A paragraph, wrapped to the width."""

    text: str


class CommandLines(Struct, frozen=True):
    """Commands to type, not wrapped; a long command continues after a backslash, as in a shell."""

    lines: tuple[str, ...]


class Terms(Struct, frozen=True):
    """Terms with their meanings."""

    rows: tuple[tuple[str, str], ...]


class Section(Struct, frozen=True):
    """A titled part of a page, with subsections."""

    title: str
    parts: tuple[Prose | CommandLines | Terms, ...] = ()
    sections: tuple["Section", ...] = ()


def page_lines(summary: str, sections: Iterable[Section], look: PageStyle) -> list[str]:
    """Return the page as lines no wider than the style's width; only headings are styled."""
    lines = _filled(summary, look.width)
    for section in _with_text(sections):
        lines += ["", *(look.paint(line, "name") for line in _filled(f"{section.title}:", look.width, INDENT))]
        for number, part in enumerate(section.parts):
            lines += [""] if number and isinstance(part, Prose) else []
            lines += _part_lines(part, look.width - len(INDENT))
    return lines


def _with_text(sections: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections and subsections that have text, without titles that only contain other sections."""
    for section in sections:
        if section.parts:
            yield section
        yield from _with_text(section.sections)


def _part_lines(part: Prose | CommandLines | Terms, width: int) -> list[str]:
    match part:
        case Prose(text):
            lines = _filled(text, width)
        case CommandLines(typed):
            lines = [line for each in typed for line in _continued(each, width)]
        case Terms(rows):
            lines = list(_columns(rows, width))
    return [INDENT + line for line in lines]


def _columns(rows: tuple[tuple[str, str], ...], width: int) -> Iterator[str]:
    """Yield two columns; a term too long for the first has a line of its own."""
    column = min(max((len(term) for term, _ in rows), default=0), WIDEST_TERM, width // 2) + 2
    for term, meaning in rows:
        lines = _filled(meaning, width - column)
        if len(term) + 2 > column:
            yield from _filled(term, width)
        else:
            yield (term.ljust(column) + "".join(lines[:1])).rstrip()
            lines = lines[1:]
        yield from (" " * column + line for line in lines)


def _continued(line: str, width: int) -> list[str]:
    filled = _filled(line, width - len(" \\"), indent="    ")
    return [f"{each} \\" for each in filled[:-1]] + filled[-1:]


def _filled(text: str, width: int, indent: str = "") -> list[str]:
    return wrap(text, width, subsequent_indent=indent, break_on_hyphens=False)


SUMMARY = "Tabletop RPG combat on the command line."
