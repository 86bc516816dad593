"""Errors that users see, each with its exit status: the one table for help, manual and code.

Every message is made by one of the functions at the end: what is wrong; what to type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

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


FORCE = "--force"
TRY, EXAMPLE, MEANT = "try: {}", "for example: {}", "did you mean {}?"
FORCE_ALONE = "use {} to do it anyway"
# Marks of a placeholder, and of a line's form, which shows optional parts.
ELLIPSES, FORM_MARKS = ("…", "..."), ("|", "[")


class Hint:
    """What to do about an error: advice in words. `{}` is the place of lines to type.

    A line that begins with an option is the typed line with that option. The text lists the `words` that are known, or
    the words or lines `near` to what was typed.
    """

    def __init__(self, text: str, *lines: str, words: Sequence[str] = (), near: Sequence[str] = ()) -> None:
        self.text = text
        self.lines = lines
        self.words: tuple[str, ...] = tuple(words)
        self.near: tuple[str, ...] = tuple(near)

    def __bool__(self) -> bool:
        return bool(self.text)

    def __str__(self) -> str:
        if not self.lines:
            return self.text
        text, whole = self.text, [each for each in self.lines if not each.startswith("-")]
        if text == TRY and self.lines[0] not in whole:
            text = FORCE_ALONE if self.lines == (FORCE,) else "use {}"
        is_plain = text in (TRY, EXAMPLE) and len(whole) == 1
        *others, last = [f"`{each}`" if each in whole and not is_plain else each for each in self.lines]
        before = f"{', '.join(others)}{', or ' if last == FORCE else ' or '}" if others else ""
        return text.replace("{}", f"{before}{last}")


Advice = str | Hint | Sequence[str | Hint]
# Most refused commands and unknown words are only tried, so advice that takes a search is found when it is read.
Search = Callable[[], Advice]


class RbfError(Exception):
    """An error with an answer: what is wrong, what to type instead, and the exit status."""

    kind = "bug"
    status = 70

    def __init__(self, message: str, *, hint: Advice | Search = "", rule: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self._advice = hint

    @cached_property
    def hints(self) -> tuple[Hint, ...]:
        """What to do, as data."""
        return as_hints(self._advice() if callable(self._advice) else self._advice)

    @property
    def hint(self) -> str:
        """What to do, in words."""
        *others, last = self.hints or ("",)
        is_force = isinstance(last, Hint) and (last.text, last.lines) == (TRY, (FORCE,))
        return "; ".join([*map(str, others), "or use --force" if others and is_force else str(last)])

    @hint.setter
    def hint(self, hint: Advice) -> None:
        self.hints = as_hints(hint)

    @property
    def suggestions(self) -> tuple[str, ...]:
        """The words or lines probably meant, nearest first."""
        return tuple(each for hint in self.hints for each in hint.near)

    @property
    def named(self) -> tuple[str, ...]:
        """Other things that the hints name: lines that can be typed as they are, or the known words."""
        return tuple(each for hint in self.hints for each in (*hint.lines, *hint.words) if not is_open(each.split()))


def as_hints(hint: Advice) -> tuple[Hint, ...]:
    """Return hints, without empty ones: of a text, a hint or several."""
    given = (hint,) if isinstance(hint, str | Hint) else hint
    return tuple(each for each in (Hint(one) if isinstance(one, str) else one for one in given) if each)


def is_open(words: Sequence[str]) -> bool:
    """Return whether a line has placeholders: a word in capitals, an ellipsis, or a choice of words."""
    return any(map(is_place, words[1:]))


def is_place(word: str) -> bool:
    """Return whether a word of a line, or its part after `=`, is a placeholder."""
    key, _, value = word.rstrip(",;:?").lstrip("+-").partition("=")
    name = value or key
    return (name.isalpha() and name.isupper()) or any(mark in word for mark in (*ELLIPSES, *FORM_MARKS))


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
        super().__init__(message, hint=Hint(hint or written, near=rewrites))
        self.text = text
        self.column = column


class InvalidFile(RbfError):
    """A file cannot be read, or its content is not valid."""

    kind = "file"
    status = 3


class NoSuchFile(InvalidFile):
    """No file has this name."""

    path = ""


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

    def __init__(self, message: str, *, hint: Advice = "", system: str = "") -> None:
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


def either(words: Sequence[str]) -> str:
    """Return words as alternatives: `ada, joss or pell`."""
    return " or ".join([", ".join(words[:-1]), *words[-1:]] if words[1:] else words)


def did_you_mean(near: Sequence[str]) -> Hint:
    """Return the question that names the words probably meant; empty if there are none."""
    return Hint(f"did you mean {either(near)}?" if near else "", near=near)


def listed(what: str, words: Sequence[str]) -> Hint:
    """Return the hint that lists words: `weapons: bow, pike`; empty if there are none."""
    return Hint(f"{what}: {', '.join(words)}" if words else "", words=words)


def to_try(*lines: str) -> Hint:
    """Return the hint with lines to type, or with options to add; empty lines are left out."""
    found = [each for each in lines if each]
    return Hint(TRY if found else "", *found)


def for_example(*lines: str) -> Hint:
    """Return the hint with examples of lines, or as `to_try` with options or placeholders; empty ones are left out."""
    found = to_try(*lines)
    is_form = any(each.startswith("-") or is_open(each.split()) for each in found.lines)
    return found if is_form or not found else Hint(EXAMPLE, *found.lines)


def thing_and_place(what: str) -> tuple[str, str]:
    """Return what an unknown word should name, and where: `weapon` and ` on Ada`, or `cover` and ` in the yard`."""
    at = min((at for mark in (" on ", " in ") if (at := what.find(mark)) >= 0), default=len(what))
    return what[:at], what[at:]


def unknown(
    what: str,
    word: str,
    near: Sequence[str] = (),
    *,
    hint: Advice | Search = "",
    rule: str = "",
    error: type[RbfError] = UsageError,
) -> RbfError:
    """Return the error for a word that is not one of the known ones: `unknown weapon 'axe'; did you mean pike?`."""
    kind = UnknownWord if error is Refusal else error
    thing, where = thing_and_place(what)
    made = kind(f"unknown {thing} {shown(word)}{where}", hint=did_you_mean(near) or hint, rule=rule)
    if isinstance(made, UnknownWord):
        made.word = word
    return made


def missing(what: str, *examples: str, hint: Advice = "", rule: str = "") -> UsageError:
    """Return the error for something left out: `missing AMOUNT; for example: damage thug1 4`."""
    return UsageError(f"missing {what}", hint=for_example(*examples) or hint, rule=rule)


def must_be(
    what: str,
    wanted: str,
    got: object = None,
    *,
    hint: Advice = "",
    rule: str = "",
    error: type[RbfError] = UsageError,
) -> RbfError:
    """Return the error for a wrong value: `--rounds must be from 1 to 100, not 0`. A file's path can say what it is."""
    other = "" if got is None else f", not {shown(got) if isinstance(got, str) else got}"
    return error(f"{what} must be {wanted}{other}".lstrip(), hint=hint, rule=rule)


def refuse(what: str, rule: str = "", *lines: str, hint: Advice | Search = "") -> Refusal:
    """Return the refusal of a command that --force cannot override: what is wrong, the rule, lines to type."""
    return Refusal(what, hint=to_try(*lines) or hint, rule=rule)


def misuse(what: str, *lines: str, hint: Advice = "", rule: str = "") -> UsageError:
    """Return the error for a line that cannot be carried out as typed, with lines to type instead."""
    return UsageError(what, hint=to_try(*lines) or hint, rule=rule)


def conflict(one: str, other: str, *, hint: Advice = "use only one of them", rule: str = "") -> UsageError:
    """Return the error for two things that exclude each other."""
    return UsageError(f"{one} and {other} cannot be combined", hint=hint, rule=rule)


def invalid(what: str, *lines: str, hint: Advice = "") -> InvalidFile:
    """Return the error for a file that cannot be read or used, with lines to type instead."""
    return InvalidFile(what, hint=to_try(*lines) or hint)


def no_such_file(path: str, *, hint: Advice = "") -> NoSuchFile:
    """Return the error for a file that does not exist."""
    made = NoSuchFile(f"no such file: {path}", hint=hint)
    made.path = path
    return made


def failed(what: str, *, hint: Advice = "", error: type[RbfError] = StorageFailed) -> RbfError:
    """Return the error for something that went wrong: by default a file that cannot be written."""
    return error(what, hint=hint)


def not_saved(what: str) -> OverwriteRefused:
    """Return the error for what would read back as something else: `the fight would not read back as written`."""
    return OverwriteRefused(f"{what} would not read back as written", hint="nothing was saved")


def at_most(what: str, most: str, got: str = "", *, hint: Advice = "") -> LimitReached:
    """Return the error for too much of something: `a number can have at most 30 digits, not 44`."""
    return LimitReached(f"{what} can have at most {most}{got and f', not {got}'}", hint=hint)


def too_much(what: str, limit: str = "", hint: Advice = "") -> LimitReached:
    """Return the error for too much work: `f.toml is too long to read (more than 600,000 steps)`."""
    return LimitReached(f"{what}{limit and f' (more than {limit})'}", hint=hint)


def succeeds(act: Callable[..., object], *given: object) -> bool:
    """Return whether a function raises no RbfError."""
    try:
        act(*given)
    except RbfError:
        return False
    return True
