"""What the one attacked rolls: saves against a blast, a coup de grace, a technique (FP-CDG-1, FP-GRN-4, FP-TEC-1)."""

from collections.abc import Iterable
from typing import NamedTuple

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.futurepath.check import FpScene, check, dice_of, die_of, judge_of, stated
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.conditions import is_dead
from rbfcli.systems.futurepath.damage import hurt
from rbfcli.systems.futurepath.dying import die
from rbfcli.systems.futurepath.economy import refuse_needless
from rbfcli.systems.futurepath.sheet.sheet import Ability, ability_modifier
from rbfcli.systems.futurepath.verdict import BAD

ABILITIES: dict[str, Ability] = {
    "strength": "strength",
    "dexterity": "dexterity",
    "constitution": "constitution",
    "wisdom": "wisdom",
}

TECHNIQUE = "FP-TEC-1"
SAVES: dict[str, tuple[Ability, ...]] = {
    "bull-rush": ("strength",),
    "grapple": ("strength", "dexterity"),
    "trip": ("dexterity",),
    "disarm": ("strength", "dexterity"),
    "overrun": ("strength", "dexterity"),
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
    one = scene.one(who)
    name = max(abilities, key=lambda each: ability_modifier(one, each))
    modifiers = (Modifier(ability_modifier(one, name), name.capitalize(), rule), Modifier(mod, "modifier"))
    return check(
        scene, who, "save", rule, dc=dc, die=die_of(scene, one), target=against, modifiers=modifiers, edges=edges,
        judge=judge_of(scene),
    )  # fmt: skip


def halved(amount: int, outcome: str) -> int:
    """What of a blast gets through a save."""
    return amount if outcome in BAD else amount // 2


def survive(
    scene: FpScene, who: str, amount: int, *, dc: int, mod: int = 0, edges: Iterable[Modifier] = (), by: str = ""
) -> str:
    """The damage of a coup de grace, and if one survives it, a Constitution save or death (FP-CDG-1)."""
    hurt(scene, who, amount, "FP-CDG-1")
    if is_dead(scene.one(who)):
        return BAD[0]
    rolled = save(scene, who, "FP-CDG-1", dc=dc, abilities=("constitution",), against=by, mod=mod, edges=edges)
    if rolled.outcome in BAD:
        die(scene, who, "FP-CDG-1")
    return rolled.outcome


def damage_save(scene: FpScene, command: fighting.DamageSave) -> None:
    """A save against a damage the GM states; without a number to reach, the damage is it (FP-CDG-1, FP-GRN-3)."""
    scene.one(command.who)
    rule = "FP-CDG-1" if command.kind == "coup-de-grace" else "FP-GRN-3"
    if command.kind == "coup-de-grace":
        refuse_needless(rule, "for a coup de grace: that is a Constitution save", {"save": command.save})
    amount = scene.roll_expression("", "damage", rule, command.damage)
    dc = amount if command.dc is None else command.dc
    edges = stated(command.advantage, command.disadvantage)
    if command.kind == "coup-de-grace":
        scene.conclude(survive(scene, command.who, amount, dc=dc, mod=command.mod, edges=edges))
        return
    usual = scene.fight.options.blast_save
    ability = ABILITIES.get(command.save, "dexterity" if usual == "none" else usual)
    rolled = save(scene, command.who, rule, dc=dc, abilities=(ability,), mod=command.mod, edges=edges)
    scene.conclude(rolled.outcome)
    hurt(scene, command.who, halved(amount, rolled.outcome), rule)


def overcomes(scene: FpScene, who: str, target: str, technique: str, *, misc: int, edge: int) -> bool:
    """Whether a target fails its save against 10, advantage die, technique level, Strength and misc (FP-TEC-1)."""
    return scene.part(fails_against, who, target, Try(technique, misc, edge))


class Try(NamedTuple):
    """A technique that is tried: what else is added, and the edge of whoever tries it."""

    technique: str
    misc: int
    edge: int


def fails_against(scene: FpScene, who: str, target: str, tried: Try) -> bool:
    """Roll the number that a target has to reach, and its save against it (FP-TEC-1)."""
    technique, misc, edge = tried
    one, options = scene.one(who), scene.fight.options
    number, sides = dice_of(die_of(scene, one))
    counted = max(0, min(options.advantage_most, 1 + edge))
    modifiers = (
        Modifier(options.technique_base, "base", TECHNIQUE),
        Modifier(one.techniques.get(technique, 0), f"{technique} level", TECHNIQUE),
        Modifier(ability_modifier(one, "strength"), "Strength", TECHNIQUE),
        Modifier(misc, "misc", TECHNIQUE),
    )
    difficulty = scene.roll(
        who, technique, TECHNIQUE, target=target, sides=sides, count=number * counted, modifiers=modifiers
    ).total
    rolled = save(scene, target, TECHNIQUE, dc=difficulty, abilities=SAVES[technique], against=who)
    scene.conclude("success" if rolled.outcome in BAD else "failure")
    return rolled.outcome in BAD
