"""What others did in the save meanwhile, in the words in which it was answered to them."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.errors import PluginFault, RbfError
from rbfcli.kernel.play import play
from rbfcli.language.fights import read_line
from rbfcli.render.narration import narrate
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.repl.prompt_text import change_notice
from rbfcli.session.save_watch import SaveView
from rbfcli.session.session import Session
from rbfcli.session.storage import FileStorage

MOST_TOLD = 5


class News:
    """Tells what is new in a save against what was known of it last."""

    def __init__(self, storage: FileStorage, view: SaveView) -> None:
        self._storage = storage
        self.remember(view)

    def remember(self, view: SaveView) -> None:
        """Take a view of the save as known."""
        self._view = view
        self._fight: Any = view.session.fight if view.session else None
        self._lines = view.session.journal if view.session else []
        self._revision = view.session.revision if view.session else 0

    def told(self, view: SaveView, style: Style) -> list[str]:
        """What has changed, in lines for standard error; it is known from now on."""
        lines = [*self._told(view, replace(style, colour=False))]
        self.remember(view)
        return lines

    def _told(self, view: SaveView, style: Style) -> Iterator[str]:
        if view.session is None and not view.problem and self._view.session is not None:
            yield self._gone(self._view.session)
            return
        deeds = view.session and self._deeds(view.session, style)
        if deeds:
            yield from deeds
        else:
            yield change_notice(self._storage.name, view)

    def _gone(self, lost: Session) -> str:
        """That the save is gone; the fight is kept, so that `restore` brings it back."""
        name = safe(self._storage.name)
        try:
            self._storage.keep_lost(lost)
        except RbfError as wrong:
            return f"rbf: {name} is gone: it was deleted or moved elsewhere; {wrong.message}"
        return f"rbf: {name} is gone: it was deleted or moved elsewhere; restore brings the fight back"

    def _deeds(self, session: Session, style: Style) -> list[str]:
        """The lines that were played or taken back since, as long as they are few and lead from there to here."""
        known, now = self._lines, session.journal
        if self._fight is None or session.revision <= self._revision:
            return []
        if now == known[: len(now)] and len(known) - len(now) <= MOST_TOLD:
            return [f"elsewhere: undo: {safe(line)}" for line in reversed(known[len(now) :])]
        if now[: len(known)] != known or len(now) - len(known) > MOST_TOLD or _by_hand(now[len(known) :]):
            return []
        try:
            return self._replayed(now[len(known) :], session, style)
        except (RbfError, PluginFault):
            return []

    def _replayed(self, lines: list[str], session: Session, style: Style) -> list[str]:
        """New lines, each with what came of it; nothing where they do not lead to the fight as it is."""
        fight, told = self._fight, list[str]()
        for line in lines:
            played = play(session.rules, fight, read_line(line, session.rules, fight))
            told += [f"elsewhere: {safe(line)}", *narrate(played.events, fight, played.fight, session.rules, style)]
            fight = played.fight
        return told if fight == session.fight else []


def _by_hand(lines: list[str]) -> bool:
    """Whether one of the lines stands for what somebody changed in the file, which is told where it is read."""
    return any(line.startswith("edit ") for line in lines)
