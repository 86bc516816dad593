"""Independent dice that are distributed alike, and how a condition splits them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, gcd

from rbfcli.kernel.notation.record import record
from rbfcli.kernel.odds.effort import gcd_steps, product_steps
from rbfcli.kernel.odds.worth import faces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.distribution import Distribution
    from rbfcli.kernel.odds.effort import Effort
    from rbfcli.kernel.odds.worth import Kind

    Table: TypeAlias = "tuple[Batch, ...]"
    Cases: TypeAlias = "list[tuple[Table, Fraction]]"


@record
class Batch:
    """`count` dice of one kind, each with the same chances of its values: (value, weight) pairs out of `out_of`."""

    kind: Kind
    count: int
    values: tuple[tuple[Exact, int], ...]
    out_of: int


def batch(kind: Kind, count: int, weights: dict[Exact, int], out_of: int, effort: Effort) -> Batch:
    """A batch in lowest terms, so that equal ones are the same."""
    effort.table(2 * len(weights), out_of.bit_length())
    effort.spend(15)
    common = gcd(out_of, *weights.values())
    return Batch(
        kind, count, tuple(sorted((value, weight // common) for value, weight in weights.items())), out_of // common
    )


def of_chances(kind: Kind, count: int, chances: Distribution, effort: Effort) -> Batch:
    """A batch of dice distributed as given."""
    return batch(kind, count, chances.weights, chances.out_of, effort)


def natural(kind: Kind, count: int, effort: Effort) -> Batch:
    """Freshly thrown dice."""
    effort.table(kind[0], 1)
    return batch(kind, count, dict.fromkeys(faces(kind), 1), kind[0], effort)


def only(dice: Batch, test: Callable[[Exact], bool], count: int, effort: Effort) -> Batch:
    """`count` dice known to pass a test."""
    effort.table(2 * len(dice.values), 1)
    weights = {value: weight for value, weight in dice.values if test(value)}
    return batch(dice.kind, count, weights, sum(weights.values()) or 1, effort)


def split(dice: Batch, test: Callable[[Exact], bool], effort: Effort) -> Iterator[tuple[int, Fraction]]:
    """How many of a batch pass a test, each number that can be with its chance."""
    effort.table(2 * len(dice.values), 1)
    passing = sum(weight for value, weight in dice.values if test(value))
    failing = sum(weight for value, weight in dice.values if not test(value))
    bits = dice.count * dice.out_of.bit_length()
    effort.number(bits)
    whole = dice.out_of**dice.count
    for number in range(dice.count + 1):
        effort.spend(gcd_steps(bits) + 4 * product_steps(bits, bits))
        ways = comb(dice.count, number) * passing**number * failing ** (dice.count - number)
        if ways:
            yield number, Fraction(ways, whole)


def tidy(table: Iterable[Batch]) -> Table:
    """The table without empty batches, equal ones joined; the order of different kinds stays, as ties go by it."""
    merged: dict[Batch, int] = {}
    left = [each for each in table if each.count]
    if len({each.kind for each in left}) > 1:
        return tuple(left)
    for each in left:
        alone = Batch(each.kind, 1, each.values, each.out_of)
        merged[alone] = merged.get(alone, 0) + each.count
    joined = [Batch(each.kind, count, each.values, each.out_of) for each, count in merged.items()]
    return tuple(sorted(joined, key=lambda each: each.values))
