"""The fight in a save for a TAB: its system at once, its tables once they are asked for."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FIGHT, SYSTEM = "\n[fight]\n", 'system = "'
ORDER, ORDER_END = "\norder = [\n", "\n]\n"


class SavedFight:
    """The fight in the text of a save; without a save, or one that cannot be read, there is none."""

    __slots__ = ("_path", "_raw", "_tables", "_text", "system")

    def __init__(self, raw: bytes = b"", path: str = "") -> None:
        self._raw, self._path = raw, path
        self._text = raw.decode("utf-8", "replace")
        self._tables: Mapping[str, Any] | None = None if raw else {}
        self.system = self._first_line() or str(self.tables().get("system", ""))

    def whole(self) -> Mapping[str, Any]:
        """The tables of the fight with the order of turns. Raises RbfError."""
        from rbfcli.store.toml_text import decode, read_toml

        found: Mapping[str, Any] = read_toml(decode(self._raw, self._path).encode(), self._path).get("fight", {})
        return found

    def tables(self) -> Mapping[str, Any]:
        """The tables of the fight, without the order of turns where the save is written as saves are."""
        if self._tables is None:
            from rbfcli.kernel.errors import RbfError

            try:
                self._tables = _plain(self._text) or self.whole()
            except RbfError:
                self._tables = {}
        return self._tables

    def _first_line(self) -> str:
        """The system as it stands in the first line of the fight; empty where it does not."""
        at = self._text.find(FIGHT) + len(FIGHT)
        if at < len(FIGHT) or not self._text.startswith(SYSTEM, at):
            return ""
        name, quote, _ = self._text[at + len(SYSTEM) : self._text.find("\n", at)].partition('"')
        return name if quote else ""


def saved_fight(save: str) -> SavedFight:
    """The fight in the save that a line works on."""
    from rbfcli.kernel.errors import RbfError
    from rbfcli.store.paths import save_path
    from rbfcli.store.reading import read_file

    path = save_path(os.path.expanduser(save), os.environ)  # noqa: PTH111 - pathlib costs a start of the program 8 ms
    try:
        return SavedFight(read_file(path), path)
    except RbfError:
        return SavedFight()


def _plain(text: str) -> Mapping[str, Any]:
    """The tables of the fight, read without its start: half the text, and half the time; empty where that is no way."""
    from rbfcli.store.plain_toml import plain_tables
    from rbfcli.store.plain_values import NotPlain

    fight = text[max(text.find(FIGHT), 0) :]
    order = fight.find(ORDER)
    end = fight.find(ORDER_END, order) if order >= 0 else -1
    try:
        tables = plain_tables(fight if end < 0 else fight[: order + 1] + fight[end + len(ORDER_END) :])
    except NotPlain:
        return {}
    found: Mapping[str, Any] = tables.get("fight", {})
    return found
