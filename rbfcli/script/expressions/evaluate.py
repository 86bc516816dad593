"""Evaluating expressions in a context: the fight, the variables and the last command."""

from collections.abc import Mapping
from typing import Any, Protocol, assert_never

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import unknown_word
from rbfcli.script.expressions import tree
from rbfcli.script.expressions.tree import Expression, Value
from rbfcli.script.expressions.values import (
    LISTS,
    arithmetic,
    checked_list,
    compare,
    items,
    script_value,
    size_in_steps,
    text_of,
    whole_value,
)
from rbfcli.script.script_errors import with_place

SMALL = 1 << 64
_LOOKED_AT = 1


class Facts(Struct, frozen=True):
    """Named facts; `what` describes one of them in messages."""

    what: str
    facts: Mapping[str, Any]


class EvaluationContext(Protocol):
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

    def simulate(self, fights: int) -> Facts:
        """The share of so many fights, played on from here, that each side wins. Raises RbfError."""

    def spend(self, steps: int) -> None:
        """Take steps of the budget. Raises LimitReached."""


def evaluate(node: Expression, context: EvaluationContext) -> Value:
    """The value of an expression. Raises ScriptError."""
    match node:
        case tree.Constant(value):
            return value
        case tree.TextLiteral(text):
            return text
        case tree.Name() | tree.Selector() | tree.Field() | tree.Odds() | tree.Call(function="simulate"):
            return script_value(with_place(node.at, _one_value, node, _found(node, context)))
        case tree.ListLiteral(parts, at):
            return _paid(with_place(at, checked_list, [evaluate(each, context) for each in parts]), context)
        case tree.Range(low, high, at):
            first, last = (with_place(at, whole_value, evaluate(each, context)) for each in (low, high))
            return range(first, max(first, last + 1))
        case tree.Call(at=at):
            return with_place(at, _called, node, context)
        case tree.Negative(operand, at):
            return with_place(at, arithmetic, "-", 0, evaluate(operand, context))
        case tree.Not(operand):
            return not evaluate(operand, context)
        case tree.Binary(operator, left, right, at):
            found = with_place(at, arithmetic, operator, evaluate(left, context), evaluate(right, context))
            return found if type(found) is int and -SMALL < found < SMALL else _paid(found, context)
        case tree.Comparison(operator, left, right, at):
            one, other = evaluate(left, context), evaluate(right, context)
            context.spend(_LOOKED_AT + (len(other) >> 3 if isinstance(other, str) else 0))
            if isinstance(one, LISTS) or isinstance(other, LISTS):
                _paid(one, context)
                _paid(other, context)
            return with_place(at, compare, operator, one, other)
        case tree.Logical(operator, left, right):
            first_value = evaluate(left, context)
            return first_value if bool(first_value) == (operator == "or") else evaluate(right, context)
        case _:
            assert_never(node)


def _paid(value: Value, context: EvaluationContext) -> Value:
    """A value that was made, or is looked through, once its size is paid for. Raises LimitReached."""
    if steps := size_in_steps(value):
        context.spend(steps)
    return value


def _one_value(node: Expression, found: Any) -> Any:
    """What a path leads to, which may be no table of named facts: it would be true, whatever stands in it."""
    if isinstance(found, Facts):
        from rbfcli.script.expressions.writer import expression_text

        whole, names = expression_text(node), tuple(found.facts)
        raise UsageError(f"{whole} has several values: {', '.join(names)}", hint=f"{whole}.{names[-1]}")
    return found


def _found(node: Expression, context: EvaluationContext) -> Any:
    """What a path leads to in the fight."""
    match node:
        case tree.Name(name, at):
            return with_place(at, context.named, name)
        case tree.Selector(word, at):
            return with_place(at, context.selected, word)
        case tree.Odds(command, at):
            return with_place(at, context.odds, command)
        case tree.Call("simulate", fights, at) if fights is not None:
            number = with_place(at, whole_value, evaluate(fights, context))
            return with_place(at, context.simulate, number)
        case tree.Field(owner, name, at):
            return with_place(at, _step, _found(owner, context), name, context)
        case _:
            return evaluate(node, context)


def _step(owner: Any, name: str, context: EvaluationContext) -> Any:
    """One step along a path; an id means the combatant's sheet."""
    match owner:
        case str():
            return _step(context.combatant(owner), name, context)
        case (str() as only,):
            return _step(context.combatant(only), name, context)
        case Facts(what, facts):
            return _known(name, name, facts, what)
        case Struct():
            fields = {field: getattr(owner, field) for field in owner.__struct_fields__}
            return _known(name.replace("-", "_"), name, fields, "field")
        case Mapping():
            return owner.get(name)
        case _:
            raise UsageError(f"{text_of(script_value(owner))} has no fields", hint="vex.hp is a field of vex")


def _known(key: str, name: str, fields: Mapping[str, Any], what: str) -> Any:
    if key not in fields:
        raise unknown_word(name, fields, what)
    return fields[key]


def _called(call: tree.Call, context: EvaluationContext) -> Value:
    if call.argument is None:
        return context.standing(None)
    value = _paid(evaluate(call.argument, context), context)
    match call.function:
        case "count":
            return len(value) if isinstance(value, range) else len(items(value))
        case "standing" if isinstance(value, str):
            return context.standing(value)
        case "roll" if isinstance(value, (str, int)):
            return context.roll(str(value))
        case _:
            raise UsageError(f"{call.function} expects text, not {text_of(value)}")


def check_condition(node: Expression, context: EvaluationContext) -> tuple[bool, str]:
    """Whether an expression is true, and the values that decided it: `vex.hp is 7`. Raises ScriptError."""
    from rbfcli.script.expressions.writer import expression_text

    if not isinstance(node, tree.Comparison):
        value = evaluate(node, context)
        plain = isinstance(value, bool) or isinstance(node, (tree.Logical, tree.Not))
        return bool(value), "" if plain else f"it is {text_of(value)}"
    sides = [(each, evaluate(each, context)) for each in (node.left, node.right)]
    holds = with_place(node.at, compare, node.operator, sides[0][1], sides[1][1])
    values = [
        f"{expression_text(each)} is {text_of(value)}"
        for each, value in sides
        if not isinstance(each, (tree.Constant, tree.TextLiteral))
        and expression_text(each).replace(" ", "") != text_of(value)
    ]
    return holds, " and ".join(values)
