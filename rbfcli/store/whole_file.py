"""A file that the program keeps up to date for others to read: replaced whole, never half written."""

from __future__ import annotations

import os

from rbfcli.kernel.errors import StorageFailed
from rbfcli.store.folder import Folder
from rbfcli.store.interrupts import InterruptsRaised
from rbfcli.store.os_errors import irregular_kind, os_error_text
from rbfcli.store.reading import NO_BLOCK
from rbfcli.store.temporary_file import temporary_name, write_temporary

FIRST = 4_096


class WholeFile:
    """A file by its path; all methods raise StorageFailed."""

    __slots__ = ("_name", "_place", "path")

    def __init__(self, path: str) -> None:
        self.path = path
        self._place, self._name = os.path.split(path)
        if not self._name or "\0" in path:
            raise StorageFailed(f"{path!r} is not the name of a file")

    def beginning(self) -> bytes:
        """How the file begins; empty where there is none."""
        folder = self._folder()
        try:
            if self._status(folder) is None:
                return b""
            descriptor = folder.open(self._name, os.O_RDONLY | NO_BLOCK)
            try:
                return os.read(descriptor, FIRST)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StorageFailed(f"{self.path} cannot be read: {os_error_text(error)}") from None
        finally:
            folder.close()

    def require_place(self) -> None:
        """See that there is a folder for it, and no more than a file in its place."""
        folder = self._folder()
        try:
            self._status(folder)
        except OSError as error:
            raise StorageFailed(f"{self.path} cannot be written: {os_error_text(error)}") from None
        finally:
            folder.close()

    def replace(self, content: bytes) -> None:
        """Put a new file in the place of the old one, in one step; its mode stays as it was."""
        folder = self._folder()
        try:
            old = self._status(folder)
            with InterruptsRaised():
                temporary = temporary_name(self._name)
                try:
                    write_temporary(folder, temporary, content, old)
                    folder.rename(temporary, self._name)
                except BaseException:
                    folder.discard(temporary)
                    raise
        except OSError as error:
            raise StorageFailed(f"{self.path} cannot be written: {os_error_text(error)}") from None
        finally:
            folder.close()

    def _folder(self) -> Folder:
        try:
            return Folder(self._place)
        except FileNotFoundError:
            raise StorageFailed(f"there is no folder {self._place}") from None
        except OSError as error:
            raise StorageFailed(f"{self.path} cannot be written: {os_error_text(error)}") from None

    def _status(self, folder: Folder) -> os.stat_result | None:
        status = folder.status(self._name)
        if status is not None and (kind := irregular_kind(status)):
            raise StorageFailed(f"{self.path} is {kind}")
        return status
