"""Where a fight is stored: in a save file, or only in memory."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from rbfcli.kernel.errors import Refusal
from rbfcli.session.saves import from_bytes, to_bytes, write
from rbfcli.session.session import Session
from rbfcli.store.limits import LOCK_SECONDS
from rbfcli.store.save_file import LockedFile, file_stamp, read_file

T = TypeVar("T")


class Storage(Protocol):
    """Storage for one session."""

    @property
    def name(self) -> str:
        """What it is called in messages."""

    def load(self) -> Session:
        """The session as it is now; do not change it. Raises RbfError if there is none."""

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session, and store it. Raises what `work` raises, and then nothing is stored."""

    def begin(self, session: Session, *, replace: bool) -> None:
        """Store a new session. Raises Refusal if there is one already, unless it may be replaced."""


def already_begun(name: str) -> Refusal:
    """The refusal to begin a fight where there is one already."""
    return Refusal(f"there is already a fight in {name}", hint="-e OTHER.toml, or --force to replace it")


class MemoryStorage:
    """A session that ends with the program."""

    name = "memory"

    def __init__(self) -> None:
        self._session: Session | None = None

    def load(self) -> Session:
        """The session as it is."""
        if self._session is None:
            raise Refusal("no fight has begun", hint="start ENCOUNTER, or new SYSTEM")
        return self._session

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session."""
        return work(self.load())

    def begin(self, session: Session, *, replace: bool) -> None:
        """Store a new session in place of any other."""
        del replace
        self._session = session


class FileStorage:
    """A session in a save file: locked, read and written anew for every change, so that no writer loses another's."""

    def __init__(self, path: str, notice: Callable[[str], None], lock_seconds: float = LOCK_SECONDS) -> None:
        self.name = path
        self.wrote = False
        self._notice = notice
        self._lock_seconds = lock_seconds
        self._known: tuple[tuple[int, int, int] | None, Session] | None = None
        self._older = 0

    def load(self) -> Session:
        """The session as it is on disk, read without a lock."""
        known = self._known
        if known is not None and known[0] is not None and known[0] == file_stamp(self.name):
            return known[1]
        return self._read(read_file(self.name))

    def change(self, work: Callable[[Session], T]) -> T:
        """Read the session under its lock, let `work` change it, and write it before the lock goes."""
        with LockedFile(self.name, self._lock_seconds) as file:
            known = self._known
            fresh = known is None or known[0] is None or known[0] != file_stamp(self.name)
            session = self._read(file.read()) if fresh or known is None else known[1]
            revision = session.revision
            self._known = None
            result = work(session)
            if session.revision != revision:
                write(file, session, self._older)
                self.wrote, self._older = True, 0
            self._known = (file_stamp(self.name), session)
        return result

    def begin(self, session: Session, *, replace: bool) -> None:
        """Write a new save."""
        with LockedFile(self.name, self._lock_seconds, create=True) as file:
            if file.exists() and not replace:
                raise already_begun(self.name)
            file.replace(to_bytes(session))
            self.wrote = True

    def _read(self, raw: bytes) -> Session:
        loaded = from_bytes(raw, self.name)
        self._older = loaded.older
        for sentence in loaded.said(self.name):
            self._notice(sentence)
        return loaded.session
