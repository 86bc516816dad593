"""New sessions: from an authored encounter, or from nothing."""

import os
from collections.abc import Mapping
from typing import Any

import msgspec

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, RbfError, UsageError
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.references import check_fight, check_references
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sheets import copies, from_blocks
from rbfcli.kernel.visible import valid_id
from rbfcli.session.saves import rules_of
from rbfcli.session.session import Session
from rbfcli.store.includes import read_with_includes
from rbfcli.store.validate import check_format, convert
from rbfcli.systems.catalogue import load

SEED_BYTES = 8
MOST_COPIES = 1000
# What a combatant takes who enters a fight, and each entry of its sheet, in steps.
SHEET, ENTRY = 70, 3
TOO_MANY = "too many combatants to begin with", "lower a count, and add more when they come in"


def from_encounter(path: str, seed: str, source: str, budget: Budget | None = None) -> Session:
    """A session that begins as an encounter file says. Raises InvalidFile with every mistake."""
    budget = budget or Budget()
    tables, sources = read_with_includes(path, budget)
    check_format(tables, path)
    rules = rules_of(tables, path)
    check_ids(tables, path)
    raw = {key: value for key, value in tables.items() if key not in ("format", "include")}
    raw["combatants"] = expanded(tables.get("combatants", {}), tables.get("blocks", {}), path, budget)
    fight = convert(raw, rules.fight, sources=sources)
    start = msgspec.structs.replace(fight, combatants=entered(rules, fight, path), seed=seed or fight.seed or chance())
    try:
        check_fight(rules, start)
    except RbfError as wrong:
        raise InvalidFile(f"{path}: {wrong.message}", hint=wrong.hint) from None
    return Session(rules, start, source=source)


def check_ids(tables: Mapping[str, Any], path: str) -> None:
    """Refuse ids that nobody could type: of combatants, weapons, stat blocks, and of what is on the board."""
    board = tables.get("board", {})
    named = {name: tables.get(name) for name in ("combatants", "weapons", "blocks")}
    on_board = {f"board.{name}": part for name, part in board.items()} if isinstance(board, Mapping) else {}
    wrong = [
        f"{path}: {name}.{key}: {mistake}"
        for name, part in {**named, **on_board}.items()
        if isinstance(part, Mapping)
        for key in part
        if (mistake := _wrong_id(key))
    ]
    if wrong:
        raise InvalidFile("\n".join(wrong))


def _wrong_id(key: str) -> str:
    try:
        valid_id(key)
    except UsageError as wrong:
        return wrong.message
    return ""


def entered(rules: Rules, fight: Fight, path: str) -> dict[str, Combatant]:
    """The combatants as they enter one after the other, each with those before it in the fight. Raises InvalidFile."""
    ready: dict[str, Combatant] = {}
    so_far = msgspec.structs.replace(fight, combatants=ready)
    for who, one in fight.combatants.items():
        try:
            ready[who] = rules.prepare(so_far, one)
            check_references(rules, fight, who, ready[who])
        except RbfError as wrong:
            raise InvalidFile(f"{path}: combatants.{who}: {wrong.message}", hint=wrong.hint) from None
    return ready


def empty(system: str, title: str, seed: str) -> Session:
    """A session of a system with nobody in it."""
    rules = load(system)
    return Session(rules, rules.fight(system=system, title=title, seed=seed or chance()))


def chance() -> str:
    """A seed nobody can foresee."""
    return os.urandom(SEED_BYTES).hex()


def expanded(combatants: Any, blocks: Any, path: str, budget: Budget) -> Any:
    """Combatants with the stat blocks they build on, `count` of each. Raises InvalidFile, and LimitReached."""
    if not isinstance(combatants, Mapping) or not isinstance(blocks, Mapping):
        return combatants
    made: dict[str, Any] = {}
    for who, one in combatants.items():
        if not isinstance(one, Mapping):
            made[who] = one
            continue
        count, sheet = _count(who, one, path), _sheet(who, one, blocks, path)
        budget.spend(count * (SHEET + ENTRY * _entries(sheet)), *TOO_MANY)
        named = copies(who, str(sheet.get("name", who)), count, made)
        made.update({each: {**sheet, "name": name} for each, name in named})
    return made


def _count(who: str, one: Mapping[str, Any], path: str) -> int:
    count = one.get("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_COPIES:
        raise InvalidFile(f"{path}: combatants.{who}.count has to be from 1 to {MOST_COPIES}")
    return count


def _sheet(who: str, one: Mapping[str, Any], blocks: Mapping[str, Any], path: str) -> dict[str, Any]:
    try:
        return from_blocks({key: value for key, value in one.items() if key != "count"}, blocks)
    except UsageError as wrong:
        raise InvalidFile(f"{path}: combatants.{who}: {wrong.message}", hint=wrong.hint) from None


def _entries(part: Any) -> int:
    """How much a sheet holds, everything in it counted."""
    if isinstance(part, Mapping):
        return len(part) + sum(map(_entries, part.values()))
    return len(part) + sum(map(_entries, part)) if isinstance(part, list) else 0
