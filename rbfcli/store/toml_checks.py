"""Checks of TOML files: nesting, and values that no save can have."""

from __future__ import annotations

import re

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.kernel.limits import BRACKETS_NESTED, INTEGER, KEY_PARTS, NUMBER_DIGITS, TABLES_NESTED
from rbfcli.store.plain_toml import BYTES_A_STEP, LETTERS_A_STEP, STEPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from rbfcli.kernel.budget import Budget

    Path = tuple[str | int, ...]

_KINDS = (str, int, bool)
_LONG_NUMBER = re.compile(rf"[=\[,][ \t\n]*+[+-]?[0-9][0-9A-Za-z_.+-]{{{NUMBER_DIGITS}}}")
# Short texts in double quotes, keys and blanks are paid for by their marks.
_FEW = 100_000
_LONG = 65
_LONG_RUN = re.compile(rf"[A-Za-z0-9_ \t-]{{{_LONG},}}")

# Strings and comments. Each alternative matches once it has begun, even without its end: so a scan is linear.
QUOTED = re.compile(
    r'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"{3,5})?'
    r"|'''[^']*+(?:'(?!'')[^']*+)*+(?:'{3,5})?"
    r'|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)


def check_shape(text: str, name: str, budget: Budget) -> None:
    """Spend what reading takes, and raise for brackets or dotted keys nested too deep; tomllib is quadratic in both.

    Raises InvalidFile, and LimitReached for a number too long or a file that the budget is too small for.
    """
    steps = len(text) // BYTES_A_STEP + text.count("\\")
    too_much, hint = f"{name} holds too much to read", "split it, or leave out what no fight needs"
    budget.spend(steps, too_much, hint)
    bare = QUOTED.sub("", text)
    longest = max(map(len, bare.split("\n")))
    if longest > NUMBER_DIGITS and _LONG_NUMBER.search(bare):
        kept = _with_lines(text)
        found = _LONG_NUMBER.search(kept)
        line = 1 + kept.count("\n", 0, found.end() if found else 0)
        raise LimitReached(f"{name}:{line}: a number has at most {NUMBER_DIGITS:,} digits")
    budget.spend(sum(bare.count(mark) * each for mark, each in STEPS), too_much, hint)
    budget.spend(_letters(text, bare, longest) // LETTERS_A_STEP, too_much, hint)
    if bare.count("[") + bare.count("{") > BRACKETS_NESTED and (at := _too_deep(bare)) is not None:
        line = _line_of(at, text, _too_deep)
        raise InvalidFile(f"{name}:{line}: brackets are nested more than {BRACKETS_NESTED} deep")
    if longest >= KEY_PARTS and (at := _too_many_parts(bare)) is not None:
        line = _line_of(at, text, _too_many_parts)
        raise InvalidFile(f"{name}:{line}: a dotted key has more than {KEY_PARTS} parts")


def _letters(text: str, bare: str, longest: int) -> int:
    """How many letters tomllib looks at one by one: of texts that have escapes, and of long runs of others."""
    quoted = len(text) - len(bare)
    if quoted > _FEW:
        quoted = sum(len(each) for each in QUOTED.findall(text) if each[0] == '"')
    runs = _LONG_RUN.findall(bare) if longest >= _LONG else ()
    return (quoted if quoted > _FEW else 0) + sum(map(len, runs))


def wrong_value(tables: dict[str, Any]) -> tuple[Path, str] | None:
    """The first value that no save can have, and why: a number too big to be exact, a fraction, a date, a time."""
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
    return (), f"tables are nested more than {TABLES_NESTED} deep"


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


def _too_deep(bare: str) -> int | None:
    """Where brackets are nested too deep."""
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > BRACKETS_NESTED:
            return bracket.start()
    return None


def _too_many_parts(bare: str) -> int | None:
    """Where a dotted key has too many parts."""
    if bare.count(".") < KEY_PARTS:
        return None
    found = re.search(rf"(?<![^\[\]{{}}=,\n])(?:[^\[\]{{}}=,\n.]*+\.){{{KEY_PARTS}}}", bare)
    return found.start() if found else None


def _line_of(at: int, text: str, faulty: Callable[[str], int | None]) -> int:
    """The line of what is wrong, which is at a place of the text without strings: found again with their lines."""
    kept = _with_lines(text)
    found = faulty(kept)
    return 1 + kept.count("\n", 0, at if found is None else found)


def _with_lines(text: str) -> str:
    """The text without comments and strings, but with all its line ends."""
    return QUOTED.sub(lambda quoted: "\n" * quoted[0].count("\n"), text)
