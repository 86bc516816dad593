"""How output looks: chosen once, by terminal and options, for all of render."""

from msgspec import Struct

CODES = {"good": "32", "great": "1;32", "mixed": "33", "bad": "31", "name": "1", "quiet": "2"}


class Style(Struct, frozen=True, kw_only=True):
    """Colour, drawn tables, width, and whether everything is explained."""

    colour: bool = False
    tables: bool = False
    width: int = 80
    explain: bool = False

    def paint(self, text: str, role: str) -> str:
        """A text in the colour of its role; colour never carries meaning alone."""
        return f"\x1b[{CODES[role]}m{text}\x1b[0m" if self.colour and role else text
