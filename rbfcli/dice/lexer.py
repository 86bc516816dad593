"""Tokens of dice notation, and a cursor over them."""

from __future__ import annotations

from rbfcli.core.errors import LimitReached, NotationError
from rbfcli.core.limits import BRACKETS, DICE_DIGITS, DICE_LETTERS, LABEL_LETTERS, TERMS
from rbfcli.core.text import is_visible, not_a_digit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import TypeAlias

    from rbfcli.dice.dialects import Dialect

    Spellings: TypeAlias = dict[str, list[tuple[str, str]]]


# All that Unicode calls a space: copied lines hold no-break spaces.
SPACE = frozenset(" \t\r\n\u00a0\u1680\u202f\u205f\u3000") | frozenset(map(chr, range(0x2000, 0x200B)))
DIGITS = frozenset("0123456789")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
WORDS = ("d", "vs", "even", "odd", "upto")
SIGNS = "!!p !! !p ! ** // <= >= <> == + - * / % ( ) { } , # < > = ^ |".split()  # noqa: SIM905 - a row reads better
_OF_ANYDICE = "[ ] @ : .. lowest highest middle explode of and".split()  # noqa: SIM905
_TYPOGRAPHIC = {"\u2212": "-", "\u2013": "-", "\u00d7": "*", "\u00f7": "/"}
_known: dict[str, Spellings] = {}


def known(dialect: Dialect) -> Spellings:
    """The words and signs of a dialect by their first letter, longer ones first, so that kh is not k and then h."""
    if dialect.title not in _known:
        readings = (each.rstrip("#=1").removesuffix(" glued") for each in dialect.modifiers)
        dice = [letter for letter in dialect.dice if letter != "%"]
        words = {*WORDS, *readings, *dialect.functions, *dice, *(f"d{letter}" for letter in dice)} - {*SIGNS}
        found: Spellings = {}
        signs = [*SIGNS, *(_OF_ANYDICE if dialect.anydice else ())]
        for kind, each in (*(("word", word) for word in words), *(("sign", sign) for sign in signs)):
            if each and (kind == "word" or each != "^" or "^" in dialect.operators):
                found.setdefault(each[0], []).append((kind, each))
        for several in found.values():
            several.sort(key=lambda pair: -len(pair[1]))
        _known[dialect.title] = found
    return _known[dialect.title]


class Token:
    """A piece of the text: `kind` is number, word, sign, label, comment or end."""

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end


def tokens_of(text: str, dialect: Dialect, start: int = 0, end: int | None = None) -> list[Token]:
    """All tokens of a line between two places, the last of kind `end`; raises NotationError, or LimitReached."""
    if len(text) > DICE_LETTERS:
        raise LimitReached(f"a dice expression has at most {DICE_LETTERS} characters, this one {len(text)}")
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
        return _unequal(text, at, dialect)
    for kind, each in spellings.get(first.lower(), ()):
        if text[at : at + len(each)].lower() == each and not _splits_modifier(text, at, each):
            return Token(kind, each, at, at + len(each))
    raise _unknown(text, at)


def _comment(text: str, at: int, end: int, mark: str) -> Token:
    """A comment to the end of the line, or to its own end."""
    closed = text.find("*/", at, end) if mark == "/*" else -1
    if closed < 0:
        return Token("comment", text[at + len(mark) : end].strip(), at, end)
    if text[closed + 2 : end].strip():
        return Token("aside", "", at, closed + 2)
    return Token("comment", text[at + 2 : closed].strip(), at, end)


def _splits_modifier(text: str, at: int, sign: str) -> bool:
    """Whether the p of `!p` belongs to a following ph or pl."""
    return sign in {"!p", "!!p"} and text[at + len(sign) : at + len(sign) + 1].lower() in {"h", "l"}


def _number(text: str, at: int) -> Token:
    end = number_end(text, at)
    if end - at > DICE_DIGITS:
        raise LimitReached(f"a number has at most {DICE_DIGITS} digits, this one {end - at}")
    return Token("number", text[at:end], at, end)


def number_end(text: str, at: int) -> int:
    """Where a number ends that begins here: digits, perhaps a point and more of them."""
    end = _after_digits(text, at)
    if text[end : end + 1] == "." and text[end + 1 : end + 2] in DIGITS:
        end = _after_digits(text, end + 1)
    return end


def _after_digits(text: str, at: int) -> int:
    while at < len(text) and text[at] in DIGITS:
        at += 1
    return at


def _label(text: str, at: int) -> Token:
    end = text.find("]", at)
    label = text[at + 1 : end].strip()
    if end < 0 or not label or len(label) > LABEL_LETTERS or not _is_seen(label) or "[" in label:
        raise NotationError(
            f"a label is 1 to {LABEL_LETTERS} printable characters between [ and ]", text=text, column=at
        )
    return Token("label", label, at, end + 1)


def _is_seen(label: str) -> bool:
    if label.isascii() or not label.isprintable():
        return label.isprintable()
    return all(map(is_visible, label))


def _unequal(text: str, at: int, dialect: Dialect) -> Token:
    """Spaced on both sides `!=` compares totals; glued it might be meant to explode."""
    spaced = "!= glued" not in dialect.modifiers or (text[at - 1 : at] in SPACE and text[at + 2 : at + 3] in SPACE)
    return Token("sign", "!=" if spaced else "!= glued", at, at + 2)


def _unknown(text: str, at: int) -> NotationError:
    character = text[at]
    if character in _TYPOGRAPHIC:
        rewrite = text[:at] + _TYPOGRAPHIC[character] + text[at + 1 :]
        message = f"'{character}' is not an operator: use {_TYPOGRAPHIC[character]}"
        return NotationError(message, text=text, column=at, rewrites=(rewrite,) if rewrite else ())
    if character == "^":
        before, after = text[:at].strip(), text[at + 1 :].strip()
        repeated = (f"{after}#{before}",) if "d" in before.lower() and after.isascii() and after.isdigit() else ()
        message = "'^' is not an operator: use ** for power or N# to repeat"
        return NotationError(message, text=text, column=at, rewrites=(f"{text[:at]}**{text[at + 1 :]}", *repeated))
    if character.isdigit() or character.isnumeric():
        return NotationError(not_a_digit(character), text=text, column=at)
    if character == ".":
        return _point(text, at)
    start, end = _run(text, at)
    known = "dice notation" if end - start > 1 else "a sign of dice notation"
    return NotationError(f"{text[start:end]!a} is not {known}", text=text, column=start)


def _point(text: str, at: int) -> NotationError:
    message = "a decimal point stands between digits"
    rewrite = text[:at] + "0" + text[at:] if text[at + 1 : at + 2] in DIGITS and at + 1 < len(text) else ""
    return NotationError(message, text=text, column=at, rewrites=(rewrite,) if rewrite else ())


def _run(text: str, at: int) -> tuple[int, int]:
    """The ASCII letters around a place, or the one character there."""
    start = end = at
    while start > 0 and text[start - 1] in LETTERS and text[at] in LETTERS:
        start -= 1
    while end < len(text) and text[end] in LETTERS and text[at] in LETTERS:
        end += 1
    return start, max(min(end, start + 20), at + 1)


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
