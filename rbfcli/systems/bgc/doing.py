"""Movement and Other actions of BGC (BGC-ACT-2, BGC-ACT-3, BGC-RSK-2)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene, fighter, passes, skill_of, test, wounds
from rbfcli.systems.bgc.declaring import check_moves, check_risk, has_left, may_act, penalty_for, spend
from rbfcli.systems.bgc.sheet import Category


def move(scene: BgcScene, command: commands.Move) -> None:
    """About five seconds of movement; at 0 levels that is crawling (BGC-ACT-3, BGC-WND-5)."""
    one = fighter(scene, command.who)
    may_act(scene, command.who, crawling=True)
    if scene.fight.round and not one.declared and has_left(scene, one, "movement"):
        check_moves(scene, one, one.moved + 1)
    act(scene, command.who, "movement", command.skill, command.mod)
    if scene.fight.round:
        scene.change(command.who, "moved", one.moved + 1, "BGC-ACT-3")
    scene.happen("moves", "BGC-ACT-3", who=command.who, to=" ".join(command.to) or "on")


def other(scene: BgcScene, command: commands.Other) -> None:
    """Change a clip, take a weapon in hand, clear one that failed, or anything else (BGC-ACT-2)."""
    one = fighter(scene, command.who)
    weapon = scene.fight.weapons.get(one.held)
    if command.reload and (weapon is None or not weapon.ammo):
        raise impossible(f"{one.name} holds nothing that is reloaded", "BGC-ACT-2")
    if command.draw and command.draw not in one.weapons:
        raise impossible(f"{one.name} carries no {command.draw}", "BGC-ACT-2", ", ".join(one.weapons))
    if command.repair and (command.repair not in one.failed or not command.skill):
        raise impossible(f"{command.repair} has not failed, or no skill is named", "BGC-BOT-1", "--skill NAME")
    may_act(scene, command.who)
    succeeded = act(scene, command.who, "other", command.skill, command.mod)
    scene.happen("does", "BGC-ACT-2", who=command.who, deed=" ".join(command.what) or _small_work(command))
    if succeeded:
        _take_effect(scene, command)


def _take_effect(scene: BgcScene, command: commands.Other) -> None:
    one = fighter(scene, command.who)
    if command.reload:
        scene.change(command.who, f"ammo.{one.held}", scene.fight.weapons[one.held].ammo, "BGC-ACT-2")
    if command.draw:
        scene.change(command.who, "held", command.draw, "BGC-ACT-2")
    if command.repair:
        scene.change(command.who, "failed", tuple(each for each in one.failed if each != command.repair), "BGC-BOT-1")


def _small_work(command: commands.Other) -> str:
    if command.reload:
        return "changes the clip"
    return (
        f"draws the {command.draw}" if command.draw else f"works on the {command.repair}" if command.repair else "acts"
    )


def act(scene: BgcScene, who: str, wanted: Category, skill: str, mod: int) -> bool:
    """One Movement or Other action; with a skill it is rolled, and as an extra one it needs a skill (BGC-RSK-2)."""
    one = fighter(scene, who)
    penalty = penalty_for(scene, who, wanted)
    if not skill:
        if penalty.value:
            scene.refuse(f"an extra {wanted} action needs a skill roll", "BGC-RSK-2", "--skill NAME")
        spend(scene, who, wanted)
        return True
    score, others = skill_of(one, skill), (wounds(scene, one), Modifier(mod, "modifier"))
    check_risk(scene, one, score, penalty, others)
    spend(scene, who, wanted)
    rolled = test(scene, who, skill, "BGC-ACT-2", score=score, modifiers=(penalty, *others))
    scene.conclude(rolled.outcome)
    return passes(rolled)
