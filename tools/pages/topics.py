"""Topics of help, and chapters of manual pages, as parts of a page in Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rbfcli.kernel.command import KINDS
from rbfcli.kernel.words import WORD_KEYS
from rbfcli.language.manual_pages import manual_pages
from rbfcli.language.page import CommandLines, Prose, Terms
from rbfcli.language.statements import STATEMENTS
from rbfcli.language.topics import TOPICS, sections_of, summary_of
from tools.markdown import code, plain, table, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rbfcli.language.manual_pages import Chapter
    from rbfcli.language.page import Section


def chapters(page: str) -> str:
    """The chapters of a manual page that belongs to no system, such as `rbf-dice`."""
    return "\n\n".join(part for chapter in manual_pages([])[page].chapters for part in chapter_parts(chapter))


def topic(name: str) -> str:
    """A topic of help."""
    return "\n\n".join(part for section in sections_of(name) for part in section_parts(section, "##"))


def topics() -> str:
    """What topics help has."""
    return table(("typed", "what it tells"), ((word(f"rbf help {name}"), summary_of(name)) for name in TOPICS))


def statements() -> str:
    """Every statement of scripts with lines that use it."""
    rows = ((word(each.form), _lines(each.example)) for each in STATEMENTS.values())
    return table(("statement", "for example"), rows)


def kinds() -> str:
    """Every kind of word that all systems have."""
    return table(("kind", "what is typed"), ((word(kind), plain(text)) for kind, text in KINDS.items()))


def word_keys() -> str:
    """Every form of a key of the words."""
    rows = (
        (word(key), plain(text), ", ".join(word(f"{{{each}}}") if each != "*" else "any" for each in facts))
        for key, (text, facts) in WORD_KEYS.items()
    )
    return table(("key", "what it says", "facts"), rows)


def chapter_parts(chapter: Chapter, mark: str = "##") -> Iterator[str]:
    """A chapter, its sections a level below."""
    yield f"{mark} {plain(chapter.title)}"
    yield from pieces(chapter.parts)
    for section in chapter.sections:
        yield from section_parts(section, f"{mark}#")


def section_parts(section: Section, mark: str) -> Iterator[str]:
    """A section under a heading."""
    yield f"{mark} {plain(section.title)}"
    yield from pieces(section.parts)


def pieces(parts: Iterable[Prose | CommandLines | Terms]) -> Iterator[str]:
    """Paragraphs, commands and terms."""
    for part in parts:
        match part:
            case Prose(text):
                yield plain(text)
            case CommandLines(lines):
                of_shell = all(line.startswith("rbf ") for line in lines)
                yield code("sh" if of_shell else "text", lines)
            case Terms(rows):
                yield table(("", ""), ((word(term), plain(meaning)) for term, meaning in rows))


def _lines(lines: Iterable[str]) -> str:
    return "<br>".join(word(line.strip()) for line in lines)
