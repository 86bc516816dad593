"""Blasts, grenades and traps."""
