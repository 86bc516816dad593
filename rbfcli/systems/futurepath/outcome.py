"""The outcome of a d20 total against a number: of attacks, and of other checks (FP-CRT-1, FP-CRT-2, FP-SKL-1)."""

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


def plain_verdict(total: int, target: int, _faces: tuple[int, ...], _critical: int = 20) -> str:
    """The outcome of a check that the total alone decides (FP-SKL-1)."""
    return SUCCESS if total >= target else FAILURE


def slip_verdict(total: int, target: int, faces: tuple[int, ...], _critical: int = 20) -> str:
    """The outcome of a check that a natural 1 turns into a critical failure (FP-GRN-4, FP-TRP-2, FP-STB-1)."""
    return FUMBLE if faces[0] == 1 else plain_verdict(total, target, faces)


def verdict(total: int, target: int, faces: tuple[int, ...], critical: int = 20) -> str:
    """The outcome of an attack; the first face is the d20, whose critical range and natural 1 decide alone (FP-CRT)."""
    if faces[0] >= critical:
        return CRITICAL
    if faces[0] == 1:
        return FUMBLE
    return SUCCESS if total >= target else FAILURE
