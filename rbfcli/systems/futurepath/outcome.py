"""Outcomes of a d20 total against a number, for attacks and other checks (FP-CRT-1, FP-CRT-2, FP-SKL-1)."""

from typing import Literal

CRITICAL, SUCCESS, FAILURE, FUMBLE = "critical", "success", "failure", "critical-failure"
# An action prepared for after another one that failed (FP-INI-3).
WAITED = "waited-in-vain"
GOOD = (CRITICAL, SUCCESS)
BAD = (FAILURE, FUMBLE)
OUTCOMES: dict[str, Literal["great", "good", "mixed", "bad"]] = {
    CRITICAL: "great",
    SUCCESS: "good",
    FAILURE: "bad",
    FUMBLE: "bad",
    WAITED: "bad",
}


def plain_verdict(total: int, target: int, _faces: tuple[int, ...], _critical: int = 20) -> str:
    """Return the outcome of a check decided by the total alone (FP-SKL-1)."""
    return SUCCESS if total >= target else FAILURE


def slip_verdict(total: int, target: int, faces: tuple[int, ...], _critical: int = 20) -> str:
    """Return the outcome of a check where a natural 1 is a critical failure (FP-GRN-4, FP-TRP-2, FP-STB-1)."""
    return FUMBLE if faces[0] == 1 else plain_verdict(total, target, faces)


def verdict(total: int, target: int, faces: tuple[int, ...], critical: int = 20) -> str:
    """Return the outcome of an attack; the d20's critical range and natural 1 override the total (FP-CRT)."""
    return CRITICAL if faces[0] >= critical else slip_verdict(total, target, faces)
