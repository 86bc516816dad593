"""Rolls from numbers alone, without a fight (FP-ATK-1, FP-CRT-1, FP-XTR-1, FP-CDG-1, FP-STB-1)."""

from itertools import chain

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.futurepath.attack.criticals import critical_verdict, multipliers
from rbfcli.systems.futurepath.check import D20, FpScene, advantage_die, check, stated
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.verdict import BAD, CRITICAL

Numbers = fighting.AttackNumbers | fighting.DamageSaveNumbers | fighting.StabilizeNumbers


def check_numbers(scene: FpScene, command: Numbers, label: str, rule: str, *, dc: int, critical: int = D20) -> Rolled:
    """One check of nobody in particular (FP-ADV-1, FP-ADV-2)."""
    return check(
        scene, "", label, rule, dc=dc, die=advantage_die(scene.fight.options, command.level), critical=critical,
        modifiers=(Modifier(command.mod, "modifier"),), edges=stated(command.advantage, command.disadvantage),
    )  # fmt: skip


def attack_numbers(scene: FpScene, command: fighting.AttackNumbers) -> None:
    """An accuracy check and the damage it does (FP-ATK-1, FP-CRT-1)."""
    highest(command.damage)
    rolled = check_numbers(scene, command, "attack", "FP-ATK-1", dc=command.tn, critical=command.critical)
    scene.conclude(rolled.outcome)
    amount = 0 if rolled.outcome in BAD else dealt(scene, command, critical=rolled.outcome == CRITICAL)
    scene.happen("would-deal", "FP-ATK-3", amount=amount)


def dealt(scene: FpScene, command: fighting.AttackNumbers, *, critical: bool) -> int:
    """The dice as often as criticals and Extra Damage say, and what is added once (FP-CRT-1, FP-XTR-1)."""
    dice, added = dice_and_added(command.damage)

    def critical_check() -> str:
        rolled = check_numbers(scene, command, "critical check", "FP-XTR-2", dc=command.tn, critical=command.critical)
        return critical_verdict(rolled.total, command.tn, rolled.dice[0].face, command.critical)

    first = command.multiplier if critical else 1
    extra = multipliers(command.extra, command.multiplier, critical=critical, check=critical_check)
    rolls = (
        scene.roll_expression("", "damage", "FP-ATK-3", dice) for times in chain((first,), extra) for _ in range(times)
    )
    return max(scene.fight.options.least_damage, (sum(rolls) if dice else 0) + added)


def dice_and_added(damage: str) -> tuple[str, int]:
    """The dice of a damage and the number added to them: `1d8+3` is 1d8 and 3."""
    text = damage.replace(" ", "")
    if text.isdecimal():
        return "", int(text)
    place = max(text.rfind("+"), text.rfind("-"))
    if place > 0 and text[place + 1 :].isdecimal():
        return text[:place], int(text[place:])
    return text, 0


def damage_save_numbers(scene: FpScene, command: fighting.DamageSaveNumbers) -> None:
    """A save, and what of the damage gets through (FP-GRN-3, FP-CDG-1)."""
    from rbfcli.systems.futurepath.defense import halved

    amount = scene.roll_expression("", "damage", "FP-GRN-3", command.damage)
    dc = amount if command.dc is None else command.dc
    finishing = command.kind == "coup-de-grace"
    rolled = check_numbers(scene, command, "save", "FP-CDG-1" if finishing else "FP-GRN-3", dc=dc)
    scene.conclude(rolled.outcome)
    if finishing:
        scene.happen("would-die" if rolled.outcome in BAD else "would-live", "FP-CDG-1")
    else:
        scene.happen("would-take", "FP-GRN-3", amount=halved(amount, rolled.outcome))


def stabilize_numbers(scene: FpScene, command: fighting.StabilizeNumbers) -> None:
    """The Treat Injury check that stabilises (FP-STB-1)."""
    rolled = check_numbers(scene, command, "stabilize", "FP-STB-1", dc=scene.fight.options.stabilize_dc)
    scene.conclude(rolled.outcome)
