"""Structs field by field, and the calls of a class, read from the source: what is written there is all there is."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from importlib.util import find_spec
from inspect import getdoc, getsource
from typing import TYPE_CHECKING, NamedTuple

from tools.markdown import plain, table, word

if TYPE_CHECKING:
    from collections.abc import Iterator

FORWARD = re.compile(r"'(\w+)'")
CALLED = re.compile(r"^`(\w+\([^`]*\))`:? ?")


class Field(NamedTuple):
    """A field as it is written: its name, its type, its default (empty: it has to be given), and the text below it."""

    name: str
    type: str
    default: str
    text: str


def struct(path: str) -> str:
    """A struct as a table of its fields, below what its class says."""
    rows = (
        (word(each.name), word(each.type), word(each.default) or "required", plain(each.text))
        for each in fields_at(path)
    )
    return f"`{path}`: {summary_at(path)}\n\n{table(('field', 'type', 'default', 'what it is for'), rows)}"


def hooks(path: str) -> str:
    """A struct of functions and values: how each function is called, and what each is for; no types."""
    rows = ((_called(each), _default(each.default), plain(_text(each))) for each in fields_at(path))
    return f"`{path}`: {summary_at(path)}\n\n{table(('field', 'default', 'what it is for'), rows)}"


def calls(path: str, *names: str) -> str:
    """Some methods of a class, or functions of a module: how each is called, and what it does."""
    found = {each.name: each for body in _bodies(path) for each in body if isinstance(each, ast.FunctionDef)}
    rows = ((word(f"{name}{_parameters(found[name])}"), plain(_prose(found[name]))) for name in names)
    return table(("call", "what it does"), rows)


def public_calls(path: str) -> set[str]:
    """The names of all methods of a class, and of those it extends, that are for others to call."""
    found = (each for node in _classes(path) for each in node.body if isinstance(each, ast.FunctionDef))
    return {each.name for each in found if not each.name.startswith("_")}


def fields_at(path: str) -> tuple[Field, ...]:
    """The fields of a struct, those of what it extends first."""
    return tuple({each.name: each for node in _classes(path) for each in _fields(node)}.values())


def summary_at(path: str) -> str:
    """What a class says of itself."""
    return plain(" ".join((getdoc(_at(path)) or "").split()))


def _at(path: str) -> type:
    module, _, name = path.rpartition(".")
    found: type = getattr(import_module(module), name)
    return found


def _classes(path: str) -> Iterator[ast.ClassDef]:
    """The classes of our own that one is made of, the furthest first."""
    for each in reversed(_at(path).__mro__):
        if each.__module__.startswith("rbfcli."):
            tree = ast.parse(getsource(import_module(each.__module__)))
            yield next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == each.__name__)


def _bodies(path: str) -> Iterator[list[ast.stmt]]:
    """The statements of a module, or of a class and of those it extends."""
    if find_spec(path.rpartition(".")[0]).submodule_search_locations:
        yield ast.parse(getsource(import_module(path))).body
    else:
        yield from (node.body for node in _classes(path))


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for line, below in zip(node.body, [*node.body[1:], ast.Pass()], strict=True):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name) and not _is_of_class(line):
            default = ast.unparse(line.value) if line.value else ""
            yield Field(line.target.id, _type(line.annotation), default, _below(below) or _described(line.annotation))


def _is_of_class(line: ast.AnnAssign) -> bool:
    return ast.unparse(line.annotation).startswith("ClassVar")


def _type(annotation: ast.expr) -> str:
    """A type as a reader needs it: without what describes or bounds it."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[described, *_])):
            return _type(described)
        case _:
            pass
    written = ast.unparse(annotation)
    return written if "Literal" in written else FORWARD.sub(r"\1", written)


def _below(line: ast.stmt) -> str:
    match line:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
        case _:
            return ""


def _described(annotation: ast.expr) -> str:
    """The help of an option of a verb, which stands in its type."""
    for each in ast.walk(annotation):
        match each:
            case ast.Call(func=ast.Name(id="Opt" | "Arg"), args=[_, ast.Constant(value=str(text)), *_]):
                return text
            case _:
                continue
    return ""


def _called(field: Field) -> str:
    found = CALLED.match(field.text)
    return word(found[1] if found else field.name)


def _text(field: Field) -> str:
    return CALLED.sub("", field.text)


def _default(default: str) -> str:
    """Whether a field has to be given, and what it is otherwise, where that is no function."""
    of_code = default.startswith(("_", "lambda")) or default in ("alone", "None")
    return "optional" if of_code else word(default) or "required"


def _parameters(function: ast.FunctionDef) -> str:
    """What a function takes, in brackets; nothing of a property."""
    if any(ast.unparse(each) == "property" for each in function.decorator_list):
        return ""
    given = function.args
    names = [each.arg for each in given.args if each.arg not in ("self", "cls")]
    names += [f"*{given.vararg.arg}"] if given.vararg else ["*"] if given.kwonlyargs else []
    names += [f"{each.arg}=" for each in given.kwonlyargs]
    return f"({', '.join([*names, *([f'**{given.kwarg.arg}'] if given.kwarg else [])])})"


def _prose(function: ast.FunctionDef) -> str:
    return " ".join((ast.get_docstring(function) or "").split())
