"""Dice notation, sources of faces and exact odds, which know nothing of fights."""
