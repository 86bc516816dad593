"""What is wrong with a value that somebody typed for a key, in the words of a person."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from rbfcli.core.errors import UsageError
from rbfcli.core.limits import DIGITS
from rbfcli.core.matching import did_you_mean, nearest, unknown_word
from rbfcli.core.paths import Path, dotted, leads_to
from rbfcli.core.text import other_digits, shown

_PLACE = r"(?: - at `\$\.?(?P<place>[^`]*)`)?$"
_UNKNOWN_KEY = re.compile(r"Object contains unknown field `(?P<key>[^`]*)`" + _PLACE)
_MISSING_KEY = re.compile(r"Object missing required field `(?P<key>[^`]*)`" + _PLACE)
_NO_CHOICE = re.compile(r"Invalid enum value (?P<value>.*?)" + _PLACE)
_OTHER_TYPE = re.compile(r"Expected `(?P<type>[^`]*?)(?: \| null)?`(?P<rest>.*?)(?:, got .*?)?" + _PLACE)
_TOO_LARGE = re.compile(r"Integer value out of range" + _PLACE)
_NO_SUCH_KEY = re.compile(r".* - at `key` in `\$\.?(?P<place>[^`]*)`$")
_TYPES = {"int": "a whole number", "str": "a text", "bool": "true or false", "array": "a list", "object": "a table"}


def all_misfits(
    first: UsageError,
    typed: Mapping[Path, str],
    make: Callable[[dict[Path, str]], Any],
    check: Callable[[Any], None],
) -> UsageError:
    """The errors of all values that were typed, in one.

    `make` raises the first of some of them; `check` all of a sheet that is made of those that fit.
    """
    found, wrong, left = [first], first, dict(typed)
    while guilty := _guilty(wrong, left, make):
        del left[guilty]
        after = _refusal(make, left)
        if after is None:
            found += filter(None, [_refusal(check, make(left))])
            break
        if after.hint.endswith("=VALUE"):
            break
        found.append(after)
        wrong = after
    if len(found) == 1:
        return first
    return UsageError("\n".join(f"{each.message}; {each.hint}" if each.hint else each.message for each in found))


def _guilty(wrong: UsageError, typed: Mapping[Path, str], make: Callable[[dict[Path, str]], Any]) -> Path | None:
    """The value without which another error comes up, or none."""
    for path in typed:
        without = _refusal(make, {each: text for each, text in typed.items() if each != path})
        if without is None or without.message != wrong.message:
            return path
    return None


def _refusal(look: Callable[[Any], Any], what: Any) -> UsageError | None:
    try:
        look(what)
    except UsageError as wrong:
        return wrong
    return None


def misfit(message: str, kind: Any, typed: Mapping[Path, str], what: str) -> UsageError:
    """The error for what a check of a sheet of `kind`, named `what`, says; `typed` are the values by their paths."""
    if found := _NO_SUCH_KEY.match(message):
        return _no_such_key(found["place"] or "", kind, typed)
    if found := _UNKNOWN_KEY.match(message):
        keys = _keys(_type_at(kind, found["place"] or ""))
        return unknown_key(_under(found["place"], found["key"]), found["key"], keys, what)
    if found := _MISSING_KEY.match(message):
        key = _under(found["place"], found["key"])
        return UsageError(f"{what} needs {key}", hint=f"{key}=VALUE")
    if found := _NO_CHOICE.match(message):
        choices = tuple(map(str, _choices(_type_at(kind, found["place"] or ""))))
        path = _typed_path(found["place"] or "", typed)
        value = found["value"].strip("'") if path is None else typed[path]
        near = nearest(value, choices)
        hint = did_you_mean(near) or f"one of {', '.join(choices)}"
        key = _key(found["place"] if path is None else dotted(path))
        return UsageError(f"there is no {key} {value!r}", hint=hint, suggestions=near or choices)
    if found := _TOO_LARGE.match(message):
        wanted = f"{_TYPES['int']} of at most {DIGITS} digits"
        return _other_type(wanted, "", found["place"] or "", typed)
    if found := _OTHER_TYPE.match(message):
        return _other_type(found["type"], found["rest"], found["place"] or "", typed)
    return UsageError(f"{what}: {message}")


def _no_such_key(place: str, kind: Any, typed: Mapping[Path, str]) -> UsageError:
    """The error for a key that a mapping cannot have."""
    path = next((each for each in typed if leads_to(each[:-1], place)), (place, "?"))
    known = _choices((get_args(_type_at(kind, place)) or (Any,))[0])
    hint = f"one of {', '.join(map(str, known))}" if known else ""
    return UsageError(f"{_key(dotted(path))}: {_key(dotted(path[:-1]))} cannot have a key {path[-1]!r}", hint=hint)


def _other_type(kind: str, rest: str, place: str, typed: Mapping[Path, str]) -> UsageError:
    """The error for a value of another type, or out of its range."""
    path = _typed_path(place, typed)
    wanted = _TYPES.get(kind, kind) + _bounds(rest)
    if path is None:
        return UsageError(f"{_key(place)} must be {wanted}")
    key, text = _key(dotted(path)), typed[path]
    if kind == "str" and not text:
        return UsageError(f"{key} cannot be empty")
    return UsageError(f"{key} must be {wanted}, not {shown(text)}{other_digits(text)}")


def unknown_key(path: str, key: str, keys: tuple[str, ...], what: str) -> UsageError:
    """The error for a key that is not there, with the nearest that are."""
    wrong = unknown_word(key, (each.replace("_", "-") for each in keys), f"key of {what}")
    return UsageError(f"there is no key {_key(path)!r} of {what}", hint=wrong.hint, suggestions=wrong.suggestions)


def _bounds(rest: str) -> str:
    """` >= 0` and ` <= 9` as they are said; of lengths and patterns what was said of them."""
    if found := re.search(r"of length (.*)", rest):
        return f" of length {found[1]}"
    low, high = re.search(r">= (-?\d+)", rest), re.search(r"<= (-?\d+)", rest)
    return (f" of at least {low[1]}" if low else "") + (f" of at most {high[1]}" if high else "")


def _typed_path(place: str, typed: Mapping[Path, str]) -> Path | None:
    """The path that was typed, where the message knows a key of a mapping only as `[...]`."""
    whole = re.sub(r"\[\d+\]$", "", place)
    return next((each for each in typed if leads_to(each, whole)), None)


def _under(place: str | None, key: str) -> str:
    return f"{place}.{key}" if place else key


def _key(path: str | None) -> str:
    """A path as it is typed."""
    return (path or "value").replace("_", "-")


def _keys(kind: Any) -> tuple[str, ...]:
    struct = _struct(kind)
    return tuple(struct.__struct_fields__) if struct is not None else ()


def _type_at(kind: Any, place: str) -> Any:
    """The type of what stands at a path of keys; `[...]` is any key of a mapping."""
    for key in filter(None, place.replace("[...]", ".[...]").split(".")):
        struct = _struct(kind)
        if key == "[...]" or get_origin(kind) in (dict, Mapping):
            kind = get_args(kind)[-1] if get_args(kind) else Any
        elif struct is not None:
            kind = get_type_hints(struct).get(key, Any)
    return kind


def _struct(kind: Any) -> Any:
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind
    return next((found for each in get_args(kind) if (found := _struct(each)) is not None), None)


def _choices(kind: Any) -> tuple[Any, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return tuple(choice for each in get_args(kind) for choice in _choices(each))
