"""How output looks: the choices a terminal, a pipe or an option make once for all renderers."""

from msgspec import Struct

CODES = {"good": "32", "great": "1;32", "mixed": "33", "bad": "31", "name": "1", "quiet": "2"}


class Style(Struct, frozen=True, kw_only=True):
    """Colour or none, tables or plain lines, how wide, and how much is explained."""

    colour: bool = False
    tables: bool = False
    width: int = 80
    explain: bool = False

    def paint(self, text: str, role: str) -> str:
        """A text in the colour of a role; the words alone carry the meaning."""
        return f"\x1b[{CODES[role]}m{text}\x1b[0m" if self.colour and role else text
