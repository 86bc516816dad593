"""How a d20 under a skill is called; without imports, so that `rbf roll --vs` stays fast."""

ROLL_UNDER = True


def verdict(total: int, target: int, _faces: tuple[int, ...] = ()) -> str:
    """The outcome of a face against the skill that it has to stay at or under."""
    return "hit" if total <= target else "miss"
