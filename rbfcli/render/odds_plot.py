"""Odds as bars of #, with the exact chance of each."""

from __future__ import annotations

from rbfcli.kernel.odds.measures import as_float
from rbfcli.render.odds_text import fraction, percent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.odds.measures import Ratio
    from rbfcli.kernel.odds.questions import Counted

_LEAST_BAR = 3
_GAPS = 8


def plot(counted: Counted, cumulative: str, width: int) -> Iterator[str]:
    """One row per value, no wider than `width`; the longest bar is the greatest chance."""
    counted.will_be_shown(texts=2)
    yield from bars([(str(value), part) for value, part in counted.rows(cumulative)], width)


def bars(rows: Sequence[tuple[str, Ratio]], width: int) -> Iterator[str]:
    """Labels with a bar for each chance and the exact chance beside it; a fraction too long for it as a decimal."""
    wide = max(len(label) for label, _ in rows)
    shares = max(len(percent(part)) for _, part in rows)
    exact = [fraction(part, width - wide - shares - _GAPS - _LEAST_BAR) for _, part in rows]
    chances = max(map(len, exact))
    room = max(_LEAST_BAR, width - wide - shares - chances - _GAPS)
    most = max(as_float(part) for _, part in rows)
    for (label, part), chance in zip(rows, exact, strict=True):
        bar = "#" * round(room * as_float(part) / most)
        yield f"  {label:>{wide}}  {bar:<{room}}  {percent(part):>{shares}}  {chance:>{chances}}".rstrip()
