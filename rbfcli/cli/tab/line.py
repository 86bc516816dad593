"""What a shell's line holds before the cursor: the verb and its words, and the option that waits for its value."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    OptionsOf = Callable[[str], Iterable[tuple[str, str | None, str]]]

ODDS, AGAINST = "odds", "--against"


class Line:
    """The words before the cursor: `rest` are those of the verb, `wanted` is the source of the word at the cursor.

    `wanted` is None where no option waits for its value, `ended` is after `--`, `asks_odds` where `odds` comes first.
    """

    __slots__ = ("asks_odds", "ended", "rest", "verb", "wanted")

    def __init__(self, words: Sequence[str], verbs: Iterable[str], options_of: OptionsOf) -> None:
        known = set(verbs)
        self.verb, self.asks_odds, self.ended = "", False, False
        self.rest: list[str] = []
        self.wanted: str | None = None
        for word in words:
            if self.wanted is not None:
                self.wanted = None
            elif self.ended or not is_option(word):
                self._take(word, known)
            elif word == "--":
                self.ended = True
            elif word == AGAINST and self.asks_odds:
                self.verb, self.asks_odds, self.rest = ODDS, False, []
            elif "=" not in word:
                self.wanted = source_of(word, self.verb, options_of)

    def _take(self, word: str, known: set[str]) -> None:
        if not self.verb:
            self.verb = word
        elif self.verb == ODDS and not self.rest and not self.asks_odds and word in known:
            self.verb, self.asks_odds = word, True
        else:
            self.rest.append(word)


def is_option(word: str) -> bool:
    """Whether a word is read as an option, not as a lone hyphen or a negative number."""
    return word.startswith("-") and len(word) > 1 and not word[1].isdigit() and word[1] != "."


def source_of(option: str, verb: str, options_of: OptionsOf) -> str | None:
    """Where the value of an option comes from; None for one that takes none, or that the verb does not have.

    It may be a beginning that only one option has.
    """
    known = {name: source for name, source, _ in options_of(verb)}
    if option in known or not _is_begun(option):
        return known.get(option)
    begun = [source for name, source in known.items() if name.startswith(option)]
    return begun[0] if len(begun) == 1 else None


def value_of(option: str, short: str, words: Sequence[str]) -> str:
    """The last value of an option among words, however much of it is typed; empty if it is not given."""
    found = ""
    for place, word in enumerate(words):
        name, equals, value = word.partition("=")
        if (name == short or (_is_begun(name) and option.startswith(name))) and (equals or place + 1 < len(words)):
            found = value if equals else words[place + 1]
    return found


def _is_begun(word: str) -> bool:
    """Whether a word is at least the beginning of a long option."""
    return word.startswith("--") and len(word) > len("--")
