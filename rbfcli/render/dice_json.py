"""JSON in ASCII for rolls and odds, without the 5 ms that the standard module costs a start."""

from __future__ import annotations

from rbfcli.kernel.notation.canonical import line_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from rbfcli.kernel.notation.judged import Judged
    from rbfcli.kernel.notation.rolled import Die

    Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"

FORMAT = "rbf/1"
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_LAST_OF_ONE_UNIT = 0xFFFF


def document(command: str, facts: Mapping[str, Json]) -> str:
    """The envelope of a command that was done, on one line."""
    return encoded({"format": FORMAT, "ok": True, "command": command, **facts}) + "\n"


def encoded(value: Json) -> str:
    """A value as JSON, all but printable ASCII escaped."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case str():
            return f'"{"".join(map(_escaped, value))}"'
        case dict():
            return f"{{{', '.join(f'{encoded(key)}: {encoded(each)}' for key, each in value.items())}}}"
        case _:
            return f"[{', '.join(map(encoded, value))}]"


def _escaped(letter: str) -> str:
    if letter in _SHORT:
        return _SHORT[letter]
    if " " <= letter <= "~":
        return letter
    code = ord(letter)
    if code <= _LAST_OF_ONE_UNIT:
        return f"\\u{code:04x}"
    code -= _LAST_OF_ONE_UNIT + 1
    return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"


def roll_event(judged: Judged, label: str) -> dict[str, Json]:
    """A roll as the event `rolled`, with the history of every die in draw order."""
    rolled = judged.rolled
    return {
        "event": "rolled",
        "label": label or rolled.line.comment,
        "expression": line_text(rolled.line),
        "dice": [_die(die) for die in rolled.dice],
        "total": rolled.total,
        "exact": str(rolled.exact),
        "against": judged.against,
        "margin": judged.margin,
        "outcome": judged.outcome,
    }


def _die(die: Die) -> dict[str, Json]:
    return {
        "sides": die.sides,
        "low": die.low,
        "face": die.face,
        "value": die.value,
        "kept": die.kept,
        "given": die.given,
        "why": [{"what": what, "by": modifier} for what, modifier in die.why],
    }
