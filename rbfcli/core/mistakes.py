"""A mistake in a file: its location, what is wrong, what would be right, and how to correct it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct, inspect
from msgspec.structs import replace

from rbfcli.core.errors import Hint, RbfError, misuse
from rbfcli.core.limits import MISTAKES_OF_A_COMMAND
from rbfcli.core.matching import clear_word, unambiguous_fix, unknown_word
from rbfcli.core.paths import in_words
from rbfcli.core.text import is_digits

NOTHING = object()
_LONGEST_NUMBER = 16


def rewritten(value: Any, kind: inspect.Type) -> Any:
    """Return the value clearly meant by one of the wrong type, such as a number in quotes, or `NOTHING`.

    Does not check bounds.
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
NO_COLON = ("must ", "is ")


class Fix(Struct, frozen=True):
    """A certain correction of a mistake."""

    of: Literal["key", "value"]
    """whether to change the key or the value"""
    new: Any
    """the new text"""


class Mistake(Struct, frozen=True):
    """A mistake at a path in the fight, and what would be right."""

    path: Place
    """the path: keys of structs and mappings, positions in lists, such as `("combatants", "ann", "hp")`"""
    message: str
    """what is wrong, shown after the path: `unknown weapon 'swrd'`"""
    hint: str = ""
    """what would be right: `did you mean sword?`"""
    suggestions: tuple[str, ...] = ()
    """the words probably meant, nearest first, for programs"""
    named: tuple[str, ...] = ()
    """other words and lines in the hint, for programs"""
    left_to_rules: bool = False
    """whether the rules handle it when the GM sets it; for a system's `whereabouts`, `set` then refuses it unless
    forced"""
    because: str = ""
    """the other sheet field that causes it; a stat block without that field is fine"""
    missing: str = ""
    """the key missing from the table at the path"""
    rule: str = ""
    """the id of the rule, if there is one"""
    fix: Fix | None = None
    """the correction `check --fix` makes, if it is certain"""
    file: str = ""
    """the file, if the path does not say"""

    @property
    def line(self) -> str:
        """Return the mistake as one line."""
        hint = self.hint and f"{'' if self.message.endswith('?') else ';'} {self.hint}"
        where = in_words(self.path) or "the file"
        where = where if len(where) <= PATH_SHOWN else f"{where[:PATH_SHOWN]}..."
        return f"{where}{'' if self.message.startswith(NO_COLON) else ':'} {self.message}{hint}"


def mistake(path: Place, wrong: RbfError) -> Mistake:
    """Return the mistake that an error describes."""
    return Mistake(path, wrong.message, wrong.hint, wrong.suggestions, wrong.named, rule=wrong.rule)


def defer_to_rules(found: Iterable[Mistake]) -> Iterator[Mistake]:
    """Mark mistakes that count only in files: when the GM sets such values, the rules judge them."""
    return (replace(each, left_to_rules=True) for each in found)


def unknown(path: Place, word: str, known: Iterable[str], what: str) -> Mistake:
    """Return the mistake for an unknown word, with the nearest known ones."""
    words = list(known)
    meant = unambiguous_fix(word, words)
    return replace(
        mistake(path, unknown_word(word, words, what)),
        fix=Fix("key" if path[-1] == word else "value", meant) if meant else None,
    )


def misspelt_in(path: Place, value: str | Iterable[str], known: Iterable[str], what: str) -> Iterator[Mistake]:
    """Return mistakes for words, a list of words or keys that nearly match a known word."""
    words = {each.casefold(): each for each in known}
    for place, word in words_in(value, path):
        if word.casefold() not in words and (near := clear_word(word, words)):
            yield unknown(place, word, [words[near]], what)


def words_in(value: Any, path: Place) -> Iterator[tuple[Place, str]]:
    """Yield the words in a field with their paths: one, several, or the keys of a mapping. Empty words are skipped."""
    if isinstance(value, str):
        yield from [(path, value)] if value else []
    elif isinstance(value, Mapping):
        yield from (((*path, key), key) for key in value)
    elif isinstance(value, tuple | list):
        yield from (((*path, number), each) for number, each in enumerate(value))


def new_among(before: Sequence[Mistake], after: Iterable[Mistake]) -> list[Mistake]:
    """Return the mistakes that were not there before."""
    return [each for each in after if each not in before]


def refuse_new(before: Sequence[Mistake], after: Iterable[Mistake], within: int = 0, *, every: bool = False) -> None:
    """Raise UsageError with all new mistakes, paths cut by `within`; those left to the rules only with `every`."""
    new = (each for each in new_among(before, after) if every or not each.left_to_rules)
    found = [replace(each, path=each.path[within:]) for each in new]
    if len(found) == 1:
        only = found[0]
        message = replace(only, hint="").line
        raise misuse(message, hint=Hint(only.hint, words=only.named, near=only.suggestions))
    if found:
        raise misuse("\n".join(format_mistakes([each.line for each in found])))


def format_mistakes(lines: Iterable[str], most: int = MISTAKES_OF_A_COMMAND) -> list[str]:
    """Return the first lines of a list of mistakes, without repeats."""
    once = list(dict.fromkeys(lines))
    more = len(once) > most
    return [*once[:most], *([f"and more: only the first {most} mistakes are listed"] if more else [])]
