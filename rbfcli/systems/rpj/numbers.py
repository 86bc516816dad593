"""Attack, damage save and stabilising from numbers alone: the real verbs on a fight that stands in."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.numbers import read_number
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.conditions import INCAPACITATED
from rbfcli.systems.rpj.ground.cover import read_cover
from rbfcli.systems.rpj.options import RpjOptions
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight, Weapon

Saves = tuple[int, ...]
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}


def attack(command: commands.AttackNumbers) -> tuple[RpjFight, commands.Attack]:
    """A shot at somebody whose saves nobody stated, so far away and behind such cover (RPJ-ACT-3, RPJ-COV-2)."""
    if command.cover and read_cover(command.cover) is None:
        raise impossible(f"{command.cover!r} is no cover", "RPJ-COV-1", "write it as +3/1f or +2/*")
    if command.reoriented and not command.cover:
        raise UsageError("who has no cover is not reoriented in it", hint="--cover +3/1f", rule="RPJ-COV-6")
    if command.adjacent and command.range:
        raise UsageError("who is adjacent is at range 0", hint="leave out --adjacent or --range", rule="RPJ-FIELD-3")
    group = "A" if command.adjacent else ""
    attacker = Character(
        name="the attacker", side="attackers", region="0", group=group, skills={"shot": 0}, weapons=("shot",)
    )
    target = Character(
        name="the target",
        side="targets",
        region=str(command.range),
        group=group,
        ranged_defense=command.defense,
        cover=command.cover,
        reoriented=command.reoriented,
    )
    shot = Weapon(name="shot", skill="shot", range=command.range)
    fight = RpjFight(
        system="rpj",
        board=Battlefield(length=command.range + 1),
        combatants={"attacker": attacker, "target": target},
        weapons={"shot": shot},
    )
    return fight, commands.Attack(
        who="attacker", targets=("target",), mod=command.mod, dice=command.dice, force=command.force
    )


def damage_save(command: commands.DamageSaveNumbers) -> tuple[RpjFight, commands.DamageSave]:
    """A save of somebody with these layers, the last of them the base (RPJ-DMG-2 to RPJ-DMG-7)."""
    saves = read_layers(command.saves)
    names = [*(ORDINALS.get(number, f"{number}th") for number in range(1, len(saves))), "base"]
    target = Character(name="the target", side="targets", layers=dict(zip(names, saves, strict=True)))
    return _alone(target), commands.DamageSave(
        who="target", damage=command.damage, mod=command.mod, dice=command.dice, force=command.force
    )


def read_layers(text: str) -> list[Saves]:
    """`9,10/10,12,14` as layers of numbers. Raises UsageError."""
    return [tuple(_save(each.strip()) for each in layer.split(",")) for layer in text.split("/")]


def _save(text: str) -> int:
    return read_number(
        text, "--saves", low=0, most_digits=4, hint="such as 10,12,15 or 9,10/10,12,14", rule="RPJ-DMG-1"
    )


def stabilize(command: commands.StabilizeNumbers) -> tuple[RpjFight, commands.Stabilize]:
    """The roll of somebody incapacitated that has failed so often (RPJ-STB-1, RPJ-STB-2)."""
    target = Character(
        name="the target", side="targets", failures=command.failures, conditions={INCAPACITATED: Condition()}
    )
    return _alone(target), commands.Stabilize(who="target", mod=command.mod, dice=command.dice, force=command.force)


def _alone(target: Character) -> RpjFight:
    return RpjFight(system="rpj", options=RpjOptions(), combatants={"target": target})
