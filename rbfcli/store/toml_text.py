"""TOML as bytes and as plain tables: checked before parsing, canonical when written."""

from __future__ import annotations

import re
import tomllib

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, UsageError
from rbfcli.store.limits import FILE_BYTES
from rbfcli.store.toml_checks import check_shape, wrong_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_HEADER = "# Written by rbf after every command. What you change by hand becomes the new start of the fight.\n\n"
_LAST_OF_FOUR_DIGITS = 0xFFFF
_UNSEEN = (
    r"[\x00-\t\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff]"
)


def read_toml(raw: bytes, name: str, budget: Budget | None = None) -> dict[str, Any]:
    """The tables of a TOML 1.0 file: text, whole numbers, true and false, lists and tables.

    Raises InvalidFile with `name:line` for what is not TOML, not UTF-8, too big, too deeply nested, or of another type,
    and LimitReached past the budget.
    """
    if len(raw) > FILE_BYTES:
        raise InvalidFile(f"{name} is larger than {FILE_BYTES} bytes, the limit for files")
    text = decode(raw, name)
    check_shape(text, name, budget or Budget())
    try:
        tables = tomllib.loads(text)
    except ValueError as error:
        from rbfcli.store.toml_syntax import explain

        raise InvalidFile(explain(error, text, name)) from None
    wrong = wrong_value(tables)
    if wrong is not None:
        from rbfcli.store.toml_positions import located

        raise InvalidFile(located(*wrong, text, name))
    return tables


def decode(raw: bytes, name: str) -> str:
    """The text of a UTF-8 file, its lines ended by LF, without a byte order mark.

    Raises InvalidFile with the line of the first byte that is not UTF-8.
    """
    try:
        return raw.decode().removeprefix("\ufeff").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidFile(f"{name}:{line}: the byte 0x{raw[error.start]:02x} is not UTF-8 text") from None


def write_toml(tables: Mapping[str, Any]) -> bytes:
    """The one form of these tables: the same state gives the same bytes, and none of them can control a terminal.

    Text of several lines stays so; at the top, where a journal is, in the form that needs no escapes. Raises UsageError
    for text that is not Unicode (bytes that a user typed), and LimitReached for more than a file may hold.
    """
    for several_lines in (True, False):  # tomli-w's form of several lines loses a CR before LF
        text = _HEADER + _body(tables, several_lines=several_lines)
        if _same(tables, tomllib.loads(text)):
            return _encode(text)
    raise AssertionError("the save would not read back as it was written")


def _body(tables: Mapping[str, Any], *, several_lines: bool) -> str:
    """Plain values, then long texts, then tables; a literal text is read ten times as fast as one with escapes."""
    import tomli_w

    literal = [key for key, value in tables.items() if several_lines and _is_literal(key, value)]
    plain = {key: value for key, value in tables.items() if isinstance(value, str | int) and key not in literal}
    deep = {key: value for key, value in tables.items() if not isinstance(value, str | int)}
    return "".join(
        (
            re.sub(_UNSEEN, _escape, tomli_w.dumps(plain, multiline_strings=several_lines)),
            *(f"{key} = '''\n{tables[key]}'''\n" for key in literal),
            "\n" if deep else "",
            re.sub(_UNSEEN, _escape, tomli_w.dumps(deep, multiline_strings=several_lines)),
        )
    )


def _is_literal(key: str, value: Any) -> bool:
    return (
        isinstance(value, str)
        and "\n" in value
        and "'''" not in value
        and not value.endswith("'")
        and not re.search(_UNSEEN, value)
        and key.isascii()
        and key.isidentifier()
    )


def _encode(text: str) -> bytes:
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raise UsageError("some text is not UTF-8 and cannot be saved") from None
    if len(raw) > FILE_BYTES:
        raise LimitReached(f"the save would be {len(raw)} bytes long; the limit is {FILE_BYTES}")
    check_shape(text, "the save", Budget())
    return raw


def _escape(unseen: re.Match[str]) -> str:
    number = ord(unseen[0])
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def _same(written: Any, read: Any) -> bool:
    match written:
        case dict():
            return (
                type(read) is dict
                and written.keys() == read.keys()
                and all(_same(value, read[key]) for key, value in written.items())
            )
        case list() | tuple():
            return type(read) is list and len(written) == len(read) and all(map(_same, written, read))
        case _:
            return type(written) is type(read) and bool(written == read)
