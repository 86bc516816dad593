"""A cursor over the tokens of a line, with its errors: they point at a token and may offer a rewritten line."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, NotationError
from rbfcli.kernel.limits import BRACKETS, TERMS
from rbfcli.kernel.notation.tokens import Token, tokens_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from rbfcli.kernel.notation.dialects import Dialect


class Reader:
    """Where in the line we are, and how many terms and brackets it has had so far."""

    def __init__(self, text: str, dialect: Dialect, end: int | None = None) -> None:
        self.text = text
        self.dialect = dialect
        self.tokens = tokens_of(text, dialect, _after_command(text, dialect), end)
        self.at = 0
        self.terms = 0
        self.brackets = 0
        self._deepest = 0
        self._added = 0

    @property
    def token(self) -> Token:
        """The token to be read next."""
        return self.tokens[self.at]

    def take(self) -> Token:
        """Read the next token."""
        token = self.tokens[self.at]
        if token.kind != "end":
            self.at += 1
        return token

    def has(self, kind: str, texts: Collection[str]) -> bool:
        """Whether the next token is one of these."""
        return self.token.kind == kind and self.token.text in texts

    def accept(self, kind: str, text: str) -> bool:
        """Read the next token if it is this one."""
        if self.token.kind == kind and self.token.text == text:
            self.at += 1
            return True
        return False

    def term(self) -> None:
        """Count a term; raises LimitReached past 64."""
        self.terms += 1
        if self.terms > TERMS:
            raise LimitReached(f"a dice expression has at most {TERMS} terms")

    def open(self) -> None:
        """Count an opened bracket; raises LimitReached past 128 inside one another."""
        self.brackets += 1
        self._deepest = max(self._deepest, self.brackets)
        self._check_depth()

    def add_brackets(self, number: int) -> None:
        """Count brackets that the line does not have, but its meaning; raises LimitReached as `open` does."""
        self._added += number
        self._check_depth()

    def _check_depth(self) -> None:
        if self._deepest + self._added > BRACKETS:
            raise LimitReached(f"at most {BRACKETS} brackets inside one another")

    @property
    def is_glued(self) -> bool:
        """Whether the next token follows the last one without a space."""
        return self.at > 0 and self.tokens[self.at - 1].end == self.token.start

    def error(self, message: str, token: Token | None = None, *rewrites: str) -> NotationError:
        """An error that points at a token, the next one if none is named, and may offer rewritten lines."""
        offered = tuple(filter(None, rewrites))
        return NotationError(message, text=self.text, column=(token or self.token).start, rewrites=offered)

    def spliced(self, start: int, end: int, replacement: str) -> str:
        """The line with `replacement` in place of what stands between two places."""
        return self.text[:start] + replacement + self.text[end:]


def _after_command(text: str, dialect: Dialect) -> int:
    """Where the dice begin after a command such as /roll."""
    start = len(text) - len(text.lstrip())
    word = text[start:].split(maxsplit=1)[:1] if dialect.commands else []
    return start + len(word[0]) if word and word[0].lower() in dialect.commands else start
