"""The laws of offers: every suggested line is accepted."""

import shlex
from collections.abc import Iterable, Sequence
from functools import cache

from rbfcli.core.errors import RbfError, is_open, succeeds
from rbfcli.core.text import quoted
from rbfcli.engine.play import execute, offers, refusal
from rbfcli.language.grammar import line_for, split_words
from rbfcli.language.parser import bind, fight_verbs, parse_line, read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.session.proposals import proposed_lines
from rbfcli.session.session import Session
from rbfcli.testing.support import LawViolation, SeededDraw, in_turn, is_done, lines_to_try, require_law, selector_lines

FIGHTS, LINES = 3, 5
MOST_ASKED, MOST_TRIES = 2, 10
CHOOSE = "choose"


def offers_are_accepted(session: Session, people: Iterable[str]) -> None:
    """Check that offered commands are accepted and read back as listed. Raises LawViolation."""
    for who in people:
        for offer in offers(session.rules, session.fight, who):
            line = line_for(offer.command)
            command = read_line(line, session.rules, session.fight)
            require_law(command == offer.command, f"{line}: read again, the offer is another command")
            _require_accepted(session, split_words(line), f"{line}, offered to {who},")


def steps_are_accepted(session: Session) -> None:
    """Check that the suggested next step is accepted while any combatant is up. Raises LawViolation."""
    if session.fight.paused is not None or session.fight.over or not _anybody_stands(session):
        return
    for line in session.rules.next_steps(session.fight):
        if not is_open(split_words(line)):
            _require_accepted(session, split_words(line), f"next: {line}")


def no_hint_is_refused(path: str) -> None:
    """Check that lines suggested by a refusal's hint are accepted. Raises LawViolation."""
    for session in fights(path):
        for line in lines_to_try(session):
            hints_are_accepted(session, line)


def hints_are_accepted(session: Session, line: str) -> None:
    """Check that a refusal's hint is accepted while any combatant is up. Raises LawViolation."""
    words = split_words(line)
    if not _anybody_stands(session) or not succeeds(bind, parse_line(words), session.rules, session.fight):
        return
    if refused := error_of(session, words):
        verbs = fight_verbs(session.rules).keys() - {CHOOSE}
        lines = proposed_lines(refused, words)
        for hinted in (each for each in lines if each[0] in verbs and each[: len(words)] != tuple(words)):
            _require_accepted(session, hinted, f"{line}: the hint {shlex.join(hinted)!r}")


def _require_accepted(session: Session, words: Sequence[str], what: str) -> None:
    wrong = error_of(session, words)
    require_law(wrong is None, f"{what} is refused: {wrong and wrong.message}")


def error_of(session: Session, words: Sequence[str]) -> RbfError | None:
    """Return why a line is refused, or None if it is accepted."""
    try:
        execute(session.rules, session.fight, bind(parse_line(words), session.rules, session.fight).command)
    except RbfError as wrong:
        return wrong
    return None


def _anybody_stands(session: Session) -> bool:
    return any(session.rules.standing(one) for one in session.fight.combatants.values())


def can_attack_agrees_with_the_rules(path: str) -> None:
    """Check that plain attacks are refused if `can_attack` is False, and that lines of `approach` read back."""
    for session in fights(path):
        rules, fight = session.rules, session.fight
        up = {who: one.side for who, one in fight.combatants.items() if rules.standing(one)}
        playable = fight.paused is None and not fight.over
        for who, foe in ((who, foe) for who in up for foe in up if playable and up[who] != up[foe]):
            if rules.can_attack is not None and "attack" in rules.verb_types and not rules.can_attack(fight, who):
                line = f"attack {quoted(who)} {quoted(foe)}"
                accepted = refusal(rules, fight, read_line(line, rules, fight)) is None
                require_law(not accepted, f"{line} is accepted, and can_attack says that {who} cannot")
            for each in rules.approach(fight, who, foe) if rules.approach else ():
                line = line_for(each)
                require_law(
                    read_line(line, rules, fight) == each, f"{line}: read again, the approach is another command"
                )


@cache
def fights(path: str) -> tuple[Session, ...]:
    """Return fights of an encounter at several points, the same every time."""
    found = []
    for number in range(FIGHTS):
        session = from_encounter(path, f"offers {number}", source=path)
        draw = SeededDraw(f"offers {number}")
        found.append(Session(session.rules, session.fight))
        for played in range(1 + LINES):
            lines = _likely(session) if played else ["init"]
            any(is_done(session, draw.of(lines)) for _ in range(MOST_TRIES))
            found.append(Session(session.rules, session.fight))
    return tuple(found)


def _likely(session: Session) -> list[str]:
    if session.fight.questions:
        return ["choose 1", "choose 2"]
    return [*in_turn(session), "turn next"]


def no_selector_fails(path: str) -> None:
    """Check that every selector in every position is accepted or refused. Raises LawViolation."""
    for session in fights(path)[:2]:
        for line in selector_lines(session):
            try:
                refusal(session.rules, session.fight, read_line(line, session.rules, session.fight))
            except RbfError:
                continue
            except Exception as wrong:
                raise LawViolation(f"{line}: {type(wrong).__name__}: {wrong}") from wrong


LAWS_OF_OFFERS = (no_hint_is_refused, no_selector_fails, can_attack_agrees_with_the_rules)
