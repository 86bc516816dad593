"""JSON Lines: one object per command, in ASCII, with the envelope of format rbf/1."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from rbfcli.core.errors import RbfError
    from rbfcli.render.json_types.general import Error, Failure, Kind


FORMAT = "rbf/1"


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
        "suggestions": tuple(dict.fromkeys((*error.suggestions, *error.named))),
    }


def to_json(value: Any) -> str:
    """Write a value as JSON; everything but printable ASCII is escaped, so that nothing can control a terminal."""
    from json import dumps  # noqa: PLC0415 - a roll that prints text needs neither json nor what it imports

    return dumps(value, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    """Return a struct as a dict with all its fields, also those with their defaults, which saves omit."""
    if isinstance(value, Mapping):
        return dict(value)
    from msgspec import Struct, to_builtins  # noqa: PLC0415 - a roll has no structs, and msgspec takes longer than it

    if not isinstance(value, Struct):
        return to_builtins(value, order="deterministic")
    config, names = value.__struct_config__, zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return tag | {key: getattr(value, field) for key, field in names}
