"""Odds as bars of #, with the exact chance of each."""

from __future__ import annotations

from rbfcli.kernel.odds.measures import as_float
from rbfcli.render.odds_text import fraction, percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.kernel.odds.questions import Counted

_LEAST_BAR = 4


def plot(counted: Counted, cumulative: str, width: int) -> Iterator[str]:
    """One row per value, no wider than `width`; the longest bar is the greatest chance."""
    counted.will_be_shown(texts=2)
    rows = [(str(value), as_float(part), percent(part), fraction(part)) for value, part in counted.rows(cumulative)]
    wide = max(len(value) for value, *_ in rows)
    shares = max(len(share) for *_, share, _ in rows)
    exact = max(len(chance) for *_, chance in rows)
    room = max(_LEAST_BAR, width - wide - shares - exact - 8)
    most = max(share for _, share, *_ in rows)
    for value, share, shown, chance in rows:
        bar = "#" * round(room * share / most)
        yield f"  {value:>{wide}}  {bar:<{room}}  {shown:>{shares}}  {chance:>{exact}}".rstrip()
