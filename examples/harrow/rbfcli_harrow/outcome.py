"""Outcomes of a d20 under a skill, without imports, so that `rbf roll --vs` stays fast."""

ROLL_UNDER = True


def verdict(total: int, target: int, _faces: tuple[int, ...] = ()) -> str:
    """Return the outcome of a face against a skill, at or under which it succeeds."""
    return "hit" if total <= target else "miss"
