"""Tables in the one form in which saves are written, read several times as fast as TOML."""

from __future__ import annotations

from rbfcli.kernel.limits import INTEGER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Opened = dict[tuple[str, ...], dict[str, Any]]
    Lines = dict[str, tuple[str, Any] | None]

_BARE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
_PLAIN = {"true": True, "false": False}
_MOST_DIGITS = len(str(INTEGER))
# Keys and lists that lie no deeper than this are within the bounds of all files.
_DEEP = 8
# Longer lines are no work of this program.
_LONGEST_LINE = 100_000
_FIRST_TAG = "\U000e0000"
# What each of these takes to read, in steps; tomllib takes about 5 microseconds for a key and 10 for a table.
STEPS = (("=", 6), ("[", 10), (",", 3), (".", 2), ("\n", 1), ("{", 6))
BYTES_A_STEP = 60
# tomllib looks at each letter of a text in double quotes, of a key and of blanks.
LETTERS_A_STEP = 10


class NotPlain(Exception):
    """The text holds what saves are not written with, such as an escape or a fraction; TOML may allow it."""


def steps_of_plain(text: str) -> int:
    """What it takes at most to read a text, in steps: marks of TOML are counted in texts of one line as well."""
    bare = "".join(text.split("'''")[::2])
    return len(text) // BYTES_A_STEP + sum(bare.count(mark) * each for mark, each in STEPS)


def is_seen(text: str) -> bool:
    """Whether all letters of a text are surely such as one sees, or ends of lines."""
    return text.replace("\n", "").isprintable() and (text.isascii() or max(text) < _FIRST_TAG)


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
        self._lines: dict[str, tuple[str, Any] | None] = {}
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
                self._lines[line] = _simple(line)
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
                    past = _statement(table, text, at, self._lines)
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
        if len(path) > _DEEP:
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


def _statement(table: dict[str, Any], text: str, at: int, known: Lines) -> int:
    """Where a statement ends; its key is put into its table."""
    key, past = _key(text, at)
    if text[past : past + 3] != " = " or key in table:
        raise NotPlain
    past += 3
    if text.startswith("'''\n", past):
        table[key], past = _literal(text, past)
    else:
        table[key], past = _rows(text, past, known) or _value(text, past)
    if text[past : past + 1] not in ("", "\n"):
        raise NotPlain
    return past


def _rows(text: str, at: int, known: Lines) -> tuple[list[Any], int] | None:
    """The items of a list with a line for each, and where it ends; None where it has to be read letter by letter."""
    end = text.find("\n]", at)
    if end < 0 or text[at : at + 2] != "[\n":
        return None
    found: list[Any] = []
    for line in text[at + 2 : end].split("\n"):
        item = _plain_item(line[4:-1], known) if line[:4] == "    " and line[-1:] == "," else None
        if item is None:
            return None
        found.append(item)
    return found, end + 2


def _plain_item(text: str, known: Lines) -> Any | None:
    """A plain text, a number, or a table of such, in a line; None for any other."""
    if text[:2] != "{ " or text[-2:] != " }":
        item = _simple(f"_ = {text}")
        return item and item[1]
    found: dict[str, Any] = {}
    for pair in text[2:-2].split(", "):
        if pair not in known:
            known[pair] = _simple(pair)
        simple = known[pair]
        if simple is None or simple[0] in found:
            return None
        found[simple[0]] = simple[1]
    return found


def _simple(line: str) -> tuple[str, Any] | None:
    """What a line says that is a bare key with a plain text or a number, as most are, and many alike."""
    if len(line) > _LONGEST_LINE:
        raise NotPlain
    key, equals, value = line.partition(" = ")
    if not equals or not key.isidentifier() or not key.isascii():
        return None
    if value.isdigit() and value.isascii():
        return key, _number(value)
    if value in _PLAIN:
        return key, _PLAIN[value]
    if value[:1] == value[-1:] == '"' and len(value) > 1 and value.count('"') == len('""') and "\\" not in value:
        return key, value[1:-1]
    return None


def _keys(line: str) -> tuple[list[str], bool]:
    """The keys of a header, and whether none of them is in quotes: those are read by the quick way."""
    whole = line[1:-1].split(".")
    if line[-1] == "]" and all(map(_is_letters, whole)):
        return whole, True
    keys: list[str] = []
    at = 0
    while at == 0 or line[at : at + 1] == ".":
        key, at = _key(line, at + 1)
        keys.append(key)
    if line[at:] != "]":
        raise NotPlain
    return keys, False


def _is_letters(key: str) -> bool:
    """Whether a key is bare, and does not begin with a figure."""
    return key.isascii() and key.replace("-", "_").isidentifier()


def _key(text: str, at: int) -> tuple[str, int]:
    """A key, bare or in quotes, and where it ends."""
    if text.startswith('"""', at):
        raise NotPlain
    if text[at : at + 1] == '"':
        return _string(text, at)
    end = _bare_end(text, at)
    if end == at:
        raise NotPlain
    return text[at:end], end


def _bare_end(text: str, at: int) -> int:
    end = at
    while text[end : end + 1] in _BARE:
        end += 1
    return end


def _string(text: str, at: int) -> tuple[str, int]:
    """A text in quotes, or in three with lines of its own."""
    begin, mark = at + 1, '"'
    if text.startswith('"""', at):
        begin, mark = at + len('"""\n'), '"""'
        if text[begin - 1 : begin] != "\n":
            raise NotPlain
    end = text.find(mark, begin)
    found = text[begin:end]
    if end < 0 or "\\" in found or (mark == '"' and "\n" in found) or text.startswith('"', end + len(mark)):
        raise NotPlain
    return found, end + len(mark)


def _literal(text: str, at: int) -> tuple[str, int]:
    """A text of several lines without escapes, as a journal is."""
    begin = at + len("'''\n")
    end = text.find("'''", begin)
    if end < 0 or text.startswith("'", end + len("'''")):
        raise NotPlain
    return text[begin:end], end + len("'''")


def _value(text: str, at: int, depth: int = 0) -> tuple[Any, int]:
    if depth > _DEEP:
        raise NotPlain
    match text[at : at + 1]:
        case '"':
            return _string(text, at)
        case "[":
            return _items(text, at + 1, depth + 1)
        case "{":
            return _pairs(text, at + 1, depth + 1)
        case _:
            return _bare_value(text, at)


def _items(text: str, at: int, depth: int) -> tuple[list[Any], int]:
    """The items of a list, on one line or several, and where it ends."""
    found: list[Any] = []
    at = _past_blanks(text, at)
    while text[at : at + 1] != "]":
        value, at = _value(text, at, depth)
        found.append(value)
        at = _past_blanks(text, at)
        if text[at : at + 1] == ",":
            at = _past_blanks(text, at + 1)
        elif text[at : at + 1] != "]":
            raise NotPlain
    return found, at + 1


def _past_blanks(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\n"):
        at += 1
    return at


def _pairs(text: str, at: int, depth: int) -> tuple[dict[str, Any], int]:
    """The pairs of a table within a line, and where it ends."""
    found: dict[str, Any] = {}
    if text[at : at + 1] == "}":
        return found, at + 1
    if text[at : at + 1] != " ":
        raise NotPlain
    at, mark = at + 1, ", "
    while mark == ", ":
        key, past = _key(text, at)
        if text[past : past + 3] != " = " or key in found:
            raise NotPlain
        found[key], at = _value(text, past + 3, depth)
        mark = text[at : at + 2]
        at += 2
    if mark != " }":
        raise NotPlain
    return found, at


def _bare_value(text: str, at: int) -> tuple[Any, int]:
    """A whole number, true or false."""
    end = _bare_end(text, at)
    word = text[at:end]
    return (_PLAIN[word] if word in _PLAIN else _number(word)), end


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isdigit() and digits.isascii()) or len(digits) > _MOST_DIGITS or (digits[0] == "0" and word != "0"):
        raise NotPlain
    number = int(word)
    if not -INTEGER <= number <= INTEGER:
        raise NotPlain
    return number
