"""Reactions: what answers another's deed, out of turn."""
