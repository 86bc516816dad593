"""The outcome of a 4d6 total against a target number, for tests and for `roll --vs` (RPJ-ACT-3, RPJ-DMG-3)."""

SUCCESS, TIE, FAILURE = "success", "tie", "failure"


def verdict(total: int, target: int, faces: tuple[int, ...] = ()) -> str:  # noqa: ARG001 - the faces decide nothing here
    """Reaching the number is a success."""
    return SUCCESS if total >= target else FAILURE


def opposed(total: int, other: int) -> str:
    """The outcome of a total against another's total (RPJ-GRP-4)."""
    return TIE if total == other else verdict(total, other)
