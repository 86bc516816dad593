"""Completion in a shell: words of one kind, one per line, from the save or from the shipped files."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    Words = Iterable[tuple[str, str]]

PEOPLE = frozenset({"combatant", "combatants", "targets", "sheet", "settings"})


def complete(words: Sequence[str], write: Callable[[str], None]) -> int:
    """Answer `KIND [-e FILE] [VERB WORD...]` with lines `word TAB what it is`; with nothing if anything is wrong.

    It reads and never locks or writes. Words that are unsafe for a terminal or more than a line are left out.
    """
    try:
        write("".join(_lines(*words)))
    except Exception:  # noqa: BLE001 - a shell in the middle of a line has no use for an error
        return 0
    return 0


def _lines(kind: str, *line: str) -> Iterator[str]:
    from rbfcli.render.safe import safe

    save, line = (line[1], line[2:]) if line[:1] == ("-e",) else ("", line)
    for word, what in _shipped(kind) or _of_save(kind, save, line):
        if word and safe(word) == word:
            yield f"{word}\t{safe(what)}\n"


def _shipped(kind: str) -> Words:
    from rbfcli.store.paths import list_encounters, list_scripts

    listed = {"encounter": list_encounters, "script": list_scripts}.get(kind)
    return [(name, f"shipped {kind}") for name in listed()] if listed else ()


def _of_save(kind: str, save: str, line: Sequence[str]) -> Words:
    from rbfcli.store.paths import save_path
    from rbfcli.store.save_file import read_file
    from rbfcli.store.toml_text import decode, read_toml

    path = save_path(save, os.environ)
    tables = read_toml(_present(decode(read_file(path), path)).encode(), path)
    found = _plainly(kind, tables["fight"], line)
    return _by_the_rules(kind, tables, line) if found is None else found


def _present(text: str) -> str:
    """A save without the start of its fight: half the text, and half the time."""
    start, fight = text.find("\n[start]\n"), text.find("\n[fight]\n")
    return text[:start] + text[fight:] if 0 < start < fight else text


def _plainly(kind: str, fight: Mapping[str, Any], line: Sequence[str]) -> Words | None:
    """Words taken directly from the save; None for a kind that only the rules know."""
    combatants = fight.get("combatants", {})
    match kind:
        case "block":
            return [(name, "stat block") for name in fight.get("blocks", {})]
        case "answer":
            asked = fight.get("questions", ())[-fight.get("paused", {}).get("waiting", 1) :]
            return [(answer, each["who"]) for each in asked for answer in each["answers"]]
        case "condition" if line[1:2] == ("remove",):
            marked = [combatants[who] for who in line[2:] if who in combatants] or combatants.values()
            return [(name, one["name"]) for one in marked for name in one.get("conditions", {})]
        case _ if kind in PEOPLE:
            return _people(kind, combatants)
        case _:
            return None


def _people(kind: str, combatants: Mapping[str, Any]) -> Words:
    ending = "=" if kind == "settings" else ""
    for who, one in combatants.items():
        yield who + ending, ", ".join([one["name"], one.get("side", "foes"), *one.get("conditions", ())])
    if kind == "sheet":
        yield "fight", "its options, board and title"
    if kind in ("combatants", "targets"):
        yield from ((f"@{side}", "a side") for side in {one.get("side", "foes"): None for one in combatants.values()})


def _by_the_rules(kind: str, tables: Mapping[str, Any], line: Sequence[str]) -> Words:
    """Words that the rules know, as the prompt would suggest them."""
    from rbfcli.cli.imports import import_msgspec

    import_msgspec()
    from msgspec import convert

    from rbfcli.kernel.command import Arg
    from rbfcli.language.cursor import NO_VERB, CursorPlace
    from rbfcli.language.fights import fight_verbs
    from rbfcli.language.grammar import Parameter, grammar_of
    from rbfcli.language.names import NameContext
    from rbfcli.language.suggest_combatants import actor
    from rbfcli.language.suggest_values import KnownNames, values_for
    from rbfcli.systems.catalogue import load

    rules = load(tables["system"])
    context = NameContext(rules, convert(tables["fight"], rules.fight))
    command = fight_verbs(rules).get(line[0]) if line else None
    place = CursorPlace(
        typed="", start=0, grammar=grammar_of(command) if command else NO_VERB, positionals=tuple(line[1:])
    )
    context = NameContext(rules, context.fight, actor(place, context))
    parameter = Parameter(kind, Arg(kind, ""), many=False, default="", required=False)
    names = KnownNames(systems=(rules.name,))
    return [(found.word, found.what) for found in values_for(parameter, place, context, names)]
