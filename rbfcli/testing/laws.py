"""The laws that every line of a fight must keep, in any system."""

import json
from functools import reduce
from typing import Any

from rbfcli.checking.integrity import mistakes_in
from rbfcli.core.errors import LimitReached, RbfError
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.answers import answer_meaning
from rbfcli.engine.play import Played, execute
from rbfcli.engine.scene import Scene
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.display import COMMON
from rbfcli.model.events import CustomEvent, FieldChanged, QuestionAnswered, QuestionAsked
from rbfcli.model.evolve import evolve
from rbfcli.model.fight import Fight
from rbfcli.plugins import place_of_function
from rbfcli.render.json import json_line
from rbfcli.render.narration import narrate
from rbfcli.render.screen import fight_lines, sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.session.saves import fight_tables, from_bytes, to_bytes, to_tables
from rbfcli.session.session import Session
from rbfcli.systems.registry import package
from rbfcli.testing.output import every_sign_is_explained, facts_are_there, fits_every_screen, tells_what_was_applied
from rbfcli.testing.state import what_lasts_has_its_cause
from rbfcli.testing.support import LawViolation, broken, plain, require_law

STYLES = (Style(), Style(colour=True, explain=True))
OF_NO_SYSTEM = ("", "GM")
TURNS = ("turn", "init")


def perform(session: Session, line: str) -> None:
    """Play a line, or let it be refused, and check all laws. Raises LawViolation."""
    before, state_before, twin = session.fight, state(session), session.twin()
    known = plain(before)
    try:
        command = session.written_out(read_line(line, session.rules, session.fight))
        played = session.perform(command)
        _require_room(session, twin)
    except RbfError as refused:
        require_law(session.fight is before, f"{line}: a refusal changed the fight")
        require_law(state(session) == state_before, f"{line}: a refusal changed the session")
        is_of_the_ledger(session, refused.rule, line)
        return
    try:
        unchanged, again = plain(before) == known, read_line(line_for(command), session.rules, before)
        require_law(unchanged, f"{line}: something changed without an event: a rule changed a sheet in place")
        require_law(again == command, f"{line}: read again, it is another command")
        same = execute(session.rules, before, command) == played
        require_law(same, f"{line_for(command)}: played again, it gives a different result")
        _judge(session, before, played, line)
        asks_what_it_may(session, before, command, played)
    except LawViolation as wrong:
        if " (" in str(wrong).partition(":")[0]:
            raise
        rules = session.rules
        root = package(rules.name).rpartition(".")[2]
        broken(rules.name, place_of_function(root, rules.verbs.get(type(command))), str(wrong))


def _judge(session: Session, before: Fight, played: Played, line: str) -> None:
    require_law(reduce(evolve, played.events, before) == played.fight, f"{line}: something changed without an event")
    saves_and_loads(session, line)
    has_words(session, before, played)
    says_what_it_does(session, before, played, line)
    stays_sound(session, line)
    nothing_is_left_to_settle(session, line)
    what_lasts_has_its_cause(session.rules, before, played.fight, line)
    tells_what_was_applied(session.rules, before, played, line)
    undoes_and_redoes(session, before, played, line)
    for event in played.events:
        is_of_the_ledger(session, event.rule, line)


def _require_room(session: Session, before: Session) -> None:
    """Raise LimitReached if a session does not fit into a save, after restoring the earlier session."""
    try:
        to_bytes(session.twin())
    except LimitReached:
        session.fight, session.entries, session.undone_entries = before.fight, before.entries, before.undone_entries
        session.revision -= 1
        raise


def state(session: Session) -> tuple[object, ...]:
    """Return everything that a save contains."""
    return plain(session.fight), plain(session.start), *session.journal, "|", *session.undone, session.revision


def saves_and_loads(session: Session, line: str) -> None:
    """Check that a save loads as the same session and is written with the same bytes again."""
    raw = to_bytes(session)
    loaded = from_bytes(raw, "save")
    again = loaded.session
    require_law(not loaded.edited, f"{line}: the save looks edited")
    require_law(again.fight == session.fight, f"{line}: the save reads back as another fight")
    require_law(again.journal == session.journal, f"{line}: the save reads back with another journal")
    require_law(to_bytes(again) == raw, f"{line}: the save writes other bytes the second time")


def has_words(session: Session, before: Fight, played: Played) -> None:
    """Check that every event has text in every style and as JSON, and that the fight can be shown."""
    words, names = session.rules.words, {who: one.name for who, one in before.combatants.items()}
    for event in played.events:
        facts_are_there(session.rules, event)
        if isinstance(event, CustomEvent):
            require_law(event.what in {**words, **COMMON}, f"no words for {event.what!r}")
        if isinstance(event, QuestionAnswered) and event.lapsed:
            told = narrate([event], before, played.fight, session.rules, Style())
            require_law(told, f"the offer {event.kind} lapses, and no line says so")
        if isinstance(event, QuestionAsked):
            kind = event.question.kind
            require_law(f"question.{kind}" in words, f"no words for question.{kind}")
            for answer in event.question.answers:
                require_law(
                    bool(answer_meaning(session.rules, event.question, answer, names)),
                    f"no words for the effect of {answer!r} to {kind}: answer.{kind}.{answer}",
                )
    for style in STYLES:
        narrate(played.events, before, played.fight, session.rules, style)
        fight_lines(played.fight, session.rules, style)
    fits_every_screen(played.fight, session.rules)
    every_sign_is_explained(played.fight, session.rules)
    for who in played.fight.combatants:
        sheet_lines(played.fight, session.rules, who, Style())
    line = json_line("", events=played.events, fight=played.fight)
    require_law(line.isascii() and json.loads(line)["ok"], "the events are no JSON")


def asks_what_it_may(session: Session, before: Fight, command: Command, played: Played) -> None:
    """Check that a verb asks only the questions in `asks`, so that answers in advance are accepted."""
    if before.paused is None:
        known, verb = session.rules.question_kinds, verb_name(command)
        may = session.rules.asks.get(verb, known)
        for event in played.events:
            require_law(
                not isinstance(event, QuestionAsked) or event.question.kind in may,
                f"{verb} asks what `asks` does not name",
            )


def says_what_it_does(session: Session, before: Fight, played: Played, line: str) -> None:
    """Check that an accepted line has output that names every combatant it changes.

    Turn changes are exempt. Changes without their own line, such as the actions left, must be mentioned in another
    line, in the typed line, or in the paused command that the typed line continues.
    """
    told = narrate(played.events, before, played.fight, session.rules, Style())
    require_law(told, f"{line}: it was accepted, and says nothing")
    if line.partition(" ")[0] in TURNS:
        return
    text = "\n".join(told).casefold()
    typed = line if before.paused is None else f"{line} {before.paused.command}"
    for event in played.events:
        if isinstance(event, FieldChanged) and event.who in before.combatants and event.path[0] != "conditions":
            named = event.who in typed or before.combatants[event.who].name.casefold() in text
            own = named or narrate([event], before, played.fight, session.rules, Style())
            require_law(own, f"{line}: {event.field} of {event.who} changes, and no line names them")


def stays_sound(session: Session, line: str) -> None:
    """Check that the fight stays valid, except for values that a system leaves to its rules."""
    for each in mistakes_in(session.rules, session.fight):
        require_law(each.left_to_rules, f"{line}: {each.line}")


def nothing_is_left_to_settle(session: Session, line: str) -> None:
    """Check that a line left nothing for the system's hooks to do: they see every combatant who comes into play."""
    fight, rules = session.fight, session.rules
    for who, one in fight.combatants.items():
        require_law(rules.settled(fight, one, ()) == one, f"{line}: the sheet of {who} is not settled")
    if not fight.questions:
        scene = Scene[Any, Any](fight, MaxDice(), rules)
        rules.hooks.after_command(scene)
        require_law(not scene.all_events(), f"{line}: the hook after it has more to do: {scene.all_events()}")


def undoes_and_redoes(session: Session, before: Fight, played: Played, line: str) -> None:
    """Check that undo restores the same bytes, dice included, and that redo restores the same fight."""
    saved = {**to_tables(session), "revision": 0}
    session.undo(1)
    require_law(plain(session.fight) == plain(before), f"{line}: undone, the fight is not as it was")
    same = json.dumps(fight_tables(session.fight)) == json.dumps(fight_tables(before))
    require_law(same, f"{line}: undone, the fight is saved in another way")
    session.redo(1)
    require_law(session.fight == played.fight, f"{line}: done again, the fight is another")
    again = {**to_tables(session), "revision": 0}
    require_law(json.dumps(again) == json.dumps(saved), f"{line}: undone and done again, the save is another")


def is_of_the_ledger(session: Session, rule: str, line: str) -> None:
    """Check that the rule of an event or a refusal is in the ledger, or is the GM, or empty."""
    known = {each.id for each in session.rules.ledger()}
    require_law(rule in OF_NO_SYSTEM or rule in known, f"{line}: the ledger has no rule {rule}")
