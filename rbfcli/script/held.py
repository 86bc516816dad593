"""A save that a whole script works on: locked from the first look to the end, and written once or not at all."""

from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from rbfcli.kernel.errors import Refusal
from rbfcli.session.saves import from_bytes, write
from rbfcli.session.session import Session
from rbfcli.store.save_file import Exclusive

T = TypeVar("T")


class HeldSave:
    """A place for one session, as `session.kept.Kept`; nothing reaches the disk before `keep`."""

    def __init__(self, path: str, notice: Callable[[str], None]) -> None:
        self.name = path
        self._notice = notice
        self._file: Exclusive | None = None
        self._session: Session | None = None
        self._revision = -1
        self._older = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.__exit__(kind, error, trace)

    def look(self) -> Session:
        """The session as it is now. Raises InvalidFile where there is no save, StorageFailed where it is locked."""
        if self._session is None:
            raw = self._locked(create=False).read()
            loaded = from_bytes(raw, self.name)
            self._session, self._older = loaded.session, loaded.older
            self._revision = self._session.revision
            for sentence in loaded.said(self.name):
                self._notice(sentence)
        return self._session

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session."""
        return work(self.look())

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session in this place. Raises Refusal where a save is, unless it may be replaced."""
        begun_here = self._session is not None and self._revision < 0
        if self._locked(create=True).exists() and not replace and not begun_here:
            raise Refusal(f"{self.name} holds a fight already", hint="-e OTHER.toml, or --force to begin anew")
        self._session, self._revision, self._older = session, -1, 0

    def keep(self) -> None:
        """Write the session, if the script has changed it. Raises StorageFailed."""
        if self._session is not None and self._session.revision != self._revision:
            write(self._locked(create=True), self._session, self._older)

    def _locked(self, *, create: bool) -> Exclusive:
        if self._file is None:
            self._file = Exclusive(self.name, create=create).__enter__()
        return self._file
