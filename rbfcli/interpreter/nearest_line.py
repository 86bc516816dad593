"""The nearest line that reads for one that does not: words swapped, an option or a key forgotten; only named."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise, permutations

from rbfcli.kernel.command import Arg, Command, RollingCommand
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.visible import in_quotes, quoted
from rbfcli.language.grammar import Grammar, Parameter, grammar_of, takes_value
from rbfcli.language.reader import find_verb
from rbfcli.language.roles import option_of, roles
from rbfcli.language.words import looks_like_option, split_words

Holds = Callable[[Sequence[str]], bool]
FILLERS = frozenset(
    {"a", "and", "at", "by", "for", "from", "of", "on", "people", "the", "to", "with", "=", "round", "rounds", "turns"}
)
SYNONYMS = {
    "all": "*",
    "everybody": "*",
    "everyone": "*",
    "@all": "*",
    "@enemies": "@foes",
    "@enemy": "@nearest",
    "@friends": "@allies",
    "@me": "@active",
    "me": "@active",
}
# Options whose values any word could be, so that one too many says nothing of them.
ANY_WORD = frozenset({"answers", "encounter", "faces", "file", "line", "place", "script", "text"})
OFTEN_OF_TWO_WORDS = frozenset({"thing", "spell", "weapon"})
FILES = (".toml", ".rbf", ".csv", ".json", ".html")
MOST_SWAPPED = 4
MOST_TRIED, MOST_WORDS, PEOPLE_A_TRY = 60, 12, 50
NOBODY: Mapping[str, str] = {}


def advised(
    wrong: RbfError,
    words: Sequence[str],
    kinds: Mapping[str, type[Command]],
    reads: Holds,
    accepts: Holds,
    *,
    people: Mapping[str, str] = NOBODY,
    any_word: Collection[str] = (),
    asked: str = "",
    up: str = "",
) -> RbfError:
    """The error of a line, with the nearest line that `reads` instead of its hint, where it `accepts` that one now.

    `people` are in the fight, with their names; the more there are, the fewer lines are tried. Any word is one of the
    kinds `any_word`, so that it says nothing. `asked` is what stands in front of the line. Where the only one `up` has
    to be named, and no name is like what was typed, that line is the nearest.
    """
    line = "" if wrong.suggestions or not up else led_line(words, kinds, reads, up)
    line = line or nearest_line(words, kinds, reads, people, any_word)
    if line and accepts(split_words(line)):
        wrong.hint, wrong.suggestions = f"did you mean `{asked}{line}`?", (f"{asked}{line}",)
    return wrong


def nearest_line(
    words: Sequence[str],
    kinds: Mapping[str, type[Command]],
    reads: Holds,
    people: Mapping[str, str] = NOBODY,
    any_word: Collection[str] = (),
) -> str:
    """The first line that reads among those with one or two changes; empty if there is none among the first."""
    at = find_verb(words)
    kind = kinds.get(words[at]) if at < len(words) <= MOST_WORDS else None
    if kind is None or "--" in words or "" in words:
        return ""
    grammar, before, rest = grammar_of(kind), words[: at + 1], tuple(words[at + 1 :])
    unsaying = ANY_WORD.union(any_word)
    most = MOST_TRIED // (1 + len(people) // PEOPLE_A_TRY)
    once = [*_names_joined(rest, people), *_changes(rest, grammar, unsaying)]
    twice = (each for some in once for each in _changes(some, grammar, unsaying))
    for changed in islice(dict.fromkeys(islice(chain(once, twice), 2 * most)), most):
        if changed != rest and not _swallows(changed, grammar) and reads([*before, *changed]):
            return " ".join(in_quotes(word) if "*" in word else quoted(word) for word in (words[at], *changed))
    return ""


def _swallows(words: Sequence[str], grammar: Grammar) -> bool:
    """Whether an option takes another for its value, which nobody means."""
    found = zip(words, roles(grammar, words), strict=True)
    return any(role == "value" and looks_like_option(word) for word, (role, _) in found)


def led_line(words: Sequence[str], kinds: Mapping[str, type[Command]], reads: Holds, up: str) -> str:
    """A line with the one who is up behind its verb, if it reads so, or with a name of two words in quotes."""
    at = find_verb(words)
    kind = kinds.get(words[at]) if at < len(words) <= MOST_WORDS else None
    grammar = grammar_of(kind) if kind else None
    if grammar is None or not grammar.actor or len(grammar.positionals) == 1:
        return ""
    before, rest = [*words[: at + 1], up], [*words[at + 1 :]]
    behind = [rest] if rest else []
    if len(rest) > 1 and grammar.positionals[1].spec.kind in OFTEN_OF_TWO_WORDS:
        behind.append([f"{rest[0]} {rest[1]}", *rest[2:]])
    found = next((each for each in behind if reads([*before, *each])), None)
    return "" if found is None else " ".join(map(quoted, [words[at], up, *found]))


def _changes(words: Sequence[str], grammar: Grammar, any_word: Collection[str]) -> Iterator[tuple[str, ...]]:
    """The words behind a verb with one change, likely ones first."""
    for place, word in enumerate(words):
        before, behind = words[:place], words[place + 1 :]
        if is_digits(word.replace(",", "")) and "--dice" in grammar.options:
            yield from _as_faces(before, word, behind)
        if word == SAY and behind:
            yield (*before, f"{SAY} {' '.join(behind)}")
        if f"--{word}" in grammar.options:
            yield (*before, f"--{word}", *behind)
        if word in FILLERS and (before or behind):
            yield (*before, *behind)
        if word in SYNONYMS:
            yield (*before, SYNONYMS[word], *behind)
        if ("," in word or " " in word) and before[-1:] != ("--dice",):
            yield (*before, *word.replace(",", " ").split(), *behind)
        if (
            place
            and behind
            and "=" not in f"{word}{behind[0]}"
            and not looks_like_option(behind[0])
            and _takes_pairs(grammar)
        ):
            yield (*before, f"{word.lstrip('-')}={behind[0]}", *behind[1:])
        who, dot, pair = word.partition(".")
        if dot and who.isalnum() and "=" in pair and _takes_pairs(grammar):
            yield (*before, who, pair, *behind)
        if word.startswith("--") and "=" in word and _takes_pairs(grammar):
            yield (*before, word.lstrip("-"), *behind)
    first = grammar.positionals[0].spec.choices if grammar.positionals else ()
    yield from ((choice, *words) for choice in first if words[:1] != (choice,))
    yield from _with_option(words, grammar, any_word)
    yield from _swapped(words, grammar)


def _names_joined(words: Sequence[str], people: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """Two words that are somebody's name or a file's as one, a number with what it counts: `Old Tom`, `bandit 2`."""
    names = {each.casefold() for who, name in people.items() for each in (who, name)}
    for place, (one, other) in enumerate(pairwise(words)):
        together = f"{one}{other}", f"{one} {other}"
        yield from ((*words[:place], each, *words[place + 2 :]) for each in together if each.casefold() in names)
        if other.endswith(FILES) and one not in FILLERS and not looks_like_option(one):
            yield (*words[:place], f"{one} {other}", *words[place + 2 :])


def _as_faces(before: Sequence[str], word: str, behind: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A number that stands alone as one more of the faces before it; several as the faces of the line."""
    if before[-2:-1] == ("--dice",):
        yield (*before[:-1], f"{before[-1]},{word}", *behind)
    elif "," in word and "--dice" not in before:
        yield (*before, "--dice", word, *behind)


def _takes_pairs(grammar: Grammar) -> bool:
    return any(parameter.spec.kind == "pairs" for parameter in grammar.positionals)


def _with_option(words: Sequence[str], grammar: Grammar, any_word: Collection[str]) -> Iterator[tuple[str, ...]]:
    """A word that stands alone, with an option in front that could take it."""
    found = dict.fromkeys(each for each in grammar.options.values() if _could_take(each, any_word))
    options = sorted(found, key=lambda each: each.field in RollingCommand.__struct_fields__)  # the verb's own first
    for place in _places_of_words(words, grammar):
        word = words[place]
        fitting = (each for each in options if each.spec.kind != "amount" or is_digits(word.lstrip("d")[:1]))
        yield from ((*words[:place], *words[place + 1 :], each.option, word) for each in fitting)


def _could_take(option: Parameter, any_word: Collection[str]) -> bool:
    return takes_value(option) and option.spec.kind not in any_word and not isinstance(option.spec, Arg)


def _swapped(words: Sequence[str], grammar: Grammar) -> Iterator[tuple[str, ...]]:
    """The words that are neither options nor their values, in every other order; free text has none."""
    places = _places_of_words(words, grammar)
    free = any(parameter.spec.kind == "text" for parameter in grammar.positionals)
    if free or not 1 < len(places) <= MOST_SWAPPED:
        return
    for order in permutations(places):
        if list(order) != places:
            found = list(words)
            for place, other in zip(places, order, strict=True):
                found[place] = words[other]
            yield tuple(found)


def _places_of_words(words: Sequence[str], grammar: Grammar) -> list[int]:
    """The places of the words that are neither options nor their values."""
    places, waiting = [], False
    for place, word in enumerate(words):
        option = option_of(grammar, word) if looks_like_option(word) else None
        if not waiting and not looks_like_option(word):
            places.append(place)
        waiting = option is not None and takes_value(option) and "=" not in word
    return places
