"""Attacks: the verb, what it costs, what helps it, and what comes of it."""
