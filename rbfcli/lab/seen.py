"""What a rule sees while odds walk it: a scene whose throws and amounts are split by what the rule reads of them.

A roll of a walk (`lab.walk`) knows its throw and no faces. Reading its outcome, its total, or anything a function makes
of its faces splits the walk into one way for each value, with its exact weight; whatever is read later is weighed
against what is known by then.
"""

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import product
from math import gcd
from operator import itemgetter
from types import FunctionType, MethodType
from typing import Any

import msgspec
from msgspec import Struct

from rbfcli.core.errors import LimitReached
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import ROWS_OF_A_THROW
from rbfcli.core.paths import Path, dotted
from rbfcli.core.text import natural
from rbfcli.dice.distribution import combinations, kept_faces, sums, with_one_more
from rbfcli.dice.odds import odds
from rbfcli.dice.parser import parse
from rbfcli.engine.questions import AnsweredAtOnce
from rbfcli.engine.rolling import Rolling, Throw, kept_places
from rbfcli.engine.scene import Scene
from rbfcli.model.events import AnyEvent, Die, FieldChanged, Modifier, RefusalOverridden
from rbfcli.model.evolve import evolve, field_at
from rbfcli.model.fight import Question

# How much of a throw is laid out to be read: totals and outcomes alone, the faces in order, those of the edge dice too.
TOTALS, FACES, EDGES = 0, 1, 2
TOTAL_OF = itemgetter(1)
MANY_ROWS = "too many dice are read one by one"

Row = tuple[str, int, tuple[int, ...], tuple[int, ...]]
Rows = Iterator[tuple[Row, int]]
Read = Callable[[Row], Any]


def rows_of(throw: Throw, level: int) -> Rows:
    """Yield the ways in which a throw can fall, as far as they differ at a level, with the number of throws of each.

    Raises LimitReached where too many dice are read one by one.
    """
    edge_count = abs(throw.edge_count)
    if level == TOTALS:
        edges = sums(throw.edge_sides, edge_count)
        if throw.judge is None and (throw.keep >= throw.count or throw.counting):
            for own, ways in sums(throw.sides, throw.count, throw.counting).items():
                for more, times in edges.items():
                    yield ("", own + throw.plus + (more if throw.edge_count >= 0 else -more), (), ()), ways * times
            return
        _check_size(combinations(throw.sides, throw.count))
        for kept, ways in kept_faces(throw.sides, throw.count, throw.count if throw.counting else throw.keep).items():
            for more, times in edges.items():
                total = throw.total(kept, more)
                yield (throw.outcome(total, kept), total, (), ()), ways * times
        return
    _check_size(throw.sides**throw.count * (throw.edge_sides**edge_count if level == EDGES else 1))
    for faces in product(range(1, throw.sides + 1), repeat=throw.count):
        kept = throw.kept(faces)
        for added, more, times in _edges(throw, level):
            total = throw.total(kept, more)
            yield (throw.outcome(total, kept), total, faces, added), times


def _edges(throw: Throw, level: int) -> Iterator[tuple[tuple[int, ...], int, int]]:
    """Yield the faces of the edge dice where they are read, their total, and the number of throws."""
    if level == EDGES:
        for faces in product(range(1, throw.edge_sides + 1), repeat=abs(throw.edge_count)):
            yield faces, sum(faces), 1
    else:
        for total, times in sums(throw.edge_sides, abs(throw.edge_count)).items():
            yield (), total, times


def _check_size(rows: int) -> None:
    if rows > ROWS_OF_A_THROW:
        raise LimitReached(f"{MANY_ROWS} (more than {ROWS_OF_A_THROW:,} throws)")


def laid_out(row: Row, level: int) -> Row:
    """Return as much of a row as a level shows."""
    return row[0], row[1], row[2] if level >= FACES else (), row[3] if level >= EDGES else ()


class SeenRoll:
    """A roll as far as it was read; it stands in for `events.Rolled` while a command is walked."""

    under = False
    counting = 0
    expression = ""
    hidden = False
    target = ""
    modifiers: tuple[Modifier, ...] = ()
    edges: tuple[Modifier, ...] = ()
    against: int | None = None

    def __init__(self, walk: Any, throw: Throw, facts: dict[str, Any]) -> None:
        self.__dict__.update(facts)
        self._facts = tuple(facts.items())
        self._walk, self._throw, self._frame = walk, throw, walk.frame
        self._reads: list[tuple[int, Any, Read, Any]] = []
        self._known: dict[str, Any] = {}
        self._is_summed = False
        self._site = facts["rule"], facts["label"]
        level = walk.read_elsewhere.get(self._site)
        if level is not None:
            self._known["all"] = self._split("all", level, lambda row: laid_out(row, level))

    @property
    def outcome(self) -> str:
        """The word for how it came out."""
        return self._value("outcome", TOTALS, lambda row: row[0]) if self._throw.judge else ""

    @property
    def total(self) -> int:
        """What it came to."""
        total: int = self._value("total", TOTALS, TOTAL_OF)
        return total

    @property
    def margin(self) -> int | None:
        """By how much it passed or missed what it was rolled against."""
        if self.against is None:
            return None
        return self.against - self.total if self.under else self.total - self.against

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice, in the order in which they fell."""
        throw, faces = self._throw, self._value("faces", FACES, lambda row: row[2])
        if throw.counting:
            return tuple(Die(throw.sides, face, face >= throw.counting) for face in faces)
        kept = kept_places(faces, throw.keep)
        return tuple(Die(throw.sides, face, place in kept) for place, face in enumerate(faces))

    @property
    def edge_dice(self) -> tuple[Die, ...]:
        """The dice that edges added or took off."""
        return tuple(Die(self._throw.edge_sides, face) for face in self._value("edges", EDGES, lambda row: row[3]))

    def read(self, function: Callable[[tuple[int, ...]], Any]) -> Any:
        """Return what a function makes of the faces; of these nothing else is known by it."""
        if self._is_laid_out(FACES):
            return function(self._known["all"][2])
        if "faces" in self._known:
            return function(self._known["faces"])
        return self._split(function, FACES, lambda row: function(row[2]))

    def total_with(self, others: "list[SeenRoll]") -> int:
        """Return the total of several rolls; of the single ones nothing is known by it."""
        left = [each for each in (self, *others) if not each.has_known_total()]
        known = sum(each.total for each in (self, *others) if each not in left)
        if left:
            weights = [each.weights_of_total() for each in left]
            known += self._walk.choose(lambda: reduce(with_one_more, [each() for each in weights]))
        return known

    def has_known_total(self) -> bool:
        """Whether its total was read."""
        return self._is_laid_out(TOTALS) or "total" in self._known

    def weights_of_total(self) -> Callable[[], dict[int, int]]:
        """Return what weighs its totals, for a sum of several rolls."""
        if self._walk.frame is not self._frame or self._is_summed:
            self._walk.begin_again([self._site], TOTALS)
        self._is_summed = True
        return partial(self._weights, TOTALS, TOTAL_OF)

    def _value(self, name: str, level: int, read: Read) -> Any:
        if self._is_laid_out(level):
            return read(self._known["all"])
        if name not in self._known:
            self._known[name] = self._split(name, level, read)
        return self._known[name]

    def _is_laid_out(self, level: int) -> bool:
        """Whether the roll was split whole as it fell, at this level or a higher one."""
        return "all" in self._known and self._walk.read_elsewhere[self._site] >= level

    def _split(self, name: Any, level: int, read: Read) -> Any:
        """Split what is left of the throw by what is read of it."""
        if self._walk.frame is not self._frame or self._is_summed:
            self._walk.begin_again([self._site], level)
        value = self._walk.choose(lambda: self._weights(level, read))
        self._reads.append((level, name, read, value))
        return value

    def _weights(self, level: int, read: Read) -> dict[Any, int]:
        """Return the weight of each value, of all throws that agree with what was read before."""
        found: dict[Any, int] = {}
        for row, ways in rows_of(self._throw, max([level, *(each[0] for each in self._reads)])):
            if all(other(row) == value for _, _, other, value in self._reads):
                value = read(row)
                found[value] = found.get(value, 0) + ways
        return found

    def _identity(self) -> tuple[Any, ...]:
        """Return what tells this roll from another: its facts, and all that is known of it."""
        return self._facts, tuple([(name, value) for _, name, _, value in self._reads])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenRoll) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())


class UnreadDice:
    """Dice that an unread amount comes of, and where in the rules they were thrown."""

    __slots__ = ("sites",)

    def __init__(self, sites: frozenset[tuple[str, str]]) -> None:
        self.sites = sites


class Amount:
    """A number of dice that nothing has read so far, such as some damage, or the health that it leaves.

    To add and to take away reads nothing. A comparison splits the walk in two; whatever else a rule makes of it splits
    by the number itself. The walk knows which numbers each source has left (`unread`); an amount whose source was
    added to another one is read too late, and the walk begins again.
    """

    __slots__ = ("_of", "_value", "_walk")

    def __init__(self, walk: Any, of: UnreadDice, value: Callable[[int], int] = int) -> None:
        self._walk, self._of, self._value = walk, of, value

    def weights(self) -> dict[int, int]:
        """Return each number that is left, with its weight."""
        return weighed((self._value(base), weight) for base, weight in self._left().items())

    def read(self, function: Callable[[Any], Any]) -> Any:
        """Return what a function makes of the number; of this nothing else is known by it."""
        left, value = self._left(), self._value
        found = weighed((function(value(base)), weight) for base, weight in left.items())
        if len(found) == 1:
            return next(iter(found))
        self._require_open()
        read = self._walk.choose(lambda: found)
        kept = weighed((base, weight) for base, weight in left.items() if function(value(base)) == read)
        self._walk.unread = {**self._walk.unread, self._of: kept}
        return read

    def known_by(self) -> tuple[Any, ...]:
        """Return what tells it from another amount of the same state: the place of its source, and its numbers."""
        unread = self._walk.unread
        if self._of not in unread:
            return ("stale",)
        self._walk.reached.add(self._of)
        return (list(unread).index(self._of), *map(self._value, unread[self._of]))

    def _left(self) -> dict[int, int]:
        if self._of not in self._walk.unread:
            self._walk.begin_again(self._of.sites, TOTALS)
        left: dict[int, int] = self._walk.unread[self._of]
        return left

    def _require_open(self) -> None:
        """Begin again in a draw, or while a throw is weighed: it is too late to read it there."""
        if self._walk.is_closed:
            self._walk.begin_again(self._of.sites, TOTALS)

    def changed(self, value: Callable[[Any], Any]) -> "Amount":
        """Return what a function makes of the number, unread."""
        own = self._value
        return Amount(self._walk, self._of, lambda base: value(own(base)))

    def __add__(self, other: Any) -> "Amount":
        """Return the sum; of two amounts of different dice, the sum is all that is known from here on."""
        if not isinstance(other, Amount):
            return self.changed(lambda number: number + other)
        if other._of is self._of:
            return self + int(other)
        self._require_open()
        summed = with_one_more(self.weights(), other.weights())
        of = UnreadDice(self._of.sites | other._of.sites)
        self._walk.keep(of, summed, spent=(self._of, other._of))
        return Amount(self._walk, of)

    __radd__ = __add__

    def __neg__(self) -> "Amount":
        return self.changed(lambda number: -number)

    def __sub__(self, other: Any) -> "Amount":
        return self.__add__(-other)

    def __rsub__(self, other: int) -> "Amount":
        return self.changed(lambda number: other - number)

    def __mul__(self, by: Any) -> "Amount":
        factor = plain(by)
        return self.changed(lambda number: number * factor)

    __rmul__ = __mul__

    def __floordiv__(self, by: Any) -> "Amount":
        divisor = plain(by)
        return self.changed(lambda number: number // divisor)

    def __bool__(self) -> bool:
        return bool(self.read(bool))

    def __int__(self) -> int:
        return int(self.read(int))

    __index__ = __int__

    def __hash__(self) -> int:
        return hash(int(self))

    def __str__(self) -> str:
        return str(int(self))

    def __format__(self, form: str) -> str:
        return format(int(self), form)

    def __eq__(self, other: object) -> bool:
        return self._compared(operator.eq, other)

    def __lt__(self, other: Any) -> bool:
        return self._compared(operator.lt, other)

    def __le__(self, other: Any) -> bool:
        return self._compared(operator.le, other)

    def __gt__(self, other: Any) -> bool:
        return self._compared(operator.gt, other)

    def __ge__(self, other: Any) -> bool:
        return self._compared(operator.ge, other)

    def _compared(self, how: Callable[[Any, Any], bool], other: Any) -> bool:
        number_of_other = plain(other)
        return bool(self.read(lambda number: how(number, number_of_other)))


def plain(number: Any) -> Any:
    """Return a number, which is read if it is an amount."""
    return int(number) if isinstance(number, Amount) else number


def weighed(pairs: Iterable[tuple[Any, int]]) -> dict[Any, int]:
    """Return values with the sum of their weights, in the smallest whole numbers."""
    found: dict[Any, int] = {}
    for value, weight in pairs:
        found[value] = found.get(value, 0) + weight
    common = gcd(*found.values())
    return {value: weight // common for value, weight in found.items()}


def known_by(value: Any) -> Any:
    """Return what an amount in a fight is known by."""
    if isinstance(value, Amount):
        return value.known_by()
    raise TypeError(f"{value!r:.60} is in a fight")


# What belongs to one play of the command: a part that was walked in another play does not bring it along.
OF_A_PLAY = {"recording", "emit"}


class WalkScene(Scene[Any, Any]):
    """A scene in which every throw, part and answer splits the walk; its events are not kept, so no rule reads them."""

    walk: Any
    quiet = True

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        del self.events
        self.walk = self.recording.walk  # type: ignore[attr-defined]
        self.walk.scene = self

    def emit(self, event: AnyEvent) -> None:
        """Change the fight, and keep nothing of the event."""
        self.spend(self._an_event)
        self.fight = evolve(self.fight, event)
        self.quiet = False

    def mark(self) -> bool:
        """Return whether nothing happened since the latest answer."""
        return self.quiet

    def take_back(self, mark: bool) -> None:  # noqa: FBT001 - as in `Rolling`, where it is a place
        """Let go of what happened since a mark."""
        self.quiet = mark

    def note_answer(self) -> None:
        """As in any scene."""
        self.quiet = True
        super().note_answer()

    def all_events(self) -> tuple[AnyEvent, ...]:
        """Return nothing: no events are kept."""
        return ()

    def force_through(self, forced: RefusalOverridden) -> None:
        """Overrule a refusal."""
        self.emit(forced)

    def thrown(self, throw: Throw, **facts: Any) -> Any:
        """Return a roll that is split by what is read of it; faces that are known are taken as they are."""
        return super().thrown(throw, **facts) if self.knows_dice() else self.walk.throw(throw, facts)

    def roll_expression(
        self, actor: str, label: str, rule: str, expression: str, *, target: str = "", hidden: bool = False
    ) -> int:
        """Roll dice notation: the walk splits by its total."""
        number = natural(expression)
        if number is not None:
            return number
        if self.knows_dice():
            return super().roll_expression(actor, label, rule, expression, target=target, hidden=hidden)
        total: int = self.walk.amount((rule, label), lambda: totals_of(expression))
        return total

    def change(self, actor: str, field: str | Path, after: Any, rule: str) -> None:
        """Set a field; an amount that nobody has read is not held against what was there before."""
        path = (field,) if isinstance(field, str) else field
        before = field_at(self.fight.combatants[actor] if actor else self.fight, path)
        if isinstance(before, Amount) or isinstance(after, Amount):
            self.emit(FieldChanged(rule=rule, who=actor, field=dotted(path), path=path, before=None, after=after))
        else:
            super().change(actor, field, after, rule)

    def part(self, function: Callable[..., Any], *args: Any) -> Any:
        """Walk a part once for its function, its arguments and the state of the scene."""
        return self.walk.part(self, function, args)

    def happen(self, *_: Any, **_facts: Any) -> None:
        """Tell nothing."""
        self.quiet = False

    def draw(self, function: Callable[..., Any], *args: Any) -> Any:
        """Walk a draw once for its function and its arguments."""
        return self.walk.draw(self, function, args)

    def knows_dice(self) -> bool:
        """Whether faces wait that are known: given by hand, or fallen before the command paused."""
        recording = self.recording
        return bool(self.dice.given_left or (recording.dice and recording.dice.left) or not recording.is_heard)

    def snapshot(self) -> dict[str, Any]:
        """Return all that changes in the scene while it is played."""
        changing = {name: value for name, value in vars(self).items() if name not in OF_A_PLAY}
        said = self.in_advance.copy() if self.in_advance else None
        return {**changing, "in_advance": said, "unread": self.walk.unread}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Make the scene what it was, or what it was in another play of the command."""
        own = vars(self)
        for name in own.keys() - snapshot.keys() - OF_A_PLAY:
            del own[name]
        own.update(snapshot)
        self.walk.unread = own.pop("unread")
        self.in_advance = self.in_advance.copy() if self.in_advance else None


class OptionsAlone:
    """What a draw sees of a fight: reading anything else is an error."""

    def __init__(self, options: Any) -> None:
        self.options = options


@lru_cache(maxsize=1_000)
def totals_of(expression: str) -> dict[int, int]:
    """Return the totals of dice notation with their weights. Raises LimitReached if they cannot be counted exactly."""
    chances = odds(parse(expression))
    if chances.left_out or not chances.is_whole():
        raise LimitReached(f"the totals of {expression} cannot all be counted")
    return {int(value): weight for value, weight in chances.weights.items()}


class WalkDice:
    """Dice of which every row is walked: for what is thrown behind faces that are known."""

    given_left = 0

    def __init__(self, walk: Any) -> None:
        self._walk = walk

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Faces, one die after the other."""
        return [self._walk.choose(lambda: dict.fromkeys(range(low, low + sides), 1)) for _ in range(count)]

    pool = row


class WalkRecording(AnsweredAtOnce):
    """Answers of a walk: known ones as they were given, all others as they are walked."""

    scene_type = WalkScene

    def __init__(self, walk: Any) -> None:
        super().__init__()
        self.walk = walk

    def answer(self, scene: Any, question: Question) -> str:
        """Answer a question."""
        return str(self.walk.ask(scene.fight, question))


class Unhashable(Exception):
    """A value may change, or cannot be compared."""


PLAIN = (str, int, bool, type(None), float, bytes, Fraction, type, SeenRoll, LazyFunction)


def frozen(value: Any) -> Hashable:
    """Return what a value is compared by. Raises Unhashable for one that may change."""
    kind = type(value)
    if kind is Amount:
        return (Amount, *value.known_by())
    if kind in PLAIN:
        return value if kind is not bool else (bool, value)
    if kind is tuple or isinstance(value, tuple):
        return (kind, *map(frozen, value))
    if isinstance(value, Struct) and value.__struct_config__.frozen:
        try:
            return kind, msgspec.msgpack.encode(value)
        except TypeError:  # a roll, or a function, in one of its fields
            pass
        return (kind, *[frozen_field(getattr(value, name)) for name in value.__struct_fields__])
    if kind is FunctionType:
        cells = [cell.cell_contents for cell in value.__closure__ or ()]
        return (value.__code__, frozen(value.__defaults__), *map(frozen, cells))
    if kind is MethodType:
        return value.__func__, frozen(value.__self__)
    if kind is partial:
        return frozen(value.func), frozen(value.args), frozen_field(value.keywords)
    if isinstance(value, type | frozenset):
        return value
    if isinstance(value, Rolling):
        return "scene"
    raise Unhashable(f"{value!r:.60}")


def frozen_field(value: Any) -> Hashable:
    """Return what a field of a frozen struct is compared by: its mappings and lists never change."""
    if isinstance(value, dict):
        return (dict, *[(key, frozen_field(each)) for key, each in value.items()])
    return (list, *map(frozen_field, value)) if isinstance(value, list) else frozen(value)
