"""Views of an RBF fight: for the GM, for players, and as a picture."""

from msgspec.structs import replace

from rbfcli.core.lazy import LazyFunction
from rbfcli.core.text import quoted
from rbfcli.engine.turns import next_or_end
from rbfcli.engine.weapons import rounds_left
from rbfcli.model.commands import DAMAGE_TYPES
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, Picture, Visibility, health_fact, hit_points, is_unseen
from rbfcli.model.rules import Words
from rbfcli.systems.rbf import sheet
from rbfcli.systems.rbf.conditions import CONDITIONS, barred, has_place_in_order, standing, takes_part, takes_turns
from rbfcli.systems.rbf.map import cover_of, grappler_of, lying_at, metres_between, touches
from rbfcli.systems.rbf.sheet import MEDICAL_KIT, UNARMED_ID, WEAPONS, Fighter, Place, RbfFight, RbfOptions, Weapon

# Imported when called: `show` needs neither.
out_of_reach = LazyFunction("rbfcli.systems.rbf.strike", "out_of_reach")
fixed_words = LazyFunction("rbfcli.systems.rbf.results", "fixed_words")

BASIC_SKILLS = ("athletics", "stealth", "perception", "leadership", "medicine", "crafting")


def status(fight: RbfFight, actor: str) -> Facts:
    """Return the facts of one fighter for the status display."""
    one = fight.combatants[actor]
    cover = cover_of(fight, one)
    return (
        health_fact("HP", hit_points(one)),
        _tn(one),
        Fact("actions", actions_in_words(one) if actor == fight.active else "", heading="act", rank=FIRST, turn=True),
        *_in_hand(fight, one),
        Fact("armour", _armour(one), heading="arm"),
        Fact("aim", f"+{one.aim}" if one.aim else "", rank=4),
        Fact("overwatch", one.overwatch or "attack" if "watching" in one.conditions else "", heading="watch", rank=4),
        Fact("intent", one.intent, rank=6, cut=True),
        Fact("place", one.place or ("" if one.at is None else f"{one.at} m"), rank=LEAST, bare=True, secret=False),
        Fact("cover", "" if cover == "none" else cover, rank=LEAST, secret=False),
    )


def _tn(combatant: Fighter) -> Fact:
    """Return an enemy's TN, or both its attack and defense TN if they differ."""
    attack, defense = combatant.tn_of_attack, combatant.tn_of_defense
    if combatant.tn is None:
        return Fact("TN", "")
    if attack == defense:
        return Fact("TN", str(defense), rank=2)
    return Fact("TN", f"attack {attack}, defense {defense}", short=f"{attack}/{defense}", rank=2)


def actions_in_words(combatant: Fighter) -> str:
    """Return the actions left this turn, and the bonus action."""
    return f"{combatant.actions_left}/{combatant.actions}{' and the bonus action' if combatant.bonus_left else ''}"


def _in_hand(fight: RbfFight, combatant: Fighter) -> tuple[Fact, Fact]:
    """Return the weapons in hand and their ammo."""
    held = {
        each: found for each in (combatant.held, combatant.off_hand) if (found := fight.weapon_named(each)) is not None
    }
    names = " + ".join(weapon.name for weapon in held.values())
    rounds = " + ".join(filter(None, (rounds_in_words(combatant, each, weapon) for each, weapon in held.items())))
    weapon = Fact("weapon", names, rank=4, cut=True, bare=True, secret=False)
    return weapon, Fact("ammo", rounds, rank=3)


def rounds_in_words(combatant: Fighter, weapon_id: str, weapon: Weapon) -> str:
    """Return a weapon's remaining rounds, or `reload` if it is empty and not counted."""
    left = rounds_left(combatant, weapon_id, weapon)
    if weapon.ammo:
        return f"{left}/{weapon.ammo}"
    return "" if left else "reload"


def _armour(combatant: Fighter) -> str:
    return f"{combatant.armour}{' broken' * combatant.armour_broken}" if combatant.armour else ""


def picture(fight: RbfFight) -> Picture:
    """Return the time, and the places along the ground with their combatants (RBF-TIME-1, RBF-MODE-1)."""
    return (*clock(fight), *ground_lines(fight))


def clock(fight: RbfFight) -> tuple[str, ...]:
    """Return the seconds that this round covers, marked in a crisis."""
    in_crisis, seconds = fight.board.mode == "crisis", fight.options.round_seconds
    if not fight.round:
        return ("a crisis",) if in_crisis else ()
    return (f"{'crisis: ' * in_crisis}seconds {(fight.round - 1) * seconds} to {fight.round * seconds}",)


def ground_lines(fight: RbfFight) -> list[str]:
    """Return a line for each named or occupied spot along the ground: metre, name, cover, combatants."""
    spots = dict(fight.board.places)
    for one in fight.combatants.values():
        if one.at is not None and not one.place:
            spots.setdefault(f"{one.at} m", Place(at=one.at, height=one.height))
    ordered = sorted(spots.items(), key=lambda each: 0 if each[1].at is None else each[1].at)
    return [spot_line(fight, name, place) for name, place in ordered]


def spot_line(fight: RbfFight, name: str, place: Place) -> str:
    """Return the line of one spot."""
    there = [who for who, one in fight.combatants.items() if (one.place or f"{one.at} m") == name]
    metre = "" if place.at is None else f"{place.at} m"
    facts = [f"{place.height} m up" if place.height else "", "" if place.cover == "none" else f"{place.cover} cover"]
    facts += ["low" if place.low else "", "prepared" if place.prepared else ""]
    about = ", ".join(filter(None, facts))
    spot = "  ".join(filter(None, (f"{metre:>6}", "" if name == metre else name)))
    return f"{spot}{f' ({about})' if about else ''}: {', '.join(there)}".rstrip(" :")


def distance(fight: RbfFight, one: str, other: str) -> int | None:
    """Return the metres between two fighters, or None if unknown."""
    return metres_between(fight.combatants[one], fight.combatants[other])


def reaches(fight: RbfFight, actor: str, target: str, weapon: str) -> bool:
    """Return whether a weapon, or a hand, reaches a target (RBF-ACT-2, RBF-COV-2, RBF-RNG-1)."""
    found = fight.weapon_named(weapon)
    return touches(fight, actor, target) if found is None else out_of_reach(fight, actor, target, found) is None


def vocabulary(fight: RbfFight, kind: str, actor: str) -> Words:
    """Return the words of a kind, the actor's own weapons, items and skills first."""
    one = fight.combatants.get(actor)
    match kind:
        case "weapon":
            own = (*fight.weapons, *WEAPONS) if one is None else (*one.weapons, *lying_at(fight, actor), UNARMED_ID)
            return {each: (found.name,) if (found := fight.weapon_named(each)) else () for each in own}
        case "technique" | "critical" | "complication" | "affliction":
            fixed: Words = fixed_words(kind)
            return fixed
        case "condition":
            return tuple(addable_conditions(CONDITIONS, fight.combatants))
        case "place":
            return {each: (place.name,) for each, place in fight.board.places.items()}
        case "spell":
            return {each: (spell.name,) for each, spell in fight.spells.items()}
        case "thing":
            return tuple(
                dict.fromkeys((*(one.items if one else ()), *fight.items, MEDICAL_KIT, sheet.REPAIR_KIT, sheet.RAGE))
            )
        case "skill":
            others = (skill for other in fight.combatants.values() for skill in other.skills)
            return tuple(dict.fromkeys((*(one.skills if one else ()), *known_skills(fight.options), *others)))
        case "damage-type":
            immune = (kind for other in fight.combatants.values() for kind in other.immune)
            return tuple(dict.fromkeys((*immune, *DAMAGE_TYPES)))
        case _:
            return ()


def known_skills(options: RbfOptions) -> tuple[str, ...]:
    """Return the skills that the rules name, and the arcane ones."""
    return (*sheet.COMBAT_SKILLS, *sheet.DEFENSE_SKILLS, *BASIC_SKILLS, *options.arcane_skills)


def next_steps(fight: RbfFight) -> tuple[str, ...]:
    """Return the suggested next commands, such as to save a dying ally in reach with a kit (RBF-STB-1)."""
    if not fight.round:
        comes_up = (takes_part(one) and has_place_in_order(fight, one) for one in fight.combatants.values())
        return ("init",) if any(comes_up) else ("add NAME",)
    if _nothing_is_left(fight):
        return (next_or_end(fight, takes_turns),)
    helper = fight.combatants[fight.active]
    return tuple(
        f"stabilize {quoted(who)} --by {quoted(fight.active)}"
        for who, one in fight.combatants.items()
        if "dying" in one.conditions and one.side == helper.side
        if MEDICAL_KIT in helper.items and touches(fight, fight.active, who)
    )


def _nothing_is_left(fight: RbfFight) -> bool:
    """Return whether no turn is active, or the active one has no action left."""
    active = fight.combatants.get(fight.active)
    return active is None or not active.actions_left or not standing(active) or bool(barred(active, "act"))


def sight() -> Visibility:
    """Return the public facts: all players see positions, cover and weapons in hand."""
    return Visibility(
        players=players,
        hides=hides,
        ground=ground,
        fields=("at", "height", "place", "cover", "held", "off_hand", "object"),
        questions=(
            "critical",
            "second",
            "complication",
            "condition",
            "riposte",
            "counterspell",
            "overwatch",
            "bonus",
            "direction",
        ),
    )


def players(fight: RbfFight) -> tuple[str, ...]:
    """Return the sides of combatants with skills instead of a target number."""
    return tuple(one.side for one in fight.combatants.values() if not one.is_enemy and not one.object)


def hides(fight: RbfFight, actor: str, side: str) -> bool:
    """Return whether a combatant is hidden, not spotted, and unseen by all of a side (RBF-ACT-4, RBF-STL-3)."""
    one = fight.combatants[actor]
    if not one.conditions or not is_unseen(one) or "spotted" in one.conditions:
        return False
    others = (each for each, other in fight.combatants.items() if side and other.side == side)
    return not any(each in one.seen_by or grappler_of(fight, each) == actor for each in others)


def ground(fight: RbfFight) -> Picture:
    """Return places as they look: without preparations, and disguised ones only if a combatant is seen there."""
    taken = {one.place for one in fight.combatants.values()}
    places = {
        name: replace(place, prepared=False)
        for name, place in fight.board.places.items()
        if not place.disguised or name in taken
    }
    return (*clock(fight), *ground_lines(replace(fight, board=replace(fight.board, places=places))))
