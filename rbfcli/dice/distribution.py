"""Distributions with whole weights: sums, operators and the cost of counting."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache, partial
from itertools import combinations_with_replacement, groupby
from math import factorial, lcm, prod

from rbfcli.core.limits import BITS_OF_ODDS, Budget
from rbfcli.dice.arithmetic import binary, bits_of, call, compare
from rbfcli.dice.ast import COMPARISONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction
    from typing import TypeVar

    from rbfcli.dice.arithmetic import Exact

    Value = TypeVar("Value", int, Exact)


TOO_MUCH = "the exact odds of this expression are too large to compute"
LESS = "ask about fewer dice or fewer sides"
_DIGIT_BITS = 30
_KARATSUBA = 1.585
_OUTCOME_BYTES = 120
_LARGE = 4_000


class NoMeanError(Exception):
    """An error for a mean that does not follow from the means of the dice."""


class CostMeter:
    """The budget of a count and its required precision.

    An endless explosion may leave out one chance in `precision`. With `means`, dice are reduced to their mean.
    """

    __slots__ = ("budget", "means", "precision")

    def __init__(self, budget: Budget | None = None, precision: int = 1, *, means: bool = False) -> None:
        self.budget: Budget = budget or Budget()
        self.means: bool = means
        self.precision: int = precision

    def need_all_values(self) -> None:
        """Raise NoMeanError if only means are tracked."""
        if self.means:
            raise NoMeanError

    def times(self, one: int, other: int) -> int:
        """Return the product of two numbers and spend its cost.

        Small products are free, as they are part of the surrounding work; powers of two are multiplied by shifting.
        """
        if one.bit_length() + other.bit_length() < _LARGE:
            return one * other
        shift = trailing_zeros(one) + trailing_zeros(other)
        one, other = one >> trailing_zeros(one), other >> trailing_zeros(other)
        self.spend(1 + product_steps(one.bit_length(), other.bit_length()) + shift / 100_000)
        return one * other << shift

    def power(self, base: int, exponent: int) -> int:
        """Return a power of a number and spend its cost."""
        bits = base.bit_length() * exponent
        self.product(bits // 2, bits // 2)
        result: int = base**exponent
        return result

    def spend(self, steps: float) -> None:
        """Spend steps of the budget. Raises LimitReached once none are left."""
        self.budget.spend(int(steps + 0.5), TOO_MUCH, LESS)

    def table(self, outcomes: int, bits: int) -> None:
        """Spend the cost of a table of `outcomes` counts, each of `bits` bits."""
        if bits > BITS_OF_ODDS:
            self.spend(self.budget.steps)
        self.budget.hold(outcomes * (_OUTCOME_BYTES + bits // 8), TOO_MUCH, LESS)
        self.spend(1 + outcomes * (0.3 + bits / 8_000))

    def number(self, bits: int) -> None:
        """Reserve memory for a number of `bits` bits."""
        self.budget.hold(bits // 8, TOO_MUCH, LESS)

    def product(self, one: int, other: int) -> None:
        """Spend the cost of a product of two numbers, given their bits."""
        self.number(one + other)
        self.spend(product_steps(one, other))

    def pairs(self, one: Distribution, other: Distribution) -> None:
        """Spend the cost of all pairs of values of two distributions."""
        bits, more = one.out_of.bit_length(), other.out_of.bit_length()
        adding = 0.2 if one.is_whole() and other.is_whole() else 4
        self.spend(
            len(one.weights) * len(other.weights) * (adding + product_steps(bits, more) + (bits + more) / 40_000)
        )


def trailing_zeros(number: int) -> int:
    """Return how often a number can be halved; 0 for zero."""
    return (number & -number).bit_length() - 1 if number else 0


def product_steps(one: int, other: int) -> float:
    """Return the steps of a product of two numbers of these bits, by long multiplication or Karatsuba."""
    few, many = sorted(1 + max(0, bits) // _DIGIT_BITS for bits in (one, other))
    steps: float = min(few * many * 0.0011, many / few * few**_KARATSUBA * 0.008)
    return steps


def gcd_steps(bits: int) -> float:
    """Return the steps of reducing a fraction of such numbers to lowest terms."""
    digits = bits / _DIGIT_BITS
    return 0.3 + digits * 0.12 + digits * digits * 0.0013


class Distribution:
    """A distribution: `weights[value]` chances out of `out_of`.

    If the weights add up to less than `out_of`, the difference was left out by a truncation.
    """

    __slots__ = ("out_of", "weights")

    def __init__(self, weights: dict[Exact, int], out_of: int) -> None:
        self.weights: dict[Exact, int] = weights
        self.out_of: int = out_of

    @property
    def left_out(self) -> int:
        """Return the chances, out of `out_of`, that are not counted."""
        return self.out_of - sum(self.weights.values())

    def is_whole(self) -> bool:
        """Return whether all values are whole numbers."""
        return all(isinstance(value, int) for value in self.weights)


def constant(value: Exact) -> Distribution:
    """Return the distribution of a single certain value."""
    return Distribution({value: 1}, 1)


def mapped(function: Callable[[Exact], Exact], chances: Distribution, effort: CostMeter) -> Distribution:
    """Return the distribution of a function of a value."""
    effort.table(len(chances.weights), chances.out_of.bit_length())
    weights: dict[Exact, int] = {}
    for value, weight in chances.weights.items():
        image = function(value)
        weights[image] = weights.get(image, 0) + weight
    return Distribution(weights, chances.out_of)


def blend(cases: Iterable[tuple[int, Distribution]], out_of: int, effort: CostMeter) -> Distribution:
    """Return the mixture of distributions, each weighted by its share of `out_of`."""
    cases = list(cases)
    common = lcm(*{chances.out_of for _, chances in cases})
    bits = common.bit_length() + out_of.bit_length()
    effort.table(1, bits)
    weights: dict[Exact, int] = {}
    for weight, chances in cases:
        effort.table(1 + len(chances.weights), bits)
        factor = weight * (common // chances.out_of)
        for value, count in chances.weights.items():
            weights[value] = weights.get(value, 0) + factor * count
    blended = Distribution(weights, out_of * common)
    return constant(mean_of(blended)) if effort.means else blended


def fraction(value: Exact, below: int = 1) -> Fraction:
    """Return `value` divided by `below` as a Fraction."""
    from fractions import Fraction  # noqa: PLC0415 - odds of plain sums start without it

    return Fraction(value) / below


def mean_of(chances: Distribution) -> Fraction:
    """Return the mean of all counted values."""
    return fraction(sum(value * weight for value, weight in chances.weights.items()), sum(chances.weights.values()))


_FEW = 24
_SMALL = 64  # bits: products up to this size are covered by the cost of pairs


def convolve(first: Distribution, second: Distribution, effort: CostMeter) -> Distribution:
    """Return the distribution of the sum of two independent values."""
    one, other = first.weights, second.weights
    out_of = first.out_of * second.out_of
    if min(len(one), len(other)) > _FEW and first.is_whole() and second.is_whole():
        lowest = min(one) + min(other)
        outcomes = int(max(one) + max(other) - lowest + 1)
        if outcomes <= 2 * len(one) * len(other):
            width = byte_width(sum(one.values()) * sum(other.values()))
            effort.table(outcomes, width)
            effort.product(*(width * int(max(each) - min(each) + 1) for each in (one, other)))
            product = pack(one, min(one), width) * pack(other, min(other), width)
            return Distribution(unpack(product, lowest, width), out_of)
    effort.pairs(first, second)
    effort.table(len(one) * len(other), out_of.bit_length())
    return Distribution(with_one_more(one, other), out_of)


def with_one_more(sums_so_far: dict[Value, int], values: dict[Value, int]) -> dict[Value, int]:
    """Return the weights of the sum of two independent values."""
    found: dict[Value, int] = {}
    for total, ways in sums_so_far.items():
        for value, times in values.items():
            found[total + value] = found.get(total + value, 0) + ways * times
    return found


@lru_cache(maxsize=1_000)
def sums(sides: int, count: int, counting: int = 0) -> dict[int, int]:
    """Return each total of `count` dice with the number of rolls that give it.

    With `counting`, the totals are the successes of a pool: dice that show at least that face.
    """
    found = {0: 1}
    of_one = Counter(int(face >= counting) if counting else face for face in range(1, sides + 1))
    for _ in range(count):
        found = with_one_more(found, of_one)
    return found


def power(chances: Distribution, count: int, effort: CostMeter) -> Distribution:
    """Return the distribution of the sum of `count` independent, identically distributed values."""
    if not count:
        return constant(0)
    if count == 1:
        return chances
    half = power(chances, count // 2, effort)
    square = convolve(half, half, effort)
    return convolve(square, chances, effort) if count % 2 else square


def pack(weights: Mapping[Exact, int], lowest: Exact, width: int) -> int:
    """Return the weights as digits of one number, lowest value first.

    Each digit has `width` bits, a multiple of 8.
    """
    size = width // 8
    room = bytearray(size * int(max(weights) - lowest + 1))
    for value, weight in weights.items():
        place = int(value - lowest) * size
        room[place : place + size] = weight.to_bytes(size, "little")
    return int.from_bytes(room, "little")


def unpack(packed: int, lowest: Exact, width: int) -> dict[Exact, int]:
    """Return the nonzero weights of a packed number."""
    size = width // 8
    digits = packed.to_bytes((packed.bit_length() + 7) // 8, "little")
    read = int.from_bytes
    places = range(0, len(digits), size)
    counts = [read(digits[place : place + size], "little") for place in places]
    return {lowest + step: count for step, count in enumerate(counts) if count}


def byte_width(most: int) -> int:
    """Return the bits of a number, rounded up to whole bytes."""
    return (most.bit_length() + 7) // 8 * 8


def combined(operator: str, left: Distribution, right: Distribution, effort: CostMeter) -> Distribution:
    """Return the distribution of an operation on two independent values.

    Raises UsageError if some outcome has no value, such as a division by zero.
    """
    if operator == "+":
        return convolve(left, right, effort)
    if operator == "-":
        return convolve(left, mapped(lambda value: -value, right, effort), effort)
    if operator != "*":
        effort.need_all_values()
    if operator in COMPARISONS:
        difference = combined("-", left, right, effort)
        return mapped(lambda value: int(compare(operator, value, 0)), difference, effort)
    return paired(partial(binary, operator), left, right, effort)


def called(name: str, arguments: Sequence[Distribution], effort: CostMeter) -> Distribution:
    """Return the distribution of a function of independent arguments."""
    effort.need_all_values()
    first, *others = arguments
    chances = mapped(lambda value: call(name, [value]), first, effort)
    for other in others:
        chances = paired(lambda one, two: call(name, [one, two]), chances, other, effort)
    return chances


def paired(
    function: Callable[[Exact, Exact], Exact], left: Distribution, right: Distribution, effort: CostMeter
) -> Distribution:
    """Return the distribution of a function of two independent values, from all pairs."""
    effort.pairs(left, right)
    largest = max(map(bits_of, right.weights), default=0)
    weights: dict[Exact, int] = {}
    out_of = left.out_of * right.out_of
    for one, weight in left.weights.items():
        bits = max(bits_of(one), largest)
        effort.spend(len(right.weights))
        for other, times in right.weights.items():
            value = function(one, other)
            if type(value) is not int or bits_of(value) > _SMALL:
                effort.spend(_steps(value, bits))
            weights[value] = weights.get(value, 0) + weight * times
        effort.table(len(right.weights), out_of.bit_length())
    return Distribution(weights or constant(0).weights, out_of)


def _steps(value: Exact, bits: int) -> float:
    own = value.numerator.bit_length()
    return product_steps(own, own) + (0 if value.denominator == 1 else 8 + 3 * gcd_steps(max(own, bits)))


def dice_sum(sides: int, count: int, low: int, effort: CostMeter) -> Distribution:
    """Return the distribution of the sum of `count` dice whose lowest face is `low`."""
    span = count * (sides - 1)
    effort.table(span + 1, count * sides.bit_length())
    effort.spend(span * 0.5)
    ways = _coefficients(sides, count, span // 2)
    ways += ways[::-1] if span % 2 else ways[-2::-1]
    lowest = count * low
    return Distribution(dict(zip(range(lowest, lowest + span + 1), ways, strict=True)), sides**count)


def _coefficients(sides: int, count: int, last: int) -> list[int]:
    """Return the first coefficients of (1 + x + ... + x**(sides-1))**count, up to x**last.

    With P that power, (1 - x)(1 - x**sides) P' = count (1 - sides x**(sides-1) + (sides-1) x**sides) P; comparing
    coefficients gives each from three earlier ones.
    """
    ways = [1]
    for place in range(1, last + 1):
        way = (place - 1 + count) * ways[place - 1]
        if place >= sides:
            way += (place - sides - count * sides) * ways[place - sides]
        if place > sides:
            way += (count * (sides - 1) - place + sides + 1) * ways[place - sides - 1]
        ways.append(way // place)
    return ways


@lru_cache(maxsize=1_000)
def kept_faces(sides: int, count: int, keep: int) -> dict[tuple[int, ...], int]:
    """Return the sorted faces that are kept, with the number of rolls that keep them.

    A positive `keep` keeps that many of the highest, a negative one that many of the lowest.
    """
    found: dict[tuple[int, ...], int] = {}
    for row in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(factorial(len(list(same))) for _, same in groupby(row))
        kept = row if abs(keep) >= count else row[count - keep :] if keep >= 0 else row[:-keep]
        found[kept] = found.get(kept, 0) + ways
    return found
