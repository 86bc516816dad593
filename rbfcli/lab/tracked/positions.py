"""Positions of a fight whose ways are found by what a command reads: what was played once is not played again."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Any

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.forks import Labelled
from rbfcli.kernel.dice.probes import MANY_PATHS, foresee
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.kernel.fight import Question
from rbfcli.kernel.play import play
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sides import sides_standing
from rbfcli.lab.endings import PEOPLE_A_STEP, PLAYED, steps_of
from rbfcli.lab.outcomes import SMALLER, TOO_LARGE, Outcomes, added, bare, depends_on_dice, outcomes, too_large
from rbfcli.lab.playing import Playing
from rbfcli.lab.policies import OPTIMAL, policy_named
from rbfcli.lab.positions import ASKED, RANDOM, AnyPosition, Choice, Position, Positions, Way, everything
from rbfcli.lab.state_of_play import MOMENT, moment_of
from rbfcli.lab.tracked.asking import TrackedView
from rbfcli.lab.tracked.chance_nodes import Asked, End
from rbfcli.lab.tracked.chances import Chances, Ends, Walked
from rbfcli.lab.tracked.followed import UNKNOWN, AtQuestion, Followed, Moves, Relaid, Rows, Writes
from rbfcli.lab.tracked.form import Form
from rbfcli.lab.tracked.gear import Gear, too_many
from rbfcli.lab.tracked.layout import shape_of
from rbfcli.lab.tracked.now import Now
from rbfcli.lab.tracked.reading import Reader, Untracked
from rbfcli.lab.tracked.trying import Trying, fight_at, whole
from rbfcli.lab.tracked.views import raw
from rbfcli.lab.tracked.wishes import wishes

# So many fights are played at first, for so many commands, to see what of them changes.
SCOUTS, COMMANDS = 5, 60
# A graph has an end of its own: its cells are values that the fights in it hold.
MOST = 1 << 22
# What a step takes that is played on a view of the fight, measured by one that is played plainly.
DEARER = 2


class TrackedPositions(Positions):
    """Positions as rows of cells, for each command with a tree of all it may come to.

    Where a step cannot be followed, it is played plainly over all its dice. Raises Relaid, after which all positions
    have to be found again, from the `first`.
    """

    def __init__(self, rules: Rules, fight: Any, policies: Mapping[str, str], budget: Budget) -> None:
        super().__init__(rules, fight, policies, budget)
        self.followed = self.given_up = self.plays = 0
        self.rows = Rows(Gear(rules, scouts=0, most=MOST), self.gist)
        self._labelled = Labelled(budget)
        self._form: Form | None = None
        self._cells: list[int] = []
        self._last: Followed | None = None
        self._walked: Any = None
        self._never_followed: set[Command] = set()
        self._chances: dict[Form, dict[Command, Chances]] = {}
        self._moments: dict[Form, Callable[[list[int]], Any]] = {}
        self._ends: dict[Form, dict[tuple[Writes, Moves] | None, End]] = {}
        self._beginning = self.first.fight
        self._scout(fight)
        self.begin_again()

    def _scout(self, fight: Any) -> None:
        """See what changes in a few fights."""
        policies = {side: policy_named(RANDOM if name == OPTIMAL else name) for side, name in self.names.items()}
        for number in range(SCOUTS):
            game = Playing(self.rules, fight, policies, f"scout {number}", told=False)
            for _ in range(COMMANDS):
                if game.go_on(fight.round + COMMANDS):
                    break
                if not game.fight.questions:
                    self.rows.gear.scout(self.gist(bare(game.fight)), lambda same: same)

    def begin_again(self) -> None:
        """Lay the first position out, as often as it takes."""
        self._tried = []
        while True:
            try:
                self.first = self.rows.followed(self._beginning) or Position(self._beginning)
            except Relaid:
                continue
            return

    def is_over(self, position: AnyPosition) -> bool:
        """As `Positions`."""
        if isinstance(position, AtQuestion):
            return False
        if not isinstance(position, Followed):
            return super().is_over(position)
        form = position.form
        return bool(form.value(self._cells_of(position), form.over_at))

    def _cells_of(self, position: Followed) -> list[int]:
        """The cells of a position, which is asked about more than once."""
        if self._last is not position:
            self._last, self._cells = position, position.cells
        return self._cells

    def winner(self, position: AnyPosition) -> str:
        """As `Positions`."""
        if not isinstance(position, Followed):
            return super().winner(position)
        form = position.form
        place = form.place("sides", lambda: lambda view, _: tuple(sorted(sides_standing(view, form.rules))))
        sides = form.value(self._cells_of(position), place)
        return str(sides[0]) if len(sides) == 1 else ""

    def choices(self, position: AnyPosition) -> list[Choice]:
        """As `Positions`. Raises Relaid."""
        if isinstance(position, AtQuestion):
            return self._answers_at(position)
        if not isinstance(position, Followed):
            return super().choices(position)
        try:
            found = super().choices(position)
        except Untracked:
            self.given_up += 1
            self._tried = []
            return super().choices(Position(position.fight, position.deeds, position.done, position.idle))
        self.followed += 1
        return found

    def _answers_at(self, position: AtQuestion) -> list[Choice]:
        """The answers that may be given in the middle of a command. Raises Relaid where they cannot be followed."""
        self._stand_at(position.before)
        self._actor = position.actor
        self.budget.spend(ASKED, TOO_LARGE, SMALLER)
        asked, command, form = position.asked, position.chances.command, position.before.form
        self._walked = position.chances
        found = []
        for at, answer in enumerate(asked.asking.answers):
            try:
                ends, ways = self._walked.ends(self._cells, lambda: self._doubt(form, command), (asked, at))
            except Untracked:
                self._never_followed.add(command)
                raise Relaid from None
            outcomes = self._spent(ends, ways)
            found.append(Choice(self._ways(outcomes, self._deeds, self._idle, 0), answer, asked.asking.who))
        return found

    def _stand_at(self, position: AnyPosition) -> None:
        if not isinstance(position, Followed):
            self._form = None
            super()._stand_at(position)
            return
        self._form = position.form
        self._cells = self._cells_of(position)
        self.fight = Now(partial(position.form.field, self._cells))
        self._moment = moment_of(self.fight)
        if position.form not in self._moments:
            found = [cell for cell in map(position.form.cell_of, MOMENT) if cell is not None]
            self._moments[position.form] = itemgetter(*found) if found else lambda _cells: ()
        self._remember(position)

    def _is_over(self) -> bool:
        form = self._form
        return bool(form.value(self._cells, form.over_at)) if form else super()._is_over()

    def _turn_is_over(self) -> bool:
        form = self._form
        if form is None:
            return super()._turn_is_over()
        return bool(form.value(self._cells, form.turn_over_at))

    def _actors(self) -> dict[str, str]:
        form = self._form
        if form is None:
            return super()._actors()
        found: dict[str, str] = form.value(self._cells, form.actors_at)
        return found

    def _wishes(self, side: str, people: tuple[str, ...], question: Question | None) -> Iterator[Any]:
        form, name = self._form, self._names[side]
        if form is None or question:
            yield from super()._wishes(side, people, question)
        elif name in (OPTIMAL, RANDOM):
            every = form.value(self._cells, self._place_of_everything(form, side, people, name))
            yield from self._tried_out(name, people, None, every)
        else:
            yield from wishes(self, form, self._cells, side, people)

    def _place_of_everything(self, form: Form, side: str, people: tuple[str, ...], name: str) -> int:
        def ask(fight: Any, _: Reader) -> tuple[Command, ...]:
            return tuple(everything(TrackedView(form, fight, side, people=people, question=None), name))

        return form.place(("everything", side, people), lambda: ask)

    def _outcomes(self, command: Command) -> Outcomes:
        """The ends of a command that is followed, or the fights it leads to, each with its chance."""
        form = self._form
        if form is None:
            return super()._outcomes(command)
        if command in self._never_followed:
            return outcomes(self.rules, form.fight(self._cells, "", 0), command, self.budget)
        known = self._chances.setdefault(form, {})
        if command not in known:
            known[command] = self._chances_of(form, command)
        self._walked = known[command]
        try:
            ends, ways = self._walked.ends(self._cells, lambda: self._doubt(form, command))
        except Untracked:
            self.given_up += 1
            return outcomes(self.rules, form.fight(self._cells, "", 0), command, self.budget)
        if any(isinstance(end, End) and end.refused for end in ends):
            if len(ends) > 1:
                raise depends_on_dice(command)
            return []
        return self._spent(ends, ways)

    def _spent(self, ends: Ends, ways: int) -> Outcomes:
        """What so many ways end in, each with its chance. Raises LimitReached past the budget."""
        self.budget.spend(ways, TOO_LARGE, SMALLER)
        return [(added(weights), end) for end, weights in ends.items()]

    def _chances_of(self, form: Form, command: Command) -> Chances:
        """The tree of a command, which is played where it has to grow."""

        def played(reader: Reader, dice: Walked, answers: list[int]) -> End:
            self.plays += 1
            self.busy()
            step = partial(self._played, form, reader, command, dice, answers)
            return form.read(reader, step)  # type: ignore[no-any-return]

        many = MANY_PATHS // (1 + len(self._beginning.combatants) // PEOPLE_A_STEP)
        return Chances(form, command, self._labelled, played, max(1, many))

    def _doubt(self, form: Form, command: Command) -> None:
        """Raise LimitReached where the budget is as good as certainly too small for all dice of a command."""
        fight = form.fight(self._cells, "", 0)

        def after(dice: Dice) -> None:
            with suppress(RbfError):
                play(self.rules, fight, command, dice)

        try:
            foresee(after, self._labelled, DEARER * PLAYED)
        except LimitReached as limit:
            raise too_large(limit.message) from limit

    def _played(  # noqa: PLR0917 - what leads to a place of a tree, and the view of a fight
        self, form: Form, reader: Reader, command: Command, dice: Walked, answers: list[int], view: Any
    ) -> End:
        """What comes of a command in a view of a fight, as dice and answers fall. Raises Untracked, and Relaid."""
        ends = self._ends.setdefault(form, {})
        played = Trying(self, form, reader, view, answers).play(command, view, dice)
        if played is None:
            return ends.setdefault(None, End(refused=True))
        dice.finish()
        self.budget.spend(DEARER * steps_of(played), TOO_LARGE, SMALLER)
        if shape_of(played.fight) != form.layout.shape:
            if raw(played.fight, "questions") or raw(played.fight, "paused"):
                raise Untracked
            return End(became=whole(form, played.fight))
        found = self.rows.written(form, played.fight, reader)
        return ends.setdefault(found, End(*found))

    def _way(self, chance: Fraction, after: Any, deeds: int, idle: int, answered: int) -> Way:
        form = self._form
        if form is not None and isinstance(after, Asked):
            before = Followed(form, self._cells, deeds, tuple(sorted(self._done)), self.fight.round - idle)
            return Way(chance, 0, AtQuestion(before, self._walked, after, partial(fight_at, self)))
        if form is None or not isinstance(after, End):
            return super()._way(chance, after, deeds, idle, answered)
        if after.became:
            return super()._way(chance, after.became, deeds, idle, answered)
        cells = self._cells[: form.first] + UNKNOWN
        for cell, found in after.writes:
            cells[cell] = found
        for cell, plus in after.moves:
            cells[cell] = form.kept.moved(cells[cell], plus)
        begun, moment = form.field(cells, "round"), self._moments[form]
        same = moment(cells) == moment(self._cells)
        for cell, found in self.rows.gist_of(form, cells):
            cells[cell] = found
        done = tuple(sorted(self._done)) if same else ()
        return Way(chance, begun - self.fight.round, Followed(form, cells, deeds if same else 0, done, begun - idle))

    def _here(self, deeds: int, done: tuple[str, ...], idle: int) -> AnyPosition:
        if self._form is None:
            return self.rows.followed(self.fight, deeds, done, idle) or super()._here(deeds, done, idle)
        return Followed(self._form, self._cells, deeds, done, idle)

    def _position(self, after: Any, deeds: int, idle: int, answered: int) -> AnyPosition:
        position = super()._position(after, deeds, idle, answered)
        if too_many(self.given_up, self.followed):
            return position
        return self.rows.followed(position.fight, position.deeds, position.done, position.idle) or position
