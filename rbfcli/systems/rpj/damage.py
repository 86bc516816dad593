"""Layers of damage saves: what stands, what is crossed out and what the GM gives back (RPJ-DMG-1, RPJ-DMG-6)."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.check import RpjScene
from rbfcli.systems.rpj.conditions import INCAPACITATED, STABILIZED, dead, incapacitated, standing
from rbfcli.systems.rpj.dying import disturb, incapacitate
from rbfcli.systems.rpj.sheet import actions_of, base_layer, ordered_layers, outermost_layer, saves_left

RULE = "GM"


def damage(scene: RpjScene, who: str, command: commands.Damage) -> None:
    """Cross out as many numbers as said, each the best one left."""
    _check(command.amount)
    disturb(scene, who)
    for _ in range(command.amount):
        one = scene.one(who)
        layer = outermost_layer(one)
        if not saves_left(one, layer):
            nothing_left(scene, who)
            return
        cross_out(scene, who, layer, (min(saves_left(one, layer)),), RULE)


def heal(scene: RpjScene, who: str, command: commands.Heal) -> None:
    """Restore as many numbers as said, the base layer first; with a base save one is back in the fight."""
    _check(command.amount)
    if dead(scene.one(who)):
        raise impossible(f"{scene.one(who).name} is dead", "RPJ-STB-2")
    for _ in range(command.amount):
        restore(scene, who)
    one = scene.one(who)
    if incapacitated(one) and saves_left(one, base_layer(one)):
        recover(scene, who)


def restore(scene: RpjScene, who: str) -> None:
    """Let the lowest number crossed out stand again, that of the innermost layer first."""
    one = scene.one(who)
    torn = [each for each in ordered_layers(one) if one.crossed.get(each)]
    if torn:
        layer = torn[-1]
        crossed = list(one.crossed[layer])
        crossed.remove(min(crossed))
        scene.change(who, ("crossed", layer), tuple(crossed), RULE)
        left = " ".join(map(str, saves_left(scene.one(who), layer)))
        scene.happen("restored", RULE, who=who, layer=layer, left=left)


def recover(scene: RpjScene, who: str) -> None:
    """Somebody incapacitated stands up again; a turn it has to roll in, or holds, is a whole one (RPJ-ACT-1)."""
    for name in (INCAPACITATED, STABILIZED):
        scene.relieve(who, name, RULE)
    fight, one = scene.fight, scene.one(who)
    rolls_yet = fight.active == who and one.actions_left
    if rolls_yet or any(slot.who == who and slot.held for slot in fight.order[fight.turn + 1 :]):
        scene.change(who, "actions_left", actions_of(one), "RPJ-ACT-1")
    scene.change(who, "failures", 0, RULE)
    scene.happen("back", RULE, who=who)


def cross_out(scene: RpjScene, who: str, layer: str, numbers: tuple[int, ...], rule: str) -> None:
    """Cross out target numbers; a layer without any is broken, and with the base layer its owner (RPJ-DMG-6)."""
    before = scene.one(who).crossed.get(layer, ())
    scene.change(who, ("crossed", layer), (*before, *numbers), rule)
    one = scene.one(who)
    left = saves_left(one, layer)
    scene.happen("crossed-out", rule, who=who, layer=layer, saves=_listed(numbers), left=_listed(left) or "none")
    if left:
        return
    scene.happen("layer-broken", "RPJ-DMG-6", who=who, layer=layer)
    if layer == base_layer(one) and standing(one):
        incapacitate(scene, who)


def nothing_left(scene: RpjScene, who: str) -> None:
    """Damage on somebody without a save: whoever still stood does so no longer (RPJ-DMG-7)."""
    if standing(scene.one(who)):
        incapacitate(scene, who)
    else:
        scene.happen("nothing-left", "RPJ-DMG-7", who=who)


def _check(amount: int) -> None:
    if not 0 < amount <= 1000:  # noqa: PLR2004 - more saves than any sheet holds
        raise UsageError(f"the number of saves has to be from 1 to 1000, not {amount}", rule="RPJ-DMG-1")


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))
