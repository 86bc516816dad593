"""Files as they are: a save is read without a lock, for it is only ever replaced whole."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH116

from __future__ import annotations

import os

from rbfcli.kernel.errors import InvalidFile, NoSuchFile
from rbfcli.kernel.limits import FILE_BYTES
from rbfcli.store.os_errors import irregular_kind, os_error_text
from rbfcli.store.paths import DEFAULT_SAVE

STANDARD_INPUT = "-"
# How files are opened, where the system has that.
NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
NO_BLOCK: int = getattr(os, "O_NONBLOCK", 0)
BINARY: int = getattr(os, "O_BINARY", 0)
READ = os.O_RDONLY | NO_BLOCK | BINARY


def read_file(path: str, *, follow: bool = False) -> bytes:
    """The bytes of a file, without a lock: a save is only ever replaced whole, so what is read is whole.

    `follow` lets `path` be a symbolic link (an authored file), or `-` for standard input. Raises InvalidFile if the
    file is missing, not a regular file, too big or unreadable.
    """
    if follow and path == STANDARD_INPUT:
        from rbfcli.store.standard_input import standard_input

        return standard_input()
    if "\0" in path:
        raise InvalidFile(f"{path}: a path cannot hold a NUL")
    try:
        return read_all(os.open(path, READ | (0 if follow else NO_FOLLOW)), path)
    except FileNotFoundError:
        raise missing(path, is_save=not follow) from None
    except OSError as error:
        raise InvalidFile(f"{path} cannot be read: {os_error_text(error)}") from None


def file_stamp(path: str) -> tuple[int, int, int] | None:
    """What changes whenever a file is replaced or edited (inode, time in ns, size); None if there is no file."""
    try:
        status = os.stat(path, follow_symlinks=False)
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def read_all(descriptor: int, path: str) -> bytes:
    """Read an open file to its end and close it."""
    try:
        status = os.fstat(descriptor)
        if kind := irregular_kind(status):
            raise InvalidFile(f"{path} is {kind}")
        parts = []
        left = FILE_BYTES + 1
        while left > 0 and (part := os.read(descriptor, min(left, max(status.st_size + 1, 65_536)))):
            parts.append(part)
            left -= len(part)
        if left <= 0:
            raise InvalidFile(f"{path} is larger than {FILE_BYTES} bytes, the limit for files")
        return b"".join(parts)
    finally:
        os.close(descriptor)


def missing(path: str, *, is_save: bool = True) -> NoSuchFile:
    """The error for a file that is not there, with the nearest that is."""
    near = ""
    if path != DEFAULT_SAVE:
        from rbfcli.store.nearest_file import did_you_mean

        near = did_you_mean(path)
    of_a_save = "rbf start NAME creates one; -e FILE uses another"
    usual = of_a_save if is_save or path == DEFAULT_SAVE else "give the path of a file that is there"
    return NoSuchFile(f"there is no file {path}", hint=near or usual)
