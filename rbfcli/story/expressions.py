"""The mean and the variance of dice notation, counted exactly within a budget."""

from fractions import Fraction
from typing import NamedTuple

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import RbfError


class Sum(NamedTuple):
    """What a roll comes to on average, and its variance."""

    mean: Fraction
    variance: Fraction


def sum_of_expression(expression: str, budget: Budget) -> Sum | None:
    """The mean and the variance of an expression; None where they are too much to count."""
    from rbfcli.kernel.notation.parsing import parse
    from rbfcli.kernel.odds.expression import odds

    try:
        chances = odds(parse(expression), budget)
    except RbfError:
        return None
    if chances.left_out or not chances.is_whole():
        return None
    out_of = chances.out_of
    mean = Fraction(sum(int(value) * weight for value, weight in chances.weights.items()), out_of)
    square = Fraction(sum(int(value) ** 2 * weight for value, weight in chances.weights.items()), out_of)
    return Sum(mean, square - mean * mean)
