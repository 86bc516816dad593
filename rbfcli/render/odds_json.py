"""Odds as JSON: exact chances as strings, with the nearest float."""

from __future__ import annotations

from rbfcli.kernel.odds import measures
from rbfcli.kernel.odds.questions import against_each_other
from rbfcli.render.odds_text import QUANTILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.measures import Ratio
    from rbfcli.kernel.odds.questions import Counted


def exact(part: Ratio) -> str:
    """`7/16`, `1`."""
    numerator, denominator = part
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


def chance(part: Ratio) -> dict[str, object]:
    """A chance, exact and as a float."""
    return {"p": exact(part), "p_float": measures.as_float(part)}


def facts(counted: Counted, bound: int | None) -> dict[str, object]:
    """Everything about a line; `bound` adds the chances against a target number."""
    counted.will_be_shown(texts=3)
    chances = counted.chances
    known: dict[str, object] = {
        "expression": counted.text,
        "mean": exact(measures.mean(chances)),
        "mean_float": measures.as_float(measures.mean(chances)),
        "deviation": measures.deviation(chances),
        "quantiles": {f"{share}%": _value(measures.quantile(chances, (share, 100))) for share in QUANTILES},
        "left_out": chance(measures.left_out(chances)),
        "outcomes": _outcomes(counted),
    }
    limit = counted.limit_mean()
    if limit is not None:
        known |= {"mean_in_the_limit": exact(limit)}
    if bound is not None:
        totals = counted.totals()
        known |= {
            "against": bound,
            "at_least": chance(measures.at_least(totals, bound)),
            "exactly": chance(measures.chance_of(totals, bound)),
            "less": chance(measures.chance(totals, lambda value: value < bound)),
        }
    return known


def duel(first: Counted, second: Counted) -> dict[str, object]:
    """How often the first of two beats, ties with and loses to the second."""
    standings = against_each_other(first, second)
    return {"first": {name: chance(part) for name, part in zip(("beats", "ties", "loses"), standings, strict=True)}}


def _outcomes(counted: Counted) -> Sequence[object]:
    cumulated = zip(counted.rows(), counted.rows("at least"), counted.rows("at most"), strict=True)
    return [
        {"value": _value(value), **chance(part), "at_least": exact(least), "at_most": exact(most)}
        for (value, part), (_, least), (_, most) in cumulated
    ]


def _value(value: Exact) -> object:
    """A whole number as one, a fraction as a string."""
    return value if isinstance(value, int) else str(value)
