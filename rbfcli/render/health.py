"""Health as a bar with its number."""

from rbfcli.kernel.facts import Fact
from rbfcli.kernel.signs import EMPTY, EMPTY_PLAIN, FULL, FULL_PLAIN

BAR = 6


def health_bar(fact: Fact, digits: int, *, blocks: bool) -> str:
    """What is left, as a bar and in numbers of so many digits; a bar is full or empty only where health is."""
    if fact.gauge is None:
        return ""
    now, most = fact.gauge
    full = 0 if now <= 0 or most <= 0 else BAR if now >= most else max(1, min(BAR - 1, round(BAR * now / most)))
    bar = FULL * full + EMPTY * (BAR - full) if blocks else f"[{FULL_PLAIN * full}{EMPTY_PLAIN * (BAR - full)}]"
    return f"{bar} {fact.value:>{digits}}"
