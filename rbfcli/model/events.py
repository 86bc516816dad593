"""Events: frozen facts about what happened, each with the id of its rule."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from rbfcli.core.paths import Path
from rbfcli.model.fight import Combatant, Condition, Pause, Question, TurnSlot

Value = TypeVar("Value")

NOTHING_CHANGES = "nothing-changes"


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower, omit_defaults=True, gc=False):
    """The part that all events share."""

    rule: str = ""
    """the id of the rule behind it"""


class Die(Struct, frozen=True, gc=False):
    """One die of a roll: its natural face, whether it counts, and whether it was given."""

    sides: int
    """its number of sides"""
    face: int
    """the face it shows"""
    kept: bool = True
    """whether it counts"""
    given: bool = False
    """whether it was rolled at the table"""


class Modifier(Struct, frozen=True, gc=False):
    """A number added to a roll, and the reason."""

    value: int
    """the number"""
    why: str
    """the reason, in a word or two"""
    rule: str = ""
    """the id of the rule"""


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were rolled, for a total and possibly against a number.

    `edges` give the reasons for extra dice. `edge_dice` are the extra dice added or, if the edges sum to less than 0,
    subtracted. If the roll must stay `under` a score, `against` is that score with modifiers, and the margin is what is
    left of it. In a pool, each die that shows at least `counting` is a success and is kept; total and margin count
    successes.
    """

    who: str
    """the id of the roller"""
    target: str = ""
    """the id of the target"""
    label: str
    """what the roll is for"""
    dice: tuple[Die, ...]
    """the dice in the order rolled"""
    edge_dice: tuple[Die, ...] = ()
    """the dice that edges add or subtract"""
    total: int
    """the total"""
    modifiers: tuple[Modifier, ...] = ()
    """the numbers added"""
    edges: tuple[Modifier, ...] = ()
    """the reasons for extra or worse dice"""
    expression: str = ""
    """the dice notation, if there is one"""
    against: int | None = None
    """the target number"""
    margin: int | None = None
    """the difference from the target number"""
    outcome: str = ""
    """the outcome, in the system's word"""
    under: bool = False
    """whether the roll must stay under the number"""
    counting: int = 0
    """for a pool, the lowest face that counts; 0: not a pool"""
    hidden: bool = False
    """whether it was rolled in secret"""

    def read(self, function: "Callable[[tuple[int, ...]], Value]") -> "Value":
        """Return what a function makes of the faces of `dice`, in the order rolled.

        A rule that needs only one fact of its dice should read only that. The value must be hashable.
        """
        return function(tuple([die.face for die in self.dice]))

    def total_with(self, others: "list[Rolled]") -> int:
        """Return the total of this roll and others (`sum_of`)."""
        return self.total + sum(each.total for each in others)


def sum_of(rolls: "Iterable[Rolled | int]") -> int:
    """Return the total of several rolls, reading none of them separately."""
    listed = list(rolls)
    rolled = [each for each in listed if not isinstance(each, int)]
    rest = sum(each for each in listed if isinstance(each, int))
    return rolled[0].total_with(rolled[1:]) + rest if rolled else rest


class FieldChanged(Event, frozen=True, kw_only=True, tag="changed"):
    """A field changed: `path` leads to it on the sheet of `who`, or on the fight if `who` is empty.

    `field` is the path as typed, with dots.
    """

    who: str
    """the id; empty: the fight itself"""
    field: str
    """the path to the changed value, with dots"""
    path: Path
    """the path as a list"""
    before: Any
    """the old value"""
    after: Any
    """the new value"""


class ConditionGained(Event, frozen=True, kw_only=True, tag="afflicted"):
    """A combatant gained a condition."""

    who: str
    """the id"""
    name: str
    """the condition"""
    condition: Condition
    """its duration and cause"""


class ConditionLost(Event, frozen=True, kw_only=True, tag="relieved"):
    """A condition ended."""

    who: str
    """the id"""
    name: str
    """the condition"""


class CombatantJoined(Event, frozen=True, kw_only=True, tag="joined"):
    """A combatant joined the fight."""

    who: str
    """the id"""
    combatant: Combatant
    """the sheet"""


class CombatantLeft(Event, frozen=True, kw_only=True, tag="left"):
    """A combatant left the fight."""

    who: str
    """the id"""


class InitiativeSet(Event, frozen=True, kw_only=True, tag="ordered"):
    """The turn order was set or changed; `turn` is the current place in it."""

    slots: tuple[TurnSlot, ...]
    """the order, first to last"""
    turn: int
    """the current place in the order"""


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began."""

    round: int
    """its number"""


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of a round began."""

    phase: str
    """its name"""


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn began."""

    who: str
    """the id"""
    turn: int
    """its place in the order"""


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended."""

    who: str
    """the id"""


class CustomEvent(Event, frozen=True, kw_only=True, tag="happened"):
    """Something specific to a system happened that changes no number; the system has words for it."""

    what: str
    """what happened, in the system's word"""
    who: str = ""
    """the id of the combatant it is about"""
    target: str = ""
    """the id of the other combatant"""
    facts: Mapping[str, Any] = {}
    """facts by name"""


class QuestionAsked(Event, frozen=True, kw_only=True, tag="asked"):
    """The rules leave a choice open; unless it was answered in advance, the fight waits for `choose`."""

    question: Question
    """the question"""


class QuestionAnswered(Event, frozen=True, kw_only=True, tag="answered"):
    """A question was answered, lapsed, or was withdrawn (an empty answer)."""

    kind: str
    """the kind of question"""
    who: str
    """the id of who answered"""
    answer: str
    """the answer; empty: none was given"""
    lapsed: Question | None = None
    """the question, if it lapsed because another command was typed"""


class UnusedAnswers(Event, frozen=True, kw_only=True, tag="unasked"):
    """A command is done, and these answers given in advance (KIND=ANSWER) were not used."""

    answers: tuple[str, ...]
    """the answers"""


class Paused(Event, frozen=True, kw_only=True):
    """A command stopped at a question; `pause` contains what is needed to continue."""

    pause: Pause


class Resumed(Event, frozen=True, kw_only=True):
    """A command that had stopped at a question continued."""


class ActionInterrupted(Event, frozen=True, kw_only=True, tag="brokenoff"):
    """A command that had stopped at a question was abandoned; the rest of it is not done."""

    verb: str
    """the verb of the command"""
    who: str = ""
    """the id of the actor"""


class Noted(Event, frozen=True, kw_only=True):
    """A note was written into the log."""

    text: str
    """the note"""


class RefusalOverridden(Event, frozen=True, kw_only=True, tag="forced"):
    """The GM overrode a refusal of the rules."""

    message: str
    """the reason for the refusal"""


class GroupSwitched(Event, frozen=True, kw_only=True, tag="switched"):
    """Another group of a split fight is in play, and the one before it waits."""

    group: str
    """the group now in play"""
    waiting: str
    """the group that was in play"""


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
    | GroupSwitched
    | FightEnded
)


def without_pauses(happened: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Return the events without those that only a save needs: commands that stopped at a question and continued."""
    return tuple(event for event in happened if not isinstance(event, Paused | Resumed))
