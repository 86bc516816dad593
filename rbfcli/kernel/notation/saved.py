"""Saved rolls: `greatsword = "2d6+$str"` is rolled as `greatsword str=3`."""

from __future__ import annotations

from rbfcli.kernel.errors import NotationError, UsageError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.tokens import DIGITS, LETTERS
from rbfcli.kernel.numbers import is_digits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rbfcli.kernel.notation.tree import RollLine

_PARAMETER = LETTERS | DIGITS | {"_"}
_NAME = _PARAMETER | {"-"}


def is_name(word: str) -> bool:
    """Whether a word could name a saved roll."""
    return word[:1] in LETTERS and _NAME.issuperset(word)


def saved_lines(
    words: Sequence[str], saved_rolls: Callable[[], Mapping[str, str]], dialect: str, error: NotationError
) -> list[RollLine]:
    """The lines of saved rolls, each name followed by its parameters; notation may stand between them.

    `saved_rolls` is asked only if a word could be a name. Raises the error that the words met as notation where they
    hold no saved roll.
    """
    if not any(map(is_name, words)):
        raise error
    saved = saved_rolls()
    if saved.keys().isdisjoint(words):
        raise _unknown(words[0], saved, error)
    lines = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        text = word
        if word in saved:
            text = filled(word, saved[word], _given(rest))
        lines.append(parse(text, dialect))
    return lines


def _given(rest: list[str]) -> dict[str, str]:
    """Take the parameters, such as `str=3`, off the front of the words."""
    given = {}
    while rest and "=" in rest[0] and is_name(rest[0].partition("=")[0]):
        name, _, value = rest.pop(0).partition("=")
        given[name] = value
    return given


def _unknown(name: str, saved: Mapping[str, str], error: NotationError) -> UsageError:
    """The error as it was; for a name that is nothing else, one that says so."""
    if not is_name(name) or error.column:
        return error
    from difflib import get_close_matches

    near = tuple(get_close_matches(name, saved, 3))
    hint = f"did you mean {', '.join(near)}?" if near else "save one under [rolls] in config.toml, or write dice: 2d6+3"
    return UsageError(f"{name!a} is neither dice notation nor a saved roll", hint=hint, suggestions=near)


def parameters(text: str) -> list[str]:
    """The names of the parameters of an expression, in the order they first appear."""
    return list(dict.fromkeys(name for name, _ in _pieces(text) if name))


def filled(name: str, text: str, given: Mapping[str, str]) -> str:
    """The expression with values for its parameters; raises UsageError where they are not just the right ones."""
    wanted = parameters(text)
    missing = [each for each in wanted if each not in given]
    if missing:
        raise UsageError(
            f"{name} needs {', '.join(missing)}", hint=f"{name} {' '.join(f'{each}=3' for each in wanted)}"
        )
    unknown = [each for each in given if each not in wanted]
    if unknown:
        takes = f"takes only {', '.join(wanted)}" if wanted else "takes no parameters"
        raise UsageError(f"{name} does not know {unknown[0]}: it {takes}")
    return "".join((_value(given[each]) if each else "") + plain for each, plain in _pieces(text))


def _value(text: str) -> str:
    """A number as it is, anything else in parentheses so that it stays together."""
    return text if is_digits(text) else f"({text})"


def _pieces(text: str) -> list[tuple[str, str]]:
    """(parameter, the text after it up to the next); the first piece has no parameter."""
    first, *others = text.split("$")
    pieces = [("", first)]
    for other in others:
        end = next((at for at, letter in enumerate(other) if letter not in _PARAMETER), len(other))
        pieces.append((other[:end], other[end:]))
    return pieces
