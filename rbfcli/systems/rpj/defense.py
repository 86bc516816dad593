"""What an attack has to reach, and the damage save of somebody hit (RPJ-ACT-3, RPJ-DMG)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.check import RpjScene, half, test
from rbfcli.systems.rpj.conditions import dead
from rbfcli.systems.rpj.damage import cross_out, nothing_left
from rbfcli.systems.rpj.dying import disturb
from rbfcli.systems.rpj.sheet import Character, RpjFight, base_layer, outermost_layer, saves_left
from rbfcli.systems.rpj.verdict import SUCCESS


def melee_defense(fight: RpjFight, one: Character) -> int:
    """The melee defense value of the sheet, else one derived from half its Dexterity (RPJ-ACT-3)."""
    derived = fight.options.melee_base + half(one.dexterity, fight.options.rounding)
    return derived if one.melee_defense is None else one.melee_defense


def ranged_defense(fight: RpjFight, one: Character) -> int:
    """The ranged defense value of the sheet, else one derived from half its Dexterity (RPJ-ACT-3)."""
    derived = fight.options.ranged_base + half(one.dexterity, fight.options.rounding)
    return derived if one.ranged_defense is None else one.ranged_defense


def damage_save(scene: RpjScene, command: commands.DamageSave) -> None:
    """A damage save against damage the GM states (RPJ-DMG-2 to RPJ-DMG-5)."""
    one = scene.one(command.who)
    if dead(one):
        raise impossible(f"{one.name} is dead", "RPJ-STB-2")
    scene.conclude(take_damage(scene, command.who, command.damage, on_base=command.base, mod=command.mod))


def take_damage(scene: RpjScene, who: str, damage: int, *, on_base: bool = False, mod: int = 0) -> str:
    """Add the damage to the best save and roll 4d6; the outcome, empty without a roll (RPJ-DMG-2 to RPJ-DMG-5)."""
    disturb(scene, who)
    one = scene.one(who)
    layer = base_layer(one) if on_base else outermost_layer(one)
    left = saves_left(one, layer)
    if not left:
        nothing_left(scene, who)
        return ""
    best = min(left)
    scene.happen("struck", "RPJ-DMG-2", who=who, layer=layer, save=best, damage=damage)
    modifiers = (Modifier(mod, "modifier"),)
    rolled = test(scene, who, "damage save", "RPJ-DMG-3", against=best + damage, modifiers=modifiers)
    if rolled.outcome == SUCCESS:
        cross_out(scene, who, layer, (best,), "RPJ-DMG-4")
    else:
        cross_out(scene, who, layer, left, "RPJ-DMG-5")
    return rolled.outcome
