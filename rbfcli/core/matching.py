"""Words of closed vocabularies: exact, a unique beginning, or refused with the nearest known word."""

from __future__ import annotations

from functools import lru_cache

from rbfcli.core.errors import RbfError, Refusal, UnknownWord, UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    Named = Mapping[str, str] | Mapping[str, tuple[str, ...]]


@lru_cache(maxsize=1_024)  # a thousand of a kind have the same mistake a thousand times
def distance(one: str, other: str, most: int) -> int:
    """The least number of such mistakes between two words, `most + 1` where it takes more.

    Optimal string alignment, in the band of `most` letters around the diagonal.
    """
    far = most + 1
    ours, others = set(one), set(other)
    if max(abs(len(one) - len(other)), len(ours - others), len(others - ours)) > most:
        return far  # each letter that one word alone has takes a mistake
    two_above: list[int] = []
    above = [min(place, far) for place in range(len(other) + 1)]
    for at, letter in enumerate(one, 1):
        row = [min(at, far)] + [far] * len(other)
        for place in range(max(1, at - most), min(len(other), at + most) + 1):
            wrong = above[place - 1] + (letter != other[place - 1])
            row[place] = min(wrong, above[place] + 1, row[place - 1] + 1, far)
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == other[place - 1]:
                row[place] = min(row[place], two_above[place - 2] + 1)
        two_above, above = above, row
    return above[-1]


MOST_LISTED = 12
MOST_NEAR = 5
MOST_NAMED, MOST_WRONG, LETTERS_A_MISTAKE, SHORTEST_BEGINNING = 3, 3, 3, 3
MOST_COMPARED, LONGEST_COMPARED = 300, 128
SAY = "say"
ARTICLE = "the "


def match(word: str, known: Iterable[str], what: str, kind: type[RbfError] = UsageError, rule: str = "") -> str:
    """The known word that a word is, or begins uniquely; capitals do not matter. Raises `kind` otherwise."""
    return match_named(word, dict.fromkeys(known, ()), what, kind, rule)


def match_named(word: str, known: Named, what: str, kind: type[RbfError] = UsageError, rule: str = "") -> str:
    """As `match`, for words that have a name, or several, besides: any of them may be typed."""
    if word in known:
        return word
    found = candidates(word, known)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(word, found, rule)
    raise unknown_word(word, known, what, kind, rule)


def candidates(word: str, known: Named) -> list[str]:
    """The known words that a word may mean: those it is, else those it begins."""
    wanted = word.casefold()
    typed = {each: _typed(each, names) for each, names in known.items()} if wanted else {}
    same = [each for each, names in typed.items() if wanted in names]
    return same or [each for each, names in typed.items() if any(name.startswith(wanted) for name in names)]


def _typed(word: str, names: str | tuple[str, ...]) -> tuple[str, ...]:
    """A word and its other names, as they are compared; a name with an article also without it."""
    others = (names,) if isinstance(names, str) else names
    typed = tuple(each.casefold() for each in (word, *others))
    return (*typed, *(each.removeprefix(ARTICLE) for each in typed if each.startswith(ARTICLE)))


def unknown_word(
    word: str, known: Iterable[str], what: str, kind: type[RbfError] = UsageError, rule: str = ""
) -> RbfError:
    """The error for a word that is not known: it names the nearest that are, most likely first.

    Where that is a refusal, it is an UnknownWord, which tells what was typed.
    """
    words = list(dict.fromkeys(known))
    near = nearest(word, words)
    if near:
        hint = f"did you mean {' or '.join(near)}?"
    elif len(words) <= MOST_LISTED:
        hint = f"known: {', '.join(words)}" if words else ""
    elif len(word) <= LONGEST_COMPARED:
        hint = f"nearest of {len(words)}: {', '.join(ranked(word, words)[:MOST_NEAR])}"
    else:
        hint = ""
    message = f"there is no {what} {shortened(word)!r}"
    return (
        not_found(word, message, hint, rule, near)
        if kind is Refusal
        else kind(message, hint=hint, rule=rule, suggestions=near)
    )


def not_found(
    word: str, message: str, hint: str = "", rule: str = "", suggestions: tuple[str, ...] = ()
) -> UnknownWord:
    """The refusal of a word that names nothing in the fight now."""
    error = UnknownWord(message, hint=hint, rule=rule, suggestions=suggestions)
    error.word = word
    return error


def shortened(word: str) -> str:
    """A word for a message: the beginning of one that no message could hold."""
    return word if len(word) <= LONGEST_COMPARED else f"{word[:LONGEST_COMPARED]}…"


def ambiguous(word: str, found: Sequence[str], rule: str = "") -> RbfError:
    """The error for a word that could be several."""
    some = ", ".join(found[:MOST_LISTED]) + (f" … ({len(found)} in all)" if len(found) > MOST_LISTED else "")
    return UsageError(
        f"{shortened(word)!r} could mean {some}", hint="type more of it", rule=rule, suggestions=tuple(found)
    )


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words, at most three, that a misspelt one could be, most likely first.

    One letter in three, about, may be wrong, missing, too many or swapped. Where no word is so near, those count that
    the word holds or goes on from, or that go on from it.
    """
    if len(word) > LONGEST_COMPARED:
        return ()
    wanted, words = _bare(word), compared(word, known)
    most = min(MOST_WRONG, max(1, (len(wanted) + 1) // LETTERS_A_MISTAKE))
    far = {each: distance(wanted, _bare(each), most) for each in words}
    near = sorted((each for each in words if far[each] <= min(most, len(_bare(each)) - 1)), key=lambda each: far[each])
    return tuple(near or (each for each in words if _goes_on(wanted, _bare(each))))[:MOST_NAMED]


def _bare(word: str) -> str:
    """A word as it is compared: small letters, an option without its dashes."""
    return word.lstrip("-").casefold()


def _goes_on(word: str, other: str) -> bool:
    """Whether a word holds the other as a word, or one of them begins with the other and is no mere letter or two."""
    if other in word.split():
        return True
    return min(len(word), len(other)) >= SHORTEST_BEGINNING and (word.startswith(other) or other.startswith(word))


def ranked(word: str, known: Iterable[str]) -> list[str]:
    """Known words, those most like a word first."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - only a misspelt word is compared

    wanted = word[:LONGEST_COMPARED].casefold()
    return sorted(compared(word, known), key=lambda each: -SequenceMatcher(None, wanted, each.casefold()).ratio())


def compared(word: str, known: Iterable[str]) -> list[str]:
    """The known words that a word is compared with: all of them, or of very many the first that begin alike."""
    words = list(known)
    if len(words) > MOST_COMPARED:
        first = word[:1].casefold()
        words = sorted(words, key=lambda each: each[:1].casefold() != first)[:MOST_COMPARED]
    return [each for each in words if len(each) <= LONGEST_COMPARED]


def own_words(word: str) -> str:
    """What stands behind `say` in a word of one's own; empty where it is none."""
    return word.removeprefix(f"{SAY} ") if word.startswith(f"{SAY} ") else ""
