"""Outcomes of a 2d8 total against a target number, for tests and for `roll --vs` (RBF-TST-3 to RBF-TST-6)."""

CRITICAL, SUCCESS, STRUGGLE, FAILURE = "critical", "success", "struggle", "failure"


def verdict(total: int, target: int, faces: tuple[int, ...], critical: int = 6, failure: int = 6) -> str:
    """Return the outcome's name. `faces` are the two kept dice; 8,8 and 1,1 decide before the total."""
    if faces == (8, 8):
        return CRITICAL
    if faces == (1, 1):
        return FAILURE
    if total >= target + critical:
        return CRITICAL
    if total >= target:
        return SUCCESS
    return STRUGGLE if total > target - failure else FAILURE
