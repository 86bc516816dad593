"""The GM's hand on damage saves: crossing out and restoring without a roll (RPJ-DMG-1)."""

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.actions import RpjScene, character
from rbfcli.systems.rpj.fallen import disturb
from rbfcli.systems.rpj.layers import base_layer, outermost_layer, saves_left
from rbfcli.systems.rpj.saves import cross_out, nothing_left, take_damage

RULE = "GM"


def damage(scene: RpjScene, command: commands.Damage) -> None:
    """Cross out as many numbers as said, each the best one left."""
    _check(command.amount)
    for who in command.who:
        disturb(scene, who)
        for _ in range(command.amount):
            one = character(scene, who)
            layer = outermost_layer(one)
            if not saves_left(one, layer):
                nothing_left(scene, who)
                break
            cross_out(scene, who, layer, (min(saves_left(one, layer)),), RULE)


def heal(scene: RpjScene, command: commands.Heal) -> None:
    """Restore as many numbers as said, the base layer first; with a base save one is back in the fight."""
    _check(command.amount)
    for who in command.who:
        if "dead" in character(scene, who).conditions:
            raise impossible(f"{character(scene, who).name} is dead", "RPJ-STB-2")
    for who in command.who:
        for _ in range(command.amount):
            restore(scene, who)
        one = character(scene, who)
        if "incapacitated" in one.conditions and saves_left(one, base_layer(one)):
            recover(scene, who)


def restore(scene: RpjScene, who: str) -> None:
    """Let the lowest number crossed out stand again, that of the innermost layer first."""
    one = character(scene, who)
    layer = next((each for each in reversed(tuple(one.layers)) if one.crossed.get(each)), "")
    if layer:
        crossed = list(one.crossed[layer])
        crossed.remove(min(crossed))
        scene.change(who, f"crossed.{layer}", tuple(crossed), RULE)
        left = " ".join(map(str, saves_left(character(scene, who), layer)))
        scene.happen("restored", RULE, who=who, layer=layer, left=left)


def recover(scene: RpjScene, who: str) -> None:
    """Somebody incapacitated stands up again."""
    for name in ("incapacitated", "stabilized"):
        scene.relieve(who, name, RULE)
    scene.change(who, "failures", 0, RULE)
    scene.happen("back", RULE, who=who)


def damage_save(scene: RpjScene, command: commands.DamageSave) -> None:
    """A damage save against damage the GM states (RPJ-DMG-2 to RPJ-DMG-5)."""
    one = character(scene, command.who)
    if "dead" in one.conditions:
        raise impossible(f"{one.name} is dead", "RPJ-STB-2")
    scene.conclude(take_damage(scene, command.who, command.damage, on_base=command.base, mod=command.mod))


def _check(amount: int) -> None:
    if not 0 < amount <= 1000:  # noqa: PLR2004 - more saves than any sheet holds
        raise UsageError(f"the number of saves has to be from 1 to 1000, not {amount}")
