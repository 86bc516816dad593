"""Extra Damage after a critical success: the chain of critical checks (FP-XTR)."""

from collections.abc import Callable, Iterator

from rbfcli.systems.futurepath.verdict import BAD, CRITICAL, FUMBLE, SUCCESS

MOST_MULTIPLIER = 5
CRITICAL_CHECK_FROM = 19


def critical_verdict(total: int, target: int, faces: tuple[int, ...], critical: int) -> str:
    """The outcome of a critical check: 19 and 20 are critical, the weapon's wider range only succeeds (FP-XTR-5)."""
    if faces[0] >= CRITICAL_CHECK_FROM:
        return CRITICAL
    if faces[0] == 1:
        return FUMBLE
    return SUCCESS if total >= target or faces[0] >= critical else BAD[0]


def multipliers(extra: int, multiplier: int, *, critical: bool, check: Callable[[], str]) -> Iterator[int]:
    """How often the die of each Extra Damage is rolled (FP-XTR-2 to FP-XTR-6).

    `check` rolls a critical check and names its outcome; it is asked only while the chain goes on.
    """
    checking = critical
    for _ in range(extra):
        outcome = check() if checking else SUCCESS
        if outcome == FUMBLE:
            return
        if outcome == CRITICAL:
            multiplier = min(MOST_MULTIPLIER, multiplier + 1)
        checking = checking and outcome not in BAD
        yield multiplier if checking else 1
