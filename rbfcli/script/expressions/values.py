"""Values of expressions: as text, in comparisons, in arithmetic."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeGuard

from msgspec import Struct

from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.limits import COUNTED, ITEMS, SCRIPT_TEXT, TEXT_OF_A_LIST
from rbfcli.kernel.notation import exact
from rbfcli.script.expressions.tree import Value

if TYPE_CHECKING:
    from fractions import Fraction

LISTS = (tuple, range)


def is_number(value: Value) -> "TypeGuard[int | Fraction]":
    """Whether a value is a number (true and false are); asked this way, fractions need no import."""
    return value is not None and not isinstance(value, (str, *LISTS))


def script_value(found: Any) -> Value:
    """What an expression sees of something in a fight: the names in a table, true for a whole record."""
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
    """A value as a person writes it: `9/20`, `true`, `[vex, thug1]`."""
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
    """A value as JSON has it; fractions and ranges are texts."""
    match value:
        case tuple():
            return [in_json(each) for each in value]
        case None | int() | str():
            return value
        case _:
            return text_of(value)


def arithmetic(operator: str, left: Value, right: Value) -> Value:
    """Arithmetic on numbers; `+` also joins texts, and lists. Raises UsageError or LimitReached."""
    if is_number(left) and is_number(right):
        return exact.binary(operator, left, right)
    if operator == "+" and isinstance(left, str) and isinstance(right, str):
        return bounded_text(left + right)
    if operator == "+" and isinstance(left, LISTS) and isinstance(right, LISTS):
        return checked_list((*items(left), *items(right)))
    raise UsageError(f"cannot calculate {text_of(left)} {operator} {text_of(right)}", hint="use numbers")


def compare(operator: str, left: Value, right: Value) -> bool:
    """Whether a comparison is true; compared with a number, a list is its length. Raises UsageError."""
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
    raise UsageError(f"cannot compare {text_of(left)} and {text_of(right)} with {operator}")


def contains(container: Value, part: Value) -> bool:
    """Whether a list holds a value, or a text another. Raises UsageError."""
    if isinstance(container, range):
        return is_number(part) and part.denominator == 1 and int(part) in container
    if isinstance(container, tuple):
        return part in container
    if isinstance(container, str) and isinstance(part, str):
        return part in container
    raise UsageError(f"{text_of(container)} is not a list or text that could contain {text_of(part)}")


def items(value: Value) -> tuple[Value, ...]:
    """The items of a list, or of a range that is not too long to be one. Raises UsageError or LimitReached."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, range):
        return checked_list(value)
    raise UsageError(f"{text_of(value)} is not a list", hint="for example [1, 2], 1..6, standing(foes)")


def checked_list(values: Any) -> tuple[Value, ...]:
    """Values as a list. Raises UsageError for lists in lists, LimitReached for a list too long."""
    if len(values) > ITEMS:
        raise LimitReached(f"a list has at most {ITEMS} items")
    if sum(len(each) for each in values if isinstance(each, str)) > TEXT_OF_A_LIST:
        raise LimitReached(f"the texts of a list have at most {TEXT_OF_A_LIST} characters")
    if any(isinstance(each, LISTS) for each in values):
        raise UsageError("a list cannot contain a list", hint="join lists with +")
    return tuple(values)


def bounded_text(text: str) -> str:
    """The text itself. Raises LimitReached if it is too long."""
    if len(text) > SCRIPT_TEXT:
        raise LimitReached(f"a text has at most {SCRIPT_TEXT} characters")
    return text


def whole_value(value: Value) -> int:
    """A value that must be a whole number. Raises UsageError, or LimitReached if it is too big."""
    if is_number(value) and not isinstance(value, bool) and value.denominator == 1:
        if not -COUNTED <= value <= COUNTED:
            raise LimitReached(f"a count is at most {COUNTED}")
        return int(value)
    raise UsageError(f"{text_of(value)} is not a whole number")


def size_in_steps(value: Value) -> int:
    """What it takes to make or look through a value, in steps."""
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
