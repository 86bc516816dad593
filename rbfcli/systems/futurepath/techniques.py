"""Combat Techniques, including charge and overrun (FP-TEC-1)."""

from collections.abc import Callable

from msgspec.structs import replace

from rbfcli.core.errors import Refusal, refuse, unknown
from rbfcli.core.text import quoted
from rbfcli.engine.weapons import drop, hands_of, in_hand
from rbfcli.systems.futurepath import attack, commands, economy, movement, paths
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.checks import FpScene
from rbfcli.systems.futurepath.conditions import held_by, is_dead
from rbfcli.systems.futurepath.health import fails_against, set_off
from rbfcli.systems.futurepath.map import FEET, Square
from rbfcli.systems.futurepath.paths import MOST_RISE, Gait, Way
from rbfcli.systems.futurepath.sheet import CHARGE, OVERRUN, TECHNIQUES, UNARMED_ID, Character, FuturePathFight, Weapon

RULE = "FP-TEC-1"


def charge(scene: FpScene, command: commands.Technique, kind: str, weapon: str) -> None:
    """Run up to a target and attack with an advantage (FP-TEC-1, FP-MOV-5)."""
    attempt = attack.attempt_of(command, command.target, weapon=weapon, charging=scene.fight.options.charge_advantage)
    movement.require_upright(scene, command.who)
    walker = movement.walker_of(scene, command, RULE, rushing_feet(scene, command.who))
    way = run_at(scene, walker) if scene.fight.options.charge_straight else movement.plan(scene, walker)
    require_distance(scene, command, way)
    require_strike_there(scene, walker, way, attempt)
    economy.spend(scene, command.who, kind, RULE)
    if movement.rush(scene, walker, way, misc=command.misc):
        attack.strike_if_possible(scene, attempt)


def run_at(scene: FpScene, walker: movement.Walker) -> Way:
    """Return the straight path to a square adjacent to the target (FP-TEC-1)."""
    movement.require_free_to_move(scene, walker.who)
    way = paths.straightest(scene.fight, walker.who, movement.goals_of(scene.fight, walker), walker.gait)
    if way is None:
        name = scene.one(walker.to).name
        raise refuse(f"no straight path leads to {name}", RULE, f"move {quoted(walker.who)} …")
    require_feet(scene, walker, way)
    movement.require_height(scene, walker, way)
    return way


def require_feet(scene: FpScene, walker: movement.Walker, way: Way) -> None:
    """Raise Refusal if a charge or overrun is too far; uneven ground shortens it (FP-TEC-1, FP-MOV-4)."""
    feet = movement.budget(scene.fight, walker.who, way, walker.gait, walker.feet)
    if way.cost * FEET > feet:
        reason = f"that takes {way.cost * FEET} ft of movement, and {scene.one(walker.who).name} has {feet} ft"
        scene.refuse(reason, RULE, hint="begin nearer to the target")


def require_distance(scene: FpScene, command: commands.Technique, way: Way) -> None:
    """Raise Refusal if the run-up is too short for a charge (FP-TEC-1)."""
    run, least = len(way.squares) * FEET, scene.fight.options.charge_least
    if run < least:
        line = f"attack {quoted(command.who)} …"
        scene.refuse(f"a charge must cover at least {least} ft, not {run} ft", RULE, line)


def require_strike_there(scene: FpScene, walker: movement.Walker, way: Way, attempt: attack.Attempt) -> None:
    """Refuse a charge if its attack would be refused at the end of the path (FP-ATK-1 to FP-ATK-4)."""

    def arrive_and_prepare(trial: FpScene) -> None:
        paths.come_to(trial, walker.who, movement.end_of(trial.fight, walker.who, way), RULE, walker.height)
        attack.prepare(trial, attempt)

    if refusal := scene.rehearse(arrive_and_prepare):
        raise refusal


def overrun(scene: FpScene, command: commands.Technique, kind: str) -> None:
    """Run up to an enemy, through its square and beyond (FP-TEC-1, FP-FLD-2)."""
    movement.require_upright(scene, command.who)
    walker = movement.walker_of(scene, command, RULE, rushing_feet(scene, command.who))
    gait, approach = walker.gait, movement.plan(scene, walker)
    there = paths.at_height(scene.fight, command.who, scene.one(command.target).height)
    require_same_height(scene, there, command)
    beyond = way_through(there, command, approach, gait)
    whole = Way((*approach.squares, *beyond.squares), approach.cost + beyond.cost)
    require_feet(scene, walker, whole)
    economy.spend(scene, command.who, kind, RULE)
    hard_beyond = paths.is_hard(there, command.who, beyond, replace(gait, through=(command.target,)))
    if movement.rush(scene, walker, approach, hard_beyond=hard_beyond) and run_down(scene, command):
        walker.passed, walker.height, walker.detours = (*walker.passed, command.target), None, False
        movement.walk(scene, walker, beyond.squares)


def require_same_height(scene: FpScene, there: FuturePathFight, command: commands.Technique) -> None:
    """Raise Refusal if the target is above the runner's height in the fight `there` (FP-FLD-1, FP-TEC-1)."""
    other = scene.one(command.target)
    here = paths.height_at(there, command.who, grid.place(scene.fight, other.square))
    if other.height > here:
        scene.refuse(
            f"{other.name} is {(other.height - here) * FEET} ft above {scene.one(command.who).name} there",
            RULE,
            f"attack {quoted(command.who)} …",
        )


def run_down(scene: FpScene, command: commands.Technique) -> bool:
    """Return whether the enemy in the way falls or is dead; a successful save stops the runner (FP-FLD-2, FP-TEC-1)."""
    who, target = command.who, command.target
    if is_dead(scene.one(target)):
        return True
    if not scene.part(fails_against, command):
        return False
    if "prone" not in scene.one(target).conditions:
        scene.afflict(target, "prone", RULE, by=who)
    return True


def rushing_feet(scene: FpScene, actor: str) -> int:
    """Return the distance of a charge or overrun, in feet."""
    return scene.one(actor).speed * scene.fight.options.charge_factor


def way_through(fight: FuturePathFight, command: commands.Technique, approach: Way, gait: Gait) -> Way:
    """Return the path from next to the target, over its squares, to one beyond, by default the furthest (FP-FLD-2)."""
    who, target = command.who, fight.combatants[command.target]
    start = movement.end_of(fight, who, approach)
    crossed = grid.squares_of(target)
    sides = paths.next_to(fight, who, crossed)
    furthest = [side for side in sides if grid.apart(start, side) == max(grid.apart(start, each) for each in sides)]
    goals = movement.destinations(fight, who, command.to) if command.to else furthest
    goals = [goal for goal in goals if grid.apart(start, goal) > max(grid.apart(start, each) for each in crossed)]
    if not goals:
        raise refuse(f"an overrun must end beyond {target.name}", RULE, hint="use --to with a square beyond the target")
    gait = replace(gait, names=tuple(goals))
    ways = ways_over(movement.moved(fight, who, start), command, crossed, goals, gait)
    if not ways:
        raise refuse(f"no path continues beyond {target.name}", "FP-FLD-2", hint="use --to with another square")
    return min(ways, key=lambda way: way.cost)


def ways_over(
    fight: FuturePathFight, command: commands.Technique, crossed: list[Square], goals: list[Square], gait: Gait
) -> list[Way]:
    """Return the cheapest path over each of the target's squares that the runner can enter first (FP-FLD-2)."""
    one, over = fight.combatants[command.who], replace(gait, through=(command.target,))
    start, cost_of = grid.place(fight, one.square), paths.step_costs(fight, command.who, over)
    onto = [square for square in grid.around(start) if not {*grid.footprint(square, one.size)}.isdisjoint(crossed)]
    ways = list[Way]()
    for square in onto:
        cost = cost_of(start, square)
        rest = paths.cheapest(movement.moved(fight, command.who, square), command.who, goals, over)
        if cost is not None and rest is not None:
            ways.append(Way((square, *rest.squares), cost + rest.cost))
    return ways


NEEDLESS = {CHARGE: ("to",), OVERRUN: ("fumble", "weapon")}
Effect = Callable[[FpScene, str, str], None]


def technique(scene: FpScene, command: commands.Technique) -> None:
    """Use a Combat Technique, by default as a Full Round action; the target's save decides (FP-TEC-1)."""
    if command.technique not in TECHNIQUES:
        raise unknown("technique", command.technique, rule=RULE, error=Refusal)
    one = scene.one(command.who)
    kind = one.technique_actions.get(command.technique, economy.FULL_ROUND)
    economy.may_spend(scene, command.who, kind, RULE)
    economy.require_target(scene, command.who, command.target)
    needless = NEEDLESS.get(command.technique, ("to", "opportunities", "fumble"))
    economy.refuse_needless(command, needless, f"with {command.technique}", RULE)
    weapon_id = UNARMED_ID if command.technique == OVERRUN else melee(scene, command)[0]
    if command.technique == CHARGE:
        charge(scene, command, kind, weapon_id)
    elif command.technique == OVERRUN:
        overrun(scene, command, kind)
    else:
        at_hand(scene, command, kind)
    if kind == economy.STANDARD:
        attack.remember_attack(scene, command.who, command.target, weapon_id)


def at_hand(scene: FpScene, command: commands.Technique, kind: str) -> None:
    """Use a technique on a target in reach (FP-TEC-1)."""
    one, other, weapon = scene.one(command.who), scene.one(command.target), melee(scene, command)[1]
    attack.require_reach(scene, command.who, other.name, weapon, grid.distance(one, other))
    attack.require_line(scene, command.who, other.name, weapon, paths.screen_of(scene.fight, one, other))
    require_some_effect(scene, command)
    economy.spend(scene, command.who, kind, RULE)
    if scene.part(fails_against, command):
        EFFECTS[command.technique](scene, command.who, command.target)


def require_some_effect(scene: FpScene, command: commands.Technique) -> None:
    """Refuse to trip the prone, disarm empty hands or grapple those already held (FP-TEC-1)."""
    one, other = scene.one(command.who), scene.one(command.target)
    if command.technique == "disarm" and not economy.loose_in_hand(scene, command.target):
        raise refuse(f"{other.name} is not holding anything that can be dropped", RULE)
    if command.technique == "trip" and "prone" in other.conditions:
        raise refuse(f"{other.name} is already prone", RULE)
    breaks_free = held_by(one) == command.target
    if command.technique == "grapple" and not breaks_free and held_by(other) in scene.fight.combatants:
        raise refuse(f"{scene.one(held_by(other)).name} is already holding {other.name}", RULE)


def melee(scene: FpScene, command: commands.Technique) -> tuple[str, Weapon]:
    """Return a technique's weapon: the one stated, a melee weapon in hand, or bare hands. Raises Refusal."""
    one = scene.one(command.who)
    weapon_id, weapon = in_hand(scene, command.who, command.weapon or next(iter(grid.melee_weapons(scene.fight, one))))
    if weapon.ranged:
        raise refuse(f"the {weapon.name} is not a melee weapon", RULE)
    return weapon_id, weapon


def bull_rush(scene: FpScene, actor: str, target: str) -> None:
    """Push the target straight away, until a ledge or combatant stops it or traps go off (FP-TRP-1)."""
    here, there = (grid.read_square(scene.one(each).square) for each in (actor, target))
    if here is None or there is None:
        scene.happen("pushed", RULE, who=target, feet=scene.fight.options.bull_rush_feet)
        return
    right, down = grid.direction(*(middle(scene.one(each)) for each in (actor, target)))
    traps, steps = tuple[str, ...](), 0
    while not traps and steps * FEET < scene.fight.options.bull_rush_feet:
        beyond = (there[0] + right, there[1] + down)
        up = paths.height_at(scene.fight, target, beyond) - paths.height_at(scene.fight, target, there)
        if up > MOST_RISE or not paths.is_free(scene.fight, target, beyond):
            break
        there, steps, traps = beyond, steps + 1, paths.armed_under(scene.fight, target, beyond)
    paths.come_to(scene, target, there, RULE)
    scene.happen("pushed" if steps else "stands-fast", RULE, who=target, feet=steps * FEET)
    for each in traps:
        set_off(scene, each)


def middle(combatant: Character) -> Square:
    """Return the centre of a combatant's squares, in half squares."""
    squares = grid.squares_of(combatant)
    return squares[0][0] + squares[-1][0], squares[0][1] + squares[-1][1]


def grapple(scene: FpScene, actor: str, target: str) -> None:
    """Grapple the target, or break free if the actor is held by it."""
    if held_by(scene.one(actor)) == target:
        scene.relieve(actor, "grappled", RULE)
    else:
        scene.afflict(target, "grappled", RULE, by=actor)


def trip(scene: FpScene, actor: str, target: str) -> None:
    """Knock the target prone."""
    scene.afflict(target, "prone", RULE, by=actor)


def disarm(scene: FpScene, actor: str, target: str) -> None:
    """Make the target drop its weapon; with two weapons, the attacker chooses."""
    hands = economy.loose_in_hand(scene, target)
    chosen = hands[0] if len(hands) == 1 else scene.ask(
        "disarm", actor, hands, RULE, target=target, still=lambda: set(hands) <= set(hands_of(scene, target))
    )  # fmt: skip
    if chosen:
        drop(scene, target, chosen, RULE)


EFFECTS: dict[str, Effect] = {"bull-rush": bull_rush, "grapple": grapple, "trip": trip, "disarm": disarm}
