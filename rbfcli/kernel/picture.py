"""What a system draws of its ground, for a screen of any width: lines, lists, and strips side by side.

A list, such as a legend, is a tuple of strings: what does not fit goes on in a further line.
"""

from msgspec import Struct


class Strips(Struct, frozen=True, kw_only=True, tag=True):
    """Strips side by side, each with its lines from top to bottom, `gap` cells apart; `labels` stand at their left.

    Those that do not fit stand below, with the labels again. Where not all fit, those `from_strip` to `to_strip` are
    enough: somebody is there.
    """

    strips: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...] = ()
    gap: int = 2
    from_strip: int = 0
    to_strip: int | None = None


Picture = tuple[str | tuple[str, ...] | Strips, ...]
