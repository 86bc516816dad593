"""Checks of TOML files: nesting, and values that no save can have."""

from __future__ import annotations

import re
from bisect import bisect_left

from rbfcli.kernel.errors import InvalidFile
from rbfcli.store.limits import DEPTH, INTEGER, KEY_PARTS, NESTING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Path = tuple[str | int, ...]

_KINDS = (str, int, bool)

# Strings and comments. Each alternative matches once it has begun, even without its end: so a scan is linear.
QUOTED = re.compile(
    r'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"{3,5})?'
    r"|'''[^']*+(?:'(?!'')[^']*+)*+(?:'{3,5})?"
    r'|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)


def check_shape(text: str, name: str) -> None:
    """Raise InvalidFile if brackets or dotted keys are nested too deep; tomllib is quadratic in both."""
    bare = QUOTED.sub("", text)
    if bare.count("[") + bare.count("{") > NESTING and _deepest(bare) > NESTING:
        line = _first_line(text, lambda start: _deepest(start) > NESTING)
        raise InvalidFile(f"{name}:{line}: brackets are nested more than {NESTING} deep")
    if _most_parts(bare) > KEY_PARTS:
        line = _first_line(text, lambda start: _most_parts(start) > KEY_PARTS)
        raise InvalidFile(f"{name}:{line}: a dotted key has more than {KEY_PARTS} parts")


def wrong_value(tables: dict[str, Any]) -> tuple[Path, str] | None:
    """The first value that no save can have, and why: a number too big to be exact, a fraction, a date, a time."""
    level: list[Any] = [tables]
    for _ in range(DEPTH):
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
    return (), f"tables are nested more than {DEPTH} deep"


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value of some tables with its path, tables and lists included."""
    yield path, value
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walk(each, (*path, key))


def _path_of(value: Any, tables: dict[str, Any]) -> Path:
    return next(path for path, each in walk(tables) if each is value)


def _size(number: int) -> str:
    return f"{number:.3e}" if abs(number) < 10**300 else "too big"


def _deepest(bare: str) -> int:
    depth = deepest = 0
    for bracket in re.findall(r"[\[\]{}]", bare):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _most_parts(bare: str) -> int:
    return 1 + max(piece.count(".") for piece in re.split(r"[\[\]{}=,\n]", bare))


def _first_line(text: str, faulty: Callable[[str], bool]) -> int:
    lines = QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), text).split("\n")
    starts = range(1, len(lines) + 1)
    return starts[bisect_left(starts, 1, key=lambda count: int(faulty("\n".join(lines[:count]))))]
