"""The law of interruptions: they come before what they interrupt, with all their questions, whatever deed it is."""

from collections.abc import Iterator, Sequence

from rbfcli.conformance.law_broken import hold
from rbfcli.conformance.lines import in_turn, sampled_lines
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Answered, AnyEvent, Changed, Relieved
from rbfcli.kernel.evolve import evolve
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.pause import command_of, recall
from rbfcli.kernel.play import play
from rbfcli.kernel.reactions import Occasion, Reaction
from rbfcli.kernel.recording import Recording
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import EDITS, Played, run
from rbfcli.kernel.scene import Scene
from rbfcli.kernel.verbs import Choose
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session

SAMPLED, MOST_TURNS = 120, 12
Judged = Iterator[tuple[Fight, AnyEvent, frozenset[tuple[str, str]]]]


def comes_before_what_it_interrupts(rules: Rules, before: Fight, played: Played, line: str) -> int:
    """No deed changes what a reaction comes `before` while somebody may still react; how often it was judged."""
    rows = [row for row in rules.reactions if row.before]
    command = played.command
    if not rows or command is None or isinstance(command, EDITS):
        return 0
    start, deed, events = _whole(rules, before, command, played)
    doer = str(getattr(deed, "who", ""))
    judged = 0
    for fight, event, answered in _one_by_one(start, events):
        for row in rows:
            if isinstance(event, Changed) and event.who == doer and event.field in row.before:
                asked = {question.who for question in fight.questions if question.kind == row.kind}
                waiting = asked.union(_who_may(rules, fight, row, doer)) - {
                    who for kind, who in answered if kind == row.kind
                }
                told = ", ".join(sorted(waiting))
                hold(not waiting, f"{line}: {doer} has acted, and {told} could come before that ({row.kind})")
                judged += 1
    return judged


def _who_may(rules: Rules, fight: Fight, row: Reaction, doer: str) -> Iterator[str]:
    """Whoever could react now to a deed of somebody's."""
    scene: Scene[Fight, Combatant] = Scene(fight, Highest(), rules)
    for who, one in fight.combatants.items():
        bears = not row.bearing or row.bearing in one.conditions
        if bears and row.may(scene, who, Occasion(row.on, doer)):
            yield who


def _one_by_one(fight: Fight, events: tuple[AnyEvent, ...]) -> Judged:
    """Each event with the fight before it, and who has answered which kind of question by then."""
    answered: frozenset[tuple[str, str]] = frozenset()
    for event in events:
        yield fight, event, answered
        if isinstance(event, Answered):
            answered |= {(event.kind, event.who)}
        fight = evolve(fight, event)


def _whole(
    rules: Rules, before: Fight, command: Command, played: Played
) -> tuple[Fight, Command, tuple[AnyEvent, ...]]:
    """A command from its beginning, where it waited for an answer: the fight it began in, itself, and its events."""
    pause = before.paused
    if pause is None or not isinstance(command, Choose):
        return before, command, played.events
    start = recall(pause.before, before)
    waiting, *since = (command_of(text, rules.verbs) for text in (pause.command, *pause.since))
    return start, waiting, run(rules, start, waiting, Recording(pause, (*since, command), before)).events


def every_deed_sets_off_who_waits(paths: Sequence[str]) -> None:
    """With everybody else waiting, whatever anybody does is interrupted before it costs anything. Raises LawBroken.

    In one of the encounters of a system each reaction that comes `before` something has to come about. A system without
    such a reaction interrupts nothing.
    """
    missing: set[str] = set()
    shown: set[str] = set()
    for path in paths:
        for session, who in _turns(path):
            for row in _waited_for(session.rules):
                missing.add(row.kind)
                waiting = _waiting(session, who, row)
                lines = dict.fromkeys((*in_turn(waiting), *sampled_lines(waiting, who, SAMPLED)))
                shown.update([row.kind for line in lines if _is_interrupted(waiting, line, row)])
    hold(missing <= shown, f"nothing that anybody does is ever interrupted by {', '.join(sorted(missing - shown))}")


def _waited_for(rules: Rules) -> Iterator[Reaction]:
    return (row for row in rules.reactions if row.before and row.bearing)


def _turns(path: str) -> Iterator[tuple[Session, str]]:
    """The first turn of each side."""
    session = from_encounter(path, "interruptions", source=path)
    seen: set[str] = set()
    for line in ("init", *["turn next"] * MOST_TURNS):
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            return
        fight = session.fight
        for who in session.rules.members(fight, fight.active) if fight.active else ():
            if fight.combatants[who].side not in seen:
                seen.add(fight.combatants[who].side)
                yield session, who


def _waiting(session: Session, who: str, row: Reaction) -> Session:
    """The same fight, with everybody else on the watch for a reaction."""
    waiting = Session(session.rules, session.fight)
    for other in session.fight.combatants:
        if other != who:
            waiting.perform(read_line(f"condition add {other} {row.bearing}", waiting.rules, waiting.fight))
    return waiting


def _is_interrupted(session: Session, line: str, row: Reaction) -> bool:
    """Whether somebody came before a line; one that nobody comes before is judged."""
    try:
        command = read_line(line, session.rules, session.fight)
        played = play(session.rules, session.fight, command)
    except RbfError:
        return False
    comes_before_what_it_interrupts(session.rules, session.fight, played, line)
    return any(isinstance(event, Relieved) and event.name == row.bearing for event in played.events)


LAWS_OF_INTERRUPTIONS = (every_deed_sets_off_who_waits,)
