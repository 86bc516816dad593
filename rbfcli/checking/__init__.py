"""Checks of a fight, regardless of its source."""
