"""Plain tables as TOML in one form: read back before they are handed on."""

from __future__ import annotations

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, RbfError, UsageError, WouldBeLost
from rbfcli.kernel.limits import FILE_BYTES, STEPS_OF_A_SAVE
from rbfcli.store.plain_text import is_seen, plain_table, plain_text
from rbfcli.store.plain_toml import BYTES_A_STEP, LETTERS_A_STEP, STEPS
from rbfcli.store.plain_values import NotPlain
from rbfcli.store.toml_text import TomlText, read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    Path = tuple[str, ...]

_HEADER = "# Written by rbf after every command. What you change by hand becomes an entry of the journal.\n\n"
_LAST_OF_FOUR_DIGITS = 0xFFFF
_UNSEEN = (
    r"[\x00-\t\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    r"\U000e0000-\U000e0fff]"
)


def write_toml(tables: Mapping[str, Any]) -> bytes:
    """The one form of these tables, as bytes: see `written`."""
    return written(tables).raw


def written(tables: Mapping[str, Any], known: TomlText | None = None) -> TomlText:
    """The one form of these tables: the same state gives the same bytes, and none of them can control a terminal.

    All of it is read back, but for the pieces that stand in the `known` text as they are, for the same values.
    Raises UsageError for text that is not Unicode (bytes that a user typed), LimitReached for more than a file may
    hold, and WouldBeLost for what would not read back.
    """
    before = known.raw.decode(errors="replace") if known else ""
    parts, at = [_HEADER, _top({key: value for key, value in tables.items() if not isinstance(value, dict)})], 0
    new: dict[int, tuple[Path, dict[str, Any]]] = {}
    for path, table in _pieces(tables):
        text = _text_of(path, table)
        found = before.find(text, at) if known and _same(table, _at(known.tables, path)) else -1
        at = max(at, found)
        if found < 0:
            new[len(parts)] = path, table
        parts.append(text)
    if not _reads_as("".join(parts[number] for number in new), _joined(new.values())):
        for number, (path, table) in new.items():
            parts[number] = _checked(parts[number], _joined([(path, table)]))
    return TomlText(_encode("".join(parts)), tables)


def _top(values: Mapping[str, Any]) -> str:
    """What stands before all tables: plain values, texts of several lines, and lists.

    A text of several lines is written as it is, if it can be: so it is read ten times as fast as one with escapes.
    """
    for several_lines in (True, False):
        long = {key: value for key, value in values.items() if several_lines and _is_literal(key, value)}
        lists = {key: value for key, value in values.items() if not isinstance(value, str | int)}
        plain = {key: value for key, value in values.items() if key not in long and key not in lists}
        literal = "".join(f"{key} = '''\n{value}'''\n" for key, value in long.items())
        text = _text(plain, several_lines=several_lines) + literal + _text(lists, several_lines=several_lines)
        if _reads_as(text, values):
            return text
    raise _lost(values)


def _pieces(tables: Mapping[str, Any]) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The tables that can be read alone, each with its path: of tables of tables each of these."""
    for key, table in tables.items():
        if not isinstance(table, dict):
            continue
        plain = {name: value for name, value in table.items() if not isinstance(value, dict)}
        if plain or not table:
            yield (key,), plain
        for name, value in table.items():
            if not isinstance(value, dict):
                continue
            if value and all(isinstance(inner, dict) for inner in value.values()):
                yield from (((key, name, each), inner) for each, inner in value.items())
            else:
                yield (key, name), value


def _joined(pieces: Iterable[tuple[Path, dict[str, Any]]]) -> dict[str, Any]:
    """The tables of which these are the pieces."""
    whole: dict[str, Any] = {}
    for path, piece in pieces:
        table = whole
        for key in path:
            table = table.setdefault(key, {})
        table.update(piece)
    return whole


def _at(tables: Any, path: Path) -> Any:
    for key in path:
        tables = tables.get(key) if isinstance(tables, dict) else None
    return tables


def _checked(text: str, piece: dict[str, Any]) -> str:
    """The text of a piece, if it reads as what it is; tomli-w's form of several lines would lose a CR before LF."""
    for each in (text, _text(piece, several_lines=False)):
        if _reads_as(each, piece):
            return each
    raise _lost(piece)


def _text_of(path: Path, table: dict[str, Any]) -> str:
    """The text of a piece, behind an empty line."""
    try:
        return f"\n{plain_table(path, table)}"
    except NotPlain:
        return _text(_joined([(path, table)]))


def _text(tables: Mapping[str, Any], *, several_lines: bool = True) -> str:
    try:
        text = plain_text(tables)
    except NotPlain:
        import tomli_w

        text = escaped(tomli_w.dumps(tables, multiline_strings=several_lines))
    return f"\n{text}" if text.startswith("[") else text


def _reads_as(text: str, tables: Mapping[str, Any]) -> bool:
    try:
        return _same(tables, read_text(text, "the save", Budget()))
    except InvalidFile:
        return False


def _lost(tables: Mapping[str, Any]) -> RbfError:
    """The error for tables that no file can hold as they are: what they read as, or why they do not."""
    try:
        read_text(_text(tables), "the save", Budget())
    except InvalidFile as wrong:
        return WouldBeLost(f"{wrong.message}, so it would not read back", hint="nothing is saved")
    return WouldBeLost(f"{'.'.join(tables)} would read back as something else", hint="nothing is saved")


def _is_literal(key: str, value: Any) -> bool:
    return (
        isinstance(value, str)
        and "\n" in value
        and "'''" not in value
        and not value.endswith("'")
        and (is_seen(value) or escaped(value) == value)
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
    if most_steps(text) > STEPS_OF_A_SAVE:
        from rbfcli.store.toml_checks import check_shape

        check_shape(text, "the save", Budget(STEPS_OF_A_SAVE))
    return raw


def most_steps(text: str) -> int:
    """What it takes at most to read a text, in steps, as `toml_checks` counts them outside of texts in quotes alone."""
    letters = len(text) // BYTES_A_STEP + len(text) // LETTERS_A_STEP + text.count("\\")
    return letters + sum(text.count(mark) * each for mark, each in STEPS)


def escaped(text: str) -> str:
    """A text of TOML with what nobody sees written as escapes."""
    if is_seen(text):
        return text
    import re

    return re.sub(_UNSEEN, _escape, text)


def _escape(unseen: re.Match[str]) -> str:
    number = ord(unseen[0])
    return f"\\u{number:04x}" if number <= _LAST_OF_FOUR_DIGITS else f"\\U{number:08x}"


def _same(written: Any, read: Any) -> bool:
    if written is read:
        return True
    match written:
        case dict():
            return (
                isinstance(read, dict)
                and written.keys() == read.keys()
                and all(value is read[key] or _same(value, read[key]) for key, value in written.items())
            )
        case list() | tuple():
            return isinstance(read, list | tuple) and len(written) == len(read) and all(map(_same, written, read))
        case _:
            return type(written) is type(read) and bool(written == read)
