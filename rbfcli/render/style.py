"""How output looks: chosen once, by terminal and options, for all of render."""

from msgspec import Struct

SIDE_CODES = ("36", "35", "34", "33")
CODES = {
    "good": "32",
    "great": "1;32",
    "mixed": "33",
    "bad": "31",
    "name": "1",
    "quiet": "2",
    "heading": "4",
    **{f"side {number}": code for number, code in enumerate(SIDE_CODES)},
    **{f"bold side {number}": f"1;{code}" for number, code in enumerate(SIDE_CODES)},
}
SIDES = len(SIDE_CODES)


class Style(Struct, frozen=True, kw_only=True):
    """Colour, tables as wide as the terminal, bars of blocks, words to read out for tables, width, explanations.

    `height` is how many rows the terminal has; 0: nobody counts them.
    """

    colour: bool = False
    tables: bool = False
    blocks: bool = False
    spoken: bool = False
    width: int = 80
    height: int = 0
    explain: bool = False

    def paint(self, text: str, role: str) -> str:
        """A text in the colour of its role; colour never carries meaning alone."""
        return f"\x1b[{CODES[role]}m{text}\x1b[0m" if self.colour and role and text else text
