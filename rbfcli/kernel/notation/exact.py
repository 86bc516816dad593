"""Exact arithmetic on whole numbers and fractions; fractions are imported only when one arises."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.limits import BITS

_MOST_SHOWN = 40

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from fractions import Fraction
    from typing import TypeAlias

    Exact: TypeAlias = int | Fraction


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
    from fractions import Fraction

    return bounded(Fraction(left) / right)


def bounded(value: Exact) -> Exact:
    """The value, whole where it can be; raises LimitReached for a giant."""
    if value.denominator == 1:
        value = value.numerator
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS:
        raise LimitReached(f"a number here has at most {BITS} bits")
    return value


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
    bits = max(base.numerator.bit_length(), base.denominator.bit_length()) - 1
    if bits * exponent > BITS:
        raise LimitReached(f"a number here has at most {BITS} bits")
    power: Exact = base.numerator ** int(exponent)
    return bounded(divide(power, base.denominator ** int(exponent)))
