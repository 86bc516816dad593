"""TOML: reading it as plain tables, values that no save can hold, and writing it in a canonical form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any
from unicodedata import normalize

import msgspec
import tomli

from rbfcli.core.errors import InvalidFile, at_most, invalid, misuse, must_be, not_saved
from rbfcli.core.lazy import LazyFunction, later_in, module_named
from rbfcli.core.limits import COMBINING_MARKS, FILE_BYTES, INTEGER, STEPS_OF_A_SAVE, TABLES_NESTED, Budget
from rbfcli.storage.paths import FORMAT

Place = tuple[str | int, ...]


# Steps for each of these characters: a key is read, written and read back.
STEPS_OF_MARKS = (("=", 6), ("[", 5), ("{", 1), (",", 1), (".", 1), ("\\", 1), ("\n", 1))
BYTES_A_STEP = 60
# Reading a number or key as long as its line takes fifty times its length in memory.
LETTERS_OF_A_LINE_A_STEP = 5
TOO_DEEP = f"tables are nested more than {TABLES_NESTED} deep"
_KINDS = (str, int, bool)


def check_format(raw: Mapping[str, Any], name: str, newest: int = FORMAT) -> int:
    """Return a file's format. Raises InvalidFile if missing, invalid, or newer than `newest` (V-01)."""
    number = raw.get("format")
    hint = f"write format = {newest}"
    if number is None:
        what = "missing format" if raw else "the file is empty"
        raise invalid(f"{name}:1: {what}", hint=f"begin the file with the line: format = {newest}")
    if type(number) is not int or number < 1:
        raise must_be(f"{name}:1: format", f"the number {newest}", number, hint=hint, error=InvalidFile)
    if number > newest:
        raise invalid(f"{name}: made by a newer rbf (format {number}); this one reads up to {newest}")
    return number


def pay_for(text: str, name: str, budget: Budget) -> None:
    """Spend the steps for reading a text. Raises LimitReached if the budget is too small."""
    too_much, hint = f"{name} is too long to read", "split it, or remove what no fight needs"
    budget.spend(
        len(text) // BYTES_A_STEP + sum(text.count(mark) * each for mark, each in STEPS_OF_MARKS), too_much, hint
    )
    budget.spend(max(map(len, text.split("\n"))) // LETTERS_OF_A_LINE_A_STEP, too_much, hint)


def wrong_value(tables: dict[str, Any]) -> tuple[Place, str] | None:
    """Return the first value that no save can hold, and why: an inexact integer, a fraction, a date or a time."""
    level: list[Any] = [tables]
    for _ in range(TABLES_NESTED):
        inner = []
        for container in level:
            for value in container.values() if type(container) is dict else container:
                kind = type(value)
                if kind is dict or kind is list:
                    inner.append(value)
                elif kind is int and not -INTEGER <= value <= INTEGER:
                    size = f"{value:.3e}" if abs(value) < 10**300 else "too big"
                    return _path_of(value, tables), f"is {size}; write a whole number from -2^53 to 2^53"
                elif kind not in _KINDS:
                    return _path_of(value, tables), f"is {value}; write a whole number or text in quotes"
        if not inner:
            return None
        level = inner
    return (), TOO_DEEP


def walk(value: Any, path: Place = ()) -> Iterator[tuple[Place, Any]]:
    """Yield every value in some tables with its path, including tables and lists."""
    yield path, value
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walk(each, (*path, key))


def count_entries(part: Any) -> int:
    """Return the number of entries in a table or list, including nested ones."""
    return sum(1 for _ in walk(part)) - 1


def _path_of(value: Any, tables: dict[str, Any]) -> Place:
    return next(path for path, each in walk(tables) if each is value)


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
    text = decode(raw, name)
    tables = parse(text, name, budget or Budget())
    if wrong := wrong_value(tables):
        raise invalid(located(*wrong, text, name))
    return tables


def read_beside(package: str, name: str) -> dict[str, Any]:
    """Return the tables of a TOML file next to the modules of a package. Raises InvalidFile with `name:line`."""
    path = f"{module_named(package).__path__[0]}/{name}"
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is not loaded for this alone
        text = file.read()
    try:
        return tomli.loads(text)
    except ValueError as error:
        raise explain(error, text, path) from None


def parse(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """Return the tables of a TOML text, with values of any type. Raises InvalidFile or LimitReached."""
    pay_for(text, name, budget)
    try:
        tables = tomli.loads(text)
        return tomli.loads(composed(dumps(tables))) if "\\u" in text or "\\U" in text else tables
    except RecursionError:
        raise invalid(f"{name}: {TOO_DEEP}") from None
    except ValueError as error:
        raise explain(error, text, name) from None


def decode(raw: bytes, name: str) -> str:
    """Return a UTF-8 file as composed text with LF lines and no byte order mark. Raises InvalidFile or LimitReached."""
    try:
        return composed(raw.decode().removeprefix("\ufeff").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise invalid(f"{name}:{line}: the byte 0x{raw[error.start]:02x} is not UTF-8 text") from None


def composed(text: str) -> str:
    """Return a text composed (NFC), as typed words are. Raises LimitReached for too many marks on one letter."""
    if not text.isascii() and re.search(rf"[\u0300-\u036f]{{{COMBINING_MARKS + 1}}}", text):
        raise at_most("a character", f"{COMBINING_MARKS} combining marks")
    return normalize("NFC", text)


SAVE = "the save"
NOT_UTF8 = "text that is not UTF-8 cannot be saved"
_HEADER = "# Written by rbf after every command. What you change by hand becomes an entry of the journal.\n\n"
_LAST_OF_FOUR_DIGITS = 0xFFFF
_UNSEEN = (
    r"[\x00-\t\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff]"
)


def write_toml(tables: Mapping[str, Any]) -> bytes:
    """Return tables as TOML in canonical form: the same tables give the same bytes, without control characters.

    Top-level values come first, then strings of several lines as literals, then the tables. Raises UsageError for
    text that is not Unicode (bytes that a user typed), LimitReached if it is larger than a file may be, and
    OverwriteRefused if it would not read back the same.
    """
    inner = {key: value for key, value in tables.items() if isinstance(value, dict)}
    long = {key: value for key, value in tables.items() if _is_literal(key, value)}
    top = {key: value for key, value in tables.items() if key not in inner and key not in long}
    budget = Budget(STEPS_OF_A_SAVE)
    first, last = _written(top, budget), _written(inner, budget)
    literals = "".join(f"{key} = '''\n{value}'''\n" for key, value in long.items())
    pay_for(literals, SAVE, budget)
    return _encode(f"{_HEADER}{first}{literals}" + (f"\n{last}" if last else ""))


def _written(tables: Mapping[str, Any], budget: Budget) -> str:
    """Return tables as TOML, read back to be sure. Raises UsageError, OverwriteRefused or LimitReached."""
    wanted = values_of(tables)
    several_lines = rb"\r\n" not in wanted  # tomli-w's multi-line strings lose a CR before LF
    text = escaped(dumps(tables, multiline_strings=several_lines))
    try:
        read = read_toml(_encode(text), SAVE, budget)
    except InvalidFile as wrong:
        raise not_saved(f"{wrong.message}: it") from None
    if values_of(read) != wanted:
        raise not_saved(", ".join(tables))
    return text


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
        raise misuse(NOT_UTF8) from None
    if len(raw) > FILE_BYTES:
        raise at_most("a save", f"{FILE_BYTES:,} bytes", f"{len(raw):,}")
    return raw


def escaped(text: str) -> str:
    """Return TOML text with invisible characters escaped."""
    return re.sub(_UNSEEN, _escape, text)  # compiled at the first write: most commands read


def _escape(unseen: re.Match[str]) -> str:
    number = ord(unseen[0])
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def values_of(tables: Any) -> bytes:
    """Return the values in tables, the same in any order, with 1, true and "1" different. Raises UsageError."""
    try:
        return msgspec.json.encode(tables, order="deterministic")
    except UnicodeEncodeError:
        raise misuse(NOT_UTF8) from None


def authored_lines(
    tables: Mapping[str, Any],
    is_heading: Callable[[Path], bool],
    comment: Callable[[Path, str], Iterable[str]] = lambda _path, _key: (),
    path: Path = (),
) -> Iterator[str]:
    """Yield the lines of tables as authors write them, with headings and comments.

    `is_heading(path)` returns whether a table gets its own heading, `comment(path, key)` the lines above a key.
    """
    headed = {
        key: each
        for key, each in tables.items()
        if isinstance(each, dict)
        and (not path or is_heading((*path, key)) or (each and all(isinstance(one, dict) for one in each.values())))
    }
    if path and (headed.keys() != tables.keys() or not tables):
        yield from ("", f"[{'.'.join(map(key_text, path))}]")
    for key, each in tables.items():
        if key not in headed:
            yield from (*comment(path, key), f"{key_text(key)} = {value_text(each)}")
    for key, each in headed.items():
        yield from authored_lines(each, is_heading, comment, (*path, key))


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
