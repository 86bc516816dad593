"""Expressions as trees; `at` is the offset that an error points at."""

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from fractions import Fraction

Value: TypeAlias = "int | Fraction | str | bool | range | tuple[Value, ...] | None"


class Constant(Struct, frozen=True):
    """A number, true, false or none, with its spelling."""

    value: Value
    spelling: str


class TextLiteral(Struct, frozen=True):
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


class ListLiteral(Struct, frozen=True):
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
    """The negative of a number."""

    operand: "Expression"
    at: int


class Not(Struct, frozen=True):
    """True if the operand is not."""

    operand: "Expression"


class Binary(Struct, frozen=True):
    """Arithmetic."""

    operator: str
    left: "Expression"
    right: "Expression"
    at: int


class Comparison(Struct, frozen=True):
    """A comparison, or a test whether something is in a list or text."""

    operator: str
    left: "Expression"
    right: "Expression"
    at: int


class Logical(Struct, frozen=True):
    """`and` or `or`; the right side is evaluated only if it matters."""

    operator: str
    left: "Expression"
    right: "Expression"


Expression: TypeAlias = (
    Constant
    | TextLiteral
    | Name
    | Selector
    | ListLiteral
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
