"""A cursor over a fight for rule functions. Each call makes an event, and `fight` is the fight after it."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, Literal, TypeVar

from rbfcli.core.errors import FORCE, Advice, RbfError, Refusal, as_hints, refuse, to_try, unknown
from rbfcli.core.paths import Path, dotted
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.questions import Latest, QuestionApi, SuspendCommand
from rbfcli.engine.questions import trigger as reacting_trigger
from rbfcli.engine.rolling import PEOPLE_A_STEP, F
from rbfcli.model import events
from rbfcli.model.conditions import row_of, tied_to
from rbfcli.model.evolve import field_at
from rbfcli.model.fight import Combatant, Condition
from rbfcli.model.rules import InterruptedAction, Trigger

C = TypeVar("C", bound=Combatant)


class Scene(QuestionApi[F], Generic[F, C]):
    """The fight so far, its dice, and the events of one command."""

    fight: F
    outcome: str
    attempting: bool
    may_be_interrupted: bool = False

    def change(self, actor: str, field: str | Path, after: Any, rule: str) -> None:
        """Set a sheet field (or a field of the fight, if `actor` is empty).

        Does nothing if the value is the same. Nested fields have a path: `("ammo", "rifle")`.
        """
        owner = self.fight.combatants[actor] if actor else self.fight
        if isinstance(field, str):
            path: Path = (field,)
            shown, before = field, getattr(owner, field)
        else:
            path, shown, before = field, dotted(field), field_at(owner, field)
        if before != after:
            self.emit(events.FieldChanged(rule=rule, who=actor, field=shown, path=path, before=before, after=after))

    def afflict(
        self,
        actor: str,
        name: str,
        rule: str,
        *,
        rounds: int = 0,
        whose: str = "",
        edge: Literal["start", "end"] = "end",
        by: str = "",
        amount: int = 0,
    ) -> None:
        """Add a condition that lasts for `rounds` turns of `whose` (by default its bearer), or until it is removed.

        Does nothing if the combatant already has exactly this condition. A condition tied to a combatant who is already
        down (the GM can force that) ends immediately.
        """
        counted, active = whose or actor, self.fight.active
        running = rounds and edge == "end" and active and counted in self.rules.members(self.fight, active)
        running = running and self.fight.turn + 1 >= self.fight.begun
        condition = Condition(
            rounds=rounds + 1 if running else rounds,
            whose=counted if rounds else "",
            edge=edge,
            by=by,
            amount=amount,
        )
        if self.fight.combatants[actor].conditions.get(name) == condition:
            return
        row = row_of(self.rules.conditions, name)
        for replaced in row.replaces if row is not None else ():
            self.relieve(actor, replaced, rule)
        self.emit(events.ConditionGained(rule=rule, who=actor, name=name, condition=condition))
        if row is not None and row.tied and by and not self.rules.standing(self.one(by)):
            self.relieve(actor, name, row.rule)

    def relieve(self, actor: str, name: str, rule: str) -> None:
        """End a condition, if the combatant has it."""
        if name in self.fight.combatants[actor].conditions:
            self.emit(events.ConditionLost(rule=rule, who=actor, name=name))

    def release(self, actor: str, rule: str = "") -> None:
        """End other combatants' conditions that are tied to one who leaves, falls or lets go."""
        people = self.fight.combatants
        self.spend(len(people) // PEOPLE_A_STEP)
        for other, one in people.items():
            for name, row in tied_to(self.rules.conditions, one, actor):
                self.relieve(other, name, rule or row.rule)

    def happen(
        self, what: str | Callable[[], str], rule: str, *, who: str = "", target: str = "", **facts: Any
    ) -> None:
        """Report something that changes no number; the system has words for it.

        A word or fact that is expensive to find can be a function, called only if it is shown.
        """
        known = {name: fact() if callable(fact) else fact for name, fact in facts.items()}
        word = what if isinstance(what, str) else what()
        self.emit(events.CustomEvent(rule=rule, what=word, who=who, target=target, facts=known))

    def trigger(self, on: str, actor: str, **facts: Any) -> bool:
        """Let others react to an action before it continues, as the system's `reactions` say.

        Return whether anyone was asked or reacted.
        """
        if self.rules.reactions:
            return reacting_trigger(self, Trigger(on, actor, facts))
        return False

    def interruptible(self, act: Callable[[], object]) -> tuple[str, RbfError] | None:
        """Do something that others can interrupt (`interrupt`), and start it again after them.

        Returns the actor and the reason if the action cannot continue. What it did before the interruption stays: a
        rule pays first, and has checked by then whether the action is allowed.
        """
        outer, self.may_be_interrupted = self.may_be_interrupted, True
        try:
            act()
        except InterruptedAction as by:
            refusal = self.attempt(act)
            return (by.who, refusal) if refusal else None
        finally:
            self.may_be_interrupted = outer
        return None

    def interrupt(self, on: str, actor: str, **facts: Any) -> None:
        """Let others act before the current action, once. If anyone is asked or acts, the action starts again."""
        if not self.may_be_interrupted:
            return
        self.may_be_interrupted = False
        if self.trigger(on, actor, **facts):
            raise InterruptedAction(actor)

    def attempt(self, act: Callable[[], object]) -> RbfError | None:
        """Do something that may be refused.

        If it is, undo it back to the last answer and return the refusal. A refusal immediately after an answer belongs
        to the answer, and is raised.
        """
        back, outer, inside = Latest(self.mark(), self.fight, self.outcome), self.answered, self.attempting
        self.attempting, self.answered = True, None
        try:
            act()
        except Refusal as refusal:
            latest = self.latest_answer()
            if latest:
                if latest.mark == self.mark():
                    raise
                back = latest
            self.fight, self.outcome = back.fight, back.outcome
            self.take_back(back.mark)
            return refusal
        finally:
            self.attempting = inside
            self.answered = (self.latest_answer() or outer) if inside else None
        return None

    def rehearse(self, act: "Callable[[Scene[F, C]], object]") -> RbfError | None:
        """Return why something would be refused now, or None.

        It is tried up to its first question, and nothing is kept.
        """
        trial = Scene[F, C](self.fight, MaxDice(), self.rules, force=self.force)
        trial.before, trial.lapsed, trial.watch = self.before, self.lapsed, None
        try:
            act(trial)
        except RbfError as refusal:
            return refusal
        except SuspendCommand:
            pass
        return None

    def one(self, actor: str) -> C:
        """Return the current sheet of a combatant. Raises Refusal if there is none."""
        try:
            return self.fight.combatants[actor]  # type: ignore[return-value]
        except KeyError:
            raise unknown("combatant", actor, error=Refusal) from None

    def refuse(self, message: str, rule: str, *lines: str | Callable[[], str], hint: Advice = "") -> None:
        """Refuse, citing a rule; with --force, the command continues and the journal says so. Raises Refusal.

        `lines` are those to type instead; if one is expensive to find, a function that is called only if it is shown.
        Lines that would be refused are not shown. `hint` is advice in words, if there is no line.
        """
        if not self.force:
            raise refuse(message, rule, hint=lambda: _to_try_or(hint, lines))
        self.force_through(events.RefusalOverridden(rule=rule, message=message))

    def force_through(self, forced: events.RefusalOverridden) -> None:
        """Record, once, that a refusal is overridden."""
        if forced not in self.events:
            self.emit(forced)

    def conclude(self, outcome: str) -> None:
        """Name the outcome of the command in one word."""
        self.outcome = outcome


def _to_try_or(hint: Advice, lines: Iterable[str | Callable[[], str]]) -> Advice:
    """Return the hint with lines to type, or advice in words if there are none; --force is always a way."""
    found = [each if isinstance(each, str) else each() for each in lines]
    return *as_hints("" if any(found) else hint), to_try(*found, FORCE)
