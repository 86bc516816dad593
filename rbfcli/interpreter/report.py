"""What a played command came to, in the words or the JSON of its reply."""

from collections.abc import Iterator

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.events import Answered, Happened, Rolled, without_pauses
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.kernel.visible import quoted
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.narration import broken, narrate
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.proposals import accepted_steps
from rbfcli.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.verbs import Add
    from rbfcli.render.shapes.envelope import Place
    from rbfcli.render.shapes.fights import Played as Told

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
        facts: Told = {**place(session, alone=alone), "outcome": done.outcome, "events": events}
        return Reply(text=json_line(line, **facts), played=done)
    if common.quiet:
        bare = bare_answer(done)
        return Reply(text=f"{bare}\n" if bare else "", played=done)
    lines = narrate(done.events, before, done.fight, session.rules, style)
    if not alone and not done.fight.questions and not done.fight.over:
        steps = [*_new_steps(session.rules, before, done.fight)]
        left = [] if TURN_NEXT in steps else _left(session.rules, before, done)
        more = [f"and {len(steps) - MOST_STEPS} more to do next: show"] if len(steps) > MOST_STEPS else []
        told = [*(f"left: {each}" for each in left), *(f"next: {step}" for step in steps[:MOST_STEPS]), *more]
        lines += broken(told, style)
    return Reply(text="".join(f"{each}\n" for each in lines), played=done)


def of_a_stat_block(command: "Add", before: Fight) -> str:
    """That somebody new is called like a stat block, and builds on none; empty otherwise."""
    block = next((each for each in before.blocks if each.casefold() == command.name.casefold()), "")
    if command.block or not block:
        return ""
    return f"there is a stat block {block}, and {command.name} is not made of it: --from {quoted(block)} does that\n"


def _new_steps(rules: Rules, before: Fight, now: Fight) -> Iterator[str]:
    """The next steps not said yet: all where a question kept them back or a round begins.

    In each turn those of whoever is up are said again, and `turn next`.
    """
    known = () if before.questions or before.round != now.round else rules.next_steps(before)
    another = turn_of(before) != turn_of(now)
    again = {TURN_NEXT} if another else set()
    again |= {step for step in known if another and now.active and step.split()[1:2] == [now.active]}
    yield from (step for step in accepted_steps(Session(rules, now)) if step not in known or step in again)


def _left(rules: Rules, before: Fight, done: Played) -> Iterator[str]:
    """What those whose turn goes on have left of it, where that has changed or an answer was given.

    What has just been told of somebody in the same words is not told again.
    """
    now = done.fight
    if not now.active or turn_of(before) != turn_of(now):
        return
    went_on = _whose_command(rules, before) if any(isinstance(each, Answered) for each in done.events) else ""
    for who in rules.members(now, now.active):
        if who in before.combatants and who in now.combatants:
            left, known = _of_turn(rules, now, who), {} if who == went_on else _of_turn(rules, before, who)
            told = [
                fact
                for each in done.events
                if isinstance(each, Happened) and each.who == who
                for fact in each.facts.values()
            ]
            if any(known.get(name) != value and value not in told for name, value in left.items()):
                all_left = ", ".join(f"{name} {value}" for name, value in left.items())
                yield f"{safe(now.combatants[who].name)}, {all_left}"


def _whose_command(rules: Rules, fight: Fight) -> str:
    """Whose command waits for an answer; empty where it is nobody's."""
    from rbfcli.kernel.pause import command_of

    return str(getattr(command_of(fight.paused.command, rules.verbs), "who", "")) if fight.paused else ""


def _of_turn(rules: Rules, fight: Fight, who: str) -> dict[str, str]:
    """What somebody has left of a turn, by the names of the facts that say so."""
    return {safe(fact.name): safe(fact.value) for fact in rules.status(fight, who) if fact.turn and fact.value}


def turn_of(fight: Fight) -> tuple[object, ...]:
    """Which turn a fight is in."""
    return fight.round, fight.phase, fight.turn, fight.active


def place(session: Session, *, alone: bool = False) -> "Place":
    """By which system a session is played and where it stands, for a JSON line; `alone` is a line without a fight."""
    system, fight = session.rules.name, session.fight
    if alone:
        return nowhere(system)
    return {"system": system, "revision": session.revision, "round": fight.round, "turn": fight.active}


def nowhere(system: str) -> "Place":
    """The same where there is a system and no fight."""
    return {"system": system, "revision": 0, "round": 0, "turn": ""}


def bare_answer(done: Played) -> str:
    """The outcome in a word, else the total of the last roll."""
    if done.outcome:
        return done.outcome
    totals = [str(event.total) for event in done.events if isinstance(event, Rolled) and not event.hidden]
    return totals[-1] if totals else ""
