"""The history on disk: one entry per line, escaped, private, shared by all prompts of a user."""
# os instead of pathlib, as in store, which keeps the lock and the descriptors:
# ruff: noqa: PTH103, PTH118, PTH120

import os
from collections.abc import Iterable

from prompt_toolkit.history import History

from rbfcli.kernel.errors import InvalidFile, RbfError
from rbfcli.kernel.limits import HISTORY_KEPT, HISTORY_LETTERS, HISTORY_LINES, HISTORY_SECONDS
from rbfcli.store.reading import file_stamp, read_file
from rbfcli.store.save_file import LockedFile


class LineHistory(History):
    """History in a file; if that cannot be written, `problem` says why, and entries last as long as the prompt."""

    def __init__(self, folder: str | None) -> None:
        super().__init__()
        self.problem = "" if folder else "there is no home folder"
        self._path = os.path.join(folder, "history") if folder else ""
        self._append(b"")

    def append_string(self, string: str) -> None:
        """Remember a line, unless it begins with a space."""
        if not string.startswith(" "):
            super().append_string(string)

    def load_history_strings(self) -> Iterable[str]:
        """The lines in the file, the latest first."""
        try:
            content = read_file(self._path) if self._path and file_stamp(self._path) else b""
        except InvalidFile as wrong:
            self.problem = self.problem or wrong.message
            content = b""
        return [decoded(line) for line in reversed(content.splitlines())]

    def store_string(self, string: str) -> None:
        """Append a line to the file, unless it is too long."""
        entry = encoded(string)
        if len(entry) <= HISTORY_LETTERS:
            self._append(entry)

    def _append(self, entry: bytes) -> None:
        if self.problem:
            return
        try:
            _append(self._path, entry)
        except OSError as reason:
            self.problem = f"{self._path}: {os.strerror(reason.errno or 0)}"
        except RbfError as wrong:
            self.problem = wrong.message


def encoded(text: str) -> bytes:
    """An entry as a line of the file: ASCII, without control characters."""
    return text.encode("unicode_escape") + b"\n"


def decoded(line: bytes) -> str:
    """The entry in a line of the file."""
    return line.decode("unicode_escape", "replace")


def _append(path: str, entry: bytes) -> None:
    """Add an entry under the lock of the file, and drop the oldest if there are too many. Raises OSError."""
    os.makedirs(os.path.dirname(path), 0o700, exist_ok=True)
    with LockedFile(path, HISTORY_SECONDS, create=True) as file:
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(descriptor, entry)
        finally:
            os.close(descriptor)
        content = file.read()
        if content.count(b"\n") > HISTORY_LINES:
            file.replace(b"".join(content.splitlines(keepends=True)[-HISTORY_KEPT:]))
