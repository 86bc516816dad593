"""The law of completion: it never fails, wherever the cursor is."""

from rbfcli.engine.play import offers
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.grammar import Grammar, grammar_of, line_for
from rbfcli.language.names import NameContext
from rbfcli.language.parser import COMMON
from rbfcli.model.commands import verb_name
from rbfcli.session.session import Session
from rbfcli.testing.offers import MOST_ASKED, fights
from rbfcli.testing.support import LawViolation, acting


def completion_never_fails(path: str) -> None:
    """Check that completion works at every position in an offered line.

    It must also work after every option.
    """
    for session in fights(path)[:2]:
        context, tried = NameContext(session.rules, session.fight), set[str]()
        for who in _some(session):
            for offer in offers(session.rules, session.fight, who):
                if verb_name(offer.command) not in tried:
                    tried.add(verb_name(offer.command))
                    _completes(line_for(offer.command), grammar_of(type(offer.command)), context)


def _completes(line: str, grammar: Grammar, context: NameContext) -> None:
    """Complete at every place in a line, and after it with each option and the beginning of its value."""
    options = dict.fromkeys((*grammar.options, *COMMON.options))
    places = [(line, cursor) for cursor in range(len(line) + 1)]
    places += [(text, len(text)) for each in options for text in (f"{line} {each} ", f"{line} {each} a")]
    for text, cursor in places:
        try:
            suggest(text, cursor, context, KnownNames())
        except Exception as wrong:
            raise LawViolation(f"{text[:cursor]}: completion fails: {type(wrong).__name__}: {wrong}") from wrong


def _some(session: Session) -> tuple[str, ...]:
    """Return some acting combatants and one or two others."""
    able = acting(session)
    others = [who for who in session.fight.combatants if who not in able]
    return (*able[:MOST_ASKED], *others[:1], *others[-1:])
