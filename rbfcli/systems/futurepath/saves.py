"""Saves against a stated damage: a blast is halved, a coup de grace survived or not (FP-CDG-1, FP-GRN-4)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.check import FpScene, check, die_of, stated
from rbfcli.systems.futurepath.people import character
from rbfcli.systems.futurepath.sheet import Ability, ability_modifier
from rbfcli.systems.futurepath.verdict import BAD
from rbfcli.systems.futurepath.vitality import die, hurt

ABILITIES: dict[str, Ability] = {
    "strength": "strength",
    "dexterity": "dexterity",
    "constitution": "constitution",
    "wisdom": "wisdom",
}


def save(
    scene: FpScene,
    who: str,
    rule: str,
    *,
    dc: int,
    abilities: Iterable[Ability],
    against: str = "",
    mod: int = 0,
    edges: Iterable[Modifier] = (),
) -> Rolled:
    """A saving throw with the best of some abilities."""
    one = character(scene, who)
    name = max(abilities, key=lambda each: ability_modifier(one, each))
    modifiers = (Modifier(ability_modifier(one, name), name.capitalize(), rule), Modifier(mod, "modifier"))
    return check(
        scene, who, "save", rule, dc=dc, die=die_of(scene, one), target=against, modifiers=modifiers, edges=edges
    )


def halved(amount: int, outcome: str) -> int:
    """What of a blast gets through a save."""
    return amount if outcome in BAD else amount // 2


def survive(
    scene: FpScene, who: str, amount: int, *, dc: int, mod: int = 0, edges: Iterable[Modifier] = (), by: str = ""
) -> str:
    """The damage of a coup de grace, and if one survives it, a Constitution save or death (FP-CDG-1)."""
    hurt(scene, who, amount, "FP-CDG-1")
    if "dead" in character(scene, who).conditions:
        return BAD[0]
    rolled = save(scene, who, "FP-CDG-1", dc=dc, abilities=("constitution",), against=by, mod=mod, edges=edges)
    if rolled.outcome in BAD:
        die(scene, who, "FP-CDG-1")
    return rolled.outcome


def damage_save(scene: FpScene, command: commands.DamageSave) -> None:
    """A save against a damage the GM states; without a number to reach, the damage is it (FP-CDG-1)."""
    character(scene, command.who)
    amount = scene.roll_expression("", "damage", "FP-CDG-1", command.damage)
    dc = amount if command.dc is None else command.dc
    edges = stated(command.advantage, command.disadvantage)
    if command.kind == "coup-de-grace":
        scene.conclude(survive(scene, command.who, amount, dc=dc, mod=command.mod, edges=edges))
        return
    usual = scene.fight.options.blast_save
    ability = ABILITIES.get(command.save, "dexterity" if usual == "none" else usual)
    rolled = save(scene, command.who, "FP-GRN-3", dc=dc, abilities=(ability,), mod=command.mod, edges=edges)
    scene.conclude(rolled.outcome)
    hurt(scene, command.who, halved(amount, rolled.outcome), "FP-GRN-3")
