"""How output looks: chosen once, by terminal and options, for all of render."""

from msgspec import Struct

CODES = {
    "good": "32",
    "great": "1;32",
    "mixed": "33",
    "bad": "31",
    "name": "1",
    "quiet": "2",
    "heading": "4",
    "side 0": "36",
    "side 1": "35",
    "side 2": "34",
    "side 3": "33",
}
SIDES = 4


class Style(Struct, frozen=True, kw_only=True):
    """Colour, tables as wide as the terminal, bars of blocks, words to read out for tables, width, explanations."""

    colour: bool = False
    tables: bool = False
    blocks: bool = False
    spoken: bool = False
    width: int = 80
    explain: bool = False

    def paint(self, text: str, role: str) -> str:
        """A text in the colour of its role; colour never carries meaning alone."""
        return f"\x1b[{CODES[role]}m{text}\x1b[0m" if self.colour and role and text else text
