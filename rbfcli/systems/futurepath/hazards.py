"""Grenades and traps."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from rbfcli.core.errors import refuse
from rbfcli.core.text import quoted
from rbfcli.engine.weapons import carried, disarm
from rbfcli.model.commands import Command
from rbfcli.model.events import Modifier
from rbfcli.model.fight import DroppedItem
from rbfcli.model.sheets import free_id
from rbfcli.systems.futurepath import commands, sheet
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.checks import FpScene, bonus, check, judge_of, skill_check, stated
from rbfcli.systems.futurepath.economy import FULL_ROUND, damage_die, may_spend, refuse_needless, require_loose, spend
from rbfcli.systems.futurepath.health import go_off, set_off, trap_spot, victims
from rbfcli.systems.futurepath.map import FEET, Spot, Square
from rbfcli.systems.futurepath.outcome import FAILURE, FUMBLE, GOOD, SUCCESS
from rbfcli.systems.futurepath.paths import sees, with_changes
from rbfcli.systems.futurepath.sheet import LIGHT, Character, Charge, FuturePathFight, Trap, Weapon, Zone


def explode(scene: FpScene, weapon: Weapon, caught: Sequence[str], *, by: str, holder: str = "") -> None:
    """Damage all in the blast, in full its holder; haze deals no damage (FP-GRN-3, FP-GRN-4)."""
    if not weapon.haze:
        dc = scene.fight.options.blast_dc if weapon.dc is None else weapon.dc
        damage = damage_die(scene.fight.options, weapon) + (f"{weapon.bonus:+d}" if weapon.bonus else "")
        go_off(scene, caught, "FP-GRN-3", damage=damage, dc=dc, by=by, holder=holder)


def caught_by(
    scene: FpScene, weapon: Weapon, center: Spot, *, by: str, target: str, in_hand: bool = False
) -> tuple[str, ...]:
    """Set off a grenade, create its haze, and return the combatants inside (FP-GRN-3, FP-GRN-4, FP-COV-3)."""
    square = grid.name_of(center.squares[0]) if center.squares else ""
    if not in_hand:
        scene.happen("goes-off", "FP-GRN-3", who=by, thing=weapon.name, square=square or "the target")
    if weapon.haze and square:
        name = free_id(weapon.haze, scene.fight.board.zones)
        zone = Zone(kind=weapon.haze, square=square, area=weapon.area, rounds=weapon.haze_rounds)
        scene.change("", ("board", "zones", name), zone, "FP-COV-3")
    return victims(scene.fight, center, weapon.area, target)


def due(scene: FpScene, team: str, edge: str) -> None:
    """Set off the grenades due at this point of a team's turn (FP-GRN-3, FP-GRN-4)."""
    for name, charge in scene.fight.board.charges.items():
        if (charge.team, charge.edge) == (team, edge):
            release(scene, name, charge)


def overdue(scene: FpScene) -> None:
    """Set off, with the new round, grenades that wait for a team that takes no turns (FP-GRN-3)."""
    for name, charge in scene.fight.board.charges.items():
        if not scene.rules.takes_turns(scene.fight, charge.team):
            release(scene, name, charge)


def release(scene: FpScene, name: str, charge: Charge) -> None:
    """Set off one waiting grenade."""
    scene.change("", ("board", "charges", name), None, "FP-GRN-3")
    center = grid.spot_on(scene.fight.board, grid.read_square(charge.square))
    weapon = scene.fight.weapons[charge.weapon]
    explode(scene, weapon, caught_by(scene, weapon, center, by=charge.by, target=charge.target), by=charge.by)


RANGE = 30
COOKING_DC = 25
SCATTER_SIDES = 10


class Toss(Struct, frozen=True, kw_only=True):
    """A throw: thrower, thing, target square and height; for a grenade, also the team whose turn sets it off."""

    who: str
    thing: str
    name: str
    weapon: Weapon | None
    mark: Square | None
    there: Spot
    target: str
    team: str

    @property
    def grenade(self) -> Weapon | None:
        """Return the thrown grenade, or None for any other thing."""
        return self.weapon if self.weapon and self.weapon.grenade else None


def throw(scene: FpScene, command: commands.Throw) -> None:
    """Throw a thing as a Full Round action; it scatters, and a grenade goes off later (FP-GRN-1 to FP-GRN-4)."""
    may_spend(scene, command.who, FULL_ROUND, "FP-GRN-1")
    if not command.cook:
        refuse_needless(command, ("mod", "misc", "advantage", "disadvantage"), "without --cook", "FP-GRN-4")
    toss = aimed(scene, command)
    grenade = toss.grenade
    if command.cook and grenade is None:
        raise refuse(f"the {toss.name} is not a grenade", "FP-GRN-4", hint="remove --cook")
    require_range(scene, toss)
    require_free_hand(scene, toss)
    spend(scene, command.who, FULL_ROUND, "FP-GRN-1")
    scene.happen("throws", "FP-GRN-1", who=toss.who, thing=toss.name)
    if grenade is None:
        come_to_lie(scene, toss)
        return
    had = max(1, scene.one(toss.who).ammo.get(toss.thing, 1))
    scene.change(toss.who, ("ammo", toss.thing), had - 1, "FP-GRN-1")
    edge = cooked(scene, command, toss, grenade) if command.cook else "end"
    if edge:
        land(scene, toss, grenade, edge)


def would_catch(scene: FpScene, command: Command) -> tuple[str, ...] | None:
    """Return who is inside the area of a grenade if it lands on its mark; None for any other command (FP-GRN-3)."""
    if not isinstance(command, commands.Throw):
        return None
    toss = aimed(scene, command)
    center = grid.spot_on(scene.fight.board, toss.mark)
    return victims(scene.fight, center, toss.grenade.area, toss.target) if toss.grenade else None


def aimed(scene: FpScene, command: commands.Throw) -> Toss:
    """Return the throw that a command describes. Raises Refusal if nothing is left to throw or no target is given."""
    one = scene.one(command.who)
    thing, name, weapon = thrown(scene, command)
    if not command.target and not command.at:
        raise refuse("missing target or square", "FP-GRN-1", hint="name a target, or use --at C4")
    target = scene.one(command.target) if command.target else None
    spot = command.at or (target.square if target else "")
    mark = grid.place(scene.fight, spot) if spot else None
    if mark and grid.is_wall(scene.fight.board, mark):
        raise refuse(f"{grid.name_of(mark)} is blocked", "FP-GRN-1", hint="use a free square")
    there = grid.spot_of(target) if target and not command.at else grid.spot_on(scene.fight.board, mark)
    team = sheet.team_of(target) if target else next_team(scene, sheet.team_of(one))
    return Toss(
        who=command.who, thing=thing, name=name, weapon=weapon, mark=mark, there=there, target=command.target, team=team
    )  # fmt: skip


def thrown(scene: FpScene, command: commands.Throw) -> tuple[str, str, Weapon | None]:
    """Return the thrown thing's id, name and weapon; it must be small, light and at hand (FP-GRN-1)."""
    one = scene.one(command.who)
    if command.thing in scene.fight.board.objects and command.thing not in one.weapons:
        thing = grid.within_reach(scene, command.who, command.thing, "FP-GRN-1")
        if thing.weight != "light" or thing.blocks:
            line = f"drag {quoted(command.who)} {quoted(command.thing)} …"
            raise refuse(f"the {thing.name} is too heavy to throw", "FP-GRN-1", line)
        return command.thing, thing.name, None
    weapon_id, weapon = carried(scene, command.who, command.thing)
    require_loose(scene, command.who, weapon, "FP-GRN-1")
    if weapon.grenade and not one.ammo.get(weapon_id):
        scene.refuse(f"{one.name} has no {weapon.name} left", "FP-GRN-1")
    if not weapon.grenade and (weapon.level > LIGHT or weapon_id not in one.weapons):
        raise refuse(f"the {weapon.name} is too heavy to throw", "FP-GRN-1", hint="use a weapon of level 0 to 2")
    return weapon_id, weapon.name, weapon


def require_free_hand(scene: FpScene, toss: Toss) -> None:
    """Raise Refusal if both hands hold something else (FP-GRN-1)."""
    one = scene.one(toss.who)
    if one.held not in ("", toss.thing) and one.off_hand not in ("", toss.thing):
        scene.refuse(f"{one.name} has no free hand", "FP-GRN-1", f"holster {quoted(toss.who)}")


def come_to_lie(scene: FpScene, toss: Toss) -> None:
    """Place a thrown thing other than a grenade where it lands (FP-GRN-2)."""
    where = scene.part(landed, toss)
    if toss.weapon is None:
        scene.change("", ("board", "objects", toss.thing, "square"), where, "FP-GRN-2")
    else:
        fallen = DroppedItem(weapon=toss.thing, where=where, rounds=scene.one(toss.who).ammo.get(toss.thing))
        disarm(scene, toss.who, toss.thing, "FP-GRN-2")
        scene.change("", ("board", "lying"), (*scene.fight.board.lying, fallen), "FP-GRN-2")


def next_team(scene: FpScene, own: str) -> str:
    """Return the team whose turn is next; the thrower's own only if there is no other."""
    fight = scene.fight
    later = [*fight.order[fight.turn + 1 :], *fight.order[: fight.turn]]
    return next((slot.who for slot in later if slot.who != own), own)


def throwing_range(combatant: Character) -> int:
    """Return the throwing range: 30 ft plus 5 ft × (Strength mod + Dexterity mod), at least 0 (FP-GRN-1)."""
    return max(
        0,
        RANGE + FEET * (sheet.ability_modifier(combatant, "strength") + sheet.ability_modifier(combatant, "dexterity")),
    )


def require_range(scene: FpScene, toss: Toss) -> None:
    """Raise Refusal if the target square is beyond throwing range, height included (FP-GRN-1, FP-FLD-1)."""
    one = scene.one(toss.who)
    far, most = (grid.gap(grid.spot_of(one), toss.there) or 0) * FEET, throwing_range(one)
    if far > most and toss.mark:
        reason = f"{grid.name_of(toss.mark)} is {far} ft away; {one.name} can throw {most} ft"
        scene.refuse(reason, "FP-GRN-1", hint="use a nearer square")


def cooked(scene: FpScene, command: commands.Throw, toss: Toss, grenade: Weapon) -> Literal["start", ""]:
    """Roll Wisdom against DC 25 + misc to cook a grenade; unless it explodes now, return "start" (FP-GRN-4)."""
    one = scene.one(toss.who)
    wisdom = Modifier(sheet.ability_modifier(one, "wisdom"), "Wisdom", "FP-GRN-4")
    rolled = check(
        scene, toss.who, "cooking the grenade", "FP-GRN-4", dc=COOKING_DC + command.misc,
        modifiers=(wisdom, Modifier(command.mod, "modifier")), edges=stated(command.advantage, command.disadvantage),
        judge=judge_of(scene, slips=True),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    if rolled.outcome == FUMBLE:
        scene.happen("bursts-in-hand", "FP-GRN-4", who=toss.who, thing=grenade.name)
        caught = caught_by(scene, grenade, grid.spot_of(one), by=toss.who, target=toss.who, in_hand=True)
        explode(scene, grenade, caught, by=toss.who, holder=toss.who)
    elif rolled.outcome == FAILURE:
        scene.happen("bursts-in-air", "FP-GRN-4", who=toss.who, thing=grenade.name)
    else:
        return "start"
    return ""


def land(scene: FpScene, toss: Toss, grenade: Weapon, edge: Literal["start", "end"]) -> None:
    """Scatter a grenade and leave it for the target's turn; before round 1 it goes off now (FP-GRN-2, FP-GRN-3)."""
    if not scene.fight.round:
        explode(scene, grenade, scene.part(caught_at_once, toss, grenade), by=toss.who)
        return
    where = scene.part(landed, toss)
    name = free_id(toss.thing, scene.fight.board.charges)
    charge = Charge(weapon=toss.thing, team=toss.team, by=toss.who, target=toss.target, square=where, edge=edge)
    scene.change("", ("board", "charges", name), charge, "FP-GRN-3")
    scene.happen("lies-waiting", "FP-GRN-3", thing=grenade.name, edge=edge, team=toss.team)


def caught_at_once(scene: FpScene, toss: Toss, grenade: Weapon) -> tuple[str, ...]:
    """Scatter a grenade, set it off, and return the combatants inside: exact odds go on once for each group."""
    center = grid.spot_on(scene.fight.board, grid.read_square(landed(scene, toss)))
    return caught_by(scene, grenade, center, by=toss.who, target=toss.target)


def landed(scene: FpScene, toss: Toss) -> str:
    """Return the name of the square where a grenade lands, or an empty string without a map (FP-GRN-2)."""
    square = scattered(scene, toss)
    where = grid.name_of(square) if square else ""
    scene.happen("lands", "FP-GRN-2", who=toss.who, thing=toss.name, square=where or "near its target")
    return where


def scattered(scene: FpScene, toss: Toss) -> Square | None:
    """Return the landing square: the first d10 is left to right, the second short to long (FP-GRN-2)."""
    sideways, along = (drift(scene, toss.who, way) for way in ("left-right", "short-long"))
    here = grid.read_square(scene.one(toss.who).square)
    end = landing = toss.mark
    if toss.mark:
        ahead = grid.direction(here or toss.mark, toss.mark)
        right = (-ahead[1], ahead[0])
        landing = (
            toss.mark[0] + sideways * right[0] + along * ahead[0],
            toss.mark[1] + sideways * right[1] + along * ahead[1],
        )
        end = stopped(scene, toss.mark, landing)
    cut = "-stopped" if end != landing else ""
    scene.happen(f"scatters{cut}", "FP-GRN-2", who=toss.who, drift=drift_in_words(sideways, along))
    return end


def drift(scene: FpScene, actor: str, way: str) -> int:
    """Roll and return the squares by which a throw misses its mark in one direction (FP-GRN-2)."""
    rolled = scene.roll(actor, f"scatter {way}", "FP-GRN-2", sides=SCATTER_SIDES, count=1)
    return rolled.read(lambda faces: off_mark(faces[0]))


def off_mark(face: int) -> int:
    """Return the squares off the mark for a d10: 0 for 3 to 8, negative below, positive above."""
    return min(0, face - 3) + max(0, face - 8)


def drift_in_words(sideways: int, along: int) -> str:
    """Return how far a throw is off its mark, as text."""
    aside = f"{abs(sideways) * FEET} ft {'left' if sideways < 0 else 'right'}" if sideways else ""
    deep = f"{abs(along) * FEET} ft {'short' if along < 0 else 'long'}" if along else ""
    return ", ".join(filter(None, (aside, deep))) or "on target"


def stopped(scene: FpScene, mark: Square, landing: Square) -> Square:
    """Return where a throw stops: before the first wall or the edge of the map."""
    last = mark
    for square in (*grid.between(mark, landing), landing):
        if grid.is_wall(scene.fight.board, square):
            return last
        last = square
    return last


TAKEN = 20
MOST_MISSED_BY = 5
ROUNDS_TO_WAIT = 1


def trap_work(scene: FpScene, command: commands.TrapWork) -> None:
    """Search for traps, or disable a known one (FP-TRP-1, FP-TRP-2)."""
    if command.take_20:
        require_time(scene, command)
    if command.step == "search":
        if command.trap:
            raise refuse("a search covers every trap", "FP-TRP-1", f"trap {quoted(command.who)} search")
        search(scene, command)
    else:
        disable(scene, command)


def require_time(scene: FpScene, command: commands.TrapWork) -> None:
    """Refuse to take 20 in combat, or with options that need a roll (FP-TRP-2)."""
    if scene.fight.round:
        scene.refuse("taking 20 is not possible in combat", "FP-TRP-2", hint="remove --take-20")
    fields = ("advantage", "disadvantage", "dice")
    refuse_needless(command, fields, "with --take-20, which does not roll", "FP-TRP-2")


def skill_total(
    scene: FpScene, command: commands.TrapWork, skill: str, *, dc: int | None = None, edges: tuple[Modifier, ...] = ()
) -> tuple[int, str]:
    """Return the total and outcome of a skill, rolled or with a 20 instead (FP-TRP-1, FP-TRP-2)."""
    if command.take_20:
        total = TAKEN + sum(each.value for each in bonus(scene.one(command.who), skill)) + command.mod
        scene.happen("takes-20", "FP-TRP-2", who=command.who, skill=skill.replace("-", " "), total=total)
        return total, FAILURE if dc is not None and total < dc else SUCCESS
    edges, rule = (*edges, *stated(command.advantage, command.disadvantage)), "FP-TRP-1" if dc is None else "FP-TRP-2"
    rolled = skill_check(scene, command.who, skill, rule, dc=dc, mod=command.mod, edges=edges, slips=True)
    return rolled.total, rolled.outcome


def search(scene: FpScene, command: commands.TrapWork) -> None:
    """Roll Perception once against every hidden trap within range and sight (FP-TRP-1)."""
    spend(scene, command.who, scene.fight.options.search, "FP-TRP-1")
    hidden = hidden_in_view(scene.fight, command.who, scene.fight.options.search_range)
    total, _ = skill_total(scene, command, "perception")
    found = [name for name, trap in hidden.items() if total >= trap.perception + command.misc]
    for name in found:
        find(scene, command.who, name)
    if not found:
        scene.happen("no-trap-found", "FP-TRP-1", who=command.who)
    scene.conclude(SUCCESS if found else FAILURE)


def hidden_in_view(fight: FuturePathFight, actor: str, feet: int) -> dict[str, Trap]:
    """Return the armed traps unknown to an actor's side, in its sight and within a distance in feet (FP-TRP-1)."""
    side, every = fight.combatants[actor].side, fight.board.traps
    armed = {name: trap for name, trap in every.items() if trap.armed and not sheet.knows_of(side, trap)}
    return {name: trap for name, trap in armed.items() if sees(fight, actor, trap_spot(fight.board, trap), feet)}


def find(scene: FpScene, actor: str, name: str) -> None:
    """Mark a trap as found by the actor's side (FP-TRP-1)."""
    trap, at = scene.fight.board.traps[name], ("board", "traps", name)
    scene.change("", (*at, "found_by"), (*trap.found_by, scene.one(actor).side), "FP-TRP-1")
    scene.change("", (*at, "found"), after=True, rule="FP-TRP-1")
    scene.happen("trap-found", "FP-TRP-1", who=actor, thing=trap.name, square=trap.square)


def disable(scene: FpScene, command: commands.TrapWork) -> None:
    """Roll Disable Device: in combat a Full Round with disadvantage, where failing by over 5 sets it off (FP-TRP-2)."""
    trap = known_trap(scene, command)
    fighting = scene.fight.round > 0
    may_spend(scene, command.who, FULL_ROUND, "FP-TRP-2")
    one, board = scene.one(command.who), scene.fight.board
    if not grid.reaches(board, grid.spot_of(one), trap_spot(board, trap), 1):
        scene.refuse(f"{one.name} is not adjacent to the {trap.name}", "FP-TRP-2", f"move {quoted(command.who)} …")
    if fighting and scene.fight.round <= trap.wait:
        scene.refuse(f"the {trap.name} cannot be tried again before round {trap.wait + 1}", "FP-TRP-2")
    spend(scene, command.who, FULL_ROUND, "FP-TRP-2")
    dc, in_combat = trap.disable + command.misc, Modifier(-int(fighting), "in combat", "FP-TRP-2")
    total, outcome = skill_total(scene, command, "disable-device", dc=dc, edges=(in_combat,))
    scene.conclude(outcome)
    if outcome in GOOD:
        scene.change("", ("board", "traps", command.trap, "armed"), after=False, rule="FP-TRP-1")
        scene.happen("trap-disabled", "FP-TRP-1", who=command.who, thing=trap.name)
    elif outcome == FUMBLE or (fighting and dc - total > MOST_MISSED_BY):
        set_off(scene, command.trap)
    else:
        again = scene.fight.round + ROUNDS_TO_WAIT
        scene.change("", ("board", "traps", command.trap, "wait"), again if fighting else 0, "FP-TRP-2")
        told = "trap-still-armed" if fighting else "trap-still-hot"
        scene.happen(told, "FP-TRP-2", who=command.who, thing=trap.name)


def known_trap(scene: FpScene, command: commands.TrapWork) -> Trap:
    """Return an armed trap that the actor's side knows of. Raises Refusal for any other (FP-TRP-1)."""
    side = scene.one(command.who).side
    known = {each: trap for each, trap in scene.fight.board.traps.items() if trap.armed and sheet.knows_of(side, trap)}
    if command.trap not in known:
        found = f"no armed trap {command.trap!r} has been found"
        line = f"trap {quoted(command.who)} search"
        raise refuse(found if command.trap else "missing trap to disable", "FP-TRP-1", line)
    return known[command.trap]


def notice(scene: FpScene, actor: str, here: Spot) -> tuple[str, ...]:
    """Return the hidden traps that a passing combatant notices passively, and mark them as found (FP-TRP-1)."""
    fight, one = scene.fight, scene.one(actor)
    if not fight.board.traps:
        return ()
    passive = fight.options.passive_base + sum(each.value for each in bonus(one, "perception"))
    passing = with_changes(fight, actor, square=grid.name_of(here.squares[0]), height=here.height)
    near = hidden_in_view(passing, actor, fight.options.trap_notice * FEET)
    seen = [name for name, trap in near.items() if passive >= trap.perception]
    for name in seen:
        find(scene, actor, name)
    return tuple(seen)
