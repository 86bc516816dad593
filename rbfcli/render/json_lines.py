"""JSON Lines: one object per command, in ASCII, with the envelope of format rbf/1."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from rbfcli.kernel.errors import RbfError

FORMAT = "rbf/1"
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_PLAIN = (str, int, float, dict, list, tuple, type(None))
_LAST_OF_ONE_UNIT = 0xFFFF


def json_line(command: str, /, **facts: object) -> str:
    """The line of a command that succeeded, with its line end: format, success and command come first."""
    return to_json({"format": FORMAT, "ok": True, "command": command, **facts}) + "\n"


def failure_line(command: str, /, **facts: object) -> str:
    """The line of a command whose answer is no."""
    return to_json({"format": FORMAT, "ok": False, "command": command, **facts}) + "\n"


def error_line(command: str, error: RbfError) -> str:
    """The line of a command that failed."""
    return failure_line(command, error=error_facts(error))


def error_facts(error: RbfError) -> dict[str, object]:
    """An error as JSON: keys without a value are empty, never missing."""
    return {
        "kind": error.kind,
        "rule": error.rule,
        "message": error.message,
        "hint": error.hint,
        "suggestions": error.suggestions,
    }


def to_json(value: Any) -> str:
    """A value as JSON; everything but printable ASCII is escaped, so that nothing can control a terminal.

    Plain values are encoded here: importing `json` or msgspec would slow down a roll of dice.
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return f'"{_escaped(value)}"'
        case dict():
            return f"{{{','.join(f'{to_json(key)}:{to_json(each)}' for key, each in value.items())}}}"
        case list() | tuple() if all(isinstance(each, _PLAIN) for each in value):
            return f"[{','.join(map(to_json, value))}]"
        case _:
            return _of_structs(value)


def _of_structs(value: Any) -> str:
    from msgspec.json import encode

    text = encode(value).decode()
    return text if text.isascii() and "\x7f" not in text else "".join(map(_unit, text))


def _escaped(text: str) -> str:
    plain = text.isascii() and text.isprintable() and '"' not in text and "\\" not in text
    return text if plain else "".join(_SHORT.get(letter) or _unit(letter) for letter in text)


def _unit(letter: str) -> str:
    """A printable ASCII character as it is, any other as its UTF-16 units."""
    if " " <= letter <= "~":
        return letter
    code = ord(letter)
    if code <= _LAST_OF_ONE_UNIT:
        return f"\\u{code:04x}"
    code -= _LAST_OF_ONE_UNIT + 1
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
