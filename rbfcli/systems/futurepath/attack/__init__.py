"""Attacking: refusals, the roll, and what it brings."""
