"""Dice notation, sources of faces and exact odds, which know nothing of fights."""

from rbfcli.core.text import natural


def highest(amount: str) -> int:
    """Return the most that an amount can come to: a number, or dice notation. Raises NotationError."""
    number = natural(amount)
    if number is not None:
        return number
    from rbfcli.dice.roll import roll  # noqa: PLC0415 - few amounts are dice
    from rbfcli.dice.sources import MaxDice  # noqa: PLC0415 - few amounts are dice

    return roll(amount, MaxDice()).total
