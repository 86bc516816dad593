"""One-liners: stand-ins on whom an attack, a defense and stabilising are played from numbers alone."""

from typing import Any

from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.sheet import MEDICAL_KIT, Fighter, RbfFight, Weapon

PLENTY = 1_000_000


def attack(command: fighting.AttackNumbers) -> tuple[RbfFight, fighting.Attack]:
    """A player attacks an enemy, with the skill and the weapon's damage of the line (RBF-ATK-1)."""
    skill: Any = command.skill
    weapon = Weapon(name="weapon", skill=skill, damage=command.damage)
    people = {
        "attacker": player("the attacker", skills={command.skill: 0}, weapons=("weapon",), held="weapon"),
        "target": Fighter(name="the target", side="targets", hp=PLENTY, max_hp=PLENTY, tn=command.tn),
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
    target = player("the target", skills={"dodge": 0}, armour=command.armour)
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
    """A player that stands in, with health that no damage uses up."""
    return Fighter(**{"name": name, "side": "players", "hp": PLENTY, "max_hp": PLENTY, **fields})
