"""The laws of offers and hints: whatever the program proposes can be typed."""

from collections.abc import Iterator

from rbfcli.conformance.laws import hold
from rbfcli.conformance.lines import lines_to_try, sampled_lines
from rbfcli.kernel.command import Command
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.offers import offers, refusal
from rbfcli.kernel.play import play
from rbfcli.language.fights import fight_verbs, read_line
from rbfcli.language.grammar import grammar_of
from rbfcli.language.writer import say
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session

FIGHTS, LINES = 4, 10


def no_offer_is_refused(path: str) -> None:
    """What `actions` lists is not refused, whatever the dice, and reads back as it is listed. Raises LawBroken."""
    for session in fights(path):
        for who in session.fight.combatants:
            for offer in offers(session.rules, session.fight, who):
                line = say(offer.command)
                command = read_line(line, session.rules, session.fight)
                hold(command == offer.command, f"{line}: the offer does not read back as it is listed")
                wrong = _refused(session, command)
                hold(wrong is None, f"{line} is offered to {who} and refused: {wrong}")


def no_step_is_refused(path: str) -> None:
    """What the rules name as the next step is not refused. Raises LawBroken."""
    for session in fights(path):
        if session.fight.paused is not None or session.fight.over:
            continue
        for line in session.rules.next_steps(session.fight):
            if not _is_pattern(line):
                wrong = _refused(session, read_line(line, session.rules, session.fight))
                hold(wrong is None, f"next: {line} is refused: {wrong}")


def no_hint_is_refused(path: str) -> None:
    """A line that a refusal names as what would have been right is not refused. Raises LawBroken."""
    for session in fights(path):
        for line in lines_to_try(session):
            try:
                play(session.rules, session.fight, read_line(line, session.rules, session.fight))
            except RbfError as refused:
                for hinted in _typed_hints(session, refused.hint):
                    wrong = _hint_refused(session, hinted)
                    hold(wrong is None, f"{line}: the hint {hinted!r} is refused: {wrong}")


def what_is_accepted_is_offered(path: str) -> None:
    """A line the rules accept from the active combatant is offered, or of a kind that is documented as not listed.

    What is aimed at somebody is tried on other sides alone: harm to one's own is never listed. Raises LawBroken.
    """
    for session in fights(path):
        rules, fight = session.rules, session.fight
        if not fight.active or fight.questions:
            continue
        for who in rules.members(fight, fight.active):
            offered = {_shape(each.command) for each in offers(rules, fight, who)}
            for line in sampled_lines(session, who):
                if line.partition(" ")[0] in rules.unlisted:
                    continue
                try:
                    command = read_line(line, rules, fight)
                except RbfError:
                    continue
                if refusal(rules, fight, command) is None:
                    hold(_shape(command) in offered, f"{line} is accepted from {who} and not offered")


def fights(path: str) -> Iterator[Session]:
    """Fights of an encounter at several points, drawn the same every time."""
    for number in range(FIGHTS):
        session = from_encounter(path, f"offers {number}", source=path)
        dice = Seeded(f"offers {number}", 0)
        yield session
        for line in ("init", *([""] * LINES)):
            lines = [line] if line else _likely(session)
            try:
                session.perform(read_line(lines[dice.row(len(lines), 1)[0] - 1], session.rules, session.fight))
            except RbfError:
                continue
            yield session


def _likely(session: Session) -> list[str]:
    active = session.rules.members(session.fight, session.fight.active) if session.fight.active else ()
    offered = [say(each.command) for who in active for each in offers(session.rules, session.fight, who)]
    return [*offered, *(["choose 1"] if session.fight.questions else ["turn next"])]


def _refused(session: Session, command: Command) -> str | None:
    try:
        play(session.rules, session.fight, command)
    except RbfError as wrong:
        return wrong.message
    return None


def _hint_refused(session: Session, line: str) -> str | None:
    try:
        command = read_line(line, session.rules, session.fight)
    except RbfError as wrong:
        return wrong.message
    return _refused(session, command)


def _typed_hints(session: Session, hint: str) -> Iterator[str]:
    """The parts of a hint that are lines to type: those that begin with a verb of the fight and name everything."""
    for part in hint.replace(", or ", "; ").replace(" or ", "; ").split("; "):
        words = part.split()
        if words and words[0] in fight_verbs(session.rules) and words[0] != "choose" and not _is_pattern(part):
            yield part


def _is_pattern(line: str) -> bool:
    """Whether a line has places to fill in: capitals, an ellipsis, or a choice of words."""
    return any(word.isupper() or "=N" in word or "…" in word or "|" in word for word in line.split()[1:])


def _shape(command: Command) -> tuple[object, ...]:
    """A command without its options."""
    grammar = grammar_of(type(command))
    return (grammar.verb, *(getattr(command, each.field) for each in grammar.positionals))


LAWS_OF_OFFERS = (no_offer_is_refused, no_step_is_refused, no_hint_is_refused, what_is_accepted_is_offered)
