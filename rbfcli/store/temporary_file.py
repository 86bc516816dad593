"""The new content of a save, written to a file next to it before it replaces it."""

from __future__ import annotations

import errno
import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.store.folder import Folder

_RANDOM_BYTES = 8


def temporary_name(name: str) -> str:
    """A name next to `name` that no other file has. Raises OSError."""
    return f".{name}.{os.urandom(_RANDOM_BYTES).hex()}.tmp"


def write_temporary(folder: Folder, temporary: str, content: bytes, old: os.stat_result | None) -> None:
    """Write `content` to a new file, with the mode of `old`, and make it durable. Raises OSError.

    `RBF_SYNC=off` in the environment does not wait for the disk.
    """
    descriptor = folder.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        _give_mode(descriptor, old)
        _write_all(descriptor, content)
        if is_durable():
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_durable() -> bool:
    """Whether saving waits for the disk."""
    return os.environ.get("RBF_SYNC") != "off"


def remove_leftovers(folder: Folder, name: str) -> None:
    """Remove what killed writers of `name` left behind; only under its lock, and only if the folder can be listed."""
    start, end = f".{name}.", ".tmp"
    length = len(start) + 2 * _RANDOM_BYTES + len(end)
    try:
        names = folder.names()
    except OSError:
        return
    for each in names:
        if len(each) == length and each.startswith(start) and each.endswith(end):
            folder.discard(each)


def _give_mode(descriptor: int, old: os.stat_result | None) -> None:
    if os.name != "posix":
        return
    if old is None:
        umask = os.umask(0o077)
        os.umask(umask)
        os.fchmod(descriptor, 0o666 & ~umask)
        return
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))


def _write_all(descriptor: int, content: bytes) -> None:
    rest = memoryview(content)
    while rest:
        written = os.write(descriptor, rest)
        if not written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[written:]
