"""Pieces of Markdown: pages, tables, blocks, and text that means itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

MADE = "<!-- Made by `python -m tools.generate` from {source}; edit those. -->"
SPECIAL = str.maketrans({each: f"\\{each}" for each in "\\|*_<>[]"})


def page(title: str, *parts: str, source: str = "the sheets") -> str:
    """A whole page that is made of its parts."""
    return "\n\n".join((f"# {title}", MADE.format(source=source), *parts)) + "\n"


def plain(text: str) -> str:
    """Text that means itself in Markdown, but for what stands between backticks."""
    parts = text.split("`")
    return "`".join(part if number % 2 else part.translate(SPECIAL) for number, part in enumerate(parts))


def code(language: str, lines: Iterable[str]) -> str:
    """A block of code."""
    return "\n".join((f"```{language}", *lines, "```"))


def word(text: str) -> str:
    """Something typed, also in a cell of a table; nothing where it is empty."""
    if not text:
        return ""
    signs = "``" if "`" in text else "`"
    return f"{signs}{text}{signs}".replace("|", "\\|")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table, whose cells are Markdown already."""
    lines = (f"| {' | '.join(each)} |" for each in rows)
    return "\n".join((f"| {' | '.join(head)} |", "|---" * len(head) + "|", *lines))
