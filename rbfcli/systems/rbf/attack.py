"""Attacks: all that refuses them comes before their dice; then a player's roll, or the defense against an enemy's."""

from rbfcli.kernel.fight import Question
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.blow import forget
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.sheet import is_enemy
from rbfcli.systems.rbf.strike import Cost, strike_of
from rbfcli.systems.rbf.targets import check_strike


def attack(scene: RbfScene, command: commands.Attack) -> None:
    """Players roll for everything: to hit when they attack, to defend when an enemy does (RBF-ATK-1, RBF-DEF-1)."""
    if command.reaction:
        from rbfcli.systems.rbf.riposte import check_riposte

        check_riposte(scene, command)
    carry_out(scene, command, "reaction" if command.reaction else "action")


def answer_riposte(scene: RbfScene, question: Question, answer: str) -> None:
    """Strike back, or let it be (RBF-REA-1)."""
    if answer == "strike":
        carry_out(scene, commands.Attack(who=question.who, targets=(question.facts["on"],)), "reaction")


def carry_out(scene: RbfScene, command: commands.Attack, cost: Cost) -> None:
    """An attack, whatever it costs: all that refuses it comes before its dice."""
    strike = strike_of(scene, command, cost)
    check_strike(scene, strike)
    forget(scene, command.who)
    if is_enemy(fighter(scene, command.who)):
        from rbfcli.systems.rbf.enemy import attack_by_enemy

        attack_by_enemy(scene, strike)
        return
    from rbfcli.systems.rbf.player import attack_by_player

    if command.technique or command.critical:
        from rbfcli.systems.rbf.techniques import require

        require(scene, strike)
    attack_by_player(scene, strike)
