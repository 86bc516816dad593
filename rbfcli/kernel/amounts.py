"""Amounts written as a number or as dice, such as 12 or 1d6+2."""

from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.numbers import natural


def highest(amount: str) -> int:
    """The most an amount can come to. Raises NotationError."""
    number = natural(amount)
    if number is not None:
        return number
    from rbfcli.kernel.notation import roll

    return roll(amount, Highest()).total
