"""The manual page rbf(1) in man(7), from the same sections that the program prints as help."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rbfcli import __version__
from rbfcli.language.descriptions import shell_line, with_remarks
from rbfcli.language.forms import summary_of
from rbfcli.language.manual import EXAMPLES, SUMMARY, by_group
from rbfcli.language.page import CommandLines, Prose, Section, Terms
from rbfcli.language.topics import TOPICS
from rbfcli.language.verb_page import common_rows, form_sections, usage_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rbfcli.language.forms import Verb

BEFORE_THE_FIRST_RELEASE = "2026-11-21"
SIGNS = {"\\": r"\e", "-": r"\-", "'": r"\(aq", '"': r"\(dq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti", "…": "..."}
TOPIC_ORDER = ("exit-codes", "environment", "files", "targets", "dice", "scripts", "limits")
DESCRIPTION = """\
rbf plays the fights of tabletop role-playing games: it keeps the order of turns, rolls the dice or takes those rolled
at the table, applies the rules and names the one it applied.
.PP
The same words work in the shell, at the prompt of rbf repl, and in scripts. A fight is kept in a save, by default
encounter.toml in the current folder, with the journal of all commands: each can be undone, and the whole replayed.
.PP
Without a verb rbf prints a short help; rbf help VERB prints the page of one verb.\
"""


def page(verbs: Iterable[Verb], changelog: str) -> str:
    """The whole page; its date is that of the newest dated version in the changelog."""
    known = list(verbs)
    lines = [f'.TH RBF 1 "{date_of(changelog)}" "rbfcli {__version__}" "User commands"']
    lines += _heading("NAME", [escaped(f"rbf - {SUMMARY[0].lower()}{SUMMARY[1:].rstrip('.')}")])
    lines += _heading(
        "SYNOPSIS", [".B rbf", r".RI [ options ] \ verb", r".RI [ words ] \ [ options ]", ".PP", ".B rbfcli ..."]
    )
    lines += _heading("DESCRIPTION", DESCRIPTION.split("\n"))
    lines += _heading("OPTIONS", list(_terms(common_rows({}))))
    lines += _heading("COMMANDS", [line for group, found in by_group(known).items() for line in _group(group, found)])
    for name in TOPIC_ORDER:
        sections = TOPICS[name][1]()
        lines += [line for section in sections for line in _heading(_title(name, section, sections), _parts(section))]
    lines += _heading("EXAMPLES", [line for each in (*EXAMPLES, *_examples(known)) for line in _typed(each)])
    return "\n".join(lines) + "\n"


def date_of(changelog: str) -> str:
    """The date of the newest released version; before the first release, the day the project began."""
    found = re.search(r"^## \[[^]]+\] - (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    return found[1] if found else BEFORE_THE_FIRST_RELEASE


def escaped(text: str) -> str:
    """Text that means itself in roff."""
    line = "".join(SIGNS.get(letter, letter) for letter in text)
    return rf"\&{line}" if line.startswith(".") else line


def _title(name: str, section: Section, sections: tuple[Section, ...]) -> str:
    return section.title.upper() if len(sections) == 1 else f"{name}: {section.title}".upper()


def _heading(title: str, lines: list[str]) -> list[str]:
    return [f".SH {escaped(title)}", *lines]


def _group(group: str, verbs: list[Verb]) -> Iterator[str]:
    yield f".SS {group.capitalize()}"
    for verb in verbs:
        for form in verb.forms:
            _, *takes = form_sections(form, verb)
            yield from _typed(usage_of(form))
            yield escaped(with_remarks(summary_of(form.kind), form.systems))
            yield from [".RS", *(line for section in takes for line in _parts(section)), ".RE"] if takes else ()


def _examples(verbs: list[Verb]) -> list[str]:
    return [shell_line(verb.examples[0]) for verb in verbs if verb.examples]


def _parts(section: Section) -> list[str]:
    lines: list[str] = []
    for part in section.parts:
        match part:
            case Prose(text):
                lines += [".PP", escaped(text)]
            case CommandLines(typed):
                lines += [line for each in typed for line in _typed(each)]
            case Terms(rows):
                lines += _terms(rows)
    return lines[1:] if lines[:1] == [".PP"] else lines


def _typed(line: str) -> tuple[str, str]:
    return ".TP", f".B {escaped(line)}"


def _terms(rows: tuple[tuple[str, str], ...]) -> Iterator[str]:
    for term, meaning in rows:
        yield from (*_typed(term), escaped(meaning))
