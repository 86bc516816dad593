"""JSON Lines output: one ASCII object per command, with the envelope of format rbf/1."""

from __future__ import annotations

from collections.abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from rbfcli.core.errors import RbfError
    from rbfcli.core.mistakes import Mistake
    from rbfcli.render.json_types.general import Error, Kind


FORMAT = "rbf/1"


def json_line(command: str, /, **facts: object) -> str:
    """Return the line of a completed command; `ok` is false if the facts contain an `error`."""
    ok = facts.get("error") is None
    return to_json({"format": FORMAT, "ok": ok, "command": command, **facts}) + "\n"


def error_line(command: str, error: RbfError) -> str:
    """Return the line of a command that failed with an error."""
    return json_line(command, error=error_facts(error))


def faults_facts(faults: Sequence[str]) -> Error | None:
    """Return the faults found by a check as one error, or None if there are none."""
    return difference_facts("; ".join(faults)) if faults else None


def difference_facts(message: str, kind: Kind = "difference") -> Error:
    """Return the error for a check that found a difference."""
    return {"kind": kind, "rule": "", "message": message, "hint": "", "suggestions": ()}


def error_facts(error: RbfError) -> Error:
    """Return an error as JSON, with all that its hint names. Keys without a value are empty, never missing."""
    return {
        "kind": error.kind,  # type: ignore[typeddict-item] # a test checks the kinds of all errors
        "rule": error.rule,
        "message": error.message,
        "hint": error.hint,
        "suggestions": suggestions_of(error),
    }


def suggestions_of(wrong: RbfError | Mistake) -> tuple[str, ...]:
    """Return the words and lines that an error or mistake suggests, and all others that its hint names."""
    return tuple(dict.fromkeys((*wrong.suggestions, *wrong.named)))


def to_json(value: Any) -> str:
    """Return a value as JSON in printable ASCII, so that no text can control a terminal."""
    from json import dumps  # noqa: PLC0415 - rolls printed as text do not need json or its imports

    return dumps(value, separators=(",", ":"), default=_plain)


def _plain(value: Any) -> Any:
    """Return a struct as a dict with all its fields, including the defaults that saves omit."""
    if isinstance(value, Mapping):
        return dict(value)
    from msgspec import Struct, to_builtins  # noqa: PLC0415 - rolls have no structs and would wait for it

    if not isinstance(value, Struct):
        return to_builtins(value, order="deterministic")
    config, names = value.__struct_config__, zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    tag = {config.tag_field: config.tag} if config.tag_field else {}
    return tag | {key: getattr(value, field) for key, field in names}
