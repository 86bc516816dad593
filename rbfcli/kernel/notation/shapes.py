"""What modifiers after a pool or group act on: its dice, its parts, or nothing that makes sense."""

from __future__ import annotations

from rbfcli.kernel.notation.tree import Binary, Count, Group, Labelled, Modified, Pool

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.tree import Node

DICE = "dice"
PARTS = "parts"
NUMBER = "number"
ARITHMETIC = "arithmetic"


def shape(node: Node) -> str:
    """DICE for a pool or a sum of pools, PARTS for a group of totals, NUMBER for one total, else ARITHMETIC."""
    match node:
        case Pool():
            return DICE
        case Labelled(part):
            return shape(part)
        case Modified(_, modifiers) if any(isinstance(each, Count) for each in modifiers):
            return NUMBER
        case Modified(target):
            return units(target)
        case Group((part,), whole=False):
            return shape(part)
        case Group():
            return PARTS
        case Binary("+", left, right) if shape(left) == shape(right) == DICE:
            return DICE
        case Binary():
            return ARITHMETIC
        case _:
            return NUMBER


def units(target: Node) -> str:
    """The shape of what is modified: one total in brackets is a group of one part."""
    found = shape(target)
    return PARTS if found == NUMBER else found


def flattens(node: Group) -> bool:
    """Whether modifiers after a group see the dice of its one part, not the totals of its parts."""
    return len(node.parts) == 1 and not node.whole and shape(node.parts[0]) != NUMBER


def summed(node: Node) -> bool:
    """Whether a flattened group adds pools up inside."""
    match node:
        case Binary():
            return True
        case Labelled(part) | Group((part,), whole=False) | Modified(part):
            return summed(part)
        case _:
            return False


def pools(node: Node) -> list[Pool]:
    """The pools of a node of shape DICE, in draw order."""
    match node:
        case Pool():
            return [node]
        case Labelled(part) | Modified(part) | Group((part,), whole=False):
            return pools(part)
        case Binary(_, left, right):
            return pools(left) + pools(right)
        case _:
            return []
