"""Files and folders: reading, and writing that is complete or changes nothing."""

# os instead of pathlib, which would add 8 ms to the start:
# ruff: noqa: PTH105, PTH116, PTH118, PTH208

from __future__ import annotations

import errno
import os
import signal
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from types import FrameType, TracebackType
from typing import Any, ClassVar

from rbfcli.core.errors import Hint, InvalidFile, NoSuchFile, RbfError, StorageFailed, failed, invalid, no_such_file
from rbfcli.core.limits import FILE_BYTES, REPLACE_SECONDS
from rbfcli.storage.paths import DEFAULT_SAVE, file_meant

Handler = Callable[[int, FrameType | None], Any] | signal.Handlers


def _raise(number: int, _frame: object) -> None:
    """Raise KeyboardInterrupt and remember the signal that is to end the program."""
    TerminationDeferred.number = number
    raise KeyboardInterrupt


class InterruptsDeferred:
    """A context in which SIGINT raises KeyboardInterrupt if it would otherwise end the process."""

    __slots__ = ("_changed",)

    handlers: ClassVar[Mapping[int, Handler]] = {signal.SIGINT: signal.default_int_handler}

    def __enter__(self) -> None:
        self._changed = [number for number in self.handlers if _change(number, signal.SIG_DFL, self.handlers[number])]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number in reversed(self._changed):
            _change(number, self.handlers[number], signal.SIG_DFL)


class TerminationDeferred(InterruptsDeferred):
    """A context in which SIGTERM raises KeyboardInterrupt too; `number` is the last signal received."""

    __slots__ = ()

    handlers: ClassVar[Mapping[int, Handler]] = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: _raise}
    number: int = signal.SIGINT


def _change(number: int, old: Handler, new: Handler) -> bool:
    """Replace a signal's handler if it is `old`, and return whether it was; only the main thread can."""
    if signal.getsignal(number) != old:
        return False
    try:
        signal.signal(number, new)
    except ValueError:
        return False
    return True


_WORDS = {
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EROFS: "the file system is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would exceed the allowed size",
    errno.EIO: "the disk reports an error",
    errno.ELOOP: "it is a symbolic link; use the file that it points to",
    errno.EISDIR: "it is a folder",
    errno.ENOTDIR: "part of its path is not a folder",
    errno.ENOENT: "it does not exist",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ENXIO: "it is a socket or a device",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.ENOLCK: "the file system has no locks left",
}

_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFLNK: "a symbolic link; use the file that it points to",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def os_error_text(error: OSError) -> str:
    """Return the reason an operation failed, as the end of a sentence."""
    number = error.errno or 0
    return _WORDS.get(number) or os.strerror(number).lower()


@contextmanager
def failing(what: str, hint: str = "", error: type[RbfError] = StorageFailed) -> Iterator[None]:
    """Raise an OSError as an error that begins with what cannot be done."""
    try:
        yield
    except OSError as wrong:
        raise failed(f"{what}: {os_error_text(wrong)}", hint=hint, error=error) from None


def irregular_kind(status: os.stat_result) -> str:
    """Return what a file is if it is not a regular file, else an empty string."""
    return _KINDS.get(stat.S_IFMT(status.st_mode), "not a regular file") if not stat.S_ISREG(status.st_mode) else ""


STANDARD_INPUT, NULL = "-", b"\0"
PIECE = 65_536
# Flags for opening files, if the operating system has them.
NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
NO_BLOCK: int = getattr(os, "O_NONBLOCK", 0)
BINARY: int = getattr(os, "O_BINARY", 0)
READ = os.O_RDONLY | NO_BLOCK | BINARY


def require_path(path: str, error: type[RbfError] = InvalidFile) -> None:
    """Raise an error for a path that no file can have: with a null character or half of a surrogate pair."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError:
        encoded = NULL
    if NULL in encoded:
        raise failed(f"{path!r} is not a file name", error=error)


def read_file(path: str, *, follow: bool = False) -> bytes:
    """Return the contents of a regular file, without a lock. Raises InvalidFile, also for a link without `follow`."""
    if follow and path == STANDARD_INPUT:
        return standard_input()
    require_path(path)
    try:
        return read_all(os.open(path, READ | (0 if follow else NO_FOLLOW)), path)
    except FileNotFoundError:
        raise missing_file(path, is_save=not follow) from None
    except OSError as error:
        raise invalid(f"cannot read {path}: {os_error_text(error)}") from None


def file_stamp(path: str) -> tuple[int, int, int] | None:
    """Return values that change whenever a file does (inode, time in ns, size), or None if there is no file."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def read_all(descriptor: int, path: str) -> bytes:
    """Return the contents of an open file and close it. Raises InvalidFile."""
    try:
        status = os.fstat(descriptor)
        if kind := irregular_kind(status):
            raise invalid(f"{path} is {kind}")
        return _contents(descriptor, max(status.st_size + 1, PIECE), path)
    finally:
        os.close(descriptor)


def missing_file(path: str, *, is_save: bool = True) -> NoSuchFile:
    """Return the error for a missing file, with the nearest file name."""
    if path != DEFAULT_SAVE and (near := file_meant(path)):
        return no_such_file(path, hint=near)
    if is_save or path == DEFAULT_SAVE:
        return no_such_file(path, hint=(Hint("{} creates one", "rbf start NAME"), "-e FILE uses another"))
    return no_such_file(path, hint="check the path")


_POSIX = os.name == "posix"


class Folder:
    """An open directory; without directory descriptors (Windows), the same by joined paths. Methods raise OSError."""

    __slots__ = ("_descriptor", "_path")

    def __init__(self, path: str) -> None:
        self._path = path or os.curdir
        self._descriptor = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY) if _POSIX else None

    def _at(self, name: str) -> str:
        return name if self._descriptor is not None else os.path.join(self._path, name)

    def open(self, name: str, flags: int) -> int:
        """Open a file of this folder, never through a symbolic link; a new file is private."""
        return os.open(self._at(name), flags | NO_FOLLOW | BINARY, 0o600, dir_fd=self._descriptor)

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of a name without following links, or None if there is no such file."""
        try:
            return os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def own_status(self) -> os.stat_result:
        """Return the status of the folder itself."""
        return os.stat(self._path if self._descriptor is None else self._descriptor)

    def rename(self, old: str, new: str) -> None:
        """Replace one file with another in one step."""
        if self._descriptor is None:
            _replace_patiently(self._at(old), self._at(new))
        else:
            os.rename(old, new, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def discard(self, name: str) -> None:
        """Remove a file if possible."""
        with suppress(OSError):
            os.unlink(self._at(name), dir_fd=self._descriptor)

    def names(self) -> list[str]:
        """Return the names of everything in the folder."""
        return os.listdir(self._path if self._descriptor is None else self._descriptor)

    def sync(self) -> None:
        """Make the folder's names durable; Windows has no such call."""
        if self._descriptor is not None:
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Close the descriptor."""
        if self._descriptor is not None:
            release(self._descriptor)


def release(descriptor: int) -> None:
    """Close a descriptor that nothing was written to, ignoring errors."""
    with suppress(OSError):
        os.close(descriptor)


def _replace_patiently(old: str, new: str) -> None:
    """Replace a file on Windows, retrying while a virus scanner or indexer holds it."""
    deadline = time.monotonic() + REPLACE_SECONDS
    while True:
        try:
            return os.replace(old, new)
        except PermissionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


@cache
def standard_input() -> bytes:
    """Return all of standard input, read once. Raises InvalidFile past the size limit for files."""
    with failing("cannot read standard input", error=InvalidFile):
        return _contents(0, PIECE, "standard input")


def _contents(descriptor: int, piece: int, name: str) -> bytes:
    parts, left = [], FILE_BYTES + 1
    while left > 0 and (part := os.read(descriptor, min(left, piece))):
        parts.append(part)
        left -= len(part)
    if left <= 0:
        raise invalid(f"{name} is too large: a file can have at most {FILE_BYTES:,} bytes")
    return b"".join(parts)


_RANDOM_BYTES = 8


def temporary_name(name: str) -> str:
    """Return a name next to `name` that no other file has. Raises OSError."""
    return f".{name}.{os.urandom(_RANDOM_BYTES).hex()}.tmp"


def write_temporary(folder: Folder, temporary: str, content: bytes, old: os.stat_result | None) -> None:
    """Write `content` to a new file with the mode of `old`, durable unless RBF_SYNC is off. Raises OSError."""
    descriptor = folder.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        _give_mode(descriptor, old)
        _write_all(descriptor, content)
        if is_durable():
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_durable() -> bool:
    """Return whether saving waits for the disk."""
    return os.environ.get("RBF_SYNC") != "off"


def remove_leftovers(folder: Folder, name: str) -> None:
    """Remove temporary files of killed writers of `name`, if the folder can be listed. Requires its lock."""
    start, end = f".{name}.", ".tmp"
    length = len(start) + 2 * _RANDOM_BYTES + len(end)
    with suppress(OSError):
        for each in folder.names():
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


def same_file(one: str, other: str) -> bool:
    """Return whether two paths lead to one file, links resolved."""
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - pathlib would add 8 ms to the start
    except OSError:
        return os.path.realpath(one) == os.path.realpath(other)


def put(folder: Folder, name: str, content: bytes, old: os.stat_result | None, owner: str = "") -> None:
    """Write a file atomically, by renaming a temporary one, keeping the mode of the `old` one.

    An interrupt leaves no temporary file. It is named after its `owner`, by default the file itself. Raises OSError.
    """
    with InterruptsDeferred():
        temporary = temporary_name(owner or name)
        try:
            write_temporary(folder, temporary, content, old)
            folder.rename(temporary, name)
        except BaseException:
            folder.discard(temporary)
            raise


def open_folder(path: str, *, is_save: bool = False) -> tuple[Folder, str]:
    """Return the open folder of a file, and the file's name. Raises StorageFailed, or InvalidFile for a save."""
    require_path(path, StorageFailed)
    place, name = os.path.split(path)
    if not name:
        raise failed(f"{path!r} is not a file name")
    try:
        return Folder(place), name
    except FileNotFoundError:
        raise missing_file(path) if is_save else failed(f"no such folder: {place}") from None
    except OSError as error:
        raise failed(f"cannot open {path}: {os_error_text(error)}") from None


def require_place(path: str) -> None:
    """Check that the folder of a file exists and that only a regular file would be replaced. Raises StorageFailed."""
    with _place_open(path):
        return


def replace_file(path: str, content: bytes) -> None:
    """Replace a file without a lock in one step, keeping its mode. Raises StorageFailed. A save is a `LockedFile`."""
    with _place_open(path) as (folder, name, status):
        put(folder, name, content, status)


@contextmanager
def _place_open(path: str) -> Iterator[tuple[Folder, str, os.stat_result | None]]:
    folder, name = open_folder(path)
    try:
        with failing(f"{path} cannot be written"):
            status = folder.status(name)
            if status is not None and (kind := irregular_kind(status)):
                raise failed(f"{path} is {kind}")
            yield folder, name, status
    finally:
        folder.close()
