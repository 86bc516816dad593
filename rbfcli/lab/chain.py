"""A Markov chain: where those end who set out from its first node, as fractions or to far more than twelve digits."""

import operator
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rbfcli.kernel.limits import POSITIONS_IN_A_RING
from rbfcli.lab.components import components
from rbfcli.lab.outcomes import too_large

BITS = 192
ONE = 1 << BITS
# What is less than this is left where it is: all of it together is far from the twelfth digit.
LEAST = 1 << (BITS - 100)
# A fraction of more bits is no longer worth its time.
MOST_BITS = 4_000

N = TypeVar("N")


class TooLong(Exception):
    """A fraction has more digits than are worth while."""


class Arithmetic(Struct, Generic[N], frozen=True):
    """How chances are reckoned with: as fractions, or as whole parts of 2**192."""

    of: Callable[[Fraction], N]
    times: Callable[[N, N], N]
    over: Callable[[N, N], N]
    exact: Callable[[N], Fraction]
    is_nothing: Callable[[N], bool]


def _long_enough(chance: Fraction) -> bool:
    """Whether a fraction is nothing. Raises TooLong."""
    if chance.denominator.bit_length() > MOST_BITS:
        raise TooLong
    return not chance


FRACTIONS: Arithmetic[Fraction] = Arithmetic(
    of=lambda chance: chance,
    times=operator.mul,
    over=operator.truediv,
    exact=lambda chance: chance,
    is_nothing=_long_enough,
)
PARTS: Arithmetic[int] = Arithmetic(
    of=lambda chance: (chance.numerator << BITS) // chance.denominator,
    times=lambda one, other: one * other >> BITS,
    over=lambda one, other: (one << BITS) // other,
    exact=lambda part: Fraction(part, ONE),
    is_nothing=lambda part: part < LEAST,
)


class Chain(Generic[N]):
    """Nodes with the chances of what follows at once, in the same round; nodes that lead nowhere keep what comes."""

    def __init__(self, following: list[dict[int, Fraction]], arithmetic: Arithmetic[N]) -> None:
        self._reckon = arithmetic
        self._next = [{to: arithmetic.of(chance) for to, chance in each.items()} for each in following]
        self.rings = components([list(each) for each in following])
        self._rank = [0] * len(following)
        for rank, ring in enumerate(self.rings):
            for node in ring:
                self._rank[node] = rank

    def ends(self, start: Mapping[int, N]) -> dict[int, N]:
        """How much comes to each node that leads nowhere, or is in a ring that does not; of what sets out somewhere."""
        here = dict(start)
        left = sorted({self._rank[node] for node in here})
        known = set(left)
        ends: dict[int, N] = {}
        while left:
            ring = self.rings[heappop(left)]
            comes = {node: here.pop(node) for node in ring if node in here}
            for node, chance in self._through(ring, comes).items():
                if self._reckon.is_nothing(chance):
                    continue
                if node in ring:
                    ends[node] = chance
                    continue
                here[node] = here[node] + chance if node in here else chance  # type: ignore[operator]
                rank = self._rank[node]
                if rank not in known:
                    known.add(rank)
                    heappush(left, rank)
        return ends

    def _through(self, ring: list[int], comes: dict[int, N]) -> dict[int, N]:
        """Where what comes to a ring leaves it; what cannot leave stays."""
        if len(ring) == 1 and ring[0] not in self._next[ring[0]]:
            (node,) = ring
            chance, times = comes[node], self._reckon.times
            return {to: times(chance, weight) for to, weight in self._next[node].items()} or comes
        if all(to in ring for node in ring for to in self._next[node]):
            return comes
        if len(ring) > POSITIONS_IN_A_RING:
            raise too_large(f"{len(ring)} positions lead to one another, and {POSITIONS_IN_A_RING} can be solved")
        return self._taken_out(ring, comes)

    def _taken_out(self, ring: list[int], comes: dict[int, N]) -> dict[int, N]:
        """Take one node after another out of a ring: what comes to it, or led to it, goes to what follows."""
        times, over = self._reckon.times, self._reckon.over
        rows = {node: dict(self._next[node]) for node in ring}
        for node in ring:
            row = rows.pop(node)
            stays = row.pop(node, None)
            if stays is not None:
                leaves = _sum(row.values())
                row = {to: over(weight, leaves) for to, weight in row.items()}
            chance = comes.pop(node, None)
            if chance is not None:
                _add(comes, row, chance, times)
            for other in rows.values():
                if node in other:
                    _add(other, row, other.pop(node), times)
        return comes


def _sum(chances: Iterable[Any]) -> Any:
    first, *others = chances
    for each in others:
        first += each
    return first


def _add(to: dict[int, N], row: Mapping[int, N], share: N, times: Callable[[N, N], N]) -> None:
    for node, weight in row.items():
        part = times(share, weight)
        to[node] = to[node] + part if node in to else part  # type: ignore[operator]
