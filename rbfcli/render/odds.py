"""Odds printed as text, as bars or as JSON."""

from __future__ import annotations

from rbfcli.dice import odds
from rbfcli.dice.odds import OddsResult, against_each_other, as_float

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.dice.arithmetic import Exact
    from rbfcli.dice.distribution import Distribution
    from rbfcli.dice.odds import Ratio
    from rbfcli.render.json_types.odds import DiceOdds, Duel, ExpressionOdds, Outcome
    from rbfcli.render.json_types.odds import Exact as DiceExact


QUANTILES = (5, 25, 50, 75, 95)
_LONGEST = 24
_SMALL = 0.0001


def fraction(part: Ratio, longest: int = _LONGEST) -> str:
    """Return a fraction as `7/16` or `1`, or as a decimal if it is longer than `longest` characters."""
    numerator, denominator = part
    if denominator == 1:
        return str(numerator)
    if denominator.bit_length() > 4 * _LONGEST or len(f"{numerator}/{denominator}") > min(longest, _LONGEST):
        return f"~{numerator / denominator:.6g}"
    return f"{numerator}/{denominator}"


def percent(part: Ratio) -> str:
    """Return a percentage such as `43.75 %`, with an exponent if it is very small."""
    share = odds.as_float(part)
    return f"{100 * share:.2g} %" if 0 < share < _SMALL else f"{100 * share:.2f} %"


def number(part: Ratio) -> str:
    """Return a mean such as `14` or `15869/1296 = 12.24`."""
    return fraction(part) if part[1] == 1 else f"{fraction(part)} = {odds.as_float(part):.4g}"


def summary(counted: OddsResult) -> Iterator[str]:
    """Yield lines with the mean, the deviation, the quantiles and the probability lost to truncation."""
    chances = counted.chances
    yield counted.text
    yield f"  mean {_mean(counted)}"
    yield f"  deviation {odds.deviation(chances):.4g}"
    shares = ", ".join(f"{share}% {odds.quantile(chances, (share, 100))}" for share in QUANTILES)
    yield f"  {shares}"
    if counted.line.against is not None:
        reached = odds.at_least(chances, 0)
        yield f"  reaches it: {fraction(reached)}, {percent(reached)}"
    yield from _left_out(chances)


def _mean(counted: OddsResult) -> str:
    limit = counted.limit_mean()
    if limit is not None:
        return f"{number(limit)} in the limit"
    cut_short = " of what is counted" if counted.chances.left_out else ""
    return f"{number(odds.mean(counted.chances))}{cut_short}"


def _left_out(chances: Distribution) -> Iterator[str]:
    if chances.left_out:
        yield f"  left out, because explosions never end: {percent(odds.left_out(chances))}"


def table(several: Sequence[OddsResult], cumulative: str) -> Iterator[str]:
    """Yield a table of every value with its probability `cumulative`; several expressions get adjacent columns."""
    for each in several:
        each.will_be_shown()
    values = sorted({value for each in several for value in each.chances.weights})
    shown = ["margin" if several[0].line.against else "value", *map(str, values)]
    alone = len(several) == 1
    columns = [shown, *(column for each in several for column in _columns(each, values, cumulative, alone=alone))]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        cells = (f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        yield f"  {'  '.join(cells)}".rstrip()


def _columns(counted: OddsResult, values: Sequence[Exact], cumulative: str, *, alone: bool) -> list[list[str]]:
    """Return percentages for each expression, or exact probabilities and percentages for a single one."""
    chances = counted.column(values, cumulative)
    percents = [*map(percent, chances)]
    return [[cumulative, *map(fraction, chances)], ["", *percents]] if alone else [[counted.text, *percents]]


def held_against(counted: OddsResult, bound: int) -> Iterator[str]:
    """Yield the probabilities of at least, exactly and less than a number."""
    yield f"{counted.text} vs {bound}"
    for words, part in zip(("at least", "exactly", "less than"), _standings(counted, bound), strict=True):
        yield f"  {f'{words} {bound}':<{len('less than ') + len(str(bound))}}  {fraction(part):>9}  {percent(part):>9}"
    yield from _left_out(counted.totals())


def _standings(counted: OddsResult, bound: int) -> tuple[Ratio, Ratio, Ratio]:
    chances = counted.totals()
    return (
        odds.at_least(chances, bound),
        odds.chance(chances, lambda value: value == bound),
        odds.chance(chances, lambda value: value < bound),
    )


def duel(first: OddsResult, second: OddsResult, standings: Sequence[Ratio]) -> Iterator[str]:
    """Yield the probabilities that the first of two results beats, ties with and loses to the second."""
    for words, part in zip(("beats", "ties with", "loses to"), standings, strict=True):
        yield f"{first.text} {words} {second.text}: {fraction(part)}  {percent(part)}"


def exact(part: Ratio) -> str:
    """Return a fraction as `7/16` or `1`, at any length."""
    numerator, denominator = part
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


def chance(part: Ratio) -> DiceExact:
    """Return a probability as an exact fraction and as a float."""
    return {"p": exact(part), "p_float": odds.as_float(part)}


def facts(counted: OddsResult, bound: int | None) -> ExpressionOdds:
    """Return all facts about an expression as JSON; the probabilities against a bound are None without one."""
    counted.will_be_shown(texts=3)
    chances = counted.chances
    limit = counted.limit_mean()
    against: list[DiceExact | None] = [None] * 3 if bound is None else [*map(chance, _standings(counted, bound))]
    return {
        "expression": counted.text,
        "mean": exact(odds.mean(chances)),
        "mean_float": odds.as_float(odds.mean(chances)),
        "deviation": odds.deviation(chances),
        "quantiles": {f"{share}%": _value(odds.quantile(chances, (share, 100))) for share in QUANTILES},
        "left_out": chance(odds.left_out(chances)),
        "outcomes": _outcomes(counted),
        "mean_in_the_limit": None if limit is None else exact(limit),
        "against": bound,
        "at_least": against[0],
        "exactly": against[1],
        "less": against[2],
    }


def _outcomes(counted: OddsResult) -> list[Outcome]:
    cumulated = zip(counted.rows(), counted.rows("at least"), counted.rows("at most"), strict=True)
    return [
        {
            "value": _value(value),
            **chance(part),
            "at_least": exact(least),
            "at_least_float": odds.as_float(least),
            "at_most": exact(most),
            "at_most_float": odds.as_float(most),
        }
        for (value, part), (_, least), (_, most) in cumulated
    ]


def _value(value: Exact) -> int | str:
    return value if isinstance(value, int) else str(value)


TWO = 2


def odds_as_text(
    several: Sequence[OddsResult], *, bound: int | None = None, cumulative: str = "exactly", plot_width: int = 0
) -> str:
    """Return the odds of expressions as text: compared with `bound`, drawn as bars, or listed in a table."""
    return "".join(f"{line}\n" for line in _text_lines(several, bound, cumulative, plot_width))


def odds_as_numbers(several: Sequence[OddsResult], bound: int | None = None) -> str:
    """Return one number per line: the probability of reaching the bound or the target, else the mean."""
    return "".join(f"{fraction(each.answer(bound))}\n" for each in several)


def odds_as_json(several: Sequence[OddsResult], command: str, bound: int | None = None) -> str:
    """Return the JSON of a command that computes odds."""
    from rbfcli.render.json import json_line  # noqa: PLC0415 - JSON odds are rare

    first: Duel | None = None
    if len(several) == TWO:
        beats, ties, loses = map(chance, against_each_other(*several))
        first = {"beats": beats, "ties": ties, "loses": loses}
    known: DiceOdds = {"odds": [facts(each, bound) for each in several], "first": first}
    return json_line(command, **known)


def _text_lines(several: Sequence[OddsResult], bound: int | None, cumulative: str, plot_width: int) -> Iterator[str]:
    for each in several:
        if bound is not None:
            yield from held_against(each, bound)
            continue
        yield from summary(each)
        if plot_width:
            yield from plot(each, cumulative, plot_width)
    if bound is None and not plot_width:
        yield from table(several, cumulative)
    if len(several) == TWO:
        first, second = several
        yield from duel(first, second, against_each_other(first, second))


_LEAST_BAR = 3
_GAPS = 8


def plot(counted: OddsResult, cumulative: str, width: int) -> Iterator[str]:
    """Yield a bar per value, at most `width` cells wide, scaled to the greatest probability."""
    counted.will_be_shown(texts=2)
    yield from bars([(str(value), part) for value, part in counted.rows(cumulative)], width)


def bars(rows: Sequence[tuple[str, Ratio]], width: int) -> Iterator[str]:
    """Yield labels, each with a bar, a percentage and the exact probability, or a decimal where that is too long."""
    wide = max(len(label) for label, _ in rows)
    shares = max(len(percent(part)) for _, part in rows)
    exact = [fraction(part, width - wide - shares - _GAPS - _LEAST_BAR) for _, part in rows]
    chances = max(map(len, exact))
    room = max(_LEAST_BAR, width - wide - shares - chances - _GAPS)
    most = max(as_float(part) for _, part in rows)
    for (label, part), chance in zip(rows, exact, strict=True):
        bar = "#" * round(room * as_float(part) / most)
        yield f"  {label:>{wide}}  {bar:<{room}}  {percent(part):>{shares}}  {chance:>{chances}}".rstrip()
