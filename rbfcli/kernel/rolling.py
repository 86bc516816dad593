"""Rolls: dice of a source become an event that says what fell, what was added, and how it came out."""

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING, Generic, TypeVar

from rbfcli.kernel import events
from rbfcli.kernel.budget import too_much
from rbfcli.kernel.dice.labels import (
    Judge,
    Label,
    extra_totals,
    kept_places,
    outcomes_by_extra,
    outcomes_by_kept,
    told_by_total,
)
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.evolve import evolve
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.limits import STEPS_OF_RULES
from rbfcli.kernel.numbers import natural

if TYPE_CHECKING:
    from rbfcli.kernel.dice.source import Dice

F = TypeVar("F", bound=Fight)
Watch = Callable[[events.Rolled, Judge | None, int, int], events.Rolled | None]

# What an event takes, in steps, and how many combatants are gone through in one. A command has half a budget: the rest
# is for reading and writing the fight.
EVENT, PEOPLE_A_STEP = 10, 50
# So many rows of a pool are gone through for throws that come to the same; of larger ones odds walk every throw.
MOST_ROWS = 10_000
TOO_MUCH, FEWER = "one command does too much", "name fewer at once"
value_of = attrgetter("value")


class Rolling(Generic[F]):
    """A fight so far, its dice, and the events that were made of them: the part of a scene that rolls.

    A `watch` sees each roll before it happens: what judges it, how many of its dice are kept (of the lowest if
    negative), and the sign of its edge dice (0 where a rule knew the dice before, and for dice notation). What it
    answers, if anything, is what rules see of the roll.
    """

    watch: Watch | None = None
    effort = 0
    _steps_left = STEPS_OF_RULES

    def __init__(self, fight: F, dice: "Dice") -> None:
        self.before = self.fight = fight
        self._an_event = EVENT + len(fight.combatants) // PEOPLE_A_STEP
        self.dice = dice
        self.events: list[events.AnyEvent] = []

    def spend(self, steps: int) -> None:
        """Take steps of what one command may take. Raises LimitReached."""
        self._steps_left = left = self._steps_left - steps
        if left < 0:
            raise too_much(TOO_MUCH, f"{STEPS_OF_RULES:,} steps", FEWER)

    def exert(self, steps: int) -> None:
        """Say what was done besides events, in steps: odds, which play a command often, pay for it."""
        self.effort += steps

    def emit(self, event: events.AnyEvent) -> None:
        """Let an event happen. Raises LimitReached where one command makes too many of them."""
        self._steps_left = left = self._steps_left - self._an_event
        if left < 0:
            self.spend(0)
        self.fight = evolve(self.fight, event)
        self.events.append(event)

    def roll(
        self,
        who: str,
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
        against: int | None = None,
        judge: Judge | None = None,
        by_margin: bool = True,
        piled: bool = False,
        telling: Callable[[int], object] | None = None,
    ) -> events.Rolled:
        """Roll dice; keep the highest `keep` (lowest if negative); `judge(total, kept faces)` names the outcome.

        `edge_count` dice of `edge_sides` sides are then rolled and added, or taken off if the count is negative. Where
        nothing but the outcome matters (`by_margin=False`), exact odds walk one throw for each way it can come out.
        Where nothing but the total of several rolls matters (`piled=True`), `sum_up` has to come before that is used.
        Where nothing matters but what `telling` makes of the total of all dice, they walk one throw for each of that.
        """
        added = tuple(filter(value_of, modifiers))
        kept_count = count if keep is None else keep
        plus: int = sum(map(value_of, added))
        counted = None if by_margin else judge
        alike = outcomes_by_kept(counted, kept_count, plus, extra_totals(edge_count, edge_sides)) if counted else None
        if telling:
            alike = told_by_total(telling, plus)
        dice, kept_faces = self._thrown(sides, count, kept_count, alike, piled=piled)
        total, sign = sum(kept_faces) + plus, 1 if edge_count > 0 else -1
        edge_dice: tuple[events.Die, ...] = ()
        if edge_count:
            more = outcomes_by_extra(counted, total, sign, kept_faces) if counted else None
            edge_dice, edge_faces = self._thrown(edge_sides, abs(edge_count), abs(edge_count), more)
            total += sign * sum(edge_faces)
        rolled = events.Rolled(
            rule=rule,
            who=who,
            target=target,
            label=label,
            dice=dice,
            edge_dice=edge_dice,
            modifiers=added,
            edges=tuple(edges),
            total=total,
            against=against,
            margin=None if against is None else total - against,
            outcome=judge(total, kept_faces) if judge else "",
        )
        return self._happen(rolled, judge, kept_count, sign)

    def _happen(self, rolled: events.Rolled, judge: Judge | None, kept: int, sign: int) -> events.Rolled:
        """Let a roll happen, once whoever watches has seen it."""
        shown = self.watch(rolled, judge, kept, sign) if self.watch else None
        self.emit(rolled)
        if shown is None:
            return rolled
        self.events[-1] = shown
        return shown

    def _thrown(
        self, sides: int, count: int, keep: int, alike: Label | None = None, *, piled: bool = False
    ) -> tuple[tuple[events.Die, ...], tuple[int, ...]]:
        """Dice, and the faces of those that are kept."""
        given_left = self.dice.given_left
        faces = self._faces(sides, count, alike, piled=piled)
        if not given_left and keep >= count:
            return tuple([events.Die(sides, face) for face in faces]), tuple(faces)
        kept = kept_places(faces, keep)
        dice = tuple([events.Die(sides, face, i in kept, i < given_left) for i, face in enumerate(faces)])
        return dice, tuple([die.face for die in dice if die.kept])

    def _faces(self, sides: int, count: int, alike: Label | None, *, piled: bool) -> list[int]:
        if alike:
            return self.dice.alike(sides, count, alike)
        return self.dice.pile(sides, count) if piled else self.dice.pool(sides, count)

    def sum_up(self) -> None:
        """Let the total of the dice count that were `piled` so far: exact odds walk one throw for each."""
        self.dice.sum_up()

    def roll_pool(
        self,
        who: str,
        label: str,
        rule: str,
        *,
        target: str = "",
        sides: int,
        count: int,
        counting: int,
        modifiers: Iterable[events.Modifier] = (),
        edges: Iterable[events.Modifier] = (),
        against: int | None = None,
        judge: Judge | None = None,
        by_faces: bool = True,
    ) -> events.Rolled:
        """Roll a pool: each die of at least `counting` is a success, and `modifiers` are more of them, or fewer.

        Total and margin are successes; `judge(successes, faces)` names the outcome. `edges` say why there are as many
        dice. Where nothing but the successes and the outcome matters, and not single faces (`by_faces=False`), exact
        odds walk one throw for each number of them, in pools small enough to be gone through row by row.
        """
        added = tuple(filter(value_of, modifiers))
        plus: int = sum(map(value_of, added))

        def successes(faces: Iterable[int]) -> int:
            return sum([face >= counting for face in faces]) + plus

        def alike(row: list[int]) -> object:
            return successes(row), judge(successes(row), tuple(row)) if judge else ""

        given_left = self.dice.given_left
        few = not by_faces and sides**count <= MOST_ROWS
        faces = self._faces(sides, count, alike if few else None, piled=False)
        dice = tuple([events.Die(sides, face, face >= counting, i < given_left) for i, face in enumerate(faces)])
        total = successes(faces)
        rolled = events.Rolled(
            rule=rule,
            who=who,
            target=target,
            label=label,
            dice=dice,
            modifiers=added,
            edges=tuple(edges),
            total=total,
            against=against,
            margin=None if against is None else total - against,
            outcome=judge(total, tuple(faces)) if judge else "",
            counting=counting,
        )
        return self._happen(rolled, judge, count, 1)

    def roll_under(
        self,
        who: str,
        label: str,
        rule: str,
        *,
        score: int,
        modifiers: Iterable[events.Modifier] = (),
        target: str = "",
        sides: int = 100,
        judge: Callable[[int, int], str],
        by_margin: bool = True,
        drawn: events.Die | None = None,
    ) -> events.Rolled:
        """Roll one die that has to stay at or under a score; modifiers change the score; `judge(face, score)`.

        Where nothing but the outcome matters (`by_margin=False`), exact odds walk one face an outcome. A die that was
        `drawn` already, with others, is taken as it is.
        """
        added = tuple(filter(value_of, modifiers))
        effective = score + sum(map(value_of, added))
        label_of = (lambda row: row[0]) if by_margin else lambda row: judge(row[0], effective)
        die = drawn or self.draw_alike(sides, 1, label_of)[0]
        rolled = events.Rolled(
            rule=rule,
            who=who,
            target=target,
            label=label,
            dice=(die,),
            modifiers=added,
            total=die.face,
            against=effective,
            margin=effective - die.face,
            outcome=judge(die.face, effective),
            under=True,
        )
        return self._happen(rolled, lambda face, _kept: judge(face, effective), 1, 0 if drawn else 1)

    def draw_alike(self, sides: int, count: int, label: Callable[[list[int]], object]) -> list[events.Die]:
        """Draw dice of which only what `label` makes of their row matters; whoever asks lets the rolls happen."""
        given_left = self.dice.given_left
        faces = self.dice.alike(sides, count, label)
        return [events.Die(sides, face, given=place < given_left) for place, face in enumerate(faces)]

    def roll_expression(
        self, who: str, label: str, rule: str, expression: str, *, target: str = "", hidden: bool = False
    ) -> int:
        """Roll dice notation such as `1d6+2` (or a plain number, which rolls nothing) and return its total."""
        number = natural(expression)
        if number is not None:
            return number
        from rbfcli.kernel.dice.totals import Sums
        from rbfcli.kernel.notation import roll, sides_of_sum

        known = sides_of_sum(expression)
        given_left = self.dice.given_left
        try:
            result = roll(expression, self.dice if known is None else Sums(self.dice))
        except UsageError as wrong:
            if given_left:  # whoever threw them does not see what the rules roll, such as how long somebody lives
                wrong.message += f" ({label})"
            raise
        if known is None:
            dice = tuple([events.Die(die.sides, die.face, die.kept, die.given) for die in result.dice])
        else:  # all that is told of a die is known, without laying out the whole table
            by_hand, thrown = result.given_count, enumerate(zip(known, result.faces, strict=True))
            dice = tuple([events.Die(sides, face, given=place < by_hand) for place, (sides, face) in thrown])
        rolled = events.Rolled(
            rule=rule,
            who=who,
            label=label,
            target=target,
            dice=dice,
            total=result.total,
            expression=expression,
            hidden=hidden,
        )
        return self._happen(rolled, None, len(dice), 0).total
