"""Outcomes of a number of successes, without imports, so that `rbf roll --vs` stays fast."""

CLEAN, HIT, COST, MISS = "clean", "hit", "cost", "miss"


def verdict(total: int, target: int, _faces: tuple[int, ...] = ()) -> str:
    """Return the outcome of successes: two extra are clean, one short is a hit at a cost."""
    if total >= target + 2:
        return CLEAN
    if total >= target:
        return HIT
    return COST if total == target - 1 and total > 0 else MISS
