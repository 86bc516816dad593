"""Outcomes of a total, for attacks, saves and `roll --vs` (GEN-ATK-1, GEN-SAV-1)."""

CRITICAL, SUCCESS, FAILURE, FUMBLE = "critical", "success", "failure", "fumble"
READY, SPENT = "ready", "spent"
NATURAL_BEST, NATURAL_WORST = 20, 1


def verdict(
    total: int,
    target: int,
    faces: tuple[int, ...] = (),
    *,
    critical: int = NATURAL_BEST,
    fumble: int = NATURAL_WORST,
    margin: int = 0,
) -> str:
    """Return the outcome: by natural roll first, then by total, then by margin (0: no degrees).

    The natural roll is the sum of `faces`; without faces it has no effect.
    """
    natural = sum(faces)
    if faces and critical and natural >= critical:
        return CRITICAL
    if faces and fumble and natural <= fumble:
        return FUMBLE
    if total >= target:
        return CRITICAL if margin and total - target >= margin else SUCCESS
    return FUMBLE if margin and target - total >= margin else FAILURE
