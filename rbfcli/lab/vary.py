"""Small changes of a fight, found from what its system declares: one more, one fewer, health, ammunition, numbers."""

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
from rbfcli.model.fight import Combatant, TurnSlot
from rbfcli.model.rules import Rules
from rbfcli.model.sheets import free_id

AMMO, WEAPONS = "ammo", "weapons"
# Up to here a number is one higher, beyond it by a tenth: percents are no target numbers.
SMALL = 20
Values = dict[Path, Any]
Change = tuple[str, Any]


class Variations(Struct, frozen=True):
    """Changed fights by what is changed, such as `one more thug`, and how many more there would be past the limit."""

    fights: dict[str, Any]
    left_out: int


def variations(rules: Rules, fight: Any) -> Variations:
    """The changes of a fight that its types allow and in which nothing is wrong that was not before."""
    known = {each.line for each in mistakes_in(rules, fight)}
    found = {what: changed for what, changed in _changes(rules, fight) if _is_sound(rules, changed, known)}
    kept = dict(list(found.items())[:CHANGES])
    return Variations(kept, len(found) - len(kept))


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
    """Whether a changed fight could be written down, and has no mistakes but those known before."""
    try:
        msgspec.convert(msgspec.to_builtins(changed), type(changed))
    except msgspec.ValidationError:
        return False
    return all(each.line in known for each in mistakes_in(rules, changed))


def _groups(rules: Rules, fight: Any) -> dict[str, list[str]]:
    """Those who stand, by what they are called: those of a side whose ids differ by a number are a group."""
    alike: dict[tuple[str, str], list[str]] = {}
    for who, one in fight.combatants.items():
        if rules.standing(one):
            alike.setdefault((one.side, who.rstrip("0123456789") or who), []).append(who)
    return {(name if len(group) > 1 else group[0]): group for (_, name), group in alike.items()}


def _sides(rules: Rules, fight: Any) -> dict[str, list[str]]:
    """The ids of those who stand, by side."""
    found: dict[str, list[str]] = {}
    for who, one in fight.combatants.items():
        if rules.standing(one):
            found.setdefault(one.side, []).append(who)
    return found


def _with_another(fight: Any, actor: str) -> Any:
    """The fight with another like somebody, who acts right behind."""
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
    """The fight without somebody; None where it cannot do without."""
    try:
        fewer = execute(rules, fight, Remove(who=(actor,))).fight
    except RbfError:
        return None
    return fewer if sides_standing(fewer, rules) == sides_standing(fight, rules) else None


def _healthier(rules: Rules, fight: Any, name: str, group: list[str]) -> Iterator[Change]:
    """Half more of whatever the health of some is counted in."""
    people = {who: _with_values(fight.combatants[who], _more_health(rules, fight.combatants[who])) for who in group}
    if any(people[who] != fight.combatants[who] for who in group):
        yield f"{name}: half more health", _with_people(fight, people)


def _more_health(rules: Rules, combatant: Any) -> Values:
    """The numbers and rows of a sheet that health is counted in, half more of each."""
    before = sum(rules.health(combatant))
    more = {
        path: _half_more(value) for path, value in _values_of(rules, combatant).items() if not isinstance(value, str)
    }
    return {
        path: value for path, value in more.items() if sum(rules.health(_with_value(combatant, path, value))) > before
    }


def _half_more(value: Any) -> Any:
    """A number and a half of it, or a row with half of its entries again."""
    if isinstance(value, int):
        return value + (abs(value) + 1) // 2
    return (*value, *value[: (len(value) + 1) // 2])


def _half_the_ammunition(rules: Rules, fight: Any, side: str, people: list[str]) -> Iterator[Change]:
    """Half the rounds in the weapons of a side, and half of what goes into those that only it has."""
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
    """Each number that anybody of a side has on the sheet, higher for all of the side who have it."""
    owners: dict[Path, dict[str, Any]] = {}
    for who in people:
        one = fight.combatants[who]
        health = _more_health(rules, one)
        for path, value in _values_of(rules, one).items():
            if path not in health:
                owners.setdefault(path, {})[who] = value
    for path, values in owners.items():
        step, higher = _higher(values)
        changed = {who: _with_value(fight.combatants[who], path, value) for who, value in higher.items()}
        yield f"{side}: {dotted(path)} {step}", _with_people(fight, changed)


def _better_things(rules: Rules, fight: Any) -> Iterator[Change]:
    """Each number of weapons and other things, higher for all that the same sides carry."""
    carriers = _carriers(rules, fight)
    for table, things in _tables(rules, fight).items():
        owners: dict[tuple[str, Path], dict[str, Any]] = {}
        for name, thing in things.items():
            sides = " and ".join(carriers.get(name, ()))
            for path, value in _numbers(rules, thing, (), table).items() if sides else ():
                owners.setdefault((sides, path), {})[name] = value
        for (sides, path), values in owners.items():
            step, higher = _higher(values)
            changed = {name: _with_value(things[name], path, value) for name, value in higher.items()}
            yield f"{sides}: {dotted((table, *path))} {step}", replace(fight, **{table: {**things, **changed}})


def _tables(rules: Rules, fight: Any) -> dict[str, dict[str, Any]]:
    """The tables of things of a fight; of weapons also those that the system brings and somebody carries."""
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
    """The sides whose people have a word on their sheets, by the word."""
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
    """What a system's own sheet has besides what play fills in and where somebody is."""
    never = {*Combatant.__struct_fields__, *combatant.in_play, *rules.whereabouts}
    return [field for field in combatant.__struct_fields__ if field not in never]


def _values_of(rules: Rules, combatant: Any) -> Values:
    """The numbers, rows of numbers and dice of a sheet, but for ammunition."""
    found: Values = {}
    for field in _fields(rules, combatant):
        if field != AMMO or rules.carrying is None:
            found |= _numbers(rules, getattr(combatant, field), (field,))
    return found


def _numbers(rules: Rules, value: Any, path: Path, table: str = "") -> Values:
    """The numbers that are not 0, rows of them, and dice, in a value and below it, by path."""
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
    """Numbers, rows and dice one higher, or by a tenth where they are large; and how to say it."""
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


def _with_values(owner: Any, values: Values) -> Any:
    for path, value in values.items():
        owner = _with_value(owner, path, value)
    return owner


def _with_value(owner: Any, path: Path, value: Any) -> Any:
    """A struct or mapping with another value at a path."""
    if not path:
        return value
    key, rest = path[0], path[1:]
    if isinstance(owner, Mapping):
        return {**owner, key: _with_value(owner[key], rest, value)}
    return replace(owner, **{key: _with_value(getattr(owner, key), rest, value)})
