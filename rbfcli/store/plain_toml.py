"""Tables in the one form in which saves are written, read several times as fast as TOML."""

from __future__ import annotations

from rbfcli.store.plain_values import DEEP, NotPlain, key_at, read_statement, simple_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rbfcli.store.plain_values import Lines

    Opened = dict[tuple[str, ...], dict[str, Any]]

# What each of these takes to read, in steps; tomllib takes about 5 microseconds for a key and 10 for a table.
STEPS = (("=", 6), ("[", 10), (",", 3), (".", 2), ("\n", 1), ("{", 6))
BYTES_A_STEP = 60
# tomllib looks at each letter of a text in double quotes, of a key and of blanks.
LETTERS_A_STEP = 10


def steps_of_plain(text: str) -> int:
    """What it takes at most to read a text, in steps: marks of TOML are counted in texts of one line as well."""
    bare = "".join(text.split("'''")[::2])
    return len(text) // BYTES_A_STEP + sum(bare.count(mark) * each for mark, each in STEPS)


def plain_tables(text: str) -> dict[str, Any]:
    """The tables of a text, as TOML reads them. Raises NotPlain where it is not in the form of saves."""
    if not text.replace("\n", "").isprintable():
        raise NotPlain
    reader = _Reader()
    on_top = reader.read(text, reader.tables, till_header=True)
    for block in text[on_top + 1 :].split("\n\n[") if on_top < len(text) else ():
        reader.read_table(block)
    return reader.tables


class _Reader:
    """The tables read so far; what was said before in the same words is not read again."""

    def __init__(self) -> None:
        self.tables: dict[str, Any] = {}
        self._opened: Opened = {}
        self._above: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {}
        self._lines: Lines = {}
        self._rows: dict[str, dict[str, Any]] = {}

    def read_table(self, block: str) -> None:
        """A header without its first bracket, and what stands behind it up to a blank line and the next bracket."""
        header, _, rows = block.partition("\n")
        table = self._open(f"[{header}")
        known = self._rows.get(rows)
        if known is not None:
            table.update(known)
            return
        self.read(rows, table)
        if "[" not in rows and "{" not in rows:
            self._rows[rows] = table.copy()

    def read(self, text: str, table: dict[str, Any], *, till_header: bool = False) -> int:
        """Statements, comments and headers, the first of them of a table, and where they end."""
        lines = text.split("\n")
        number = at = counted = 0
        while number < len(lines):
            line = lines[number]
            if line not in self._lines:
                self._lines[line] = simple_line(line)
            number += 1
            if simple := self._lines[line]:
                key, value = simple
                if key in table:
                    raise NotPlain
                table[key] = value
            elif line and line[0] != "#":
                at += sum(map(len, lines[counted : number - 1])) + number - 1 - counted
                counted = number - 1
                if line[0] != "[":
                    past = read_statement(table, text, at, self._lines)
                    number += text.count("\n", at, past)
                elif till_header:
                    return at
                else:
                    table = self._open(line)
        return len(text)

    def _open(self, line: str) -> dict[str, Any]:
        """The new table that a header such as `[fight.combatants."Old Mags"]` opens; those around it are made."""
        before, _, last = line.rpartition(".")
        if before in self._above and line[-1:] == "]" and _is_letters(key := last[:-1]):
            path, above = self._above[before]
            return self._table_at((*path, key), above, is_new=True)
        keys, bare = _keys(line)
        path = tuple(keys)
        if len(path) > DEEP:
            raise NotPlain
        table = self.tables
        for length in range(1, len(path)):
            table = self._table_at(path[:length], table)
        if bare and before:
            self._above[before] = path[:-1], table
        return self._table_at(path, table, is_new=True)

    def _table_at(self, path: tuple[str, ...], above: dict[str, Any], *, is_new: bool = False) -> dict[str, Any]:
        if path not in self._opened:
            if path[-1] in above:
                raise NotPlain
            self._opened[path] = above[path[-1]] = {}
        elif is_new:
            raise NotPlain
        return self._opened[path]


def _keys(line: str) -> tuple[list[str], bool]:
    """The keys of a header, and whether none of them is in quotes: those are read by the quick way."""
    whole = line[1:-1].split(".")
    if line[-1] == "]" and all(map(_is_letters, whole)):
        return whole, True
    keys: list[str] = []
    at = 0
    while at == 0 or line[at : at + 1] == ".":
        key, at = key_at(line, at + 1)
        keys.append(key)
    if line[at:] != "]":
        raise NotPlain
    return keys, False


def _is_letters(key: str) -> bool:
    """Whether a key is bare, and does not begin with a figure."""
    return key.isascii() and key.replace("-", "_").isidentifier()
