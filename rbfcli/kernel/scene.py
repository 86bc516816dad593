"""A cursor over a fight for rule functions: each of its verbs makes an event and shows the fight after it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from rbfcli.kernel import events
from rbfcli.kernel.command import FightCommand, verb_of
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.dice.source import Dice
from rbfcli.kernel.errors import RbfError, Refusal
from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.fight import Combatant, Condition, Fight, Question
from rbfcli.kernel.recording import Pausing, Recording
from rbfcli.kernel.rolling import F, Rolling

if TYPE_CHECKING:
    from rbfcli.kernel.answers import InAdvance
    from rbfcli.kernel.rules import Rules

C = TypeVar("C", bound=Combatant)
NOTHING_CHANGES = "nothing-changes"


class Scene(Rolling[F], Generic[F, C]):
    """The fight so far, its dice, and the events that one command has made of them.

    `before` is the fight before the command, `lapsed` the offers that nobody had taken up when it came.
    """

    outcome = ""
    in_advance: "InAdvance | None" = None
    lapsing: tuple[Question, ...] = ()
    asking: tuple[tuple[list[Question], Callable[[Question], bool]], ...] = ()
    questions_asked = 0
    may_be_interrupted = False
    waiting = 0

    def __init__(
        self,
        fight: F,
        dice: Dice,
        rules: "Rules",
        *,
        force: bool = False,
        recording: Recording | None = None,
    ) -> None:
        super().__init__(fight, dice)
        self.rules = rules
        self.force = force
        self.recording = recording or Recording()
        self.lapsed = self.recording.pause.lapsed
        self.answered: tuple[int, F, str] = (0, fight, "")

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
        from rbfcli.kernel.asking import ask_each, question

        asked = question(kind, who, answers, rule, free_text=free_text, lapses=lapses, **facts)
        return next(answer for _, answer in ask_each(self, [asked], lambda _: still()))

    def ask_each(
        self, questions: Sequence[Question], *, still: Callable[[Question], bool] = lambda _: True
    ) -> Iterator[tuple[Question, str]]:
        """Ask several combatants at once (`asking.question` makes each): each question with its answer as it comes.

        Whoever leaves the loop early withdraws the others.
        """
        from rbfcli.kernel.asking import ask_each

        return ask_each(self, questions, still)

    def take_answers(self, command: FightCommand) -> None:
        """Note the answers that a command gives in advance. Raises UsageError for a question that it never asks."""
        if command.answer:
            from rbfcli.kernel.answers import InAdvance

            self.in_advance = self.in_advance or InAdvance()
            verb = verb_of(command)
            self.in_advance.take(command.answer, self.rules.question_kinds, verb, self.rules.asks.get(verb))

    def tell_unasked(self) -> None:
        """Say which of the answers given in advance no question came up for."""
        if self.in_advance and (unasked := self.in_advance.unasked()):
            self.emit(events.Unasked(rule="GM", answers=unasked))

    def withdraw(self, kind: str, rule: str, *, who: str = "") -> None:
        """Take back the open questions of a kind, or those of them that are somebody's."""
        for each in self.fight.questions:
            if each.kind == kind and who in ("", each.who):
                self.emit(events.Answered(rule=rule, kind=kind, who=each.who, answer=""))

    def trigger(self, on: str, who: str, **facts: Any) -> None:
        """Let others react to a deed before it goes on, by the system's table of reactions (`reactions`)."""
        if self.rules.reactions:
            from rbfcli.kernel.reactions import Occasion, trigger

            trigger(self, Occasion(on, who, facts))

    def deed(self, act: Callable[[], object]) -> tuple[str, RbfError] | None:
        """Do what others may come before (`interrupt`), and begin it anew after them.

        Returned is whose it was and why, where it can go no further. What it did before it was interrupted stays: a
        rule pays first, and has judged by then whether it may.
        """
        from rbfcli.kernel.reactions import Interrupted

        outer, self.may_be_interrupted = self.may_be_interrupted, True
        try:
            act()
        except Interrupted as by:
            refusal = self.attempt(act)
            return (by.who, refusal) if refusal else None
        finally:
            self.may_be_interrupted = outer
        return None

    def interrupt(self, on: str, who: str, **facts: Any) -> None:
        """Let others come before the deed that is under way, once: where somebody is asked or acts, it begins anew."""
        told = len(self.events)
        if self.may_be_interrupted:
            self.may_be_interrupted = False
            self.trigger(on, who, **facts)
        if len(self.events) > told:
            from rbfcli.kernel.reactions import Interrupted

            raise Interrupted(who)

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
        from rbfcli.kernel.dice.highest import Highest

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
