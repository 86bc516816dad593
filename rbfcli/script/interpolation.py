"""Values in the words of a script: `$NAME` and `${EXPR}`, but not in single quotes or after a backslash."""

import re
from collections.abc import Callable

from rbfcli.language.words import letters, split_words
from rbfcli.script.expressions.reader import read_expression
from rbfcli.script.expressions.tokens import is_letter, variable_end
from rbfcli.script.expressions.tree import Expression, Name, Value
from rbfcli.script.expressions.values import LISTS, bounded_text, items, text_of
from rbfcli.script.script_errors import syntax_error, with_place
from rbfcli.script.statements import Part, WordTemplate

# Whatever is neither a letter nor a digit.
_MARK = re.compile(r"[\W_]")


def read_word_template(line: str, start: int, end: int) -> WordTemplate:
    """The words between two offsets of a line, or their parts if there are values in them. Raises ScriptError."""
    text = line[start:end]
    if "$" in text:
        parts = _parts(line, start, end)
        if any(not isinstance(part, str) for part in parts):
            return WordTemplate(text, (), parts)
    return WordTemplate(text, tuple(with_place(start, split_words, text)))


def fill_words(words: WordTemplate, value_of: Callable[[Expression], Value]) -> tuple[str, ...]:
    """The words with their values: a list becomes several words, a text stays one whatever is in it."""
    if not words.parts:
        return words.fixed
    pieces = [part if isinstance(part, str) else _escaped(value_of(part)) for part in words.parts]
    return tuple(split_words(bounded_text("".join(pieces))))


def _escaped(value: Value) -> str:
    """A value as it has to be typed to be read as itself, within quotes or without."""
    if isinstance(value, LISTS):
        return " ".join(map(_escaped, items(value)))
    return _MARK.sub(r"\\\g<0>", text_of(value)) or '""'


def _parts(line: str, start: int, end: int) -> tuple[Part, ...]:
    """Text and the expressions in it, in turn; empty text is left out."""
    parts: list[Part] = []
    rest = letters(line[:end], start)
    since, open_quote = start, ""
    while (found := next(rest, None)) is not None:
        at, letter, quote = found
        open_quote = quote if not letter else open_quote
        if letter == "$" and quote in ("", '"') and _begins_value(line[at + 1 : at + 2]):
            expression, after = _value(line, at)
            parts += [line[since:at], expression]
            since, rest = after, letters(line[:end], after, open_quote, begins=False)
    return tuple(part for part in (*parts, line[since:end]) if part != "")


def _begins_value(letter: str) -> bool:
    return letter == "{" or is_letter(letter)


def _value(line: str, at: int) -> tuple[Expression, int]:
    """The expression behind a dollar sign, and where it ends."""
    if line[at + 1] == "{":
        expression, end = read_expression(line, at + 2)
        if line[end : end + 1] != "}":
            raise syntax_error("${ is not closed", at, "end it with }")
        return expression, end + 1
    end = variable_end(line, at + 1)
    return Name(line[at + 1 : end], at), end
