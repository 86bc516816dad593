"""What words of FuturePath mean to whoever is about to type them: skills, objects, people as places, choices."""

from typing import cast

from rbfcli.kernel.meanings import in_short
from rbfcli.systems.futurepath.carrying import damage_die
from rbfcli.systems.futurepath.check import bonus
from rbfcli.systems.futurepath.ground.reach import distance
from rbfcli.systems.futurepath.ground.squares import FEET
from rbfcli.systems.futurepath.sheet.sheet import (
    SKILLS,
    UNARMED,
    UNARMED_ID,
    Ability,
    Character,
    FuturePathFight,
    ability_modifier,
)
from rbfcli.systems.futurepath.words import WORDS

CHOICES = {
    ("cover", "none"): "no cover",
    ("cover", "partial"): "a disadvantage for the attacker",
    ("cover", "heavy"): "two disadvantages for the attacker",
    ("cover", "full"): "no shot comes through",
    ("how", "run"): "at full speed",
    ("how", "walk"): "at half speed",
    ("how", "climb"): "at half speed",
    ("how", "crawl"): "at half speed",
    ("how", "swim"): "at half speed",
    ("to", "prone"): "lie down",
    ("to", "sitting"): "sit down",
    ("to", "kneeling"): "kneel down",
    ("step", "search"): "look for traps with Perception",
    ("step", "disable"): "make a trap safe with Disable Device",
    ("drop", "held"): "what is in hand",
    ("drop", "off-hand"): "what is in the off hand",
    ("drop", "both"): "what is in both hands",
    ("action", "free"): "a Free action",
    ("action", "simple"): "a Simple action",
    ("action", "standard"): "a Standard action",
    ("action", "full-round"): "the whole turn",
    ("kind", "blast"): "half damage where it succeeds",
    ("kind", "coup-de-grace"): "death where it fails",
    ("technique", "bull-rush"): "push the target back",
    ("technique", "grapple"): "hold the target fast",
    ("technique", "trip"): "the target falls prone",
    ("technique", "disarm"): "the target drops the weapon",
    ("technique", "charge"): "run straight at the target and strike",
    ("technique", "overrun"): "run through the target's square",
}


def meaning(fight: FuturePathFight, kind: str, word: str, who: str) -> str:
    """What a word of a kind means to whoever acts; empty where the kernel finds it, or nobody knows."""
    one = fight.combatants.get(who)
    match kind:
        case "opportunities":
            return WORDS.get(f"answer.opportunity.{word}", "")
        case "skill" if one is not None and word in SKILLS:
            return f"d20 {sum(each.value for each in bonus(one, word)):+d}"
        case "skill" if one is not None and word in one.feats:
            return "a feat"
        case "save" if one is not None:
            return f"d20 {ability_modifier(one, cast('Ability', word)):+d}"
        case "weapon" if one is None or word not in one.weapons:
            weapon = UNARMED if word == UNARMED_ID else fight.weapons.get(word)
            return "" if weapon is None else f"{damage_die(fight.options, weapon)} damage"
        case "place" | "object" | "thing":
            return _thing(fight, word, one)
        case "trap" if word in fight.board.traps:
            return in_short(fight.board.traps[word])
        case _:
            return CHOICES.get((kind, word), "")


def _thing(fight: FuturePathFight, word: str, one: Character | None) -> str:
    """Somebody by name and distance, an object by its square and what it is, a weapon by its row."""
    thing, other = fight.board.objects.get(word), fight.combatants.get(word)
    if thing is not None:
        return in_short(thing)
    if other is None:
        return in_short(fight.weapons.get(word))
    squares = distance(one, other) if one is not None else None
    return other.name if squares is None else f"{other.name}, {squares * FEET} ft away"
