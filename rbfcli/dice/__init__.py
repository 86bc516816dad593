"""Dice notation, dice sources and exact odds, independent of combat."""

from rbfcli.core.text import natural

DIALECT_NAMES = ("roll20", "avrae", "foundry", "rpg", "anydice")


def highest(amount: str) -> int:
    """Return the maximum of an amount, a number or dice notation. Raises NotationError."""
    number = natural(amount)
    if number is not None:
        return number
    from rbfcli.dice.roll import roll  # noqa: PLC0415 - few amounts are dice
    from rbfcli.dice.sources import MaxDice  # noqa: PLC0415 - few amounts are dice

    return roll(amount, MaxDice()).total
