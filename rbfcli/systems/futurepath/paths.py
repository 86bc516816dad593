"""The cheapest path over the map, free squares, and cover."""

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import pairwise
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.model.events import Modifier
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.checks import FpScene
from rbfcli.systems.futurepath.conditions import hindrance, is_dead, standing
from rbfcli.systems.futurepath.map import FEET, OPEN, Spot, Square
from rbfcli.systems.futurepath.sheet import Character, Field, FuturePathFight, Weapon, Zone, enemies, knows_of

DISADVANTAGES = {"none": 0, "partial": 1, "heavy": 2, "full": 1}
AS_PARTIAL = ("floodlight", "smoke")


class Screen(Struct, frozen=True):
    """The cover between an attacker and a target.

    `cover` is the strongest cover. `full` means the target is hidden, by fog or by full cover; `weak` means shots can
    penetrate, `clear` means the attacker's gear sees through it. `edges` are the resulting disadvantages.
    """

    cover: str
    full: bool
    weak: bool
    clear: bool
    edges: tuple[Modifier, ...]

    @property
    def solid(self) -> bool:
        """Return whether the target is behind something solid."""
        return self.cover == "full"


def screen_of(fight: FuturePathFight, attacker: Character, target: Character) -> Screen:
    """Return a target's cover from an attacker."""
    return screen_between(fight, attacker, grid.spot_of(target), (target.cover,))


def screen_between(
    fight: FuturePathFight,
    attacker: Character,
    there: Spot,
    covers: Iterable[str] = (),
    cover: str = "",
    *,
    weak: bool = False,
) -> Screen:
    """Return the cover between an attacker and a position; the GM's `cover` and `weak` override the map."""
    here = grid.spot_of(attacker)
    walls = grid.walls_between(fight.board, here, there)
    around = (level for _, level in shields(fight, walls, there))
    given = cover or max((attacker_cover(attacker), *covers, *around), key=tuple(DISADVANTAGES).index)
    hazes = set() if cover else {zone.kind for zone in zones_between(fight, attacker, there)}
    fog = "fog" in hazes
    pierced = weak or (given != "full" and fog) or (bool(walls) and not cover and _all_weak(fight, walls))
    clear = given == "full" and not fog and attacker.sees_walls
    hindering = "none" if clear and fight.options.wall_sight == "all" else given
    cover_edge = Modifier(-DISADVANTAGES[hindering], f"{given} cover", "FP-COV-2" if given == "full" else "FP-COV-1")
    fog_edge = Modifier(-DISADVANTAGES["full"] if fog and given != "full" else 0, "fog", "FP-COV-2")
    edges = [min(fog_edge, cover_edge, key=lambda edge: edge.value)]
    edges += [Modifier(-DISADVANTAGES["partial"], haze, "FP-COV-3") for haze in AS_PARTIAL if haze in hazes]
    return Screen(given, given == "full" or fog, pierced, clear, tuple(edge for edge in edges if edge.value))


def shot_at(weapon: Weapon, screen: Screen) -> bool:
    """Return whether a weapon can attack through a screen; fog does not stop melee (FP-COV-2)."""
    if weapon.ranged:
        return not screen.full or weapon.ap or screen.weak
    return not screen.solid


def attacker_cover(attacker: Character) -> str:
    """Return the cover that an attacker's own gives its target: full cover blocks in both directions (FP-COV-2)."""
    return attacker.cover if attacker.cover == "full" else "none"


def shields(fight: FuturePathFight, walls: Iterable[Square], there: Spot) -> Iterator[tuple[Square, str]]:
    """Yield the squares that cover a position: walls in between, and the ground of those at ground level (FP-COV-1)."""
    yield from ((square, "full") for square in walls)
    for square in there.squares:
        if there.height <= grid.ground_height(fight.board, square):
            yield square, grid.terrain_at(fight.board, square).cover


def _all_weak(fight: FuturePathFight, walls: Iterable[Square]) -> bool:

    def is_weak(square: Square) -> bool:
        thing = grid.thing_at(fight.board, square)
        return thing.weak if thing else grid.terrain_at(fight.board, square).weak

    return all(is_weak(square) for square in walls)


def zones_between(fight: FuturePathFight, attacker: Character, there: Spot) -> list[Zone]:
    """Return the haze on the line to a position that the attacker's gear does not see through (FP-COV-3)."""
    board, zones = fight.board, [each for each in fight.board.zones.values() if each.kind not in attacker.sees_through]
    seen = grid.sight(grid.spot_of(attacker), there) if zones else []
    return [zone for zone in zones if any(in_zone(board, zone, spot) for spot in seen)]


def in_zone(board: Field, zone: Zone, spot: Spot) -> bool:
    """Return whether a position is in a zone, which is as high as it is wide (FP-COV-3, FP-FLD-1)."""
    far = grid.gap(grid.spot_on(board, grid.read_square(zone.square)), spot)
    return far is not None and far * FEET <= zone.area


def is_free(fight: FuturePathFight, actor: str, square: Square, others: set[tuple[Square, int]] | None = None) -> bool:
    """Return whether a combatant can stop on a square not taken by `others`, by default all living (FP-FLD-2)."""
    wanted = grid.footprint(square, fight.combatants[actor].size)
    if any(grid.is_wall(fight.board, each) for each in wanted):
        return False
    taken, height = taken_by_others(fight, actor) if others is None else others, height_at(fight, actor, square)
    return not any((each, height) in taken for each in wanted)


def nearest_free(fight: FuturePathFight, actor: str, square: Square) -> Square:
    """Return the free square nearest to one, which can be that square; without any, the square itself (FP-FLD-2)."""
    rings, others = range(max(grid.size_of(fight.board))), taken_by_others(fight, actor)
    nearest = (each for reach in rings for each in grid.ring(square, reach))
    return next((each for each in nearest if is_free(fight, actor, each, others)), square)


def taken_by_others(fight: FuturePathFight, actor: str) -> set[tuple[Square, int]]:
    """Return the squares that other living combatants occupy, each with its height (FP-FLD-2)."""
    others = (one for other, one in fight.combatants.items() if other != actor and not is_dead(one))
    return {(square, one.height) for one in others for square in grid.squares_of(one)}


def height_at(fight: FuturePathFight, actor: str, square: Square) -> int:
    """Return a combatant's height on a square: the ground's, or its own if it flies higher (FP-FLD-1)."""
    one, ground = fight.combatants[actor], grid.ground_height(fight.board, square)
    return max(one.height, ground) if one.flies else ground


def with_changes(fight: FuturePathFight, actor: str, **changes: Any) -> FuturePathFight:
    """Return the fight with changes of a combatant's sheet, to plan from there."""
    return replace(fight, combatants={**fight.combatants, actor: replace(fight.combatants[actor], **changes)})


def at_height(fight: FuturePathFight, actor: str, height: int) -> FuturePathFight:
    """Return the fight with a combatant at another height, to plan from there (FP-FLD-1)."""
    return with_changes(fight, actor, height=height)


def placed(fight: FuturePathFight, actor: str, square: Square, height: int | None = None) -> Character:
    """Return a combatant moved without its cover, by default on the ground or as high as it flies (FP-FLD-1)."""
    one = fight.combatants[actor]
    high = height_at(fight, actor, square) if height is None else max(height, grid.ground_height(fight.board, square))
    if (square, high) == (grid.read_square(one.square), one.height):
        return one
    return replace(one, square=grid.name_of(square), height=high, cover="none")


def come_to(scene: FpScene, actor: str, square: Square, rule: str, height: int | None = None) -> None:
    """Move a combatant to a square, with its height and cover there (FP-FLD-1, FP-COV-1)."""
    after = placed(scene.fight, actor, square, height)
    scene.change(actor, "cover", after.cover, "FP-COV-1")
    scene.change(actor, "square", after.square, rule)
    scene.change(actor, "height", after.height, rule)


def armed_under(fight: FuturePathFight, actor: str, square: Square, height: int | None = None) -> tuple[str, ...]:
    """Return the armed traps a combatant would trigger on a square, at ground height or below (FP-TRP-1)."""
    if not fight.board.traps:
        return ()
    taken = grid.footprint(square, fight.combatants[actor].size)
    height = height_at(fight, actor, square) if height is None else height
    armed = {name: grid.read_square(trap.square) for name, trap in fight.board.traps.items() if trap.armed}
    return tuple(
        name for name, spot in armed.items() if spot in taken and height <= grid.ground_height(fight.board, spot)
    )


def treads_knowingly(fight: FuturePathFight, actor: str, square: Square) -> bool:
    """Return whether a combatant would trigger an armed trap that its side knows of (FP-TRP-1)."""
    traps, side = fight.board.traps, fight.combatants[actor].side
    return any(knows_of(side, traps[name]) for name in armed_under(fight, actor, square))


def sees(fight: FuturePathFight, actor: str, there: Spot, feet: int) -> bool:
    """Return whether a combatant sees a position within a distance in feet, not hidden by walls or fog (FP-TRP-1)."""
    one = fight.combatants[actor]
    hazes = [zone.kind for zone in zones_between(fight, one, there)]
    return (
        grid.reaches(fight.board, grid.spot_of(one), there, feet // FEET, walls=not one.sees_walls)
        and "fog" not in hazes
    )


def threatened(fight: FuturePathFight, actor: str) -> dict[Square, int]:
    """Return how many enemies threaten a combatant on each square (FP-FLD-3)."""
    one = fight.combatants[actor]
    found: dict[Square, int] = {}
    for other in fight.combatants.values():
        if hindrance(other) or not enemies(fight, one, other):
            continue
        reach = grid.threat_range(fight, other)
        near = range(1 - one.size - reach, reach + 1)
        for square in {(x + right, y + down) for x, y in grid.squares_of(other) for right in near for down in near}:
            found[square] = found.get(square, 0) + 1
    return found


def next_to(fight: FuturePathFight, actor: str, target: Iterable[Square]) -> list[Square]:
    """Return the squares where a combatant can stop adjacent to the target squares."""
    taken = tuple(target)
    if not taken:
        return []
    size = fight.combatants[actor].size
    columns = range(min(x for x, _ in taken) - size, max(x for x, _ in taken) + 2)
    rows = range(min(y for _, y in taken) - size, max(y for _, y in taken) + 2)
    others = taken_by_others(fight, actor)
    spots = [(x, y) for x in columns for y in rows if is_free(fight, actor, (x, y), others)]
    beside = [spot for spot in spots if min(grid.apart(a, b) for a in grid.footprint(spot, size) for b in taken) == 1]
    return [spot for spot in beside if not treads_knowingly(fight, actor, spot)]


Reached = tuple[Square, int, Square]
StepCost = Callable[[Square, Square], int | None]
HARD, UNEVEN = ("difficult", "narrow"), "uneven"
EASY_STEP = 1
MOST_RISE = 1


class Way(Struct, frozen=True):
    """A path over the map: the squares entered, and their cost in squares of movement."""

    squares: tuple[Square, ...]
    cost: int


class Gait(Struct, frozen=True, kw_only=True):
    """A way to move: climbing ignores height, flying ignores the ground, `through` lists passable combatants.

    A combatant enters a known trap's square only if it is in `names`. Without `uneven`, uneven ground is avoided.
    """

    climbs: bool = False
    flies: bool = False
    uneven: bool = True
    through: tuple[str, ...] = ()
    names: tuple[Square, ...] = ()


def cheapest(fight: FuturePathFight, actor: str, goals: Iterable[Square], gait: Gait) -> Way | None:
    """Return the cheapest path to the nearest goal, or None.

    Ties: the path that leaves the fewest threatened squares, then the fewest squares, the fewest diagonal steps, and
    the one further left and up.
    """
    wanted, before = set(goals), dict[Square, Square]()
    for square, cost, parent in spread(fight, actor, gait):
        before[square] = parent
        if square in wanted:
            path = list[Square]()
            while before[square] != square:
                path.append(square)
                square = before[square]  # noqa: PLW2901 - the search ends here
            return Way(tuple(reversed(path)), cost)
    return None


def straightest(fight: FuturePathFight, actor: str, goals: Iterable[Square], gait: Gait) -> Way | None:
    """Return the cheapest straight path to a goal, or None; ties go to the one that deviates least."""
    start, cost_of = grid.read_square(fight.combatants[actor].square), step_costs(fight, actor, gait)
    ways: list[tuple[int, Way]] = []
    for goal in goals:
        if start is None or start == goal:
            continue
        squares = (*grid.between(start, goal), goal)
        costs = [cost_of(before, square) for before, square in pairwise((start, *squares))]
        if None not in costs:
            aside = min(abs(goal[0] - start[0]), abs(goal[1] - start[1]))
            ways.append((aside, Way(squares, sum(cost or 0 for cost in costs))))
    return min(ways, key=lambda each: (each[1].cost, each[0], each[1].squares), default=(0, None))[1]


def spread(fight: FuturePathFight, actor: str, gait: Gait) -> Iterator[Reached]:
    """Yield every reachable square, nearest first, with its cost and its predecessor on the cheapest path."""
    start = grid.read_square(fight.combatants[actor].square)
    if start is None:
        return
    cost_of, danger = step_costs(fight, actor, gait), threatened(fight, actor)
    done: set[Square] = set()
    waiting = [(0, 0, 0, 0, start, start)]
    while waiting:
        cost, risk, length, diagonals, square, parent = heappop(waiting)
        if square in done:
            continue
        done.add(square)
        yield square, cost, parent
        risk, length = risk + danger.get(square, 0), length + 1
        for beside in grid.around(square):
            if beside not in done and (step := cost_of(square, beside)) is not None:
                slanting = diagonals + (beside[0] != square[0] and beside[1] != square[1])
                heappush(waiting, (cost + step, risk, length, slanting, beside, square))


def step_costs(fight: FuturePathFight, actor: str, gait: Gait) -> StepCost:
    """Return a function for the cost of entering a square from an adjacent one, None if impossible."""
    cost_to_enter, ground = entering(fight, actor, gait), grid.ground_of(fight.board)

    def cost_of(before: Square, square: Square) -> int | None:
        cost = cost_to_enter(square)
        if cost is None or gait.flies:
            return cost
        rise = abs(ground.get(square, OPEN).height - ground.get(before, OPEN).height)
        return None if rise > MOST_RISE and not gait.climbs else max(rise, cost)

    return cost_of


def entering(fight: FuturePathFight, actor: str, gait: Gait) -> Callable[[Square], int | None]:
    """Return a cached function for the cost of entering a square, heights ignored (FP-MOV-4, FP-FLD-2)."""
    board, size = fight.board, fight.combatants[actor].size
    hindering, ground, blocked = (
        occupied(fight, actor, gait),
        grid.ground_of(board),
        {grid.read_square(one.square) for one in board.objects.values() if grid.standing_in_the_way(one)},
    )
    columns, rows = grid.size_of(board)

    def is_closed(square: Square) -> bool:
        is_on_map = 0 <= square[0] < columns and 0 <= square[1] < rows
        return not is_on_map or square in blocked or hindering.get(square, 0) is None

    @cache
    def cost_of(square: Square) -> int | None:
        taken = grid.footprint(square, size)
        grounds = {ground.get(each, OPEN).ground for each in taken}
        if "wall" in grounds or any(is_closed(each) for each in taken):
            return None
        if not (gait.uneven or gait.flies) and UNEVEN in grounds:
            return None
        if square not in gait.names and treads_knowingly(fight, actor, square):
            return None
        hard = any(each in hindering for each in taken) or (not gait.flies and not grounds.isdisjoint(HARD))
        return fight.options.difficult_factor if hard else EASY_STEP

    return cost_of


def occupied(fight: FuturePathFight, actor: str, gait: Gait) -> dict[Square, int | None]:
    """Return squares with others in them: None for a blocking enemy, otherwise a crowded square (FP-FLD-2)."""
    one = fight.combatants[actor]
    found: dict[Square, int | None] = {}
    for other_id, other in fight.combatants.items():
        if other_id == actor:
            continue
        passable = other_id in gait.through or not enemies(fight, one, other) or not standing(other)
        for square in grid.squares_of(other):
            if other.height == height_at(fight, actor, square):
                found[square] = 1 if passable else None
    return found


def is_hard(fight: FuturePathFight, actor: str, way: Way, gait: Gait) -> bool:
    """Return whether a path crosses difficult terrain, crowds included except those in `through` (FP-MOV-5)."""
    run_over = [square for each in gait.through for square in grid.squares_of(fight.combatants[each])]
    crowded, taken = occupied(fight, actor, gait).keys() - run_over, entered(fight, actor, way)
    return not taken.isdisjoint(crowded) or _crosses(fight, taken, gait, (*HARD, UNEVEN))


def crosses_uneven(fight: FuturePathFight, actor: str, way: Way, gait: Gait) -> bool:
    """Return whether a path crosses uneven ground, which shortens a walker's move (FP-MOV-4)."""
    return _crosses(fight, entered(fight, actor, way), gait, (UNEVEN,))


def entered(fight: FuturePathFight, actor: str, way: Way) -> set[Square]:
    """Return all squares that a combatant covers on a path."""
    size = fight.combatants[actor].size
    return {each for square in way.squares for each in grid.footprint(square, size)}


def _crosses(fight: FuturePathFight, squares: set[Square], gait: Gait, grounds: Collection[str]) -> bool:
    return not gait.flies and any(grid.terrain_at(fight.board, each).ground in grounds for each in squares)
