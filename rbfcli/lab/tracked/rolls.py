"""Dice and rolls that note what falls and what is looked at: throws that look alike to a rule are one entry."""

from itertools import combinations_with_replacement
from math import comb
from typing import Any

from rbfcli.kernel.dice.labels import Judge
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.events import Rolled
from rbfcli.lab.tracked.nodes import Throw
from rbfcli.lab.tracked.reading import Reader, Seen
from rbfcli.lab.tracked.totals import Roll, Total
from rbfcli.lab.tracked.views import NO_CELL, Cell, tracked_type

# So many throws are judged beforehand; a roll of more is kept by all its faces.
MOST_THROWS = 250


class Thrown:
    """Dice of a fight, each throw noted for its step."""

    given_left = 0

    def __init__(self, dice: Seeded, reader: Reader) -> None:
        self._dice = dice
        self._reader = reader
        self.drawn = 0

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces whose order matters."""
        return self._fall(sides, count, low, pool=False)

    def pool(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces whose order does not."""
        return self._fall(sides, count, low, pool=True)

    def alike(self, sides: int, count: int, label: Any) -> list[int]:
        """As `row`; where nothing but their sum matters, as `pool`."""
        return self._fall(sides, count, 1, pool=label is sum)

    def pile(self, sides: int, count: int) -> list[int]:
        """As `pool`: nothing matters but their total."""
        return self._fall(sides, count, 1, pool=True)

    def sum_up(self) -> None:
        """Nothing: every face was drawn by chance."""

    def _fall(self, sides: int, count: int, low: int, *, pool: bool) -> list[int]:
        faces = self._dice.row(sides, count, low)
        if count > 0:
            self.drawn += count
            self._reader.trace.append((Throw(sides, count, low, pool), tuple(faces)))
        return faces


def viewed(reader: Reader, rolled: Rolled, judge: Judge | None, kept: int, known: dict[Any, Seen]) -> Rolled | None:
    """A view of a roll whose dice fell just now; None where it has to be taken as it is.

    `known` has one of all that is seen of rolls in the same way.
    """
    throw, faces = reader.trace[-1] if reader.trace else (None, ())
    if not isinstance(throw, Throw) or not _can_be_viewed(throw, faces, rolled):
        return None
    number = sum(isinstance(each, Throw) and each.viewed for each, _ in reader.trace)
    reader.trace[-1] = throw._replace(viewed=True), faces
    seen: dict[str, Seen] = {}
    fell = tuple(sorted(faces))

    def sight(name: str) -> Seen:
        if not seen:
            seen.update(_all_of(throw, rolled, judge, kept))
        one = seen[name]
        return known.setdefault((throw[:2], name, tuple(one.values())), one)

    def cell(name: str, value: Any = None) -> Cell:
        def take() -> Any:
            found = reader.look(number, name, lambda: sight(name), fell)
            return found if value is None else value

        return Cell(reader, NO_CELL, take)

    def total() -> Any:
        one = Total(Roll(reader, number, lambda: sight("total"), fell, known))
        if not reader.compares or (number, "total") in reader.sights:
            return one.value
        reader.rolls[number] = sight("total"), fell
        return one

    def margin() -> Any:
        if rolled.against is None or not reader.compares:
            return reader.look(number, "margin", lambda: sight("margin"), fell)
        return _from(rolled.against, Roll(reader, number, lambda: sight("total"), fell, known), under=rolled.under)

    given = {name: getattr(rolled, name) for name in rolled.__struct_fields__}
    shown = {name: Cell(reader, NO_CELL, take) for name, take in (("total", total), ("margin", margin))}
    others = {"outcome": cell("outcome"), "dice": cell("dice", rolled.dice)}
    view: Rolled = tracked_type(Rolled)(**{**given, **shown, **others})
    return view


def _from(against: int, roll: Roll, *, under: bool) -> Total:
    """How far a total is from what it is rolled against."""
    return Total(roll, against, -1) if under else Total(roll, -against)


def _can_be_viewed(throw: Throw, faces: tuple[int, ...], rolled: Rolled) -> bool:
    """Whether nobody knows of the dice but by this roll, in whatever order they fell."""
    plain = not (rolled.edge_dice or rolled.counting or throw.viewed or any(die.given for die in rolled.dice))
    fell = tuple(die.face for die in rolled.dice) == faces and (throw.pool or throw.number == 1)
    return plain and fell and throw.low == 1 and comb(throw.sides + throw.number - 1, throw.number) <= MOST_THROWS


def _all_of(throw: Throw, rolled: Rolled, judge: Judge | None, kept: int) -> dict[str, Seen]:
    """What a roll comes to by all faces, sorted: total, margin, outcome, and the faces themselves."""
    plus = rolled.total - sum(die.face for die in rolled.dice if die.kept)
    seen = {name: Seen() for name in ("total", "margin", "outcome", "dice")}
    for faces in combinations_with_replacement(range(1, throw.sides + 1), throw.number):
        counted = faces[-kept:] if kept > 0 else faces[:-kept]
        total = sum(counted) + plus
        margin = None if rolled.against is None else rolled.against - total if rolled.under else total - rolled.against
        seen["total"][faces] = total
        seen["margin"][faces] = margin
        seen["outcome"][faces] = judge(total, counted) if judge else rolled.outcome
        seen["dice"][faces] = faces
    return seen
