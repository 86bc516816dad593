"""What a script is made of, as a tree; `line` and `at` say where each statement stands."""

from typing import TypeAlias

from msgspec import Struct

from rbfcli.script.expressions.tree import Expression
from rbfcli.script.lines import Line

Part: TypeAlias = str | Expression


class Words(Struct, frozen=True):
    """Words as they were typed; `parts` are text and the expressions in it, `fixed` the words if there are none."""

    text: str
    fixed: tuple[str, ...]
    parts: tuple[Part, ...] = ()


class Command(Struct, frozen=True):
    """A line of the language that all front ends share."""

    line: Line
    at: int
    words: Words


class Let(Struct, frozen=True):
    """`let NAME = EXPR`."""

    line: Line
    at: int
    name: str
    value: Expression


class If(Struct, frozen=True):
    """`if EXPR { … } else { … }`."""

    line: Line
    at: int
    condition: Expression
    then: "Block"
    otherwise: "Block"


class Repeat(Struct, frozen=True):
    """`repeat N { … }`."""

    line: Line
    at: int
    times: Expression
    body: "Block"


class For(Struct, frozen=True):
    """`for NAME in LIST { … }`."""

    line: Line
    at: int
    name: str
    values: Expression
    body: "Block"


class While(Struct, frozen=True):
    """`while EXPR { … }`."""

    line: Line
    at: int
    condition: Expression
    body: "Block"


class Include(Struct, frozen=True):
    """`include FILE`."""

    line: Line
    at: int
    words: Words


class Expect(Struct, frozen=True):
    """`expect EXPR [else "message"]`."""

    line: Line
    at: int
    condition: Expression
    message: Words


class ExpectRefused(Struct, frozen=True):
    """`expect refused { COMMAND } [else "message"]`."""

    line: Line
    at: int
    command: Command
    message: Words


class DiceByHand(Struct, frozen=True):
    """`dice 5,7`."""

    line: Line
    at: int
    words: Words


class Seed(Struct, frozen=True):
    """`seed TEXT`."""

    line: Line
    at: int
    words: Words


class Print(Struct, frozen=True):
    """`print TEXT`."""

    line: Line
    at: int
    words: Words


Statement: TypeAlias = (
    Command | Let | If | Repeat | For | While | Include | Expect | ExpectRefused | DiceByHand | Seed | Print
)
Block: TypeAlias = tuple[Statement, ...]
