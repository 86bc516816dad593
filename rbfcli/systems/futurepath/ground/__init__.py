"""Squares, the map on them, what it costs to cross it, and what it hides."""
