"""Exact numbers, constants, and what is refused before a die is drawn."""

from __future__ import annotations

from rbfcli.core.errors import LimitReached, UsageError
from rbfcli.core.limits import BITS, DICE, SIDES
from rbfcli.dice.ast import (
    ARITHMETIC,
    PARTS,
    Binary,
    Call,
    Clamp,
    Count,
    Explode,
    FaceTest,
    Group,
    Labelled,
    Mark,
    Modified,
    Negate,
    Negative,
    Number,
    Pool,
    Relabel,
    Reroll,
    RollLine,
    Unique,
    pools,
    summed,
    units,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import TypeAlias

    from rbfcli.dice.ast import DiceModifier, Node
    from rbfcli.dice.lexer import Reader, Token

    Exact: TypeAlias = int | Fraction


_MOST_SHOWN = 40


def decimal(digits: int, places: int) -> Exact:
    """`digits` with `places` of them behind the point."""
    return divide(digits, 10**places) if places else digits


def binary(operator: str, left: Exact, right: Exact) -> Exact:
    """What an operator makes of two values; raises UsageError or, for a giant, LimitReached."""
    match operator:
        case "+":
            return bounded(left + right)
        case "-":
            return bounded(left - right)
        case "*":
            return bounded(left * right)
        case "/":
            return divide(left, right)
        case "//":
            return left // _divisor(right)
        case "%":
            return bounded(left % _divisor(right))
        case "**":
            return _power(left, right)
        case _:
            return int(compare(operator, left, right))


def compare(operator: str, left: Exact, right: Exact) -> bool:
    """Whether a comparison holds; `=` is the same as `==`, and even and odd look at the left value alone."""
    match operator:
        case ">":
            return left > right
        case "<":
            return left < right
        case ">=":
            return left >= right
        case "<=":
            return left <= right
        case "!=":
            return left != right
        case "even":
            return left % 2 == 0
        case "odd":
            return left % 2 == 1
        case _:
            return left == right


def fits(value: Exact, *tests: FaceTest) -> bool:
    """Whether a value passes any test."""
    return any(compare(test.operator, value, test.number) for test in tests)


def explodes(modifier: Explode, value: Exact, sides: int, low: int) -> bool:
    """Whether a value of such a die brings a further die."""
    return fits(value, *(modifier.tests or (FaceTest("=", low + sides - 1),)))


def call(name: str, arguments: Sequence[Exact]) -> Exact:
    """What a function makes of its arguments; `round` is half up."""
    first = arguments[0]
    match name:
        case "floor":
            return first // 1
        case "ceil":
            return -(-first // 1)
        case "round":
            return (2 * first + 1) // 2
        case "trunc":
            return int(first)
        case "abs":
            return max(first, -first)
        case "max":
            return max(arguments)
        case _:
            return min(arguments)


def divide(left: Exact, right: Exact) -> Exact:
    """The exact quotient; raises UsageError for a zero below."""
    _divisor(right)
    if isinstance(left, int) and isinstance(right, int) and not left % right:
        return left // right
    from fractions import Fraction  # noqa: PLC0415 - few rolls divide

    return bounded(Fraction(left) / right)


def bounded(value: Exact) -> Exact:
    """The value, whole where it can be; raises LimitReached for a giant."""
    if value.denominator == 1:
        value = value.numerator
    if size(value) > BITS:
        raise LimitReached(f"a number here has at most {BITS} bits")
    return value


def size(value: Exact) -> int:
    """The bits of the value, above or below its line."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def shown(value: Exact) -> str:
    """The value for a message, a giant shortened."""
    digits = str(value)
    return digits if len(digits) <= _MOST_SHOWN else f"{digits[:_MOST_SHOWN]}..."


def _divisor(value: Exact) -> Exact:
    if not value:
        raise UsageError("divide by zero")
    return value


def _power(base: Exact, exponent: Exact) -> Exact:
    if exponent.denominator != 1:
        raise UsageError("a power needs a whole exponent")
    if exponent < 0:
        return divide(1, _power(base, -exponent))
    if (size(base) - 1) * exponent > BITS:
        raise LimitReached(f"a number here has at most {BITS} bits")
    power: Exact = base.numerator ** int(exponent)
    return bounded(divide(power, base.denominator ** int(exponent)))


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


_OF_DICE = (Reroll, Explode, Clamp, Relabel, Negate, Unique, Mark)
_DIVISIONS = frozenset({"/", "//", "%"})
_TOO_MANY = f"at most {DICE:,} dice are drawn for one line"


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
    late = modified.modifiers if not isinstance(modified.target, Pool) else modified.modifiers[1:]
    if any(isinstance(each, Relabel | Unique) for each in late):
        raise reader.error("map and unique go right after the dice", start)
    for pool in pools(modified.target):
        if complaint := _complaint(pool, modified.modifiers):
            raise reader.error(complaint, start)


def _complaint(pool: Pool, modifiers: tuple[DiceModifier, ...]) -> str:
    """Why modifiers cannot follow a pool whose count and sides are known; empty if they can."""
    count, sides = constant(pool.count), constant(pool.sides)
    if sides is None:
        return ""
    found = (_unfit(each, count, int(sides), -1 if pool.fudge else 1) for each in modifiers)
    return next(filter(None, found), "")


def _unfit(modifier: DiceModifier, count: Exact | None, sides: int, low: int) -> str:
    match modifier:
        case Relabel(values):
            return unlike(modifier, sides) if len(values) != sides else ""
        case Unique():
            return "" if count is None else crowded(int(count), sides)
        case _:
            return endless(modifier, sides, low)


def unlike(modifier: Relabel, sides: int) -> str:
    """The complaint about values that are not those of all sides."""
    return f"a d{sides} needs {sides} values, here are {len(modifier.values)}"


def crowded(count: int, sides: int) -> str:
    """Why so many dice cannot all differ; empty if they can."""
    return f"{count} dice of {sides} sides cannot all differ" if count > sides else ""


def check_end(modifier: DiceModifier, sides: int, low: int) -> None:
    """Raise UsageError where the sides mean that the modifier could never stop."""
    if complaint := endless(modifier, sides, low):
        raise UsageError(complaint)


def endless(modifier: DiceModifier, sides: int, low: int) -> str:
    """Why a modifier could never stop on such a die; empty if it can."""
    die = f"d{sides}" if low > 0 else "dF"
    match modifier:
        case Explode(most=most) if most:
            return ""
        case Explode() if sides == 1:
            return "a one-sided die cannot explode"
        case Explode(tests) if tests and _always(tests, sides, low):
            return f"every face of a {die} explodes: that could never stop"
        case Reroll("rr", tests) if _always(tests, sides, low):
            return f"every face of a {die} is rerolled: that could never stop"
        case _:
            return ""


def _always(tests: tuple[FaceTest, ...], sides: int, low: int) -> bool:
    """Whether each face passes a test: the least that does not lies at the low end, or right after a test's number."""
    high = low + sides - 1
    near = {start + step for start in (low, *(test.number for test in tests)) for step in (0, 1, 2)}
    faces = [face for face in near if low <= face <= high]
    return all(fits(face, *tests) for face in faces)


def check_operation(node: Binary, reader: Reader, operator: Token) -> None:
    """Raises NotationError for arithmetic without dice that has no value, such as a division by zero."""
    try:
        if node.operator in _DIVISIONS and constant(node.right) == 0:
            binary(node.operator, 0, 0)
        constant(node)
    except UsageError as error:
        raise reader.error(error.message, operator) from None


def check_pool(pool: Pool, reader: Reader, start: Token) -> None:
    """Raises NotationError or LimitReached for a count or sides that no pool can have."""
    try:
        for known, check in ((constant(pool.count), whole_count), (constant(pool.sides), whole_sides)):
            if known is not None:
                check(known)
    except UsageError as error:
        raise reader.error(error.message, start) from None


def whole_count(value: Exact) -> int:
    """The value as a count of dice."""
    if value.denominator != 1 or value < 0:
        raise UsageError(f"a count of dice is a whole number, not {shown(value)}")
    if value > DICE:
        raise LimitReached(_TOO_MANY)
    return int(value)


def whole_sides(value: Exact) -> int:
    """The value as a number of sides."""
    if value.denominator != 1 or value < 1:
        raise UsageError(f"a die has at least one side and a whole number of them, not {shown(value)}")
    if value > SIDES:
        raise LimitReached(f"a die has at most {SIDES:,} sides")
    return int(value)


def check_line(line: RollLine, reader: Reader) -> None:
    """Raises NotationError or LimitReached for repeats that cannot be, or too many dice."""
    if line.times == 0:
        raise reader.error("a line is repeated at least once", reader.tokens[0])
    drawn = _dice(line.expression) + (_dice(line.against) if line.against else 0)
    if max(drawn, 1) * (line.times or 1) > DICE:
        raise LimitReached(_TOO_MANY)


def _dice(node: Node) -> int:
    """How many dice a node draws at least."""
    match node:
        case Number():
            return 0
        case Pool(count, sides):
            return int(constant(count) or 0) + _dice(count) + _dice(sides)
        case Modified(part) | Labelled(part) | Negative(part):
            return _dice(part)
        case Group(parts) | Call(_, parts):
            return sum(map(_dice, parts))
        case Binary(_, left, right):
            return _dice(left) + _dice(right)
