"""How far two words are apart: letters that are wrong, missing, too many, or swapped with their neighbour."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1_024)  # a thousand of a kind have the same mistake a thousand times
def distance(one: str, other: str, most: int) -> int:
    """The least number of such mistakes between two words, `most + 1` where it takes more.

    Optimal string alignment, in the band of `most` letters around the diagonal.
    """
    far = most + 1
    ours, others = set(one), set(other)
    if max(abs(len(one) - len(other)), len(ours - others), len(others - ours)) > most:
        return far  # each letter that one word alone has takes a mistake
    two_above: list[int] = []
    above = [min(place, far) for place in range(len(other) + 1)]
    for at, letter in enumerate(one, 1):
        row = [min(at, far)] + [far] * len(other)
        for place in range(max(1, at - most), min(len(other), at + most) + 1):
            wrong = above[place - 1] + (letter != other[place - 1])
            row[place] = min(wrong, above[place] + 1, row[place - 1] + 1, far)
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == other[place - 1]:
                row[place] = min(row[place], two_above[place - 2] + 1)
        two_above, above = above, row
    return above[-1]
