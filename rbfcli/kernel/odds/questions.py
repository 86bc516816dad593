"""What is asked about lines: their distributions, cumulated, and one against another."""

from __future__ import annotations

from rbfcli.kernel.notation.canonical import line_text
from rbfcli.kernel.notation.tree import COMPARISONS, Binary, RollLine
from rbfcli.kernel.odds import measures
from rbfcli.kernel.odds.convolution import convolve
from rbfcli.kernel.odds.distribution import mapped
from rbfcli.kernel.odds.effort import Effort, gcd_steps, text_steps
from rbfcli.kernel.odds.expression import odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.budget import Budget
    from rbfcli.kernel.notation.exact import Exact
    from rbfcli.kernel.odds.distribution import Distribution
    from rbfcli.kernel.odds.measures import Ratio


class Counted:
    """A line with its distribution; what it leaves out is what endless explosions would go on to."""

    def __init__(self, line: RollLine, budget: Budget | None = None) -> None:
        self.line = line
        self.text = line_text(line)
        self.effort = Effort(budget)
        self.chances = odds(line, self.effort.budget)

    def totals(self) -> Distribution:
        """The distribution of what a roll prints: values cut toward zero."""
        return mapped(int, self.chances, self.effort)

    def limit_mean(self) -> Ratio | None:
        """The mean of an explosion followed for ever; None if nothing is left out, or the mean cannot be had."""
        if not self.chances.left_out or self.line.against is not None:
            return None
        from rbfcli.kernel.odds.limit_mean import limit_mean

        mean = limit_mean(self.line.expression, self.effort)
        return None if mean is None else mean.as_integer_ratio()

    def answer(self, bound: int | None = None) -> Ratio:
        """The one number asked for: the chance to reach a bound or that a comparison holds, else the mean."""
        if bound is not None:
            return measures.at_least(self.totals(), bound)
        match self.line:
            case RollLine(_, against) if against is not None:
                return measures.at_least(self.chances, 0)
            case RollLine(Binary(operator)) if operator in COMPARISONS:
                return measures.chance_of(self.chances, 1)
            case _:
                return self.limit_mean() or measures.mean(self.chances)

    def will_be_shown(self, texts: int = 1) -> None:
        """Spend what it takes to write so many texts for each value. Raises LimitReached where that is too much."""
        outcomes, bits = len(self.chances.weights), self.chances.out_of.bit_length()
        self.effort.table(outcomes * texts, 2 * bits)
        self.effort.spend(outcomes * texts * (1 + 2 * text_steps(bits)))

    def rows(self, cumulative: str = "exactly") -> list[tuple[Exact, Ratio]]:
        """Each value with its chance: of `exactly` it, `at least` it or `at most` it."""
        values = sorted(self.chances.weights)
        return list(zip(values, self.column(values, cumulative), strict=True))

    def column(self, values: Sequence[Exact], cumulative: str) -> list[Ratio]:
        """The chance of each of some values in ascending order, all of the line's own among them."""
        bits = self.chances.out_of.bit_length()
        self.effort.table(2 * len(values), bits)
        self.effort.spend(len(values) * (1 + gcd_steps(bits)))
        downwards = cumulative == "at least"
        running = 0
        column = []
        for value in reversed(values) if downwards else values:
            weight = self.chances.weights.get(value, 0)
            running = weight if cumulative == "exactly" else running + weight
            column.append(measures.ratio(running, self.chances.out_of))
        return column[::-1] if downwards else column


def against_each_other(first: Counted, second: Counted) -> tuple[Ratio, Ratio, Ratio]:
    """The chances that the first is higher, equal, lower."""
    effort = first.effort
    difference = convolve(first.chances, mapped(lambda value: -value, second.chances, effort), effort)
    return (
        measures.chance(difference, lambda value: value > 0),
        measures.chance_of(difference, 0),
        measures.chance(difference, lambda value: value < 0),
    )
