"""What can go wrong for a user, each with its exit status: the one table that help, manual and code share."""

from __future__ import annotations

EXIT_STATUSES = (
    (0, "done"),
    (1, "the answer is no: refused by the rules, an expectation failed, or a check found a difference"),
    (2, "bad usage or bad dice notation"),
    (3, "a file cannot be read or is not valid"),
    (4, "storage failed: locked, full, read-only; or the processes or the cluster that played are gone"),
    (5, "a limit was hit"),
    (70, "a bug, in rbf or in a plug-in that is then named"),
    (141, "the reader of the pipe went away"),
)


class RbfError(Exception):
    """A mistake with an answer: what happened, what would have been right, and the exit status."""

    kind = "bug"
    status = 70

    def __init__(self, message: str, *, hint: str = "", rule: str = "", suggestions: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.rule = rule
        self.suggestions = suggestions
        # What else the hint names: lines to type, or the known words where none is near.
        self.named: tuple[str, ...] = ()


class Refusal(RbfError):
    """The rules or the state of the fight say no; nothing has changed."""

    kind = "refused"
    status = 1


class UnknownWord(Refusal):
    """There is nothing of this name in the fight now: somebody who has left it, or a slip of the pen."""

    word = ""


class UsageError(RbfError):
    """A word, option or value that the language does not know."""

    kind = "usage"
    status = 2


class NotationError(UsageError):
    """A dice expression that does not read; points at the character, and may suggest whole lines that do."""

    kind = "notation"

    def __init__(
        self, message: str, *, text: str = "", column: int = 0, rewrites: tuple[str, ...] = (), hint: str = ""
    ) -> None:
        written = f"write {' or '.join(rewrites)}" if rewrites else ""
        super().__init__(message, hint=hint or written, suggestions=rewrites)
        self.text = text
        self.column = column


class InvalidFile(RbfError):
    """A file that cannot be read or does not hold what it should."""

    kind = "file"
    status = 3


class NoSuchFile(InvalidFile):
    """There is no file of this name."""


class StorageFailed(RbfError):
    """The save could not be written: locked, full, read-only, not a regular file."""

    kind = "storage"
    status = 4


class LimitReached(RbfError):
    """A bound that protects the machine was hit."""

    kind = "limit"
    status = 5


class OverwriteRefused(RbfError):
    """What was done would not come back from the save as it is; the save stays as it was."""


class PluginError(RbfError):
    """A plug-in failed or answered nonsense; it is named, and nothing has changed."""

    kind = "plugin"
    status = 70


class PluginBug(Exception):
    """The fault of a plug-in on its way out: no answer of the rules, so nothing takes it for a refusal."""

    def __init__(self, message: str, *, hint: str = "", system: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.system = system

    def failure(self) -> PluginError:
        """The error that a user gets."""
        return PluginError(self.message, hint=self.hint)
