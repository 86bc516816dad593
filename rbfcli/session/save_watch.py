"""Watching a save: it is read again only if the file changed, and changes by others are noticed."""

from msgspec import Struct

from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.language.names import NameContext
from rbfcli.session.session import Session
from rbfcli.session.storage import FileStorage
from rbfcli.store.reading import file_stamp


class SaveView(Struct, frozen=True):
    """The state of the save: its fight, or why it cannot be read (empty if there is no save yet)."""

    context: NameContext | None = None
    problem: str = ""
    session: Session | None = None


class SaveWatch:
    """Watches one save; checking an unchanged file costs one `stat`."""

    def __init__(self, storage: FileStorage) -> None:
        self._storage = storage
        self._known = self._stamp = file_stamp(storage.name)
        self._view = self._load()

    @property
    def name(self) -> str:
        """The path of the save."""
        return self._storage.name

    def view(self) -> SaveView:
        """The fight as it is now."""
        now = file_stamp(self._storage.name)
        if now != self._stamp:
            self._stamp = now
            self._view = self._load()
        return self._view

    def acknowledge(self) -> None:
        """Take the save as it is now as known."""
        self._known = file_stamp(self._storage.name)

    @property
    def is_news(self) -> bool:
        """Whether the save changed since it was last acknowledged."""
        return file_stamp(self._storage.name) != self._known

    def changed_elsewhere(self) -> bool:
        """Whether the save changed since it was last acknowledged; acknowledges it."""
        known = self._known
        self.acknowledge()
        return self._known != known

    def _load(self) -> SaveView:
        if self._stamp is None:
            return SaveView()
        try:
            session = self._storage.load()
        except (RbfError, PluginFault) as wrong:
            return SaveView(problem=wrong.message)
        return SaveView(NameContext(session.rules, session.fight), session=session)
