"""A save on disk under its lock, changed by one writer at a time."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Self

from rbfcli.core.errors import RbfError, at_most, failed
from rbfcli.core.limits import FILE_BYTES, LOCK_SECONDS, LONGEST_LOCK_SECONDS
from rbfcli.core.text import is_digits, read_number
from rbfcli.storage.files import (
    READ,
    Folder,
    failing,
    irregular_kind,
    is_durable,
    missing_file,
    open_folder,
    put,
    read_all,
    read_file,
    release,
    remove_leftovers,
)
from rbfcli.storage.paths import kept_name, kept_numbers
from rbfcli.storage.toml import read_toml

if sys.platform != "win32":
    import fcntl

    def _try(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

else:
    import msvcrt

    def _try(descriptor: int) -> None:
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)


_PID_WIDTH = 20
# Seconds to wait before requesting a taken lock again.
_PAUSE = 0.005


def acquire(folder: Folder, name: str, timeout: float) -> int:
    """Lock the save `name` and return the lock's descriptor. Raises StorageFailed."""
    lock_file = f".{name}.lock"  # never deleted; otherwise two processes could hold the lock
    with failing(f"cannot lock {name} with {lock_file}"):
        descriptor = folder.open(lock_file, os.O_RDWR | os.O_CREAT)
    try:
        with failing(f"cannot lock {name}"):
            _check(os.fstat(descriptor), f"cannot lock {name} with {lock_file}")
            _wait(descriptor, name, timeout)
            with suppress(OSError):  # for the message of waiting processes
                os.lseek(descriptor, 0, os.SEEK_SET)
                os.write(descriptor, str(os.getpid()).ljust(_PID_WIDTH).encode() + b"\n")
    except BaseException:
        release(descriptor)
        raise
    return descriptor


def _check(status: os.stat_result, problem: str) -> None:
    if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1:
        raise failed(f"{problem}: it is a link or not a regular file", hint="remove it")


def _wait(descriptor: int, name: str, timeout: float) -> None:
    """Request the lock repeatedly until it is free. Raises StorageFailed after `timeout` seconds."""
    deadline = time.monotonic() + timeout
    while True:
        try:
            return _try(descriptor)
        except (BlockingIOError, PermissionError):
            left = deadline - time.monotonic()
            if left <= 0:
                holder = _holder(descriptor)
                raise failed(f"{name} is in use by {holder}", hint="try again when it is done") from None
            time.sleep(min(_PAUSE, left))


def _holder(descriptor: int) -> str:
    try:
        pid = os.read(descriptor, _PID_WIDTH).strip().decode("ascii", "replace")
    except OSError:
        pid = ""
    return f"process {pid}" if is_digits(pid) else "another process"


def lock_seconds(chosen: int | None, environ: Mapping[str, str]) -> float:
    """Return the seconds to wait for a lock: as chosen, else from RBF_LOCK_TIMEOUT. Raises UsageError."""
    if chosen is not None:
        return chosen
    if not (text := environ.get("RBF_LOCK_TIMEOUT")):
        return LOCK_SECONDS
    return read_number(text, "RBF_LOCK_TIMEOUT", low=0, high=LONGEST_LOCK_SECONDS)


class LockedFile:
    """A save under its lock, for one read, change and replace: `with LockedFile(path) as save`.

    Without `create`, a missing file raises InvalidFile and no lock file is left. A lock held by another process
    for more than `timeout` seconds, a link, a folder, a device or a read-only place raise StorageFailed.
    """

    __slots__ = ("_create", "_folder", "_lock", "_name", "_path", "_timeout")

    def __init__(self, path: str, timeout: float = LOCK_SECONDS, *, create: bool = False) -> None:
        self._path, self._timeout, self._create = path, timeout, create

    def __enter__(self) -> Self:
        self._folder, self._name = open_folder(self._path, is_save=not self._create)
        try:
            if not self._create:
                self._must_exist()
            self._lock = acquire(self._folder, self._name, self._timeout)
        except BaseException:
            self._folder.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        release(self._lock)
        self._folder.close()

    def exists(self) -> bool:
        """Return whether there is a save to read."""
        return self._status() is not None

    def read(self) -> bytes:
        """Return the bytes of the save. Raises InvalidFile if it is missing or too big, StorageFailed if unreadable."""
        self._must_exist()
        with failing(f"cannot read {self._path}"):
            return read_all(self._folder.open(self._name, READ), self._path)

    def replace(self, content: bytes) -> None:
        """Replace the save with `content`, in one step and durably.

        Raises StorageFailed, and then the old state is unchanged (if only the folder could not be synced, the new
        state is there, and the message says so). Raises LimitReached if the save would be too big to read again.
        """
        if len(content) > FILE_BYTES:
            raise at_most(self._path, f"{FILE_BYTES:,} bytes", f"{len(content):,}")
        old = self._status()
        with failing(f"cannot save {self._path}", hint="nothing has changed"):
            remove_leftovers(self._folder, self._name)
            self._put(self._name, content, old)
        with failing(f"{self._path} is saved, but might not survive a power cut"):
            if is_durable():
                self._folder.sync()

    def keep_copy(self, ending: str) -> None:
        """Copy the save to its name with an ending, unless there is such a copy. Raises StorageFailed."""
        self._copy(self._name + ending, self.read())

    def keep(self) -> None:
        """Copy the save to a new kept one, unless the latest is the same. Raises StorageFailed."""
        self._keep(self.read())

    def keep_lost(self, content: bytes) -> None:
        """Keep the contents of a missing save, unless the latest kept one is the same. Raises StorageFailed."""
        if not self.exists():
            self._keep(content)

    def kept(self) -> list[int]:
        """Return the numbers of the kept saves, in order. Raises StorageFailed."""
        with failing(f"cannot find the backups of {self._path}"):
            return kept_numbers(self._name, self._folder.names())

    def read_kept(self, number: int) -> bytes:
        """Return the bytes of a kept save. Raises InvalidFile or StorageFailed."""
        name = kept_name(self._name, number)
        with failing(f"cannot read {name}"):
            return read_all(self._folder.open(name, READ), name)

    def discard_kept(self, number: int) -> None:
        """Remove a kept save after it has been restored."""
        self._folder.discard(kept_name(self._name, number))

    def _keep(self, content: bytes) -> None:
        latest = max(self.kept(), default=0)
        if not latest or self.read_kept(latest) != content:
            self._copy(kept_name(self._name, latest + 1), content)

    def _copy(self, name: str, content: bytes) -> None:
        with failing(f"cannot copy {self._path} to {name}", hint="nothing has changed"):
            if self._folder.status(name) is None:
                self._put(name, content, self._status())

    def _put(self, name: str, content: bytes, old: os.stat_result | None) -> None:
        put(self._folder, name, content, old, self._name)

    def _must_exist(self) -> None:
        if self._status() is None:
            raise missing_file(self._path)

    def _status(self) -> os.stat_result | None:
        with failing(f"cannot use {self._path}"):
            status = self._folder.status(self._name)
            reason = status and _objection(status, self._folder)
        if reason:
            raise failed(f"{self._path} is {reason}")
        return status


def _objection(status: os.stat_result, folder: Folder) -> str:
    """Return why a file must not be replaced: other hard links would keep the old state, or its owner would change."""
    if kind := irregular_kind(status):
        return kind
    if status.st_nlink > 1:
        return "a file with several names (hard links); copy it first"
    foreign = os.name == "posix" and status.st_uid != os.geteuid()
    if foreign and folder.own_status().st_mode & stat.S_ISVTX:
        return "another user's, in a folder where only its owner may replace it"
    return ""


def kept_titles(path: str) -> dict[str, str]:
    """Return the saves kept next to one by number, with title and system. No lock; unreadable ones are left out."""
    folder, name = os.path.split(path)
    found = {}
    with suppress(OSError), os.scandir(folder or os.curdir) as entries:
        for number in kept_numbers(name, [each.name for each in entries]):
            with suppress(RbfError, LookupError):
                fight = read_toml(read_file(path.removesuffix(name) + kept_name(name, number)), name)["fight"]
                found[str(number)] = f"{fight.get('title') or 'a fight'} ({fight['system']})"
    return found
