"""What an empty line at the prompt says: what is asked, or whose turn it is and whose comes next."""

from rbfcli.interpreter.report import turn_of
from rbfcli.kernel.offers import rehearse
from rbfcli.kernel.rules import Candidate
from rbfcli.language.fights import read_line
from rbfcli.language.names import NameContext
from rbfcli.render.asked import menus
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import moment

ON = "turn next"


def menu(context: NameContext | None, style: Style) -> list[str]:
    """What is asked now, each answer with its number; nothing where nothing is."""
    return menus(context.fight, context.rules, style) if context else []


def ended(context: NameContext | None) -> tuple[object, ...] | None:
    """The turn that runs, if the next step is to go on; None where something else is to be done."""
    if context is None or context.fight.questions or ON not in context.rules.next_steps(context.fight):
        return None
    return turn_of(context.fight)


def whose_turn(context: NameContext) -> list[str]:
    """Whose turn it is, and what the next Enter brings."""
    fight = context.fight
    if not fight.round or fight.over:
        return [moment(fight)]
    turn = read_line(ON, context.rules, fight)
    found = rehearse(context.rules, fight, Candidate(turn, "", ""))
    if found.played is None:
        return [moment(fight), f"{ON} is refused: {safe(found.refusal.message if found.refusal else '')}"]
    after = found.played.fight
    return [moment(fight), f"Enter again goes on: {moment(after)}"]
