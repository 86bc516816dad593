"""The state of a fight: frozen plain data, with one JSON text for equal values."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import astuple, replace

from rbfcli.core.limits import COUNT, NAME_LETTERS, TEXT_LETTERS

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LETTERS)]
Text = Annotated[str, Meta(max_length=TEXT_LETTERS)]
Count = Annotated[int, Meta(ge=-COUNT, le=COUNT)]
Natural = Annotated[int, Meta(ge=0, le=COUNT)]


class PlainValue(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Data that is saved: a key that the type does not know is a mistake, a default is not written.

    It never leads back to itself, as events and commands never do: Python need not look for such circles (`gc`).

    Each field is documented by the text below it, which help and schemas tell (`language.keys`). A play fills in
    the fields `in_play`: saves have them, encounters do not.
    """

    in_play: ClassVar[frozenset[str]] = frozenset()


class Condition(PlainValue, frozen=True, kw_only=True):
    """Something that lies on a combatant: for `rounds` more edges of a turn of `whose`, or until removed (0)."""

    rounds: Natural = 0
    """how many more edges of a turn it lasts; 0: until it is removed"""
    whose: str = ""
    """the id of whose turns are counted; empty: its bearer's own"""
    edge: Literal["start", "end"] = "end"
    """the edge of the turn at which a round of it is over"""
    by: str = ""
    """the id of whoever brought it; some conditions end with that one"""
    amount: Count = 0
    """how much of it there is, for conditions that come in amounts"""


class Combatant(PlainValue, frozen=True, kw_only=True):
    """What every system's combatant has; each system extends it with its own sheet."""

    name: Name
    """what it is called, as the narration says it; by default its id"""
    side: Name = "foes"
    """the side it fights on; those of one side are allies, all others its foes"""
    initiative: Count | None = None
    """the count on which it acts in the order of turns; init rolls or places whoever has none"""
    conditions: Mapping[str, Condition] = {}
    """what lies on it as the fight begins, by name: `prone = {}`, or own words behind `say`"""
    notes: Text = ""
    """what the rules do not know; shown on its sheet, and without effect"""


class TurnSlot(PlainValue, frozen=True, kw_only=True):
    """A place in the order of turns: who acts (a combatant or a team), on which count, and whether held back."""

    who: str
    """the id of the combatant or team that acts"""
    count: Count
    """the count on which it acts, highest first"""
    held: bool = False
    """whether it waits for a later count"""


class Question(PlainValue, frozen=True, kw_only=True):
    """A choice the rules leave open: who decides, between which answers, and the facts that explain it."""

    kind: str
    """what kind of choice it is"""
    who: str
    """the id of who decides; empty: the GM"""
    answers: tuple[str, ...]
    """the answers that can be given"""
    rule: str
    """the id of the rule that leaves it open"""
    facts: Mapping[str, Any] = {}
    """what explains it"""
    free_text: bool = False
    """whether own words are taken"""
    lapses: bool = False
    """whether it is over with the next command"""


class Pause(PlainValue, frozen=True, kw_only=True):
    """A command that waits for an answer: what to go back to, and what was said since, to play it again and go on.

    `before` is what was different in the fight before the command, `command` the command, and `since` the answers and
    the GM's edits that followed it, in their order; each is a JSON text (`engine.play`). `faces` are those that fell
    since, in draw order, apart from those given by hand. The last `waiting` of the fight's questions are to be answered
    first: the others were open before them. `lapsed` are the offers that nobody had taken up when the command came.
    """

    before: str
    """the differences to the fight before the command, as JSON"""
    command: str
    """the command, as JSON"""
    since: tuple[str, ...] = ()
    """the answers and edits since, as JSON"""
    faces: tuple[int, ...] = ()
    """the faces that fell since, but for those given by hand"""
    waiting: Natural = 1
    """how many of the last questions are to be answered first"""
    lapsed: tuple[Question, ...] = ()
    """the offers that nobody had taken up"""


class Options(PlainValue, frozen=True, kw_only=True):
    """House options: every number a source leaves open, with its default."""


class DroppedItem(PlainValue, frozen=True, kw_only=True):
    """A weapon that fell: where it lies, and the rounds that are in it, if anybody counts them."""

    weapon: str
    """the id of the weapon"""
    where: str = ""
    """the place, region or square where it lies; empty: nobody knows"""
    rounds: Natural | None = None
    """the rounds left in it, where they are counted"""


class Board(PlainValue, frozen=True, kw_only=True):
    """Where a fight takes place, and the state that is nobody's own; each system extends it."""

    lying: tuple[DroppedItem, ...] = ()
    """weapons on the ground, for anybody there to pick up"""


class Fight(PlainValue, frozen=True, kw_only=True):
    """One fight, whole: who takes part, whose turn it is, and how many dice of its seed are drawn.

    It is `paused` exactly while `questions` are open.
    """

    in_play: ClassVar[frozenset[str]] = frozenset(
        {"drawn", "round", "phase", "order", "turn", "begun", "active", "over", "questions", "paused"}
    )

    system: str
    """the rule system that the fight is played by; `rbf systems` lists them"""
    title: Text = ""
    """what the fight is called"""
    seed: str = ""
    """the seed of its dice, unless `start --seed` names another (default: random)"""
    drawn: Natural = 0
    """how many dice of the seed have been drawn"""
    round: Natural = 0
    """the round that runs; 0 before the first"""
    phase: str = ""
    """the phase that runs, in systems that have phases"""
    order: tuple[TurnSlot, ...] = ()
    """the order of turns, first to last"""
    turn: Natural = 0
    """the place in the order whose turn it is"""
    begun: Natural = 0
    """how many places of the order have had their start already, where the GM went back; else 0"""
    active: str = ""
    """the id of whose turn it is"""
    over: Text = ""
    """how the fight ended; empty while it runs"""
    questions: tuple[Question, ...] = ()
    """the choices that wait for an answer"""
    paused: Pause | None = None
    """the command that waits for an answer"""
    notes: tuple[Text, ...] = ()
    """notes on the fight as a whole, one text each; without effect on the rules"""
    options: Options = Options()
    """house options: the numbers and readings that the rules leave to the table"""
    board: Board = Board()
    """where the fight takes place"""
    combatants: Mapping[str, Combatant] = {}
    """who takes part, by id; the id is what commands name them by"""
    weapons: Mapping[str, Any] = {}
    """the weapons of this fight, by the ids that sheets carry them by"""
    blocks: Mapping[str, Mapping[str, Any]] = {}
    """stat blocks: sheets for combatants, and other blocks, to build on with `from`"""


_ATOMS = frozenset((str, int, bool, type(None)))
_ONLY_ONCE = range(257)


def canonical(value: Any) -> Any:
    """A value with its defaults in place of what equals them."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return (
            value if _ATOMS.issuperset(map(type, value.values())) else {k: canonical(each) for k, each in value.items()}
        )
    if kind is tuple or kind is list:
        return value if _ATOMS.issuperset(map(type, value)) else [canonical(each) for each in value]
    return _settled_struct(value) if isinstance(value, Struct) else value


def _settled_struct(one: Struct) -> Struct:
    kind = type(one)
    if kind not in _LOOKED_AT:
        _LOOKED_AT[kind] = _to_look_at(kind)
    changes = {}
    values = astuple(one)
    for at, name, default in _LOOKED_AT[kind]:
        value = values[at]
        if value is default:
            continue
        if value == default:
            changes[name] = default
        elif type(value) not in _ATOMS and (same := canonical(value)) is not value:
            changes[name] = same
    return replace(one, **changes) if changes else one


def _to_look_at(kind: type[Struct]) -> list[tuple[int, str, Any]]:
    """The fields of a struct with their places and defaults, without those whose default Python has only once."""
    given = kind.__struct_defaults__
    every = (*[NODEFAULT] * (len(kind.__struct_fields__) - len(given)), *given)
    fields = enumerate(zip(kind.__struct_fields__, every, strict=True))
    return [(at, name, default) for at, (name, default) in fields if not _is_only_once(default)]


def _is_only_once(default: Any) -> bool:
    """Whether whatever equals a default is that same object; a range would compare any other thing with each number."""
    return default == "" or (isinstance(default, int) and default in _ONLY_ONCE)


_LOOKED_AT: dict[type[Struct], list[tuple[int, str, Any]]] = {}
