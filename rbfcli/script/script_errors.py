"""An error in a script, with its place in the line."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from rbfcli.kernel.errors import RbfError, Refusal, UsageError

P = ParamSpec("P")
T = TypeVar("T")


class ScriptError(Exception):
    """An error and its offset in the text of a line; whoever knows the line catches it."""

    def __init__(self, error: RbfError, at: int) -> None:
        super().__init__(error.message)
        self.error = error
        self.at = at


class Unfinished(ScriptError):
    """The text ends within a block."""


def syntax_error(message: str, at: int, hint: str = "") -> ScriptError:
    """The error for text that is not a statement or expression."""
    return ScriptError(UsageError(message, hint=hint), at)


def with_place(at: int, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """What a function returns; its error gets this place. Raises ScriptError."""
    try:
        return function(*args, **named)
    except RbfError as error:
        raise ScriptError(error, at) from None


class Stop(Exception):
    """The run ends here; the reason has been reported."""


class Refused(Exception):
    """A command that may be refused was; `typed` are its words."""

    def __init__(self, typed: str, refusal: Refusal) -> None:
        self.typed = typed
        self.refusal = refusal
