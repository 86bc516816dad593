"""Matching of words from closed vocabularies: exactly, by an unambiguous beginning, or with a hint to the nearest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from rbfcli.core.errors import Hint, RbfError, UsageError, did_you_mean, listed, misuse, shown, thing_and_place, unknown

Named = Mapping[str, str] | Mapping[str, tuple[str, ...]]


MOST_LISTED = 12
MOST_NEAR = 5
MOST_NAMED, MOST_WRONG, LETTERS_A_MISTAKE, SHORTEST_BEGINNING = 3, 3, 3, 3
LONGEST_COMPARED = 128
SHORTEST, LONG = 3, 6
# The pages that list the words of a kind, if they are many.
LISTED_BY = {"key": "help encounter", "condition": "help condition", "ground": "help map"}
SAY = "say"
ARTICLE = "the "


def match(word: str, known: Iterable[str], what: str, kind: type[RbfError] = UsageError, rule: str = "") -> str:
    """Return the known word that a word equals or begins unambiguously, ignoring case.

    Raises `kind` if there is none.
    """
    return match_named(word, dict.fromkeys(known, ()), what, kind, rule)


def match_named(word: str, known: Named, what: str, kind: type[RbfError] = UsageError, rule: str = "") -> str:
    """Return the match as `match` does, for words that also have other names, which can be typed too."""
    if word in known:
        return word
    found = candidates(word, known)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(word, found, rule)
    raise unknown_word(word, known, what, kind, rule)


def candidates(word: str, known: Named) -> list[str]:
    """Return the known words that a word may mean: those it equals, else those it begins, with or without article.

    The beginning of the article alone, such as `t`, begins no name.
    """
    wanted = (word.casefold(), f"{ARTICLE}{word.casefold()}")
    is_article = ARTICLE.startswith(wanted[0])
    same, begun = [], []
    for each, names in known.items() if word else ():
        for name in (each, names) if isinstance(names, str) else (each, *names):
            folded = name.casefold()
            if folded.startswith(wanted[is_article and folded.startswith(ARTICLE) :]):
                begun.append(each)
                if folded in wanted:
                    same.append(each)
    return list(dict.fromkeys(same or begun))


def unknown_word(
    word: str, known: Iterable[str], what: str, kind: type[RbfError] = UsageError, rule: str = ""
) -> RbfError:
    """Return the error for an unknown word, with the nearest known words, or all if they are few."""
    return unknown(what, word, hint=partial(_nearest_or_all, word, dict.fromkeys(known), what), rule=rule, error=kind)


def _nearest_or_all(word: str, known: Collection[str], what: str) -> Hint:
    """Return the hint with the words nearest to an unknown one, with all if they are few, or where they are listed."""
    containing = (each for each in known if word.casefold() in each.casefold().split())
    if near := nearest(word, known) or tuple(containing)[:MOST_NEAR]:
        return did_you_mean(near)
    if len(known) <= MOST_LISTED:
        return listed(_plural(what), [*known])
    pages = [Hint("{} lists them", page) for thing, page in LISTED_BY.items() if thing == thing_and_place(what)[0]]
    return pages[0] if pages else Hint("")


def _plural(what: str) -> str:
    """Return what a list of known words is called: `weapons`, `policies`."""
    thing, where = thing_and_place(what)
    if where:
        return f"{_plural(thing)}{where}"
    if " or " in what:
        return " or ".join(map(_plural, what.split(" or ")))
    thing, of, whole = what.partition(" of ")
    if of:
        return f"{_plural(thing)}{of}{whole}"
    return f"{what[:-1]}ies" if what.endswith("y") and not what.endswith("ey") else f"{what}s"


def shortened(word: str) -> str:
    """Return a word for a message, cut if it is too long."""
    return word if len(word) <= LONGEST_COMPARED else f"{word[:LONGEST_COMPARED]}…"


def ambiguous(word: str, found: Sequence[str], rule: str = "") -> RbfError:
    """Return the error for an ambiguous word."""
    some = ", ".join(found[:MOST_LISTED]) + (f" … ({len(found)} in all)" if len(found) > MOST_LISTED else "")
    return misuse(f"{shown(word)} could mean {some}", hint=Hint("type more of it", near=found), rule=rule)


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known words, at most three, that a misspelt one could be, most likely first.

    About one letter in three may be wrong, missing, extra or swapped. If no word is that near, those count that
    contain the word or continue it, that it continues, or that it abbreviates.
    """
    wanted, words = _bare(word), {each: _bare(each) for each in known if len(each) <= LONGEST_COMPARED}
    if len(wanted) > LONGEST_COMPARED:
        return ()
    most = min(MOST_WRONG, max(1, (len(wanted) + 1) // LETTERS_A_MISTAKE))
    near = [each for each, far in _by_distance(wanted, words, most) if far < len(words[each])]
    inside = wanted.split()
    further = (
        each
        for each, bare in words.items()
        if bare in inside or _is_begun(wanted, bare) or _is_abbreviated(wanted, bare)
    )
    return tuple(near or further)[:MOST_NAMED]


def _by_distance(wanted: str, words: Mapping[str, str], most: int) -> list[tuple[str, float]]:
    """Return words with the number of spelling mistakes between them and the wanted one, nearest first."""
    from rapidfuzz import process  # noqa: PLC0415 - only a misspelt word is compared
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - as above

    found = process.extract(wanted, words, scorer=OSA.distance, limit=None, score_cutoff=most)
    return [(each, far) for _, far, each in found]


def _bare(word: str) -> str:
    """Return a word in the form compared: in lower case, an option without its dashes."""
    return word.lstrip("-").casefold()


def _is_begun(word: str, other: str) -> bool:
    """Return whether one of two words begins the other with at least three letters."""
    begun = word.startswith(other) or other.startswith(word)
    return begun and min(len(word), len(other)) >= SHORTEST_BEGINNING


def _is_abbreviated(word: str, other: str) -> bool:
    """Return whether a word is another without some of its letters, at most half, but not the first: `attk`."""
    rest = iter(other)
    in_order = word[:1] == other[:1] and all(letter in rest for letter in word)
    return in_order and len(word) >= max(SHORTEST_BEGINNING, len(other) / 2)


def own_words(word: str) -> str:
    """Return the free text after `say`, or an empty string if there is none."""
    return word.removeprefix(f"{SAY} ") if word.startswith(f"{SAY} ") else ""


def unambiguous_fix(word: str, known: Iterable[str]) -> str:
    """Return the one known word that differs only in capitals, outer spaces, or `-`, `_` and spaces; else empty."""
    wanted = _folded(word)
    found = [each for each in known if _folded(each) == wanted] if wanted else []
    return found[0] if len(found) == 1 and found[0] != word else ""


def clear_word(word: str, known: Collection[str]) -> str:
    """Return the known word that a misspelt one clearly means, one or two mistakes away; else empty."""
    if (same := unambiguous_fix(word, known)) or not SHORTEST <= len(word) <= LONGEST_COMPARED:
        return same
    most = 1 if len(word) < LONG else 2
    far = _by_distance(word.casefold(), {each: each for each in known}, most + 1)
    near = [each for each in far if each[1] <= most and each[1] < len(each[0]) - 1]
    return near[0][0] if near and all(each[1] > near[0][1] for each in far if each != near[0]) else ""


def _folded(word: str) -> str:
    return word.strip().casefold().replace("_", "-").replace(" ", "-")
