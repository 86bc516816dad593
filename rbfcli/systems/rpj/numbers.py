"""Attack, damage save and stabilising from numbers alone, without a fight."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.check import RpjScene, test
from rbfcli.systems.rpj.dying import FAILURES_TO_DIE, STABLE_AT
from rbfcli.systems.rpj.ground.cover import Shelter, protection, read_cover
from rbfcli.systems.rpj.verdict import SUCCESS

Layers = list[list[int]]


def attack_numbers(scene: RpjScene, command: commands.AttackNumbers) -> None:
    """An attack roll from numbers alone, cover included (RPJ-ACT-3, RPJ-COV-2)."""
    shelter = read_cover(command.cover) if command.cover else Shelter(0, 0)
    if shelter is None:
        raise impossible(f"{command.cover!r} is no cover", "RPJ-COV-1", "write it as +3/1f or +2/*")
    bonus, rule = protection(shelter, command.range, adjacent=command.adjacent, reoriented=command.reoriented)
    if command.cover:
        scene.happen("would-cover", rule, cover=command.cover, bonus=f"{bonus:+d}", range=command.range)
    modifiers = (Modifier(command.mod, "base attack modifier", "RPJ-ACT-3"),)
    rolled = test(scene, "", "attack", "RPJ-ACT-3", against=command.defense + bonus, modifiers=modifiers)
    scene.conclude(rolled.outcome)


def damage_save_numbers(scene: RpjScene, command: commands.DamageSaveNumbers) -> None:
    """Roll against the best save and the damage; tell what of the layers is left."""
    layers = read_layers(command.saves)
    outermost = layers[0]
    best = min(outermost)
    modifiers = (Modifier(command.mod, "modifier"),)
    rolled = test(scene, "", "damage save", "RPJ-DMG-3", against=best + command.damage, modifiers=modifiers)
    scene.conclude(rolled.outcome)
    if rolled.outcome == SUCCESS:
        outermost.remove(best)
        scene.happen("would-cross-out", "RPJ-DMG-4", saves=best, left=in_words(layers))
    else:
        saves = " ".join(map(str, outermost))
        outermost.clear()
        scene.happen("would-cross-out", "RPJ-DMG-5", saves=saves, left=in_words(layers))
    if not outermost:
        last = len(layers) == 1
        scene.happen("would-fall" if last else "would-break", "RPJ-DMG-7" if last else "RPJ-DMG-6")


def read_layers(text: str) -> Layers:
    """`9,10/10,12,14` as layers of numbers. Raises UsageError."""
    layers = [[each.strip() for each in layer.split(",")] for layer in text.split("/")]
    if not all(each.isascii() and each.isdigit() and len(each) <= len("1000") for layer in layers for each in layer):
        raise UsageError(f"--saves takes numbers such as 10,12,15 or 9,10/10,12,14, not {text!r}")
    return [[int(each) for each in layer] for layer in layers]


def in_words(layers: Layers) -> str:
    """What is left, the outermost layer first."""
    return " / ".join(" ".join(map(str, layer)) for layer in layers if layer) or "nothing"


def stabilize_numbers(scene: RpjScene, command: commands.StabilizeNumbers) -> None:
    """The roll to stabilise from numbers alone: stable, or one failure more (RPJ-STB-1, RPJ-STB-2)."""
    rolled = test(
        scene, "", "stabilize", "RPJ-STB-1", against=STABLE_AT, modifiers=(Modifier(command.mod, "modifier"),)
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    failures = command.failures + 1
    if rolled.outcome == SUCCESS:
        scene.happen("would-stabilize", "RPJ-STB-1")
    elif failures < FAILURES_TO_DIE:
        scene.happen("would-slip", "RPJ-STB-2", failures=failures, deadly=FAILURES_TO_DIE)
    else:
        scene.happen("would-die", "RPJ-STB-2", failures=failures)
