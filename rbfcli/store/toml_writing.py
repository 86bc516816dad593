"""Plain tables as TOML in one form: read back before they are handed on."""

from __future__ import annotations

import re

import msgspec
import tomli_w

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, RbfError, UsageError, WouldBeLost
from rbfcli.kernel.limits import FILE_BYTES, STEPS_OF_A_SAVE
from rbfcli.store.toml_text import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_HEADER = "# Written by rbf after every command. What you change by hand becomes an entry of the journal.\n\n"
_LAST_OF_FOUR_DIGITS = 0xFFFF
_UNSEEN = re.compile(
    r"[\x00-\t\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff]"
)


def write_toml(tables: Mapping[str, Any]) -> bytes:
    """Write tables in their one form: the same tables give the same bytes, and none of them can control a terminal.

    The text is read back. Raises UsageError for text that is not Unicode (bytes that a user typed), LimitReached for
    more than a file may hold, and WouldBeLost for what would not read back.
    """
    raw = b""
    for several_lines in (True, False):  # tomli-w's form of several lines would lose a CR before LF
        text = _text(tables, several_lines=several_lines)
        raw = _encode(text)
        if _reads_as(text, tables):
            return raw
    raise _lost(tables, raw.decode())


def _text(tables: Mapping[str, Any], *, several_lines: bool) -> str:
    """Write the values at the top, then the tables.

    A text of several lines at the top, such as a journal, stands there as it is, so that people can read it.
    """
    inner = {key: value for key, value in tables.items() if isinstance(value, dict)}
    long = {key: value for key, value in tables.items() if _is_literal(key, value)}
    top = {key: value for key, value in tables.items() if key not in inner and key not in long}
    literal = "".join(f"{key} = '''\n{value}'''\n" for key, value in long.items())
    parts = [escaped(tomli_w.dumps(part, multiline_strings=several_lines)) for part in (top, inner)]
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
        raise UsageError("some text is not UTF-8 and cannot be saved") from None
    if len(raw) > FILE_BYTES:
        raise LimitReached(f"the save would be {len(raw)} bytes long; the limit is {FILE_BYTES}")
    return raw


def _reads_as(text: str, tables: Mapping[str, Any]) -> bool:
    try:
        return _same(tables, read_text(text, "the save", Budget(STEPS_OF_A_SAVE)))
    except InvalidFile:
        return False


def _lost(tables: Mapping[str, Any], text: str) -> RbfError:
    """The error for tables that no file can hold as they are: what they read as, or why they do not."""
    try:
        read_text(text, "the save", Budget(STEPS_OF_A_SAVE))
    except InvalidFile as wrong:
        return WouldBeLost(f"{wrong.message}, so it would not read back", hint="nothing is saved")
    return WouldBeLost(f"{'.'.join(tables)} would read back as something else", hint="nothing is saved")


def escaped(text: str) -> str:
    """Write what nobody sees in a text of TOML as escapes."""
    return _UNSEEN.sub(_escape, text)


def _escape(unseen: re.Match[str]) -> str:
    number = ord(unseen[0])
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def _same(written: Any, read: Any) -> bool:
    """Whether tables are the same but for their order, with 1, true and "1" kept apart."""
    texts = [msgspec.json.encode(tables, order="deterministic") for tables in (written, read)]
    return texts[0] == texts[1]
