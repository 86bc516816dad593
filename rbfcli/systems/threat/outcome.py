"""Outcomes of a 2d6 total, for action rolls and for `roll --vs` (THR-ROLL-1, THR-ROLL-2)."""

ULTRA, SUCCESS, PARTIAL, FAILURE = "ultra", "success", "partial", "failure"
SUCCESS_FROM = 10
PARTIAL_SPAN = 3


def verdict(total: int, target: int = SUCCESS_FROM, faces: tuple[int, ...] = ()) -> str:
    """Return the outcome of a total. `faces` are the two kept dice; two natural 6s decide before the total."""
    if faces == (6, 6):
        return ULTRA
    if total >= target:
        return SUCCESS
    return PARTIAL if total >= target - PARTIAL_SPAN else FAILURE
