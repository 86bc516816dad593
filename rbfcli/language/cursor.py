"""The position of the cursor in a line, and the meaning of the word there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, inspect
from msgspec.structs import replace

from rbfcli.core.lazy import LazyFunction
from rbfcli.engine.answers import word_meaning
from rbfcli.language.forms import summary_of
from rbfcli.language.grammar import (
    Grammar,
    Parameter,
    Word,
    scan,
    takes_value,
)
from rbfcli.language.names import NameContext
from rbfcli.language.parser import NO_VERB, fight_verbs, option_of, parse_line, roles, without_program
from rbfcli.model.commands import Opt
from rbfcli.model.display import in_words
from rbfcli.storage.toml import read_beside

# Imported on first call: `keys` reads the sources of structs and imports `ast` and `inspect` for that.
field_doc = LazyFunction("rbfcli.language.keys", "field_doc")


MOST_OF_A_BLOCK = 6


def meaning(parameter: Parameter, word: str, context: NameContext | None) -> str:
    """Return the meaning of a word for a parameter; empty if unknown."""
    if parameter.spec.kind == "damage-type":
        return "a type of damage"
    field = parameter.field if parameter.spec.choices else ""
    if context is not None:
        said = word_meaning(context.fight, context.rules, field or parameter.spec.kind, word, context.who)
        if said:
            return said
    kind = fight_verbs(context.rules).get(word) if context is not None and field else None
    return choices().get(field, {}).get(word, "") or (summary_of(kind) if kind else "")


@cache
def choices() -> dict[str, dict[str, str]]:
    """Return the meanings of choices that are the same in every system, by field and word."""
    found: dict[str, dict[str, str]] = read_beside("rbfcli.language", "words.toml")["choices"]
    return found


def block_meaning(block: Mapping[str, Any]) -> str:
    """Return the first numbers and words of a stat block."""
    plain = [(key, value) for key, value in block.items() if isinstance(value, int | str)]
    told = [str(value) if key == "name" else f"{key.replace('_', ' ')} {in_words(value)}" for key, value in plain]
    return ", ".join(told[:MOST_OF_A_BLOCK])


def key_meaning(kind: type[Struct], key: str, held_by: Struct | None) -> str:
    """Return what a key of a sheet or of options is for, after its current value if it has one."""
    value = None if held_by is None else getattr(held_by, key)
    plain = isinstance(value, bool | int | str) and value != ""
    return "; ".join(filter(None, (f"now {in_words(value)}" if plain else "", _docs(kind).get(key, ""))))


@cache
def _docs(kind: type[Struct]) -> dict[str, str]:
    found = inspect.type_info(kind)
    fields = found.fields if isinstance(found, inspect.StructType) else ()
    return {each.name: field_doc(kind, each).text for each in fields}


class CompletionCandidate(Struct, frozen=True):
    """A word that could be typed, its description, another text that finds it, and if it is an option."""

    word: str
    what: str | Callable[[], str] = ""
    also: str = ""
    is_option: bool = False


def best_matches(typed: str, candidates: Iterable[CompletionCandidate]) -> list[CompletionCandidate]:
    """Return the matching candidates, best first; ties keep their order, and duplicates are dropped."""
    wanted = typed.casefold()
    words: dict[str, CompletionCandidate] = {}
    for each in candidates:
        words.setdefault(each.word, each)
    fitting = [(rank, place, each) for place, each in enumerate(words.values()) if (rank := _rank(wanted, each))]
    return [each for _, _, each in sorted(fitting, key=lambda one: one[:2])]


def _rank(wanted: str, candidate: CompletionCandidate) -> tuple[int, int] | None:
    """Return how well a candidate matches: the kind of match, then how spread out its letters are."""
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
    """Return the length of the part of the text that contains the wanted letters in order; 0 if there is none."""
    first = at = text.find(wanted[:1])
    for letter in wanted[1:]:
        if at < 0:
            return 0
        at = text.find(letter, at + 1)
    return at - first + 1 if at >= 0 else 0


# Kinds of arguments that take any words, so that no word among them names an option.
FREE = frozenset({"answer", "steps", "text"})


# Prepositions that people use for an option: `move wreck behind hull`.
PREPOSITIONS = {"behind": "cover", "beside": "join", "using": "with"}


def takes_free_text(grammar: Grammar) -> bool:
    """Return whether a verb takes any words, so that no word can identify another."""
    return any(each.spec.kind in FREE for each in grammar.positionals)


def spoken_option(grammar: Grammar, word: str) -> Parameter | None:
    """Return the option that a word names without its dashes, as in `attack gunner1 with rifle`."""
    if takes_free_text(grammar) or any(word in each.spec.choices for each in grammar.positionals):
        return None
    name = word.casefold()
    return grammar.options.get(f"--{name}") or grammar.options.get(f"--{PREPOSITIONS.get(name, '')}")


def with_dashes(grammar: Grammar, words: Iterable[str]) -> list[str]:
    """Return words with dashes before those that name an option with a value."""
    if takes_free_text(grammar):
        return [*words]
    options = ((word, spoken_option(grammar, word)) for word in words)
    return [each.option if each and takes_value(each) else word for word, each in options]


GrammarOf = Callable[[str], Grammar | None]
LINE, AGAINST = "line", "--against"


class CursorPlace(Struct, frozen=True):
    """The word at the cursor: the text typed of it, its start column, and what it could be.

    `parameters` are those it could fill, `positionals` the positional words before it, and `others` the other words of
    the line. `after_dashes` is true after `--`, and `verb_end` is the column after the verb (-1 before it).
    """

    typed: str
    start: int
    grammar: Grammar = NO_VERB
    verb_end: int = -1
    parameters: tuple[Parameter, ...] = ()
    positionals: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    takes_options: bool = False
    after_dashes: bool = False

    @property
    def is_verb(self) -> bool:
        """Return whether the word is the verb."""
        return self.verb_end < 0 and not self.parameters and not self.takes_options

    @property
    def removes(self) -> bool:
        """Return whether the line removes something from the combatants it names: `condition remove …`."""
        return self.positionals[:1] == ("remove",) and self.grammar.positionals[0].spec.kind == "choice"

    @property
    def in_option(self) -> bool:
        """Return whether the word is the value of an option."""
        return any(isinstance(parameter.spec, Opt) for parameter in self.parameters)

    @property
    def options_given(self) -> frozenset[str]:
        """Return the fields of the options in the other words of the line."""
        options = (option_of(self.grammar, each) for each in with_dashes(self.grammar, self.others))
        return frozenset(option.field for option in options if option)


def place_at(text: str, cursor: int, grammar_for: GrammarOf) -> CursorPlace | None:
    """Return the place at the cursor; None in a comment, after an unknown verb or in an unknown option's value."""
    words = scan(text[:cursor])
    gap = text[words[-1].end if words else 0 : cursor]
    if "#" in gap:
        return None
    if gap or not words:
        words.append(Word("", cursor, cursor))
    later = [each for each in scan(text) if each.start > words[-1].start]
    return place_in([*words, *later], len(words) - 1, text[words[-1].start : cursor], grammar_for)


def place_in(words: Sequence[Word], number: int, raw: str, grammar_for: GrammarOf) -> CursorPlace | None:
    """Return the place of a word among the words of a line; `raw` is its text with quotes."""
    word, texts = words[number], [each.text for each in words]
    before, others = texts[:number], (*texts[:number], *texts[number + 1 :])
    at = parse_line(before).at
    if at >= number:
        return _filled(CursorPlace(word.text, word.start), raw, before)
    grammar = grammar_for(before[at])
    if grammar is None:
        return None
    if takes_a_line(grammar) and (start := _last_line(before, at, grammar_for)):
        return place_in(words[start:], number - start, raw, grammar_for)
    place = CursorPlace(word.text, word.start, grammar, words[at].end, others=others)
    filled = _filled(place, raw, [*without_program(before[:at]), *before[at + 1 :]])
    if filled is None or not filled.in_option:
        return filled
    later = texts[number + 1 :]
    behind = (each for each, (role, _) in zip(later, roles(grammar, later), strict=True) if role == "positional")
    return replace(filled, positionals=(*filled.positionals, *behind))


def _filled(place: CursorPlace, raw: str, words: Sequence[str]) -> CursorPlace | None:
    """Return the place with the parameters that the `words` before it leave open; `raw` is its text with quotes."""
    known = with_dashes(place.grammar, words)
    *before, (role, option) = roles(place.grammar, [*known, place.typed])
    positionals = tuple(word for word, (each, _) in zip(known, before, strict=True) if each == "positional")
    place = replace(place, positionals=positionals, after_dashes=("dashes", None) in before)
    if role == "value" and option:
        return replace(place, parameters=(option,))
    if role == "positional":
        parameters = next_parameters(place.grammar, len(positionals))
        is_whole = not place.typed and place.verb_end >= 0 and len(positionals) >= place.grammar.least
        takes_options = not place.after_dashes and (place.typed == "-" or is_whole)
        return replace(place, parameters=parameters, takes_options=takes_options)
    _, equals, value = place.typed.partition("=")
    if not equals:
        return replace(place, takes_options=True)
    start = place.start + raw.find("=") + 1
    return replace(place, parameters=(option,), typed=value, start=start) if option else None


def next_parameters(grammar: Grammar, count: int) -> tuple[Parameter, ...]:
    """Return what the next positional word could fill after `count` of them.

    A parameter that takes several words can continue or end.
    """
    parameters = grammar.positionals
    many = next((number for number, parameter in enumerate(parameters) if parameter.many), len(parameters))
    if count < many or (count == many < len(parameters) and parameters[many].required):
        return parameters[count : count + 1]
    return (*parameters[many + 1 :], *parameters[many : many + 1])


def takes_a_line(grammar: Grammar) -> bool:
    """Return whether a whole command follows the verb, as after `odds`."""
    return any(parameter.spec.kind == LINE for parameter in grammar.positionals[:1])


def _last_line(words: Sequence[str], at: int, grammar_for: GrammarOf) -> int:
    """Return the index of the last line that begins after the verb or an `--against`; 0 if none does."""
    starts = (place for place in range(len(words), at, -1) if place == at + 1 or words[place - 1] == AGAINST)
    found = next((each for each in starts if each == len(words) or grammar_for(parse_line(words[each:]).verb)), 0)
    return found if found < len(words) or found > at + 1 else 0
