"""Distances, cover, visibility and forced movement (RBF-COV, RBF-ACT-4, RBF-STL-3)."""

import re
from collections.abc import Callable

from msgspec.structs import replace

from rbfcli.core.errors import Hint, RbfError, Refusal, listed, misuse, shown, to_try
from rbfcli.core.limits import COUNT
from rbfcli.core.matching import match_named
from rbfcli.core.text import number_or_name, quoted
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf.checks import RbfScene, divided, of_worth, signed
from rbfcli.systems.rbf.conditions import barred, standing
from rbfcli.systems.rbf.sheet import COVER_BONUS, UNARMED_ID, Cover, Fighter, Place, RbfFight

Reason = tuple[str, str, str | Callable[[], str]]
STRAFE_METRES = 1
HALF_SPEED = ("prone", "crippled")


def metres_between(combatant: Fighter, other: Fighter) -> int | None:
    """Return the larger of the horizontal and vertical distance in metres, or None if it is unknown."""
    if combatant.at is None or other.at is None:
        return None
    return max(abs(combatant.at - other.at), abs(combatant.height - other.height))


def are_close(fight: RbfFight, combatant: Fighter, other: Fighter) -> bool:
    """Return whether two fighters are known to be in melee range."""
    far = metres_between(combatant, other)
    return far is not None and far <= fight.options.melee_reach


def cover_of(fight: RbfFight, combatant: Fighter) -> Cover:
    """Return a combatant's cover: heavy if prone behind a thick, low barrier (RBF-COV-1, RBF-PRN-5)."""
    low = "prone" in combatant.conditions and fight.board.places.get(combatant.place, Place()).low
    return "heavy" if low and COVER_BONUS[combatant.cover] < COVER_BONUS["heavy"] else combatant.cover


def menaces(fight: RbfFight, target: Fighter, attacker: Fighter) -> bool:
    """Return whether a target could attack the shooter in melee; objects and the fallen cannot (RBF-RNG-1)."""
    return are_close(fight, attacker, target) and standing(target) and not target.object


def no_clear_line(fight: RbfFight, actor: str, target_id: str) -> Reason | None:
    """Return why full cover on either side blocks an attack, or None (RBF-COV-2)."""
    attacker, target = fight.combatants[actor], fight.combatants[target_id]
    for hidden, other in ((target, attacker), (attacker, target)):
        if cover_from(fight, hidden, other) == "full":
            whose = target_id if hidden is target else actor
            line = "" if hidden is target else f": no clear line to {target.name}"
            return f"{hidden.name} is fully behind cover{line}", "RBF-COV-2", f"set {quoted(whose)} cover=heavy"
    return None


def cover_from(fight: RbfFight, target: Fighter, attacker: Fighter) -> Cover:
    """Return the target's cover from an attacker; within melee range there is none."""
    return "none" if are_close(fight, target, attacker) else cover_of(fight, target)


def guard(fight: RbfFight, target: Fighter, attacker: Fighter, *, shot: bool) -> tuple[Modifier, ...]:
    """Return the changes to an enemy's TN: cover against shots, and a sundered guard (RBF-COV-3, RBF-TEC-SUNDER)."""
    cover = cover_from(fight, target, attacker) if shot and fight.options.enemy_cover else "none"
    covered = of_worth(COVER_BONUS[cover], f"{cover} cover", "RBF-COV-3")
    return covered + of_worth(-broken_guard(target), "sundered", "RBF-TEC-SUNDER")


def broken_guard(target: Fighter) -> int:
    """Return the points by which sundering lowers an enemy's TN or a player's defense (RBF-TEC-SUNDER)."""
    return max(1, target.conditions["sundered"].amount) if "sundered" in target.conditions else 0


def tell_guard(scene: RbfScene, actor: str, tn: int, changes: tuple[Modifier, ...]) -> None:
    """Report why an enemy's TN differs from its sheet (RBF-COV-3, RBF-TEC-SUNDER)."""
    scene.happen("guarded", changes[0].rule, who=actor, tn=tn, why=signed(changes))


def sees(fight: RbfFight, actor: str, target_id: str) -> bool:
    """Return whether the actor can target another: not hidden, spotted, seen, or grappling the actor (RBF-ACT-4)."""
    target = fight.combatants[target_id]
    hidden = "hidden" in target.conditions and "spotted" not in target.conditions
    return not hidden or actor in target.seen_by or grappler_of(fight, actor) == target_id


def grappler_of(fight: RbfFight, actor: str) -> str:
    """Return the id of the combatant's grappler, if the grappler is standing (RBF-TEC-GRAPPLE)."""
    grapple = fight.combatants[actor].conditions.get("grappled")
    holder = fight.combatants.get(grapple.by) if grapple else None
    return grapple.by if grapple and holder and standing(holder) else ""


def spot_named(fight: RbfFight, word: str, height: int = 0) -> tuple[str, Place]:
    """Return a named place and its id, or open ground at this metre and height and an empty id. Raises RbfError."""
    metre = number_or_name(word, "a metre", low=-COUNT, high=COUNT, rule="RBF-ACT-2")
    if metre is not None:
        return "", Place(at=metre, height=height)
    places = fight.board.places
    found = match_named(word, {each: place.name for each, place in places.items()}, "place", Refusal, "RBF-ACT-2")
    return found, places[found]


WAY = r"(?P<sign>[+-]?)(?P<far>\d{1,4})\s*(?P<unit>m|met(?:re|er)s?)?(?:\s+(?P<way>towards?|away\s+from)\s+(?P<to>.+))?"
TOWARDS = r"(?P<way>to|towards?|away\s+from)\s+(?:the\s+)?(?P<to>.+?)(?:\s+(?P<far>\d{1,4})\s*(?:m|met(?:re|er)s?)?)?"
ELSEWHERE = frozenset(
    (
        *("forward", "forwards", "back", "backward", "backwards", "left", "right", "ahead", "away"),
        *("north", "east", "south", "west"),
    )
)


def place_meant(fight: RbfFight, actor: str, words: str) -> str:
    """Return the metre of a relative move such as `+5`, `5m towards crates` or `to thug1`; empty for other words.

    Without a unit, only a plus sign makes a move relative: metres can be negative. Raises UsageError if the
    direction is missing (RBF-ACT-2).
    """
    one, said = fight.combatants[actor], words.casefold()
    found = re.fullmatch(WAY, said) or re.fullmatch(TOWARDS, said)
    if one.at is None or (found is None and said.split(" ")[0] not in ELSEWHERE):
        return ""
    if found is None:
        raise misuse(f"{shown(words)} is not a direction here", hint=_ways(fight, actor, 5))
    parts = found.groupdict()
    if parts["to"]:
        return _towards(fight, actor, parts["to"], parts["far"], parts["way"])
    if not parts["unit"] and parts["sign"] != "+":
        return ""
    metres = int(parts["far"])
    if parts["sign"]:
        return str(one.at + (metres if parts["sign"] == "+" else -metres))
    others = [each for each in fight.combatants.values() if each.side != one.side and standing(each)]
    ahead = {each.at > one.at for each in others if each.at is not None and each.at != one.at}
    if len(ahead) != 1:
        raise misuse(f"missing direction for {metres} m", hint=_ways(fight, actor, metres))
    return str(one.at + (metres if ahead.pop() else -metres))


def _ways(fight: RbfFight, actor: str, metres: int) -> tuple[Hint, ...]:
    """Return example commands that name a direction along the ground, and the places there are."""
    move, places = f"move {quoted(actor)}", tuple(fight.board.places)
    others = [each for each in places if each != fight.combatants[actor].place]
    towards = [f"{move} {metres}m towards {quoted(each)}" for each in others[:1]]
    return to_try(f"{move} +{metres}", f"{move} -{metres}m", *towards), listed("places", places if others else ())


def _towards(fight: RbfFight, actor: str, to: str, metres: str | None, way: str) -> str:
    """Return the place or metre reached by moving towards a place or combatant, to it, or away from it.

    The move is the given number of metres, or as far as the actor can move; `to` a place is that place.
    """
    one, known = fight.combatants[actor], dict[str, Place | Fighter]({**fight.board.places, **fight.combatants})
    here, away = one.at or 0, way.startswith("away")
    spot = ""
    try:
        spot, place = spot_named(fight, to)
        there = place.at
        if way == "to":
            return spot or str(there)
    except RbfError:
        names = {each: found.name for each, found in known.items()}
        there = known[match_named(to, names, "place or combatant")].at
    far = int(metres) if metres else pace(fight, one)
    if there is None:
        raise misuse(f"the position of {shown(to)} is not known", hint=_ways(fight, actor, far))
    if not away and far >= abs(there - here):
        return spot or str(there)
    return str(here + far if (there > here) != away else here - far)


def spot_of(fight: RbfFight, actor: str) -> str:
    """Return a combatant's metre, otherwise its place; empty if neither is known."""
    one = fight.combatants[actor]
    return one.place if one.at is None else f"{one.at} m"


def watched_with(combatant: Fighter) -> tuple[str, ...]:
    """Return the ids of the weapons a combatant on overwatch can use (RBF-ACT-8)."""
    hands = (combatant.overwatch_with,) if combatant.overwatch_with else (combatant.held, combatant.off_hand)
    return tuple(dict.fromkeys(filter(None, hands))) or (UNARMED_ID,)


def lying_at(fight: RbfFight, actor: str) -> tuple[str, ...]:
    """Return the weapons on the ground at a combatant's location (RBF-ACT-2)."""
    return tuple(each.weapon for each in fight.board.lying if each.where == spot_of(fight, actor))


def metres_to(fight: RbfFight, combatant: Fighter, place: Place) -> int:
    """Return the metres of a move to a place, horizontal and vertical, as far as they are known (RBF-ACT-2)."""
    along = 0 if place.at is None or combatant.at is None else abs(place.at - combatant.at)
    return along + fight.options.climb_cost * abs(place.height - combatant.height)


def pace(fight: RbfFight, combatant: Fighter) -> int:
    """Return the metres of one move, halved by crawling and a crippled leg (RBF-PRN-2, RBF-TEC-CRIPPLE, RBF-TAL-1)."""
    speed = combatant.speed + (fight.options.speedy if combatant.has("Speedy") else 0)
    return divided(fight, speed, 2 ** sum(each in combatant.conditions for each in HALF_SPEED))


def arrive(scene: RbfScene, actor: str, name: str, rule: str, *, cover: str = "", height: int = 0) -> None:
    """Put a combatant at a place or a metre at this height, in its cover or the stated cover (RBF-COV-1)."""
    stand_at(scene, actor, rule, *spot_named(scene.fight, name, height), cover=cover)


def stand_at(scene: RbfScene, actor: str, rule: str, spot: str, place: Place, *, cover: str = "") -> None:
    """Put a combatant at a place; too far ends a grapple, too little cover hiding (RBF-TEC-GRAPPLE, RBF-STL-3)."""
    scene.change(actor, "place", spot, rule)
    scene.change(actor, "at", place.at, rule)
    scene.change(actor, "height", place.height, rule)
    scene.change(actor, "cover", cover or place.cover, "RBF-COV-1")
    let_go_of_the_distant(scene, actor)
    if not can_hide(scene.fight, scene.one(actor)) and not place.disguised:
        show_oneself(scene, actor, "RBF-STL-3")


def settled(fight: RbfFight, combatant: Fighter, fields: tuple[str, ...]) -> Fighter:
    """Return a sheet whose place, metre, height and cover agree after these fields were set (RBF-COV-1).

    A new place brings its metre (if it has one), height and cover; a new metre or height leaves the place. Raises
    UsageError if a place is set with a metre or height that is not its own.
    """
    place = fight.board.places.get(combatant.place)
    cover = combatant.cover if "cover" in fields else "none" if place is None else place.cover
    if "place" in fields and place is None:
        return replace(combatant, cover=cover)
    if place is None:
        return combatant
    there = replace(combatant, at=combatant.at if place.at is None else place.at, height=place.height)
    if "place" in fields:
        stated = {field: getattr(combatant, field) for field in ("at", "height") if field in fields}
        if wrong := disagreement(fight, replace(there, **stated)):
            raise misuse(wrong, hint="set the place, or the metre and height", rule="RBF-COV-1")
        return replace(there, cover=cover, **stated)
    if not fields:
        return there
    if not disagreement(fight, combatant) or {"at", "height"}.isdisjoint(fields):
        return combatant
    height = combatant.height if "height" in fields else 0
    return replace(combatant, place="", height=height, cover=combatant.cover if "cover" in fields else "none")


def disagreement(fight: RbfFight, combatant: Fighter) -> str:
    """Return how a combatant's metre or height differs from its place; empty if they agree (RBF-COV-1)."""
    place = fight.board.places.get(combatant.place)
    if place is None:
        return ""
    if place.at is not None and combatant.at != place.at:
        stated = "and no metre is stated" if combatant.at is None else f"not {combatant.at} m"
        return f"{combatant.place} is at {place.at} m, {stated}"
    differs = combatant.height != place.height
    return f"{combatant.place} is {place.height} m up, not {combatant.height} m" if differs else ""


def show_oneself(scene: RbfScene, actor: str, rule: str) -> None:
    """End a combatant's stealth."""
    if scene.fight.combatants[actor].conditions:
        scene.relieve(actor, "spotted", rule)
        scene.relieve(actor, "hidden", rule)


def drive_back(scene: RbfScene, actor: str, by: str, metres: int, rule: str) -> int:
    """Push a combatant straight away from another, out of its cover. Return the metres it falls."""
    one, other = scene.one(actor), scene.one(by)
    known = one.at is not None and other.at is not None
    place = open_ground(one, away_from(other.at or 0, one.at or 0) * metres)
    to = f", to metre {place.at}" if known else ""
    scene.happen("driven-back", rule, who=actor, target=by, metres=metres, to=to)
    scene.relieve(actor, "pinned", "RBF-TEC-PIN")
    if not metres:
        return 0
    if not known:
        let_go_of_the_distant(scene, actor)
        return 0
    stand_at(scene, actor, rule, "", place)
    return max(0, one.height - place.height)


def away_from(centre: int, at: int) -> int:
    """Return the direction away from a metre: 1 for higher metres, -1 for lower."""
    return 1 if at >= centre else -1


def open_ground(combatant: Fighter, metres: int) -> Place:
    """Return the open ground this many metres from a combatant, at height 0 if it leaves a place."""
    return Place(at=(combatant.at or 0) + metres, height=0 if combatant.place else combatant.height)


def let_go_of_the_distant(scene: RbfScene, actor: str) -> None:
    """End a grapple if either combatant was moved out of reach (RBF-TEC-GRAPPLE)."""
    people = scene.fight.combatants
    for held, one in people.items():
        grapple = one.conditions.get("grappled")
        holder = people.get(grapple.by) if grapple and actor in (held, grapple.by) else None
        if holder and not are_close(scene.fight, one, holder):
            scene.relieve(held, "grappled", "RBF-TEC-GRAPPLE")


def can_hide(fight: RbfFight, combatant: Fighter) -> bool:
    """Return whether a combatant's cover is enough to hide in (RBF-STL-3)."""
    return COVER_BONUS[cover_of(fight, combatant)] >= fight.options.hide_cover


def touches(fight: RbfFight, actor: str, target_id: str) -> bool:
    """Return whether a combatant is within arm's reach; unknown distances count as reach (RBF-ACT-2)."""
    far = metres_between(fight.combatants[actor], fight.combatants[target_id])
    return far is None or far <= fight.options.melee_reach


def must_touch(scene: RbfScene, actor: str, target_id: str, rule: str) -> None:
    """Refuse to treat, or use an item on, a combatant out of arm's reach (RBF-ACT-2)."""
    if not touches(scene.fight, actor, target_id):
        far, reach = metres_between(scene.one(actor), scene.one(target_id)), scene.fight.options.melee_reach
        name = scene.one(target_id).name
        scene.refuse(f"{name} is {far} m away; reach is {reach} m", rule, closer(scene.fight, actor, target_id, reach))


def closer(fight: RbfFight, actor: str, target_id: str, reach: int) -> str:
    """Return the command that moves the actor into reach of a target, or nearer; empty if none does."""
    to = nearer(fight, fight.combatants[actor], fight.combatants[target_id], reach)
    return f"move {quoted(actor)} {to}" if to else ""


def nearer(fight: RbfFight, combatant: Fighter, target: Fighter, reach: int) -> str:
    """Return the metre of open ground in reach of a target, or as near as one move gets; empty if none is."""
    if combatant.at is None or target.at is None or barred(combatant, "move"):
        return ""
    descent = fight.options.climb_cost * combatant.height
    left = pace(fight, combatant) - descent
    step = min(left, max(0, abs(target.at - combatant.at) - reach))
    to = combatant.at + (step if target.at > combatant.at else -step)
    comes_down = combatant.height > target.height == 0
    return str(to) if to >= 0 and left >= 0 and (step or comes_down) else ""
