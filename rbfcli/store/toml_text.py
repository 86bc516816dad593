"""TOML as bytes and as plain tables: checked before parsing."""

from __future__ import annotations

import tomli

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.limits import FILE_BYTES
from rbfcli.store.toml_checks import TOO_DEEP, pay_for, wrong_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def read_toml(raw: bytes, name: str, budget: Budget | None = None) -> dict[str, Any]:
    """Read a TOML file into tables: text, whole numbers, true and false, lists and tables.

    Raises InvalidFile with `name:line` for what is not TOML, not UTF-8, too big, too deeply nested, or of another type,
    and LimitReached past the budget.
    """
    if len(raw) > FILE_BYTES:
        raise InvalidFile(f"{name} is larger than {FILE_BYTES} bytes, the limit for files")
    return read_text(decode(raw, name), name, budget or Budget())


def read_text(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """Read a text as `read_toml` reads a file."""
    tables = parse(text, name, budget)
    wrong = wrong_value(tables)
    if wrong is not None:
        from rbfcli.store.toml_positions import located

        raise InvalidFile(located(*wrong, text, name))
    return tables


def parse(text: str, name: str, budget: Budget) -> dict[str, Any]:
    """Read a text, whatever the types of its values. Raises InvalidFile or LimitReached."""
    pay_for(text, name, budget)
    try:
        return tomli.loads(text)
    except RecursionError:
        raise InvalidFile(f"{name}: {TOO_DEEP}") from None
    except ValueError as error:
        from rbfcli.store.toml_syntax import explain

        raise explain(error, text, name) from None


def decode(raw: bytes, name: str) -> str:
    """Decode a UTF-8 file: its lines end with LF, and a byte order mark is dropped.

    Raises InvalidFile with the line of the first byte that is not UTF-8.
    """
    try:
        return raw.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidFile(f"{name}:{line}: the byte 0x{raw[error.start]:02x} is not UTF-8 text") from None
