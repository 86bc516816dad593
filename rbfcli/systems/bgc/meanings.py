"""What words of BGC mean to whoever is about to type them: skills, kinds of actions, botches, quality."""

from rbfcli.systems.bgc.check import wound_penalty
from rbfcli.systems.bgc.sheet import BgcFight

ACTIONS = {
    "attack": "what does damage",
    "defend": "meets the next attack",
    "movement": "some five seconds of going",
    "other": "everything else: a clip, a repair, first aid",
}
CHOICES = {
    ("botch", "failure"): "the weapon fails",
    ("botch", "explosion"): "the weapon explodes: the GM says what that does",
    ("botch", "opening"): "the opponent has one strike that cannot be met",
    ("quality", "normal"): "as most are made",
    ("quality", "good"): "D5 more damage than normal makes, or less against it",
    ("quality", "amazing"): "D10 more damage than normal makes, or less against it",
}
ALIKE = {"armour_quality": "quality"}


def meaning(fight: BgcFight, kind: str, word: str, who: str) -> str:
    """What a word of a kind means to whoever acts; empty where the kernel finds it, or nobody knows."""
    one = fight.combatants.get(who)
    match kind:
        case "category":
            return ACTIONS.get(word, "")
        case "skill" if one is not None:
            score = one.skills.get(word)
            hurt = wound_penalty(fight.options, one).value
            return "" if score is None else f"{score + hurt} %"
        case _:
            return CHOICES.get((ALIKE.get(kind, kind), word), "")
