"""Brute force: every path of the dice is played by the roller itself, long ones left out."""

from collections import Counter
from fractions import Fraction

from rbfcli.core.errors import LimitReached
from rbfcli.dice.roll import roll_line
from rbfcli.testing.odds import TooMany, every_way


class TooLongError(Exception):
    """A path that throws more dice than are followed."""


class Short:
    """Dice that refuse to be thrown more than `most` times."""

    given_left = 0

    def __init__(self, dice, most):
        self.dice = dice
        self.most = most

    def row(self, sides, count, low=1):
        """A throw of the dice behind, if one is left."""
        self.most -= 1
        if self.most < 0:
            raise TooLongError
        return self.dice.row(sides, count, low)


def walked(line, throws=7, paths=20_000):
    """Chance of each exact value by brute force, and the chance of all paths of more throws than that.

    Raises LimitReached for too many paths.
    """
    chances = Counter()

    def play(dice):
        try:
            return roll_line(line, Short(dice, throws))[0].exact
        except TooLongError:
            return None

    try:
        ways = every_way(play, most=20 * paths)
    except TooMany:
        raise LimitReached("too many paths to walk") from None
    for weight, value in ways:
        chances[value] += weight
    return chances, chances.pop(None, Fraction(0))


def chances_of(distribution):
    """A counted distribution as chances, and what it leaves out."""
    chances = {value: Fraction(weight, distribution.out_of) for value, weight in distribution.weights.items() if weight}
    return chances, 1 - sum(chances.values(), Fraction(0))
