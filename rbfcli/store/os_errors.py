"""Errors of the operating system in plain words."""

from __future__ import annotations

import errno
import os
import stat

_WORDS = {
    errno.EACCES: "permission is denied",
    errno.EPERM: "permission is denied",
    errno.EROFS: "the file system is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "the file would exceed the allowed size",
    errno.EIO: "the disk reports an error",
    errno.ELOOP: "it is a symbolic link; name the file that it points to",
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
    stat.S_IFLNK: "a symbolic link; name the file that it points to",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def os_error_text(error: OSError) -> str:
    """The reason an operation failed, as the end of a sentence."""
    number = error.errno or 0
    return _WORDS.get(number) or os.strerror(number).lower()


def irregular_kind(status: os.stat_result) -> str:
    """What a file is if it is not a regular one; else empty."""
    return _KINDS.get(stat.S_IFMT(status.st_mode), "not a regular file") if not stat.S_ISREG(status.st_mode) else ""
