"""An attack that was rolled: its margin and bonuses, the damage it does, and how a saved question remembers it."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.attack.strike import Strike
from rbfcli.systems.rbf.carrying import weapon_of
from rbfcli.systems.rbf.check import RbfScene, fighter
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.damage import harm


class Blow(Struct, frozen=True, kw_only=True):
    """An attack after its roll: the margin, what is added to its damage, and how far its attacker leapt down."""

    strike: Strike
    margin: int
    bonus: tuple[Modifier, ...] = ()
    drop: int = 0


def to_facts(blow: Blow) -> dict[str, Any]:
    """What a saved question has to remember of a blow, as plain values, in the order in which a save holds them."""
    return {
        "weapon": blow.strike.weapon_id,
        "margin": blow.margin,
        "bonus": [[each.value, each.why, each.rule] for each in blow.bonus],
        "drop": blow.drop,
        "command": plainly(blow.strike.command),
    }


def from_facts(scene: RbfScene, facts: Mapping[str, Any]) -> Blow:
    """The blow that a saved question belongs to."""
    command = msgspec.convert(facts["command"], fighting.Attack)
    strike = Strike(
        who=command.who,
        targets=tuple(dict.fromkeys(command.targets)),
        weapon_id=facts["weapon"],
        weapon=weapon_of(scene.fight, facts["weapon"], club=command.club),
        command=command,
    )
    bonus = tuple(Modifier(value, why, rule) for value, why, rule in facts["bonus"])
    return Blow(strike=strike, margin=facts["margin"], bonus=bonus, drop=facts["drop"])


def plainly(command: Any) -> dict[str, Any]:
    """A command as values that a save can hold; faces given by hand are spent."""
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
    return {key: value for key, value in fields.items() if value is not None and key != "dice"}


def damage_of(scene: RbfScene, blow: Blow) -> tuple[Modifier, ...]:
    """Weapon damage, the skill with it, what is added, and the dice of a leap (RBF-ATK-3, RBF-TEC-LEAP)."""
    strike, weapon = blow.strike, blow.strike.weapon
    rolled = scene.roll_expression(strike.who, "damage", "RBF-ATK-3", str(weapon.damage))
    skill = max(0, fighter(scene, strike.who).skills.get(weapon.skill, 0))
    leapt = Modifier(blow.drop, "leap", "RBF-TEC-LEAP")
    parts = (Modifier(rolled, weapon.name, "RBF-ATK-3"), Modifier(skill, weapon.skill.capitalize(), "RBF-ATK-3"))
    return tuple(each for each in (*parts, *blow.bonus, leapt) if each.value)


def total(parts: tuple[Modifier, ...]) -> int:
    """The damage its parts add up to."""
    return sum(each.value for each in parts)


def deal(scene: RbfScene, blow: Blow, target: str, amount: int, *, why: str, rule: str) -> None:
    """Let a blow's damage fall on one target."""
    strike = blow.strike
    harm(scene, target, amount, rule, why=why, kind=strike.weapon.kind, lethal=not strike.command.nonlethal)


def half(scene: RbfScene, amount: int) -> int:
    """Half of some damage, rounded as the option says, at least 1 (RBF-ATK-8)."""
    return max(1, (amount + (scene.fight.options.halves == "up")) // 2)


def in_words(parts: tuple[Modifier, ...]) -> str:
    """The parts of some damage as a sum."""
    return " + ".join(f"{each.why} {each.value}" for each in parts)


def remember(scene: RbfScene, blow: Blow, dealt: int) -> None:
    """Keep a struggle, and the damage it did, for as long as it may be pushed."""
    scene.change("", "board.missed", {"who": blow.strike.who, "dealt": dealt, **to_facts(blow)}, "RBF-ATK-9")


def forget(scene: RbfScene, who: str = "") -> None:
    """The moment to push is over: the same one attacks again, or another turn begins."""
    if who in ("", scene.fight.board.missed.get("who")):
        scene.change("", "board.missed", {}, "RBF-ATK-9")
