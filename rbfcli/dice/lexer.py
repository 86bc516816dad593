"""Tokens of dice notation, and a cursor over them."""

from __future__ import annotations

from rbfcli.core.errors import NotationError, at_most
from rbfcli.core.limits import BRACKETS, DICE_DIGITS, DICE_LETTERS, LABEL_LETTERS, TERMS
from rbfcli.core.text import is_visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import TypeAlias

    from rbfcli.dice.dialects import Dialect

    Spellings: TypeAlias = dict[str, list[tuple[str, str]]]


# All Unicode spaces, because copied lines contain no-break spaces.
SPACE = frozenset(" \t\r\n\u00a0\u1680\u202f\u205f\u3000") | frozenset(map(chr, range(0x2000, 0x200B)))
DIGITS = frozenset("0123456789")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
WORDS = ("d", "vs", "even", "odd", "upto")
SIGNS = "!!p !! !p ! ** // <= >= <> == + - * / % ( ) { } , # < > = ^ |".split()  # noqa: SIM905 - a row reads better
_OF_ANYDICE = "[ ] @ : .. lowest highest middle explode of and".split()  # noqa: SIM905
_TYPOGRAPHIC = {"\u2212": "-", "\u2013": "-", "\u00d7": "*", "\u00f7": "/"}
_known: dict[str, Spellings] = {}


def known(dialect: Dialect) -> Spellings:
    """Return the words and signs of a dialect by first letter, longest first.

    The order makes kh one word instead of k and h.
    """
    if dialect.title not in _known:
        readings = (each.rstrip("#=1").removesuffix(" glued") for each in dialect.modifiers)
        dice = [letter for letter in dialect.dice if letter != "%"]
        words = {*WORDS, *readings, *dialect.functions, *dice, *(f"d{letter}" for letter in dice)} - {*SIGNS}
        found: Spellings = {}
        signs = [*SIGNS, *(_OF_ANYDICE if dialect.anydice else ())]
        for each in sorted([*words, *signs], key=len, reverse=True):
            if each and (each != "^" or "^" in dialect.operators):
                found.setdefault(each[0], []).append(("word" if each in words else "sign", each))
        _known[dialect.title] = found
    return _known[dialect.title]


class Token:
    """A piece of the text: `kind` is number, word, sign, label, comment or end."""

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind: str = kind
        self.text: str = text
        self.start: int = start
        self.end: int = end


def tokens_of(text: str, dialect: Dialect, start: int = 0, end: int | None = None) -> list[Token]:
    """Return the tokens of a line from `start` to `end`, the last of kind `end`.

    Raises NotationError or LimitReached.
    """
    if len(text) > DICE_LETTERS:
        raise at_most("a dice expression", f"{DICE_LETTERS} characters", f"{len(text)}")
    tokens = []
    spellings = known(dialect)
    at = start
    end = len(text) if end is None else end
    while at < end:
        if text[at] in SPACE:
            at += 1
            continue
        token = _next(text, at, end, dialect, spellings)
        at = token.end
        if token.kind != "aside":
            tokens.append(token)
    tokens.append(Token("end", "", end, end))
    return tokens


def _next(text: str, at: int, end: int, dialect: Dialect, spellings: Spellings) -> Token:
    first = text[at]
    if first in DIGITS:
        return _number(text, at)
    for mark in dialect.comments:
        if text.startswith(mark, at) and (mark != "#" or at == 0 or text[at - 1] in SPACE):
            return _comment(text, at, end, mark)
    if first == "[" and not dialect.anydice:
        if dialect.commands and text.startswith("[[", at):
            return Token("sign", "(", at, at + 2)
        return _label(text, at)
    if dialect.commands and not dialect.anydice and text.startswith("]]", at):
        return Token("sign", ")", at, at + 2)
    if text.startswith("!=", at):
        # Without spaces around it, != may be meant as an explosion; with them it compares totals.
        spaced = text[at - 1 : at] in SPACE and text[at + 2 : at + 3] in SPACE
        return Token("sign", "!=" if spaced or "!= glued" not in dialect.modifiers else "!= glued", at, at + 2)
    for kind, each in spellings.get(first.lower(), ()):
        after = at + len(each)
        of_next = each in {"!p", "!!p"} and text[after : after + 1].lower() in {"h", "l"}  # the p of ph or pl
        if text[at:after].lower() == each and not of_next:
            return Token(kind, each, at, after)
    raise _unknown(text, at)


def _comment(text: str, at: int, end: int, mark: str) -> Token:
    """Return a comment that ends at the end of the line or at its own end mark."""
    closed = text.find("*/", at, end) if mark == "/*" else -1
    if closed < 0:
        return Token("comment", text[at + len(mark) : end].strip(), at, end)
    if text[closed + 2 : end].strip():
        return Token("aside", "", at, closed + 2)
    return Token("comment", text[at + 2 : closed].strip(), at, end)


def _number(text: str, at: int) -> Token:
    end = number_end(text, at)
    if end - at > DICE_DIGITS:
        raise at_most("a number", f"{DICE_DIGITS} digits", f"{end - at}")
    return Token("number", text[at:end], at, end)


def number_end(text: str, at: int) -> int:
    """Return where the number that begins here ends: digits with optional decimals."""
    end = _past(text, at, DIGITS)
    return _past(text, end + 1, DIGITS) if text[end : end + 1] == "." and text[end + 1 : end + 2] in DIGITS else end


def _past(text: str, at: int, letters: frozenset[str]) -> int:
    while at < len(text) and text[at] in letters:
        at += 1
    return at


def _label(text: str, at: int) -> Token:
    end = text.find("]", at)
    label = text[at + 1 : end].strip()
    is_seen = label.isprintable() and (label.isascii() or all(map(is_visible, label)))
    if end < 0 or not 0 < len(label) <= LABEL_LETTERS or not is_seen or "[" in label:
        message = f"a label must be 1 to {LABEL_LETTERS} printable characters between [ and ]"
        raise NotationError(message, text=text, column=at)
    return Token("label", label, at, end + 1)


def _unknown(text: str, at: int) -> NotationError:
    character, before, after = text[at], text[:at], text[at + 1 :]
    rewrites: tuple[str, ...] = ()
    column = at
    if character in _TYPOGRAPHIC:
        message = f"'{character}' is not an operator: use {_TYPOGRAPHIC[character]}"
        rewrites = (before + _TYPOGRAPHIC[character] + after,)
    elif character == "^":
        message = "'^' is not an operator: use ** for power or N# to repeat"
        times = after.strip()
        is_repeat = "d" in before.lower() and times.isascii() and times.isdigit()
        rewrites = (f"{times}#{before.strip()}" if is_repeat else f"{before}**{after}",)
    elif character.isdigit() or character.isnumeric():
        message = f"unknown digit {character!a}: use the digits 0 to 9"
    elif character == ".":
        message = "a decimal point needs digits on both sides"
        rewrites = (f"{before}0.{after}",) if after[:1] in DIGITS else ()
    elif character in LETTERS:
        while column and text[column - 1] in LETTERS:
            column -= 1
        word = text[column : max(min(_past(text, at, LETTERS), column + 20), at + 1)]
        message = f"unknown dice notation {word!a}"
    else:
        message = f"unexpected character {character!a}"
    return NotationError(message, text=text, column=column, rewrites=rewrites)


class Cursor:
    """A position in the tokens of a line, with the terms and brackets counted so far."""

    def __init__(self, text: str, dialect: Dialect, end: int | None = None) -> None:
        self.text = text
        self.dialect = dialect
        self.tokens: list[Token] = tokens_of(text, dialect, _after_command(text, dialect), end)
        self.at: int = 0
        self.brackets: int = 0
        self._terms = 0
        self._deepest = 0
        self._added = 0

    @property
    def token(self) -> Token:
        """Return the next token without reading it."""
        return self.tokens[self.at]

    def take(self) -> Token:
        """Read the next token."""
        token = self.tokens[self.at]
        if token.kind != "end":
            self.at += 1
        return token

    def has(self, kind: str, texts: Collection[str]) -> bool:
        """Return whether the next token has this kind and one of these texts."""
        return self.token.kind == kind and self.token.text in texts

    def accept(self, kind: str, text: str) -> bool:
        """Read the next token if it matches, and return whether it did."""
        if self.token.kind == kind and self.token.text == text:
            self.at += 1
            return True
        return False

    def term(self) -> None:
        """Count a term. Raises LimitReached after 64."""
        self._terms += 1
        if self._terms > TERMS:
            raise at_most("a dice expression", f"{TERMS} terms")

    def open(self, added: int = 0) -> None:
        """Count an opened bracket, or `added` implied ones. Raises LimitReached after 128."""
        self.brackets += not added
        self._added += added
        self._deepest = max(self._deepest, self.brackets)
        if self._deepest + self._added > BRACKETS:
            raise at_most("a dice expression", f"{BRACKETS} levels of brackets")

    def whole(self, token: Token, what: str) -> int:
        """Return the value of a number. Raises NotationError for a decimal point."""
        if "." in token.text:
            raise self.error(f"{what} must be a whole number", token)
        return int(token.text)

    def error(self, message: str, token: Token | None = None, *rewrites: str) -> NotationError:
        """Return an error that points at a token, by default the next one, with rewritten lines."""
        offered = tuple(filter(None, rewrites))
        return NotationError(message, text=self.text, column=(token or self.token).start, rewrites=offered)

    def spliced(self, start: int, end: int, replacement: str) -> str:
        """Return the line with the text between two places replaced."""
        return self.text[:start] + replacement + self.text[end:]


def _after_command(text: str, dialect: Dialect) -> int:
    start = len(text) - len(text.lstrip())
    word = text[start:].split(maxsplit=1)[:1] if dialect.commands else []
    return start + len(word[0]) if word and word[0].lower() in dialect.commands else start
