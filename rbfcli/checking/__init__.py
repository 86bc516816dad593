"""Checks of a fight, wherever it comes from."""
