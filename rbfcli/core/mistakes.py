"""A mistake: where it is, what is wrong, what would be right, and whether that can be mended by itself."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, inspect
from msgspec.structs import replace

from rbfcli.core.errors import RbfError, UsageError
from rbfcli.core.limits import MISTAKES_OF_A_COMMAND
from rbfcli.core.matching import distance, unknown_word
from rbfcli.core.paths import in_words
from rbfcli.core.text import is_digits

SHORTEST, LONG = 3, 6
NOTHING = object()
_LONGEST_NUMBER = 16


def unambiguous_fix(word: str, known: Iterable[str]) -> str:
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
    return unambiguous_fix(word, known) or _slip(word, known)


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


Place = tuple[str | int, ...]

PATH_SHOWN = 200
ALIKE = 0.8
NO_COLON = ("must ", "is also in ")


class Fix(Struct, frozen=True):
    """What mends a mistake and nothing else: another value at its path, or another name of the key there."""

    new: Any
    """what it has to be: a value, or a name"""
    of_key: bool = False
    """whether it is another name of the key"""


class Mistake(Struct, frozen=True):
    """What is wrong at a path from the fight, and what would be right."""

    path: Place
    """where: keys of structs and mappings, places in lists, such as `("combatants", "ann", "hp")`"""
    message: str
    """what is wrong, behind the path: `there is no weapon 'swrd'`"""
    hint: str = ""
    """what would be right: `did you mean sword?`"""
    suggestions: tuple[str, ...] = ()
    """the words that were probably meant, nearest first, for programs"""
    left_to_rules: bool = False
    """whether it is wrong in a file alone: where the GM sets it, the rules see to it themselves"""
    because: str = ""
    """the other field of the sheet that makes it wrong: nothing is wrong with a stat block that leaves it open"""
    missing: str = ""
    """the key that the table at the path lacks"""
    rule: str = ""
    """the id of the rule that says so, if one does"""
    fix: Fix | None = None
    """how `check --fix` mends it, where that is sure"""
    file: str = ""
    """the file it stands in, where the path cannot tell"""

    @property
    def line(self) -> str:
        """The mistake as one line."""
        hint = self.hint and f"{'' if self.message.endswith('?') else ';'} {self.hint}"
        where = in_words(self.path) or "the file"
        where = where if len(where) <= PATH_SHOWN else f"{where[:PATH_SHOWN]}..."
        return f"{where}{'' if self.message.startswith(NO_COLON) else ':'} {self.message}{hint}"


def mistake(path: Place, wrong: RbfError) -> Mistake:
    """The mistake that an error tells of."""
    return Mistake(path, wrong.message, wrong.hint, wrong.suggestions, rule=wrong.rule)


def defer_to_rules(found: Iterable[Mistake]) -> Iterator[Mistake]:
    """Mistakes of files alone: what the GM sets, the rules judge themselves."""
    return (replace(each, left_to_rules=True) for each in found)


def unknown(path: Place, word: str, known: Iterable[str], what: str) -> Mistake:
    """The mistake of a word that is not known, with the nearest that are; one that is the key there, or the value."""
    words = list(known)
    meant = unambiguous_fix(word, words)
    return replace(mistake(path, unknown_word(word, words, what)), fix=Fix(meant, path[-1] == word) if meant else None)


def misspelt_in(path: Place, value: str | Iterable[str], known: Iterable[str], what: str) -> Iterator[Mistake]:
    """The mistakes of words that are almost known ones; any others are words of one's own.

    They stand at a path, one or several, or as the keys of a mapping.
    """
    words = {each.casefold(): each for each in known}
    for place, word in words_in(value, path):
        if word.casefold() not in words and (near := _alike(word, words)):
            yield unknown(place, word, [words[near]], what)


def words_in(value: Any, path: Place) -> Iterator[tuple[Place, str]]:
    """The words in a field, each with its path: one, several, or the keys of a mapping; an empty one names nothing."""
    if isinstance(value, str):
        yield from [(path, value)] if value else []
    elif isinstance(value, Mapping):
        yield from (((*path, key), key) for key in value)
    elif isinstance(value, tuple | list):
        yield from (((*path, number), each) for number, each in enumerate(value))


def _alike(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelt word is compared

    return next(iter(get_close_matches(word.casefold(), list(known), n=1, cutoff=ALIKE)), "")


def new_among(before: Sequence[Mistake], after: Iterable[Mistake]) -> list[Mistake]:
    """The mistakes that were not there before."""
    return [each for each in after if each not in before]


def refuse_new(before: Sequence[Mistake], after: Iterable[Mistake], within: int = 0, *, every: bool = False) -> None:
    """Raise UsageError with all mistakes that were not there before, their paths from `within` so many keys on.

    What is left to the rules is passed over, but for `every`.
    """
    new = (each for each in new_among(before, after) if every or not each.left_to_rules)
    found = [replace(each, path=each.path[within:]) for each in new]
    if len(found) == 1:
        only = found[0]
        message = replace(only, hint="").line
        raise UsageError(message, hint=only.hint, suggestions=only.suggestions)
    if found:
        raise UsageError("\n".join(format_mistakes([each.line for each in found])))


def format_mistakes(lines: Iterable[str], most: int = MISTAKES_OF_A_COMMAND) -> list[str]:
    """As many of the lines as anybody reads, each once."""
    once = list(dict.fromkeys(lines))
    more = len(once) > most
    return [*once[:most], *([f"and more: only the first {most} mistakes are listed"] if more else [])]
