"""TOML as bytes and as plain tables: checked before parsing."""

from __future__ import annotations

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import FILE_BYTES
from rbfcli.store.plain_toml import plain_tables, steps_of_plain
from rbfcli.store.plain_values import NotPlain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Above this size it pays to load what reads lines of the common forms at once.
WORTH_IT = 50_000


def read_toml(raw: bytes, name: str, budget: Budget | None = None) -> dict[str, Any]:
    """The tables of a TOML 1.0 file: text, whole numbers, true and false, lists and tables.

    Raises InvalidFile with `name:line` for what is not TOML, not UTF-8, too big, too deeply nested, or of another type,
    and LimitReached past the budget.
    """
    if len(raw) > FILE_BYTES:
        raise InvalidFile(f"{name} is larger than {FILE_BYTES} bytes, the limit for files")
    return read_text(decode(raw, name), name, budget or Budget())


def read_text(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """The tables of a text, as `read_toml`."""
    plain = _plain(text, budget)
    if plain is not None:
        return plain
    tables = _parse(text, name, budget)
    from rbfcli.store.toml_checks import wrong_value

    wrong = wrong_value(tables)
    if wrong is not None:
        from rbfcli.store.toml_positions import located

        raise InvalidFile(located(*wrong, text, name))
    return tables


def parse(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """The tables of a text, whatever the types of their values. Raises InvalidFile or LimitReached."""
    plain = _plain(text, budget)
    return _parse(text, name, budget) if plain is None else plain


def _plain(text: str, budget: Budget) -> dict[str, Any] | None:
    """The tables of a text in the form of saves; None for any other, and where the budget is too small for sure."""
    steps = steps_of_plain(text)
    if steps > budget.steps:
        return None
    try:
        tables = plain_tables(text)
    except NotPlain:
        return None
    budget.steps -= steps
    return tables


def _parse(text: str, name: str, budget: Budget) -> dict[str, Any]:
    import tomllib

    from rbfcli.store.toml_checks import check_shape

    check_shape(text, name, budget)
    tables = _large(text) if len(text) > WORTH_IT else None
    try:
        return tomllib.loads(text) if tables is None else tables
    except ValueError as error:
        from rbfcli.store.toml_syntax import explain

        raise explain(error, text, name) from None


def _large(text: str) -> dict[str, Any] | None:
    """The tables of a large text, if what reads those quickly can read it."""
    from rbfcli.store.toml_lines import Uncommon, read_lines

    try:
        return read_lines(text)
    except Uncommon:
        return None


def decode(raw: bytes, name: str) -> str:
    """The text of a UTF-8 file, its lines ended by LF, without a byte order mark.

    Raises InvalidFile with the line of the first byte that is not UTF-8.
    """
    try:
        return raw.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidFile(f"{name}:{line}: the byte 0x{raw[error.start]:02x} is not UTF-8 text") from None


class TomlText:
    """The bytes of a TOML file, and the tables that they are known to read as."""

    __slots__ = ("raw", "tables")

    def __init__(self, raw: bytes, tables: Mapping[str, Any]) -> None:
        self.raw = raw
        self.tables = tables
