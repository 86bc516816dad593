"""What the expressions of a script can see: its variables, the fight, the last command."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from time import process_time
from typing import TYPE_CHECKING, Any

from rbfcli.interpreter.reply import Interrupted
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.events import Rolled
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.limits import BYTES, FIGHTS_OF_A_SCRIPT, STEPS, STEPS_OF_FIGHTS
from rbfcli.kernel.matching import unknown_word
from rbfcli.language.fights import fight_verbs, read_words
from rbfcli.language.names import NameContext, find_combatant, find_combatants
from rbfcli.language.words import split_words
from rbfcli.script.expressions.evaluate import Facts
from rbfcli.script.memory import Memory
from rbfcli.script.options import MORE_IN_A_FILE
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage
from rbfcli.store.interrupts import EndsRaised

if TYPE_CHECKING:
    from rbfcli.kernel.run import Played
    from rbfcli.lab.report import Tally
    from rbfcli.script.expressions.tree import Value

FACTS: dict[str, Callable[[Fight], Any]] = {
    "round": lambda fight: fight.round,
    "turn": lambda fight: fight.active,
    "active": lambda fight: fight.active,
    "phase": lambda fight: fight.phase,
    "over": lambda fight: bool(fight.over),
    "options": lambda fight: fight.options,
    "board": lambda fight: fight.board,
    "system": lambda fight: fight.system,
    "title": lambda fight: fight.title,
}
LAST = "last"
NOTHING_BEHIND = "nothing behind this line was run"
TOO_MUCH, TOO_MANY_FIGHTS = "the script does too much", "the script simulates too much"
PEOPLE_A_STEP, LOOKED_UP, ROLLED, DICE_A_STEP = 4, 15, 10, 10
# Nothing else says what a simulated fight costs: a round of one takes 50 times as long as one of another.
STEPS_A_SECOND = 1_000_000
# What a command takes, in steps, that reaches a limit of its own before it ends.
LIMIT = STEPS // 2
# What looks ahead answers the better the more it may take: a line that is run as it arrives leaves the one part of so
# many, to be paid and written; one of a script takes no more than one part of what is left.
ALONE, SEVERAL = 16, 4


class ScriptContext:
    """The context of expressions: variables, and a stored fight.

    `more` is the hint at a limit, `passes` how often the loops around a statement run it at most; a statement is
    `alone` that has a budget of its own.
    """

    def __init__(self, storage: Storage, memory: Memory, more: str = MORE_IN_A_FILE) -> None:
        self.begin(1)
        self.more = more
        self.passes: float = 1
        self.alone = False
        self._storage = storage
        self._memory = memory

    def begin(self, times: int) -> None:
        """Begin with so many times the budget of a script; fights that are simulated have one of their own."""
        self.budget, self.fights = Budget(STEPS * times), Budget(STEPS_OF_FIGHTS * times)

    @property
    def variables(self) -> "dict[str, Value]":
        """The variables by their names."""
        return self._memory.variables

    def has_played(self, played: "Played") -> None:
        """What a command did, the last one from here on."""
        self._memory.played = played

    def spend(self, steps: int) -> None:
        """Take steps of the budget of the script. Raises LimitReached."""
        budget = self.budget
        budget.steps -= steps
        if budget.steps < 0:
            budget.spend(0, TOO_MUCH, self.more)

    @contextmanager
    def simulating(self, part: int) -> Iterator[None]:
        """Whatever plays fights takes one part of so many of its processor time from the budget of simulated fights.

        They are left off when it is used up. Raises LimitReached then.
        """
        from rbfcli.lab.simulate import left_off_after

        start, left = process_time(), self.fights.steps
        with left_off_after(left * part / STEPS_A_SECOND) as until:
            try:
                yield
            finally:
                taken = int((process_time() - start) * STEPS_A_SECOND) // part
                self.fights.spend(max(taken, left + 1) if until.is_over else taken, TOO_MANY_FIGHTS, self.more)

    @contextmanager
    def repeated(self, passes: float) -> Iterator[None]:
        """A loop with so many passes."""
        before, self.passes = self.passes, self.passes * passes
        try:
            yield
        finally:
            self.passes = before

    def limit_of_all(self, limit: LimitReached, before: int) -> LimitReached:
        """The limit that a command reached which might take all that was left of the budget, `before` it."""
        return limit if self.budget.steps > 0 else self._in_script(limit, before)

    @contextmanager
    def ahead(self, parts: int = SEVERAL) -> Iterator[Budget]:
        """What something may take that looks ahead: one of so many parts of what is left, so that others can go on.

        Raises LimitReached as it was reached by whatever may take it; who goes on behind a limit pays for it then.
        """
        budget, before = self.budget, self.budget.steps
        part = budget.share(ALONE if self.alone else parts)
        steps = part.steps
        try:
            yield budget if self.alone else part
        except LimitReached as limit:
            part.steps = steps
            raise self._in_script(limit, before) from None
        finally:
            budget.give_back(part)
        budget.bytes = BYTES

    def _in_script(self, limit: LimitReached, before: int) -> LimitReached:
        """The limit that a command reached: that of the script, where most of it was spent `before` on other lines."""
        if before > self.budget.most // 2:
            return limit
        return LimitReached(f"{TOO_MUCH}: {limit.message}", hint=self.more)

    def named(self, name: str) -> Any:
        """A variable, a fact of the fight, or a word of it: a combatant's id, a side, an outcome. Raises RbfError."""
        if name in self.variables:
            return self.variables[name]
        if name == LAST:
            return self._last()
        session = self._session()
        if name in FACTS:
            return FACTS[name](session.fight)
        words = (*session.fight.combatants, *_sides(session), *session.rules.outcomes)
        if name in words:
            return name
        raise unknown_word(name, dict.fromkeys((*self.variables, *FACTS, LAST, *words)), "fact or name")

    def selected(self, word: str) -> tuple[str, ...]:
        """The ids that a selector means now. Raises RbfError."""
        return find_combatants(word, self._context())

    def combatant(self, who: str) -> Any:
        """The sheet of a combatant, by id or name. Raises RbfError."""
        context = self._context()
        return context.fight.combatants[find_combatant(who, context)]

    def standing(self, side: str | None) -> tuple[str, ...]:
        """The ids of those of a side (of all) who can go on. Raises RbfError."""
        session = self._session()
        if side is not None and side not in _sides(session):
            raise unknown_word(side, _sides(session), "side")
        able = session.rules.standing
        return tuple(who for who, one in session.fight.combatants.items() if side in (None, one.side) and able(one))

    def roll(self, notation: str) -> int:
        """The total of dice. Raises RbfError."""
        rolled = self._memory.dice.roll(notation)
        self.spend(ROLLED + len(rolled.faces) // DICE_A_STEP)
        return rolled.total

    def odds(self, command: str) -> Facts:
        """The chance of each outcome of a command, as `odds` has it. Raises RbfError."""
        from rbfcli.interpreter.command_odds import STEPS_OF_A_PLAY
        from rbfcli.lab.odds import odds_or_sample

        session = self._storage.load()
        words = split_words(command)
        if not words or words[0] not in fight_verbs(session.rules):
            raise UsageError(f"{command!r} is not a command of this fight", hint="odds(attack vex thug).success")
        asked = read_words(words, session.rules, session.fight).command
        found = odds_or_sample(session.rules, session.fight, asked)
        self.spend(STEPS_OF_A_PLAY * found.walked)
        return Facts("outcome", {**dict.fromkeys(session.rules.outcomes, 0), **found.outcomes})

    def simulate(self, fights: int) -> Facts:
        """The share of so many fights, played on from here, that each side wins, and of draws. Raises RbfError.

        A side that is called as one of its own names, `draws` or `sides`, is found among the `sides` alone.
        """
        from rbfcli.lab.simulate import added_up, plan_of, simulated

        if not 1 <= fights <= FIGHTS_OF_A_SCRIPT:
            raise UsageError(f"simulate plays 1 to {FIGHTS_OF_A_SCRIPT:,} fights, not {fights:,}")
        session = self._session()
        plan = plan_of(session.rules, session.fight, f"{session.fight.seed} simulate")
        with self.simulating(1), EndsRaised():
            total = added_up(simulated(plan, fights), lambda _: False, lambda *_: None)
        tally = total.tally
        if total.stopped:
            raise Interrupted(_so_far(tally, fights, plan.policies), hint=NOTHING_BEHIND)
        won = {side: Fraction(tally.wins[side], fights) for side in plan.policies}
        own = {"draws": Fraction(tally.draws, fights), "sides": Facts("side", won)}
        return Facts("side", {**own, **won, **own})

    def _last(self) -> Facts:
        """The result of the last command: of the roll that decided it, else of the last roll."""
        played = self._memory.played
        rolls = [event for event in played.events if isinstance(event, Rolled)] if played else []
        roll = next((each for each in rolls if each.outcome), rolls[-1] if rolls else None)
        return Facts(
            "fact of the last command",
            {
                "outcome": played.outcome if played else "",
                "total": roll.total if roll else None,
                "margin": roll.margin if roll else None,
            },
        )

    def _session(self) -> Session:
        """The fight, which is looked through for what is asked of it."""
        session = self._storage.load()
        self.spend(len(session.fight.combatants) // PEOPLE_A_STEP)
        return session

    def _context(self) -> NameContext:
        session = self._session()
        self.spend(LOOKED_UP)
        return NameContext(session.rules, session.fight)


def _so_far(tally: "Tally", fights: int, sides: Iterable[str]) -> str:
    """What is known of fights that were interrupted."""
    if not tally.fights:
        return "interrupted before a fight was over"
    wins = ", ".join(f"{side} {tally.wins[side]:,}" for side in sides)
    return f"interrupted after {tally.fights:,} of {fights:,} fights: {wins}, draws {tally.draws:,}"


def _sides(session: Session) -> list[str]:
    """The sides of a fight, including those with nobody left."""
    return list({one.side: None for fight in (session.start, session.fight) for one in fight.combatants.values()})
