"""The law of paths: every field that a rule changes exists."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from rbfcli.systems.registry import load
from rbfcli.testing.support import require_law, trees


def every_path_leads_somewhere(system: str) -> None:
    """Check that every field that the source changes exists."""
    rules = load(system)
    for path, tree in trees(system):
        for line, of_fight, keys in _changes(tree):
            owner = rules.fight if of_fight else rules.sheet
            require_law(_leads(owner, keys), f"{system} ({path}:{line}): {owner.__name__} has no {'.'.join(keys)}")


def _changes(tree: ast.Module) -> Iterator[tuple[int, bool, list[str]]]:
    """Yield the paths passed to `scene.change`: the line, whether it is of the fight, and the keys.

    A computed key is `?`.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="change"), args=[who, field, *_]):
                keys = [_key(part) for part in (field.elts if isinstance(field, ast.Tuple) else (field,))]
                if keys != ["?"]:
                    yield node.lineno, isinstance(who, ast.Constant) and who.value == "", keys
            case _:
                continue


def _key(part: ast.expr) -> str:
    """Return a literal part of a path, or `?` for any other."""
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "?"


def _leads(owner: Any, keys: list[str]) -> bool:
    """Return whether a path of keys exists in a type."""
    if not keys:
        return True
    if get_origin(owner) in (dict, Mapping):
        return _leads(get_args(owner)[1], keys[1:])
    inside = _struct_in(owner)
    if inside is None or keys[0] == "?":
        return inside is not None
    hints = get_type_hints(inside)
    return keys[0] in hints and _leads(hints[keys[0]], keys[1:])


def _struct_in(owner: Any) -> Any:
    """Return the struct type within a type, or None."""
    if isinstance(owner, type) and issubclass(owner, Struct):
        return owner
    return next((found for each in get_args(owner) if (found := _struct_in(each)) is not None), None)
