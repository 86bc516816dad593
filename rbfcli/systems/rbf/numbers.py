"""One-liners: stand-ins on whom an attack, a defense and stabilising are played from numbers alone."""

from typing import Any

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.sheet import MEDICAL_KIT, Fighter, RbfFight, Weapon


def attack(command: fighting.AttackNumbers) -> tuple[RbfFight, fighting.Attack]:
    """A player attacks an enemy, with the skill and the weapon's damage of the line (RBF-ATK-1)."""
    skill: Any = command.skill
    weapon = Weapon(name="weapon", skill=skill, damage=command.damage)
    people = {
        "attacker": player("the attacker", skills={command.skill: 0}, weapons=("weapon",), held="weapon"),
        "target": Fighter(name="the target", side="targets", tn=command.tn, **health(2 * highest(command.damage))),
    }
    return RbfFight(system="rbf", combatants=people, weapons={"weapon": weapon}), fighting.Attack(
        who="attacker",
        targets=("target",),
        critical="double",
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
        dice=command.dice,
        answer=command.answer,
    )


def damage_save(command: fighting.DamageSaveNumbers) -> tuple[RbfFight, fighting.DamageSave]:
    """A player defends against a stated danger, in the armour of the line (RBF-DEF-1)."""
    most = highest(command.damage) if command.most is None else command.most
    target = player("the target", skills={"dodge": 0}, armour=command.armour, **health(most))
    return RbfFight(system="rbf", combatants={"target": target}), fighting.DamageSave(
        who="target",
        tn=command.tn,
        damage=command.damage,
        most=command.most,
        condition="none",
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
        dice=command.dice,
        answer=command.answer,
    )


def stabilize(command: fighting.StabilizeNumbers) -> tuple[RbfFight, fighting.Stabilize]:
    """A player with a medical kit treats another that is dying (RBF-STB-1)."""
    people = {
        "helper": player("the helper", skills={"medicine": 0}, items=(MEDICAL_KIT,)),
        "target": player("the target", conditions={"dying": Condition(amount=1)}),
    }
    return RbfFight(system="rbf", combatants=people), fighting.Stabilize(
        who="target",
        by="helper",
        bad=command.bad,
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
        dice=command.dice,
        answer=command.answer,
    )


def player(name: str, **fields: Any) -> Fighter:
    """A player that stands in."""
    return Fighter(**{"name": name, "side": "players", **health(0), **fields})


def health(damage: int) -> dict[str, Any]:
    """More health than some damage takes away, as a round number."""
    most = 100
    while most <= damage:
        most *= 10
    return {"hp": most, "max_hp": most}
