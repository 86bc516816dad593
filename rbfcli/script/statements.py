"""The statements of a script, as a tree; `line` and `at` are the place of each."""

from typing import TypeAlias

from msgspec import Struct

from rbfcli.script.expressions.tree import Expression
from rbfcli.script.lines import ScriptLine

Part: TypeAlias = str | Expression


class WordTemplate(Struct, frozen=True):
    """Words as typed; `parts` are text and the expressions in it, `fixed` the words if there are no expressions."""

    text: str
    fixed: tuple[str, ...]
    parts: tuple[Part, ...] = ()


class Command(Struct, frozen=True):
    """A line of the language that all front ends share."""

    line: ScriptLine
    at: int
    words: WordTemplate


class Let(Struct, frozen=True):
    """`let NAME = EXPR`."""

    line: ScriptLine
    at: int
    name: str
    value: Expression


class If(Struct, frozen=True):
    """`if EXPR { … } else { … }`."""

    line: ScriptLine
    at: int
    condition: Expression
    then: "Block"
    otherwise: "Block"


class Repeat(Struct, frozen=True):
    """`repeat N { … }`."""

    line: ScriptLine
    at: int
    times: Expression
    body: "Block"


class For(Struct, frozen=True):
    """`for NAME in LIST { … }`."""

    line: ScriptLine
    at: int
    name: str
    values: Expression
    body: "Block"


class While(Struct, frozen=True):
    """`while EXPR { … }`."""

    line: ScriptLine
    at: int
    condition: Expression
    body: "Block"


class Include(Struct, frozen=True):
    """`include FILE`."""

    line: ScriptLine
    at: int
    words: WordTemplate


class Expect(Struct, frozen=True):
    """`expect EXPR [else "message"]`."""

    line: ScriptLine
    at: int
    condition: Expression
    message: WordTemplate


class ExpectRefused(Struct, frozen=True):
    """`expect refused { COMMAND } [else "message"]`."""

    line: ScriptLine
    at: int
    command: Command
    message: WordTemplate


class GivenDice(Struct, frozen=True):
    """`dice 5,7`."""

    line: ScriptLine
    at: int
    words: WordTemplate


class Seed(Struct, frozen=True):
    """`seed TEXT`."""

    line: ScriptLine
    at: int
    words: WordTemplate


class Print(Struct, frozen=True):
    """`print TEXT`."""

    line: ScriptLine
    at: int
    words: WordTemplate


Statement: TypeAlias = (
    Command | Let | If | Repeat | For | While | Include | Expect | ExpectRefused | GivenDice | Seed | Print
)
Block: TypeAlias = tuple[Statement, ...]
