"""Distances and cover, who sees whom, and being pushed (RBF-COV, RBF-ACT-4, RBF-STL-3)."""

from rbfcli.core.errors import Refusal
from rbfcli.core.limits import COUNT
from rbfcli.core.matching import match_named
from rbfcli.core.text import natural, number_or_name, quoted, shown
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf.checks import RbfScene, divided, signed
from rbfcli.systems.rbf.conditions import barred, standing
from rbfcli.systems.rbf.sheet import COVER_BONUS, SPEEDY, UNARMED_ID, Cover, Fighter, Place, RbfFight, has

STRAFE_METRES = 1
HALF_SPEED = ("prone", "crippled")
LETTERS = " .abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
METRES, FEET = ("m", "m.", "metre", "metres", "meter", "meters"), ("ft", "ft.", "foot", "feet")


def metres_between(combatant: Fighter, other: Fighter) -> int | None:
    """How far apart two fighters are, along the ground or in height; None where the ground does not say."""
    if combatant.at is None or other.at is None:
        return None
    return max(abs(combatant.at - other.at), abs(combatant.height - other.height))


def are_close(fight: RbfFight, combatant: Fighter, other: Fighter) -> bool:
    """Whether two fighters are known to be in melee range."""
    far = metres_between(combatant, other)
    return far is not None and far <= fight.options.melee_reach


def cover_of(fight: RbfFight, combatant: Fighter) -> Cover:
    """The cover somebody has: prone behind a thick, low barrier it is heavy (RBF-COV-1, RBF-PRN-5)."""
    low = "prone" in combatant.conditions and fight.board.places.get(combatant.place, Place()).low
    return "heavy" if low and COVER_BONUS[combatant.cover] < COVER_BONUS["heavy"] else combatant.cover


def cover_from(fight: RbfFight, target: Fighter, attacker: Fighter) -> Cover:
    """The cover between two fighters: a barrier hides nobody from those within reach."""
    return "none" if are_close(fight, target, attacker) else cover_of(fight, target)


def guard(fight: RbfFight, target: Fighter, attacker: Fighter, *, shot: bool) -> tuple[Modifier, ...]:
    """Cover raises an enemy's TN against shots, a guard that is sundered lowers it (RBF-COV-3, RBF-TEC-SUNDER)."""
    cover = cover_from(fight, target, attacker) if shot and fight.options.enemy_cover else "none"
    changes: tuple[Modifier, ...] = ()
    if cover != "none":
        changes += (Modifier(COVER_BONUS[cover], f"{cover} cover", "RBF-COV-3"),)
    if "sundered" in target.conditions:
        changes += (Modifier(-broken_guard(target), "sundered", "RBF-TEC-SUNDER"),)
    return changes


def broken_guard(target: Fighter) -> int:
    """How much easier to hit somebody sundered is: an enemy's TN, or a player's defense (RBF-TEC-SUNDER)."""
    return max(1, target.conditions["sundered"].amount) if "sundered" in target.conditions else 0


def tell_guard(scene: RbfScene, actor: str, tn: int, changes: tuple[Modifier, ...]) -> None:
    """Say what makes an enemy's TN another than that of its sheet (RBF-COV-3, RBF-TEC-SUNDER)."""
    scene.happen("guarded", changes[0].rule, who=actor, tn=tn, why=signed(changes))


def sees(fight: RbfFight, actor: str, target_id: str) -> bool:
    """Whether one can target another: it is not hidden, or spotted, or this one sees or feels it (RBF-ACT-4)."""
    target = fight.combatants[target_id]
    hidden = "hidden" in target.conditions and "spotted" not in target.conditions
    return not hidden or actor in target.seen_by or grappler_of(fight, actor) == target_id


def grappler_of(fight: RbfFight, actor: str) -> str:
    """Who holds somebody in a grapple, if that one still stands (RBF-TEC-GRAPPLE)."""
    grapple = fight.combatants[actor].conditions.get("grappled")
    holder = fight.combatants.get(grapple.by) if grapple else None
    return grapple.by if grapple and holder and standing(holder) else ""


def spot_named(fight: RbfFight, word: str) -> tuple[str, Place]:
    """A named place and its id, or a metre of open ground, which has none. Raises Refusal, or UsageError on a metre."""
    metre = number_or_name(word, "a metre", low=-COUNT, high=COUNT, rule="RBF-ACT-2")
    if metre is not None:
        return "", Place(at=metre)
    places = fight.board.places
    try:
        found = match_named(word, {each: place.name for each, place in places.items()}, "place", Refusal, "RBF-ACT-2")
    except Refusal:
        refuse_unit(word)
        raise
    return found, places[found]


def refuse_unit(word: str) -> None:
    """Raise Refusal for a metre with its unit, such as 5m, or a number of feet."""
    number = word.rstrip(LETTERS)
    unit = word[len(number) :].strip().casefold()
    if natural(number.strip()) is not None and unit in (*METRES, *FEET):
        hint = f"write {number.strip()}" if unit in METRES else "RBF counts in metres, from the start of the ground"
        what = f"{shown(word)} is no place: a metre along the ground is a number alone"
        raise Refusal(what, rule="RBF-ACT-2", hint=hint) from None


def spot_of(fight: RbfFight, actor: str) -> str:
    """Where somebody is: its metre, else its place; empty where the ground does not say."""
    one = fight.combatants[actor]
    return one.place if one.at is None else f"{one.at} m"


def watched_with(combatant: Fighter) -> tuple[str, ...]:
    """Return the ids of the weapons that somebody on overwatch may attack with (RBF-ACT-8)."""
    hands = (combatant.overwatch_with,) if combatant.overwatch_with else (combatant.held, combatant.off_hand)
    return tuple(dict.fromkeys(filter(None, hands))) or (UNARMED_ID,)


def lying_at(fight: RbfFight, actor: str) -> tuple[str, ...]:
    """The weapons that lie where somebody is (RBF-ACT-2)."""
    return tuple(each.weapon for each in fight.board.lying if each.where == spot_of(fight, actor))


def metres_to(fight: RbfFight, combatant: Fighter, name: str) -> int:
    """How far somebody is from a place, 0 where the ground does not say."""
    at = spot_named(fight, name)[1].at
    return 0 if at is None or combatant.at is None else abs(at - combatant.at)


def pace(fight: RbfFight, combatant: Fighter) -> int:
    """Metres of one move: halved by crawling and by a crippled leg (RBF-PRN-2, RBF-TEC-CRIPPLE, RBF-TAL-1)."""
    speed = combatant.speed + (fight.options.speedy if has(combatant, SPEEDY) else 0)
    return divided(fight, speed, 2 ** sum(each in combatant.conditions for each in HALF_SPEED))


def arrive(scene: RbfScene, actor: str, name: str, rule: str, cover: str = "") -> None:
    """Somebody stands at a place now, in its cover or the cover stated; too little of it ends hiding (RBF-STL-3)."""
    spot, place = spot_named(scene.fight, name)
    scene.change(actor, "place", spot, rule)
    scene.change(actor, "at", place.at, rule)
    scene.change(actor, "height", place.height, rule)
    scene.change(actor, "cover", cover or place.cover, "RBF-COV-1")
    let_go_of_the_distant(scene, actor)
    if COVER_BONUS[cover_of(scene.fight, scene.one(actor))] < scene.fight.options.hide_cover and not place.disguised:
        show_oneself(scene, actor, "RBF-STL-3")


def show_oneself(scene: RbfScene, actor: str, rule: str) -> None:
    """Stealth is lost."""
    if scene.fight.combatants[actor].conditions:
        scene.relieve(actor, "spotted", rule)
        scene.relieve(actor, "hidden", rule)


def drive_back(scene: RbfScene, actor: str, by: str, metres: int, rule: str) -> None:
    """Move somebody straight away from another, off its spot and out of the cover there."""
    one, other = scene.one(actor), scene.one(by)
    away = metres if one.at is None or other.at is None or one.at >= other.at else -metres
    to = None if one.at is None or other.at is None else one.at + away
    scene.happen("driven-back", rule, who=actor, target=by, metres=metres, to="" if to is None else f", to metre {to}")
    scene.relieve(actor, "pinned", "RBF-TEC-PIN")
    if to is not None:
        put_down(scene, actor, to, rule)
    elif metres:
        let_go_of_the_distant(scene, actor)


def put_down(scene: RbfScene, actor: str, at: int, rule: str) -> None:
    """Somebody lands on a metre of open ground."""
    scene.change(actor, "at", at, rule)
    scene.change(actor, "place", "", rule)
    scene.change(actor, "cover", "none", rule)
    let_go_of_the_distant(scene, actor)


def let_go_of_the_distant(scene: RbfScene, actor: str) -> None:
    """A grapple ends where one of the two has been moved out of the other's reach (RBF-TEC-GRAPPLE)."""
    people = scene.fight.combatants
    for held, one in people.items():
        grapple = one.conditions.get("grappled")
        holder = people.get(grapple.by) if grapple and actor in (held, grapple.by) else None
        if holder and not are_close(scene.fight, one, holder):
            scene.relieve(held, "grappled", "RBF-TEC-GRAPPLE")


def can_hide(fight: RbfFight, combatant: Fighter) -> bool:
    """Whether somebody's cover is enough to hide in (RBF-STL-3)."""
    return COVER_BONUS[cover_of(fight, combatant)] >= fight.options.hide_cover


def touches(fight: RbfFight, actor: str, target_id: str) -> bool:
    """Whether somebody is within arm's reach, as far as the ground says (RBF-ACT-2)."""
    far = metres_between(fight.combatants[actor], fight.combatants[target_id])
    return far is None or far <= fight.options.melee_reach


def must_touch(scene: RbfScene, actor: str, target_id: str, rule: str) -> None:
    """Refuse to treat, or use a thing on, somebody out of arm's reach (RBF-ACT-2)."""
    if not touches(scene.fight, actor, target_id):
        far, reach = metres_between(scene.one(actor), scene.one(target_id)), scene.fight.options.melee_reach
        name = scene.one(target_id).name
        scene.refuse(
            f"{name} is {far} m away, out of reach ({reach} m)", rule, closer(scene.fight, actor, target_id, reach)
        )


def closer(fight: RbfFight, actor: str, target_id: str, reach: int) -> str:
    """The line that brings somebody into reach of a target, or as near to it as a move goes; empty where none does."""
    to = nearer(fight, fight.combatants[actor], fight.combatants[target_id], reach)
    return f"move {quoted(actor)} {to}" if to else ""


def nearer(fight: RbfFight, combatant: Fighter, target: Fighter, reach: int) -> str:
    """The metre of open ground that brings somebody into reach, or as near as a move goes; empty where none does."""
    if combatant.at is None or target.at is None or barred(combatant, "move"):
        return ""
    step = min(pace(fight, combatant), max(0, abs(target.at - combatant.at) - reach))
    to = combatant.at + (step if target.at > combatant.at else -step)
    comes_down = combatant.height > target.height == 0
    return str(to) if to >= 0 and (step or comes_down) else ""
