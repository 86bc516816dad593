"""Amounts written as a number or as dice, such as 12 or 1d6+2."""

from rbfcli.kernel.dice.highest import Highest


def highest(amount: str) -> int:
    """The most an amount can come to. Raises NotationError."""
    if amount.isascii() and amount.isdigit():
        return int(amount)
    from rbfcli.kernel.notation import roll

    return roll(amount, Highest()).total
