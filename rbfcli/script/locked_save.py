"""A save that a whole script works on: locked from the first access to the end, and written once or not at all."""

from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from rbfcli.kernel.errors import Refusal
from rbfcli.session.saves import Loaded, begin, from_bytes, write
from rbfcli.session.session import Session
from rbfcli.session.storage import already_begun
from rbfcli.store.save_file import LockedFile

T = TypeVar("T")


class LockedSave:
    """Storage for one session (see `session.storage`); nothing is written before `save`."""

    def __init__(self, path: str, notice: Callable[[str], None]) -> None:
        self.name = path
        self._notice = notice
        self._file: LockedFile | None = None
        self._session: Session | None = None
        self._revision = -1
        self._loaded: Loaded | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.__exit__(kind, error, trace)

    def load(self) -> Session:
        """The session as it is now. Raises InvalidFile without a save, StorageFailed if it is locked."""
        if self._session is None:
            raw = self._locked(create=False).read()
            self._loaded = from_bytes(raw, self.name)
            self._session = self._loaded.session
            self._revision = self._session.revision
            for sentence in self._loaded.said(self.name):
                self._notice(sentence)
        return self._session

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session."""
        return work(self.load())

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session in this save. Raises Refusal if there is one already, unless it may be replaced."""
        begun_here = self._session is not None and self._revision < 0
        if self._locked(create=True).exists() and not replace and not begun_here:
            raise already_begun(self.name)
        self._session, self._revision, self._loaded = session, -1, None

    def kept(self) -> dict[int, Session]:
        """The sessions that were kept: none, for a script that works on one save."""
        return {}

    def restore(self, number: int) -> Session:
        """Refuse: a script works on the save that it was given."""
        del number
        raise Refusal("a script cannot bring back another fight in the save that it works on", hint="rbf restore")

    def save(self) -> None:
        """Write the session, if the script has changed it. Raises StorageFailed."""
        if self._session is None or self._session.revision == self._revision:
            return
        file = self._locked(create=True)
        if self._loaded is not None:
            write(file, self._session, self._loaded, self._notice)
        else:
            begin(file, self._session, self._notice)

    def _locked(self, *, create: bool) -> LockedFile:
        if self._file is None:
            self._file = LockedFile(self.name, create=create).__enter__()
        return self._file
