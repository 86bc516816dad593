"""User text made safe for a terminal (Z-04)."""

from __future__ import annotations

from rbfcli.kernel.visible import escaped, is_visible


def safe(text: str) -> str:
    r"""The text with everything that a terminal would obey or hide as `\x1b` or `\u202e`; line feeds too."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(letter if is_visible(letter) else escaped(letter) for letter in text)


def record(*cells: str) -> str:
    """The line of a table that is read by a program or aloud: all of each cell, with a tab between two (J-04)."""
    return "\t".join(map(safe, cells))
