"""The values of expressions."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeGuard, assert_never

from msgspec import Struct

from rbfcli.core.errors import at_most, misuse
from rbfcli.core.limits import COUNTED, ITEMS, SCRIPT_TEXT, TEXT_OF_A_LIST
from rbfcli.core.matching import unknown_word
from rbfcli.dice import arithmetic as exact
from rbfcli.script import expressions
from rbfcli.script.context import ScriptContext
from rbfcli.script.expressions import Expression, Facts, Value
from rbfcli.script.source import ScriptError, with_place

LISTS = (tuple, range)


def is_number(value: Value) -> "TypeGuard[int | Fraction]":
    """Return whether a value is a number, true or false. Fractions need no import for this test."""
    return value is not None and not isinstance(value, (str, *LISTS))


def script_value(found: Any) -> Value:
    """Return a value of the fight as an expression sees it: the names in a table, true for a whole record."""
    match found:
        case Struct():
            return True
        case Mapping():
            return tuple(found)
        case list() | tuple():
            return tuple(script_value(each) for each in found)
        case _:
            return found  # type: ignore[no-any-return]


def text_of(value: Value) -> str:
    """Return a value as a person writes it: `9/20`, `true`, `[vex, thug1]`."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case range():
            return f"{value.start}..{value.stop - 1}"
        case tuple():
            return f"[{', '.join(map(text_of, value))}]"
        case _:
            return str(value)


def in_json(value: Value) -> Any:
    """Return a value as JSON; fractions and ranges become strings."""
    if isinstance(value, tuple):
        return [in_json(each) for each in value]
    return value if value is None or isinstance(value, int | str) else text_of(value)


def arithmetic(operator: str, left: Value, right: Value) -> Value:
    """Return a result; `+` also joins strings, and lists. Raises UsageError or LimitReached."""
    if is_number(left) and is_number(right):
        return exact.binary(operator, left, right)
    if operator == "+" and isinstance(left, str) and isinstance(right, str):
        return bounded_text(left + right)
    if operator == "+" and isinstance(left, LISTS) and isinstance(right, LISTS):
        return checked_list((*items(left), *items(right)))
    raise misuse(f"cannot calculate {text_of(left)} {operator} {text_of(right)}", hint="use numbers")


def compare(operator: str, left: Value, right: Value) -> bool:
    """Return whether a comparison is true; with a number, a list counts as its length. Raises UsageError."""
    if operator in ("in", "not in"):
        return contains(right, left) == (operator == "in")
    if isinstance(left, LISTS) and is_number(right):
        return exact.compare(operator, len(left), right)
    if isinstance(right, LISTS) and is_number(left):
        return exact.compare(operator, left, len(right))
    if is_number(left) and is_number(right):
        return exact.compare(operator, left, right)
    if operator in ("==", "!="):
        return (_comparable(left) == _comparable(right)) == (operator == "==")
    if isinstance(left, str) and isinstance(right, str):
        return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]
    raise misuse(f"cannot compare {text_of(left)} and {text_of(right)} with {operator}")


def contains(container: Value, part: Value) -> bool:
    """Return whether a list contains a value, or a string another string. Raises UsageError."""
    if isinstance(container, range):
        return is_number(part) and part.denominator == 1 and int(part) in container
    if isinstance(container, tuple):
        return part in container
    if isinstance(container, str) and isinstance(part, str):
        return part in container
    raise misuse(f"{text_of(container)} is not a list or text that could contain {text_of(part)}")


def items(value: Value) -> tuple[Value, ...]:
    """Return the items of a list, or of a range that is not too long. Raises UsageError or LimitReached."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, range):
        return checked_list(value)
    raise misuse(f"{text_of(value)} is not a list", hint="for example: [1, 2], 1..6, standing(foes)")


def checked_list(values: Any) -> tuple[Value, ...]:
    """Return values as a list. Raises UsageError for nested lists, LimitReached for a list that is too long."""
    if len(values) > ITEMS:
        raise at_most("a list", f"{ITEMS} items")
    if sum(len(each) for each in values if isinstance(each, str)) > TEXT_OF_A_LIST:
        raise at_most("the texts of a list", f"{TEXT_OF_A_LIST} characters")
    if any(isinstance(each, LISTS) for each in values):
        raise misuse("a list cannot contain a list", hint="join lists with +")
    return tuple(values)


def bounded_text(text: str) -> str:
    """Return the string unchanged. Raises LimitReached if it is too long."""
    if len(text) > SCRIPT_TEXT:
        raise at_most("a text", f"{SCRIPT_TEXT} characters")
    return text


def whole_value(value: Value) -> int:
    """Return a value as an integer. Raises UsageError if it is not one, LimitReached if it is too large."""
    if is_number(value) and not isinstance(value, bool) and value.denominator == 1:
        if not -COUNTED <= value <= COUNTED:
            raise at_most("a repeat", f"{COUNTED} rounds")
        return int(value)
    raise misuse(f"{text_of(value)} is not a whole number")


def size_in_steps(value: Value) -> int:
    """Return the cost in steps of making or searching a value."""
    match value:
        case bool() | None:
            return 0
        case int():
            return value.bit_length() >> 8
        case str():
            return len(value) >> 8
        case tuple():
            return len(value) >> 1
        case range():
            return min(len(value), ITEMS) >> 1
        case _:
            return 5 + (value.numerator.bit_length() + value.denominator.bit_length() >> 5)


def _comparable(value: Value) -> Value:
    return tuple(value) if isinstance(value, range) and len(value) <= ITEMS else value


SMALL = 1 << 64
_LOOKED_AT = 1


def evaluate(node: Expression, context: "ScriptContext") -> Value:
    """Return the value of an expression. Raises ScriptError."""
    match node:
        case expressions.Constant(value):
            return value
        case expressions.Name() | expressions.Field() | expressions.FunctionCall(function="simulate" | "odds"):
            return script_value(with_place(node.at, _one_value, node, _found(node, context)))
        case expressions.ListLiteral(parts, at):
            return _paid(with_place(at, checked_list, [evaluate(each, context) for each in parts]), context)
        case expressions.Range(low, high, at):
            first, last = (with_place(at, whole_value, evaluate(each, context)) for each in (low, high))
            return range(first, max(first, last + 1))
        case expressions.FunctionCall(at=at):
            return with_place(at, _called, node, context)
        case expressions.Not(operand):
            return not evaluate(operand, context)
        case expressions.Arithmetic(operator, left, right, at):
            found = with_place(at, arithmetic, operator, evaluate(left, context), evaluate(right, context))
            return found if type(found) is int and -SMALL < found < SMALL else _paid(found, context)
        case expressions.Comparison():
            return _compared(node, context)[0]
        case expressions.Logical(operator, left, right):
            first_value = evaluate(left, context)
            return first_value if bool(first_value) == (operator == "or") else evaluate(right, context)
        case _:
            assert_never(node)


def _compared(node: expressions.Comparison, context: "ScriptContext") -> tuple[bool, Value, Value]:
    """Return whether a comparison is true, and its sides. Raises ScriptError."""
    left, right = evaluate(node.left, context), _other_side(node.left, node.right, context)
    context.spend(_LOOKED_AT + (len(right) >> 3 if isinstance(right, str) else 0))
    if isinstance(left, LISTS) or isinstance(right, LISTS):
        _paid(left, context)
        _paid(right, context)
    return with_place(node.at, compare, node.operator, left, right), left, right


def _other_side(left: Expression, right: Expression, context: "ScriptContext") -> Value:
    """Return the right side of a comparison; an error beside `last.outcome` lists the outcomes. Raises ScriptError."""
    try:
        return evaluate(right, context)
    except ScriptError as wrong:
        is_outcome = isinstance(left, expressions.Field) and left.text == "last.outcome"
        if is_outcome and isinstance(right, expressions.Name):
            raise ScriptError(context.unknown_outcome(right.name), right.at) from None
        raise wrong from None


def _paid(value: Value, context: "ScriptContext") -> Value:
    """Return a value that was made or will be searched, after charging for its size. Raises LimitReached."""
    if steps := size_in_steps(value):
        context.spend(steps)
    return value


def _one_value(node: Expression, found: Any) -> Any:
    """Return the value found on a path. Raises UsageError for a table of named facts, which would always be true."""
    if isinstance(found, Facts):
        whole = node.name if isinstance(node, expressions.Name) else getattr(node, "text", "it")
        names = tuple(found.facts)
        raise misuse(f"{whole} has several values: {', '.join(names)}", hint=f"use {whole}.{names[-1]}")
    return found


def _found(node: Expression, context: "ScriptContext") -> Any:
    """Return the value that a path leads to in the fight."""
    match node:
        case expressions.Name(name, at):
            return with_place(at, context.named, name)
        case expressions.FunctionCall("odds", expressions.Constant(str(command)), at):
            return with_place(at, context.odds, command)
        case expressions.FunctionCall("simulate", fights, at) if fights is not None:
            number = with_place(at, whole_value, evaluate(fights, context))
            return with_place(at, context.simulate, number)
        case expressions.Field(owner, name, at):
            return with_place(at, _step, _found(owner, context), name, context)
        case _:
            return evaluate(node, context)


def _step(owner: Any, name: str, context: "ScriptContext") -> Any:
    """Return the value one step along a path. An id means the combatant's sheet."""
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
            raise misuse(f"{text_of(script_value(owner))} has no fields", hint="for example: vex.hp is a field of vex")


def _known(key: str, name: str, fields: Mapping[str, Any], what: str) -> Any:
    if key not in fields:
        raise unknown_word(name, fields, what)
    return fields[key]


def _called(call: expressions.FunctionCall, context: "ScriptContext") -> Value:
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
            raise misuse(f"{call.function} expects text, not {text_of(value)}")


def check_condition(node: Expression, context: "ScriptContext") -> tuple[bool, str]:
    """Return whether an expression is true, and the values that decided it: `vex.hp is 7`. Raises ScriptError."""
    if not isinstance(node, expressions.Comparison):
        value = evaluate(node, context)
        plain = isinstance(value, bool) or isinstance(node, (expressions.Logical, expressions.Not))
        return bool(value), "" if plain else f"it is {text_of(value)}"
    holds, left, right = _compared(node, context)
    values = [
        f"{said} is {text_of(value)}"
        for each, said, value in zip((node.left, node.right), node.texts, (left, right), strict=True)
        if not isinstance(each, expressions.Constant) and said.replace(" ", "") != text_of(value)
    ]
    return holds, " and ".join(values)
