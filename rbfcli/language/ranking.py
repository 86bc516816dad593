"""Which words match what is typed: the whole word, its beginning, then (except for options) its letters in order."""

from collections.abc import Iterable

from msgspec import Struct


class CompletionCandidate(Struct, frozen=True):
    """A word that could be typed, what it is, another text that finds it, and whether it is an option."""

    word: str
    what: str = ""
    also: str = ""
    is_option: bool = False


def best_matches(typed: str, candidates: Iterable[CompletionCandidate]) -> list[CompletionCandidate]:
    """The candidates that match, best first; equal ones keep their order, and duplicates are dropped."""
    wanted = typed.casefold()
    words: dict[str, CompletionCandidate] = {}
    for each in candidates:
        words.setdefault(each.word, each)
    fitting = [(rank, place, each) for place, each in enumerate(words.values()) if (rank := _rank(wanted, each))]
    return [each for _, _, each in sorted(fitting, key=lambda one: one[:2])]


def _rank(wanted: str, candidate: CompletionCandidate) -> tuple[int, int] | None:
    """How well a candidate matches: the kind of match, then how spread out its letters are."""
    word, also = candidate.word.casefold(), candidate.also.casefold()
    if wanted and wanted in (word, also):
        return 1, 0
    if word.startswith(wanted):
        return 2, 0
    if also.startswith(wanted):
        return 3, 0
    if wanted.startswith("-"):
        return None
    if width := _width(wanted, word):
        return 4, width
    return (5, width) if (width := _width(wanted, also)) else None


def _width(wanted: str, text: str) -> int:
    """The length of the part of the text that has the wanted letters in order; 0 if it does not have them all."""
    first = at = text.find(wanted[:1])
    for letter in wanted[1:]:
        if at < 0:
            return 0
        at = text.find(letter, at + 1)
    return at - first + 1 if at >= 0 else 0
