"""What happened: frozen facts in the past tense, complete in themselves, each with the id of its rule."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from rbfcli.core.paths import Path
from rbfcli.model.fight import Combatant, Condition, Pause, Question, TurnSlot

Value = TypeVar("Value")

NOTHING_CHANGES = "nothing-changes"


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower, omit_defaults=True, gc=False):
    """The common part of all events."""

    rule: str = ""
    """the id of the rule that made it"""


class Die(Struct, frozen=True, gc=False):
    """One die of a roll: its natural face, and whether it counts and was given by hand."""

    sides: int
    """how many sides it has"""
    face: int
    """the face that fell"""
    kept: bool = True
    """whether it counts"""
    given: bool = False
    """whether it was rolled by hand"""


class Modifier(Struct, frozen=True, gc=False):
    """A number added to a roll, and why."""

    value: int
    """how much"""
    why: str
    """why, in a word or two"""
    rule: str = ""
    """the id of the rule"""


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were rolled, for a total and perhaps against a number; `edges` say why more dice than usual.

    `edge_dice` are dice that edges add to the others, or take off them where the edges sum up to less than nothing.
    Where it is to stay `under` a score, `against` is that score with its modifiers, the margin what is left of it.
    Of a pool, each die that shows at least `counting` is a success and is kept; total and margin are successes.
    """

    who: str
    """the id of who rolls"""
    target: str = ""
    """the id of whom it is rolled at"""
    label: str
    """what the roll is for"""
    dice: tuple[Die, ...]
    """the dice, in the order in which they fell"""
    edge_dice: tuple[Die, ...] = ()
    """those that edges add or take off"""
    total: int
    """what it came to"""
    modifiers: tuple[Modifier, ...] = ()
    """what was added"""
    edges: tuple[Modifier, ...] = ()
    """why there are more dice than usual, or less good ones"""
    expression: str = ""
    """the notation, where it was rolled by one"""
    against: int | None = None
    """the number that it was held against"""
    margin: int | None = None
    """by how much it passed or missed that"""
    outcome: str = ""
    """how it came out, in the word of the system"""
    under: bool = False
    """whether it was to stay under the number"""
    counting: int = 0
    """of a pool, what a die has to show to count; 0: no pool"""
    hidden: bool = False
    """whether it was rolled behind the screen"""

    def read(self, function: "Callable[[tuple[int, ...]], Value]") -> "Value":
        """Return what a function makes of the faces of `dice`, in the order in which they fell.

        A rule that needs only one fact of its dice reads that fact alone. The value must be hashable.
        """
        return function(tuple([die.face for die in self.dice]))

    def total_with(self, others: "list[Rolled]") -> int:
        """Return the total of this roll and others (`sum_of`)."""
        return self.total + sum(each.total for each in others)


def sum_of(rolls: "Iterable[Rolled | int]") -> int:
    """Return the total of several rolls together: a rule that needs nothing else of them reads no single one."""
    listed = list(rolls)
    rolled = [each for each in listed if not isinstance(each, int)]
    rest = sum(each for each in listed if isinstance(each, int))
    return rolled[0].total_with(rolled[1:]) + rest if rolled else rest


class FieldChanged(Event, frozen=True, kw_only=True, tag="changed"):
    """A field changed: the `path` to it on the sheet of `who`, or on the fight when `who` is empty.

    `field` is the path as people type it, with dots.
    """

    who: str
    """the id; empty: the fight itself"""
    field: str
    """the path to what changed, with dots"""
    path: Path
    """the same in its parts"""
    before: Any
    """what it was"""
    after: Any
    """what it is now"""


class ConditionGained(Event, frozen=True, kw_only=True, tag="afflicted"):
    """A condition came to lie on someone."""

    who: str
    """the id"""
    name: str
    """the condition"""
    condition: Condition
    """how it lies there: for how long, and by whom"""


class ConditionLost(Event, frozen=True, kw_only=True, tag="relieved"):
    """A condition ended."""

    who: str
    """the id"""
    name: str
    """the condition"""


class CombatantJoined(Event, frozen=True, kw_only=True, tag="joined"):
    """A combatant entered the fight."""

    who: str
    """the id"""
    combatant: Combatant
    """its sheet"""


class CombatantLeft(Event, frozen=True, kw_only=True, tag="left"):
    """A combatant left the fight."""

    who: str
    """the id"""


class InitiativeSet(Event, frozen=True, kw_only=True, tag="ordered"):
    """The order of turns was settled or changed; `turn` is the place that is acting."""

    slots: tuple[TurnSlot, ...]
    """the order, first to last"""
    turn: int
    """the place in it whose turn it is"""


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began."""

    round: int
    """its number"""


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of a round began."""

    phase: str
    """its name"""


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn began, at a place in the order."""

    who: str
    """the id"""
    turn: int
    """the place in the order"""


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended."""

    who: str
    """the id"""


class CustomEvent(Event, frozen=True, kw_only=True, tag="happened"):
    """Something of one system happened that changes no number by itself; the system's words tell it."""

    what: str
    """what happened, in the word of the system"""
    who: str = ""
    """the id of whom it is about"""
    target: str = ""
    """the id of whom else"""
    facts: Mapping[str, Any] = {}
    """what there is to know of it, by name"""


class QuestionAsked(Event, frozen=True, kw_only=True, tag="asked"):
    """The rules leave a choice open; unless it was answered beforehand, the fight waits for `choose`."""

    question: Question
    """the choice"""


class QuestionAnswered(Event, frozen=True, kw_only=True, tag="answered"):
    """An open question was answered; or it lapsed, or was withdrawn (an empty answer)."""

    kind: str
    """what kind of choice it was"""
    who: str
    """the id of who decided"""
    answer: str
    """the answer; empty: none was given"""


class UnusedAnswers(Event, frozen=True, kw_only=True, tag="unasked"):
    """A command is done, and these answers given in advance, as KIND=ANSWER, answered nothing: nobody asked."""

    answers: tuple[str, ...]
    """the answers"""


class Paused(Event, frozen=True, kw_only=True):
    """A command stopped at a question; `pause` is what it takes to go on."""

    pause: Pause


class Resumed(Event, frozen=True, kw_only=True):
    """A command that had stopped at a question went on."""


class ActionInterrupted(Event, frozen=True, kw_only=True, tag="brokenoff"):
    """A command that had stopped at a question is given up: what it had still to do is not done."""

    verb: str
    """the verb of the command"""
    who: str = ""
    """the id of whose command it was"""


class Noted(Event, frozen=True, kw_only=True):
    """Somebody wrote a line into the log."""

    text: str
    """the line"""


class RefusalOverridden(Event, frozen=True, kw_only=True, tag="forced"):
    """The GM did what the rules refuse."""

    message: str
    """why they refuse it"""


class FightEnded(Event, frozen=True, kw_only=True, tag="ended"):
    """The fight is over."""

    reason: str
    """how it ended"""


AnyEvent = (
    Rolled
    | FieldChanged
    | ConditionGained
    | ConditionLost
    | CombatantJoined
    | CombatantLeft
    | InitiativeSet
    | RoundBegan
    | PhaseBegan
    | TurnBegan
    | TurnEnded
    | CustomEvent
    | QuestionAsked
    | QuestionAnswered
    | UnusedAnswers
    | Paused
    | Resumed
    | ActionInterrupted
    | Noted
    | RefusalOverridden
    | FightEnded
)


def without_pauses(happened: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Events without those that only a save needs: how a command stopped at a question, and went on."""
    return tuple(event for event in happened if not isinstance(event, Paused | Resumed))
