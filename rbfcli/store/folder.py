"""A directory opened once, so that all steps of a save happen in the same one."""
# os instead of pathlib, which costs a start of the program 8 ms and knows no directory descriptors:
# ruff: noqa: PTH105, PTH116, PTH118, PTH208

from __future__ import annotations

import os

from rbfcli.kernel.limits import REPLACE_SECONDS
from rbfcli.store.reading import BINARY, NO_FOLLOW

_POSIX = os.name == "posix"


class Folder:
    """An open directory; without directory descriptors (Windows) the same by joined paths. Methods raise OSError."""

    __slots__ = ("_descriptor", "_path")

    def __init__(self, path: str) -> None:
        self._path = path or os.curdir
        self._descriptor = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY) if _POSIX else None

    def _at(self, name: str) -> str:
        return name if self._descriptor is not None else os.path.join(self._path, name)

    def open(self, name: str, flags: int) -> int:
        """Open a file of this folder, never through a symbolic link; a new one is private."""
        return os.open(self._at(name), flags | NO_FOLLOW | BINARY, 0o600, dir_fd=self._descriptor)

    def status(self, name: str) -> os.stat_result | None:
        """The status of a name, links not followed; None if there is nothing."""
        try:
            return os.stat(self._at(name), dir_fd=self._descriptor, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def own_status(self) -> os.stat_result:
        """The status of the folder itself."""
        return os.stat(self._path if self._descriptor is None else self._descriptor)

    def rename(self, old: str, new: str) -> None:
        """Replace one file by another in one step."""
        if self._descriptor is None:
            _replace_patiently(self._at(old), self._at(new))
        else:
            os.rename(old, new, src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def discard(self, name: str) -> None:
        """Remove a file if possible."""
        try:
            os.unlink(self._at(name), dir_fd=self._descriptor)
        except OSError:
            return

    def names(self) -> list[str]:
        """The names of everything in the folder."""
        return os.listdir(self._path if self._descriptor is None else self._descriptor)

    def sync(self) -> None:
        """Make the names durable; Windows has no such call."""
        if self._descriptor is not None:
            os.fsync(self._descriptor)

    def close(self) -> None:
        """Close the descriptor."""
        if self._descriptor is not None:
            release(self._descriptor)


def release(descriptor: int) -> None:
    """Close a descriptor that nothing was written to, ignoring errors."""
    try:
        os.close(descriptor)
    except OSError:
        return


def _replace_patiently(old: str, new: str) -> None:
    """Windows: a virus scanner or an indexer may hold the file for a moment."""
    import time

    deadline = time.monotonic() + REPLACE_SECONDS
    while True:
        try:
            return os.replace(old, new)
        except PermissionError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
