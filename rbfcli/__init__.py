"""Tabletop-RPG combat on the command line: rules, dice, fights and their language."""

__version__ = "0.1.0"
