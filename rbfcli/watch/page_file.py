"""The file of a page: it replaces nothing but a page, and is written only where it would be another one."""

from pathlib import Path

from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.store.whole_file import WholeFile


class PageFile:
    """A page that is kept up to date."""

    def __init__(self, path: str, save: str, *, force: bool) -> None:
        """Raises UsageError where it is the save, Refusal where something else is there, StorageFailed."""
        from rbfcli.render.page import MADE_BY

        self._file = WholeFile(path)
        self._written = ""
        if _same_file(path, save):
            raise UsageError(f"{path} is the save itself", hint="--html table.html")
        beginning = self._file.beginning()
        if beginning and MADE_BY.encode() not in beginning and not force:
            raise Refusal(f"{path} is there already, and no page of rbf watch", hint="--force replaces it")

    def write(self, text: str) -> None:
        """Let the page be this one. Raises StorageFailed."""
        if text != self._written:
            self._file.replace(text.encode("utf-8", "backslashreplace"))
            self._written = text


def _same_file(one: str, other: str) -> bool:
    try:
        return Path(one).samefile(other)
    except OSError:
        return Path(one).resolve() == Path(other).resolve()
