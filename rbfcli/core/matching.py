"""Matching of words from closed vocabularies: exactly, by an unambiguous beginning, or with a hint to the nearest."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from rbfcli.core.errors import Hint, RbfError, UsageError, did_you_mean, listed, misuse, shown, thing_and_place, unknown

Named = Mapping[str, str] | Mapping[str, tuple[str, ...]]


MOST_LISTED = 12
MOST_NEAR = 5
MOST_NAMED, MOST_WRONG, LETTERS_A_MISTAKE = 3, 3, 3
LEAST_ALIKE = 85
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
    contain the word or most of its letters in the same order, or that it contains.
    """
    from rapidfuzz import fuzz, process  # noqa: PLC0415 - only a misspelt word is compared
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - as above

    wanted, words = _bare(word), {each: _bare(each) for each in known if len(each) <= LONGEST_COMPARED}
    if len(wanted) > LONGEST_COMPARED:
        return ()
    most = min(MOST_WRONG, max(1, (len(wanted) + 1) // LETTERS_A_MISTAKE))
    found = process.extract(wanted, words, scorer=OSA.distance, limit=None, score_cutoff=most)
    near = [each for bare, far, each in found if far < len(bare)]
    longer = {each: bare for each, bare in words.items() if min(len(wanted), len(bare)) >= SHORTEST}
    alike = process.extract(wanted, longer, scorer=fuzz.partial_ratio, score_cutoff=LEAST_ALIKE)
    return tuple(near or (each for _, _, each in alike))[:MOST_NAMED]


def _bare(word: str) -> str:
    """Return a word in the form compared: in lower case, an option without its dashes."""
    return word.lstrip("-").casefold()


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
    from rapidfuzz import process  # noqa: PLC0415 - as in `nearest`
    from rapidfuzz.distance import OSA  # noqa: PLC0415 - as in `nearest`

    most = 1 if len(word) < LONG else 2
    found = process.extract(word.casefold(), [*known], scorer=OSA.distance, limit=2, score_cutoff=most)
    nearest_two = [*((each, far) for each, far, _ in found), ("", most + 1), ("", most + 1)]
    (meant, far), (_, further) = nearest_two[:2]
    return meant if far < further and far < len(meant) - 1 else ""


def _folded(word: str) -> str:
    return word.strip().casefold().replace("_", "-").replace(" ", "-")
