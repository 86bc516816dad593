"""An encounter as it is authored: read with all that it includes, its fight entered, or all its mistakes at once."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli.kernel.blocks import BLOCKS, in_order, mistakes_of_types
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.entering import entered
from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.limits import MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import Mistake, Place
from rbfcli.kernel.references import COMBATANT, CONDITION, PEOPLE, WEAPON, Words
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.soundness import mistakes_elsewhere, mistakes_on_sheet, wrong_ids
from rbfcli.session.expansion import Expansion
from rbfcli.session.in_play import keys_of_saves
from rbfcli.session.mistaken import Sources, few, refuse
from rbfcli.session.saves import rules_of
from rbfcli.session.sound import composed
from rbfcli.store.formats import FORMAT
from rbfcli.store.includes import Reading, read_with_includes
from rbfcli.store.validate import check_format

OF_THE_FILE = ("format", "include")
# The kinds of words that a file may have which cannot be read.
ELSEWHERE = frozenset({COMBATANT, CONDITION, WEAPON})


class Encounter(Struct, frozen=True):
    """A sound encounter: its rules, the fight it begins with, its tables composed and as they are `written`, its files.

    `people` says who builds on what, and where in the files a path of the fight stands.
    """

    rules: Rules
    fight: Any
    tables: Mapping[str, Any]
    written: Mapping[str, Any]
    sources: Sources
    people: Expansion


def read_encounter(path: str, budget: Budget) -> Encounter:
    """An encounter file. Raises Mistaken with every mistake, or InvalidFile where it cannot be read at all."""
    return encounter_of(read_with_includes(path, budget), budget)


def encounter_of(reading: Reading, budget: Budget) -> Encounter:
    """An encounter that was read. Raises as `read_encounter` does."""
    found = [*reading.wrong, *_wrong_format(reading.tables, reading.sources[0][0])]
    rules = _rules(reading, found)
    tables, sources = _composed(reading, found)
    found += wrong_ids(_of_the_fight(tables), tables.get("board"))
    only_in_saves = [*_only_in_saves(rules, tables)]
    found += only_in_saves
    authored = _without(tables, {each.path for each in only_in_saves})
    people = Expansion(authored.get(PEOPLE, {}), authored.get(BLOCKS, {}), found, budget)
    found += mistakes_of_types(rules.sheet, authored.get(BLOCKS, {}))
    raw = {**_of_the_fight(authored), **_blocks_in_order(authored), PEOPLE: people.made}
    fight = _typed(raw, _Read(rules, people, reading.whole), found)
    if fight is not None and not found:
        found += few(_mistakes(rules, fight))
    if fight is not None and not found:
        found, fight = entered(rules, fight)
    elif reading.whole:
        found += _refused(rules, raw, people, found)
    else:
        found = [each for each in found if each.path[-1:] != ("from",)]
    found += _odd(reading, found, people)
    if found:
        from rbfcli.session.misplaced import explained

        refuse(explained(found, rules, tables, people), sources, people.written)
    return Encounter(rules, fight, tables, reading.tables, sources, people)


class _Read(Struct, frozen=True):
    """What is known of an encounter before its fight is; it is `whole` where every file of it could be read."""

    rules: Rules
    people: Expansion
    whole: bool


def _wrong_format(tables: Mapping[str, Any], path: str) -> Iterator[Mistake]:
    """What is wrong with the format of a file. Raises InvalidFile where it is one that only a newer program reads."""
    try:
        check_format(tables, path)
    except InvalidFile as wrong:
        number = tables.get("format")
        if not tables or (type(number) is int and number > FORMAT):
            raise
        message = wrong.message.rpartition(": ")[2]
        yield Mistake((*(("format",) if "format" in tables else ()),), message, wrong.hint)


def _rules(reading: Reading, found: list[Mistake]) -> Rules:
    """The rules of the system that an encounter names. Raises Mistaken with what is wrong with that and before."""
    name = reading.sources[0][0]
    try:
        return rules_of(reading.tables, name)
    except InvalidFile as wrong:
        message = wrong.message.removeprefix(f"{name}: ")
        found = [*found, Mistake(("system",), message, wrong.hint, wrong.suggestions)]
        refuse(found, reading.sources)
        raise


def _composed(reading: Reading, found: list[Mistake]) -> tuple[Mapping[str, Any], Sources]:
    """Tables and texts with everything composed (NFC)."""
    if all(text.isascii() and "\\" not in text for _, text in reading.sources):
        return reading.tables, reading.sources
    return composed(reading.tables, found), [(name, composed(text, [])) for name, text in reading.sources]


def _of_the_fight(tables: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in tables.items() if key not in OF_THE_FILE}


def _blocks_in_order(tables: Mapping[str, Any]) -> dict[str, Any]:
    """The stat blocks with their keys in the order that a save has them in."""
    blocks = tables.get(BLOCKS)
    return {BLOCKS: {name: in_order(block) for name, block in blocks.items()}} if isinstance(blocks, Mapping) else {}


def _only_in_saves(rules: Rules, authored: Mapping[str, Any]) -> Iterator[Mistake]:
    """The keys that a play fills in, in the fight and in its stat blocks."""
    yield from keys_of_saves(rules.fight, authored)
    blocks = authored.get(BLOCKS, {})
    for name, block in blocks.items() if isinstance(blocks, Mapping) else ():
        yield from keys_of_saves(rules.sheet, block, (BLOCKS, name))


def _without(table: Mapping[str, Any], paths: set[Place], at: Place = ()) -> Mapping[str, Any]:
    """Tables without what stands at some paths; the same where there are none."""
    if not paths:
        return table
    return {
        key: _without(value, {each for each in paths if each[: len(at) + 1] == (*at, key)}, (*at, key))
        if isinstance(value, Mapping)
        else value
        for key, value in table.items()
        if (*at, key) not in paths
    }


def _typed(raw: Mapping[str, Any], read: "_Read", found: list[Mistake]) -> Any:
    """Plain tables as a fight; None where anything is wrong, and all else that is wrong is added to what was found."""
    try:
        fight = msgspec.convert(raw, read.rules.fight)
        if not found:
            return fight
    except msgspec.ValidationError as wrong:
        found += _misfits(raw, read) or ([] if found else [Mistake((), str(wrong))])
    from rbfcli.kernel.further_mistakes import further_mistakes

    elsewhere = None if read.whole else ELSEWHERE
    found += few(further_mistakes(read.rules, raw, authored=True, unknown=elsewhere))
    return None


def _misfits(raw: Mapping[str, Any], read: "_Read") -> list[Mistake]:
    """The values that fit no type, each once where it is written."""
    from rbfcli.kernel.type_mistakes import type_mistakes

    found: dict[tuple[Place, str], Mistake] = {}
    for each in type_mistakes(raw, read.rules.fight):
        if not (each.missing and str(each.path[-1]) in read.people.bare):
            found.setdefault((read.people.written(each.path), each.message), each)
        if len(found) > MISTAKES_OF_A_FILE:
            break
    return [*found.values()]


def _odd(reading: Reading, found: list[Mistake], people: Expansion) -> list[Mistake]:
    """The values that no file of ours holds, where nothing else is wrong with them."""
    told = {people.written(each.path) for each in found}
    return [each for each in reading.odd if not any(each.path[:end] in told for end in range(1, len(each.path) + 1))]


def _mistakes(rules: Rules, fight: Fight) -> Iterator[Mistake]:
    """All that is wrong with an authored fight before anybody enters it."""
    known = Words(rules, fight)
    yield from mistakes_elsewhere(known)
    for who in fight.combatants:
        yield from mistakes_on_sheet(known, who, authored=True)


def _refused(rules: Rules, raw: Mapping[str, Any], people: Expansion, found: list[Mistake]) -> list[Mistake]:
    """Who would not be let in besides; whoever builds on a stat block that is not there may have more on it."""
    from rbfcli.kernel.refused_anyway import refused_anyway

    refused = refused_anyway(rules, raw, found)
    return [each for each in refused if people.written(each.path)[1] not in people.bare]
