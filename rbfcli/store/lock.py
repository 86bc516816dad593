"""The lock beside a save: held by the kernel for the life of its holder, so that it is never stale."""

from __future__ import annotations

import os
import stat
import sys

from rbfcli.kernel.errors import StorageFailed
from rbfcli.store.folder import release
from rbfcli.store.os_errors import os_error_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.store.folder import Folder

if sys.platform != "win32":
    import fcntl

    def _try(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

else:
    import msvcrt

    def _try(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)


_PID_WIDTH = 20


def acquire(folder: Folder, name: str, timeout: float) -> int:
    """Lock the save `name` for this process; the descriptor holds the lock until it is closed.

    The lock file is never truncated and never deleted: deleting it would let two processes hold two files of one name.
    Raises StorageFailed after `timeout` seconds, naming the holder, or if the lock file is not a file of its own.
    """
    try:
        descriptor = folder.open(f".{name}.lock", os.O_RDWR | os.O_CREAT)
    except OSError as error:
        raise StorageFailed(f"{name} cannot be locked: .{name}.lock: {os_error_text(error)}") from None
    try:
        _check(os.fstat(descriptor), name)
        _wait(descriptor, name, timeout)
        _sign(descriptor)
    except OSError as error:
        release(descriptor)
        raise StorageFailed(f"{name} cannot be locked: {os_error_text(error)}") from None
    except BaseException:
        release(descriptor)
        raise
    return descriptor


def _check(status: os.stat_result, name: str) -> None:
    if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
        raise StorageFailed(f"{name} cannot be locked: .{name}.lock is not a file of its own", hint="remove it")


def _wait(descriptor: int, name: str, timeout: float) -> None:
    try:
        _try(descriptor)
    except (BlockingIOError, PermissionError):
        from rbfcli.store.lock_wait import wait_for_lock

        if timeout <= 0 or not wait_for_lock(descriptor, timeout, _try):
            raise StorageFailed(
                f"{name} is in use by {_holder(descriptor)}", hint="try again when it is done"
            ) from None


def _sign(descriptor: int) -> None:
    """Write down who holds the lock, for the message of those who wait; a failure does not matter."""
    try:
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, str(os.getpid()).ljust(_PID_WIDTH).encode() + b"\n")
    except OSError:
        return


def _holder(descriptor: int) -> str:
    from rbfcli.kernel.numbers import is_digits

    try:
        pid = os.read(descriptor, _PID_WIDTH).strip().decode("ascii", "replace")
    except OSError:
        pid = ""
    return f"process {pid}" if is_digits(pid) else "another process"
