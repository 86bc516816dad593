"""An error of a script, with the place in its line that it is about."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from rbfcli.kernel.errors import RbfError, UsageError

P = ParamSpec("P")
T = TypeVar("T")


class Misplaced(Exception):
    """An error and the offset in the text of its line; whoever knows the line catches it."""

    def __init__(self, error: RbfError, at: int) -> None:
        super().__init__(error.message)
        self.error = error
        self.at = at


def misread(message: str, at: int, hint: str = "") -> Misplaced:
    """The error for text that is no statement or no expression."""
    return Misplaced(UsageError(message, hint=hint), at)


def placed(at: int, function: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
    """What a function returns; a mistake it finds is put in its place. Raises Misplaced."""
    try:
        return function(*args, **named)
    except RbfError as error:
        raise Misplaced(error, at) from None
