"""Exact numbers, constants and the checks made before any die is drawn."""

from __future__ import annotations

from math import ceil, floor
from operator import add, eq, floordiv, ge, gt, le, lt, mod, mul, ne, sub

from rbfcli.core.errors import UsageError, at_most, misuse, must_be
from rbfcli.core.limits import BITS, DICE, SIDES
from rbfcli.dice import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from fractions import Fraction
    from typing import TypeAlias

    from rbfcli.dice.lexer import Cursor, Token

    Exact: TypeAlias = int | Fraction


_MOST_SHOWN = 40


def decimal(digits: int, places: int) -> Exact:
    """Return `digits` with the last `places` of them after the decimal point."""
    return divide(digits, 10**places) if places else digits


_ARITHMETIC: dict[str, Callable[[Exact, Exact], Exact]] = {"+": add, "-": sub, "*": mul, "//": floordiv, "%": mod}
_COMPARISONS: dict[str, Callable[[Exact, Exact], bool]] = {
    ">": gt,
    "<": lt,
    ">=": ge,
    "<=": le,
    "=": eq,
    "==": eq,
    "!=": ne,
    "even": lambda value, _: value % 2 == 0,
    "odd": lambda value, _: value % 2 == 1,
}
_FUNCTIONS: dict[str, Callable[..., Exact]] = {
    "floor": floor,
    "ceil": ceil,
    "round": lambda value: (2 * value + 1) // 2,
    "trunc": int,
    "abs": abs,
    "max": lambda *values: max(values),
    "min": lambda *values: min(values),
}
_DIVISIONS = frozenset({"/", "//", "%"})


def binary(operator: str, left: Exact, right: Exact) -> Exact:
    """Return the result of an operator on two values. Raises UsageError, or LimitReached for huge results."""
    if operator in _DIVISIONS and not right:
        raise misuse("cannot divide by zero")
    if operator == "/":
        return divide(left, right)
    if operator == "**":
        return _power(left, right)
    if operator in _ARITHMETIC:
        return bounded(_ARITHMETIC[operator](left, right))
    return int(compare(operator, left, right))


def compare(operator: str, left: Exact, right: Exact) -> bool:
    """Return whether a comparison holds.

    `=` is the same as `==`; even and odd look only at the left value.
    """
    return _COMPARISONS[operator](left, right)


def fits(value: Exact, *tests: ast.FaceTest) -> bool:
    """Return whether a value passes any of the tests."""
    return any(compare(test.operator, value, test.number) for test in tests)


def explodes(modifier: ast.Explode, value: Exact, sides: int, low: int) -> bool:
    """Return whether a die with this value explodes."""
    return fits(value, *(modifier.tests or (ast.FaceTest("=", low + sides - 1),)))


def call(name: str, arguments: Iterable[Exact]) -> Exact:
    """Return the result of a function for its arguments. `round` rounds half up."""
    return _FUNCTIONS[name](*arguments)


def divide(left: Exact, right: Exact) -> Exact:
    """Return the exact quotient. The divisor must not be zero."""
    if isinstance(left, int) and isinstance(right, int) and not left % right:
        return left // right
    from fractions import Fraction  # noqa: PLC0415 - few rolls divide

    return bounded(Fraction(left) / right)


def bounded(value: Exact) -> Exact:
    """Return the value, as an int if it is whole. Raises LimitReached for huge values."""
    if value.denominator == 1:
        value = value.numerator
    if bits_of(value) > BITS:
        raise at_most("a number", f"{BITS} bits")
    return value


def bits_of(value: Exact) -> int:
    """Return the number of bits in the numerator or denominator, whichever is larger."""
    return max(value.numerator.bit_length(), value.denominator.bit_length())


def shown(value: Exact) -> str:
    """Return the value as text for a message, shortened if it is very long."""
    digits = str(value)
    return digits if len(digits) <= _MOST_SHOWN else f"{digits[:_MOST_SHOWN]}..."


def _power(base: Exact, exponent: Exact) -> Exact:
    if exponent.denominator != 1:
        raise must_be("the exponent", "a whole number")
    if exponent < 0:
        return binary("/", 1, _power(base, -exponent))
    if (bits_of(base) - 1) * exponent > BITS:
        raise at_most("a number", f"{BITS} bits")
    power: Exact = base.numerator ** int(exponent)
    return bounded(divide(power, base.denominator ** int(exponent)))


def constant(node: ast.Node) -> Exact | None:
    """Return the exact value of a node without dice or modifiers, else None.

    Raises UsageError or LimitReached if the arithmetic has no value.
    """
    match node:
        case ast.Number(digits, places):
            return decimal(digits, places)
        case ast.Labelled(part):
            return constant(part)
        case ast.Negative(part):
            value = constant(part)
            return None if value is None else -value
        case ast.Binary(operator, left, right):
            first, second = constant(left), constant(right)
            return None if first is None or second is None else binary(operator, first, second)
        case ast.Call(name, arguments):
            values = [value for value in map(constant, arguments) if value is not None]
            return call(name, values) if len(values) == len(arguments) else None
        case _:
            return None


_OF_DICE = (ast.Reroll, ast.Explode, ast.Clamp, ast.Relabel, ast.Negate, ast.Unique, ast.Mark)


def check_modified(modified: ast.Modified, reader: Cursor, start: Token) -> None:
    """Raise NotationError if modifiers do not fit their target or might never stop."""
    shape = ast.units(modified.target)
    counts = [isinstance(each, ast.Count) for each in modified.modifiers]
    if counts != sorted(counts):
        raise reader.error("a count of successes is a number: only t and f can follow it", start)
    if shape == ast.ARITHMETIC:
        raise reader.error("modifiers cannot follow brackets with arithmetic: put them on the dice inside", start)
    if shape == ast.PARTS and any(isinstance(each, _OF_DICE) for each in modified.modifiers):
        raise reader.error("a subtotal is not a die: put the modifier on the dice inside", start)
    if any(counts) and len(ast.pools(modified.target)) > 1:
        raise reader.error("cannot count inside a group with arithmetic: count each pool separately", start)
    late = modified.modifiers if not isinstance(modified.target, ast.Pool) else modified.modifiers[1:]
    if any(isinstance(each, ast.Relabel | ast.Unique) for each in late):
        raise reader.error("map and unique must come right after the dice", start)
    for pool in ast.pools(modified.target):
        count, sides = constant(pool.count), constant(pool.sides)
        if sides is None:
            continue
        for modifier in modified.modifiers:
            if complaint := _unfit(modifier, count, int(sides), -1 if pool.fudge else 1):
                raise reader.error(complaint, start)


def check_fit(modifier: ast.DiceModifier, count: int, sides: int, low: int) -> None:
    """Raise UsageError if a modifier cannot apply to `count` such dice or might never stop."""
    if complaint := _unfit(modifier, count, sides, low):
        raise misuse(complaint)


def _unfit(modifier: ast.DiceModifier, count: Exact | None, sides: int, low: int) -> str:
    die = f"d{sides}" if low > 0 else "dF"
    match modifier:
        case ast.Relabel(values) if len(values) != sides:
            return f"map needs {sides} value{'s' * (sides > 1)} for a {die}, not {len(values)}"
        case ast.Unique() if count is not None and count > sides:
            return f"{count} dice with {sides} sides cannot all differ"
        case ast.Explode(most=most) if most:
            return ""
        case ast.Explode() if sides == 1:
            return "a one-sided die cannot explode"
        case ast.Explode(tests) if tests and _always(tests, sides, low):
            return f"every face of a {die} explodes: the roll would never end"
        case ast.Reroll("rr", tests) if _always(tests, sides, low):
            return f"every face of a {die} is rerolled: the roll would never end"
        case _:
            return ""


def _always(tests: tuple[ast.FaceTest, ...], sides: int, low: int) -> bool:
    """Return whether every face passes a test.

    The lowest face that fails is at the low end or right after a test's number, so only those faces are tried.
    """
    high = low + sides - 1
    near = {start + step for start in (low, *(test.number for test in tests)) for step in (0, 1, 2)}
    faces = [face for face in near if low <= face <= high]
    return all(fits(face, *tests) for face in faces)


def check_operation(node: ast.Binary, reader: Cursor, operator: Token) -> None:
    """Raise NotationError for constant arithmetic without a value, and for division by zero."""
    try:
        if node.operator in _DIVISIONS and constant(node.right) == 0:
            binary(node.operator, 0, 0)
        constant(node)
    except UsageError as error:
        raise reader.error(error.message, operator) from None


def check_pool(pool: ast.Pool, reader: Cursor, start: Token) -> None:
    """Raise NotationError or LimitReached for an invalid number of dice or sides."""
    try:
        for known, check in ((constant(pool.count), whole_count), (constant(pool.sides), whole_sides)):
            if known is not None:
                check(known)
    except UsageError as error:
        raise reader.error(error.message, start) from None


def whole_count(value: Exact) -> int:
    """Return the value as a number of dice. Raises UsageError or LimitReached."""
    if value.denominator != 1 or value < 0:
        raise misuse(f"the number of dice must be a whole number, not {shown(value)}")
    if value > DICE:
        raise at_most("a line", f"{DICE:,} dice")
    return int(value)


def whole_sides(value: Exact) -> int:
    """Return the value as a number of sides. Raises UsageError or LimitReached."""
    if value.denominator != 1 or value < 1:
        raise misuse(f"the number of sides must be a whole number of at least 1, not {shown(value)}")
    if value > SIDES:
        raise at_most("a die", f"{SIDES:,} sides")
    return int(value)


def check_line(line: ast.RollLine, reader: Cursor) -> None:
    """Raise NotationError or LimitReached for an invalid repeat or too many dice."""
    if line.times == 0:
        raise reader.error("the repeat count must be at least 1", reader.tokens[0])
    drawn = _dice(line.expression) + (_dice(line.against) if line.against else 0)
    if max(drawn, 1) * (line.times or 1) > DICE:
        raise at_most("a line", f"{DICE:,} dice")


def _dice(node: ast.Node) -> int:
    """Return the minimum number of dice that a node draws."""
    own = constant(node.count) if isinstance(node, ast.Pool) else None
    return int(own or 0) + sum(map(_dice, ast.parts(node)))
