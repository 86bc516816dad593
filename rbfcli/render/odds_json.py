"""Odds as JSON: exact chances as strings, with the nearest float."""

from __future__ import annotations

from rbfcli.kernel.odds import measures
from rbfcli.kernel.odds.questions import against_each_other
from rbfcli.render.odds_text import QUANTILES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from rbfcli.kernel.notation.exact import Exact as Number
    from rbfcli.kernel.odds.distribution import Distribution
    from rbfcli.kernel.odds.measures import Ratio
    from rbfcli.kernel.odds.questions import Counted
    from rbfcli.render.shapes.dice import Duel, Exact, ExpressionOdds, Outcome


def exact(part: Ratio) -> str:
    """`7/16`, `1`."""
    numerator, denominator = part
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


def chance(part: Ratio) -> Exact:
    """A chance, exact and as a float."""
    return {"p": exact(part), "p_float": measures.as_float(part)}


def facts(counted: Counted, bound: int | None) -> ExpressionOdds:
    """Everything about a line; against a target number the chances of that, else nothing there."""
    counted.will_be_shown(texts=3)
    chances = counted.chances
    limit = counted.limit_mean()
    totals = None if bound is None else counted.totals()
    return {
        "expression": counted.text,
        "mean": exact(measures.mean(chances)),
        "mean_float": measures.as_float(measures.mean(chances)),
        "deviation": measures.deviation(chances),
        "quantiles": {f"{share}%": _value(measures.quantile(chances, (share, 100))) for share in QUANTILES},
        "left_out": chance(measures.left_out(chances)),
        "outcomes": _outcomes(counted),
        "mean_in_the_limit": None if limit is None else exact(limit),
        "against": bound,
        "at_least": _against(totals, bound, measures.at_least),
        "exactly": _against(totals, bound, measures.chance_of),
        "less": _against(totals, bound, lambda of, number: measures.chance(of, lambda value: value < number)),
    }


def _against(
    totals: Distribution | None, bound: int | None, measure: Callable[[Distribution, int], Ratio]
) -> Exact | None:
    return None if totals is None or bound is None else chance(measure(totals, bound))


def duel(first: Counted, second: Counted) -> Duel:
    """How often the first of two beats, ties with and loses to the second."""
    beats, ties, loses = against_each_other(first, second)
    return {"beats": chance(beats), "ties": chance(ties), "loses": chance(loses)}


def _outcomes(counted: Counted) -> list[Outcome]:
    cumulated = zip(counted.rows(), counted.rows("at least"), counted.rows("at most"), strict=True)
    return [
        {
            "value": _value(value),
            **chance(part),
            "at_least": exact(least),
            "at_least_float": measures.as_float(least),
            "at_most": exact(most),
            "at_most_float": measures.as_float(most),
        }
        for (value, part), (_, least), (_, most) in cumulated
    ]


def _value(value: Number) -> int | str:
    """A whole number as one, a fraction as a string."""
    return value if isinstance(value, int) else str(value)
