"""Movement of BGC: about five seconds of going an action (BGC-ACT-3)."""

from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene
from rbfcli.systems.bgc.economy import act, check_moves, has_left, may_act


def move(scene: BgcScene, command: commands.Move) -> None:
    """About five seconds of movement, if the skill it needs succeeds; at 0 that is crawling (BGC-ACT-3, BGC-WND-5)."""
    fighter = scene.one(command.who)
    may_act(scene, command.who, crawling=True)
    if scene.fight.round and "movement" not in fighter.declared and has_left(scene.fight, fighter, "movement"):
        check_moves(scene, fighter, fighter.moved + 1)
    succeeded = act(scene, command.who, "movement", command.skill, command.mod)
    if scene.fight.round:
        scene.change(command.who, "moved", fighter.moved + 1, "BGC-ACT-3")
    what = "moves" if succeeded else "stays"
    scene.happen(what, "BGC-ACT-3", who=command.who, to=" ".join(command.to) or "on")
