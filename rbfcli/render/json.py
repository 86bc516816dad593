"""JSON Lines: one object per command, in ASCII, with the envelope of format rbf/1."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct, to_builtins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from rbfcli.core.errors import RbfError
    from rbfcli.render.json_types.general import Error, Failure, Kind


FORMAT = "rbf/1"
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LAST_OF_ONE_UNIT = 0xFFFF
# The tag of each kind of struct met so far, and its keys with the fields that they are of.
_KEYS: dict[type, tuple[str, tuple[tuple[str, str], ...]]] = {}


def json_line(command: str, /, **facts: object) -> str:
    """The line of a command that succeeded, with its line end: format, success and command come first."""
    return to_json({"format": FORMAT, "ok": True, "command": command, **facts}) + "\n"


def failure_line(command: str, /, **facts: object) -> str:
    """The line of a command whose answer is no."""
    return to_json({"format": FORMAT, "ok": False, "command": command, **facts}) + "\n"


def error_line(command: str, error: RbfError) -> str:
    """The line of a command that failed."""
    facts: Failure = {"error": error_facts(error)}
    return failure_line(command, **facts)


def judged_line(command: str, /, *, error: Error | None, **facts: object) -> str:
    """The line of a command that answered, and whose answer is no where there is an `error`."""
    return to_json({"format": FORMAT, "ok": error is None, "command": command, **facts, "error": error}) + "\n"


def faults_facts(faults: Sequence[str]) -> Error | None:
    """What is wrong with something that was looked at, as one error; none where nothing is."""
    return difference_facts("; ".join(faults)) if faults else None


def difference_facts(message: str, kind: Kind = "difference") -> Error:
    """The error of something that was looked at and is not as it should be."""
    return {"kind": kind, "rule": "", "message": message, "hint": "", "suggestions": ()}


def interruption(*, stopped: bool) -> Error | None:
    """The error of something that somebody stopped, and that tells what was known by then; none where nobody did."""
    return difference_facts("stopped before the end", "interrupted") if stopped else None


def error_facts(error: RbfError) -> Error:
    """An error as JSON: keys without a value are empty, never missing."""
    return {
        "kind": error.kind,  # type: ignore[typeddict-item] # a test holds all errors to the kinds of the shape
        "rule": error.rule,
        "message": error.message,
        "hint": error.hint,
        "suggestions": error.suggestions,
    }


def to_json(value: Any) -> str:
    """A value as JSON; everything but printable ASCII is escaped, so that nothing can control a terminal.

    A struct has all its fields, whatever is left out of a save. Plain values are encoded here: importing `json` or
    msgspec would slow down a roll of dice.
    """
    write = _WRITERS.get(type(value))
    return write(value) if write is not None else _of_struct(value)


def _of_dict(value: Any) -> str:
    return f"{{{','.join([f'{to_json(str(key))}:{to_json(each)}' for key, each in value.items()])}}}"


def _of_list(value: Any) -> str:
    return f"[{','.join([to_json(each) for each in value])}]"


def _of_text(value: Any) -> str:
    return f'"{_escaped(value)}"'


_WRITERS: dict[type, Callable[[Any], str]] = {
    type(None): lambda _: "null",
    bool: lambda value: "true" if value else "false",
    int: int.__repr__,
    float: float.__repr__,
    str: _of_text,
    dict: _of_dict,
    list: _of_list,
    tuple: _of_list,
}


def _of_struct(value: Any) -> str:
    """A struct with all its fields, those that are as by default too; anything else as msgspec has it."""
    if isinstance(value, Mapping):
        return _of_dict(value)
    if not isinstance(value, Struct):
        plain = next((write for kind, write in _WRITERS.items() if isinstance(value, kind)), None)
        return plain(value) if plain else to_json(to_builtins(value, order="deterministic"))
    kind = type(value)
    if kind not in _KEYS:
        config, names = kind.__struct_config__, zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
        tag = f"{to_json(config.tag_field)}:{to_json(config.tag)}" if config.tag_field else ""
        _KEYS[kind] = tag, tuple((f"{to_json(key)}:", field) for key, field in names)
    tag, keys = _KEYS[kind]
    fields = ",".join([f"{key}{to_json(getattr(value, field))}" for key, field in keys])
    return f"{{{tag}{',' if tag and fields else ''}{fields}}}"


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
