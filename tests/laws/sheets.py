"""The law of sheets: what is read before a question is read again after it."""

import ast
from collections.abc import Iterator
from typing import Any

from rbfcli.testing.support import require_law, trees


def no_sheet_is_read_before_a_question_and_used_after_it(system: str) -> None:
    """Check that fight data is read again after a question.

    Values read from the fight before a question are stale after it.
    """
    modules = dict(trees(system))
    asking = _asking_functions(modules.values())
    for path, tree in modules.items():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for line, name in _stale(function, asking):
                    require_law(
                        kept=False, law=f"{system} ({path}:{line}): {name} was read before a question; read it again"
                    )


def _asking_functions(trees: Any) -> set[str]:
    """Return the names of functions that ask, directly or through others."""
    calls = {
        function.name: {_called(node) for node in ast.walk(function) if isinstance(node, ast.Call)}
        for tree in trees
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
    }
    asking = {"ask", "ask_each", "trigger"}
    while more := {name for name, called in calls.items() if called & asking} - asking:
        asking |= more
    return asking


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _stale(function: ast.FunctionDef, asking: set[str]) -> Iterator[tuple[int, str]]:
    """Yield names that are read from the fight before a statement that asks and used after it."""
    read: set[str] = set()
    stale: set[str] = set()
    for statement in function.body:
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        used = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        yield from ((statement.lineno, name) for name in sorted(used & stale))
        asks = any(isinstance(node, ast.Call) and _called(node) in asking for node in ast.walk(statement))
        if asks:
            stale |= read
        if isinstance(statement, ast.Assign) and not asks:
            set_now = {node.id for node in names if isinstance(node.ctx, ast.Store)}
            stale -= set_now
            read = read | set_now if _reads_fight(statement.value) else read - set_now


def _reads_fight(value: ast.expr) -> bool:
    """Return whether an expression is the fight or a sheet of it."""
    match value:
        case ast.Call(func=ast.Attribute(attr="one", value=ast.Name(id="scene"))):
            return True
        case ast.Attribute(attr="fight", value=ast.Name(id="scene")):
            return True
        case ast.Subscript(value=ast.Attribute(attr="combatants")):
            return True
        case ast.Tuple(elts=parts):
            return any(_reads_fight(each) for each in parts)
        case _:
            return False
