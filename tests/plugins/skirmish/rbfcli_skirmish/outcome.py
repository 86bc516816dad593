"""How skirmish calls a highest die; without imports, so that `rbf roll --vs` stays fast."""

CLEAN, HIT, MISS = "clean", "hit", "miss"


def verdict(total: int, target: int, faces: tuple[int, ...] = ()) -> str:
    """The outcome of a total against what it has to reach; a natural six is clean."""
    if 6 in faces:
        return CLEAN
    return HIT if total >= target else MISS
