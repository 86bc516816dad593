"""What of a schema a program may have relied on, and is not there any more."""

from __future__ import annotations

from typing import Any

WORDS = ("description", "title", "$schema")


def breaking_changes(before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """Each place where documents of today are not as they were: a key gone or uncertain, another type, another form.

    More keys, shapes, documents, kinds of events and words of an enumeration are additions; so is a no of what had
    none, where it says why: any line may be answered with `ok` false and an `error`.
    """
    wrong = [f"{name} is gone" for name in before["$defs"] if name not in now["$defs"]]
    for name, shape in before["$defs"].items():
        wrong += _of_shape(name, shape, now["$defs"].get(name, shape))
    return wrong


def _of_shape(path: str, before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    if "properties" in before:
        return _of_object(path, before, now)
    if "anyOf" in before and "anyOf" in now:
        return [
            f"{path} is never {each} now" for each in before["anyOf"] if _bare(each) not in map(_bare, now["anyOf"])
        ]
    if "enum" in before and "enum" in now:
        return [f"{path} is never {each} now" for each in before["enum"] if each not in now["enum"]]
    return [] if _bare(before) == _bare(now) else [f"{path} was {_bare(before)} and is {_bare(now)}"]


def _of_object(path: str, before: dict[str, Any], now: dict[str, Any]) -> list[str]:
    wrong = [f"{path}.{key} is not always there" for key in before["required"] if key not in now.get("required", ())]
    for key, value in before["properties"].items():
        there = now.get("properties", {}).get(key)
        if key == "ok" and _may_say_no(now):
            continue
        wrong += [f"{path}.{key} is gone"] if there is None else _of_shape(f"{path}.{key}", value, there)
    return wrong


def _may_say_no(now: dict[str, Any]) -> bool:
    """Whether a document tells of itself whether it was done, and if not, why."""
    return _bare(now["properties"].get("ok")) == {"type": "boolean"} and "error" in now["required"]


def _bare(part: Any) -> Any:
    """A schema without what it says to people."""
    if isinstance(part, dict):
        return {key: _bare(each) for key, each in part.items() if key not in WORDS or not isinstance(each, str)}
    return [_bare(each) for each in part] if isinstance(part, list) else part
