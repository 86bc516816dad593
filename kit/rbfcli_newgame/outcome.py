"""How a total is called; without imports, so that `rbf roll --vs` stays fast."""


def verdict(total: int, target: int, faces: tuple[int, ...] = ()) -> str:
    """The outcome of a total against what it has to reach; two sixes are critical."""
    if faces == (6, 6):
        return "critical"
    return "success" if total >= target else "failure"
