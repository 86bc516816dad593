"""An attack: the verb, and all that refuses it before its dice (RBF-ATK, RBF-DEF-1)."""

from msgspec.structs import replace

from rbfcli.kernel.later import later_in
from rbfcli.systems.rbf.attack.choices import critical_word, require, technique_word
from rbfcli.systems.rbf.attack.outcomes import COMPLICATIONS
from rbfcli.systems.rbf.attack.roll import forget
from rbfcli.systems.rbf.attack.strike import Cost, Strike, check_strike, strike_of
from rbfcli.systems.rbf.check import RbfScene, chosen
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.defense import PLACED
from rbfcli.systems.rbf.economy import must_stand
from rbfcli.systems.rbf.sheet import EXPERT_DUELIST, has, is_enemy

later = later_in("rbfcli.systems.rbf.attack")
by_enemy, by_player = later("by_enemy.attack_by_enemy"), later("by_player.attack_by_player")


def attack(scene: RbfScene, command: fighting.Attack) -> None:
    """Players roll for everything: to hit when they attack, to defend when an enemy does (RBF-ATK-1, RBF-DEF-1)."""
    if command.reaction:
        check_occasion(scene, command)
    carry_out(scene, command, "reaction" if command.reaction else "action")


def check_occasion(scene: RbfScene, command: fighting.Attack) -> None:
    """Refuse a reaction without its feature, or without the offer just before it (RBF-REA-1)."""
    must_stand(scene, command.who)
    one = scene.one(command.who)
    if not has(one, EXPERT_DUELIST):
        scene.refuse(
            f"{one.name} has no feature that grants a reaction attack", "RBF-REA-1", f"it needs {EXPERT_DUELIST}"
        )
    offered = [each.facts["target"] for each in scene.lapsed if (each.kind, each.who) == ("riposte", command.who)]
    if not any(each in command.targets for each in offered):
        scene.refuse(
            f"{one.name} has nothing to react to",
            "RBF-REA-1",
            "a critical success with Dodge against that enemy comes first",
        )


def carry_out(scene: RbfScene, command: fighting.Attack, cost: Cost) -> None:
    """An attack, whatever it costs: all that refuses it comes before its dice."""
    strike = declare(scene, command, cost)
    forget(scene, command.who)
    (by_enemy if is_enemy(scene.one(command.who)) else by_player)(scene, strike)


def declare(scene: RbfScene, command: fighting.Attack, cost: Cost) -> Strike:
    """The attack that a command means. Raises RbfError where it cannot be made."""
    strike = strike_of(scene, in_full(command), cost)
    check_strike(scene, strike)
    if strike.command.technique or strike.command.critical not in ("", "double"):
        require(scene, strike)
    return strike


def can_attack(scene: RbfScene, command: fighting.Attack, cost: Cost) -> bool:
    """Whether an attack could be made now, without anybody's force."""

    def unforced(trial: RbfScene) -> None:
        trial.force = False
        declare(trial, command, cost)

    return scene.rehearse(unforced) is None


def in_full(command: fighting.Attack) -> fighting.Attack:
    """An attack with what is said beforehand as the rules know it (RBF-ATK-2, RBF-ATK-5, RBF-DEF-5)."""
    if not (command.technique or command.complication or command.condition) and command.critical in ("", "double"):
        return command
    return replace(
        command,
        technique=technique_word(command.technique),
        critical=critical_word(command.critical),
        complication=chosen(command.complication, COMPLICATIONS, "complication", "RBF-ATK-5"),
        condition=chosen(command.condition, PLACED, "condition", "RBF-DEF-5"),
    )
