"""Verbs from numbers alone: the real ones, in fights that stand in (FP-ATK-1, FP-CDG-1, FP-STB-1)."""

from typing import Any

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.numbers import whole_number
from rbfcli.systems.futurepath.attack.criticals import MOST_MULTIPLIER
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.options import FuturePathOptions
from rbfcli.systems.futurepath.sheet.sheet import KIT, MEDICINE, Character, FuturePathFight, Weapon

Numbers = fighting.AttackNumbers | fighting.DamageSaveNumbers | fighting.StabilizeNumbers
HEALTH = 100


class AnyWeapon(Weapon, frozen=True, kw_only=True):
    """A weapon with whatever dice."""

    damage: Any = None


def attack(command: fighting.AttackNumbers) -> tuple[FuturePathFight, fighting.Attack | fighting.FullAttack]:
    """An attacker with such a weapon, and a target with the AC; Extra Damage takes a Full Attack (FP-XTR-1)."""
    dice, added = dice_and_added(command.damage)
    extra = command.extra if dice else 0
    weapon = AnyWeapon(
        name="weapon",
        damage=dice or "0",
        bonus=added,
        critical=command.critical,
        multiplier=command.multiplier,
    )
    attacker = Character(
        name="The attacker",
        side="attackers",
        hp=HEALTH,
        level=command.level,
        extra_damage=extra,
        weapons=("weapon",),
        held="weapon",
    )
    target = Character(
        name="The target", side="targets", hp=enough(command.damage, MOST_MULTIPLIER * (1 + extra)), ac=command.tn
    )
    people = {"attacker": attacker, "target": target}
    kind = fighting.FullAttack if extra else fighting.Attack
    blow = kind(who="attacker", targets=("target",), fumble="none", **stated(command))
    return FuturePathFight(system="futurepath", combatants=people, weapons={"weapon": weapon}), blow


def damage_save(command: fighting.DamageSaveNumbers) -> tuple[FuturePathFight, fighting.DamageSave]:
    """A target without modifiers (FP-GRN-3, FP-CDG-1)."""
    target = Character(name="The target", side="targets", hp=enough(command.damage), level=command.level)
    save = fighting.DamageSave(
        who="target", damage=command.damage, dc=command.dc, kind=command.kind, **stated(command)
    )  # fmt: skip
    return FuturePathFight(system="futurepath", combatants={"target": target}), save


def stabilize(command: fighting.StabilizeNumbers) -> tuple[FuturePathFight, fighting.Stabilize]:
    """A helper with a kit and as many ranks as were typed, and a patient (FP-STB-1)."""
    ranks = max(1, command.mod)
    helper = Character(
        name="The helper", side="helpers", hp=HEALTH, level=command.level, items=(KIT,), skills={MEDICINE: ranks}
    )
    patient = Character(
        name="The patient",
        side="helpers",
        hp=0,
        max_hp=HEALTH,
        conditions={"unconscious": Condition(), "dying": Condition()},
    )
    fight = FuturePathFight(
        system="futurepath",
        combatants={"helper": helper, "patient": patient},
        options=FuturePathOptions(stabilize_slip="0"),
    )
    return fight, fighting.Stabilize(who="patient", by="helper", **{**stated(command), "mod": command.mod - ranks})


def stated(command: Numbers) -> dict[str, Any]:
    """What a command says of its roll."""
    names = ("mod", "advantage", "disadvantage", "dice", "answer", "force")
    return {name: getattr(command, name) for name in names}


def enough(damage: str, times: int = 1) -> int:
    """Health that outlasts a damage, rolled so often. Raises NotationError."""
    return max(HEALTH, highest(damage) * times + 1)


def dice_and_added(damage: str) -> tuple[str, int]:
    """The dice of a damage and the number added to them: `1d8+3` is 1d8 and 3."""
    text = damage.replace(" ", "")
    place = max(text.rfind("+"), text.rfind("-"), 0)
    added = whole_number(text[place:])
    return (text, 0) if added is None else (text[:place], added)
