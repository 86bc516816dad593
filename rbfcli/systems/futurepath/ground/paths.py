"""The cheapest way over the map: what each step costs, and who stands in it (FP-FLD-2, FP-FLD-4, FP-MOV-4)."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import count, pairwise

from msgspec import Struct

from rbfcli.systems.futurepath.conditions import standing
from rbfcli.systems.futurepath.ground.equal_fight import EqualFight
from rbfcli.systems.futurepath.ground.map import OPEN, blocked_squares, ground_of, size_of, squares_of, terrain_at
from rbfcli.systems.futurepath.ground.squares import Square, around, between, footprint, read_square
from rbfcli.systems.futurepath.ground.standing import height_at, stops_short, threatened
from rbfcli.systems.futurepath.sheet.board import Field
from rbfcli.systems.futurepath.sheet.sheet import FuturePathFight, enemies

Reached = tuple[Square, int, Square]
StepCost = Callable[[Square, Square], int | None]
HARD = ("difficult", "narrow")
EASY_STEP = 1
MOST_RISE = 1


class Way(Struct, frozen=True):
    """A path over the map: the squares entered, and what they cost in squares of movement."""

    squares: tuple[Square, ...]
    cost: int


class Gait(Struct, frozen=True, kw_only=True):
    """How somebody moves: climbing takes any height, flying leaves the ground, and whose squares are no hindrance."""

    climbs: bool = False
    flies: bool = False
    uneven: bool = True
    through: tuple[str, ...] = ()


def cheapest(fight: FuturePathFight, who: str, goals: Iterable[Square], gait: Gait) -> Way | None:
    """The cheapest way to the nearest of some squares.

    Of equal ones that which leaves the fewest threatened squares, then the one of the fewest squares, then of the
    fewest diagonal steps, then the one further to the left and up. None leads over a known trap.
    """
    wanted, before = set(goals), dict[Square, Square]()
    for square, cost, parent in spread(fight, who, gait):
        before[square] = parent
        if square in wanted:
            return Way(_back_to_start(square, before), cost)
    return None


def straightest(fight: FuturePathFight, who: str, goals: Iterable[Square], gait: Gait) -> Way | None:
    """The cheapest straight way to one of some squares; of equal ones that which turns aside least."""
    return _straightest(EqualFight(fight), who, tuple(goals), gait)


@lru_cache(maxsize=4)
def _straightest(equal: EqualFight, who: str, goals: tuple[Square, ...], gait: Gait) -> Way | None:
    fight = equal.fight
    start, cost_of = read_square(fight.combatants[who].square), step_costs(fight, who, gait)
    ways: list[tuple[int, Way]] = []
    for goal in goals:
        if start is None or start == goal:
            continue
        squares = (*between(start, goal), goal)
        costs = [cost_of(before, square) for before, square in pairwise((start, *squares))]
        if None not in costs:
            aside = min(abs(goal[0] - start[0]), abs(goal[1] - start[1]))
            ways.append((aside, Way(squares, sum(cost or 0 for cost in costs))))
    return min(ways, key=lambda each: (each[1].cost, each[0], each[1].squares), default=(0, None))[1]


def _back_to_start(square: Square, before: dict[Square, Square]) -> tuple[Square, ...]:
    """The squares of a way without its start, which comes before itself."""
    path = []
    while before[square] != square:
        path.append(square)
        square = before[square]
    return tuple(reversed(path))


class Spread:
    """Squares as they are found, nearest first, each found once however often they are gone through."""

    def __init__(self, squares: Iterator[Reached]) -> None:
        self._found: list[Reached] = []
        self._squares = squares

    def __iter__(self) -> Iterator[Reached]:
        for number in count():
            if number == len(self._found):
                one_more = next(self._squares, None)
                if one_more is None:
                    return
                self._found.append(one_more)
            yield self._found[number]


def spread(fight: FuturePathFight, who: str, gait: Gait) -> Spread:
    """Every square somebody can get to, nearest first: its cost, and the square before it on the cheapest way."""
    return _spread(EqualFight(fight), who, gait)


@lru_cache(maxsize=4)
def _spread(equal: EqualFight, who: str, gait: Gait) -> Spread:
    return Spread(_reached(equal.fight, who, gait))


def _reached(fight: FuturePathFight, who: str, gait: Gait) -> Iterator[Reached]:
    from heapq import heappop, heappush

    start = read_square(fight.combatants[who].square)
    if start is None:
        return
    cost_of, danger = step_costs(fight, who, gait), threatened(fight, who)
    done: set[Square] = set()
    waiting = [(0, 0, 0, 0, start, start)]
    while waiting:
        cost, risk, length, diagonals, square, parent = heappop(waiting)
        if square in done:
            continue
        done.add(square)
        yield square, cost, parent
        if square != start and stops_short(fight, who, square):
            continue
        risk, length = risk + danger.get(square, 0), length + 1
        for beside in around(square):
            if beside not in done and (step := cost_of(square, beside)) is not None:
                slanting = diagonals + (beside[0] != square[0] and beside[1] != square[1])
                heappush(waiting, (cost + step, risk, length, slanting, beside, square))


def step_costs(fight: FuturePathFight, who: str, gait: Gait) -> StepCost:
    """What it costs to enter a square from the one next to it; None where that cannot be done."""
    entered, ground = entering(fight, who, gait), ground_of(fight.board)

    def cost_of(before: Square, square: Square) -> int | None:
        cost = entered(square)
        if cost is None or gait.flies:
            return cost
        rise = abs(ground.get(square, OPEN).height - ground.get(before, OPEN).height)
        return None if rise > MOST_RISE and not gait.climbs else max(rise, cost)

    return cost_of


def entering(fight: FuturePathFight, who: str, gait: Gait) -> Callable[[Square], int | None]:
    """What it costs to enter a square, heights apart; each square is looked at once (FP-MOV-4, FP-FLD-2)."""
    board, size, costs = fight.board, fight.combatants[who].size, dict[Square, int | None]()
    hindering, ground, blocked = occupied(fight, who, gait), ground_of(board), blocked_squares(board)
    columns, rows = size_of(board)

    def is_closed(square: Square) -> bool:
        is_on_map = 0 <= square[0] < columns and 0 <= square[1] < rows
        return not is_on_map or square in blocked or hindering.get(square, 0) is None

    def cost_of(square: Square) -> int | None:
        taken = footprint(square, size)
        grounds = {ground.get(each, OPEN).ground for each in taken}
        if "wall" in grounds or any(is_closed(each) for each in taken):
            return None
        if not (gait.uneven or gait.flies) and "uneven" in grounds:
            return None
        hard = any(each in hindering for each in taken) or (not gait.flies and not grounds.isdisjoint(HARD))
        return fight.options.difficult_factor if hard else EASY_STEP

    def once(square: Square) -> int | None:
        if square not in costs:
            costs[square] = cost_of(square)
        return costs[square]

    return once


def occupied(fight: FuturePathFight, who: str, gait: Gait) -> dict[Square, int | None]:
    """Squares with others in them: None is an enemy's, which nobody crosses, anything else a crowded one (FP-FLD-2)."""
    one = fight.combatants[who]
    found: dict[Square, int | None] = {}
    for other_id, other in fight.combatants.items():
        if other_id == who:
            continue
        passable = other_id in gait.through or not enemies(fight, one, other) or not standing(other)
        for square in squares_of(other):
            if other.height == height_at(fight, who, square):
                found[square] = 1 if passable else None
    return found


def is_hard(fight: FuturePathFight, who: str, way: Way, gait: Gait) -> bool:
    """Whether a way leads over difficult terrain of any kind, however little that slows one (FP-MOV-5).

    The squares of those it leads through are no terrain.
    """
    size, run_over = fight.combatants[who].size, {each: fight.combatants[each] for each in gait.through}
    crowded = occupied(fight, who, gait).keys() - {square for one in run_over.values() for square in squares_of(one)}
    taken = {each for square in way.squares for each in footprint(square, size)}
    return not taken.isdisjoint(crowded) or (
        not gait.flies and any(is_hard_ground(fight.board, each) for each in taken)
    )


def is_hard_ground(board: Field, square: Square) -> bool:
    """Whether the ground of a square is difficult terrain by itself (FP-MOV-4)."""
    return terrain_at(board, square).ground in (*HARD, "uneven")


def crosses_uneven(fight: FuturePathFight, who: str, way: Way, gait: Gait) -> bool:
    """Whether a way leads over uneven ground, which shortens the move of who does not fly over it (FP-MOV-4)."""
    size = fight.combatants[who].size
    taken = {each for square in way.squares for each in footprint(square, size)}
    return not gait.flies and any(terrain_at(fight.board, each).ground == "uneven" for each in taken)
