"""Manual pages in man(7), from the same pages that the program prints with `help --man`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rbfcli import __version__
from rbfcli.language.page import CommandLines, Prose, Terms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.language.man_pages import ManualPage
    from rbfcli.language.page import Section

BEFORE_THE_FIRST_RELEASE = "2026-11-21"
SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", '"': r"\(dq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", "…": "..."}
VOLUMES = {1: "User commands", 5: "File formats", 7: "Miscellanea"}


def manpage(page: ManualPage, changelog: str) -> str:
    """The whole page; its date is that of the newest dated version in the changelog."""
    version = f'"rbfcli {__version__}" "{VOLUMES[page.number]}"'
    lines = [f'.TH {page.name.upper()} {page.number} "{date_of(changelog)}" {version}']
    lines += _heading("NAME", [f"{page.name} \\- {escaped(page.summary)}"])
    lines += [line for section in page.sections for line in _section(section)]
    lines += _heading("SEE ALSO", list(_references(page.see_also)))
    return "\n".join(lines) + "\n"


def date_of(changelog: str) -> str:
    """The date of the newest released version; before the first release, the day the project began."""
    found = re.search(r"^## \[[^]]+\] - (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    return found[1] if found else BEFORE_THE_FIRST_RELEASE


def escaped(text: str) -> str:
    """Text that means itself in roff."""
    line = "".join(SIGNS.get(letter, letter) for letter in text)
    return rf"\&{line}" if line.startswith(".") else line


def _section(section: Section) -> Iterator[str]:
    yield from _heading(section.title.upper(), _parts(section.parts))
    for inner in section.sections:
        yield f".SS {escaped(inner.title)}"
        yield from _parts(inner.parts)


def _heading(title: str, lines: list[str]) -> list[str]:
    return [f".SH {escaped(title)}", *lines]


def _parts(parts: tuple[Prose | CommandLines | Terms, ...]) -> list[str]:
    lines: list[str] = []
    for part in parts:
        match part:
            case Prose(text):
                lines += [".PP", escaped(text)]
            case CommandLines(typed):
                lines += [".PP", ".nf", ".RS 4", *(escaped(line) or r"\&" for line in typed), ".RE", ".fi"]
            case Terms(rows):
                lines += [line for term, meaning in rows for line in (".TP", f".B {escaped(term)}", escaped(meaning))]
    return lines[1:] if lines[:1] == [".PP"] else lines


def _references(pages: tuple[str, ...]) -> Iterator[str]:
    for place, page in enumerate(pages, 1):
        name, _, number = page.removesuffix(")").partition("(")
        yield f".BR {escaped(name)} ({number}){',' if place < len(pages) else ''}"
