"""What words of the threat tracker mean to whoever is about to type them: attributes, wear, phases."""

from rbfcli.systems.threat.carrying import weapon_at
from rbfcli.systems.threat.sheet import ARMOUR, ATTRIBUTES, Character, ThreatFight

CHOICES = {
    ("phase", "offense"): "the crew attacks first",
    ("phase", "defence"): "the enemies attack first",
    ("step", "next"): "the other phase, once nobody is left in this one",
    ("complication", "ask"): "the table is asked",
    ("ultra", "ask"): "the table is asked",
}


def meaning(fight: ThreatFight, kind: str, word: str, who: str) -> str:
    """What a word of a kind means to whoever acts; empty where the kernel finds it, or nobody knows."""
    one = fight.combatants.get(who)
    match kind:
        case "attribute" | "partner_attribute" if one is not None and word in ATTRIBUTES:
            return f"2d6 {getattr(one, word):+d}"
        case "worn":
            return _worn(fight, word, one)
        case _:
            return CHOICES.get((kind, word), "")


def _worn(fight: ThreatFight, thing: str, one: Character | None) -> str:
    """A weapon by its damage, armour by what it takes off, and how worn either is."""
    wear = one.wear.get(thing, "") if one is not None else ""
    what = "" if thing != ARMOUR else f"takes {one.armour} off damage" if one is not None else "what is worn"
    what = f"{weapon_at(fight, thing).damage} damage" if thing in fight.weapons else what
    return ", ".join(filter(None, (what, wear)))
