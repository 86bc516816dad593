"""A mistake in a fight: where it is, what is wrong, and what would be right."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.limits import MISTAKES_OF_A_COMMAND
from rbfcli.kernel.matching import unknown_word
from rbfcli.kernel.paths import in_words

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


def left_to_rules(found: Iterable[Mistake]) -> Iterator[Mistake]:
    """Mistakes of files alone: what the GM sets, the rules judge themselves."""
    return (replace(each, left_to_rules=True) for each in found)


def unknown(path: Place, word: str, known: Iterable[str], what: str) -> Mistake:
    """The mistake of a word that is not known, with the nearest that are; one that is the key there, or the value."""
    from rbfcli.kernel.mechanical import same_word

    words = list(known)
    meant = same_word(word, words)
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
    from difflib import get_close_matches

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
        raise UsageError("\n".join(told([each.line for each in found])))


def told(lines: Iterable[str], most: int = MISTAKES_OF_A_COMMAND) -> list[str]:
    """As many of the lines as anybody reads, each once."""
    once = list(dict.fromkeys(lines))
    more = len(once) > most
    return [*once[:most], *([f"and more: only the first {most} mistakes are listed"] if more else [])]
