"""Text → tokens, by hand and in one pass: no regular expression that a long line could stall."""

from __future__ import annotations

from rbfcli.kernel.errors import LimitReached, NotationError
from rbfcli.kernel.limits import DICE_DIGITS, DICE_LETTERS, LABEL_LETTERS
from rbfcli.kernel.notation.record import record

SPACE = frozenset(" \t\r\n")
DIGITS = frozenset("0123456789")
LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
# Longer ones first, so that kh is not k and then h.
WORDS = "floor round crit ceil abs max min kh kl dh dl ph pl rr ro ra xo mi ma cs vs k d p r x e t f".split()  # noqa: SIM905
SIGNS = "!!p !! !p ! ** // <= >= == + - * / % ( ) { } , # < > =".split()  # noqa: SIM905 - a row reads better
# Words and signs by their first letter, in their order.
_KNOWN: dict[str, list[tuple[str, str]]] = {}
for _kind, _row in (("word", WORDS), ("sign", SIGNS)):
    for _each in _row:
        _KNOWN.setdefault(_each[0], []).append((_kind, _each))
_TYPOGRAPHIC = {"\u2212": "-", "\u2013": "-", "\u00d7": "*", "\u00f7": "/"}


@record
class Token:
    """A piece of the text: `kind` is number, word, sign, label, comment or end."""

    kind: str
    text: str
    start: int
    end: int


def tokens_of(text: str) -> list[Token]:
    """All tokens of a line, the last of kind `end`; raises NotationError, or LimitReached for a line too long."""
    if len(text) > DICE_LETTERS:
        raise LimitReached(f"a dice expression has at most {DICE_LETTERS} characters, this one {len(text)}")
    tokens = []
    at = 0
    while at < len(text):
        if text[at] in SPACE:
            at += 1
            continue
        token = _next(text, at)
        tokens.append(token)
        at = token.end
    tokens.append(Token("end", "", len(text), len(text)))
    return tokens


def _next(text: str, at: int) -> Token:
    first = text[at]
    if first in DIGITS:
        return _number(text, at)
    if first == "[":
        return _label(text, at)
    if first == "#" and (at == 0 or text[at - 1] in SPACE):
        return Token("comment", text[at + 1 :].strip(), at, len(text))
    if text.startswith("!=", at):
        return _unequal(text, at)
    for kind, each in _KNOWN.get(first.lower(), ()):
        if text[at : at + len(each)].lower() == each and not _splits_modifier(text, at, each):
            return Token(kind, each, at, at + len(each))
    raise _unknown(text, at)


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
    from rbfcli.kernel.visible import is_visible

    return all(map(is_visible, label))


def _unequal(text: str, at: int) -> Token:
    """Spaced on both sides `!=` compares totals; glued it might be meant to explode."""
    spaced = text[at - 1 : at] in SPACE and text[at + 2 : at + 3] in SPACE
    return Token("sign", "!=" if spaced else "!= glued", at, at + 2)


def _unknown(text: str, at: int) -> NotationError:
    character = text[at]
    if character in _TYPOGRAPHIC:
        rewrite = text[:at] + _TYPOGRAPHIC[character] + text[at + 1 :]
        message = f"'{character}' is not an operator: use {_TYPOGRAPHIC[character]}"
        return NotationError(message, text=text, column=at, rewrite=rewrite)
    if character == "^":
        rewrite = text[:at] + "**" + text[at + 1 :]
        message = "'^' is not an operator: use ** for power or N# to repeat"
        return NotationError(message, text=text, column=at, rewrite=rewrite)
    if character.isdigit() or character.isnumeric():
        from rbfcli.kernel.numbers import not_a_digit

        return NotationError(not_a_digit(character), text=text, column=at)
    if character == ".":
        return _point(text, at)
    start, end = _run(text, at)
    known = "dice notation" if end - start > 1 else "a sign of dice notation"
    return NotationError(f"{text[start:end]!a} is not {known}", text=text, column=start)


def _point(text: str, at: int) -> NotationError:
    message = "a decimal point stands between digits"
    rewrite = text[:at] + "0" + text[at:] if text[at + 1 : at + 2] in DIGITS and at + 1 < len(text) else ""
    return NotationError(message, text=text, column=at, rewrite=rewrite)


def _run(text: str, at: int) -> tuple[int, int]:
    """The ASCII letters around a place, or the one character there."""
    start = end = at
    while start > 0 and text[start - 1] in LETTERS and text[at] in LETTERS:
        start -= 1
    while end < len(text) and text[end] in LETTERS and text[at] in LETTERS:
        end += 1
    return start, max(min(end, start + 20), at + 1)
