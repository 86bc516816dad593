"""The state of a fight: frozen plain data, with one JSON text for equal values."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal

from msgspec import NODEFAULT, Meta, Struct, convert, json, to_builtins
from msgspec.structs import astuple, replace

from rbfcli.core.limits import COUNT, NAME_LETTERS, TEXT_LETTERS

Name = Annotated[str, Meta(min_length=1, max_length=NAME_LETTERS)]
Text = Annotated[str, Meta(max_length=TEXT_LETTERS)]
Count = Annotated[int, Meta(ge=-COUNT, le=COUNT)]
Natural = Annotated[int, Meta(ge=0, le=COUNT)]


class PlainValue(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Data that is saved. Unknown keys are mistakes, and default values are not written.

    It never contains itself, as events and commands never do, so the garbage collector can ignore it (`gc`). The text
    below each field documents it in help and schemas (`language.keys`). Fields listed in `in_play` are in saves but not
    in encounters.
    """

    in_play: ClassVar[frozenset[str]] = frozenset()


class Condition(PlainValue, frozen=True, kw_only=True):
    """A condition of a combatant. It lasts for a number of `rounds`, or with 0 until it is removed."""

    rounds: Natural = 0
    """how many more turns it lasts; 0: until it is removed"""
    whose: str = ""
    """the id of the combatant whose turns count; empty: its bearer"""
    edge: Literal["start", "end"] = "end"
    """whether a round of it ends at the start or the end of a turn"""
    by: str = ""
    """the id of the combatant who caused it; some conditions end with that combatant"""
    amount: Count = 0
    """its amount, for conditions that have one"""


class Combatant(PlainValue, frozen=True, kw_only=True):
    """The keys of a combatant that all systems share. Each system adds its own."""

    name: Name
    """the name in messages; by default the id"""
    side: Name = "foes"
    """the side; combatants on the same side are allies, all others are foes"""
    initiative: Count | None = None
    """the initiative count; init rolls or sets a missing one"""
    conditions: Mapping[str, Condition] = {}
    """conditions at the start of the fight, by name: `prone = {}`, or your own words after `say`"""
    notes: Text = ""
    """a note, shown on the sheet; no rules effect"""


class TurnSlot(PlainValue, frozen=True, kw_only=True):
    """A place in the turn order: a combatant or team, its count, and whether it is holding."""

    who: str
    """the id of the combatant or team"""
    count: Count
    """the initiative count, highest first"""
    held: bool = False
    """whether it is holding until a later count"""


class Question(PlainValue, frozen=True, kw_only=True):
    """A choice that the rules leave open: who decides, the possible answers, and facts that explain it."""

    kind: str
    """the kind of question"""
    who: str
    """the id of the combatant who decides; empty: the GM"""
    answers: tuple[str, ...]
    """the possible answers"""
    rule: str
    """the id of the rule that asks"""
    facts: Mapping[str, Any] = {}
    """facts that explain it"""
    free_text: bool = False
    """whether you can answer in your own words"""
    lapses: bool = False
    """whether it ends with the next command"""


class Pause(PlainValue, frozen=True, kw_only=True):
    """A command that waits for an answer, with what is needed to play it again and continue.

    `before` has the differences from the fight before the command, `since` the answers and GM edits after it, in order;
    each is a JSON text (`engine.play`). `faces` are the faces rolled since, except those given by hand. The last
    `waiting` of the fight's questions must be answered first; the others were open before. `lapsed` are the offers that
    were still open when the command came.
    """

    before: str
    """the differences from the fight before the command, as JSON"""
    command: str
    """the command, as JSON"""
    since: tuple[str, ...] = ()
    """the answers and edits since, as JSON"""
    faces: tuple[int, ...] = ()
    """the faces rolled since, except those given by hand"""
    waiting: Natural = 1
    """how many of the last questions must be answered first"""
    lapsed: tuple[Question, ...] = ()
    """the offers that were still open"""


class Options(PlainValue, frozen=True, kw_only=True):
    """House options: every number a source leaves open, with its default."""


class DroppedItem(PlainValue, frozen=True, kw_only=True):
    """A dropped weapon, its location, and its remaining rounds if they are counted."""

    weapon: str
    """the id of the weapon"""
    where: str = ""
    """the place, region or square; empty: unknown"""
    rounds: Natural | None = None
    """the remaining rounds, if they are counted"""


class Board(PlainValue, frozen=True, kw_only=True):
    """The location of a fight. Each system adds its own keys."""

    lying: tuple[DroppedItem, ...] = ()
    """weapons on the ground that anyone there can pick up"""


class Fight(PlainValue, frozen=True, kw_only=True):
    """A complete fight: combatants, turn order, and the number of dice drawn from its seed.

    It is `paused` if and only if `questions` are open.
    """

    in_play: ClassVar[frozenset[str]] = frozenset(
        {
            "drawn",
            "round",
            "phase",
            "order",
            "turn",
            "begun",
            "active",
            "over",
            "questions",
            "paused",
            "group",
            "groups",
        }
    )

    system: str
    """the rule system; `rbf systems` lists them"""
    title: Text = ""
    """the title of the fight"""
    seed: str = ""
    """the seed of the dice, unless `start --seed` gives another (default: random)"""
    drawn: Natural = 0
    """the number of dice drawn from the seed"""
    round: Natural = 0
    """the current round; 0 before the first"""
    phase: str = ""
    """the current phase, in systems with phases"""
    order: tuple[TurnSlot, ...] = ()
    """the turn order, first to last"""
    turn: Natural = 0
    """the current place in the turn order"""
    begun: Natural = 0
    """how many places of the order have already started their turn, if the GM went back; otherwise 0"""
    active: str = ""
    """the id of the combatant whose turn it is"""
    over: Text = ""
    """how the fight ended; empty while it goes on"""
    questions: tuple[Question, ...] = ()
    """the open questions"""
    paused: Pause | None = None
    """the command that waits for an answer"""
    group: Text = ""
    """the name of the group in play, if the fight is split"""
    groups: Mapping[str, Mapping[str, Any]] = {}
    """the groups that wait, by name: each with its combatants, its turns and its part of the board"""
    notes: tuple[Text, ...] = ()
    """notes on the fight; no rules effect"""
    options: Options = Options()
    """house options: numbers and readings that the rules leave to the table"""
    board: Board = Board()
    """the location of the fight"""
    combatants: Mapping[str, Combatant] = {}
    """the combatants by id; commands name them by id"""
    weapons: Mapping[str, Any] = {}
    """the weapons of this fight, by the ids that sheets use"""
    blocks: Mapping[str, Mapping[str, Any]] = {}
    """stat blocks that combatants and other blocks build on with `from`"""


Moment = tuple[int, str, int, str]


def moment_of(fight: Fight) -> Moment:
    """Return what identifies the current turn: the round, the phase, the place in the order, and the combatant."""
    return fight.round, fight.phase, fight.turn, fight.active


def in_order(value: Any) -> Any:
    """Return plain tables with inner tables after the other keys, as in a save."""
    if not isinstance(value, Mapping):
        return value
    inner = {key: in_order(each) for key, each in value.items()}
    return dict(sorted(inner.items(), key=lambda each: isinstance(each[1], Mapping)))


# The fields that each group of a split fight has for itself; of the board, those that are only in play.
OF_A_GROUP = ("round", "phase", "order", "turn", "begun", "active", "over", "combatants")


def part_of_group(fight: Fight) -> dict[str, Any]:
    """Return the part of a fight that belongs to the group in play alone, as plain tables."""
    tables = json.decode(json.encode(canonical(fight)))  # with lists for tuples, as a save has them
    board = {name: each for name, each in tables.get("board", {}).items() if name in fight.board.in_play}
    own = {name: tables[name] for name in OF_A_GROUP if name in tables} | ({"board": board} if board else {})
    return dict(in_order(own))


def tables_with_group(fight: Fight, part: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fight as plain tables, with another group in play."""
    shared = {name: each for name, each in to_builtins(fight).items() if name not in OF_A_GROUP}
    board = {name: each for name, each in shared.get("board", {}).items() if name not in fight.board.in_play}
    own = part.get("board", {})
    return {**shared, **part, "board": {**board, **own} if isinstance(own, Mapping) else own}


def with_part_of_group(fight: Fight, part: Mapping[str, Any]) -> Any:
    """Return the fight with another group in play. Raises msgspec.ValidationError if its tables do not fit."""
    return convert(tables_with_group(fight, part), type(fight))


def waiting_combatants(fight: Fight) -> dict[str, str]:
    """Return the ids of the combatants in waiting groups, each with the name of its group."""
    return {who: name for name, part in fight.groups.items() for who in part.get("combatants", {})}


def everyone(fight: Fight) -> dict[str, Any]:
    """Return all combatants by id: those in play, then those who wait in other groups of a split fight."""
    groups = [with_part_of_group(fight, part).combatants for part in fight.groups.values()]
    return {who: one for people in (fight.combatants, *groups) for who, one in people.items()}


_ATOMS = frozenset((str, int, bool, type(None)))


def canonical(value: Any) -> Any:
    """Return a value with defaults in place of equal values."""
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
    changes = {}
    values = astuple(one)
    for at, name, default in _to_look_at(type(one)):
        value = values[at]
        if value is default:
            continue
        if value == default:
            changes[name] = default
        elif type(value) not in _ATOMS and (same := canonical(value)) is not value:
            changes[name] = same
    return replace(one, **changes) if changes else one


@cache
def _to_look_at(kind: type[Struct]) -> list[tuple[int, str, Any]]:
    """Return the positions and defaults of a struct's fields, except those whose default is a unique object."""
    given = kind.__struct_defaults__
    every = (*[NODEFAULT] * (len(kind.__struct_fields__) - len(given)), *given)
    fields = enumerate(zip(kind.__struct_fields__, every, strict=True))
    return [
        (at, name, default)
        for at, (name, default) in fields
        if default != "" and not (isinstance(default, int) and 0 <= default <= 256)  # noqa: PLR2004 - kept by Python
    ]
