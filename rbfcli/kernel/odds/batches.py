"""Independent dice that are distributed alike, and how a condition splits them."""

from __future__ import annotations

from fractions import Fraction
from math import comb, gcd

from rbfcli.kernel.notation.record import record
from rbfcli.kernel.odds.worth import faces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeAlias

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.distribution import Distribution
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


def batch(kind: Kind, count: int, weights: dict[Exact, int], out_of: int) -> Batch:
    """A batch in lowest terms, so that equal ones are the same."""
    common = gcd(out_of, *weights.values())
    return Batch(
        kind, count, tuple(sorted((value, weight // common) for value, weight in weights.items())), out_of // common
    )


def of_chances(kind: Kind, count: int, chances: Distribution) -> Batch:
    """A batch of dice distributed as given."""
    return batch(kind, count, chances.weights, chances.out_of)


def natural(kind: Kind, count: int) -> Batch:
    """Freshly thrown dice."""
    return batch(kind, count, dict.fromkeys(faces(kind), 1), kind[0])


def only(dice: Batch, test: Callable[[Exact], bool], count: int) -> Batch:
    """`count` dice known to pass a test."""
    weights = {value: weight for value, weight in dice.values if test(value)}
    return batch(dice.kind, count, weights, sum(weights.values()) or 1)


def split(dice: Batch, test: Callable[[Exact], bool]) -> Iterator[tuple[int, Fraction]]:
    """How many of a batch pass a test, each number that can be with its chance."""
    passing = sum(weight for value, weight in dice.values if test(value))
    failing = sum(weight for value, weight in dice.values if not test(value))
    whole = dice.out_of**dice.count
    for number in range(dice.count + 1):
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
