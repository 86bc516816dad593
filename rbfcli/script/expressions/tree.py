"""The tree of an expression; `at` is the offset in its line that an error points at."""

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from fractions import Fraction

Value: TypeAlias = "int | Fraction | str | bool | range | tuple[Value, ...] | None"


class Constant(Struct, frozen=True):
    """A number, true, false or none, with its spelling."""

    value: Value
    spelling: str


class Text(Struct, frozen=True):
    """A text in quotes."""

    text: str
    at: int


class Name(Struct, frozen=True):
    """A variable, a fact of the fight, or a combatant."""

    name: str
    at: int


class Selector(Struct, frozen=True):
    """Combatants by what they are: `@foes`."""

    word: str
    at: int


class Listed(Struct, frozen=True):
    """A list of its items."""

    items: tuple["Expression", ...]
    at: int


class Range(Struct, frozen=True):
    """Whole numbers from one to another, both included."""

    low: "Expression"
    high: "Expression"
    at: int


class Field(Struct, frozen=True):
    """A step on a path: `owner.name`."""

    owner: "Expression"
    name: str
    at: int


class Call(Struct, frozen=True):
    """A function with its argument, if it has one."""

    function: str
    argument: "Expression | None"
    at: int


class Odds(Struct, frozen=True):
    """The exact odds of a command, as it would be typed."""

    command: str
    at: int


class Negative(Struct, frozen=True):
    """A number with its sign turned."""

    operand: "Expression"
    at: int


class Not(Struct, frozen=True):
    """What holds where the operand does not."""

    operand: "Expression"


class Binary(Struct, frozen=True):
    """Arithmetic."""

    operator: str
    left: "Expression"
    right: "Expression"
    at: int


class Comparison(Struct, frozen=True):
    """A comparison, or the question whether something is in a list or a text."""

    operator: str
    left: "Expression"
    right: "Expression"
    at: int


class Logical(Struct, frozen=True):
    """`and` or `or`: the right side is looked at only if it matters."""

    operator: str
    left: "Expression"
    right: "Expression"


Expression: TypeAlias = (
    Constant
    | Text
    | Name
    | Selector
    | Listed
    | Range
    | Field
    | Call
    | Odds
    | Negative
    | Not
    | Binary
    | Comparison
    | Logical
)
