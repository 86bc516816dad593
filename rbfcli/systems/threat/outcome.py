"""The outcome of a 2d6 total, for action rolls and for `roll --vs` (THR-ROLL-1, THR-ROLL-2)."""

ULTRA, SUCCESS, PARTIAL, FAILURE = "ultra", "success", "partial", "failure"
SUCCESS_FROM = 10
PARTIAL_SPAN = 3


def verdict(total: int, target: int = SUCCESS_FROM, faces: tuple[int, ...] = ()) -> str:
    """The outcome of a total; `faces` are the two dice kept, and two natural 6s decide before the total does."""
    if faces == (6, 6):
        return ULTRA
    if total >= target:
        return SUCCESS
    return PARTIAL if total >= target - PARTIAL_SPAN else FAILURE
