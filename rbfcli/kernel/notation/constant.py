"""What a node comes to without dice, known before any is drawn."""

from __future__ import annotations

from rbfcli.kernel.notation.exact import binary, call, decimal
from rbfcli.kernel.notation.tree import Binary, Call, Labelled, Negative, Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.notation.tree import Node


def constant(node: Node) -> Exact | None:
    """The exact value of a node without dice or modifiers; raises UsageError or LimitReached where it has none."""
    match node:
        case Number(digits, places):
            return decimal(digits, places)
        case Labelled(part):
            return constant(part)
        case Negative(part):
            value = constant(part)
            return None if value is None else -value
        case Binary(operator, left, right):
            first, second = constant(left), constant(right)
            return None if first is None or second is None else binary(operator, first, second)
        case Call(name, arguments):
            values = [value for value in map(constant, arguments) if value is not None]
            return call(name, values) if len(values) == len(arguments) else None
        case _:
            return None
