"""The state of a fight: frozen plain data with ids instead of references."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=64)]
Text = Annotated[str, Meta(max_length=10_000)]
MOST_COUNT = 1_000_000
Count = Annotated[int, Meta(ge=-MOST_COUNT, le=MOST_COUNT)]
Natural = Annotated[int, Meta(ge=0, le=MOST_COUNT)]


class Plain(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Data that is saved: a key that the type does not know is a mistake, a default is not written."""


class Condition(Plain, frozen=True, kw_only=True):
    """Something that lies on a combatant: for `rounds` more edges of a turn of `whose`, or until removed (0)."""

    rounds: Natural = 0
    whose: str = ""
    edge: Literal["start", "end"] = "end"
    by: str = ""
    amount: Count = 0


class Combatant(Plain, frozen=True, kw_only=True):
    """What every system's combatant has; each system extends it with its own sheet."""

    name: Name
    side: Name = "foes"
    initiative: Count | None = None
    conditions: Mapping[str, Condition] = {}
    notes: Text = ""


class TurnSlot(Plain, frozen=True, kw_only=True):
    """A place in the order of turns: who acts (a combatant or a team), on which count, and whether held back."""

    who: str
    count: Count
    held: bool = False


class Question(Plain, frozen=True, kw_only=True):
    """A choice the rules leave open: who decides, between which answers, and the facts that explain it."""

    kind: str
    who: str
    answers: tuple[str, ...]
    rule: str
    facts: Mapping[str, Any] = {}
    free_text: bool = False
    lapses: bool = False


class Pause(Plain, frozen=True, kw_only=True):
    """A command that waits for an answer: what to go back to, and what was said since, to play it again and go on.

    `before` is what was different in the fight before the command, `command` the command, and `since` the answers and
    the GM's edits that followed it, in their order; each is a JSON text (`kernel.pause`). `faces` are those that fell
    since, in draw order, apart from those given by hand. The last `waiting` of the fight's questions are to be answered
    first: the others were open before them. `lapsed` are the offers that nobody had taken up when the command came.
    """

    before: str
    command: str
    since: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    waiting: Natural = 1
    lapsed: tuple[Question, ...] = ()


class Options(Plain, frozen=True, kw_only=True):
    """House options: every number a source leaves open, with its default."""


class Lying(Plain, frozen=True, kw_only=True):
    """A weapon that fell: where it lies, and the rounds that are in it, if anybody counts them."""

    weapon: str
    where: str = ""
    rounds: Natural | None = None


class Board(Plain, frozen=True, kw_only=True):
    """Where a fight takes place, and the state that is nobody's own; each system extends it."""

    lying: tuple[Lying, ...] = ()


class Fight(Plain, frozen=True, kw_only=True):
    """One fight, whole: who takes part, whose turn it is, and how many dice of its seed are drawn.

    It is `paused` exactly while `questions` are open.
    """

    system: str
    title: Text = ""
    seed: str = ""
    drawn: Natural = 0
    round: Natural = 0
    phase: str = ""
    order: tuple[TurnSlot, ...] = ()
    turn: Natural = 0
    active: str = ""
    over: Text = ""
    questions: tuple[Question, ...] = ()
    paused: Pause | None = None
    notes: tuple[Text, ...] = ()
    options: Options = Options()
    board: Board = Board()
    combatants: Mapping[str, Combatant] = {}
    weapons: Mapping[str, Any] = {}
    blocks: Mapping[str, Mapping[str, Any]] = {}
