"""The sources of a system, and where in them something stands: a file and a line, for whoever has to mend it."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

from rbfcli.conformance.law_broken import LawBroken
from rbfcli.kernel.later import Later
from rbfcli.systems.catalogue import package

Named = ast.ClassDef | ast.FunctionDef


def trees(system: str) -> Iterator[tuple[str, ast.Module]]:
    """The modules of a system, by their paths from the folder of its package."""
    spec = find_spec(package(system))
    if spec is None or spec.origin is None:
        return
    folder = Path(spec.origin).parent
    paths = sorted(folder.rglob("*.py")) if spec.submodule_search_locations else [Path(spec.origin)]
    base = folder.parent if spec.submodule_search_locations else folder
    for path in paths:
        yield path.relative_to(base).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def broken(system: str, place: str, law: str) -> NoReturn:
    """Raise LawBroken with the place where the system breaks a law."""
    raise LawBroken(f"{system} ({place}): {law}" if place else f"{system}: {law}")


def place_of_rules(system: str) -> str:
    """Where the value of a system is made."""
    for path, tree in trees(system):
        for node in tree.body:
            match node:
                case (
                    ast.Assign(value=ast.Call(func=ast.Name(id="Rules" | "replace")))
                    | ast.AnnAssign(value=ast.Call(func=ast.Name(id="Rules" | "replace")))
                ):
                    return f"{path}:{node.lineno}"
                case _:
                    continue
    return ""


def place_of_class(system: str, name: str, field: str = "") -> str:
    """Where a class of a system begins, or one of its fields stands."""
    for path, tree in trees(system):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name == name:
                lines = (each.lineno for each in node.body if isinstance(each, ast.AnnAssign) and _is(each, field))
                return f"{path}:{next(lines, node.lineno)}"
    return ""


def place_of_text(system: str, *texts: str) -> str:
    """Where one of some texts stands in the sources of a system, as a literal of its own."""
    for wanted in texts:
        for path, tree in trees(system):
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and node.value == wanted:
                    return f"{path}:{node.lineno}"
    return ""


def place_of_function(system: str, function: Any) -> str:
    """Where a function of a system begins; empty for one of somebody else."""
    while hasattr(function, "__wrapped__") or isinstance(function, Later):
        function = function.function if isinstance(function, Later) else function.__wrapped__
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    root, parts = package(system).rpartition(".")[2], Path(code.co_filename).parts
    if root in parts:
        return f"{'/'.join(parts[len(parts) - 1 - parts[::-1].index(root) :])}:{code.co_firstlineno}"
    return f"{parts[-1]}:{code.co_firstlineno}" if parts[-1] == f"{root}.py" else ""


def _is(node: ast.AnnAssign, field: str) -> bool:
    return isinstance(node.target, ast.Name) and node.target.id == field
