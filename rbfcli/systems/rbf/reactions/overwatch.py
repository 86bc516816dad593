"""Overwatch: an attack prepared beforehand, made just before an enemy in range moves or acts (RBF-ACT-8)."""

from rbfcli.kernel.reactions import Occasion
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.attack.attack import can_attack, carry_out
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.economy import spend
from rbfcli.systems.rbf.reactions import in_between
from rbfcli.systems.rbf.sheet import is_enemy

RULE = "RBF-ACT-8"


def overwatch(scene: RbfScene, command: fighting.Overwatch) -> None:
    """Give up an action and prepare one technique, or an attack, until one's next turn (RBF-ACT-8)."""
    if command.technique and is_enemy(scene.one(command.who)):
        raise impossible("techniques belong to players", "RBF-TEC-1", "overwatch without one")
    spend(scene, command.who, RULE)
    scene.change(command.who, "overwatch", command.technique, RULE)
    scene.change(command.who, "overwatch_asks", command.ask, RULE)
    scene.afflict(command.who, "watching", RULE, rounds=1, edge="start")


def may_fire(scene: RbfScene, who: str, occasion: Occasion) -> bool:
    """Whether somebody on overwatch sees an enemy that its prepared attack can be made on (RBF-ACT-8)."""
    one, enemy = scene.one(who), scene.one(occasion.who)
    watches = "watching" in one.conditions and "blinded" not in one.conditions and standing(one)
    return watches and one.side != enemy.side and can_attack(scene, prepared(scene, who, occasion), "paid")


def may_fire_in_passing(scene: RbfScene, who: str, occasion: Occasion) -> bool:
    """Whether it is one of those into whose range a move has just led, and can fire (RBF-ACT-8)."""
    return who in occasion.facts["by"] and may_fire(scene, who, occasion)


def fires_unasked(scene: RbfScene, who: str, _occasion: Occasion) -> str:
    """An overwatch fires at the first enemy, unless its owner wants to be asked (RBF-ACT-8)."""
    return "" if scene.one(who).overwatch_asks else "fire"


def fire(scene: RbfScene, who: str, occasion: Occasion) -> None:
    """The prepared attack, which ends the overwatch (RBF-ACT-8)."""
    attack = prepared(scene, who, occasion)
    scene.happen("overwatch-fires", RULE, who=who, target=occasion.who)
    scene.relieve(who, "watching", RULE)
    with in_between(scene):
        carry_out(scene, attack, "paid")


def prepared(scene: RbfScene, who: str, occasion: Occasion) -> fighting.Attack:
    """The attack somebody prepared, on the enemy that moves or acts."""
    return fighting.Attack(who=who, targets=(occasion.who,), technique=scene.one(who).overwatch)
