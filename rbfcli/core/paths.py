"""Paths into a fight: as parts, and as people type them, with dots."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec

Path = tuple[str, ...]

_PLACE = r"\[\.\.\.\]|[^.\[\]]+"
_PART = r""""(?P<escaped>(?:[^"\\]|\\.)*)"(?=[.=]|$)|'(?P<literal>[^']*)'(?=[.=]|$)|(?P<bare>[^.=]*)"""


@lru_cache(maxsize=256)
def dotted(path: Path) -> str:
    """Return a path as typed, such as `turn.free`; a part that contains a dot is in quotes."""
    return path[0] if len(path) == 1 else ".".join([part if _is_bare(part) else _quoted(part) for part in path])


def in_words(path: tuple[str | int, ...]) -> str:
    """Return a path, possibly through lists, as people write it: `combatants.vex.weapons[2]`, lists counted from 1."""
    parts = (
        f"[{part + 1}]" if isinstance(part, int) else f".{part if _is_bare(part) else _quoted(part)}" for part in path
    )
    return "".join(parts).removeprefix(".")


def _is_bare(part: str) -> bool:
    return part != "" and "." not in part and "=" not in part and not part.startswith(("'", '"'))


def _quoted(part: str) -> str:
    if "'" not in part:
        return f"'{part}'"
    escaped = part.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def read_setting(text: str, owner: Any) -> tuple[Path, str, str]:
    """Return KEY=VALUE as a path on a value (or a type), the sign, and the rest.

    Without `=`, the sign and the rest are empty. Hyphens in field names are read as underscores. A key that a
    mapping has is taken as a whole, including dots; any other key that contains a dot is in quotes.
    """
    path: list[str] = []
    sign, rest = ".", text
    while sign == ".":
        part, sign, rest = _first_part(rest, owner)
        path.append(part if isinstance(owner, Mapping) else part.replace("-", "_"))
        owner = _inside(owner, path[-1])
    return tuple(path), sign, rest


def _first_part(text: str, owner: Any) -> tuple[str, str, str]:
    known = [key for key in owner if text.startswith((f"{key}.", f"{key}="))] if isinstance(owner, Mapping) else ()
    if known:
        part = max(known, key=len)
        end = len(part)
    else:
        found: Any = re.match(_PART, text)
        escaped, end = found["escaped"], found.end()
        part = re.sub(r"\\(.)", r"\1", escaped) if escaped is not None else found["literal"] or found["bare"] or ""
    return part, text[end : end + 1], text[end + 1 :]


def _inside(owner: Any, key: str) -> Any:
    """Return the value at a key: in a mapping, of an object, or the default of a type."""
    if isinstance(owner, Mapping):
        return owner.get(key)
    if isinstance(owner, type):
        made = (each.default_factory for each in msgspec.structs.fields(owner) if each.name == key)
        return next((default() for default in made if default is not msgspec.NODEFAULT), None)
    return getattr(owner, key, None)
