"""Rolls: dice become an event with their faces, modifiers and outcome."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from rbfcli.core.errors import UsageError, too_much
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import STEPS_OF_RULES
from rbfcli.core.text import natural
from rbfcli.model import events
from rbfcli.model.evolve import evolve
from rbfcli.model.fight import Fight

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice

# Imported when called: rules mostly roll dice without notation.
roll = LazyFunction("rbfcli.dice.roll", "roll")


F = TypeVar("F", bound=Fight)
Judge = Callable[[int, tuple[int, ...]], str]

# Steps for an event, and combatants per further step. The rules of a command have half its budget (`STEPS_OF_RULES`).
EVENT, PEOPLE_A_STEP = 10, 50
TOO_MUCH, FEWER = "this command does too much", "name fewer at once"
value_of = attrgetter("value")


class Throw(Struct, frozen=True, gc=False):
    """Dice rolled together, and how to read them: by their total and, if judged, by their outcome.

    The highest `keep` of `count` dice count, or the lowest if it is negative. `judge(total, faces that count)` names
    the outcome and must not depend on the order of the faces. `edge_count` extra dice are added, or subtracted if it
    is negative. In a pool, every die of at least `counting` is a success, and the total is the number of successes.
    """

    sides: int
    count: int
    keep: int
    plus: int = 0
    judge: Judge | None = None
    edge_sides: int = 0
    edge_count: int = 0
    counting: int = 0

    def kept(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Return the faces that count, in the order rolled."""
        if self.keep >= self.count or self.counting:
            return tuple(faces)
        return tuple([faces[place] for place in sorted(kept_places(faces, self.keep))])

    def total(self, kept: Sequence[int], edges: int = 0) -> int:
        """Return the total of the faces that count and of the edge dice."""
        own = sum([face >= self.counting for face in kept]) if self.counting else sum(kept)
        return own + self.plus + (edges if self.edge_count >= 0 else -edges)

    def outcome(self, total: int, kept: tuple[int, ...]) -> str:
        """Return the outcome of a total, or an empty string if nothing judges it."""
        return self.judge(total, kept) if self.judge else ""


Watch = Callable[[events.Rolled, Throw], object]


def kept_places(faces: Sequence[int], keep: int) -> set[int]:
    """Return the positions of the highest `keep` faces (lowest if negative), the first of equal ones."""
    places = [*range(len(faces))]
    places.sort(key=faces.__getitem__, reverse=keep > 0)
    return set(places[: abs(keep)])


def total(modifiers: Iterable[events.Modifier]) -> int:
    """Return the sum of modifiers."""
    return sum(map(value_of, modifiers))


def stated(advantage: int, disadvantage: int) -> tuple[events.Modifier, ...]:
    """Return the modifiers of `--advantage` and `--disadvantage`, which are numbers or flags."""
    if not (advantage or disadvantage):
        return ()
    given = (events.Modifier(int(advantage), "as stated"), events.Modifier(-disadvantage, "as stated"))
    return tuple(each for each in given if each.value)


class Rolling(Generic[F]):
    """The part of a scene that rolls: a fight, its dice, and the events so far.

    A `watch` sees each roll before it happens, with its throw; rolls by dice notation have none.
    """

    watch: Watch | None = None
    _steps_left = STEPS_OF_RULES

    def __init__(self, fight: F, dice: "Dice") -> None:
        self.before: F = fight
        self.fight: F = fight
        self._an_event = EVENT + len(fight.combatants) // PEOPLE_A_STEP
        self.dice = dice
        self.events: list[events.AnyEvent] = []

    def spend(self, steps: int) -> None:
        """Use up some of the steps a command may take. Raises LimitReached."""
        self._steps_left = left = self._steps_left - steps
        if left < 0:
            raise too_much(TOO_MUCH, f"{STEPS_OF_RULES:,} steps", FEWER)

    def mark(self) -> Any:
        """Return the current position in the events, for `take_back`."""
        return len(self.events)

    def all_events(self) -> tuple[events.AnyEvent, ...]:
        """Return all events so far."""
        return tuple(self.events)

    def take_back(self, mark: Any) -> None:
        """Drop all events since a `mark`. The caller restores the fight."""
        del self.events[mark:]

    def emit(self, event: events.AnyEvent) -> None:
        """Apply an event. Raises LimitReached if one command makes too many."""
        self._steps_left = left = self._steps_left - self._an_event
        if left < 0:
            self.spend(0)
        self.fight = evolve(self.fight, event)
        self.events.append(event)

    def roll(
        self,
        actor: str,
        label: str,
        rule: str,
        *,
        target: str = "",
        sides: int,
        count: int,
        keep: int | None = None,
        modifiers: Iterable[events.Modifier] = (),
        edges: Iterable[events.Modifier] = (),
        edge_sides: int = 0,
        edge_count: int = 0,
        counting: int = 0,
        against: int | None = None,
        judge: Judge | None = None,
    ) -> events.Rolled:
        """Roll dice and keep the highest `keep` (lowest if negative); `judge(total, kept faces)` names the outcome.

        `edge_count` dice of `edge_sides` sides are rolled as well and added, or subtracted if the count is negative.
        With `counting`, the dice are a pool: each die of at least that is a success, `modifiers` add or remove
        successes, total and margin are successes, and `edges` are the reasons for the number of dice.
        """
        added, kept = tuple(filter(value_of, modifiers)), count if keep is None else keep
        throw = Throw(sides, count, kept, sum(map(value_of, added)), judge, edge_sides, edge_count, counting)
        return self.thrown(
            throw,
            rule=rule,
            who=actor,
            target=target,
            label=label,
            modifiers=added,
            edges=tuple(edges),
            against=against,
            counting=counting,
        )

    def roll_under(
        self,
        actor: str,
        label: str,
        rule: str,
        *,
        score: int,
        modifiers: Iterable[events.Modifier] = (),
        target: str = "",
        sides: int = 100,
        judge: Callable[[int, int], str],
    ) -> events.Rolled:
        """Roll one die that must not exceed a score, which modifiers change. `judge(face, score)` names the outcome."""
        added = tuple(filter(value_of, modifiers))
        effective = score + sum(map(value_of, added))
        throw = Throw(sides, 1, 1, 0, lambda face, _: judge(face, effective))
        return self.thrown(
            throw, rule=rule, who=actor, target=target, label=label, modifiers=added, against=effective, under=True
        )

    def thrown(self, throw: Throw, **facts: Any) -> events.Rolled:
        """Roll a throw and emit its event; `facts` are the fields that do not depend on the dice."""
        try:
            dice, faces = self._fallen(throw)
            given_left = self.dice.given_left
            more = self.dice.row(throw.edge_sides, abs(throw.edge_count)) if throw.edge_count else []
        except UsageError as wrong:
            raise self._of_roll(wrong, facts["who"], facts["label"]) from None
        total = throw.total(faces, sum(more))
        edge_dice = [events.Die(throw.edge_sides, face, given=place < given_left) for place, face in enumerate(more)]
        against = facts["against"]
        rolled = events.Rolled(
            dice=dice,
            edge_dice=tuple(edge_dice),
            total=total,
            margin=None if against is None else against - total if "under" in facts else total - against,
            outcome=throw.outcome(total, faces),
            **facts,
        )
        if self.watch:
            self.watch(rolled, throw)
        self.emit(rolled)
        return rolled

    def _fallen(self, throw: Throw) -> tuple[tuple[events.Die, ...], tuple[int, ...]]:
        """Return the dice of a throw, and the faces that count."""
        sides, counting, given_left = throw.sides, throw.counting, self.dice.given_left
        faces = self.dice.row(sides, throw.count)
        if counting:
            return tuple(
                [events.Die(sides, face, face >= counting, place < given_left) for place, face in enumerate(faces)]
            ), tuple(faces)
        if not given_left and throw.keep >= throw.count:
            return tuple([events.Die(sides, face) for face in faces]), tuple(faces)
        kept = kept_places(faces, throw.keep)
        dice = tuple([events.Die(sides, face, place in kept, place < given_left) for place, face in enumerate(faces)])
        return dice, tuple([die.face for die in dice if die.kept])

    def _of_roll(self, wrong: UsageError, actor: str, label: str) -> UsageError:
        """Return an error of a roll's dice with the roll: no one can see whose dice come next."""
        one = self.fight.combatants.get(actor)
        wrong.message += f" ({f'{one.name}, ' if one else ''}{label})"
        return wrong

    def roll_expression(
        self, actor: str, label: str, rule: str, expression: str, *, target: str = "", hidden: bool = False
    ) -> int:
        """Roll dice notation such as `1d6+2` (or a plain number, which rolls nothing) and return its total."""
        number = natural(expression)
        if number is not None:
            return number

        try:
            result = roll(expression, self.dice)
        except UsageError as wrong:
            raise self._of_roll(wrong, actor, label) from None
        dice = tuple([events.Die(die.sides, die.face, die.kept, die.given) for die in result.dice])
        rolled = events.Rolled(
            rule=rule,
            who=actor,
            label=label,
            target=target,
            dice=dice,
            total=result.total,
            expression=expression,
            hidden=hidden,
        )
        self.emit(rolled)
        return rolled.total
