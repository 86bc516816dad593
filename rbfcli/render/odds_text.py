"""Odds as text: a summary of an expression, then every value with its chance."""

from __future__ import annotations

from rbfcli.kernel.odds import measures

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.distribution import Distribution
    from rbfcli.kernel.odds.measures import Ratio
    from rbfcli.kernel.odds.questions import Counted

QUANTILES = (5, 25, 50, 75, 95)
_LONGEST = 24
_SMALL = 0.0001


def fraction(part: Ratio, longest: int = _LONGEST) -> str:
    """`7/16`, `1`; one longer than `longest` as a decimal."""
    numerator, denominator = part
    if denominator == 1:
        return str(numerator)
    if denominator.bit_length() > 4 * _LONGEST or len(f"{numerator}/{denominator}") > min(longest, _LONGEST):
        return f"~{numerator / denominator:.6g}"
    return f"{numerator}/{denominator}"


def percent(part: Ratio) -> str:
    """`43.75 %`; a very small one with an exponent."""
    share = measures.as_float(part)
    return f"{100 * share:.2g} %" if 0 < share < _SMALL else f"{100 * share:.2f} %"


def number(part: Ratio) -> str:
    """`14`, `15869/1296 = 12.24`: a mean."""
    return fraction(part) if part[1] == 1 else f"{fraction(part)} = {measures.as_float(part):.4g}"


def summary(counted: Counted) -> Iterator[str]:
    """Mean, deviation, quantiles, and what a truncation leaves out."""
    chances = counted.chances
    yield counted.text
    yield f"  mean {_mean(counted)}"
    yield f"  deviation {measures.deviation(chances):.4g}"
    shares = ", ".join(f"{share}% {measures.quantile(chances, (share, 100))}" for share in QUANTILES)
    yield f"  {shares}"
    if counted.line.against is not None:
        reached = measures.at_least(chances, 0)
        yield f"  reaches it: {fraction(reached)}, {percent(reached)}"
    yield from _left_out(chances)


def _mean(counted: Counted) -> str:
    limit = counted.limit_mean()
    if limit is not None:
        return f"{number(limit)} in the limit"
    cut_short = " of what is counted" if counted.chances.left_out else ""
    return f"{number(measures.mean(counted.chances))}{cut_short}"


def _left_out(chances: Distribution) -> Iterator[str]:
    if chances.left_out:
        yield f"  left out, because explosions never end: {percent(measures.left_out(chances))}"


def table(several: Sequence[Counted], cumulative: str) -> Iterator[str]:
    """Every value with its chance, `exactly`, `at least` or `at most`; several lines side by side."""
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


def _columns(counted: Counted, values: Sequence[Exact], cumulative: str, *, alone: bool) -> list[list[str]]:
    """Percentages under each line, or for a single line exact chances and percentages."""
    chances = counted.column(values, cumulative)
    percents = [*map(percent, chances)]
    return [[cumulative, *map(fraction, chances)], ["", *percents]] if alone else [[counted.text, *percents]]


def held_against(counted: Counted, bound: int) -> Iterator[str]:
    """The chances of at least, exactly and less than a number."""
    yield f"{counted.text} against {bound}"
    chances = counted.totals()
    for words, part in (
        (f"at least {bound}", measures.at_least(chances, bound)),
        (f"exactly {bound}", measures.chance_of(chances, bound)),
        (f"less than {bound}", measures.chance(chances, lambda value: value < bound)),
    ):
        yield f"  {words:<{len('less than ') + len(str(bound))}}  {fraction(part):>9}  {percent(part):>9}"
    yield from _left_out(chances)


def duel(first: Counted, second: Counted, standings: Sequence[Ratio]) -> Iterator[str]:
    """How often the first of two beats, ties with and loses to the second."""
    for words, part in zip(("beats", "ties with", "loses to"), standings, strict=True):
        yield f"{first.text} {words} {second.text}: {fraction(part)}  {percent(part)}"
