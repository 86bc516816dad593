"""Health lost and given back, and the dice of damage (FP-DIE-1, FP-ATK-3)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.numbers import natural
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.conditions import is_dead, is_dying, standing
from rbfcli.systems.futurepath.dying import DYING, die, let_go
from rbfcli.systems.futurepath.sheet.sheet import constitution_left


def hurt(scene: FpScene, who: str, amount: int, rule: str) -> None:
    """One blow: at 0 HP or less one is dying, below minus Constitution dead (FP-DIE-1)."""
    one = scene.one(who)
    if amount <= 0 or is_dead(one):
        return
    scene.change(who, "hp", one.hp - amount, rule)
    fall(scene, who)


def fall(scene: FpScene, who: str) -> None:
    """At 0 HP or less one is dying, below minus Constitution dead (FP-DIE-1)."""
    one = scene.one(who)
    if one.hp < -constitution_left(one):
        die(scene, who)
    elif one.hp <= 0 and not is_dying(one):
        if "unconscious" not in one.conditions:
            scene.afflict(who, "unconscious", DYING)
        scene.afflict(who, "dying", DYING)
        let_go(scene, who)


def damage(scene: FpScene, who: str, command: verbs.Damage) -> None:
    """Take health off, as the GM says, as one blow."""
    hurt(scene, who, command.amount, "GM")


def heal(scene: FpScene, who: str, command: verbs.Heal) -> None:
    """Give health back, up to the maximum; who is above 0 HP wakes and is no longer dying (FP-DIE-1)."""
    one = scene.one(who)
    if is_dead(one):
        raise impossible(f"{one.name} is dead", DYING)
    scene.change(who, "hp", min(one.max_hp, one.hp + command.amount), "GM")
    wake(scene, who)


def wake(scene: FpScene, who: str) -> None:
    """Who is above 0 HP wakes and is no longer dying (FP-DIE-1)."""
    one = scene.one(who)
    if one.hp > 0 and not standing(one):
        for condition in ("dying", "unconscious"):
            scene.relieve(who, condition, DYING)
        scene.happen("wakes", DYING, who=who)


def set_by_hand(scene: FpScene, who: str, fields: tuple[str, ...]) -> None:
    """Who is set to 0 HP or less falls, who is set above it wakes; the dead stay dead (FP-DIE-1)."""
    one = scene.one(who)
    if "hp" not in fields or is_dead(one):
        return
    if one.hp <= 0:
        fall(scene, who)
    elif scene.before.combatants[who].hp <= 0:
        wake(scene, who)


def roll_dice(
    scene: FpScene, who: str, label: str, rule: str, *, die: str, times: int, flat: tuple[Modifier, ...] = ()
) -> Rolled | int:
    """Roll a damage die so many times and add `flat` once; a die that has shrunk to 1 is 1 each time (FP-OFF-4).

    The rolls of one blow are summed up by `sum_of`.
    """
    number, _, sides = die.partition("d")
    count, faces = natural(number), natural(sides)
    if count is not None and faces is not None:
        return scene.roll(who, label, rule, sides=faces, count=count * times, modifiers=flat)
    rolled = sum(scene.roll_expression(who, label, rule, die) for _ in range(times))
    return rolled + sum(each.value for each in flat)
