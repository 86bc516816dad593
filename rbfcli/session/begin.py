"""New sessions: from an authored encounter, or from nothing."""

import os
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from rbfcli.kernel.blocks import BLOCKS, in_order, mistakes_of_types
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.conditions import with_own_words
from rbfcli.kernel.errors import InvalidFile, RbfError, UsageError
from rbfcli.kernel.fight import Combatant, Fight, Plain
from rbfcli.kernel.mistakes import MOST_TOLD, Mistake, Place, mistake
from rbfcli.kernel.references import PEOPLE, Words
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sheets import copies, from_blocks
from rbfcli.kernel.soundness import mistakes_elsewhere, mistakes_on_sheet, wrong_ids
from rbfcli.session.saves import rules_of
from rbfcli.session.session import Session
from rbfcli.session.sound import Sources, composed, refuse, typed
from rbfcli.store.includes import read_with_includes
from rbfcli.store.validate import check_format, places
from rbfcli.systems.catalogue import load

SEED_BYTES = 8
MOST_COPIES = 1000
# What a combatant takes who enters a fight, and each entry of its sheet, in steps.
SHEET, ENTRY = 200, 12
TOO_MANY_BLOCKS = "too many stat blocks", "leave out those that nobody needs"
TOO_MANY = "too many combatants to begin with", "lower a count, and add more when they come in"


def from_encounter(path: str, seed: str, source: str, budget: Budget | None = None) -> Session:
    """A session that begins as an encounter file says. Raises InvalidFile with every mistake."""
    budget = budget or Budget()
    authored, sources = read_with_includes(path, budget)
    return from_tables(authored, sources, seed, source, budget)


def from_tables(authored: Mapping[str, Any], sources: Sources, seed: str, source: str, budget: Budget) -> Session:
    """A session that begins as the tables of an encounter say, read from `sources`, the first of them its own file.

    Raises InvalidFile with every mistake.
    """
    check_format(authored, sources[0][0])
    rules = _rules(authored, sources)
    found: list[Mistake] = []
    tables = authored
    if not all(text.isascii() and "\\" not in text for _, text in sources):
        tables = composed(authored, found)
        sources = [(name, composed(text, [])) for name, text in sources]
    raw = {key: value for key, value in tables.items() if key not in ("format", "include")}
    found += wrong_ids(raw, raw.get("board"))
    if isinstance(raw.get(BLOCKS), Mapping):
        raw[BLOCKS] = {name: in_order(block) for name, block in raw[BLOCKS].items()}
    people = Expansion(tables.get(PEOPLE, {}), tables.get(BLOCKS, {}), found, budget)
    raw[PEOPLE] = people.made
    found += mistakes_of_types(rules.sheet, tables.get(BLOCKS, {}))
    fight = typed(raw, rules, found, sources, people.written)
    of_saves = [*_in_play(rules, tables)]
    found, start = entered(rules, fight)
    found = [*of_saves, *(each for each in found if not any(_inside(each.path, saved.path) for saved in of_saves))]
    refuse(found, sources, people.written)
    return Session(rules, msgspec.structs.replace(start, seed=seed or fight.seed or chance()), source=source)


def _rules(authored: Mapping[str, Any], sources: Sources) -> Rules:
    """The rules of the system that an encounter names. Raises InvalidFile with file and line."""
    try:
        return rules_of(authored, sources[0][0])
    except InvalidFile:
        return rules_of(authored, places(sources)(("system",)))


def _inside(path: Place, outer: Place) -> bool:
    return path[: len(outer)] == outer


def _in_play(rules: Rules, authored: Mapping[str, Any]) -> Iterator[Mistake]:
    """The keys that a play fills in, which only saves have."""
    board = type(rules.fight(system=rules.name).board)
    tables: list[tuple[type[Plain], Place, Any]] = [(rules.fight, (), authored)]
    tables.append((board, ("board",), authored.get("board", {})))
    for sheets in (PEOPLE, BLOCKS):
        tables += ((rules.sheet, (sheets, name), sheet) for name, sheet in authored.get(sheets, {}).items())
    for kind, path, table in tables:
        for key in sorted(kind.in_play.intersection(table)):
            yield Mistake((*path, key), "only a save has this key", "leave it out")


def entered(rules: Rules, fight: Fight) -> tuple[list[Mistake], Fight]:
    """All that is wrong with an authored fight, and the fight with its combatants entered, one after the other.

    Nobody enters a fight that is wrong elsewhere, nor with a sheet that is wrong, nor once there is more than is told.
    """
    known = Words(rules, fight)
    found = [*mistakes_elsewhere(known)]
    may_enter = not found
    ready: dict[str, Combatant] = {}
    so_far = msgspec.structs.replace(fight, combatants=ready)
    for who, one in fight.combatants.items():
        wrong = [*mistakes_on_sheet(known, who, authored=True)]
        if may_enter and not wrong and len(found) <= MOST_TOLD:
            try:
                ready[who] = rules.prepare(so_far, with_own_words(one))
            except RbfError as no:
                wrong = [mistake((PEOPLE, who), no)]
        found += wrong
        ready.setdefault(who, one)
    return found, so_far


def empty(system: str, title: str, seed: str) -> Session:
    """A session of a system with nobody in it."""
    rules = load(system)
    return Session(rules, rules.fight(system=system, title=title, seed=seed or chance()))


def chance() -> str:
    """A seed nobody can foresee."""
    return os.urandom(SEED_BYTES).hex()


class Expansion:
    """Combatants with the stat blocks they build on, `count` of each; `made` are the sheets.

    Mistakes on the way are added to `found`. What is no table is left for the reading to refuse.
    """

    def __init__(self, combatants: Any, blocks: Any, found: list[Mistake], budget: Budget) -> None:
        self.made: Any = combatants
        self._blocks = blocks
        self._found = found
        self._budget = budget
        self._origins: dict[str, str] = {}
        self._authored = combatants
        for block in blocks.values() if isinstance(blocks, Mapping) else ():
            budget.spend(SHEET + ENTRY * _entries(block), *TOO_MANY_BLOCKS)
        if isinstance(combatants, Mapping) and isinstance(blocks, Mapping):
            self.made = {}
            for who, one in combatants.items():
                self.made.update(self._expanded(who, one) if isinstance(one, Mapping) else {who: one})

    def written(self, path: Place) -> Place:
        """Where in the files stands what a path leads to: with the one that was copied, or in a stat block."""
        if path[:1] != (PEOPLE,) or not self._origins.keys() & set(path[1:2]):
            return path
        who = self._origins[str(path[1])]
        inside, rest = self._authored[who], path[2:]
        while rest and rest[0] not in inside and "from" in inside:
            block = inside["from"]
            inside = self._blocks[block]
            if rest[0] in inside:
                return (BLOCKS, block, *rest)
        return (PEOPLE, who, *rest)

    def _expanded(self, who: str, one: Mapping[str, Any]) -> dict[str, Any]:
        count = one.get("count", 1)
        if type(count) is not int or not 1 <= count <= MOST_COPIES:
            self._found.append(Mistake((PEOPLE, who, "count"), f"must be a whole number from 1 to {MOST_COPIES}"))
            return {}
        try:
            sheet = from_blocks(one, self._blocks)
        except UsageError as wrong:
            if one.get("from") not in [*self._blocks]:  # what is wrong in a stat block is told there
                self._found.append(mistake((PEOPLE, who, "from"), wrong))
            return {}
        sheet.pop("count", None)
        self._budget.spend(count * (SHEET + ENTRY * _entries(sheet)), *TOO_MANY)
        name = sheet.get("name", who)
        made = copies(who, str(name), count, self.made)
        self._origins.update(dict.fromkeys((each for each, _ in made), who))
        return {each: {**sheet, "name": named if isinstance(name, str) else name} for each, named in made}


def _entries(part: Any) -> int:
    """How much a sheet holds, everything in it counted."""
    if isinstance(part, Mapping):
        return len(part) + sum(map(_entries, part.values()))
    return len(part) + sum(map(_entries, part)) if isinstance(part, list) else 0
