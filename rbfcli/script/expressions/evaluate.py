"""The value of an expression in a world: what it sees of the fight, of variables and of the last command."""

from collections.abc import Mapping
from typing import Any, Protocol, assert_never

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.language.names import unknown_word
from rbfcli.script.expressions import tree
from rbfcli.script.expressions.tree import Expression, Value
from rbfcli.script.expressions.values import combined, compared, items, listed, text_of, value_of, whole
from rbfcli.script.misplaced import placed


class Facts(Struct, frozen=True):
    """Facts under a closed set of names; `what` says what they are about."""

    what: str
    facts: Mapping[str, Any]


class World(Protocol):
    """What an expression can see and ask for."""

    def named(self, name: str) -> Any:
        """What a name stands for. Raises RbfError."""

    def selected(self, word: str) -> tuple[str, ...]:
        """The ids that a selector means now. Raises RbfError."""

    def combatant(self, who: str) -> Any:
        """The sheet of a combatant. Raises RbfError."""

    def standing(self, side: str | None) -> tuple[str, ...]:
        """The ids of those of a side (of all) who can go on. Raises RbfError."""

    def roll(self, notation: str) -> int:
        """The total of dice. Raises RbfError."""

    def odds(self, command: str) -> Facts:
        """The exact chance of each outcome of a command. Raises RbfError."""


def evaluate(node: Expression, world: World) -> Value:
    """The value of an expression. Raises Misplaced."""
    match node:
        case tree.Constant(value):
            return value
        case tree.Text(text):
            return text
        case tree.Name() | tree.Selector() | tree.Field() | tree.Odds():
            return value_of(_found(node, world))
        case tree.Listed(parts, at):
            return placed(at, listed, [evaluate(each, world) for each in parts])
        case tree.Range(low, high, at):
            first, last = (placed(at, whole, evaluate(each, world)) for each in (low, high))
            return range(first, max(first, last + 1))
        case tree.Call(at=at):
            return placed(at, _called, node, world)
        case tree.Negative(operand, at):
            return placed(at, combined, "-", 0, evaluate(operand, world))
        case tree.Not(operand):
            return not evaluate(operand, world)
        case tree.Binary(operator, left, right, at):
            return placed(at, combined, operator, evaluate(left, world), evaluate(right, world))
        case tree.Comparison(operator, left, right, at):
            return placed(at, compared, operator, evaluate(left, world), evaluate(right, world))
        case tree.Logical(operator, left, right):
            first_value = evaluate(left, world)
            return first_value if bool(first_value) == (operator == "or") else evaluate(right, world)
        case _:
            assert_never(node)


def _found(node: Expression, world: World) -> Any:
    """What a path leads to in the fight, whole."""
    match node:
        case tree.Name(name, at):
            return placed(at, world.named, name)
        case tree.Selector(word, at):
            return placed(at, world.selected, word)
        case tree.Odds(command, at):
            return placed(at, world.odds, command)
        case tree.Field(owner, name, at):
            return placed(at, _step, _found(owner, world), name, world)
        case _:
            return evaluate(node, world)


def _step(owner: Any, name: str, world: World) -> Any:
    """One step along a path; an id stands for the combatant's sheet."""
    match owner:
        case str():
            return _step(world.combatant(owner), name, world)
        case (str() as only,):
            return _step(world.combatant(only), name, world)
        case Facts(what, facts):
            return _known(name, name, facts, what)
        case Struct():
            fields = {field: getattr(owner, field) for field in owner.__struct_fields__}
            return _known(name.replace("-", "_"), name, fields, "field")
        case Mapping():
            return owner.get(name)
        case _:
            raise UsageError(f"{text_of(value_of(owner))} has no fields", hint="vex.hp is a field of vex")


def _known(key: str, name: str, fields: Mapping[str, Any], what: str) -> Any:
    if key not in fields:
        raise unknown_word(name, fields, what)
    return fields[key]


def _called(call: tree.Call, world: World) -> Value:
    if call.argument is None:
        return world.standing(None)
    value = evaluate(call.argument, world)
    match call.function:
        case "count":
            return len(value) if isinstance(value, range) else len(items(value))
        case "standing" if isinstance(value, str):
            return world.standing(value)
        case "roll" if isinstance(value, (str, int)):
            return world.roll(str(value))
        case _:
            raise UsageError(f"{call.function} takes a text, not {text_of(value)}")


def judged(node: Expression, world: World) -> tuple[bool, str]:
    """Whether an expression holds, and the values that decided it: `vex.hp is 7`. Raises Misplaced."""
    from rbfcli.script.expressions.writer import say_expression

    if not isinstance(node, tree.Comparison):
        value = evaluate(node, world)
        plain = isinstance(value, bool) or isinstance(node, (tree.Logical, tree.Not))
        return bool(value), "" if plain else f"it is {text_of(value)}"
    sides = [(each, evaluate(each, world)) for each in (node.left, node.right)]
    holds = placed(node.at, compared, node.operator, sides[0][1], sides[1][1])
    told = [
        f"{say_expression(each)} is {text_of(value)}"
        for each, value in sides
        if not isinstance(each, (tree.Constant, tree.Text)) and say_expression(each).replace(" ", "") != text_of(value)
    ]
    return holds, " and ".join(told)
