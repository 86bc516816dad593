"""Outcomes of a total, without imports, so that `rbf roll --vs` stays fast."""


def verdict(total: int, target: int, faces: tuple[int, ...] = ()) -> str:
    """Return the outcome of a total against a target number; two 6s are critical."""
    if faces == (6, 6):
        return "critical"
    return "success" if total >= target else "failure"
