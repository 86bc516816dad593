"""JSON Lines: one object a command, ASCII only, the envelope of format rbf/1."""

from collections.abc import Mapping
from typing import Any

import msgspec

from rbfcli.kernel.errors import RbfError

FORMAT = "rbf/1"
_LAST_OF_ONE_UNIT = 0xFFFF
_ENCODER = msgspec.json.Encoder()


def document(facts: Mapping[str, Any]) -> str:
    """One line of JSON; what is not ASCII is escaped, so that nothing can play with a terminal."""
    text = _ENCODER.encode({"format": FORMAT, **facts}).decode()
    return text if text.isascii() and "\x7f" not in text else "".join(map(_escaped, text))


def error_document(command: str, error: RbfError) -> str:
    """The JSON line of a command that failed; keys that have nothing to say are empty, never missing."""
    said = {
        "kind": error.kind,
        "rule": error.rule,
        "message": error.message,
        "hint": error.hint,
        "suggestions": error.suggestions,
    }
    from json import dumps

    line = dumps({"format": FORMAT, "ok": False, "command": command, "error": said}, separators=(",", ":"))
    return line.replace("\x7f", "\\u007f")


def _escaped(letter: str) -> str:
    code = ord(letter)
    if " " <= letter < "\x7f":
        return letter
    if code > _LAST_OF_ONE_UNIT:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"
