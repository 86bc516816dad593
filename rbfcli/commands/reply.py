"""The reply to a line: its exit status, its output, and the command played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import LONGEST_LOCK_SECONDS, Budget
from rbfcli.core.text import is_digits, read_number, safe
from rbfcli.engine.play import Offer, Played, command_of
from rbfcli.engine.turns import END, next_steps
from rbfcli.language.grammar import CommonOptions, line_for
from rbfcli.model.commands import Command, Split
from rbfcli.model.events import CustomEvent, QuestionAnswered, Rolled, without_pauses
from rbfcli.model.fight import moment_of
from rbfcli.model.rules import Rules, stand_alone_fight
from rbfcli.render.json import json_line
from rbfcli.render.sentences import Style, counted
from rbfcli.session.file_store import SessionStore, loaded
from rbfcli.session.origin import TYPED, Origin
from rbfcli.session.session import Session
from rbfcli.systems.registry import complain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rbfcli.model.fight import Fight
    from rbfcli.render.json_types.fights import Begun, PlayedCommand
    from rbfcli.render.json_types.general import Place
    from rbfcli.render.json_types.odds import Odds


# Imported on first call: what only looks at a fight proposes and tells nothing.
accepted_steps = LazyFunction("rbfcli.session.proposals", "accepted_steps")
narrate: Callable[..., list[str]] = LazyFunction("rbfcli.render.narration", "narrate")
wrap_lines: Callable[[list[str], Style], list[str]] = LazyFunction("rbfcli.render.narration", "wrap_lines")

# The exit status after an interrupt: the program prints its results so far, then ends by the signal.
STOPPED = 130


AnyCommand = TypeVar("AnyCommand", bound=Command)

# Reports the number of fights played and their total, or (with `about`) an estimated total.
Tell = Callable[[int, int, str], object]
# Draws the progress of a task while it runs, and removes it at the end.
Progress = Callable[[], AbstractContextManager[Tell]]


def silent() -> AbstractContextManager[Tell]:
    """Return a progress display that draws nothing."""
    return nullcontext(lambda *_: None)


class Request(Struct, Generic[AnyCommand], frozen=True, kw_only=True):
    """A command of the program to perform, with its save, style and budget.

    `progress` is set if a user waits for the reply at a terminal.
    """

    command: AnyCommand
    common: CommonOptions
    storage: SessionStore
    style: Style
    budget: Budget
    origin: Origin = TYPED
    progress: Progress | None = None

    @property
    def session(self) -> Session:
        """Return the session of the fight. Raises RbfError if there is none."""
        return self.storage.load()


class Interrupted(RbfError):
    """Ctrl-C, or SIGTERM, while a line ran."""

    kind = "interrupted"
    status = STOPPED


class Reply(Struct, frozen=True, kw_only=True):
    """The reply to a line; `text` is for standard output and ends in a line feed, `notice` for standard error.

    If part of the line failed, the notice reports that `failure`. `meant` is the line that a number selected, and
    `listed` the list of actions that the reply shows. A pager shows the text from its beginning, or `at_end`.
    """

    text: str = ""
    notice: str = ""
    status: int = 0
    played: Played | None = None
    failure: RbfError | None = None
    meant: str = ""
    listed: Listed | None = None
    at_end: bool = False


class ListedAction(Struct, frozen=True):
    """An offer as it is listed: its actor, its section, the words of its line, and its effect as shown.

    The section is empty for an action of several actors.
    """

    who: str
    offer: Offer
    section: str
    words: tuple[str, ...]
    effect: str = ""

    @property
    def verb(self) -> str:
        """Return the verb of its line."""
        return self.words[0]


class OfferOdds(Struct, frozen=True):
    """The odds of an offer in short form, and as JSON facts if there are any; empty if it does not roll."""

    short: str = ""
    facts: Odds | None = None


class Listed(Struct, frozen=True):
    """A list of actions as it was shown, and the turn of the fight at that time."""

    actions: tuple[ListedAction, ...]
    turn: tuple[object, ...]


def lines_reply(lines: list[str] | tuple[str, ...]) -> Reply:
    """Return a reply that prints lines."""
    return Reply(text="".join(f"{line}\n" for line in lines))


TURN_NEXT = "turn next"
MOST_STEPS = 6


def played(
    session: Session,
    before: Fight,
    done: Played,
    *,
    line: str,
    style: Style,
    common: CommonOptions,
    caught: tuple[str, ...] | None = None,
    alone: bool = False,
) -> Reply:
    """Return the reply to a line that was played; `alone` is a line without a fight.

    `caught` are the combatants inside the area of an attack that was previewed.
    """
    if common.json:
        facts: PlayedCommand = {
            **place(session, alone=alone),
            "outcome": done.outcome,
            "events": without_pauses(done.events),
            "would_catch": caught,
        }
        return Reply(text=json_line(line, **facts), played=done)
    if common.quiet:
        bare = bare_answer(done)
        return Reply(text=f"{bare}\n" if bare else "", played=done)
    lines = [] if caught is None else wrap_lines([_caught_in_words(before, caught)], style)
    lines += narrate(done.events, before, done.fight, session.rules, style)
    if not alone and not done.fight.questions and (done.fight.groups or not done.fight.over):
        new = [*_new_steps(session.rules, before, done.fight)]
        left = () if TURN_NEXT in new else _left(session.rules, before, done)
        steps = [each for each in new if each != TURN_NEXT or new[0] != END]
        more = [f"and {len(steps) - MOST_STEPS} more to do next: show"] if len(steps) > MOST_STEPS else []
        told = [*left, *(f"next: {step}" for step in steps[:MOST_STEPS]), *more]
        lines += wrap_lines(told, style)
    return Reply(text="".join(f"{each}\n" for each in lines), played=done)


def _caught_in_words(fight: Fight, caught: tuple[str, ...]) -> str:
    people = [
        f"{fight.combatants[who].name} ({fight.combatants[who].side})" for who in caught if who in fight.combatants
    ]
    return safe(f"as aimed, this catches: {', '.join(people) or 'no one'}")


def notice_of(command: Command, before: Fight) -> str:
    """Return a notice about a first split."""
    first = isinstance(command, Split) and not before.groups
    return "use switch to play the other group, and join to bring it back\n" if first else ""


def _new_steps(rules: Rules, before: Fight, now: Fight) -> Iterator[str]:
    """Yield the next steps not shown yet: all of them after a question and when a round or phase begins."""
    begins = (before.round, before.phase) != (now.round, now.phase)
    known = () if before.questions or begins else next_steps(rules, before)
    another = moment_of(before) != moment_of(now)
    again = {TURN_NEXT} if another else set()
    again |= {step for step in known if another and now.active and step.split()[1:2] == [now.active]}
    yield from (step for step in accepted_steps(Session(rules, now)) if step not in known or step in again)


def _left(rules: Rules, before: Fight, done: Played) -> Iterator[str]:
    """Yield what the current actors have left, if that has changed and has not just been shown."""
    now = done.fight
    if not now.active or moment_of(before) != moment_of(now):
        return
    went_on = _whose_command(rules, before) if any(isinstance(each, QuestionAnswered) for each in done.events) else ""
    for who in rules.members(now, now.active):
        if who in before.combatants and who in now.combatants:
            left, known = _of_turn(rules, now, who), {} if who == went_on else _of_turn(rules, before, who)
            told = [
                fact
                for each in done.events
                if isinstance(each, CustomEvent) and each.who == who
                for fact in each.facts.values()
            ]
            if any(known.get(name) != value and value not in told for name, value in left.items()):
                yield f"{safe(now.combatants[who].name)} has {_left_in_words(left)}"


def _left_in_words(left: Mapping[str, str]) -> str:
    """Return what is left of a turn: `1 action left`, `left: simple, free`, `2 actions left (declared attack)`."""
    actions, *others = (value if name == "actions" else f"{name} {value}" for name, value in left.items())
    number, _, rest = actions.partition(" ")
    number = number.partition("/")[0]
    if not is_digits(number):
        return "no actions left" if actions == "none" else f"left: {', '.join([actions, *others])}"
    more = f" ({', '.join(others)})" if others else ""
    return f"{counted(number, 'action')}{f' {rest}' if rest else ''} left{more}"


def _whose_command(rules: Rules, fight: Fight) -> str:
    """Return the actor of the command that waits for an answer; empty if there is none."""
    return str(getattr(command_of(fight.paused.command, rules), "who", "")) if fight.paused else ""


def _of_turn(rules: Rules, fight: Fight, actor: str) -> dict[str, str]:
    """Return what a combatant has left of a turn, by the names of the status facts."""
    return {safe(fact.name): safe(fact.value) for fact in rules.status(fight, actor) if fact.turn and fact.value}


def seconds_of_a_turn(environ: Mapping[str, str]) -> int:
    """Return the seconds that a turn may take, from RBF_TIMER; 0 for any. Raises UsageError."""
    return read_number(environ.get("RBF_TIMER") or "0", "RBF_TIMER", low=0, high=LONGEST_LOCK_SECONDS)


class TurnTimer:
    """A clock for the current turn, with `limit` seconds (0: off). It is only shown, and never part of a fight."""

    def __init__(self, limit: int, now: Callable[[], float] = monotonic) -> None:
        self.limit = limit
        self._now = now
        self._turn: object = None
        self._since = 0.0

    def seconds(self, fight: Fight | None) -> int:
        """Return the seconds since this turn was first seen."""
        turn = fight and moment_of(fight)
        if turn != self._turn:
            self._turn, self._since = turn, self._now()
        return int(self._now() - self._since)

    def text(self, fight: Fight | None) -> str:
        """Return the time of the turn, `0:45 of 1:00`; empty if there is no turn, or no limit."""
        spent = self.seconds(fight)
        if not self.limit or fight is None or not fight.round or fight.over:
            return ""
        return f"{TIME_IS_UP if spent >= self.limit else ''}{_minutes(spent)} of {_minutes(self.limit)}"


TIME_IS_UP = "time is up, "


def _minutes(seconds: int) -> str:
    return f"{seconds // 60}:{seconds % 60:02}"


def place(session: Session, *, alone: bool = False) -> Place:
    """Return the system and position of a session for a JSON line; `alone` is a line without a fight."""
    system, fight = session.rules.name, session.fight
    if alone:
        return nowhere(system)
    return {"system": system, "revision": session.revision, "round": fight.round, "turn": fight.active}


def nowhere(system: str) -> Place:
    """Return the same keys for a system without a fight."""
    return {"system": system, "revision": 0, "round": 0, "turn": ""}


def bare_answer(done: Played) -> str:
    """Return the outcome word, or the total of the last roll."""
    if done.outcome:
        return done.outcome
    totals = [str(event.total) for event in done.events if isinstance(event, Rolled) and not event.hidden]
    return totals[-1] if totals else ""


def session_started(request: Request[AnyCommand], session: Session) -> Reply:
    """Save a session, unless it is a dry run, and show it. It replaces a fight that is over."""
    command, common = request.command, request.common
    if not common.dry_run:
        request.storage.begin(session, replace=command.force or _is_over(request.storage))
    if common.json:
        facts: Begun = {**place(session), "seed": session.fight.seed}
        return Reply(text=json_line(line_for(command), **facts))
    if common.quiet:
        return Reply()
    lines = screen_of(session, request.style)
    lines += [f"next: {step}" for step in accepted_steps(session)[:2]]
    return lines_reply(lines)


def _is_over(storage: SessionStore) -> bool:
    before = loaded(storage)
    return before is not None and bool(before.fight.over)


def screen_of(session: Session, style: Style) -> list[str]:
    """Return the lines of the fight.

    If a plugin cannot tell teams or current actors, all combatants are shown alone and as able to act.
    """
    from rbfcli.render.screen import fight_lines  # noqa: PLC0415 - an attack shows no fight

    try:
        return fight_lines(session.fight, session.rules, style)
    except PluginBug as fault:
        complain(fault)
        rules = replace(
            session.rules, members=stand_alone_fight, standing=lambda _one: True, takes_turns=lambda _fight, _who: True
        )
        return fight_lines(session.fight, rules, style)
