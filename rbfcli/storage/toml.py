"""Reading TOML as plain tables, and writing it in a canonical form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import tomli

from rbfcli.core.errors import InvalidFile, RbfError, at_most, invalid, misuse, not_saved
from rbfcli.core.lazy import LazyFunction, later_in
from rbfcli.core.limits import FILE_BYTES, STEPS_OF_A_SAVE, Budget
from rbfcli.storage.toml_checks import TOO_DEEP, pay_for, wrong_value

Path = tuple[str, ...]

# Imported when called: only writing, or a file with mistakes, needs these.
dumps: Callable[..., str] = LazyFunction("tomli_w", "dumps")
later = later_in("rbfcli.storage")
located = later("toml_positions.located")
explain = later("toml_positions.explain")


def read_toml(raw: bytes, name: str, budget: Budget | None = None) -> dict[str, Any]:
    """Return the tables of a TOML file. Raises InvalidFile with `name:line`, and LimitReached past the budget."""
    if len(raw) > FILE_BYTES:
        raise invalid(f"{name} is too large: a file can have at most {FILE_BYTES:,} bytes")
    return read_text(decode(raw, name), name, budget or Budget())


def read_text(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """Return the tables of a TOML text. Raises the same errors as `read_toml`."""
    tables = parse(text, name, budget)
    wrong = wrong_value(tables)
    if wrong is not None:
        raise invalid(located(*wrong, text, name))
    return tables


def parse(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """Return the tables of a TOML text, with values of any type. Raises InvalidFile or LimitReached."""
    pay_for(text, name, budget)
    try:
        return tomli.loads(text)
    except RecursionError:
        raise invalid(f"{name}: {TOO_DEEP}") from None
    except ValueError as error:
        raise explain(error, text, name) from None


def decode(raw: bytes, name: str) -> str:
    """Return a UTF-8 file as text, without byte order mark and with LF lines. Raises InvalidFile with the bad line."""
    try:
        return raw.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise invalid(f"{name}:{line}: the byte 0x{raw[error.start]:02x} is not UTF-8 text") from None


_HEADER = "# Written by rbf after every command. What you change by hand becomes an entry of the journal.\n\n"
_LAST_OF_FOUR_DIGITS = 0xFFFF
_UNSEEN = (
    r"[\x00-\t\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff]"
)


def write_toml(tables: Mapping[str, Any]) -> bytes:
    """Return tables as TOML in canonical form: the same tables give the same bytes, without control characters.

    The text is read back. Raises UsageError for text that is not Unicode (bytes that a user typed), LimitReached if
    it is larger than a file may be, and OverwriteRefused if it would not read back the same.
    """
    raw = _encode(_text(tables, several_lines=True))
    if _lost(tables, raw.decode()):  # tomli-w's multi-line strings lose a CR before LF
        raw = _encode(_text(tables, several_lines=False))
        if lost := _lost(tables, raw.decode()):
            raise lost
    return raw


def _text(tables: Mapping[str, Any], *, several_lines: bool) -> str:
    """Return the top-level values, a journal of several lines as a literal string, and then the tables."""
    inner = {key: value for key, value in tables.items() if isinstance(value, dict)}
    long = {key: value for key, value in tables.items() if _is_literal(key, value)}
    top = {key: value for key, value in tables.items() if key not in inner and key not in long}
    literal = "".join(f"{key} = '''\n{value}'''\n" for key, value in long.items())
    parts = [escaped(dumps(part, multiline_strings=several_lines)) for part in (top, inner)]
    return f"{_HEADER}{parts[0]}{literal}" + (f"\n{parts[1]}" if parts[1] else "")


def _is_literal(key: str, value: Any) -> bool:
    return (
        isinstance(value, str)
        and "\n" in value
        and "'''" not in value
        and not value.endswith("'")
        and escaped(value) == value
        and key.isascii()
        and key.isidentifier()
    )


def _encode(text: str) -> bytes:
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raise misuse("text that is not UTF-8 cannot be saved") from None
    if len(raw) > FILE_BYTES:
        raise at_most("a save", f"{FILE_BYTES:,} bytes", f"{len(raw):,}")
    return raw


def _lost(tables: Mapping[str, Any], text: str) -> RbfError | None:
    """Return the error if a text does not read back as the tables, else None."""
    try:
        read = read_text(text, "the save", Budget(STEPS_OF_A_SAVE))
    except InvalidFile as wrong:
        return not_saved(f"{wrong.message}: it")
    if _same(tables, read):
        return None
    return not_saved(".".join(tables))


def escaped(text: str) -> str:
    """Return TOML text with invisible characters escaped."""
    return re.sub(_UNSEEN, _escape, text)  # compiled at the first write: most commands read


def _escape(unseen: re.Match[str]) -> str:
    number = ord(unseen[0])
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def _same(written: Any, read: Any) -> bool:
    """Return whether tables are the same except for their order, with 1, true and "1" different."""
    texts = [msgspec.json.encode(tables, order="deterministic") for tables in (written, read)]
    return texts[0] == texts[1]


class AuthoredTables:
    """A writer of tables for authors, with headings and comments.

    `is_heading(path)` returns whether a table gets its own heading, `comment(path, key)` the lines above a key.
    """

    def __init__(
        self,
        is_heading: Callable[[Path], bool],
        comment: Callable[[Path, str], Iterator[str] | Path] = lambda _path, _key: (),
    ) -> None:
        self._is_heading = is_heading
        self._comment = comment

    def lines(self, tables: Mapping[str, Any]) -> Iterator[str]:
        """Yield the lines before the first heading, then the lines of each table."""
        yield from self._keys({key: each for key, each in tables.items() if not isinstance(each, dict)}, ())
        for key, each in tables.items():
            if isinstance(each, dict):
                yield from self._table(each, (key,))

    def _table(self, table: Mapping[str, Any], path: Path) -> Iterator[str]:
        plain = {key: each for key, each in table.items() if not self._is_table(each, (*path, key))}
        if plain or not table:
            yield ""
            yield f"[{'.'.join(map(key_text, path))}]"
            yield from self._keys(plain, path)
        for key, each in table.items():
            if key not in plain:
                yield from self._table(each, (*path, key))

    def _keys(self, table: Mapping[str, Any], path: Path) -> Iterator[str]:
        for key, each in table.items():
            yield from self._comment(path, key)
            yield f"{key_text(key)} = {value_text(each)}"

    def _is_table(self, value: Any, path: Path) -> bool:
        if not isinstance(value, dict):
            return False
        return self._is_heading(path) or (bool(value) and all(isinstance(each, dict) for each in value.values()))


def key_text(key: str) -> str:
    """Return a TOML key, in quotes if needed."""
    return key if key.isascii() and key.replace("-", "").replace("_", "").isalnum() else value_text(key)


def value_text(value: Any) -> str:
    """Return a TOML value on one line, except a string of several lines."""
    if isinstance(value, dict):
        inner = ", ".join(f"{key_text(key)} = {value_text(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    several = isinstance(value, str) and "\n" in value and "\r" not in value
    return escaped(dumps({"x": value}, multiline_strings=several).removeprefix("x = ").removesuffix("\n"))
