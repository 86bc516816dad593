"""Details of a character for `show`, and the meanings of the tracker's words."""

from collections.abc import Iterator

from rbfcli.model.display import Fact, Facts, number_fact, rest_of_sheet, with_name
from rbfcli.model.events import Modifier
from rbfcli.systems.threat.economy import absence, handling, usable, weapons_of
from rbfcli.systems.threat.sheet import ARMOUR, ATTRIBUTES, Character, ThreatFight

TOLD = (*("hp", "max_hp", "pc", "armour", "weapons", "accessories", "wear", "in_zone", "noticed"), *ATTRIBUTES)


def details(fight: ThreatFight, actor: str) -> Facts:
    """Return role, effective attributes, armour, and weapons with damage and wear."""
    one = fight.combatants[actor]
    role = ("enemy, a PC" if one.pc else "enemy") if fight.is_enemy(one) else "PC" if one.pc else "ally"
    return (
        Fact("role", role, rule="THR-OFF-1"),
        Fact("E/J/L/N", ""),
        *(_attribute(fight, name, getattr(one, name)) for name in ATTRIBUTES),
        _armour(fight, one),
        *_weapons(fight, one),
        Fact("takes part", absence(one)[0].replace("is", "no:", 1), rule="THR-START-1"),
        *rest_of_sheet(one, TOLD),
    )


def _attribute(fight: ThreatFight, name: str, score: int) -> Fact:
    """Return an attribute, limited to the value that counts for a roll."""
    limit = fight.options.attribute_limit
    counted = min(max(score, -limit), limit)
    parts = (Modifier(score, "on the sheet"), Modifier(counted - score, f"beyond the limit of {limit}"))
    return number_fact(name, parts, rule="THR-ROLL-2")


def _armour(fight: ThreatFight, combatant: Character) -> Fact:
    if not combatant.armour:
        return Fact("armour", "")
    worn = f", {combatant.wear[ARMOUR]}" if ARMOUR in combatant.wear else ""
    idle = "" if usable(fight, combatant, ARMOUR) else ": takes off nothing"
    return Fact("armour", f"{combatant.armour} off each hit{worn}{idle}", rule="THR-DMG-1")


def _weapons(fight: ThreatFight, combatant: Character) -> Iterator[Fact]:
    """Yield each weapon, and bare hands, with its damage, attribute, traits and wear."""
    for weapon_id in weapons_of(fight, combatant):
        weapon = fight.weapon_at(weapon_id)
        added = handling(fight, weapon_id).value
        facts = [f"{weapon.damage} damage", f"with {weapon.attribute}", *([f"{added:+d} to the roll"] if added else [])]
        facts += ["ignores armour"] if weapon.piercing else []
        facts += [f"doubled against {', '.join(weapon.doubles)}"] if weapon.doubles else []
        facts += [f"shreds {weapon.shreds} armour"] if weapon.shreds else []
        facts += [combatant.wear[weapon_id]] if weapon_id in combatant.wear else []
        yield Fact("weapon", f"{with_name(weapon_id, weapon.name)}: {', '.join(facts)}", rule="THR-DMG-1")


def meaning(fight: ThreatFight, kind: str, word: str, actor: str) -> str:
    """Return what a word means to the actor; empty if the engine explains it or it is unknown."""
    one = fight.combatants.get(actor)
    match kind:
        case "attribute" | "partner_attribute" if one is not None and word in ATTRIBUTES:
            return f"2d6 {getattr(one, word):+d}"
        case "item":
            return _worn(fight, word, one)
        case _:
            return ""


def _worn(fight: ThreatFight, thing: str, combatant: Character | None) -> str:
    """Return a weapon's damage or the armour's reduction, and its wear."""
    wear = combatant.wear.get(thing, "") if combatant is not None else ""
    what = (
        "" if thing != ARMOUR else f"takes {combatant.armour} off damage" if combatant is not None else "what is worn"
    )
    what = f"{fight.weapon_at(thing).damage} damage" if thing in fight.weapons else what
    return ", ".join(filter(None, (what, wear)))
