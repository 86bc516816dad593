"""Words as a shell splits them → lines: several expressions, or the pieces of one."""

from __future__ import annotations

from rbfcli.kernel.errors import NotationError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.tree import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.tree import RollLine

_SIGNS = ("-", "+")


def expressions(words: Sequence[str], dialect: str = "") -> list[RollLine]:
    """The lines that words mean.

    Words that each make a line are that many lines; otherwise all of them, joined by spaces, are one. A number alone or
    a word that begins with a sign goes on from the word before: `2d6 + 3`, `2 d6` and `2d6 -1` are one expression,
    `2d6 1d8` are two. Raises NotationError or LimitReached as for one line.
    """
    if len(words) > 1 and not any(word.startswith(_SIGNS) for word in words[1:]):
        try:
            lines = [parse(word, dialect) for word in words]
        except NotationError:
            lines = []
        if lines and not any(isinstance(line.expression, Number) for line in lines):
            return lines
    return [parse(" ".join(words), dialect)]
