"""Outcomes of a 4d6 total against a target number, for tests and for `roll --vs` (RPJ-ACT-3, RPJ-DMG-3)."""

SUCCESS, TIE, FAILURE = "success", "tie", "failure"


def verdict(total: int, target: int, faces: tuple[int, ...] = ()) -> str:  # noqa: ARG001 - faces have no effect
    """Return success if the total meets the number, otherwise failure."""
    return SUCCESS if total >= target else FAILURE


def opposed(total: int, other: int) -> str:
    """Return the outcome of a total against another total (RPJ-GRP-4)."""
    return TIE if total == other else verdict(total, other)
