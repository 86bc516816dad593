"""The state of a script: variables, dice, options, costs."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from time import process_time
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.commands.reply import Interrupted
from rbfcli.core.errors import LimitReached, RbfError, UsageError, failed, listed, misuse, must_be, too_much, unknown
from rbfcli.core.lazy import later_in
from rbfcli.core.limits import (
    FACES_AHEAD,
    FIGHTS_OF_A_SCRIPT,
    LOCK_SECONDS,
    STATEMENTS,
    STEPS,
    STEPS_OF_FIGHTS,
    Budget,
)
from rbfcli.core.matching import unknown_word
from rbfcli.dice.roll import RollResult, roll
from rbfcli.dice.sources import ManualDice, SeededDice, read_faces
from rbfcli.engine.play import Played
from rbfcli.language.grammar import CommonOptions, split_words
from rbfcli.language.names import NameContext, find_combatant, find_combatants
from rbfcli.language.parser import bind, fight_verbs, parse_line
from rbfcli.language.program_verbs import Run
from rbfcli.model.events import Rolled
from rbfcli.script.expressions import Facts, Value
from rbfcli.session.encounter import chance
from rbfcli.session.file_store import SessionStore
from rbfcli.session.session import Session
from rbfcli.storage.files import TerminationDeferred

if TYPE_CHECKING:
    from rbfcli.dice.sources import Dice
    from rbfcli.lab.play import FightTally

# Imported on first call, because few scripts use odds or simulate.
_of_lab = later_in("rbfcli.lab")
odds_or_sample = _of_lab("odds.odds_or_sample")
added_up = _of_lab("simulate.added_up")
left_off_after = _of_lab("simulate.left_off_after")
plan_of = _of_lab("simulate.plan_of")
simulated = _of_lab("simulate.simulated")
steps_for = later_in("rbfcli.commands")("odds.steps_for")

# Hints at a limit: for `run`, and for lines without such an option (at a prompt, from an alias, in a pipe).
MORE, MORE_IN_A_FILE = "--max-steps N allows more", "do less at once; run FILE --max-steps N allows more"


class RunOptions(Struct, frozen=True, kw_only=True):
    """Options of a run; `keep_going` None means only for JSON from a pipe, `more` is the hint at a limit."""

    check: bool = False
    json: bool = False
    quiet: bool = False
    echo: bool = True
    each: bool = False
    fail_fast: bool = False
    keep_going: bool | None = None
    dry_run: bool = False
    junit: str = ""
    force: bool = False
    max_steps: int = STATEMENTS
    more: str = MORE_IN_A_FILE
    lock_seconds: float = LOCK_SECONDS


def options_of(command: Run, common: CommonOptions, lock_seconds: float) -> RunOptions:
    """Return the options of a `run` command."""
    return RunOptions(
        check=command.check,
        json=common.json,
        quiet=common.quiet,
        each=command.each,
        fail_fast=command.fail_fast,
        keep_going=command.keep_going or None,
        dry_run=common.dry_run,
        junit=command.junit,
        force=command.force,
        max_steps=command.max_steps,
        more=MORE,
        lock_seconds=lock_seconds,
    )


class ScriptState(Struct):
    """The variables, the given faces not rolled yet, the seed of all other dice, and the result of the last command."""

    variables: dict[str, Value] = {}
    faces: tuple[int, ...] = ()
    seed: str = ""
    seeds_used: int = 0
    played: Played | None = None

    def twin(self) -> "ScriptState":
        """Return an independent copy."""
        return replace(self, variables=dict(self.variables))

    def add_faces(self, text: str) -> None:
        """Add faces for the next rolls. Raises UsageError."""
        faces = read_faces(text, "dice 5,7")
        if len(self.faces) + len(faces) > FACES_AHEAD:
            raise misuse(f"at most {FACES_AHEAD} faces can be given in advance")
        self.faces += faces

    def drawn_from(self, dice: "Dice", roll: "Callable[[Dice], object]") -> tuple[int, ...]:
        """Return the faces that a roll uses; other dice come from `dice`. Raises RbfError."""
        given = ManualDice(self.faces, dice)
        roll(given)
        return self.faces[: len(self.faces) - given.given_left]

    def set_seed(self, seed: str) -> None:
        """Seed the dice from here on."""
        self.seed, self.seeds_used = seed, 0

    def next_seed(self) -> str:
        """Return a seed for one roll outside a fight, or for a fight without its own seed."""
        self.seeds_used += 1
        return f"{self.seed}/{self.seeds_used}" if self.seed else chance()

    def roll(self, notation: str) -> RollResult:
        """Return a roll; given faces come first. Raises RbfError."""
        rolled = roll(notation, ManualDice(self.faces, SeededDice(self.next_seed())))
        self.faces = self.faces[rolled.given_count :]
        return rolled


# The facts of the fight by name, with the fields that hold them.
FACTS = {
    **{each: each for each in ("round", "turn", "active", "phase", "over", "options", "board", "system", "title")},
    "turn": "active",
}
LAST = "last"
NOTHING_BEHIND = "the following lines were not run"
TOO_MUCH, TOO_MANY_FIGHTS = "the script does too much", "the script simulates too much"
PEOPLE_A_STEP, LOOKED_UP, ROLLED, DICE_A_STEP = 4, 15, 10, 2
# Time is the only measure of a simulated fight's cost: rounds of two fights can differ by a factor of 50. The user asks
# for that many, and can wait five minutes.
STEPS_A_SECOND = 100_000
# Steps charged for a command that reaches its own limit before it ends.
LIMIT = STEPS // 2


class ScriptContext:
    """The context of expressions: the stored fight, the `memory` between lines, and `more`, the hint at a limit."""

    def __init__(self, storage: SessionStore, memory: ScriptState, more: str = MORE_IN_A_FILE) -> None:
        self.begin(1)
        self.more = more
        self._storage = storage
        self.memory = memory

    def begin(self, times: int) -> None:
        """Start with `times` times a script's budget. Simulated fights have a separate budget."""
        self.budget, self.fights = Budget(STEPS * times), Budget(STEPS_OF_FIGHTS * times)
        self.budget.is_shared = True

    def spend(self, steps: int) -> None:
        """Spend steps of the script's budget. Raises LimitReached."""
        budget = self.budget
        budget.steps -= steps
        if budget.steps < 0:
            budget.spend(0, TOO_MUCH, self.more)

    @contextmanager
    def simulating(self) -> Iterator[None]:
        """Charge this block's processor time; stop its fights at the limit. Raises LimitReached."""
        start, left = process_time(), self.fights.steps
        with left_off_after(left / STEPS_A_SECOND) as is_over:
            try:
                yield
            finally:
                taken = int((process_time() - start) * STEPS_A_SECOND)
                self.fights.spend(max(taken, left + 1) if is_over() else taken, TOO_MANY_FIGHTS, self.more)

    def limit_of_all(self, limit: LimitReached, before: int) -> LimitReached:
        """Return the limit that a command reached, or the script's if other lines spent most of the budget.

        `before` is the number of steps that were left before the command.
        """
        if self.budget.steps > 0 or before > self.budget.most // 2:
            return limit
        return too_much(f"{TOO_MUCH}: {limit.message}", hint=self.more)

    def named(self, name: str) -> Any:
        """Return a variable, a fact, an id, side, outcome or place, or a selector's combatants. Raises RbfError."""
        if name in self.memory.variables:
            return self.memory.variables[name]
        if name == LAST:
            return self._last()
        if name.startswith("@"):
            return find_combatants(name, self._context())
        session = self._session()
        if name in FACTS:
            found = getattr(session.fight, FACTS[name])
            return bool(found) if name == "over" else found
        places = session.rules.words_of(session.fight, "place")
        words = (*session.fight.combatants, *_sides(session), *session.rules.outcomes, *places)
        if name in words:
            return name
        raise unknown_word(name, dict.fromkeys((*self.memory.variables, *FACTS, LAST, *words)), "name")

    def unknown_outcome(self, name: str) -> RbfError:
        """Return the error for a word compared with `last.outcome` that is not one of the system's outcomes."""
        rules = self._session().rules
        return unknown("outcome", name, hint=listed(f"outcomes of {rules.name}", tuple(rules.outcomes)))

    def is_combatant(self, name: str) -> bool:
        """Return whether a combatant has this id."""
        try:
            return name in self._session().fight.combatants
        except RbfError:
            return False

    def combatant(self, actor: str) -> Any:
        """Return the sheet of a combatant, by id or name. Raises RbfError."""
        context = self._context()
        return context.fight.combatants[find_combatant(actor, context)]

    def standing(self, side: str | None) -> tuple[str, ...]:
        """Return the ids of the standing combatants of a side, or of all sides if None. Raises RbfError."""
        session = self._session()
        if side is not None and side not in _sides(session):
            raise unknown_word(side, _sides(session), "side")
        able = session.rules.standing
        return tuple(who for who, one in session.fight.combatants.items() if side in (None, one.side) and able(one))

    def roll(self, notation: str) -> int:
        """Return the total of a dice roll. Raises RbfError."""
        rolled = self.memory.roll(notation)
        self.spend(ROLLED + len(rolled.faces) // DICE_A_STEP)
        return rolled.total

    def odds(self, command: str) -> Facts:
        """Return the probability of each outcome of a command, as in `odds`. Raises RbfError."""
        session = self._storage.load()
        words = split_words(command)
        if not words or words[0] not in fight_verbs(session.rules):
            raise misuse(
                f"{command!r} is not a command of this fight", hint="for example: odds(attack vex thug).success"
            )
        asked = bind(parse_line(words), session.rules, session.fight).command
        found = odds_or_sample(session.rules, session.fight, asked)
        self.spend(steps_for(self.budget.steps, found))
        return Facts("outcome", {**dict.fromkeys(session.rules.outcomes, 0), **found.outcomes})

    def simulate(self, fights: int) -> Facts:
        """Return each side's share of wins, and of draws, in fights played on from here. Raises RbfError."""
        if not 1 <= fights <= FIGHTS_OF_A_SCRIPT:
            raise must_be("the number of fights", f"from 1 to {FIGHTS_OF_A_SCRIPT:,}", fights)
        session = self._session()
        plan = plan_of(session.rules, session.fight, f"{session.fight.seed} simulate")
        with self.simulating(), TerminationDeferred():
            total = added_up(simulated(plan, fights))
        tally = total.tally
        if total.stopped:
            raise failed(_so_far(tally, fights, plan.policies), hint=NOTHING_BEHIND, error=Interrupted)
        won = {side: Fraction(tally.wins[side], fights) for side in plan.policies}
        own = {"draws": Fraction(tally.draws, fights), "sides": Facts("side", won)}
        return Facts("side", {**own, **won, **own})

    def _last(self) -> Facts:
        """Return the result of the last command: of its deciding roll, else of its last roll."""
        played = self.memory.played
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
        """Return the fight, after charging for searching it."""
        session = self._storage.load()
        self.spend(len(session.fight.combatants) // PEOPLE_A_STEP)
        return session

    def _context(self) -> NameContext:
        session = self._session()
        self.spend(LOOKED_UP)
        return NameContext(session.rules, session.fight)


def _so_far(tally: "FightTally", fights: int, sides: Iterable[str]) -> str:
    if not tally.fights:
        return "interrupted before any fight had finished"
    wins = ", ".join(f"{side} {tally.wins[side]:,}" for side in sides)
    return f"interrupted after {tally.fights:,} of {fights:,} fights: {wins}, draws {tally.draws:,}"


def _sides(session: Session) -> list[str]:
    """Return the sides of a fight, including sides without combatants left."""
    return list({one.side: None for fight in (session.start, session.fight) for one in fight.combatants.values()})


# Steps to read a statement, to run one, and to fill in a value.
READ, STATEMENT, FILL = 10, 5, 4
# Steps to print, to report an error, and to report one that suggests the nearest word.
PRINT, REPORT, _MISSPELT = 4, 60, 2000
# Letters per step: printed, and in the text of an expectation.
PRINTED, EXPECTED = 16, 4


def of_error(error: RbfError) -> int:
    """Return the cost in steps of finding and reporting an error."""
    if isinstance(error, LimitReached):
        return LIMIT
    return _MISSPELT if isinstance(error, UsageError) or not getattr(error, "rule", "") else REPORT
