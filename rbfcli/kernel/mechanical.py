"""What is mechanical about a mistake: the one word that was meant, or the same value written rightly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import inspect

from rbfcli.kernel.distance import distance
from rbfcli.kernel.numbers import is_digits

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

SHORTEST, LONG = 3, 6
NOTHING = object()
_LONGEST_NUMBER = 16


def same_word(word: str, known: Iterable[str]) -> str:
    """The one known word that a word is but for capitals, spaces around it, and `-`, `_` or a space; else empty."""
    wanted = _folded(word)
    found = [each for each in known if _folded(each) == wanted] if wanted else []
    return found[0] if len(found) == 1 and found[0] != word else ""


def clear_key(key: str, known: Collection[str], taken: Collection[str]) -> str:
    """The one known key that a misspelt one clearly was meant for, if it is not given besides; else empty."""
    found = clear_word(key, known)
    return "" if found in taken else found


def clear_word(word: str, known: Collection[str]) -> str:
    """The one word of a list that a misspelt one clearly was meant for; else empty.

    That is the same word, or one a single slip away (two in a long one) when no other is as near.
    """
    return same_word(word, known) or _slip(word, known)


def _slip(key: str, known: Iterable[str]) -> str:
    if len(key) < SHORTEST:
        return ""
    most = 1 if len(key) < LONG else 2
    far = sorted((distance(key.casefold(), each, most + 1), each) for each in known)
    near = [each for each in far if each[0] <= most and each[0] < len(each[1]) - 1]
    return near[0][1] if near and all(each[0] > near[0][0] for each in near[1:]) else ""


def _folded(word: str) -> str:
    return word.strip().casefold().replace("_", "-").replace(" ", "-")


def rewritten(value: Any, kind: inspect.Type) -> Any:
    """The value that was clearly meant by one of a wrong type: a number in quotes, a misspelt choice; else `NOTHING`.

    It is not known yet whether it is within its bounds.
    """
    match kind:
        case inspect.Metadata():
            return rewritten(value, kind.type)
        case inspect.UnionType():
            found = [each for member in kind.types if (each := rewritten(value, member)) is not NOTHING]
            return found[0] if len(found) == 1 else NOTHING
        case inspect.IntType() if isinstance(value, float) and value.is_integer():
            return int(value)
        case inspect.IntType() if isinstance(value, str) and len(value) <= _LONGEST_NUMBER:
            return _number(value.strip())
        case inspect.BoolType() if isinstance(value, str):
            return {"true": True, "false": False}.get(value.strip().casefold(), NOTHING)
        case inspect.LiteralType() if isinstance(value, str):
            return clear_word(value, [each for each in kind.values if isinstance(each, str)]) or NOTHING
        case inspect.VarTupleType() | inspect.ListType() if isinstance(value, str) and value:
            return [value] if _takes_text(kind.item_type) else NOTHING
        case _:
            return NOTHING


def _number(text: str) -> Any:
    return int(text) if is_digits(text.removeprefix("-")) else NOTHING


def _takes_text(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StrType) or (isinstance(kind, inspect.Metadata) and _takes_text(kind.type))
