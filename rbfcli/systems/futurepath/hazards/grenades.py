"""Throwing: grenades and other small things, scattered, delayed or cooked (FP-GRN)."""

from msgspec import Struct

from rbfcli.kernel.carrying import carried, take_away
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import Lying
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.sheets import free_id
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene, check, die_of, judge_of, stated
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.economy import FULL_ROUND, may_spend, refuse_needless, spend
from rbfcli.systems.futurepath.ground.map import is_wall, place
from rbfcli.systems.futurepath.ground.reach import Spot, gap, spot_of, spot_on, within_reach
from rbfcli.systems.futurepath.ground.squares import FEET, Square, between, direction, name_of, read_square
from rbfcli.systems.futurepath.hazards.blasts import burst, caught_by
from rbfcli.systems.futurepath.sheet.board import Charge
from rbfcli.systems.futurepath.sheet.sheet import LIGHT, Character, Weapon, ability_modifier, team_of
from rbfcli.systems.futurepath.verdict import FAILURE, FUMBLE

RANGE = 30
COOKING_DC = 25
SCATTER_SIDES = 10


class Toss(Struct, frozen=True, kw_only=True):
    """Something in the air: who throws what at which square, and how high; a grenade has a turn that sets it off."""

    who: str
    thing: str
    name: str
    weapon: Weapon | None
    mark: Square | None
    there: Spot
    target: str
    team: str


def throw(scene: FpScene, command: fighting.Throw) -> None:
    """A Full Round; it scatters and lies there; a grenade goes off with its target's turn (FP-GRN-1 to FP-GRN-4)."""
    may_spend(scene, command.who, FULL_ROUND, "FP-GRN-1")
    if not command.cook:
        rolled = {name: getattr(command, name) for name in ("mod", "misc", "advantage", "disadvantage")}
        refuse_needless("FP-GRN-4", "without --cook", rolled)
    toss = aimed(scene, command)
    require_range(scene, toss)
    require_free_hand(scene, toss)
    spend(scene, command.who, FULL_ROUND, "FP-GRN-1")
    scene.happen("throws", "FP-GRN-1", who=toss.who, thing=toss.name)
    if toss.weapon is None or not toss.weapon.grenade:
        come_to_lie(scene, toss)
        return
    had = max(1, scene.one(toss.who).ammo.get(toss.thing, 1))
    scene.change(toss.who, ("ammo", toss.thing), had - 1, "FP-GRN-1")
    edge = cooked(scene, command, toss, toss.weapon) if command.cook else "end"
    if edge:
        land(scene, toss, toss.weapon, edge)


def aimed(scene: FpScene, command: fighting.Throw) -> Toss:
    """What is thrown where. Raises Refusal where there is no such thing left, or nothing to aim at."""
    one = scene.one(command.who)
    thing, name, weapon = thrown(scene, command)
    if not command.target and not command.at:
        raise impossible("somebody or some square has to be aimed at", "FP-GRN-1", "throw WHO WHAT TARGET, or --at C4")
    target = scene.one(command.target) if command.target else None
    spot = command.at or (target.square if target else "")
    mark = place(scene.fight, spot) if spot else None
    there = spot_of(target) if target and not command.at else spot_on(scene.fight.board, mark)
    team = team_of(target) if target else next_team(scene, team_of(one))
    return Toss(
        who=command.who, thing=thing, name=name, weapon=weapon, mark=mark, there=there, target=command.target, team=team
    )  # fmt: skip


def thrown(scene: FpScene, command: fighting.Throw) -> tuple[str, str, Weapon | None]:
    """The id of what is thrown, its name, and the weapon if it is one: small and light, and at hand (FP-GRN-1)."""
    one = scene.one(command.who)
    if command.thing in scene.fight.board.objects and command.thing not in one.weapons:
        thing = within_reach(scene, command.who, command.thing, "FP-GRN-1")
        if thing.weight != "light" or thing.blocks:
            raise impossible(f"the {thing.name} is too heavy to throw", "FP-GRN-1", f"drag {quoted(command.who)} …")
        if command.cook:
            raise impossible(f"the {thing.name} is no grenade", "FP-GRN-4", "without --cook")
        return command.thing, thing.name, None
    weapon_id, weapon = carried(scene, command.who, command.thing)
    if weapon.grenade and not one.ammo.get(weapon_id):
        scene.refuse(f"{one.name} has no {weapon.name} left", "FP-GRN-1")
    if not weapon.grenade and (weapon.level > LIGHT or weapon_id not in one.weapons):
        raise impossible(f"the {weapon.name} is too heavy to throw", "FP-GRN-1", "something of level 0 to 2")
    if command.cook and not weapon.grenade:
        raise impossible(f"the {weapon.name} is no grenade", "FP-GRN-4", "without --cook")
    return weapon_id, weapon.name, weapon


def require_free_hand(scene: FpScene, toss: Toss) -> None:
    """Throwing takes a hand that holds nothing else (FP-GRN-1)."""
    one = scene.one(toss.who)
    if one.held not in ("", toss.thing) and one.off_hand not in ("", toss.thing):
        scene.refuse(f"{one.name} has no hand free", "FP-GRN-1", f"holster {quoted(toss.who)} …")


def come_to_lie(scene: FpScene, toss: Toss) -> None:
    """What is no grenade lies where it lands, and does nothing else (FP-GRN-2)."""
    square = scene.part(scattered, toss)
    where = name_of(square) if square else ""
    if toss.weapon is None:
        scene.change("", ("board", "objects", toss.thing, "square"), where, "FP-GRN-2")
    else:
        fallen = Lying(weapon=toss.thing, where=where, rounds=scene.one(toss.who).ammo.get(toss.thing))
        take_away(scene, toss.who, toss.thing, "FP-GRN-2")
        scene.change("", ("board", "lying"), (*scene.fight.board.lying, fallen), "FP-GRN-2")
    scene.happen("lands", "FP-GRN-2", who=toss.who, thing=toss.name, square=where or "near its target")


def next_team(scene: FpScene, own: str) -> str:
    """The team whose turn comes next, its own only where there is no other."""
    fight = scene.fight
    later = [*fight.order[fight.turn + 1 :], *fight.order[: fight.turn]]
    return next((slot.who for slot in later if slot.who != own), own)


def throwing_range(one: Character) -> int:
    """30 ft and 5 ft for each point of the Strength and Dexterity modifiers, never less than none (FP-GRN-1)."""
    return max(0, RANGE + FEET * (ability_modifier(one, "strength") + ability_modifier(one, "dexterity")))


def require_range(scene: FpScene, toss: Toss) -> None:
    """Nobody throws further than that, up or down either (FP-GRN-1, FP-FLD-1)."""
    one = scene.one(toss.who)
    far, most = (gap(spot_of(one), toss.there) or 0) * FEET, throwing_range(one)
    if far > most and toss.mark:
        reason = f"{name_of(toss.mark)} is {far} ft away and {one.name} throws {most} ft"
        scene.refuse(reason, "FP-GRN-1", "a nearer square")


def cooked(scene: FpScene, command: fighting.Throw, toss: Toss, grenade: Weapon) -> str:
    """Wisdom against 25: the start of the target's turn, harmless in the air, or in the hand (FP-GRN-4)."""
    one = scene.one(toss.who)
    wisdom = Modifier(ability_modifier(one, "wisdom"), "Wisdom", "FP-GRN-4")
    rolled = check(
        scene, toss.who, "cooking the grenade", "FP-GRN-4", dc=COOKING_DC + command.misc, die=die_of(scene, one),
        modifiers=(wisdom, Modifier(command.mod, "modifier")), edges=stated(command.advantage, command.disadvantage),
        judge=judge_of(scene, slips=True),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    if rolled.outcome == FUMBLE:
        scene.happen("bursts-in-hand", "FP-GRN-4", who=toss.who, thing=grenade.name)
        caught = caught_by(scene, grenade, spot_of(one), by=toss.who, target=toss.who, in_hand=True)
        burst(scene, grenade, caught, by=toss.who, holder=toss.who)
    elif rolled.outcome == FAILURE:
        scene.happen("bursts-in-air", "FP-GRN-4", who=toss.who, thing=grenade.name)
    else:
        return "start"
    return ""


def land(scene: FpScene, toss: Toss, grenade: Weapon, edge: str) -> None:
    """Scatter, then lie in wait for the target's turn; without turns it goes off at once (FP-GRN-2, FP-GRN-3)."""
    if not scene.fight.round:
        burst(scene, grenade, scene.part(caught_at_once, toss, grenade), by=toss.who)
        return
    where = scene.part(landed, toss)
    name = free_id(toss.thing, scene.fight.board.charges)
    charge = Charge(
        weapon=toss.thing, team=toss.team, by=toss.who, target=toss.target, square=where,
        edge="start" if edge == "start" else "end",
    )  # fmt: skip
    scene.change("", ("board", "charges", name), charge, "FP-GRN-3")
    scene.happen("lies-waiting", "FP-GRN-3", thing=grenade.name, edge=edge, team=toss.team)


def caught_at_once(scene: FpScene, toss: Toss, grenade: Weapon) -> tuple[str, ...]:
    """Scatter and go off; of where it lies nothing matters any more but who is inside (FP-GRN-2, FP-GRN-3)."""
    center = spot_on(scene.fight.board, read_square(landed(scene, toss)))
    return caught_by(scene, grenade, center, by=toss.who, target=toss.target)


def landed(scene: FpScene, toss: Toss) -> str:
    """The square where a grenade lands, if there is a map (FP-GRN-2)."""
    square = scattered(scene, toss)
    where = name_of(square) if square else ""
    scene.happen("lands", "FP-GRN-2", who=toss.who, thing=toss.name, square=where or "near its target")
    return where


def scattered(scene: FpScene, toss: Toss) -> Square | None:
    """Where it lands: the first d10 is left to right, the second short to long (FP-GRN-2)."""
    sideways, along = (drift(scene, toss.who, way) for way in ("left-right", "short-long"))
    scene.happen("scatters", "FP-GRN-2", who=toss.who, **drift_in_words(sideways, along))
    here = read_square(scene.one(toss.who).square)
    if toss.mark is None:
        return None
    ahead = direction(here or toss.mark, toss.mark)
    right = (-ahead[1], ahead[0])
    landing = (
        toss.mark[0] + sideways * right[0] + along * ahead[0],
        toss.mark[1] + sideways * right[1] + along * ahead[1],
    )
    return stopped(scene, toss.mark, landing)


def drift(scene: FpScene, who: str, way: str) -> int:
    """How many squares a throw is off its mark in one direction (FP-GRN-2)."""
    rolled = scene.roll(who, f"scatter {way}", "FP-GRN-2", sides=SCATTER_SIDES, count=1)
    return rolled.read(lambda faces: off_mark(faces[0]))


def off_mark(face: int) -> int:
    """Squares off the mark: 3 to 8 none; 2 one and 1 two to the left or short; 9 one and 10 two the other way."""
    return min(0, face - 3) + max(0, face - 8)


def drift_in_words(sideways: int, along: int) -> dict[str, str]:
    """How far off a throw is, to be told."""
    aside = f"{abs(sideways) * FEET} ft {'left' if sideways < 0 else 'right'}" if sideways else ""
    deep = f"{abs(along) * FEET} ft {'short' if along < 0 else 'long'}" if along else ""
    return {"drift": ", ".join(filter(None, (aside, deep))) or "on the mark"}


def stopped(scene: FpScene, mark: Square, landing: Square) -> Square:
    """A wall or the edge of the map stops what rolls against it."""
    last = mark
    for square in (*between(mark, landing), landing):
        if is_wall(scene.fight.board, square):
            return last
        last = square
    return last
