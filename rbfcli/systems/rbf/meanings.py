"""What words of RBF mean to whoever is about to type them: places, things, spells, skills, cover."""

from rbfcli.systems.rbf.check import skill_modifier
from rbfcli.systems.rbf.details import item_facts
from rbfcli.systems.rbf.ground import metres_to
from rbfcli.systems.rbf.sheet import BERSERKER, COVER_BONUS, RAGE, Fighter, Place, RbfFight, Spell, weapon_named
from rbfcli.systems.rbf.tasks import item_named
from rbfcli.systems.rbf.words import WORDS

PLACED = "affliction"  # the kind of the conditions that an enemy places


def meaning(fight: RbfFight, kind: str, word: str, who: str) -> str:
    """What a word of a kind means to whoever acts; empty where the kernel finds it, or nobody knows."""
    one = fight.combatants.get(who)
    match kind:
        case "place":
            place = fight.board.places.get(word)
            return "" if place is None else _place(fight, word, place, one)
        case "thing":
            return f"a rage, with the talent {BERSERKER}" if word == RAGE else _thing(fight, word)
        case "spell":
            spell = fight.spells.get(word)
            return "" if spell is None else _spell(spell)
        case "skill" | "kind":
            return "" if one is None else f"2d8 {skill_modifier(fight, one, word, 'RBF-ATK-1').value:+d}"
        case "weapon" if one is None or word not in one.weapons:
            weapon = weapon_named(fight, word)
            return "" if weapon is None else f"{weapon.damage} damage, {weapon.skill}"
        case "cover":
            return f"+{COVER_BONUS[word]} against shots" if COVER_BONUS.get(word) else "no cover"
        case _:
            return WORDS.get(f"answer.condition.{word}", "") if kind == PLACED else ""


def _place(fight: RbfFight, name: str, place: Place, one: Fighter | None) -> str:
    """How far off a place is, its height and its cover."""
    there = one is not None and one.place == name
    known = one is not None and one.at is not None and place.at is not None
    far = "here" if there else f"{metres_to(fight, one, name)} m away" if one is not None and known else ""
    facts = [far, f"{place.height} m up" if place.height else "", f"{place.cover.replace('none', 'no')} cover"]
    return ", ".join(filter(None, [*facts, "low" if place.low else "", "prepared" if place.prepared else ""]))


def _thing(fight: RbfFight, name: str) -> str:
    return ", ".join(item_facts(item_named(fight, name))) or "does what the GM says"


def _spell(spell: Spell) -> str:
    """The skill it is cast with, its damage, range and condition."""
    facts = [spell.skill, f"{spell.damage} {spell.kind} damage".replace("  ", " ") if spell.damage else ""]
    facts += [f"range {spell.range} m" if spell.range else "", spell.condition]
    return ", ".join(filter(None, facts))
