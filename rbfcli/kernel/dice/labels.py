"""Labels of rows of dice: rows of one label come to the same, so that odds need one of them."""

from collections.abc import Callable, Sequence

Judge = Callable[[int, tuple[int, ...]], str]
Label = Callable[[list[int]], object]


def extra_totals(count: int, sides: int) -> range:
    """What so many extra dice can add, or take off where the count is negative."""
    sign, number = (1 if count > 0 else -1), abs(count)
    return range(sign * number, sign * (number * sides + 1), sign) if number else range(1)


def outcomes_by_kept(judge: Judge, keep: int, plus: int, extras: range) -> Label:
    """How a row of dice can come out of which some are kept, whatever extra dice add to it later."""

    def outcomes(row: list[int]) -> tuple[str, ...]:
        faces = tuple(row[i] for i in sorted(kept_places(row, keep)))
        return tuple(judge(sum(faces) + plus + extra, faces) for extra in extras)

    return outcomes


def outcomes_by_extra(judge: Judge, so_far: int, sign: int, faces: tuple[int, ...]) -> Label:
    """How a row of extra dice can come out, added to what others came to, or taken off."""
    return lambda row: judge(so_far + sign * sum(row), faces)


def told_by_total(telling: Callable[[int], object], plus: int) -> Label:
    """What is made of the total of a row of dice."""
    return lambda row: telling(sum(row) + plus)


def kept_places(faces: Sequence[int], keep: int) -> set[int]:
    """The places of the highest `keep` faces, of the lowest where it is negative; ties keep the earliest."""
    places = [*range(len(faces))]
    places.sort(key=faces.__getitem__, reverse=keep > 0)
    return set(places[: abs(keep)])
