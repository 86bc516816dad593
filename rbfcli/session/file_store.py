"""Session storage, and detection of changes by other processes."""

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from msgspec import Struct

from rbfcli.core.errors import FORCE, Advice, Hint, PluginBug, RbfError, Refusal, listed, refuse, unknown
from rbfcli.core.limits import LOCK_SECONDS
from rbfcli.language.names import NameContext
from rbfcli.session.saves import Loaded, begin, from_bytes, to_bytes, write
from rbfcli.session.session import Session
from rbfcli.storage.files import file_stamp, read_file
from rbfcli.storage.paths import kept_name
from rbfcli.storage.save_file import LockedFile

T = TypeVar("T")


class SessionStore(Protocol):
    """Storage for one session."""

    @property
    def name(self) -> str:
        """Return the storage's name for messages."""

    def load(self) -> Session:
        """Return the current session, which must not be changed. Raises RbfError if there is none."""

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session, and store it. If `work` raises an error, nothing is stored."""

    def begin(self, session: Session, *, replace: bool) -> None:
        """Store a new session. Raises Refusal if there is one already and `replace` is false."""

    def kept(self) -> dict[int, Session]:
        """Return the replaced sessions by number, the latest last."""

    def restore(self, number: int) -> Session:
        """Restore the kept session of a number (0: latest), and keep the current one. Raises Refusal."""


IN_THE_WAY = Hint("use -e OTHER.toml in a shell, or {} to replace it (restore brings it back)", FORCE)


class AlreadyBegun(Refusal):
    """The refusal to begin a fight in the place of another one."""

    def __init__(self, name: str, hint: Advice = IN_THE_WAY) -> None:
        super().__init__(f"{name} already contains a fight", hint=hint)


def number_of_kept(number: int, numbers: list[int]) -> int:
    """Return the number of a kept session, for 0 the latest. Raises Refusal if there is none."""
    if not numbers:
        raise refuse("no other fight is saved here")
    if number and number not in numbers:
        raise unknown("saved fight", str(number), hint=listed("saved fights", [*map(str, numbers)]), error=Refusal)
    return number or numbers[-1]


def loaded(storage: SessionStore) -> Session | None:
    """Return the session in a storage, or None if there is none that can be read."""
    try:
        return storage.load()
    except (RbfError, PluginBug):
        return None


def kept_names(kept: Mapping[int, Session]) -> dict[str, tuple[str, ...]]:
    """Return the words for kept sessions: the number of each, with its title and the name of its encounter."""
    return {str(number): (each.fight.title, each.source) for number, each in kept.items()}


class MemoryStorage:
    """A session that ends with the program."""

    name = "memory"

    def __init__(self) -> None:
        self._session: Session | None = None
        self._kept: dict[int, Session] = {}

    def load(self) -> Session:
        """Return the current session. Raises Refusal if there is none."""
        if self._session is None:
            raise refuse("no fight has begun", "", "start ENCOUNTER", "new SYSTEM")
        return self._session

    def change(self, work: Callable[[Session], T]) -> T:
        """Let `work` change the session."""
        return work(self.load())

    def begin(self, session: Session, *, replace: bool) -> None:
        """Store a new session. Any other is replaced and kept."""
        del replace
        self._keep()
        self._session = session

    def kept(self) -> dict[int, Session]:
        """Return the replaced sessions by number."""
        return self._kept

    def restore(self, number: int) -> Session:
        """Restore a replaced session."""
        number = number_of_kept(number, list(self._kept))
        found = self._kept.pop(number)
        self._keep()
        self._session = found
        return found

    def _keep(self) -> None:
        if self._session is not None:
            self._kept[max(self._kept, default=0) + 1] = self._session


class FileStorage:
    """A session in a save file, locked, read and written anew for each change, so that no other change is lost."""

    def __init__(self, path: str, notice: Callable[[str], None], lock_seconds: float = LOCK_SECONDS) -> None:
        self.name = path
        self.wrote = False
        self._notice = notice
        self._lock_seconds = lock_seconds
        self._known: tuple[tuple[int, int, int] | None, Loaded | None] = (None, None)

    def load(self) -> Session:
        """Return the session on disk, read without a lock."""
        return (self._unchanged() or self._read(read_file(self.name))).session

    def change(self, work: Callable[[Session], T]) -> T:
        """Read the session under its lock, let `work` change it, and write it before releasing the lock."""
        with self._locked() as file:
            loaded = self._unchanged() or self._read(file.read())
            session, revision = loaded.session, loaded.session.revision
            self._known = (None, None)
            result = work(session)
            if session.revision != revision:
                loaded = write(file, session, loaded, self._notice)
                self.wrote = True
            self._known = (file_stamp(self.name), loaded)
        return result

    def _unchanged(self) -> Loaded | None:
        """Return the session as this process last wrote it, if the file has not changed since."""
        stamp, loaded = self._known
        return loaded if stamp is not None and stamp == file_stamp(self.name) else None

    def begin(self, session: Session, *, replace: bool) -> None:
        """Write a new save. Any other save is kept next to it. Raises AlreadyBegun unless it may be replaced."""
        with self._locked(create=True) as file:
            if file.exists() and not replace:
                raise AlreadyBegun(self.name)
            begin(file, session, self._notice)
            self.wrote = True

    def kept(self) -> dict[int, Session]:
        """Return the sessions kept next to the save. An unreadable one is reported and left out."""
        found = {}
        with self._locked(create=True) as file:
            for number in file.kept():
                try:
                    found[number] = from_bytes(file.read_kept(number), kept_name(self.name, number)).session
                except RbfError as wrong:
                    self._notice(f"{number} cannot be read: {wrong.message}")
        return found

    def keep_lost(self, session: Session) -> None:
        """Keep a session next to the missing save that it was in. Raises RbfError."""
        with self._locked(create=True) as file:
            file.keep_lost(to_bytes(session))

    def restore(self, number: int) -> Session:
        """Restore a kept save, and keep the current one instead."""
        with self._locked(create=True) as file:
            number = number_of_kept(number, file.kept())
            raw = file.read_kept(number)
            session = self._read(raw).session
            if file.exists():
                file.keep()
            file.replace(raw)
            file.discard_kept(number)
        return session

    def _locked(self, *, create: bool = False) -> "LockedFile":
        return LockedFile(self.name, self._lock_seconds, create=create)

    def _read(self, raw: bytes) -> Loaded:
        loaded = from_bytes(raw, self.name)
        for sentence in loaded.said(self.name):
            self._notice(sentence)
        return loaded


class SaveView(Struct, frozen=True):
    """The state of a save: its fight, or why it cannot be read (empty if there is no save yet)."""

    context: NameContext | None = None
    problem: str = ""
    session: Session | None = None


class SaveWatch:
    """A watch for changes of one save. Checking an unchanged file costs one `stat`."""

    def __init__(self, storage: FileStorage) -> None:
        self._storage = storage
        self._known = self._stamp = file_stamp(storage.name)
        self._view = self._load()

    @property
    def name(self) -> str:
        """Return the path of the save."""
        return self._storage.name

    def view(self) -> SaveView:
        """Return the current state of the save."""
        now = file_stamp(self._storage.name)
        if now != self._stamp:
            self._stamp = now
            self._view = self._load()
        return self._view

    def acknowledge(self) -> None:
        """Mark the current state of the save as known."""
        self._known = file_stamp(self._storage.name)

    @property
    def is_news(self) -> bool:
        """Return whether the save changed since it was last acknowledged."""
        return file_stamp(self._storage.name) != self._known

    def _load(self) -> SaveView:
        if self._stamp is None:
            return SaveView()
        try:
            session = self._storage.load()
        except (RbfError, PluginBug) as wrong:
            return SaveView(problem=wrong.message)
        return SaveView(NameContext(session.rules, session.fight), session=session)
