"""Shell completion: the possible words at the cursor, one per line."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from msgspec import MsgspecError, convert

from rbfcli.config import aliases_now
from rbfcli.core.errors import PluginBug, PluginError, RbfError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.text import quoted, safe
from rbfcli.language.aliases import line_completed
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.grammar import split_words
from rbfcli.language.names import NameContext
from rbfcli.language.parser import SYSTEM, one_liner_verbs, parse_line
from rbfcli.language.topics import summaries
from rbfcli.model.commands import Command
from rbfcli.storage.files import read_file
from rbfcli.storage.paths import list_encounters, list_scripts, save_path
from rbfcli.storage.save_file import kept_titles
from rbfcli.storage.toml import read_toml
from rbfcli.systems.registry import SHIPPED, load, names

Candidates = Iterator[tuple[str, str]]

# Only the encounter menu needs it.
encounter_summary = LazyFunction("rbfcli.storage.includes", "encounter_summary")


FILES = ("", "files")


def complete(words: Sequence[str], write: Callable[[str], None]) -> int:
    """Answer `:WORD BEFORE...` with lines `word TAB meaning`.

    A line without a word means that file names are also possible. The function only reads; it never locks or writes.
    Words that are unsafe for a terminal or contain a line break are left out. After any error the answer is empty.
    """
    try:
        at_cursor, *before = words
        write("".join(_lines(at_cursor.removeprefix(":"), before)))
    except Exception:  # noqa: BLE001 - a shell cannot show an error within a line
        return 0
    return 0


def _lines(typed: str, before: Sequence[str]) -> Iterator[str]:
    told: set[str] = set()
    for word, meaning in _words(typed, before):
        if safe(word) == word and word not in told:
            told.add(word)
            yield f"{word}\t{safe(meaning)}\n"


def _words(typed: str, before: Sequence[str]) -> Candidates:
    line = parse_line(before)
    if not typed.startswith("-") and "=" not in typed:
        typed = ""  # fish passes the word with its quotes, and all shells filter by prefix themselves
    if line.system == "" and line.system_at == len(before) - 1:
        return iter([(each, "") for each in names()])
    if typed.startswith(f"{SYSTEM}="):
        return iter([(f"{SYSTEM}={each}", "") for each in names()])
    if line.system is not None:
        return _suggested(typed, line.without_system().words, None, (line.system,))
    try:
        return iter([*_suggested(typed, before, saved_fight(_save(before)), SHIPPED)])
    except (PluginBug, PluginError):
        return _suggested(typed, before, None, SHIPPED)


def _save(words: Sequence[str]) -> str:
    """Return the save that the words name. The last word can be an option without its value."""
    for known in (words, words[:-1]):
        with suppress(RbfError):
            return parse_line(known).common.encounter
    return ""


def saved_fight(save: str) -> NameContext | None:
    """Return the fight in a line's save, or None if none can be read."""
    path = save_path(os.path.expanduser(save), os.environ)  # noqa: PTH111 - pathlib adds 8 ms to start-up
    with suppress(RbfError, MsgspecError, LookupError, TypeError):
        tables: Any = read_toml(read_file(path), path)["fight"]
        rules = load(tables["system"])
        return NameContext(rules, convert(tables, rules.fight))
    return None


def _suggested(typed: str, before: Sequence[str], context: NameContext | None, alone: Sequence[str]) -> Candidates:
    """Yield the suggestions of the prompt. Without a fight, they include standalone verbs of some systems."""
    folders: list[str] = []

    def files(folder: str) -> tuple[str, ...]:
        folders.append(folder)
        return ()

    def one_liners(_system: str) -> dict[str, type[Command]]:
        return {verb: kind for system in reversed(alone) for verb, kind in one_liner_verbs(load(system)).items()}

    aliases = aliases_now(os.environ)
    known = KnownNames(
        encounters=list_encounters(),
        about=encounter_summary,
        scripts=list_scripts(),
        systems=names,
        topics=summaries,
        verbs={name: alias.shown for name, alias in aliases.items()},
        files=files,
        one_liners=one_liners,
        ledger=lambda system: load(system).ledger(),
        kept=lambda: kept_titles(save_path(os.path.expanduser(_save(before)), os.environ)),  # noqa: PTH111 - as above
    )
    line = " ".join([*map(quoted, before), quoted(typed) if typed else ""]).lstrip()
    line = line_completed(line, aliases)
    option = typed[: typed.index("=") + 1] if typed.startswith("--") and "=" in typed else ""
    found = [(split_words(each.word), each.what) for each in suggest(line, len(line), context, known)]
    if context is None and typed.startswith("-") and not option:
        found.append(([SYSTEM], "the rules, by the name of a system"))
    for words, what in found:
        if len(words) == 1 and (typed or not words[0].startswith("--")):
            yield f"{option}{words[0]}", what
    if folders:
        yield FILES
