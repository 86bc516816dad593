"""Terminal colour, terminal width and error messages."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping

from rbfcli.core.errors import Hint, NotationError, RbfError, failed
from rbfcli.core.text import safe, whole_number

NARROWEST, USUAL, WIDEST = 40, 80, 200


def wants_colour(flag: str | None, environ: Mapping[str, str], *, is_tty: bool) -> bool:
    """Return whether to colour one stream."""
    return colour_decision(flag, environ, is_tty=is_tty)[0]


def colour_decision(flag: str | None, environ: Mapping[str, str], *, is_tty: bool) -> tuple[bool, str]:
    """Return whether to colour one stream, with the reason (C-01).

    `flag` is checked first, then the setting, which `environ` has as `RBF_COLOR`, then the terminal.
    """
    for name, choice in (("--color", flag), ("color", environ.get("RBF_COLOR"))):
        if choice in ("always", "never"):
            return choice == "always", f"{name} is {choice}"
        if choice == "auto":
            break
    if environ.get("NO_COLOR"):
        return False, "NO_COLOR is set"
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        if is_on(environ, name):
            return True, f"{name} is set"
    if is_tty and is_dumb(environ):
        return False, "TERM is dumb or not set"
    return is_tty, "a terminal" if is_tty else "not a terminal"


def is_on(environ: Mapping[str, str], name: str) -> bool:
    """Return whether a variable is set to anything except 0."""
    return environ.get(name, "0") not in ("", "0")


def wants_plain(environ: Mapping[str, str]) -> bool:
    """Return whether the environment asks for output that suits a screen reader (C-05)."""
    return bool(environ.get("RBF_PLAIN")) or is_on(environ, "ACCESSIBLE")


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Return whether the terminal supports no control characters. Windows does not set TERM."""
    return environ.get("TERM", "" if os.name == "posix" else "windows") in ("", "dumb")


def line_width(environ: Mapping[str, str], measured: int | None = None) -> int:
    """Return `COLUMNS`, else the terminal's width, else 80: at least 40, at most 200 cells (H-07)."""
    asked = asked_width(environ)
    return max(NARROWEST, min(WIDEST, asked if asked is not None else measured or USUAL))


def asked_width(environ: Mapping[str, str]) -> int | None:
    """Return the width that `COLUMNS` asks for, or None if it is unset or not a number."""
    return whole_number(environ.get("COLUMNS", ""))


_SHOWN = 30
# Errors of the disk or the operating system that any file access or process start can raise.
_OF_THE_MACHINE = (
    *(errno.EIO, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS),
)


def error_text(error: RbfError, where: str = "") -> str:
    """Return `rbf: <what> (<rule>); <what to do>`, and a caret under the wrong character of a dice expression."""
    place = f"{safe(where)}: " if where else ""
    message = "\n".join(f"rbf: {place}{safe(line)}" for line in error.message.split("\n"))
    rule = f" ({error.rule})" if error.rule and error.rule != "GM" else ""
    hint = f"{'' if message.endswith('?') else ';'} {safe(error.hint)}" if error.hints else ""
    return message + rule + hint + _pointer(error)


def bug_error(bug: BaseException) -> RbfError:
    """Return the error for an unexpected exception. A lack of memory or an error of the system is no bug."""
    text = str(bug).partition("\n")[0]
    if isinstance(bug, MemoryError):
        hint = "the fight is as last saved; use a smaller fight or a machine with more memory"
        return failed("out of memory", hint=hint, error=RbfError)
    if isinstance(bug, OSError) and bug.errno in _OF_THE_MACHINE:
        again = ("try again", Hint("{} shows what works here", "rbf doctor"), Hint("{} checks the save", "rbf check"))
        return failed(f"the operating system refused a request: {bug.strerror or text}", hint=again)
    what = f"{type(bug).__name__}{f': {text}' if text else ''}"
    hint = "this is a bug; please report it with the command and what RBF_DEBUG=1 shows"
    return failed(f"internal error: {what}", hint=hint, error=RbfError)


def _pointer(error: RbfError) -> str:
    if not isinstance(error, NotationError) or not error.text:
        return ""
    before = safe(error.text[max(0, error.column - _SHOWN) : error.column])
    after = safe(error.text[error.column : error.column + _SHOWN])
    return f"\n  {before}{after}\n  {' ' * len(before)}^"
