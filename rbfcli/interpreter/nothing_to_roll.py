"""What somebody is told for whom nothing rolls dice now: what leads to a strike, or who is up instead."""

from collections.abc import Iterator, Sequence

from rbfcli.interpreter.actions import short_form
from rbfcli.kernel.answers import open_now
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.offers import Offer
from rbfcli.lab.view import leading
from rbfcli.language.names import NameContext
from rbfcli.language.writer import line_for
from rbfcli.render.safe import safe
from rbfcli.session.session import Session


def nothing_to_roll(
    session: Session, people: Sequence[str], found: Sequence[tuple[str, Offer]], budget: Budget
) -> Iterator[str]:
    """A remark on all of them, and one on each for whom there is more to say."""
    fight, context = session.fight, NameContext(session.rules, session.fight)
    names = {who: one.name for who, one in fight.combatants.items()}
    yield f"{', '.join(safe(names[who]) for who in people)}: nothing that rolls dice now"
    if fight.over:
        yield f"the fight is over: {safe(fight.over)}; `undo` takes the end back"
        return
    if fight.questions:
        asked = dict.fromkeys(safe(names.get(each.who, "the GM")) for each in open_now(fight))
        yield f"{' or '.join(asked)} has to choose first: suggest alone ranks the answers"
        return
    up = session.rules.members(fight, fight.active) if fight.active else people
    for who in people:
        if who not in up:
            yield f"it is {safe(names.get(fight.active, fight.active))}'s turn"
            return
        own = [each.command for whose, each in found if whose == who]
        try:
            ways = leading(session.rules, fight, who, own, budget)
        except LimitReached:
            return
        if ways.commands:
            lines = [short_form(line_for(each), each, who, context) for each in ways.commands]
            yield f"{' or '.join(lines)}: {'then' if ways.strikes else 'nearer to where'} {safe(names[who])} can strike"
