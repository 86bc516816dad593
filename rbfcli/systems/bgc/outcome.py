"""Percentile tests: a roll at or under the score passes (BGC-TST-2)."""

CRITICAL, PASS, FAIL, BOTCH = "critical", "pass", "fail", "botch"
ROLL_UNDER = True


def verdict(total: int, target: int, faces: tuple[int, ...] = (), critical: int = 5, botch: int = 96) -> str:
    """Return the outcome of a d100 under a score; `faces` is unused, the total is the roll."""
    del faces
    if total >= botch:
        return BOTCH
    if total > target:
        return FAIL
    return CRITICAL if total <= critical else PASS
