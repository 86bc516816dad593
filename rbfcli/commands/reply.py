"""The reply to a line: the exit status, what to print where, and what was played."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.limits import Budget
from rbfcli.core.text import is_digits, quoted, safe
from rbfcli.engine.play import Played, command_of
from rbfcli.engine.turns import END, next_steps
from rbfcli.language.grammar import CommonOptions, line_for
from rbfcli.model.commands import Add, Command
from rbfcli.model.events import CustomEvent, QuestionAnswered, Rolled, without_pauses
from rbfcli.model.rules import Rules, stand_alone_fight
from rbfcli.render.json import json_line
from rbfcli.render.narration import narrate, wrap_lines
from rbfcli.render.sentences import Style, counted
from rbfcli.session.file_store import SessionStore
from rbfcli.session.origin import TYPED, Origin
from rbfcli.session.proposals import accepted_steps
from rbfcli.session.session import Session
from rbfcli.systems.registry import complain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from rbfcli.model.fight import Fight
    from rbfcli.render.json_types.fights import Begun, PlayedCommand
    from rbfcli.render.json_types.general import Place
    from rbfcli.render.json_types.odds import Odds


# The status of what an interrupt stopped before its end: the program dies of the signal once it has told what is known.
STOPPED = 130


AnyCommand = TypeVar("AnyCommand", bound=Command)

# So many fights are played, out of so many; or out of `about` so many, where nobody knows.
Tell = Callable[[int, int, str], object]
# Draws how far something is while it runs, and takes that away at its end.
Progress = Callable[[], AbstractContextManager[Tell]]


def silent() -> AbstractContextManager[Tell]:
    """Draw nothing of how far something is."""
    return nullcontext(lambda *_: None)


class Request(Struct, Generic[AnyCommand], frozen=True, kw_only=True):
    """A command of the program to answer, with its save, style and budget.

    `progress` is set where a user waits for the answer at a terminal.
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
        """The session of the fight. Raises RbfError where there is none."""
        return self.storage.load()


class Interrupted(RbfError):
    """Ctrl-C, or SIGTERM, while a line ran."""

    kind = "interrupted"
    status = STOPPED


class Reply(Struct, frozen=True, kw_only=True):
    """The answer to one line; `text` is for standard output and ends in a line feed, `notice` for standard error.

    Where part of it failed, the notice tells of that `failure`. `meant` is the line that a number stood for, and
    `listed` the list of actions that it shows.
    """

    text: str = ""
    notice: str = ""
    status: int = 0
    played: Played | None = None
    failure: RbfError | None = None
    meant: str = ""
    listed: Listed | None = None


class ListedAction(Struct, frozen=True):
    """One numbered action: the command, who would do it, and what was said of its cost and effect."""

    command: Command
    who: str
    cost: str
    effect: str


class OfferOdds(Struct, frozen=True):
    """The odds of an offer in a few words, and as facts where there are any; nothing of one that does not roll."""

    short: str = ""
    facts: Odds | None = None


class Listed(Struct, frozen=True):
    """A list of actions as it was shown, and in which turn of the fight."""

    actions: tuple[ListedAction, ...]
    turn: tuple[object, ...]


def lines_reply(lines: list[str] | tuple[str, ...]) -> Reply:
    """A reply that prints lines."""
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
    alone: bool = False,
) -> Reply:
    """The reply to a line that was played; `alone` is one without a fight."""
    if common.json:
        events = without_pauses(done.events)
        facts: PlayedCommand = {**place(session, alone=alone), "outcome": done.outcome, "events": events}
        return Reply(text=json_line(line, **facts), played=done)
    if common.quiet:
        bare = bare_answer(done)
        return Reply(text=f"{bare}\n" if bare else "", played=done)
    lines = narrate(done.events, before, done.fight, session.rules, style)
    if not alone and not done.fight.questions and not done.fight.over:
        new = [*_new_steps(session.rules, before, done.fight)]
        left = () if TURN_NEXT in new else _left(session.rules, before, done)
        steps = [each for each in new if each != TURN_NEXT or new[0] != END]
        more = [f"and {len(steps) - MOST_STEPS} more to do next: show"] if len(steps) > MOST_STEPS else []
        told = [*left, *(f"next: {step}" for step in steps[:MOST_STEPS]), *more]
        lines += wrap_lines(told, style)
    return Reply(text="".join(f"{each}\n" for each in lines), played=done)


def stat_block_notice(command: Add, before: Fight) -> str:
    """That somebody new is called like a stat block, and builds on none; empty otherwise."""
    block = next((each for each in before.blocks if each.casefold() == command.name.casefold()), "")
    if command.block or not block:
        return ""
    return f"there is a stat block {block}, and {command.name} is not made of it: --from {quoted(block)} does that\n"


def _new_steps(rules: Rules, before: Fight, now: Fight) -> Iterator[str]:
    """Return the next steps not shown yet: all of them after a question and when a round or phase begins."""
    begins = (before.round, before.phase) != (now.round, now.phase)
    known = () if before.questions or begins else next_steps(rules, before)
    another = turn_of(before) != turn_of(now)
    again = {TURN_NEXT} if another else set()
    again |= {step for step in known if another and now.active and step.split()[1:2] == [now.active]}
    yield from (step for step in accepted_steps(Session(rules, now)) if step not in known or step in again)


def _left(rules: Rules, before: Fight, done: Played) -> Iterator[str]:
    """Return what those who act have left, where that has changed and has not just been shown."""
    now = done.fight
    if not now.active or turn_of(before) != turn_of(now):
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
        return "nothing left" if actions == "none" else f"left: {', '.join([actions, *others])}"
    more = f" ({', '.join(others)})" if others else ""
    return f"{counted(number, 'action')}{f' {rest}' if rest else ''} left{more}"


def _whose_command(rules: Rules, fight: Fight) -> str:
    """Whose command waits for an answer; empty where it is nobody's."""
    return str(getattr(command_of(fight.paused.command, rules.verbs), "who", "")) if fight.paused else ""


def _of_turn(rules: Rules, fight: Fight, actor: str) -> dict[str, str]:
    """What somebody has left of a turn, by the names of the facts that say so."""
    return {safe(fact.name): safe(fact.value) for fact in rules.status(fight, actor) if fact.turn and fact.value}


def turn_of(fight: Fight) -> tuple[object, ...]:
    """Which turn a fight is in."""
    return fight.round, fight.phase, fight.turn, fight.active


def place(session: Session, *, alone: bool = False) -> Place:
    """By which system a session is played and where it stands, for a JSON line; `alone` is a line without a fight."""
    system, fight = session.rules.name, session.fight
    if alone:
        return nowhere(system)
    return {"system": system, "revision": session.revision, "round": fight.round, "turn": fight.active}


def nowhere(system: str) -> Place:
    """The same where there is a system and no fight."""
    return {"system": system, "revision": 0, "round": 0, "turn": ""}


def bare_answer(done: Played) -> str:
    """The outcome in a word, else the total of the last roll."""
    if done.outcome:
        return done.outcome
    totals = [str(event.total) for event in done.events if isinstance(event, Rolled) and not event.hidden]
    return totals[-1] if totals else ""


def session_started(request: Request[AnyCommand], session: Session) -> Reply:
    """Keep a session, unless it is a dry run, and show it."""
    command, common = request.command, request.common
    if not common.dry_run:
        request.storage.begin(session, replace=command.force)
    if common.json:
        facts: Begun = {**place(session), "seed": session.fight.seed}
        return Reply(text=json_line(line_for(command), **facts))
    if common.quiet:
        return Reply()
    lines = screen_of(session, request.style)
    lines += [f"next: {step}" for step in accepted_steps(session)[:2]]
    return lines_reply(lines)


def wrapped(reply: Reply, style: Style, common: CommonOptions) -> Reply:
    """Return a reply in lines that on a terminal break between words."""
    if common.json or not style.tables:
        return reply
    return replace(reply, text="".join(f"{line}\n" for line in wrap_lines(reply.text.splitlines(), style)))


def screen_of(session: Session, style: Style) -> list[str]:
    """The lines of the fight; where a plug-in cannot say who belongs together or is up, all stand alone, and are."""
    from rbfcli.render.screen import fight_lines  # noqa: PLC0415 - an attack shows no fight

    try:
        return fight_lines(session.fight, session.rules, style)
    except PluginBug as fault:
        complain(fault)
        rules = replace(
            session.rules, members=stand_alone_fight, standing=lambda _one: True, takes_turns=lambda _fight, _who: True
        )
        return fight_lines(session.fight, rules, style)


class RollOutput(Protocol):
    """An output; `command` is the line that was understood, `json` whether errors are JSON too."""

    command: str
    json: bool

    @property
    def environ(self) -> Mapping[str, str]:
        """The settings that no flag decides."""

    @property
    def is_terminal(self) -> bool:
        """Whether results go to a terminal."""

    def write(self, text: str) -> None:
        """Print a result."""

    def show(self, text: str, *, paged: bool = True) -> None:
        """Print a result that may be longer than the screen."""

    def error(self, text: str) -> None:
        """Print what is not a result."""
