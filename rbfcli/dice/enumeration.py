"""Every outcome of whatever rolls dice, with its exact weight."""

from collections import Counter
from functools import lru_cache


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
