"""Warnings about values that are valid but probably unintended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rbfcli.checking.integrity import PEOPLE
from rbfcli.core.errors import RbfError
from rbfcli.core.matching import nearest
from rbfcli.core.mistakes import Mistake, Place, misspelt_in, words_in
from rbfcli.model.rules import Rules

NEVER_READ = "no rule uses it"


def warnings_in(rules: Rules, fight: Any) -> Iterator[Mistake]:
    """Yield all warnings about a fight whose combatants have entered, the system's last."""
    if not fight.combatants:
        yield Mistake((PEOPLE,), "no combatants", "add a [combatants.ID] table")
    yield from _alike(fight)
    yield from rules.warnings(fight, "")
    for who in fight.combatants:
        yield from warnings_on(rules, fight, who)


def warnings_on(rules: Rules, fight: Any, actor: str) -> Iterator[Mistake]:
    """Yield all warnings about a combatant, the system's last."""
    one = fight.combatants[actor]
    yield from _carried(rules, fight, actor, one)
    if rules.health(one)[0] <= 0 and not one.conditions:
        yield Mistake((PEOPLE, actor), f"{one.name} starts with no health")
    yield from rules.warnings(fight, actor)


def no_foes(fight: Any) -> Iterator[Mistake]:
    """Yield a warning if all combatants are on one side, for systems that need at least two."""
    sides = {one.side for one in fight.combatants.values()}
    if len(sides) == 1:
        yield Mistake((PEOPLE,), f"all combatants are on side {sides.pop()}", 'give the enemies another side = "..."')


def never_read(path: Place, because: str, rule: str = "") -> Mistake:
    """Return the warning about a key that no rule will read."""
    return Mistake(path, f"{NEVER_READ}: {because}", "remove it", rule=rule)


def zero_defense(path: Place, rule: str) -> Mistake:
    """Return the warning about a defense that every attack reaches."""
    return Mistake(path, "every attack beats a defense of 0", "use a higher number", rule=rule)


def unskilled(path: Place, combatant: Any, skill: str, then: str, rule: str) -> Mistake:
    """Return the warning about a weapon whose skill its bearer lacks, with a similarly named skill if there is one."""
    near = next(iter(nearest(skill, combatant.skills)), "")
    hint = f"rename skills.{near} to skills.{skill}" if near else f"add skills.{skill}"
    return Mistake(
        path,
        f"{combatant.name} does not have the weapon's skill {skill!r}, so {then}",
        f"{hint}, or use another weapon",
        rule=rule,
    )


def unskilled_weapons(
    at: Place, combatant: Any, weapons: Mapping[str, Any], untrained: int, rule: str
) -> Iterator[Mistake]:
    """Yield the warnings about weapons, by id, whose skill their bearer lacks and rolls as `untrained`."""
    for number, each in enumerate(combatant.weapons):
        weapon = weapons.get(each)
        if weapon is not None and weapon.skill not in combatant.skills:
            yield unskilled((*at, "weapons", number), combatant, weapon.skill, f"rolls with {untrained:+d}", rule)


def nearly_named(path: Place, value: Any, known: Iterable[str], what: str) -> Iterator[Mistake]:
    """Yield a warning for each free-text word at a path that is nearly one of the known words."""
    for wrong in misspelt_in(path, value, known, what):
        (near,) = wrong.suggestions
        word = next(word for place, word in words_in(value, path) if place == wrong.path)
        yield Mistake(wrong.path, f"custom {what} {word!r} resembles {near!r}", wrong.hint)


def _alike(fight: Any) -> Iterator[Mistake]:
    """Yield a warning for combatants with the same name, and for ids that differ only in capitals."""
    names: dict[str, str] = {}
    ids: dict[str, str] = {}
    for who, one in fight.combatants.items():
        if names.setdefault(one.name, who) != who:
            yield Mistake(
                (PEOPLE, who, "name"), f"duplicate name {one.name!r} (also {names[one.name]})", "use another name"
            )
        if ids.setdefault(who.casefold(), who) != who:
            yield Mistake((PEOPLE, who), f"differs from {ids[who.casefold()]!r} only in case", "rename one of them")


def _carried(rules: Rules, fight: Any, actor: str, combatant: Any) -> Iterator[Mistake]:
    """Yield a warning for weapons in hand but not carried, and for ammo that no carried weapon uses."""
    if rules.carrying is None:
        return
    handles = rules.carrying()
    for hand in handles.hands:
        held = getattr(combatant, hand)
        if held and held not in (*combatant.weapons, handles.bare):
            yield Mistake((PEOPLE, actor, hand), f"{held} is not among {combatant.name}'s weapons", "add it to weapons")
    for weapon_id, rounds in combatant.ammo.items():
        at = (PEOPLE, actor, "ammo", weapon_id)
        if weapon_id not in combatant.weapons:
            yield never_read(at, f"{combatant.name} does not carry the weapon")
        elif rounds and not _counts(handles, fight, weapon_id):
            yield never_read(at, "its rounds are not counted")


def _counts(handles: Any, fight: Any, weapon_id: str) -> bool:
    try:
        weapon = handles.find(fight, weapon_id)
    except RbfError:
        return True
    return weapon is None or bool(weapon.ammo)
