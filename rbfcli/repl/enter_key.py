"""Enter on an empty line of the prompt: it says what is asked, or whose turn it is, and goes on to the next."""

from msgspec.structs import replace

from rbfcli.interpreter.report import turn_of
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.offers import rehearse
from rbfcli.kernel.rules import Candidate
from rbfcli.language.fights import read_line
from rbfcli.language.names import NameContext
from rbfcli.render.asked import menus
from rbfcli.render.menu import MORE
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import moment

ON = "turn next"
# What it does: say whose turn it is and go on with the next Enter, go on at once, or nothing.
NEXT, OFF = "next", "off"
WAYS = ("ask", NEXT, OFF)


class EnterKey:
    """What Enter does, and the turn that it goes on from: the one it told of, or that has nothing left to do."""

    def __init__(self, way: str) -> None:
        self._way = way
        self._turn: object = None

    @property
    def is_off(self) -> bool:
        """Whether it does nothing."""
        return self._way == OFF

    def goes_on(self, fight: Fight) -> bool:
        """Whether it goes on to the next turn; if not, it does the next time."""
        now = turn_of(fight)
        goes_on = fight.round > 0 and not fight.over and (self._way == NEXT or self._turn == now)
        self._turn = None if goes_on else now
        return goes_on

    def forget(self) -> None:
        """Go on from no turn: something else was typed."""
        self._turn = None

    def played(self, context: NameContext | None) -> None:
        """A command was played: go on from the turn that runs, if that is the next step."""
        if not self.is_off:
            self._turn = _ended(context)

    def marked(self, text: str) -> str:
        """What a reply says, with Enter where that alone is the next step."""
        return f"{text[:-1]} (Enter)\n" if self._turn and text.endswith(f"next: {ON}\n") else text


def _ended(context: NameContext | None) -> tuple[object, ...] | None:
    """The turn that runs, if the next step is to go on; None where something else is to be done."""
    if context is None or context.fight.questions or ON not in context.rules.next_steps(context.fight):
        return None
    return turn_of(context.fight)


def menu(context: NameContext | None, style: Style, *, whole: bool) -> list[str]:
    """What is asked now, each answer with its number: the `whole` of it, or as much as fits."""
    if context is None:
        return []
    asked = menus(context.fight, context.rules, style)
    return menus(context.fight, context.rules, replace(style, height=0)) if whole and MORE in asked else asked


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
