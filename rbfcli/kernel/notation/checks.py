"""What is refused before a die is drawn: too many dice, what can never stop, modifiers that make no sense."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.notation.exact import compare
from rbfcli.kernel.notation.limits import MOST_DICE, MOST_SIDES
from rbfcli.kernel.notation.shapes import ARITHMETIC, PARTS, pools, summed, units
from rbfcli.kernel.notation.tree import (
    Binary,
    Call,
    Clamp,
    Condition,
    Count,
    Explode,
    Group,
    Labelled,
    Mark,
    Modified,
    Negative,
    Number,
    Pool,
    Reroll,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.reader import Reader
    from rbfcli.kernel.notation.tokens import Token
    from rbfcli.kernel.notation.tree import Line, Modifier, Node

_OF_DICE = (Reroll, Explode, Clamp, Mark)


def check_modified(modified: Modified, reader: Reader, start: Token) -> None:
    """Raises NotationError where modifiers do not fit what they follow, or could go on for ever."""
    shape = units(modified.target)
    counts = [isinstance(each, Count) for each in modified.modifiers]
    if counts != sorted(counts):
        raise reader.error("counting turns the pool into a number: nothing but t and f may follow it", start)
    if shape == ARITHMETIC:
        raise reader.error("brackets with arithmetic take no modifiers: put them on the dice inside", start)
    if shape == PARTS and any(isinstance(each, _OF_DICE) for each in modified.modifiers):
        raise reader.error("the total of a part is not a die: put the modifier on the dice inside", start)
    if any(counts) and summed(modified.target):
        raise reader.error("counting inside a group with arithmetic is refused: count each pool by itself", start)
    for pool in pools(modified.target):
        if isinstance(pool.sides, Number):
            for modifier in modified.modifiers:
                _check_end(modifier, pool.sides.digits, -1 if pool.fudge else 1, reader, start)


def _check_end(modifier: Modifier, sides: int, low: int, reader: Reader, start: Token) -> None:
    complaint = endless(modifier, sides, low)
    if complaint:
        raise reader.error(complaint, start)


def endless(modifier: Modifier, sides: int, low: int) -> str:
    """Why a modifier could never stop on such a die; empty if it can."""
    match modifier:
        case Explode(once=True):
            return ""
        case Explode() if sides == 1:
            return "a one-sided die cannot explode"
        case Explode(Condition() as condition) if _always(condition, sides, low):
            return f"every face of a d{sides} explodes: that could never stop"
        case Reroll("rr", condition) if _always(condition, sides, low):
            return f"every face of a d{sides} is rerolled: that could never stop"
        case _:
            return ""


def _always(condition: Condition, sides: int, low: int) -> bool:
    """Whether all faces fit: both ends do, which is enough for every comparator."""
    high = low + sides - 1
    return compare(condition.operator, low, condition.number) and compare(condition.operator, high, condition.number)


def check_line(line: Line, reader: Reader) -> None:
    """Raises NotationError or LimitReached for dice that cannot be, or too many of them."""
    parts = [line.expression] if line.against is None else [line.expression, line.against]
    drawn = sum(_dice(part, reader) for part in parts)
    if line.times == 0:
        raise reader.error("a repeat is at least 1#")
    if drawn * (line.times or 1) > MOST_DICE or (line.times or 1) > MOST_DICE:
        raise LimitReached(f"at most {MOST_DICE} dice are drawn for one line")


def _dice(node: Node, reader: Reader) -> int:
    """How many dice a node draws at least."""
    match node:
        case Number():
            return 0
        case Pool(count, sides):
            if isinstance(sides, Number):
                _check_sides(sides.digits, reader)
            drawn = count.digits if isinstance(count, Number) else 0
            return drawn + _dice(count, reader) + _dice(sides, reader)
        case Modified(part) | Labelled(part) | Negative(part):
            return _dice(part, reader)
        case Group(parts) | Call(_, parts):
            return sum(_dice(part, reader) for part in parts)
        case Binary(_, left, right):
            return _dice(left, reader) + _dice(right, reader)


def _check_sides(sides: int, reader: Reader) -> None:
    if sides < 1:
        raise reader.error("a die has at least one side", reader.tokens[0])
    if sides > MOST_SIDES:
        raise LimitReached(f"a die has at most {MOST_SIDES} sides")
