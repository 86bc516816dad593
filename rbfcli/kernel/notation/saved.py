"""Saved rolls: expressions with parameters such as `$str`, filled with what is given for them."""

from __future__ import annotations

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.notation.tokens import DIGITS, LETTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_NAME = LETTERS | DIGITS | {"_"}


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
    return text if text and all(letter in DIGITS for letter in text) else f"({text})"


def _pieces(text: str) -> list[tuple[str, str]]:
    """(parameter, the text after it up to the next); the first piece has no parameter."""
    first, *others = text.split("$")
    pieces = [("", first)]
    for other in others:
        end = next((at for at, letter in enumerate(other) if letter not in _NAME), len(other))
        pieces.append((other[:end], other[end:]))
    return pieces
