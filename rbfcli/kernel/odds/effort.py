"""What exact counting costs, spent before it is done: past the budget an error that says so, never an approximation."""

from __future__ import annotations

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.limits import BITS_OF_ODDS

TOO_MUCH = "the exact odds of this expression are too much to count"
LESS = "ask about fewer dice or fewer sides"
_DIGIT_BITS = 30
_KARATSUBA = 1.585
_OUTCOME_BYTES = 120
_LARGE = 4_000
_RESERVED = 4


class Effort:
    """How exact to be, and the budget that it takes."""

    __slots__ = ("_precision", "_reserve", "budget")

    def __init__(self, budget: Budget | None = None, precision: int = 1) -> None:
        self.budget = budget or Budget()
        self._precision = precision
        self._reserve: Budget | None = None

    @property
    def cut_short(self) -> bool:
        """Whether an endless explosion was cut short."""
        return self._reserve is not None

    def precision(self) -> int:
        """One chance in so many may be left out of an endless explosion, which is cut short here.

        A part of the budget is then kept for a count that is less exact, until it is released.
        """
        if self._reserve is None:
            self._reserve = self.budget.share(_RESERVED)
        return self._precision

    def release(self) -> None:
        """Take up again what was kept."""
        if self._reserve is not None:
            self.budget.give_back(self._reserve)

    def times(self, one: int, other: int) -> int:
        """A product of two numbers; small ones go with what is around them, powers of two by shifting."""
        if one.bit_length() + other.bit_length() < _LARGE:
            return one * other
        shift = trailing_zeros(one) + trailing_zeros(other)
        one, other = one >> trailing_zeros(one), other >> trailing_zeros(other)
        self.spend(1 + product_steps(one.bit_length(), other.bit_length()) + shift / 100_000)
        return one * other << shift

    def power(self, base: int, exponent: int) -> int:
        """A power of a number."""
        bits = base.bit_length() * exponent
        self.product(bits // 2, bits // 2)
        result: int = base**exponent
        return result

    def spend(self, steps: float) -> None:
        """Raises LimitReached once the budget is spent."""
        self.budget.spend(int(steps + 0.5), TOO_MUCH, LESS)

    def table(self, outcomes: int, bits: int) -> None:
        """A table of so many outcomes with counts of so many bits."""
        if bits > BITS_OF_ODDS:
            self.spend(self.budget.steps)
        self.budget.hold(outcomes * (_OUTCOME_BYTES + bits // 8), TOO_MUCH, LESS)
        self.spend(1 + outcomes * (0.3 + bits / 8_000))

    def number(self, bits: int) -> None:
        """A number of so many bits, which has to fit into memory."""
        self.budget.hold(bits // 8, TOO_MUCH, LESS)

    def product(self, one: int, other: int) -> None:
        """A product of two numbers of so many bits."""
        self.number(one + other)
        self.spend(product_steps(one, other))

    def pairs(self, number: int, one: int, other: int, *, whole: bool) -> None:
        """So many pairs of values, with counts of so many bits on each side."""
        self.spend(number * ((0.2 if whole else 4) + product_steps(one, other) + (one + other) / 40_000))


def trailing_zeros(number: int) -> int:
    """How often a number can be halved; zero never."""
    return (number & -number).bit_length() - 1 if number else 0


def product_steps(one: int, other: int) -> float:
    """The steps of a product of two numbers of so many bits: by the school's way, or by Karatsuba's."""
    few, many = sorted(1 + max(0, bits) // _DIGIT_BITS for bits in (one, other))
    steps: float = min(few * many * 0.0011, many / few * few**_KARATSUBA * 0.008)
    return steps


def gcd_steps(bits: int) -> float:
    """The steps of bringing a fraction of such numbers to lowest terms."""
    digits = bits / _DIGIT_BITS
    return 0.3 + digits * 0.12 + digits * digits * 0.0013


def text_steps(bits: int) -> float:
    """The steps of writing such a number."""
    digits = bits / _DIGIT_BITS
    return 0.2 + digits * 0.02 + digits * digits * 0.0012
