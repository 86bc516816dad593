"""Encounter files: read with their includes, expanded, checked, and begun as sessions."""

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, reduce
from operator import getitem
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from rbfcli.checking.integrity import (
    BLOCKS,
    COMBATANT,
    CONDITION,
    PEOPLE,
    WEAPON,
    entered,
    further_mistakes,
    mistakes_in,
    mistakes_of_types,
    refused_anyway,
    without,
    wrong_block,
    wrong_ids,
)
from rbfcli.checking.locations import LocatedMistake, Sources, few, placed, require_valid
from rbfcli.checking.warnings import warnings_in
from rbfcli.core.errors import InvalidFile, UsageError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import COPIES, MISTAKES_OF_A_FILE, Budget
from rbfcli.core.matching import unambiguous_fix
from rbfcli.core.mistakes import Fix, Mistake, Place, rewritten
from rbfcli.core.type_errors import type_mistakes, unknown_key
from rbfcli.model.fight import PlainValue, in_order
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import copies, from_blocks
from rbfcli.session.edits import IN_A_SAVE
from rbfcli.session.saves import load_rules
from rbfcli.session.session import Session
from rbfcli.storage.includes import IncludedFiles, load_with_includes
from rbfcli.storage.paths import FORMAT
from rbfcli.storage.toml import check_format, count_entries
from rbfcli.systems.registry import load

# Steps for a combatant entering a fight, and for each entry of its sheet.
SHEET, ENTRY = 200, 12
TOO_MANY_BLOCKS = "too many stat blocks", "remove those that you do not need"
TOO_MANY = "too many combatants", "lower a count, and add more when they arrive"


class Expansion:
    """Combatants merged with the stat blocks they build on, `count` copies of each; `made` are the sheets.

    Mistakes are added to `found`. Combatants whose stat block is missing or circular are `bare`: made of their own
    keys only. `used` are the stat blocks in use, `moved` the warnings about ids already taken by a copy. Values that
    are not tables are left for the type check.
    """

    def __init__(self, combatants: Any, blocks: Any, found: list[Mistake], budget: Budget) -> None:
        self.made: Any = combatants
        self._blocks = blocks
        self._found = found
        self._budget = budget
        self.bare: set[str] = set()
        self.used: set[str] = set()
        self.moved: list[Mistake] = []
        self._origins: dict[str, str] = {}
        self._authored = combatants
        for block in blocks.values() if isinstance(blocks, Mapping) else ():
            budget.spend(SHEET + ENTRY * count_entries(block), *TOO_MANY_BLOCKS)
        if isinstance(combatants, Mapping) and isinstance(blocks, Mapping):
            self.made = {}
            for who, one in combatants.items():
                self.made.update(self._expanded(who, one) if isinstance(one, Mapping) else {who: one})

    def written(self, path: Place) -> Place:
        """Return where a path is written in the files: at the entry that was copied, or in a stat block."""
        if path[:1] != (PEOPLE,) or not self._origins.keys() & set(path[1:2]):
            return path
        who = self._origins[str(path[1])]
        inside, rest = self._authored[who], path[2:]
        while rest and rest[0] not in inside and who not in self.bare and "from" in inside:
            block = inside["from"]
            inside = self._blocks[block]
            if rest[0] in inside:
                return (BLOCKS, block, *rest)
        return (PEOPLE, who, *rest)

    def _expanded(self, actor: str, one: Mapping[str, Any]) -> dict[str, Any]:
        count = self._count(actor, one)
        sheet = self._sheet(actor, one)
        sheet.pop("count", None)
        self._budget.spend(count * (SHEET + ENTRY * count_entries(sheet)), *TOO_MANY)
        name = sheet.get("name", actor)
        made = copies(actor, str(name), count, self.made)
        self._origins.update(dict.fromkeys((each for each, _ in made), actor))
        if actor in self.made:
            message = f"another copy has this id, so this one is called {made[0][0]}"
            self.moved.append(Mistake((PEOPLE, actor), message, "rename one of them"))
        return {each: {**sheet, "name": named if isinstance(name, str) else name} for each, named in made}

    def _count(self, actor: str, one: Mapping[str, Any]) -> int:
        """Return the number of copies, or 1 if the value is invalid."""
        count = one.get("count", 1)
        if type(count) is int and 1 <= count <= COPIES:
            return count
        meant = rewritten(count, inspect.IntType())
        sure = type(meant) is int and 1 <= meant <= COPIES
        message = f"must be a whole number from 1 to {COPIES}"
        hint = "" if type(count) is int else f"to roll for it when they join: add NAME --from BLOCK --count {count}"
        fix = Fix("value", meant) if sure else None
        self._found.append(Mistake((PEOPLE, actor, "count"), message, hint, fix=fix))
        return meant if sure else 1

    def _sheet(self, actor: str, one: Mapping[str, Any]) -> dict[str, Any]:
        """Return a sheet merged with its stat blocks, or without any if they are invalid."""
        try:
            sheet = from_blocks(one, self._blocks)
        except UsageError as wrong:
            self.bare.add(actor)
            if one.get("from") not in [*self._blocks]:  # mistakes in a stat block are reported there
                self._found.append(wrong_block((PEOPLE, actor, "from"), wrong, one["from"], self._blocks))
            return {key: value for key, value in one.items() if key != "from"}
        block = one.get("from")
        while block is not None and block not in self.used:
            self.used.add(block)
            block = self._blocks[block].get("from")
        return sheet


def keys_of_saves(kind: type[PlainValue], table: Any, at: Place = ()) -> Iterator[Mistake]:
    """Yield a mistake for each key that only saves may have, in a table of a type and all tables inside it."""
    if not isinstance(table, Mapping):
        return
    for key in sorted(kind.in_play.intersection(table)):
        yield Mistake((*at, key), "this key belongs only in a save", "remove it")
    for name, (inner, several) in _further(kind).items():
        value, path = table.get(name), (*at, name)
        inside = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
        for at_it, each in [((*path, key), one) for key, one in inside] if several else [(path, value)]:
            yield from keys_of_saves(inner, each, at_it)


@cache
def _further(kind: type[PlainValue]) -> dict[str, tuple[type[PlainValue], bool]]:
    """Return the fields that may contain keys of saves: the type of each, and whether it holds several."""
    found: dict[str, tuple[type[PlainValue], bool]] = {}
    for name, hint in get_type_hints(kind).items():
        for inner in (hint, *get_args(hint)) if name in kind.__struct_fields__ and name not in kind.in_play else ():
            if isinstance(inner, type) and issubclass(inner, PlainValue) and (inner.in_play or _further(inner)):
                found[name] = inner, hint is not inner and type(None) not in get_args(hint)
    return found


OF_THE_FILE = ("format", "include")
# The kinds of words that an unreadable file may define.
ELSEWHERE = frozenset({COMBATANT, CONDITION, WEAPON})


class Encounter(Struct, frozen=True):
    """A valid encounter: rules, first fight, tables, files, and the expanded `people`."""

    rules: Rules
    fight: Any
    tables: Mapping[str, Any]
    sources: Sources
    people: Expansion


def read_encounter(path: str, budget: Budget) -> Encounter:
    """Return an encounter from a file. Raises InvalidEncounter with every mistake, or InvalidFile."""
    return encounter_of(load_with_includes(path, budget), budget)


def encounter_of(reading: IncludedFiles, budget: Budget) -> Encounter:
    """Return an encounter from tables that were read. Raises the same errors as `read_encounter`."""
    found = [*reading.wrong, *_wrong_format(reading.tables, reading.sources[0][0])]
    rules = _rules(reading, found)
    tables, sources = reading.tables, reading.sources
    found += wrong_ids(_of_the_fight(tables), tables.get("board"))
    only_in_saves = [*_only_in_saves(rules, tables)]
    found += only_in_saves
    authored = without(tables, {each.path for each in only_in_saves})
    people = Expansion(authored.get(PEOPLE, {}), authored.get(BLOCKS, {}), found, budget)
    found += mistakes_of_types(rules.sheet, authored.get(BLOCKS, {}))
    raw = {**_of_the_fight(authored), PEOPLE: people.made}
    fight = _typed(raw, rules, people, found, whole=reading.whole)
    if fight is not None and not found:
        found += few(mistakes_in(rules, fight, authored=True))
    if fight is not None and not found:
        found, fight = entered(rules, fight)
    elif reading.whole:
        refused = refused_anyway(rules, raw, found)  # the sheet of an invalid stat block is incomplete
        found += (each for each in refused if people.written(each.path)[1] not in people.bare)
    else:
        found = [each for each in found if each.path[-1:] != ("from",)]
    told = {people.written(each.path) for each in found}
    found += [odd for odd in reading.odd if told.isdisjoint(odd.path[:end] for end in range(1, len(odd.path) + 1))]
    if found:
        require_valid(explained(found, rules, tables, people), sources, people.written)
    return Encounter(rules, fight, tables, sources, people)


def _wrong_format(tables: Mapping[str, Any], path: str) -> Iterator[Mistake]:
    """Yield the mistake in a file's format. Raises InvalidFile if the file is empty or needs a newer program."""
    try:
        check_format(tables, path)
    except InvalidFile as wrong:
        number = tables.get("format")
        if not tables or (type(number) is int and number > FORMAT):
            raise
        message = wrong.message.rpartition(": ")[2]
        yield Mistake((*(("format",) if "format" in tables else ()),), message, wrong.hint)


def _rules(reading: IncludedFiles, found: list[Mistake]) -> Rules:
    """Return the rules of an encounter's system. Raises InvalidEncounter with this and the earlier mistakes."""
    name = reading.sources[0][0]
    try:
        return load_rules(reading.tables, name)
    except InvalidFile as wrong:
        message = wrong.message.removeprefix(f"{name}: ")
        found = [*found, Mistake(("system",), message, wrong.hint, wrong.suggestions)]
        require_valid(found, reading.sources)
        raise


def _of_the_fight(tables: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tables of a fight, with the keys of stat blocks in the order that saves use."""
    found = {key: value for key, value in tables.items() if key not in OF_THE_FILE}
    if isinstance(blocks := found.get(BLOCKS), Mapping):
        found[BLOCKS] = {name: in_order(block) for name, block in blocks.items()}
    return found


def _only_in_saves(rules: Rules, authored: Mapping[str, Any]) -> Iterator[Mistake]:
    yield from keys_of_saves(rules.fight, authored)
    blocks = authored.get(BLOCKS, {})
    for name, block in blocks.items() if isinstance(blocks, Mapping) else ():
        yield from keys_of_saves(rules.sheet, block, (BLOCKS, name))


def _typed(raw: Mapping[str, Any], rules: Rules, people: Expansion, found: list[Mistake], *, whole: bool) -> Any:
    """Return plain tables as a fight, or None if there are mistakes. New mistakes are added to `found`."""
    try:
        fight = msgspec.convert(raw, rules.fight)
        if not found:
            return fight
    except msgspec.ValidationError as wrong:
        found += _misfits(raw, rules, people) or ([] if found else [Mistake((), str(wrong))])
    elsewhere = None if whole else ELSEWHERE
    found += few(further_mistakes(rules, raw, authored=True, unknown=elsewhere))
    return None


def _misfits(raw: Mapping[str, Any], rules: Rules, people: Expansion) -> list[Mistake]:
    """Return the values of a wrong type, each once at the place where it is written."""
    found: dict[tuple[Place, str], Mistake] = {}
    for each in type_mistakes(raw, rules.fight):
        if not (each.missing and str(each.path[-1]) in people.bare):
            found.setdefault((people.written(each.path), each.message), each)
        if len(found) > MISTAKES_OF_A_FILE:
            break
    return [*found.values()]


SEED_BYTES = 8


def from_encounter(path: str, seed: str, source: str, budget: Budget | None = None) -> Session:
    """Return a session that begins as an encounter file says. Raises InvalidFile with every mistake."""
    return session_from_tables(read_encounter(path, budget or Budget()), seed, source)


def from_tables(authored: Mapping[str, Any], sources: Sources, seed: str, source: str, budget: Budget) -> Session:
    """Return a session that begins as an encounter's tables say. Raises InvalidFile with every mistake."""
    return session_from_tables(encounter_of(IncludedFiles.of(authored, sources, budget), budget), seed, source)


def session_from_tables(read: Encounter, seed: str, source: str) -> Session:
    """Return a session that begins with an encounter."""
    fight = msgspec.structs.replace(read.fight, seed=seed or read.fight.seed or chance())
    return Session(read.rules, fight, source=source)


def empty(system: str, title: str, seed: str) -> Session:
    """Return a session of a system, without combatants."""
    rules = load(system)
    return Session(rules, rules.fight(system=system, title=title, seed=seed or chance()))


def chance() -> str:
    """Return an unpredictable seed."""
    return os.urandom(SEED_BYTES).hex()


def warnings_of(read: Encounter) -> list[LocatedMistake]:
    """Return all warnings of an encounter with their places, without unused blocks of included files."""
    found = placed(warnings_in(read.rules, read.fight), read.sources, read.people.written)
    # A file without combatants is only for including.
    unused = (each for each in read.tables.get(BLOCKS, {}) if each not in read.people.used and read.tables.get(PEOPLE))
    no_use = "no combatant uses this stat block"
    found += placed((Mistake((BLOCKS, each), no_use, f"try: add NAME --from {each}") for each in unused), read.sources)
    own = read.sources[0][0]
    told = [each for each in found if each.position.file == own or each.mistake.path[:1] == (PEOPLE,)]
    return sorted([*told, *placed(read.people.moved, read.sources)], key=lambda each: each.position)


def warnings_of_save(session: Session, name: str, text: str) -> list[LocatedMistake]:
    """Return the system's warnings about a saved fight, with their places in the save's text."""
    rules, fight = session.rules, session.fight
    found = [each for who in ("", *fight.combatants) for each in rules.warnings(fight, who)]
    return placed(found, [(name, text)], lambda path: (*IN_A_SAVE, *path))


# Imported when called: only mistakes need it.
tables_of = LazyFunction("rbfcli.language.keys", "tables_of")

UNKNOWN, MOST_OWNERS = "unknown key", 2
# Keys that a file may have but a fight does not.
FROM, COUNT, KEYS_OF_FILES = "from", "count", ("format", "include")


def explained(found: Sequence[Mistake], rules: Rules, tables: Mapping[str, Any], people: Expansion) -> list[Mistake]:
    """Return mistakes, with a better hint for each unknown key: a key that was meant, or the table it belongs to."""
    if not any(each.message == UNKNOWN for each in found):
        return [*found]
    known: dict[str, list[str]] = {}
    for table in tables_of(rules):
        for key in table.keys if table.heading.startswith("[") else ():
            known.setdefault(key.name, []).append(table.heading)
    told = [_explained(each, rules, tables, known, people.written(each.path)) for each in found]
    without = {each.path[:2] for each in told if each.message == UNKNOWN and FROM in each.suggestions}
    return [each for each in told if not (each.missing and each.path in without)]


def _explained(mistake: Mistake, rules: Rules, tables: Any, known: Mapping[str, list[str]], written: Place) -> Mistake:
    if mistake.message != UNKNOWN:
        return mistake
    kind, more = {
        (PEOPLE, 3): (rules.sheet, (FROM, COUNT)),
        (BLOCKS, 3): (rules.sheet, (FROM,)),
        (written[0], 1): (rules.fight, KEYS_OF_FILES),
    }.get((written[0], len(written)), (None, ()))
    if kind is not None:
        keys = dict.fromkeys((*kind.__struct_fields__, *more))
        table: Any = reduce(getitem, written[:-1], tables)
        again = unknown_key(written, table, keys, kind.in_play)
        mistake = replace(mistake, hint=again.hint, suggestions=again.suggestions, fix=again.fix)
        if len(written) == 1 and isinstance(table[written[-1]], Mapping) and not again.suggestions:
            mistake = replace(mistake, hint=f"help {rules.name} lists all tables")
    return _with_owner(mistake, str(written[-1]), known.get(str(written[-1]), ()))


def _with_owner(mistake: Mistake, key: str, tables: Sequence[str]) -> Mistake:
    """Return a mistake without its fix if its key belongs to another table.

    The key may be misplaced as well as misspelt. Only a fix of capitals, spaces or separators is kept.
    """
    if not tables or (mistake.fix and unambiguous_fix(key, [str(mistake.fix.new)])):
        return mistake
    if mistake.fix:
        return replace(mistake, fix=None)
    return replace(mistake, hint=f"it belongs to {' or '.join(tables[:MOST_OWNERS])}", suggestions=(), fix=None)
