"""What happened: frozen facts in the past tense, complete in themselves, each with the id of its rule."""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from rbfcli.kernel.fight import Combatant, Condition, Pause, Question, TurnSlot
from rbfcli.kernel.paths import Path

NOTHING_CHANGES = "nothing-changes"


class Event(Struct, frozen=True, kw_only=True, tag_field="event", tag=str.lower, omit_defaults=True):
    """The common part of all events."""

    rule: str = ""


class Die(Struct, frozen=True):
    """One die of a roll: its natural face, and whether it counts and was given by hand."""

    sides: int
    face: int
    kept: bool = True
    given: bool = False


class Modifier(Struct, frozen=True):
    """A number added to a roll, and why."""

    value: int
    why: str
    rule: str = ""


class Rolled(Event, frozen=True, kw_only=True):
    """Dice were rolled, for a total and perhaps against a number; `edges` say why more dice than usual.

    `edge_dice` are dice that edges add to the others, or take off them where the edges sum up to less than nothing.
    Where it is to stay `under` a score, `against` is that score with its modifiers, the margin what is left of it.
    Of a pool, each die that shows at least `counting` is a success and is kept; total and margin are successes.
    """

    who: str
    target: str = ""
    label: str
    dice: tuple[Die, ...]
    edge_dice: tuple[Die, ...] = ()
    total: int
    modifiers: tuple[Modifier, ...] = ()
    edges: tuple[Modifier, ...] = ()
    expression: str = ""
    against: int | None = None
    margin: int | None = None
    outcome: str = ""
    under: bool = False
    counting: int = 0
    hidden: bool = False


class Changed(Event, frozen=True, kw_only=True):
    """A field changed: the `path` to it on the sheet of `who`, or on the fight when `who` is empty.

    `field` is the path as people type it, with dots.
    """

    who: str
    field: str
    path: Path
    before: Any
    after: Any


class Afflicted(Event, frozen=True, kw_only=True):
    """A condition came to lie on someone."""

    who: str
    name: str
    condition: Condition


class Relieved(Event, frozen=True, kw_only=True):
    """A condition ended."""

    who: str
    name: str


class Joined(Event, frozen=True, kw_only=True):
    """A combatant entered the fight."""

    who: str
    combatant: Combatant


class Left(Event, frozen=True, kw_only=True):
    """A combatant left the fight."""

    who: str


class Ordered(Event, frozen=True, kw_only=True):
    """The order of turns was settled or changed; `turn` is the place that is acting."""

    slots: tuple[TurnSlot, ...]
    turn: int


class RoundBegan(Event, frozen=True, kw_only=True):
    """A round began."""

    round: int


class PhaseBegan(Event, frozen=True, kw_only=True):
    """A phase of a round began."""

    phase: str


class TurnBegan(Event, frozen=True, kw_only=True):
    """A turn began, at a place in the order."""

    who: str
    turn: int


class TurnEnded(Event, frozen=True, kw_only=True):
    """A turn ended."""

    who: str


class Happened(Event, frozen=True, kw_only=True):
    """Something of one system happened that changes no number by itself; the system's words tell it."""

    what: str
    who: str = ""
    target: str = ""
    facts: Mapping[str, Any] = {}


class Asked(Event, frozen=True, kw_only=True):
    """The rules leave a choice open; unless it was answered beforehand, the fight waits for `choose`."""

    question: Question


class Answered(Event, frozen=True, kw_only=True):
    """An open question was answered; or it lapsed, or was withdrawn (an empty answer)."""

    kind: str
    who: str
    answer: str


class Unasked(Event, frozen=True, kw_only=True):
    """A command is done, and these answers given in advance, as KIND=ANSWER, answered nothing: nobody asked."""

    answers: tuple[str, ...]


class Paused(Event, frozen=True, kw_only=True):
    """A command stopped at a question; `pause` is what it takes to go on."""

    pause: Pause


class Resumed(Event, frozen=True, kw_only=True):
    """A command that had stopped at a question went on."""


class BrokenOff(Event, frozen=True, kw_only=True):
    """A command that had stopped at a question is given up: what it had still to do is not done."""

    verb: str
    who: str = ""


class Noted(Event, frozen=True, kw_only=True):
    """Somebody wrote a line into the log."""

    text: str


class Forced(Event, frozen=True, kw_only=True):
    """The GM did what the rules refuse."""

    message: str


class Ended(Event, frozen=True, kw_only=True):
    """The fight is over."""

    reason: str


AnyEvent = (
    Rolled
    | Changed
    | Afflicted
    | Relieved
    | Joined
    | Left
    | Ordered
    | RoundBegan
    | PhaseBegan
    | TurnBegan
    | TurnEnded
    | Happened
    | Asked
    | Answered
    | Unasked
    | Paused
    | Resumed
    | BrokenOff
    | Noted
    | Forced
    | Ended
)


def without_pauses(happened: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """Events without those that only a save needs: how a command stopped at a question, and went on."""
    return tuple(event for event in happened if not isinstance(event, Paused | Resumed))
