"""The laws that a system's source keeps before anything is played: names of conditions, paths into sheets, verbs."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct

from rbfcli.conformance.law_broken import hold
from rbfcli.conformance.places import trees
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.later import Later
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene
from rbfcli.systems.catalogue import load

CONDITION_CALLS = ("afflict", "relieve")
CONDITION_PLACE, FIELD_PLACE = 1, 1


def every_condition_is_a_row(system: str) -> None:
    """A condition that is named in the source is in the table. Raises LawBroken."""
    rules = load(system)
    for path, tree in trees(system):
        for line, name in _conditions(tree):
            hold(
                row_of(rules.conditions, name), f"{system} ({path}:{line}): there is no condition {name!r} in the table"
            )


def every_path_leads_somewhere(system: str) -> None:
    """A field that the source changes is on the sheet, or on the fight. Raises LawBroken."""
    rules = load(system)
    for path, tree in trees(system):
        for line, of_fight, keys in _changes(tree):
            owner = rules.fight if of_fight else rules.sheet
            hold(_leads(owner, keys), f"{system} ({path}:{line}): {owner.__name__} has no {'.'.join(keys)}")


def every_verb_has_its_own_function(system: str) -> None:
    """A function is written for the command it is given to. Raises LawBroken."""
    rules = load(system)
    for kind, function in rules.verbs.items():
        taken = _command_of(function)
        hold(
            taken is None or issubclass(kind, taken),
            f"{system}: {verb_of(kind)} goes to a function of {getattr(taken, '__name__', '')}",
        )


def every_function_takes_a_scene_of_the_system(system: str) -> None:
    """A function of a verb, a hook or a reaction is written for a scene of the system's own fight. Raises LawBroken."""
    rules = load(system)
    for name, function in _functions_of_scenes(rules):
        taken = _first_type(function)
        fits = get_origin(taken) is Scene and get_args(taken)[0] in (Any, rules.fight)
        hold(taken is None or fits, f"{system}: {name} goes to a function of {taken}")


def no_sheet_is_read_before_a_question_and_used_after_it(system: str) -> None:
    """What was read of the fight before a question is stale after it. Raises LawBroken."""
    modules = dict(trees(system))
    asking = _asking_functions(modules.values())
    for path, tree in modules.items():
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                for line, name in _stale(function, asking):
                    hold(kept=False, law=f"{system} ({path}:{line}): {name} was read before a question; read it again")


def _conditions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Names of conditions as literals: put on, taken off, looked for or looked up."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr=name), args=[_, ast.Constant(value=str(text)), *_]) if (
                name in CONDITION_CALLS
            ):
                yield node.lineno, text
            case ast.Compare(
                left=ast.Constant(value=str(text)),
                ops=[ast.In() | ast.NotIn()],
                comparators=[ast.Attribute(attr="conditions")],
            ):
                yield node.lineno, text
            case ast.Subscript(value=ast.Attribute(attr="conditions"), slice=ast.Constant(value=str(text))):
                yield node.lineno, text
            case ast.Call(
                func=ast.Attribute(attr="get", value=ast.Attribute(attr="conditions")),
                args=[ast.Constant(value=str(text)), *_],
            ):
                yield node.lineno, text
            case _:
                continue


def _changes(tree: ast.Module) -> Iterator[tuple[int, bool, list[str]]]:
    """The paths that `scene.change` is given: whether of the fight, and its keys, `?` for one that is filled in."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="change"), args=[who, field, *_]):
                keys = [_key(part) for part in (field.elts if isinstance(field, ast.Tuple) else (field,))]
                if keys != ["?"]:
                    yield node.lineno, isinstance(who, ast.Constant) and who.value == "", keys
            case _:
                continue


def _key(part: ast.expr) -> str:
    """A literal part of a path, `?` for any other."""
    return part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else "?"


def _leads(owner: Any, keys: list[str]) -> bool:
    """Whether a path of keys leads to something in a type."""
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
    """The struct type in a type, if there is one."""
    if isinstance(owner, type) and issubclass(owner, Struct):
        return owner
    return next((found for each in get_args(owner) if (found := _struct_in(each)) is not None), None)


def _command_of(function: Any) -> type[Command] | None:
    """The command that a function says it takes, if it says so."""
    hints = _types(function).values()
    return next((each for each in hints if isinstance(each, type) and issubclass(each, Command)), None)


def _functions_of_scenes(rules: Rules) -> Iterator[tuple[str, Any]]:
    """The functions that are called with a scene, each with what it is for."""
    yield from ((verb_of(kind), function) for kind, function in rules.verbs.items())
    yield from ((hook, getattr(rules.hooks, hook)) for hook in rules.hooks.__struct_fields__)
    for row in rules.reactions:
        yield from ((row.kind, function) for function in (row.may, row.react, row.decided))


def _first_type(function: Any) -> Any:
    """The type of the first parameter of a function, if it says so."""
    code = getattr(_actual(function), "__code__", None)
    return _types(function).get(code.co_varnames[0]) if code and code.co_argcount else None


def _types(function: Any) -> dict[str, Any]:
    """What a function says of the types of its parameters, and of its result."""
    try:
        return get_type_hints(_actual(function))
    except (NameError, TypeError):
        return {}


def _actual(function: Any) -> Any:
    """A function itself: imported if it was left for later, and without what is wrapped around it."""
    inside = function.function if isinstance(function, Later) else getattr(function, "__wrapped__", None)
    return function if inside is None else _actual(inside)


def _asking_functions(trees: Any) -> set[str]:
    """The names of functions that ask, or call what asks."""
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
    """Names read of the fight before a statement that asks and used in a statement after it."""
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
    """Whether an expression is a sheet of the fight, or the fight."""
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


LAWS_OF_SOURCES = (
    every_condition_is_a_row,
    every_path_leads_somewhere,
    every_verb_has_its_own_function,
    every_function_takes_a_scene_of_the_system,
    no_sheet_is_read_before_a_question_and_used_after_it,
)
