"""The statements of a script, as a tree; `line` and `at` are the place of each."""

from collections.abc import Sequence
from typing import TypeAlias

from msgspec import Struct

from rbfcli.kernel.visible import quoted
from rbfcli.script.expressions.tree import Expression
from rbfcli.script.lines import ScriptLine

Part: TypeAlias = str | Expression


class WordTemplate(Struct, frozen=True):
    """Words as typed; `parts` are text and the expressions in it, `fixed` the words if there are no expressions."""

    text: str
    fixed: tuple[str, ...]
    parts: tuple[Part, ...] = ()

    def with_filled(self, words: Sequence[str]) -> str:
        """As it stands in the script, or the words that came of it."""
        return self.text if words is self.fixed else " ".join(map(quoted, words))


class Placed(Struct, frozen=True):
    """The common part of all statements: the line each stands on, and where it begins there."""

    line: ScriptLine
    at: int


class Command(Placed, frozen=True, gc=False):
    """A line of the language that all front ends share."""

    words: WordTemplate


class Let(Placed, frozen=True):
    """`let NAME = EXPR`."""

    name: str
    value: Expression


class If(Placed, frozen=True):
    """`if EXPR { … } else { … }`."""

    condition: Expression
    then: "Block"
    otherwise: "Block"


class Repeat(Placed, frozen=True):
    """`repeat N { … }`."""

    times: Expression
    body: "Block"


class For(Placed, frozen=True):
    """`for NAME in LIST { … }`."""

    name: str
    values: Expression
    body: "Block"


class While(Placed, frozen=True):
    """`while EXPR { … }`."""

    condition: Expression
    body: "Block"


class Try(Placed, frozen=True):
    """`try { … } else { … }`: a refusal ends the first block, and the other one is run."""

    body: "Block"
    otherwise: "Block"


class Include(Placed, frozen=True):
    """`include FILE`."""

    words: WordTemplate


class Expect(Placed, frozen=True):
    """`expect EXPR [else "message"]`."""

    condition: Expression
    message: WordTemplate


class ExpectRefused(Placed, frozen=True):
    """`expect refused { COMMAND } [else "message"]`."""

    command: Command
    message: WordTemplate


class GivenDice(Placed, frozen=True):
    """`dice 5,7`."""

    words: WordTemplate


class Seed(Placed, frozen=True):
    """`seed TEXT`."""

    words: WordTemplate


class Print(Placed, frozen=True):
    """`print TEXT`."""

    words: WordTemplate


BlockStatement: TypeAlias = If | Repeat | For | While | Try | Include
Statement: TypeAlias = Command | Let | BlockStatement | Expect | ExpectRefused | GivenDice | Seed | Print
Block: TypeAlias = tuple[Statement, ...]
