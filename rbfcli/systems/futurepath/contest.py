"""The save against a Combat Technique (FP-TEC-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.systems.futurepath.check import FpScene, dice_of, die_of
from rbfcli.systems.futurepath.people import character
from rbfcli.systems.futurepath.saves import save
from rbfcli.systems.futurepath.sheet import Ability, ability_modifier
from rbfcli.systems.futurepath.verdict import BAD

RULE = "FP-TEC-1"
SAVES: dict[str, tuple[Ability, ...]] = {
    "bull-rush": ("strength",),
    "grapple": ("strength", "dexterity"),
    "trip": ("dexterity",),
    "disarm": ("strength", "dexterity"),
    "overrun": ("strength", "dexterity"),
}


def overcomes(scene: FpScene, who: str, target: str, technique: str, *, misc: int = 0, edge: int = 0) -> bool:
    """Whether a target fails its save against 10, advantage die, technique level, Strength and misc (FP-TEC-1)."""
    one, options = character(scene, who), scene.fight.options
    number, sides = dice_of(die_of(scene, one))
    counted = max(0, min(options.advantage_most, 1 + edge))
    modifiers = (
        Modifier(options.technique_base, "base", RULE),
        Modifier(one.techniques.get(technique, 0), f"{technique} level", RULE),
        Modifier(ability_modifier(one, "strength"), "Strength", RULE),
        Modifier(misc, "misc", RULE),
    )
    difficulty = scene.roll(
        who, technique, RULE, target=target, sides=sides, count=number * counted, modifiers=modifiers
    ).total
    rolled = save(scene, target, RULE, dc=difficulty, abilities=SAVES[technique], against=who)
    scene.conclude("success" if rolled.outcome in BAD else "failure")
    return rolled.outcome in BAD
