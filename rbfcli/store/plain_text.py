"""Tables as the text that tomli-w makes of them, several times as fast, where they hold nothing unusual."""

from __future__ import annotations

from functools import lru_cache

from rbfcli.store.plain_values import NotPlain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

KEYS_KNOWN = 1_000
_INDENT = "    "
# tomli-w writes tables of a list within lines no longer than this, and else with headers of their own.
_LONGEST_LINE = 100
_FIRST_TAG = "\U000e0000"


def plain_text(tables: Mapping[str, Any]) -> str:
    """The text of tables. Raises NotPlain where they hold what is written in another way, such as an escape."""
    parts: list[str] = []
    _write(tables, "", parts)
    return "".join(parts)


def plain_table(path: tuple[str, ...], table: Mapping[str, Any]) -> str:
    """The text of one table, with its header and those that are in it. Raises NotPlain, as `plain_text`."""
    parts: list[str] = []
    _write(table, ".".join(map(_key, path)), parts)
    return "".join(parts)


def _write(table: Mapping[str, Any], name: str, parts: list[str]) -> None:
    """Add a table to the parts of the text, with those that are in it behind its own values."""
    rows: list[str] = []
    inner: list[tuple[str, Mapping[str, Any]]] = []
    for key, value in table.items():
        kind = type(value)
        if kind is int:
            rows.append(f"{_key(key)} = {value}\n")
        elif kind is str:
            rows.append(f"{_key(key)} = {_string(value)}\n")
        elif isinstance(value, dict):
            inner.append((key, value))
        else:
            rows.append(f"{_key(key)} = {_value(value)}\n")
    above = len(parts)
    if name and (rows or not inner):
        parts.append(f"[{name}]\n")
    parts += rows
    for key, each in inner:
        if len(parts) > above:
            parts.append("\n")
        _write(each, f"{name}.{_key(key)}" if name else _key(key), parts)


@lru_cache(KEYS_KNOWN)
def _key(key: str) -> str:
    is_bare = key and key.isascii() and f"_{key}".replace("-", "_").isidentifier()
    return key if is_bare else _string(key)


def _value(value: Any, depth: int = 0) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _string(value)
        case list() | tuple():
            return _items(value, depth + 1)
        case _:
            raise NotPlain


def _items(items: list[Any] | tuple[Any, ...], depth: int) -> str:
    if not items:
        return "[]"
    indent = _INDENT * depth
    rows = [_pairs(each, depth) if isinstance(each, dict) else _value(each, depth) for each in items]
    return "[\n" + "".join(f"{indent}{row},\n" for row in rows) + f"{_INDENT * (depth - 1)}]"


def _pairs(table: Mapping[str, Any], depth: int) -> str:
    """A table within a line of a list that is not within another; a longer line is for tomli-w."""
    row = ", ".join(f"{_key(key)} = {_value(value)}" for key, value in table.items())
    if depth > 1 or not row or "\n" in row or len(row) + len(_INDENT) + len("{  },") > _LONGEST_LINE:
        raise NotPlain
    return f"{{ {row} }}"


@lru_cache(KEYS_KNOWN)
def _string(text: str) -> str:
    if '"' in text or "\\" in text or "\n" in text or not is_seen(text):
        raise NotPlain
    return f'"{text}"'


def is_seen(text: str) -> bool:
    """Whether all letters of a text are surely such as one sees, or ends of lines."""
    return text.replace("\n", "").isprintable() and (text.isascii() or max(text) < _FIRST_TAG)
