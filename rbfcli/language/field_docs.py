"""What the fields of a struct are for: the text below each in its class, or the description of its type.

A text below a field costs nothing when the program starts, for Python forgets it; it is read from the source, and only
for help and schemas. Where there is no source there are no texts.
"""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from inspect import getsource
from sys import modules
from typing import TypeGuard

from msgspec import Struct, inspect

_RULES = re.compile(r"\s*\(([A-Z]+(?:-[A-Z0-9]+)+(?:, [A-Z]+(?:-[A-Z0-9]+)+)*)\)$")


class FieldDoc(Struct, frozen=True):
    """What a field is for, in half a sentence, and the ids of the rules that use it."""

    text: str = ""
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The text with its rules."""
        return f"{self.text} ({', '.join(self.rules)})".strip() if self.rules else self.text


def field_doc(kind: type[Struct], field: inspect.Field) -> FieldDoc:
    """What a field of a struct is for."""
    text = _description(field.type) or _below_fields(kind).get(field.name, "")
    found = _RULES.search(text)
    return FieldDoc(text[: found.start()], tuple(found[1].split(", "))) if found else FieldDoc(text)


def _description(kind: inspect.Type) -> str:
    if not isinstance(kind, inspect.Metadata):
        return ""
    return str((kind.extra_json_schema or {}).get("description", "")) or _description(kind.type)


def _below_fields(kind: type[Struct]) -> dict[str, str]:
    """The texts below the fields of a class and of those that it extends; the nearest class counts."""
    texts: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        texts |= _of_module(each.__module__).get(each.__qualname__, {})
    return texts


def texts_of(kind: type) -> dict[str, str]:
    """The texts below all fields of a class, by field; also of a `TypedDict`, which does not know what it extends."""
    node = _classes(kind.__module__).get(kind.__qualname__)
    extended = (getattr(modules[kind.__module__], each.id) for each in (node.bases if node else ()) if _is_name(each))
    texts: dict[str, str] = {}
    for each in extended:
        texts |= texts_of(each)
    return texts | _of_module(kind.__module__).get(kind.__qualname__, {})


def _is_name(base: ast.expr) -> TypeGuard[ast.Name]:
    return isinstance(base, ast.Name)


@lru_cache
def _of_module(name: str) -> dict[str, dict[str, str]]:
    """The texts below the fields of each class of a module."""
    return {each: dict(_of_class(node)) for each, node in _classes(name).items()}


@lru_cache
def _classes(name: str) -> dict[str, ast.ClassDef]:
    """The classes of a module, as its source has them."""
    try:
        tree = ast.parse(getsource(modules[name]))
    except (KeyError, OSError, TypeError, SyntaxError):
        return {}
    return {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}


def _of_class(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for field, below in zip(node.body, node.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                yield name, " ".join(text.split())
            case _:
                pass
