"""Error messages: what happened, and what to do."""

from __future__ import annotations

import errno

from rbfcli.kernel.errors import NotationError, RbfError, StorageFailed
from rbfcli.render.safe import safe

_SHOWN = 30
# What a disk or a machine refuses wherever anything is read, the program's own files too, or a process is begun.
_OF_THE_MACHINE = (
    *(errno.EIO, errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM),
    *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS),
)


def error_text(error: RbfError, where: str = "") -> str:
    """`rbf: <what> (<rule>); <what to do>`, with a caret under the wrong character of a dice expression."""
    place = f"{safe(where)}: " if where else ""
    message = "\n".join(f"rbf: {place}{safe(line)}" for line in error.message.split("\n"))
    rule = f" ({error.rule})" if error.rule and error.rule != "GM" else ""
    hint = error.hint or (f"did you mean {', '.join(error.suggestions[:3])}?" if error.suggestions else "")
    hint = f"{'' if message.endswith('?') else ';'} {safe(hint)}" if hint else ""
    return message + rule + hint + _pointer(error)


def bug_error(bug: BaseException) -> RbfError:
    """The error for an unexpected exception, with how to report it; what the machine refused is no bug."""
    text = str(bug).partition("\n")[0]
    if isinstance(bug, MemoryError):
        return RbfError(
            "out of memory", hint="the fight is as it was saved last; a smaller one, or more memory, may do"
        )
    if isinstance(bug, OSError) and bug.errno in _OF_THE_MACHINE:
        hint = "try it again; `rbf doctor` tells what works here, and `rbf check` whether a save is whole"
        return StorageFailed(f"the machine refuses what rbf needs: {bug.strerror or text}", hint=hint)
    what = f"{type(bug).__name__}{f': {text}' if text else ''}"
    hint = "this is a bug; please report it with the command and what RBF_DEBUG=1 shows"
    return RbfError(f"internal error: {what}", hint=hint)


def _pointer(error: RbfError) -> str:
    """The dice expression, with a caret under the wrong character."""
    if not isinstance(error, NotationError) or not error.text:
        return ""
    before = safe(error.text[max(0, error.column - _SHOWN) : error.column])
    after = safe(error.text[error.column : error.column + _SHOWN])
    return f"\n  {before}{after}\n  {' ' * len(before)}^"
