"""Errors that users see, each with its exit status: the one table for help, manual and code.

Every message is made by one of the functions at the end: what is wrong; what to type.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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


LONGEST_SHOWN = 40


def shown(text: str) -> str:
    """Return a text in quotes, shortened if it is long."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def did_you_mean(near: Sequence[str]) -> str:
    """Return a question that names the words probably meant; empty if there are none."""
    return f"did you mean {' or '.join(near)}?" if near else ""


TRY, EXAMPLE = "try: ", "for example: "
FORCE_ALONE = "use --force to do it anyway"


def thing_and_place(what: str) -> tuple[str, str]:
    """Return what an unknown word should name, and where: `weapon` and ` on Ada`, or `cover` and ` in the yard`."""
    at = min((at for mark in (" on ", " in ") if (at := what.find(mark)) >= 0), default=len(what))
    return what[:at], what[at:]


def without_lead(hint: str) -> str:
    """Return a hint without the words that precede its line."""
    return hint.removeprefix(TRY).removeprefix(EXAMPLE)


def to_try(line: str) -> str:
    """Return a hint with a line to type, or with an option to add."""
    return f"use {line}" if line.startswith("-") else line and f"{TRY}{line}"


def with_force(hint: str) -> str:
    """Return a hint with --force as the other choice."""
    return f"{hint}; or use --force" if hint else FORCE_ALONE


def unknown(
    what: str,
    word: str,
    near: Sequence[str] = (),
    *,
    hint: str = "",
    rule: str = "",
    error: type[RbfError] = UsageError,
) -> RbfError:
    """Return the error for a word that is not one of the known ones: `unknown weapon 'axe'; did you mean pike?`."""
    kind = UnknownWord if error is Refusal else error
    thing, where = thing_and_place(what)
    made = kind(
        f"unknown {thing} {shown(word)}{where}", hint=hint or did_you_mean(near), rule=rule, suggestions=tuple(near)
    )
    if isinstance(made, UnknownWord):
        made.word = word
    return made


def missing(what: str, example: str = "", *, hint: str = "", rule: str = "") -> UsageError:
    """Return the error for something left out: `missing AMOUNT; for example: damage thug1 4`."""
    line = to_try(example) if example.startswith("-") else example and f"{EXAMPLE}{example}"
    return UsageError(f"missing {what}", hint=line or hint, rule=rule)


def must_be(
    what: str,
    wanted: str,
    got: object = None,
    *,
    hint: str = "",
    rule: str = "",
    suggestions: Sequence[str] = (),
    error: type[RbfError] = UsageError,
) -> RbfError:
    """Return the error for a wrong value: `--rounds must be from 1 to 100, not 0`."""
    other = "" if got is None else f", not {shown(got) if isinstance(got, str) else got}"
    return error(f"{what} must be {wanted}{other}", hint=hint, rule=rule, suggestions=tuple(suggestions))


def refuse(what: str, rule: str = "", command: str = "", *, hint: str = "") -> Refusal:
    """Return the refusal of a command that --force cannot override: what is wrong, the rule, a line to type."""
    return Refusal(what, hint=to_try(command) or hint, rule=rule)


def misuse(
    what: str, command: str = "", *, hint: str = "", rule: str = "", suggestions: Sequence[str] = ()
) -> UsageError:
    """Return the error for a line that cannot be carried out as typed, with a line to type instead."""
    return UsageError(what, hint=to_try(command) or hint, rule=rule, suggestions=tuple(suggestions))


def conflict(one: str, other: str, *, hint: str = "use only one of them", rule: str = "") -> UsageError:
    """Return the error for two things that exclude each other."""
    return UsageError(f"{one} and {other} cannot be combined", hint=hint, rule=rule)


def invalid(what: str, command: str = "", *, hint: str = "", suggestions: Sequence[str] = ()) -> InvalidFile:
    """Return the error for a file that cannot be read or used, with a line to type instead."""
    return InvalidFile(what, hint=to_try(command) or hint, suggestions=tuple(suggestions))


def no_such_file(path: str, *, hint: str = "") -> NoSuchFile:
    """Return the error for a file that does not exist."""
    return NoSuchFile(f"no such file: {path}", hint=hint)


def failed(what: str, *, hint: str = "", error: type[RbfError] = StorageFailed) -> RbfError:
    """Return the error for something that went wrong: by default a file that cannot be written."""
    return error(what, hint=hint)


def not_saved(what: str) -> OverwriteRefused:
    """Return the error for what would read back as something else: `the fight would not read back as written`."""
    return OverwriteRefused(f"{what} would not read back as written", hint="nothing was saved")


def at_most(what: str, most: str, got: str = "", *, hint: str = "") -> LimitReached:
    """Return the error for too much of something: `a number can have at most 30 digits, not 44`."""
    return LimitReached(f"{what} can have at most {most}{got and f', not {got}'}", hint=hint)


def too_much(what: str, limit: str = "", hint: str = "") -> LimitReached:
    """Return the error for too much work: `f.toml is too long to read (more than 600,000 steps)`."""
    return LimitReached(f"{what}{limit and f' (more than {limit})'}", hint=hint)


def succeeds(act: Callable[..., object], *given: object) -> bool:
    """Return whether a function raises no RbfError."""
    try:
        act(*given)
    except RbfError:
        return False
    return True
