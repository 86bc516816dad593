"""Expressions as tokens, read one by one; an expression ends at the first thing that is no token."""

from msgspec import Struct

from rbfcli.kernel.limits import SCRIPT_DIGITS
from rbfcli.kernel.notation.tokens import DIGITS, number_end
from rbfcli.kernel.visible import SPACE
from rbfcli.language.words import QUOTES, letters
from rbfcli.script.script_errors import syntax_error

OPERATORS = ("==", "!=", "<=", ">=", "..", "//", "<", ">", "+", "-", "*", "/", "%", "(", ")", "[", "]", ",", ".")


class Token(Struct, frozen=True):
    """A token of an expression: its kind, its text (without quotes), and its place."""

    kind: str
    text: str
    start: int
    end: int


def is_letter(letter: str) -> bool:
    """Whether a name can begin with this."""
    return letter.isalpha() or letter == "_"


def name_end(line: str, at: int) -> int:
    """Where a name ends that begins here; a hyphen belongs to it if a letter follows."""
    while at < len(line) and (
        is_letter(line[at]) or line[at] in DIGITS or (line[at] == "-" and is_letter(line[at + 1 : at + 2]))
    ):
        at += 1
    return at


def variable_end(line: str, at: int) -> int:
    """Where the name of a variable ends that begins here; it has no hyphens."""
    while at < len(line) and (is_letter(line[at]) or line[at] in DIGITS):
        at += 1
    return at


def next_token(line: str, at: int) -> Token:
    """The token at an offset, or after the space there. Raises ScriptError."""
    while at < len(line) and line[at] in SPACE:
        at += 1
    letter = line[at : at + 1]
    if not letter or letter in "{}" or (letter == "#" and (at == 0 or line[at - 1] in SPACE)):
        return Token("end", letter, at, at)
    if letter in DIGITS:
        return _number(line, at)
    if letter in QUOTES:
        return _quotation(line, at)
    if is_letter(letter):
        end = name_end(line, at)
        return _command(line, at, end) if line[at:end] == "odds" else Token("name", line[at:end], at, end)
    if letter == "@":
        end = name_end(line, at + 1)
        return Token("selector", line[at:end], at, end)
    operator = next((each for each in OPERATORS if line.startswith(each, at)), "")
    if not operator:
        hint = "in an expression, a variable has no $" if letter == "$" else "compare with ==" * (letter == "=")
        raise syntax_error(f"unexpected {letter!r} in an expression", at, hint)
    return Token("operator", operator, at, at + len(operator))


def _number(line: str, start: int) -> Token:
    at = number_end(line, start)
    if at - start > SCRIPT_DIGITS:
        raise syntax_error(f"a number has at most {SCRIPT_DIGITS} digits", start)
    return Token("number", line[start:at], start, at)


def _quotation(line: str, start: int) -> Token:
    text: list[str] = []
    for at, letter, quote in letters(line, start):
        if not letter and not quote:
            return Token("text", "".join(text), start, at + 1)
        text.append(letter)
    raise syntax_error("the quote is not closed", start, f"end it with {line[start]}")


def _command(line: str, start: int, after: int) -> Token:
    """`odds(COMMAND)`; parentheses in the command are counted, except in quotes."""
    depth = 1
    if line[after : after + 1] != "(":
        raise syntax_error("odds needs a command", start, "odds(attack vex thug).success")
    for at, letter, quote in letters(line, after + 1):
        depth += (not quote and letter == "(") - (not quote and letter == ")")
        if not depth:
            return Token("odds", line[after + 1 : at].strip(), start, at + 1)
    raise syntax_error("odds( is not closed", after, "end it with )")
