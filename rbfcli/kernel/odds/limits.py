"""The bounds of exact counting: past one an error that says so, never an approximation."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached

MOST_OUTCOMES = 250_000
MOST_CELLS = 400_000
MOST_PAIRS = 1_000_000
MOST_BITS = 1 << 28
MOST_BITS_MULTIPLIED = 1 << 24
MOST_BITS_A_NUMBER = 14_000
MOST_SCENARIOS = 20_000


def check_size(outcomes: int, bits: int) -> None:
    """Raises LimitReached for a table of that many outcomes with counts of so many bits."""
    if outcomes > MOST_OUTCOMES or bits > MOST_BITS_A_NUMBER or outcomes * bits > MOST_BITS:
        raise too_much()


def check_product(outcomes: int, bits: int) -> None:
    """Raises LimitReached for a product of packed distributions that large."""
    check_size(outcomes, bits)
    if outcomes * bits > MOST_BITS_MULTIPLIED:
        raise too_much()


def check_pairs(pairs: int) -> None:
    """Raises LimitReached for that many pairs of values."""
    if pairs > MOST_PAIRS:
        raise too_much()


class Effort:
    """How exact to be, and how much work that may take."""

    __slots__ = ("_precision", "cells", "cut_short")

    def __init__(self, precision: int) -> None:
        self._precision = precision
        self.cells = MOST_CELLS
        self.cut_short = False

    def precision(self) -> int:
        """One chance in so many may be left out of an endless explosion, which is cut short here."""
        self.cut_short = True
        return self._precision

    def spend(self, cells: int) -> None:
        """Raises LimitReached once all the work is spent."""
        self.cells -= cells
        if self.cells < 0:
            raise too_much()


def too_much() -> LimitReached:
    """What to raise for odds that would take too long or too much memory."""
    return LimitReached(
        "the exact odds of this expression are too much to count", hint="ask about fewer dice or fewer sides"
    )
