"""The answer to a TAB: the words for the place at the cursor, one per line."""

from __future__ import annotations

import os

from rbfcli.cli.tab.line import ODDS, Line, is_option, source_of, value_of
from rbfcli.cli.tab.saved import saved_fight
from rbfcli.cli.tab.tables import ALONE, COMMON, PROGRAM, Tables
from rbfcli.cli.tab.words import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    Fight = Mapping[str, Any]
    Words = Iterator[tuple[str, str]]

FILES = ("", "files")
SHIPPED = ("rbf", "threat", "rpj", "futurepath", "bgc")


def complete(words: Sequence[str], write: Callable[[str], None]) -> int:
    """Answer `:WORD BEFORE...` with lines `word TAB meaning`; a line without a word says that files fit too.

    It reads and never locks or writes. Words that are unsafe for a terminal or more than a line are left out, and if
    anything is wrong, there is no answer.
    """
    try:
        at_cursor, *before = words
        write("".join(_lines(at_cursor.removeprefix(":"), before)))
    except Exception:  # noqa: BLE001 - a shell in the middle of a line has no use for an error
        return 0
    return 0


def _lines(typed: str, before: Sequence[str]) -> Iterator[str]:
    from rbfcli.render.safe import safe

    told: set[str] = set()
    for word, meaning in _words(typed, before):
        if safe(word) == word and word not in told:
            told.add(word)
            yield f"{word}\t{safe(meaning)}\n"


def _words(typed: str, before: Sequence[str]) -> Words:
    fight = saved_fight(value_of("--encounter", "-e", before))
    played = str(fight.get("system", ""))
    system = value_of("--system", "--system", before)
    if not system and played and played not in SHIPPED:
        return _by_rules(typed, before, fight)
    own = f"{system}-{ALONE}" if system in SHIPPED else played or ALONE
    return _by_tables(Tables(COMMON, PROGRAM, own), typed, before, fight)


def _by_rules(typed: str, before: Sequence[str], fight: Fight) -> Words:
    """What the rules of a plug-in allow; where they cannot be used, what the program has itself."""
    from rbfcli.cli.tab.by_rules import by_rules

    try:
        return by_rules(typed, before, fight)
    except Exception:  # noqa: BLE001 - what a plug-in raises may be anything
        return _by_tables(Tables(COMMON, PROGRAM), typed, before, fight)


def _by_tables(tables: Tables, typed: str, before: Sequence[str], fight: Fight) -> Words:
    def options_of(verb: str) -> Iterator[tuple[str, str | None, str]]:
        yield from tables.options(verb)
        yield from tables.options("")

    line = Line(before, tables.verbs(), options_of)
    if line.wanted is not None:
        yield from _of_sources(line.wanted, typed, line, tables, fight)
    elif line.ended or not typed.startswith("-"):
        yield from _positional(typed, line, tables, fight)
    elif "=" in typed:
        name = typed.partition("=")[0]
        for word, meaning in _of_sources(source_of(name, line.verb, options_of) or "", typed, line, tables, fight):
            yield f"{name}={word}" if word else word, meaning
    else:
        yield from ((name, text) for name, _, text in tables.options(ODDS) if line.asks_odds)
        yield from ((name, text) for name, _, text in options_of(line.verb))


def _positional(typed: str, line: Line, tables: Tables, fight: Fight) -> Words:
    """The words that may stand at the cursor where no option does; a name with a hyphen in front needs `--` before."""
    places = ["@verbs"] if not line.verb else tables.places(line.verb)
    source = places[min(len(line.rest), len(places) - 1)] if places else ""
    for word, meaning in _of_sources(source, typed, line, tables, fight):
        if line.ended or not is_option(word):
            yield word, meaning


def _of_sources(source: str, typed: str, line: Line, tables: Tables, fight: Fight) -> Words:
    """The words of one or several sources."""
    for part in source.split("+"):
        if part.startswith(":"):
            field, _, words = part.partition("=")
            known = tables.words(field)
            yield from ((word, known.get(word, "")) for word in words.split(","))
        elif part == "@verbs":
            yield from tables.verbs().items()
            if not line.verb:
                yield from _aliases()
        elif part == "/":
            yield FILES
        elif part in ("encounter", "script"):
            yield from _shipped(part)
        elif part:
            yield from _of_kind(part, typed, line, tables, fight)


def _of_kind(kind: str, typed: str, line: Line, tables: Tables, fight: Fight) -> Words:
    combatants = fight.get("combatants", {})
    if line.verb == "condition" and line.rest[:1] == ["remove"]:
        combatants = {who: one for who, one in combatants.items() if one.get("conditions")}
        fight = {**fight, "combatants": combatants}
        if kind == "condition":
            marked = [one for who, one in combatants.items() if who in line.rest] or combatants.values()
            yield from ((name, one["name"]) for one in marked for name in one["conditions"])
            return
    if kind == "pairs" and line.verb == "set" and line.rest[:1] == ["fight"]:
        kind = "options"
    if kind == "pairs" and line.verb == "add" and tables.words("addable").keys() & set(line.rest[:1]):
        kind = f"pairs {line.rest[0]}" if line.rest[1:] else ""
    if kind == "removable" and line.rest and line.rest[0] not in combatants:
        kind = f"removable {line.rest[0]}" if tables.words(f"removable {line.rest[0]}") else kind
    if kind == "rule" and line.rest[:1] and line.rest[0] in SHIPPED:
        tables = Tables(line.rest[0])
    active = fight.get("active", "")
    who = next((word for word in line.rest if word in combatants), active if active in combatants else "")
    named = {*line.rest, who} if kind == "targets" else line.rest
    for word, meaning in words_of(kind, tables.words(kind), fight, who, named):
        if not kind.startswith(("pairs", "options")) or ("=" in typed) != word.endswith("="):
            yield word, meaning


def _aliases() -> Words:
    """The aliases of the configuration file, each with what it stands for."""
    from rbfcli.store.paths import config_files

    if not any(config_files(os.environ)):
        return
    from rbfcli.config.alias_table import table_now

    for name, alias in table_now(os.environ).aliases.items():
        yield name, alias.shown


def _shipped(kind: str) -> Words:
    from rbfcli.store.paths import list_encounters, list_scripts

    names = list_encounters() if kind == "encounter" else list_scripts()
    return ((name, f"shipped {kind}") for name in names)
