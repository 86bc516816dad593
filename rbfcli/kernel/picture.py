"""What a system draws of its ground, for a screen of any width: lines, lists, and strips side by side.

A list, such as a legend, is a tuple of strings: what does not fit goes on in a further line.
"""

from msgspec import Struct


class Strips(Struct, frozen=True, kw_only=True, tag=True):
    """Strips side by side, such as the columns of a map; those that do not fit stand below, with the labels again."""

    strips: tuple[tuple[str, ...], ...]
    """the strips from left to right, each with its lines from top to bottom"""
    labels: tuple[str, ...] = ()
    """what stands at the left of each line"""
    gap: int = 2
    """the cells between two strips"""
    from_strip: int = 0
    """the first strip where somebody is: where not all fit, those before it are left out"""
    to_strip: int | None = None
    """the place behind the last strip where somebody is; None: to the end"""


Picture = tuple[str | tuple[str, ...] | Strips, ...]
