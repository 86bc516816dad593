"""A cursor over a fight for rule functions: each of its verbs makes an event and shows the fight after it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from rbfcli.kernel import events
from rbfcli.kernel.answers import InAdvance
from rbfcli.kernel.asking import ask_each, question
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import RbfError, Refusal
from rbfcli.kernel.evolve import evolve, field_at
from rbfcli.kernel.fight import Combatant, Condition, Fight, Question
from rbfcli.kernel.reactions import Occasion, trigger
from rbfcli.kernel.recording import Pausing, Recording

if TYPE_CHECKING:
    from rbfcli.kernel.rules import Rules

F = TypeVar("F", bound=Fight)
C = TypeVar("C", bound=Combatant)
Judge = Callable[[int, tuple[int, ...]], str]
Alike = Callable[[list[int]], object]


class Scene(Generic[F, C]):
    """The fight so far, its dice, and the events that one command has made of them.

    `before` is the fight before the command, `lapsed` the offers that nobody had taken up when it came.
    """

    def __init__(
        self,
        fight: F,
        dice: Dice,
        rules: "Rules",
        *,
        force: bool = False,
        recording: Recording | None = None,
    ) -> None:
        self.before = fight
        self.fight = fight
        self.dice = dice
        self.rules = rules
        self.force = force
        self.events: list[events.AnyEvent] = []
        self.outcome = ""
        self.recording = recording or Recording()
        self.lapsed = self.recording.pause.lapsed
        self.in_advance = InAdvance()
        self.lapsing: tuple[Question, ...] = ()
        self.answered: tuple[int, F, str] = (0, fight, "")
        self.questions_asked = 0
        self.waiting = 0

    def emit(self, event: events.AnyEvent) -> None:
        """Let an event happen."""
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
    ) -> events.Rolled:
        """Roll dice; keep the highest `keep` (lowest if negative); `judge(total, kept faces)` names the outcome.

        `edge_count` dice of `edge_sides` sides are then rolled and added, or taken off if the count is negative. Where
        nothing but the outcome matters (`by_margin=False`, without edge dice), exact odds walk one throw an outcome.
        """
        added = tuple(each for each in modifiers if each.value)
        kept_count = count if keep is None else keep
        plus = sum(each.value for each in added)
        alike = None if by_margin or judge is None else lambda row: _outcome(judge, row, kept_count, plus)
        dice = self._thrown(sides, count, kept_count, alike)
        edge_dice = self._thrown(edge_sides, abs(edge_count), abs(edge_count)) if edge_count else ()
        kept_faces = tuple(die.face for die in dice if die.kept)
        extra = sum(die.face for die in edge_dice)
        total = sum(kept_faces) + (extra if edge_count > 0 else -extra) + plus
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
        self.emit(rolled)
        return rolled

    def _thrown(self, sides: int, count: int, keep: int, alike: Alike | None = None) -> tuple[events.Die, ...]:
        by_hand = self.dice.by_hand
        faces = self.dice.alike(sides, count, alike) if alike else self.dice.pool(sides, count)
        kept = _kept(faces, keep)
        return tuple(events.Die(sides, face, i in kept, i < by_hand) for i, face in enumerate(faces))

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
        added = tuple(each for each in modifiers if each.value)
        effective = score + sum(each.value for each in added)
        die = drawn or self._one_die(sides, None if by_margin else lambda row: judge(row[0], effective))
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
        self.emit(rolled)
        return rolled

    def draw_alike(self, sides: int, count: int, label: Callable[[list[int]], object]) -> list[events.Die]:
        """Draw dice of which only what `label` makes of their row matters; whoever asks lets the rolls happen."""
        by_hand = self.dice.by_hand
        faces = self.dice.alike(sides, count, label)
        return [events.Die(sides, face, given=place < by_hand) for place, face in enumerate(faces)]

    def _one_die(self, sides: int, label: Callable[[list[int]], object] | None) -> events.Die:
        return self.draw_alike(sides, 1, label or (lambda row: row[0]))[0]

    def roll_expression(self, who: str, label: str, rule: str, expression: str, *, hidden: bool = False) -> int:
        """Roll dice notation such as `1d6+2` (or a plain number, which rolls nothing) and return its total."""
        if expression.isascii() and expression.isdigit():
            return int(expression)
        from rbfcli.kernel.notation import roll

        result = roll(expression, self.dice)
        dice = tuple(events.Die(die.sides, die.face, die.kept, die.given) for die in result.dice)
        self.emit(
            events.Rolled(
                rule=rule, who=who, label=label, dice=dice, total=result.total, expression=expression, hidden=hidden
            )
        )
        return result.total

    def change(self, who: str, field: str, after: Any, rule: str) -> None:
        """Set a field of a sheet (of the fight, if `who` is empty); nothing happens where it is so already."""
        before = field_at(self.fight.combatants[who] if who else self.fight, field)
        if before != after:
            self.emit(events.Changed(rule=rule, who=who, field=field, before=before, after=after))

    def afflict(
        self,
        who: str,
        name: str,
        rule: str,
        *,
        rounds: int = 0,
        whose: str = "",
        edge: Literal["start", "end"] = "end",
        by: str = "",
        amount: int = 0,
    ) -> None:
        """Put a condition on someone, for `rounds` edges of a turn of `whose` (its own if unsaid), or until removed."""
        counted = whose or who
        acting = self.rules.members(self.fight, self.fight.active) if self.fight.active else ()
        running = rounds and edge == "end" and counted in acting
        condition = Condition(
            rounds=rounds + 1 if running else rounds,
            whose=counted if rounds else "",
            edge=edge,
            by=by,
            amount=amount,
        )
        row = row_of(self.rules.conditions, name)
        for replaced in row.replaces if row is not None else ():
            self.relieve(who, replaced, rule)
        self.emit(events.Afflicted(rule=rule, who=who, name=name, condition=condition))

    def relieve(self, who: str, name: str, rule: str) -> None:
        """End a condition, if it lies on someone."""
        if name in self.fight.combatants[who].conditions:
            self.emit(events.Relieved(rule=rule, who=who, name=name))

    def happen(self, what: str, rule: str, *, who: str = "", target: str = "", **facts: Any) -> None:
        """Tell something that changes no number; the system's words know how to say it."""
        self.emit(events.Happened(rule=rule, what=what, who=who, target=target, facts=facts))

    def ask(
        self,
        kind: str,
        who: str,
        answers: Sequence[str],
        rule: str,
        *,
        free_text: bool = False,
        lapses: bool = False,
        still: Callable[[], bool] = lambda: True,
        **facts: Any,
    ) -> str:
        """The answer to a choice that is somebody's; the fight waits for it (or, if it lapses, until the next command).

        Empty where nobody took the offer up, or where it does not hold `still` after the GM has edited the fight.
        What was read of a sheet before a question is stale after it.
        """
        asked = question(kind, who, answers, rule, free_text=free_text, lapses=lapses, **facts)
        return next(answer for _, answer in ask_each(self, [asked], lambda _: still()))

    def ask_each(
        self, questions: Sequence[Question], *, still: Callable[[Question], bool] = lambda _: True
    ) -> Iterator[tuple[Question, str]]:
        """Ask several combatants at once (`asking.question` makes each): each question with its answer as it comes.

        Whoever leaves the loop early withdraws the others.
        """
        return ask_each(self, questions, still)

    def withdraw(self, kind: str, rule: str, *, who: str = "") -> None:
        """Take back the open questions of a kind, or those of them that are somebody's."""
        for each in self.fight.questions:
            if each.kind == kind and who in ("", each.who):
                self.emit(events.Answered(rule=rule, kind=kind, who=each.who, answer=""))

    def trigger(self, on: str, who: str, **facts: Any) -> None:
        """Let others react to a deed before it goes on, by the system's table of reactions (`reactions`)."""
        if self.rules.reactions:
            trigger(self, Occasion(on, who, facts))

    def attempt(self, act: Callable[[], object]) -> RbfError | None:
        """Do what may be refused: then it is taken back, as far as the last answer, and the refusal returned.

        A refusal that follows an answer at once is the answer's own, and raised.
        """
        told, fight, outcome = len(self.events), self.fight, self.outcome
        try:
            act()
        except Refusal as refusal:
            if self.answered[0] > told:
                if self.answered[0] == len(self.events):
                    raise
                told, fight, outcome = self.answered
            self.fight, self.outcome = fight, outcome
            del self.events[told:]
            return refusal
        return None

    def rehearse(self, act: "Callable[[Scene[F, C]], object]") -> RbfError | None:
        """Why something would be refused now, or None: it is tried up to its first question, and nothing is kept."""
        trial = Scene[F, C](self.fight, Highest(), self.rules, force=self.force)
        trial.before, trial.lapsed = self.before, self.lapsed
        try:
            act(trial)
        except RbfError as refusal:
            return refusal
        except Pausing:
            pass
        return None

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Do something in between that has an outcome of its own: that of the command stays what it is."""
        outcome = self.outcome
        yield
        self.outcome = outcome

    def one(self, who: str) -> C:
        """The combatant of an id, as it is now. Raises Refusal where there is none."""
        found = self.fight.combatants.get(who)
        if found is None:
            raise impossible(f"there is no combatant {who!r} in this fight")
        return found  # type: ignore[return-value]

    def refuse(self, message: str, rule: str, hint: str = "") -> None:
        """Say no, by a rule; with --force the command goes on and the journal says so. Raises Refusal."""
        if not self.force:
            raise Refusal(message, rule=rule, hint=f"{hint}, or --force" if hint else "--force does it all the same")
        forced = events.Forced(rule=rule, message=message)
        if forced not in self.events:
            self.emit(forced)

    def conclude(self, outcome: str) -> None:
        """Name what came of the command in one word."""
        self.outcome = outcome


def impossible(message: str, rule: str = "", hint: str = "") -> Refusal:
    """A refusal that --force does not overrule: there is nothing to do it to."""
    return Refusal(message, rule=rule, hint=hint)


def named(fight: Fight, who: str) -> Combatant:
    """The combatant of an id. Raises Refusal where there is none."""
    if who not in fight.combatants:
        raise impossible(f"there is no combatant {who!r} in this fight")
    return fight.combatants[who]


def _outcome(judge: Judge, row: list[int], keep: int, plus: int) -> str:
    faces = tuple(row[i] for i in sorted(_kept(row, keep)))
    return judge(sum(faces) + plus, faces)


def _kept(faces: Sequence[int], keep: int) -> set[int]:
    """The places of the highest `keep` faces, of the lowest where it is negative; ties keep the earliest."""
    if abs(keep) >= len(faces):
        return set(range(len(faces)))
    highest = keep > 0
    return set(sorted(range(len(faces)), key=lambda i: -faces[i] if highest else faces[i])[: abs(keep)])
