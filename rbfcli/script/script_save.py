"""A save that a whole script works on, written once or not at all."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

from rbfcli.kernel.errors import Refusal, StorageFailed
from rbfcli.session.saves import Loaded, begin, from_bytes, write
from rbfcli.session.session import Session
from rbfcli.session.storage import AlreadyBegun
from rbfcli.store.reading import file_stamp
from rbfcli.store.save_file import LockedFile

if TYPE_CHECKING:
    from rbfcli.session.entries import Entry

T = TypeVar("T")
IN_A_SCRIPT = "start … --force in the script replaces it; rbf run FILE, in a shell and without -e, leaves it alone"


class ScriptSave:
    """Storage for one session (see `session.storage`); nothing is written before `save`.

    `held` keeps it locked from the first access to the end. A script that arrives line by line waits for its author, so
    its save is locked for moments only; if another command has changed it by the end, nothing is written.
    """

    def __init__(self, path: str, notice: Callable[[str], None], lock_seconds: float, *, held: bool) -> None:
        self.name = path
        self._notice = notice
        self._lock_seconds = lock_seconds
        self._held = held
        self._file: LockedFile | None = None
        self._session: Session | None = None
        self._stamp: tuple[int, int, int] | None = None
        self._revision = -1
        self._loaded: Loaded | None = None
        self._before: tuple[Entry, ...] = ()

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
            with self._locked(create=False) as file:
                raw, self._stamp = file.read(), file_stamp(self.name)
            self._loaded = from_bytes(raw, self.name)
            self._session = self._loaded.session
            self._revision = self._session.revision
            self._before = tuple(self._session.entries)
            for sentence in self._loaded.said(self.name):
                self._notice(sentence)
        return self._session

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session."""
        return work(self.load())

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session in this save. Raises Refusal if there is one already, unless it may be replaced."""
        begun_here = self._session is not None and self._revision < 0
        with self._locked(create=True) as file:
            if file.exists() and not replace and not begun_here:
                raise AlreadyBegun(f"there is already a fight in {self.name}", hint=IN_A_SCRIPT)
            if self._session is None:
                self._stamp = file_stamp(self.name)
        self._session, self._revision, self._loaded = session, -1, None

    def kept(self) -> dict[int, Session]:
        """The sessions that were kept: none, for a script that works on one save."""
        return {}

    def restore(self, number: int) -> Session:
        """Refuse: a script works on the save that it was given."""
        del number
        raise Refusal("a script cannot bring back another fight in the save that it works on", hint="rbf restore")

    @property
    def changed(self) -> bool:
        """Whether the script has changed the session."""
        return self._session is not None and self._session.revision != self._revision

    def save(self) -> None:
        """Write the session, if the script has changed it: all it did is one step to undo. Raises StorageFailed."""
        if self._session is None or not self.changed:
            return
        pairs = zip(self._before, self._session.entries, strict=False)
        self._session.join(next((at for at, (old, new) in enumerate(pairs) if old is not new), len(self._before)))
        with self._locked(create=True) as file:
            if file_stamp(self.name) != self._stamp:
                raise StorageFailed(
                    f"{self.name} was not saved: another command has changed it since the script began",
                    hint="run the script again, or with --each, which saves after every line",
                )
            if self._loaded is not None:
                write(file, self._session, self._loaded, self._notice)
            else:
                begin(file, self._session, self._notice)

    @contextmanager
    def _locked(self, *, create: bool) -> Iterator[LockedFile]:
        if self._held:
            if self._file is None:
                self._file = LockedFile(self.name, self._lock_seconds, create=create).__enter__()
            yield self._file
            return
        with LockedFile(self.name, self._lock_seconds, create=create) as file:
            yield file
