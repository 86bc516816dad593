"""Every outcome of whatever rolls dice, with its exact weight."""

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement, groupby
from math import factorial, prod


@lru_cache(maxsize=1_000)
def sums(sides: int, count: int, counting: int = 0) -> dict[int, int]:
    """Return each total of a number of dice with the number of throws that show it; of a pool, its successes."""
    found = {0: 1}
    of_one = Counter(int(face >= counting) if counting else face for face in range(1, sides + 1))
    for _ in range(count):
        found = with_one_more(found, of_one)
    return found


def with_one_more(sums_so_far: dict[int, int], values: dict[int, int]) -> dict[int, int]:
    """Return the weights of the sum of two independent values."""
    found: dict[int, int] = {}
    for total, ways in sums_so_far.items():
        for value, times in values.items():
            found[total + value] = found.get(total + value, 0) + ways * times
    return found


@lru_cache(maxsize=1_000)
def kept_faces(sides: int, count: int, keep: int) -> dict[tuple[int, ...], int]:
    """Return the faces, sorted, that count of a throw, with the number of throws that keep them."""
    found: dict[tuple[int, ...], int] = {}
    for row in combinations_with_replacement(range(1, sides + 1), count):
        ways = factorial(count) // prod(factorial(len(list(same))) for _, same in groupby(row))
        kept = row if abs(keep) >= count else row[count - keep :] if keep >= 0 else row[:-keep]
        found[kept] = found.get(kept, 0) + ways
    return found


def combinations(sides: int, count: int) -> int:
    """Return the number of unordered throws of a number of dice."""
    return prod(range(sides, sides + count)) // factorial(count)
