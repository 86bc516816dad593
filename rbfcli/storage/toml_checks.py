"""Checks of TOML files: their format, the cost of reading them, and values that no save can hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rbfcli.core.errors import InvalidFile, invalid, must_be
from rbfcli.core.limits import INTEGER, TABLES_NESTED, Budget
from rbfcli.storage.paths import FORMAT

Path = tuple[str | int, ...]


# Steps for each of these characters: a key is read, written and read back.
STEPS = (("=", 6), ("[", 5), ("{", 1), (",", 1), (".", 1), ("\\", 1), ("\n", 1))
BYTES_A_STEP = 60
# Reading a number or key as long as its line takes fifty times its length in memory.
LETTERS_OF_A_LINE_A_STEP = 5
TOO_DEEP = f"tables are nested more than {TABLES_NESTED} deep"
_KINDS = (str, int, bool)


def check_format(raw: Mapping[str, Any], name: str, newest: int = FORMAT) -> int:
    """Return a file's format. Raises InvalidFile if missing, invalid, or newer than `newest` (V-01)."""
    match raw.get("format"):
        case None:
            what = "the file is empty" if not raw else "missing format"
            raise invalid(f"{name}:1: {what}", hint=f"begin the file with the line: format = {newest}")
        case bool() | str() | list() | dict() as wrong:
            raise must_be(
                f"{name}:1: format", f"the number {newest}", wrong, hint=f"write format = {newest}", error=InvalidFile
            )
        case int(number) if number > newest:
            raise invalid(f"{name}: made by a newer rbf (format {number}); this one reads up to {newest}")
        case int(number) if number > 0:
            return number
        case strange:
            raise must_be(
                f"{name}:1: format", f"from 1 to {newest}", strange, hint=f"write format = {newest}", error=InvalidFile
            )


def pay_for(text: str, name: str, budget: Budget) -> None:
    """Spend the steps for reading a text. Raises LimitReached if the budget is too small."""
    too_much, hint = f"{name} is too long to read", "split it, or remove what no fight needs"
    budget.spend(len(text) // BYTES_A_STEP + sum(text.count(mark) * each for mark, each in STEPS), too_much, hint)
    budget.spend(max(map(len, text.split("\n"))) // LETTERS_OF_A_LINE_A_STEP, too_much, hint)


def wrong_value(tables: dict[str, Any]) -> tuple[Path, str] | None:
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
                    return _path_of(value, tables), f"is {_size(value)}; write a whole number from -2^53 to 2^53"
                elif kind not in _KINDS:
                    return _path_of(value, tables), f"is {value}; write a whole number or text in quotes"
        if not inner:
            return None
        level = inner
    return (), TOO_DEEP


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every value in some tables with its path, including tables and lists."""
    yield path, value
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walk(each, (*path, key))


def _path_of(value: Any, tables: dict[str, Any]) -> Path:
    return next(path for path, each in walk(tables) if each is value)


def _size(number: int) -> str:
    return f"{number:.3e}" if abs(number) < 10**300 else "too big"
