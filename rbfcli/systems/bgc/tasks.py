"""Other actions of BGC: a clip, a weapon in hand, a repair, or anything else (BGC-ACT-2)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.bgc import commands
from rbfcli.systems.bgc.check import BgcScene
from rbfcli.systems.bgc.economy import act, may_act


def other(scene: BgcScene, command: commands.Other) -> None:
    """Change a clip, take a weapon in hand, clear one that failed, or anything else (BGC-ACT-2)."""
    one = scene.one(command.who)
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
    one = scene.one(command.who)
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
