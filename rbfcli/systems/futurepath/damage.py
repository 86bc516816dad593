"""Health lost and given back, and the dice of damage (FP-DIE-1, FP-ATK-3)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.check import FpScene, dice_of
from rbfcli.systems.futurepath.conditions import standing
from rbfcli.systems.futurepath.dying import DYING, die
from rbfcli.systems.futurepath.sheet.sheet import constitution_left


def hurt(scene: FpScene, who: str, amount: int, rule: str) -> None:
    """One blow: at 0 HP or less one is dying, below minus Constitution dead (FP-DIE-1)."""
    one = scene.one(who)
    if amount <= 0 or "dead" in one.conditions:
        return
    scene.change(who, "hp", one.hp - amount, rule)
    if one.hp - amount < -constitution_left(one):
        die(scene, who)
    elif one.hp - amount <= 0 and "dying" not in one.conditions:
        if "unconscious" not in one.conditions:
            scene.afflict(who, "unconscious", DYING)
        scene.afflict(who, "dying", DYING)


def damage(scene: FpScene, command: verbs.Damage) -> None:
    """Take health off, as the GM says, each time as one blow."""
    for who in command.who:
        hurt(scene, who, command.amount, "GM")


def heal(scene: FpScene, command: verbs.Heal) -> None:
    """Give health back, up to the maximum; who is above 0 HP wakes and is no longer dying (FP-DIE-1)."""
    for who in command.who:
        one = scene.one(who)
        if "dead" in one.conditions:
            raise impossible(f"{one.name} is dead", DYING)
        scene.change(who, "hp", min(one.max_hp, one.hp + command.amount), "GM")
        if scene.one(who).hp > 0 and not standing(scene.one(who)):
            for condition in ("dying", "unconscious"):
                scene.relieve(who, condition, DYING)
            scene.happen("wakes", DYING, who=who)


def roll_dice(
    scene: FpScene, who: str, label: str, rule: str, *, die: str, times: int, flat: tuple[Modifier, ...] = ()
) -> int:
    """Roll a damage die so many times and add `flat` once; a die that has shrunk to 1 is 1 each time (FP-OFF-4)."""
    if die == "1":
        return times + sum(each.value for each in flat)
    number, sides = dice_of(die)
    return scene.roll(who, label, rule, sides=sides, count=number * times, modifiers=flat).total
