"""The outcome of a d20 total against a number, for checks and for `roll --vs` (FP-CRT-1, FP-CRT-2)."""

from typing import Literal

CRITICAL, SUCCESS, FAILURE, FUMBLE = "critical", "success", "failure", "critical-failure"
GOOD = (CRITICAL, SUCCESS)
BAD = (FAILURE, FUMBLE)
OUTCOMES: dict[str, Literal["great", "good", "mixed", "bad"]] = {
    CRITICAL: "great",
    SUCCESS: "good",
    FAILURE: "bad",
    FUMBLE: "bad",
}


def verdict(total: int, target: int, faces: tuple[int, ...], critical: int = 20) -> str:
    """The outcome by FuturePath's names; the first face is the d20, whose critical range and natural 1 decide alone."""
    if faces[0] >= critical:
        return CRITICAL
    if faces[0] == 1:
        return FUMBLE
    return SUCCESS if total >= target else FAILURE
