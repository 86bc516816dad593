"""Errors that users see, each with its exit status: the one table for help, manual and code."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


EXIT_STATUSES = (
    (0, "done"),
    (1, "no: the rules refused, an expectation failed, or a check found a difference"),
    (2, "usage error or invalid dice notation"),
    (3, "a file cannot be read or is not valid"),
    (4, "storage failed (locked, full, read-only), or the processes or cluster of a simulation are gone"),
    (5, "a limit was reached"),
    (70, "a bug in rbf, or in the plugin it names"),
    (141, "the pipe was closed by its reader"),
)


class RbfError(Exception):
    """An error with an answer: what is wrong, what to type instead, and the exit status."""

    kind = "bug"
    status = 70

    def __init__(self, message: str, *, hint: str = "", rule: str = "", suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.rule = rule
        self.suggestions = suggestions
        # Other things the hint names: lines to type, or the known words if none is near.
        self.named: tuple[str, ...] = ()


class Refusal(RbfError):
    """The rules or the state of the fight do not allow it; nothing has changed."""

    kind = "refused"
    status = 1


class UnknownWord(Refusal):
    """Nothing in the fight has this name now: a combatant who left, or a misspelling."""

    word = ""


class UsageError(RbfError):
    """An unknown word, option or value."""

    kind = "usage"
    status = 2


class NotationError(UsageError):
    """Invalid dice notation; points at the character, and may suggest corrected lines."""

    kind = "notation"

    def __init__(
        self, message: str, *, text: str = "", column: int = 0, rewrites: tuple[str, ...] = (), hint: str = ""
    ) -> None:
        written = f"write {' or '.join(rewrites)}" if rewrites else ""
        super().__init__(message, hint=hint or written, suggestions=rewrites)
        self.text = text
        self.column = column


class InvalidFile(RbfError):
    """A file cannot be read, or its content is not valid."""

    kind = "file"
    status = 3


class NoSuchFile(InvalidFile):
    """No file has this name."""


class StorageFailed(RbfError):
    """The save could not be written: locked, full, read-only, or not a regular file."""

    kind = "storage"
    status = 4


class LimitReached(RbfError):
    """A limit that protects the machine was reached."""

    kind = "limit"
    status = 5


class OverwriteRefused(RbfError):
    """The new save would not read back as written; the save stays as it was."""


class PluginError(RbfError):
    """A plugin failed or returned something invalid; it is named, and nothing has changed."""

    kind = "plugin"
    status = 70


class PluginBug(Exception):
    """A plugin's error on its way to the user; nothing takes it for a refusal of the rules."""

    def __init__(self, message: str, *, hint: str = "", system: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.system = system

    def failure(self) -> PluginError:
        """Return the error that the user gets."""
        return PluginError(self.message, hint=self.hint)


def succeeds(act: Callable[..., object], *given: object) -> bool:
    """Return whether a function raises no RbfError."""
    try:
        act(*given)
    except RbfError:
        return False
    return True
