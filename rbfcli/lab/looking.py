"""Rolls that note what is looked at: throws that look alike to a rule are one to the odds."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from rbfcli.kernel.dice.folding import FoldedPath
from rbfcli.kernel.dice.labels import Judge, kept_places
from rbfcli.kernel.dice.probes import Probe
from rbfcli.kernel.events import Die, Rolled

TOTAL, OUTCOME, FACES = "total", "outcome", "faces"
# Of each roll, what was looked at of its dice and of those of its edges; nothing where it was taken as it is.
Earlier = tuple[tuple[frozenset[str], ...], ...]
Seen = Callable[[Sequence[int]], Mapping[str, object]]


class Untracked(BaseException):
    """Something was done with a view of a roll that it cannot follow."""


def _gives_up(*_: object) -> NoReturn:
    raise Untracked


class Cell:  # noqa: PLW1641 - it cannot be hashed, either
    """What stands in a view instead of a value until it is read; nothing else can be done with it."""

    __slots__ = ("take",)

    def __init__(self, take: Callable[[], Any]) -> None:
        self.take = take

    def __eq__(self, other: object) -> bool:
        return self is other or _gives_up()

    def __getattr__(self, name: str) -> NoReturn:
        _gives_up(name)

    __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _gives_up
    __hash__ = __bool__ = __iter__ = __len__ = __str__ = __repr__ = __format__ = __reduce__ = _gives_up
    __add__ = __radd__ = __sub__ = __rsub__ = __contains__ = __getitem__ = __call__ = _gives_up
    __int__ = __index__ = __neg__ = _gives_up


class RollView(Rolled, frozen=True, kw_only=True, tag="rolled", gc=True):
    """A roll of which it is noted what is read."""

    def __getattribute__(self, name: str) -> Any:
        """Return a field, which counts as read from here on."""
        value = object.__getattribute__(self, name)
        return value.take() if type(value) is Cell else value

    def __eq__(self, other: object) -> bool:
        return self is other or all(
            getattr(self, name) == getattr(other, name, None) for name in Rolled.__struct_fields__
        )

    def __hash__(self) -> int:
        return hash(_plain(self))

    def __repr__(self) -> str:
        return repr(_plain(self))


def _plain(view: Rolled) -> Rolled:
    return Rolled(**{name: getattr(view, name) for name in Rolled.__struct_fields__})


class Rolls:
    """The rolls of a command while it is played, each with the throws that it may be told from.

    A command that waited plays its `earlier` rolls again, with what was looked at of them before it did: whoever looks
    at more behind the question cannot be followed.
    """

    def __init__(self, dice: FoldedPath | Probe, earlier: Earlier = ()) -> None:
        self.dice = dice
        self._earlier = earlier
        self._thrown: list[list[Any]] = []

    def view(self, rolled: Rolled, judge: Judge | None, kept: int, sign: int) -> Rolled | None:
        """What rules see of a roll that happens now; None where it has to be taken as it is."""
        number = len(self._thrown)
        if number < len(self._earlier):
            self._thrown.append([])
            looks = self._earlier[number]
            return _view(rolled, lambda place, look: place < len(looks) and look in looks[place]) if looks else None
        thrown = self.dice.latest(2 if rolled.edge_dice else 1) if sign else []
        fell = (rolled.dice, rolled.edge_dice)
        if not all(_are_of(each, throw) for each, throw in zip(fell, thrown, strict=False)):
            thrown = []
        self._thrown.append(thrown)
        if not thrown:
            return None
        thrown[0].show(_seen_of_dice(rolled, judge, kept, sign))
        if rolled.edge_dice:
            thrown[1].show(_seen_of_edges(rolled, judge, sign))

        def look(place: int, look: str) -> bool:
            if place < len(thrown):
                thrown[place].looks.add(look)
            return True

        return _view(rolled, look)

    @property
    def looks(self) -> Earlier:
        """What was looked at of each roll so far."""
        new = [tuple([frozenset(each.looks) for each in thrown]) for thrown in self._thrown[len(self._earlier) :]]
        return (*self._earlier, *new)


def _view(rolled: Rolled, look: Callable[[int, str], bool]) -> Rolled:
    """A roll that says what is looked at: by `look`, which answers whether that may be, for its dice and its edges."""

    def cell(name: str, what: str, places: Sequence[int]) -> Cell:
        value = getattr(rolled, name)

        def take() -> Any:
            for place in places:
                if not look(place, what):
                    raise Untracked
            return value

        return Cell(take)

    both = (0, 1) if rolled.edge_dice else (0,)
    given = {name: getattr(rolled, name) for name in rolled.__struct_fields__}
    numbers = {name: cell(name, TOTAL, both) for name in ("total", "margin")}
    faces = {"dice": cell("dice", FACES, (0,)), "edge_dice": cell("edge_dice", FACES, both[1:])}
    view: Rolled = RollView(**{**given, **numbers, **faces, "outcome": cell("outcome", OUTCOME, both)})
    return view


def _are_of(dice: Sequence[Die], thrown: Any) -> bool:
    """Whether dice are those of a throw, in the order in which they fell, and none of them was given by hand."""
    return [die.face for die in dice] == thrown.faces and not any(die.given for die in dice)


def _seen_of_dice(rolled: Rolled, judge: Judge | None, kept: int, sign: int) -> Seen:
    """What there is to see of the dice of a roll, whatever its edges add to them."""
    counting = rolled.counting
    fell = _counted([die.face for die in rolled.dice], kept, counting)[0]
    edges = sum(die.face for die in rolled.edge_dice)
    plus, extras = rolled.total - fell - sign * edges, _totals(rolled.edge_dice, sign)

    def seen(faces: Sequence[int]) -> Mapping[str, object]:
        number, row = _counted(faces, kept, counting)
        outcomes = tuple([judge(number + plus + extra, row) for extra in extras]) if judge else ()
        return {TOTAL: number, OUTCOME: outcomes, FACES: tuple(faces)}

    return seen


def _seen_of_edges(rolled: Rolled, judge: Judge | None, sign: int) -> Seen:
    """What there is to see of the dice of a roll's edges, as its other dice fell."""
    row = tuple([die.face for die in rolled.dice if die.kept])
    so_far = rolled.total - sign * sum(die.face for die in rolled.edge_dice)

    def seen(faces: Sequence[int]) -> Mapping[str, object]:
        number = sign * sum(faces)
        return {TOTAL: number, OUTCOME: judge(so_far + number, row) if judge else "", FACES: tuple(faces)}

    return seen


def _counted(faces: Sequence[int], kept: int, counting: int) -> tuple[int, tuple[int, ...]]:
    """What faces come to, and those that are judged."""
    if counting:
        return sum([face >= counting for face in faces]), tuple(faces)
    places = kept_places(faces, kept)
    row = tuple([face for place, face in enumerate(faces) if place in places])
    return sum(row), row


def _totals(dice: Sequence[Die], sign: int) -> Sequence[int]:
    """What the dice of edges can add, or take off."""
    if not dice:
        return (0,)
    return tuple([sign * total for total in range(len(dice), len(dice) * dice[0].sides + 1)])
