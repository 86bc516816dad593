"""The law of overwatch: it comes before what it interrupts (RBF-ACT-8)."""

from collections.abc import Iterator, Sequence
from itertools import product

from rbfcli.core.errors import RbfError
from rbfcli.core.text import quoted
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.play import EDITS, Played, command_of, execute, resume, run
from rbfcli.engine.questions import Recording, may_react
from rbfcli.engine.scene import Scene
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Choose, Command
from rbfcli.model.events import AnyEvent, ConditionLost, FieldChanged, QuestionAnswered
from rbfcli.model.evolve import evolve
from rbfcli.model.fight import Combatant, Fight
from rbfcli.model.rules import Reaction, Rules, Trigger
from rbfcli.session.session import Session
from rbfcli.testing.support import acting, in_turn, require_law, sampled_lines
from tests.laws.moments import turns_of_sides

SAMPLED = 120
SPENT = ("actions_left", "bonus_left", "reactions_left")
Judged = Iterator[tuple[Fight, AnyEvent, frozenset[tuple[str, str]]]]


def overwatch_of(rules: Rules) -> list[Reaction]:
    """Return the reactions of an overwatch to an action."""
    return [row for row in rules.reactions if (row.kind, row.on) == ("overwatch", "acts")]


def comes_before_what_it_interrupts(rules: Rules, before: Fight, played: Played, line: str) -> int:
    """Check that no action spends anything while an overwatch could come before it. Return the number of checks."""
    rows = overwatch_of(rules)
    command = played.command
    if not rows or command is None or isinstance(command, EDITS):
        return 0
    start, deed, events = _whole(rules, before, command, played)
    doer = str(getattr(deed, "who", ""))
    judged = 0
    for fight, event, answered in _one_by_one(start, events):
        for row in rows:
            if isinstance(event, FieldChanged) and event.who == doer and event.field in SPENT:
                asked = {question.who for question in fight.questions if question.kind == row.kind}
                waiting = asked.union(_who_may(rules, fight, row, doer)) - {
                    who for kind, who in answered if kind == row.kind
                }
                told = ", ".join(sorted(waiting))
                require_law(not waiting, f"{line}: {doer} has acted, and {told} could come before that ({row.kind})")
                judged += 1
    return judged


def _who_may(rules: Rules, fight: Fight, row: Reaction, doer: str) -> Iterator[str]:
    """Yield the combatants who can react now to the actor's action."""
    scene: Scene[Fight, Combatant] = Scene(fight, MaxDice(), rules)
    for who, one in fight.combatants.items():
        if row.bearing in one.conditions and may_react(scene, row, who, Trigger(row.on, doer)):
            yield who


def _one_by_one(fight: Fight, events: tuple[AnyEvent, ...]) -> Judged:
    """Yield each event with the fight before it and the (kind, combatant) pairs that have answered."""
    answered: frozenset[tuple[str, str]] = frozenset()
    for event in events:
        yield fight, event, answered
        if isinstance(event, QuestionAnswered):
            answered |= {(event.kind, event.who)}
        fight = evolve(fight, event)


def _whole(
    rules: Rules, before: Fight, command: Command, played: Played
) -> tuple[Fight, Command, tuple[AnyEvent, ...]]:
    """Return the initial fight, command and all events of a command, including those before a pause."""
    pause = before.paused
    if pause is None or not isinstance(command, Choose):
        return before, command, played.events
    start = resume(pause.before, before)
    waiting, *since = (command_of(text, rules) for text in (pause.command, *pause.since))
    return start, waiting, run(rules, start, waiting, Recording(pause, (*since, command), before)).events


def waiting_reactions_interrupt_every_action(paths: Sequence[str]) -> None:
    """Check that an overwatch interrupts an action before its costs, in one of the encounters at least."""
    shown = 0
    for path in paths:
        for session in turns_of_sides(path):
            for who, row in product(acting(session)[:1], overwatch_of(session.rules)):
                waiting = _waiting(session, who, row)
                lines = dict.fromkeys((*in_turn(waiting), *sampled_lines(waiting, who, SAMPLED)))
                shown += sum([_is_interrupted(waiting, line, row) for line in lines])
    require_law(shown, "no overwatch ever interrupts anything")


def _waiting(session: Session, actor: str, row: Reaction) -> Session:
    """Return the same fight with all other combatants waiting for a reaction."""
    waiting = Session(session.rules, session.fight)
    for other in session.fight.combatants:
        if other != actor:
            line = f"condition add {quoted(other)} {quoted(row.bearing)}"
            waiting.perform(read_line(line, waiting.rules, waiting.fight))
    return waiting


def _is_interrupted(session: Session, line: str, row: Reaction) -> bool:
    """Return whether a reaction came before a line; an uninterrupted line is checked."""
    try:
        command = read_line(line, session.rules, session.fight)
        played = execute(session.rules, session.fight, command)
    except RbfError:
        return False
    comes_before_what_it_interrupts(session.rules, session.fight, played, line)
    return any(isinstance(event, ConditionLost) and event.name == row.bearing for event in played.events)
