"""The bounds of dice expressions: past one an error, never a shortened result."""

from __future__ import annotations

MOST_CHARACTERS = 1_000
MOST_TERMS = 64
MOST_BRACKETS = 128
MOST_DIGITS = 20
MOST_DICE = 1_000
MOST_SIDES = 1_000_000
MOST_THROWS_A_DIE = 1_000
MOST_BITS = 4_096
LONGEST_LABEL = 64
