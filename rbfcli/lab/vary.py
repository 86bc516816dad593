"""Small variations of a fight, derived from its system: combatants, health, ammunition and other numbers."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.integrity import DICE, PEOPLE, mistakes_in
from rbfcli.core.errors import RbfError
from rbfcli.core.limits import CHANGES
from rbfcli.core.paths import Path, dotted
from rbfcli.engine.play import execute
from rbfcli.engine.turns import sides_standing
from rbfcli.model.commands import Remove
from rbfcli.model.evolve import with_field
from rbfcli.model.fight import Combatant, TurnSlot
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import free_id

AMMO, WEAPONS = "ammo", "weapons"
# Numbers up to this are raised by one, larger ones by a tenth, as percentages are not target numbers.
SMALL = 20
Values = dict[Path, Any]
Change = tuple[str, Any]


def variations(rules: Rules, fight: Any) -> tuple[dict[str, Any], int]:
    """Return changed fights that fit their types and have no new errors, and the number omitted over the limit.

    Each has a description, such as `one more thug`.
    """
    known = {each.line for each in mistakes_in(rules, fight)}
    found = {what: changed for what, changed in _changes(rules, fight) if _is_sound(rules, changed, known)}
    return dict(list(found.items())[:CHANGES]), max(0, len(found) - CHANGES)


def _changes(rules: Rules, fight: Any) -> Iterator[Change]:
    groups = _groups(rules, fight)
    for name, group in groups.items():
        yield f"one more {name}", _with_another(fight, group[0])
    for name, group in groups.items():
        fewer = _without(rules, fight, group[-1])
        if fewer is not None:
            yield (f"one {name} fewer" if len(group) > 1 else f"without {name}"), fewer
    for name, group in groups.items():
        yield from _healthier(rules, fight, name, group)
    for side, people in _sides(rules, fight).items():
        yield from _half_the_ammunition(rules, fight, side, people)
        yield from _higher_numbers(rules, fight, side, people)
    yield from _better_things(rules, fight)


def _is_sound(rules: Rules, changed: Any, known: set[str]) -> bool:
    try:
        msgspec.convert(msgspec.to_builtins(changed), type(changed))
    except msgspec.ValidationError:
        return False
    return all(each.line in known for each in mistakes_in(rules, changed))


def _groups(rules: Rules, fight: Any) -> dict[str, list[str]]:
    """Return the standing combatants in groups by name.

    Combatants of one side whose ids differ only by a number are a group.
    """
    alike: dict[tuple[str, str], list[str]] = {}
    for who, one in fight.combatants.items():
        if rules.standing(one):
            alike.setdefault((one.side, who.rstrip("0123456789") or who), []).append(who)
    return {(name if len(group) > 1 else group[0]): group for (_, name), group in alike.items()}


def _sides(rules: Rules, fight: Any) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for who, one in fight.combatants.items():
        if rules.standing(one):
            found.setdefault(one.side, []).append(who)
    return found


def _with_another(fight: Any, actor: str) -> Any:
    """Return the fight with a copy of a combatant, who acts directly after it."""
    one = fight.combatants[actor]
    copy = free_id(actor.rstrip("0123456789") or actor, fight.combatants)
    order: list[TurnSlot] = []
    turn = fight.turn
    for place, slot in enumerate(fight.order):
        order.append(slot)
        if slot.who == actor:
            order.append(replace(slot, who=copy))
            turn += place < fight.turn
    return replace(fight, combatants={**fight.combatants, copy: one}, order=tuple(order), turn=turn)


def _without(rules: Rules, fight: Any, actor: str) -> Any:
    """Return the fight without a combatant, or None if its side would be gone."""
    try:
        fewer = execute(rules, fight, Remove(who=(actor,))).fight
    except RbfError:
        return None
    return fewer if sides_standing(fewer, rules) == sides_standing(fight, rules) else None


def _healthier(rules: Rules, fight: Any, name: str, group: list[str]) -> Iterator[Change]:
    people = {who: fight.combatants[who] for who in group}
    for who, one in people.items():
        for path, value in _more_health(rules, one).items():
            people[who] = with_field(people[who], path, value)
    if any(people[who] != fight.combatants[who] for who in group):
        yield f"{name}: half more health", _with_people(fight, people)


def _more_health(rules: Rules, combatant: Any) -> Values:
    """Return the numbers and tuples of a sheet that determine health, each raised by half."""
    before = sum(rules.health(combatant))
    more = {
        path: _half_more(value) for path, value in _values_of(rules, combatant).items() if not isinstance(value, str)
    }
    return {
        path: value for path, value in more.items() if sum(rules.health(with_field(combatant, path, value))) > before
    }


def _half_more(value: Any) -> Any:
    """Return a number raised by half, or a tuple with half of its entries repeated."""
    if isinstance(value, int):
        return value + (abs(value) + 1) // 2
    return (*value, *value[: (len(value) + 1) // 2])


def _half_the_ammunition(rules: Rules, fight: Any, side: str, people: list[str]) -> Iterator[Change]:
    """Yield the fight with half the rounds in a side's weapons.

    The capacity of weapons that only this side carries is halved too.
    """
    if rules.carrying is None:
        return
    find, carriers = rules.carrying().find, _carriers(rules, fight)
    weapons, changed = dict(fight.weapons), {}
    for who in people:
        one = fight.combatants[who]
        full = {each: find(fight, each).ammo for each in one.weapons}
        left = {each: one.ammo.get(each, rounds) // 2 for each, rounds in full.items() if rounds}
        changed[who] = replace(one, ammo={**one.ammo, **left})
        for each in left:
            if carriers[each] == {side: None}:
                weapons[each] = replace(find(fight, each), ammo=max(1, full[each] // 2))
    if any(changed[who].ammo != fight.combatants[who].ammo for who in people):
        yield f"{side}: half the ammunition", replace(_with_people(fight, changed), weapons=weapons)


def _higher_numbers(rules: Rules, fight: Any, side: str, people: list[str]) -> Iterator[Change]:
    """Yield the fight with each number on a side's sheets raised, for all who have it."""
    owners: dict[Path, dict[str, Any]] = {}
    for who in people:
        one = fight.combatants[who]
        health = _more_health(rules, one)
        for path, value in _values_of(rules, one).items():
            if path not in health:
                owners.setdefault(path, {})[who] = value
    for path, values in owners.items():
        step, higher = _higher(values)
        changed = {who: with_field(fight.combatants[who], path, value) for who, value in higher.items()}
        yield f"{side}: {dotted(path)} {step}", _with_people(fight, changed)


def _better_things(rules: Rules, fight: Any) -> Iterator[Change]:
    """Yield the fight with each number of weapons and other items raised, by carrying side."""
    carriers = _carriers(rules, fight)
    for table, things in _tables(rules, fight).items():
        owners: dict[tuple[str, Path], dict[str, Any]] = {}
        for name, thing in things.items():
            sides = " and ".join(carriers.get(name, ()))
            for path, value in _numbers(rules, thing, (), table).items() if sides else ():
                owners.setdefault((sides, path), {})[name] = value
        for (sides, path), values in owners.items():
            step, higher = _higher(values)
            changed = {name: with_field(things[name], path, value) for name, value in higher.items()}
            yield f"{sides}: {dotted((table, *path))} {step}", replace(fight, **{table: {**things, **changed}})


def _tables(rules: Rules, fight: Any) -> dict[str, dict[str, Any]]:
    fields = {name: getattr(fight, name) for name in fight.__struct_fields__ if name != PEOPLE}
    found = {
        name: dict(table)
        for name, table in fields.items()
        if isinstance(table, Mapping) and all(isinstance(each, Struct) for each in table.values())
    }
    if rules.carrying is not None:
        find = rules.carrying().find
        carried = (each for one in fight.combatants.values() for each in one.weapons)
        found[WEAPONS] = {**{each: find(fight, each) for each in carried}, **found.get(WEAPONS, {})}
    return found


def _carriers(rules: Rules, fight: Any) -> dict[str, dict[str, None]]:
    """Return, for each word on a sheet, the sides that have it."""
    found: dict[str, dict[str, None]] = {}
    for side, people in _sides(rules, fight).items():
        for who in people:
            for field in _fields(rules, fight.combatants[who]):
                for word in _words(getattr(fight.combatants[who], field)):
                    found.setdefault(word, {})[side] = None
    return found


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from value
        for each in value.values():
            yield from _words(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _words(each)


def _fields(rules: Rules, combatant: Any) -> list[str]:
    """Return the system's own sheet fields, except play state and location."""
    never = {*Combatant.__struct_fields__, *combatant.in_play, *rules.whereabouts}
    return [field for field in combatant.__struct_fields__ if field not in never]


def _values_of(rules: Rules, combatant: Any) -> Values:
    """Return the numbers, tuples of numbers and dice of a sheet, except ammunition."""
    found: Values = {}
    for field in _fields(rules, combatant):
        if field != AMMO or rules.carrying is None:
            found |= _numbers(rules, getattr(combatant, field), (field,))
    return found


def _numbers(rules: Rules, value: Any, path: Path, table: str = "") -> Values:
    if isinstance(value, int) and not isinstance(value, bool):
        return {path: value} if value else {}
    if isinstance(value, str):
        declared = rules.references.get(dotted((table, *path) if table else path)) == DICE
        return {path: value} if declared and value else {}
    if isinstance(value, tuple | list):
        return {path: tuple(value)} if value and all(type(each) is int for each in value) else {}
    if not isinstance(value, Struct | Mapping):
        return {}
    parts = value if isinstance(value, Mapping) else {key: getattr(value, key) for key in value.__struct_fields__}
    found: Values = {}
    for key, inner in parts.items():
        if not (table == WEAPONS and key == AMMO and rules.carrying is not None):
            found |= _numbers(rules, inner, (*path, key), table)
    return found


def _higher(values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a description of the step and the raised values: by one, or by a tenth if they are large."""
    numbers = [number for value in values.values() for number in (value if isinstance(value, tuple) else (value,))]
    large = any(isinstance(number, int) and abs(number) > SMALL for number in numbers)
    return "+10 %" if large else "+1", {key: _raised(value, large=large) for key, value in values.items()}


def _raised(value: Any, *, large: bool) -> Any:
    if isinstance(value, tuple):
        return tuple(_raised(each, large=large) for each in value)
    if isinstance(value, str):
        return f"{value}+1"
    return value + (max(1, abs(value) // 10) if large else 1)


def _with_people(fight: Any, people: Mapping[str, Any]) -> Any:
    return replace(fight, combatants={**fight.combatants, **people})
