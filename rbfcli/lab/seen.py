"""The scene that rules see during a walk: its rolls and amounts split by what a rule reads of them.

A roll of a walk (`lab.walk`) has a throw but no faces. Reading its outcome, its total or a function of its faces
splits the walk into one path for each value, with its exact weight. Later reads are weighed given the earlier ones.
"""

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import product
from math import comb, gcd
from operator import itemgetter
from types import FunctionType, MethodType
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import too_much
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import ROWS_OF_A_THROW
from rbfcli.core.paths import Path, dotted
from rbfcli.core.text import natural
from rbfcli.dice.distribution import kept_faces, sums, with_one_more
from rbfcli.dice.odds import odds
from rbfcli.dice.parser import parse
from rbfcli.engine.questions import Recording
from rbfcli.engine.rolling import Rolling, Throw
from rbfcli.engine.scene import Scene
from rbfcli.model.events import AnyEvent, Die, FieldChanged, Modifier, RefusalOverridden
from rbfcli.model.evolve import evolve, field_at
from rbfcli.model.fight import Question

TOTAL_OF = itemgetter(1)
MANY_ROWS = "too many dice are read one by one"

Row = tuple[str, int, tuple[int, ...]]
Rows = Iterator[tuple[Row, int]]
Read = Callable[[Row], Any]


def rows_of(throw: Throw, *, with_faces: bool) -> Rows:
    """Yield the distinct outcomes and totals of a throw, or also its faces in order, each with its number of rolls.

    Raises LimitReached if too many dice are read individually.
    """
    edges = sums(throw.edge_sides, abs(throw.edge_count))
    if not with_faces and throw.judge is None and (throw.keep >= throw.count or throw.counting):
        for own, ways in sums(throw.sides, throw.count, throw.counting).items():
            for more, times in edges.items():
                yield ("", own + throw.plus + (more if throw.edge_count >= 0 else -more), ()), ways * times
        return
    for faces, kept, ways in _faces_of(throw, in_order=with_faces):
        for more, times in edges.items():
            total = throw.total(kept, more)
            yield (throw.outcome(total, kept), total, faces), ways * times


def _faces_of(throw: Throw, *, in_order: bool) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    """Yield the faces of a throw if their order counts, those kept, and the number of rolls."""
    rolls = throw.sides**throw.count if in_order else comb(throw.sides + throw.count - 1, throw.count)
    if rolls > ROWS_OF_A_THROW:
        raise too_much(MANY_ROWS, f"{ROWS_OF_A_THROW:,} throws")
    if in_order:
        for faces in product(range(1, throw.sides + 1), repeat=throw.count):
            yield faces, throw.kept(faces), 1
    else:
        keep = throw.count if throw.counting else throw.keep
        for kept, ways in kept_faces(throw.sides, throw.count, keep).items():
            yield (), kept, ways


class SeenRoll:
    """A partially read roll; it replaces `events.Rolled` while a command is walked.

    It is read by the part that rolls it. For a read in another part, or of single dice, the walk begins again and
    rolls this one face by face.
    """

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
        self._reads: list[tuple[Any, Read, Any]] = []
        self._known: dict[str, Any] = {}
        self._with_faces = self._is_summed = False
        self._site = facts["rule"], facts["label"]

    @property
    def outcome(self) -> str:
        """Return the outcome word, or an empty string."""
        return self._value("outcome", itemgetter(0)) if self._throw.judge else ""

    @property
    def total(self) -> int:
        """Return the total of the roll."""
        total: int = self._value("total", TOTAL_OF)
        return total

    @property
    def margin(self) -> int | None:
        """Return the margin over the target number, or None if there is none."""
        if self.against is None:
            return None
        return self.against - self.total if self.under else self.total - self.against

    @property
    def dice(self) -> tuple[Die, ...]:
        """Return the dice in roll order; the walk begins again, to roll each."""
        dice: tuple[Die, ...] = self._walk.begin_again([self._site])
        return dice

    edge_dice = dice

    def read(self, function: Callable[[tuple[int, ...]], Any]) -> Any:
        """Return the result of a function of the faces, revealing nothing else about them."""
        return self._split(function, lambda row: function(row[2]), with_faces=True)

    def total_with(self, others: "list[SeenRoll]") -> int:
        """Return the total of several rolls, revealing nothing about each single one."""
        left = [each for each in (self, *others) if not each.has_known_total()]
        known = sum(each.total for each in (self, *others) if each not in left)
        if left:
            weights = [each.weights_of_total() for each in left]
            known += self._walk.choose(lambda: reduce(with_one_more, [each() for each in weights]))
        return known

    def has_known_total(self) -> bool:
        """Return whether the total has been read."""
        return "total" in self._known

    def weights_of_total(self) -> Callable[[], dict[int, int]]:
        """Return a function that weighs the totals, for a sum of several rolls."""
        self._require_open()
        self._is_summed = True
        return partial(self._weights, TOTAL_OF)

    def _value(self, name: str, read: Read) -> Any:
        if name not in self._known:
            self._known[name] = self._split(name, read)
        return self._known[name]

    def _split(self, name: Any, read: Read, *, with_faces: bool = False) -> Any:
        self._require_open()
        self._with_faces = self._with_faces or with_faces
        value = self._walk.choose(lambda: self._weights(read))
        self._reads.append((name, read, value))
        return value

    def _require_open(self) -> None:
        """Begin the walk again if it is too late to read: in another part, or after a sum with other rolls."""
        if self._walk.frame is not self._frame or self._is_summed:
            self._walk.begin_again([self._site])

    def _weights(self, read: Read) -> dict[Any, int]:
        rows = rows_of(self._throw, with_faces=self._with_faces)
        return weighed(
            (read(row), ways) for row, ways in rows if all(other(row) == was for _, other, was in self._reads)
        )

    def _identity(self) -> tuple[Any, ...]:
        return self._facts, tuple([(name, value) for name, _, value in self._reads])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SeenRoll) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self._identity())


class UnreadDice(Struct, eq=False):
    """The source of an unread amount, with the places in the rules where its dice were rolled."""

    sites: frozenset[tuple[str, str]]


class Amount:
    """A number from dice that no rule has read yet, such as damage or the health left after it.

    Addition and subtraction read nothing. A comparison splits the walk in two; any other use splits it by the number
    itself. The walk knows the remaining numbers of each source (`unread`). If a source was added to another one, its
    amount is read too late, and the walk begins again.

    With amounts, the odds of a bear's full attack with three extra attacks take 1,699 plays, without them 31,499.
    """

    __slots__ = ("_of", "_value", "_walk")

    def __init__(self, walk: Any, of: UnreadDice, value: Callable[[int], int] = int) -> None:
        self._walk, self._of, self._value = walk, of, value

    def weights(self) -> dict[int, int]:
        """Return each remaining number with its weight."""
        return weighed((self._value(base), weight) for base, weight in self._left().items())

    def read(self, function: Callable[[Any], Any]) -> Any:
        """Return the result of a function of the number, revealing nothing else about it."""
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
        """Return a key that distinguishes it from other amounts of the state.

        It is the position of its source and its numbers.
        """
        unread = self._walk.unread
        if self._of not in unread:
            return ("stale",)
        self._walk.reached.add(self._of)
        return (list(unread).index(self._of), *map(self._value, unread[self._of]))

    def _left(self) -> dict[int, int]:
        if self._of not in self._walk.unread:
            self._walk.begin_again(self._of.sites)
        left: dict[int, int] = self._walk.unread[self._of]
        return left

    def _require_open(self) -> None:
        """Begin the walk again if it is too late to read: in a draw, or while a throw is weighed."""
        if self._walk.is_closed:
            self._walk.begin_again(self._of.sites)

    def changed(self, value: Callable[[Any], Any]) -> "Amount":
        """Return the result of a function of the number, unread."""
        own = self._value
        return Amount(self._walk, self._of, lambda base: value(own(base)))

    def __add__(self, other: Any) -> "Amount":
        """Return the sum. For amounts from different dice, only the sum remains known."""
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
    """Return a number, reading it if it is an amount."""
    return int(number) if isinstance(number, Amount) else number


def weighed(pairs: Iterable[tuple[Any, int]]) -> dict[Any, int]:
    """Return values with the sum of their weights, divided by the common divisor."""
    found: dict[Any, int] = {}
    for value, weight in pairs:
        found[value] = found.get(value, 0) + weight
    common = gcd(*found.values())
    return {value: weight // common for value, weight in found.items()}


def known_by(value: Any) -> Any:
    """Return the key of an amount in a fight. Raises TypeError for any other value."""
    if isinstance(value, Amount):
        return value.known_by()
    raise TypeError(f"{value!r:.60} is in a fight")


# Attributes of a single play of the command, which a part walked in another play does not restore.
OF_A_PLAY = {"recording", "emit"}


class WalkScene(Scene[Any, Any]):
    """A scene in which every throw, part and answer splits the walk.

    Its events are not kept, so rules cannot read them.
    """

    walk: Any
    quiet = True

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        del self.events
        self.walk = self.recording.walk  # type: ignore[attr-defined]
        self.walk.scene = self

    def emit(self, event: AnyEvent) -> None:
        """Apply an event to the fight without keeping it."""
        self.spend(self._an_event)
        self.fight = evolve(self.fight, event)
        self.quiet = False

    def mark(self) -> bool:
        """Return whether nothing has happened since the latest answer."""
        return self.quiet

    def take_back(self, mark: bool) -> None:  # noqa: FBT001 - the signature of `Rolling`
        """Forget what happened since a mark."""
        self.quiet = mark

    def note_answer(self) -> None:
        """Mark the scene as quiet after an answer."""
        self.quiet = True
        super().note_answer()

    def all_events(self) -> tuple[AnyEvent, ...]:
        """Return an empty tuple, as no events are kept."""
        return ()

    def force_through(self, forced: RefusalOverridden) -> None:
        """Override a refusal."""
        self.emit(forced)

    def thrown(self, throw: Throw, **facts: Any) -> Any:
        """Return a roll that splits when read, or by every face if another part reads it; known faces are used."""
        if self.knows_dice() or (facts["rule"], facts["label"]) in self.walk.read_elsewhere:
            return super().thrown(throw, **facts)
        against = facts["against"]
        known = {**facts, "against": against if against is None else int(against)}
        return SeenRoll(self.walk, replace(throw, plus=int(throw.plus)), known)

    def roll_expression(
        self, actor: str, label: str, rule: str, expression: str, *, target: str = "", hidden: bool = False
    ) -> int:
        """Roll dice notation, splitting the walk by its total."""
        number = natural(expression)
        if number is not None:
            return number
        if self.knows_dice():
            return super().roll_expression(actor, label, rule, expression, target=target, hidden=hidden)
        total: int = self.walk.amount((rule, label), lambda: totals_of(expression))
        return total

    def change(self, actor: str, field: str | Path, after: Any, rule: str) -> None:
        """Set a field. Unread amounts are not compared with the previous value."""
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
        """Mark the scene as changed; nothing is reported."""
        self.quiet = False

    def draw(self, function: Callable[..., Any], *args: Any) -> Any:
        """Walk a draw once for its function and its arguments."""
        return self.walk.draw(self, function, args)

    def knows_dice(self) -> bool:
        """Return whether known faces are left: given by hand, or rolled before the command paused."""
        recording = self.recording
        return bool(self.dice.given_left or (recording.dice and recording.dice.left) or not recording.is_heard)

    def snapshot(self) -> dict[str, Any]:
        """Return everything in the scene that changes during play."""
        changing = {name: value for name, value in vars(self).items() if name not in OF_A_PLAY}
        said = self.in_advance.copy() if self.in_advance else None
        return {**changing, "in_advance": said, "unread": self.walk.unread}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Restore the scene from a snapshot, which may come from another play of the command."""
        own = vars(self)
        for name in own.keys() - snapshot.keys() - OF_A_PLAY:
            del own[name]
        own.update(snapshot)
        self.walk.unread = own.pop("unread")
        self.in_advance = self.in_advance.copy() if self.in_advance else None


class OptionsAlone:
    """The fight as a draw sees it: anything but the options raises an error."""

    def __init__(self, options: Any) -> None:
        self.options = options


@lru_cache(maxsize=1_000)
def totals_of(expression: str) -> dict[int, int]:
    """Return the totals of dice notation with their weights. Raises LimitReached if they are not exact."""
    chances = odds(parse(expression))
    if chances.left_out or not chances.is_whole():
        raise too_much(f"the totals of {expression} cannot all be counted")
    return {int(value): weight for value, weight in chances.weights.items()}


class WalkDice:
    """Dice that split the walk by every face, for rolls after known faces."""

    given_left = 0

    def __init__(self, walk: Any) -> None:
        self._walk = walk

    def row(self, sides: int, count: int, low: int = 1) -> list[int]:
        """Return the faces, one die after the other."""
        return [self._walk.choose(lambda: dict.fromkeys(range(low, low + sides), 1)) for _ in range(count)]


class WalkRecording(Recording):
    """The answers of a walk: known ones as given, all others from the walk."""

    scene_type = WalkScene

    def __init__(self, walk: Any) -> None:
        super().__init__()
        self.walk = walk

    def answer(self, scene: Any, question: Question) -> str:
        """Return the answer to a question."""
        return str(self.walk.ask(scene.fight, question))


class Unhashable(Exception):
    """A value that may change or cannot be compared."""


PLAIN = (str, int, bool, type(None), float, bytes, Fraction, type, SeenRoll, LazyFunction)


def frozen(value: Any) -> Hashable:
    """Return a hashable key of a value. Raises Unhashable if the value may change."""
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
    """Return a hashable key of a frozen struct's field, whose mappings and lists never change."""
    if isinstance(value, dict):
        return (dict, *[(key, frozen_field(each)) for key, each in value.items()])
    return (list, *map(frozen_field, value)) if isinstance(value, list) else frozen(value)
