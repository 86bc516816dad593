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
    grammar_of,
    scan,
    takes_value,
)
from rbfcli.language.names import NameContext
from rbfcli.language.parser import NO_VERB, fight_verbs, option_of, parse_line, roles, without_program
from rbfcli.model.commands import Command, Opt
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
    return choices().get(field, {}).get(word, "") or (_deed(word, context) if field else "")


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
    """Return what each field of a struct is for, without its rules."""
    found = inspect.type_info(kind)
    fields = found.fields if isinstance(found, inspect.StructType) else ()
    return {each.name: field_doc(kind, each).text for each in fields}


def _deed(word: str, context: NameContext | None) -> str:
    """Return the summary of a verb that is among the choices; empty for other words."""
    if context is None:
        return ""
    kind = fight_verbs(context.rules).get(word)
    return summary_of(kind) if kind is not None else ""


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


def spoken_option(grammar: Grammar, word: str) -> Parameter | None:
    """Return the option that a word names without its dashes, as in `attack gunner1 with rifle`."""
    taken = any(each.spec.kind in FREE or word in each.spec.choices for each in grammar.positionals)
    name = word.casefold()
    return None if taken else grammar.options.get(f"--{name}") or grammar.options.get(f"--{PREPOSITIONS.get(name, '')}")


def with_dashes(grammar: Grammar, words: Iterable[str]) -> list[str]:
    """Return words with dashes before those that name an option with a value."""
    options = ((word, spoken_option(grammar, word)) for word in words)
    return [each.option if each and takes_value(each) else word for word, each in options]


def waiting_option(grammar: Grammar, words: Sequence[str]) -> Parameter | None:
    """Return the option whose value would come next."""
    option = None
    for role, named in roles(grammar, words):
        option = named if role == "option" else None
    return option if option and takes_value(option) and "=" not in words[-1] else None


KindOf = Callable[[str, Sequence[str]], type[Command] | None]
LINE, AGAINST = "line", "--against"


class CursorPlace(Struct, frozen=True):
    """The word at the cursor: the text typed of it, its start column, and what it could be.

    `parameters` are those it could fill, `positionals` the positional words before it, and `options_given` the
    options of the whole line. `after_dashes` is true after `--`, and `verb_end` is the column after the verb (-1
    before it).
    """

    typed: str
    start: int
    grammar: Grammar = NO_VERB
    verb_end: int = -1
    parameters: tuple[Parameter, ...] = ()
    positionals: tuple[str, ...] = ()
    options_given: frozenset[str] = frozenset()
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


def place_at(text: str, cursor: int, kind_of: KindOf) -> CursorPlace | None:
    """Return the place at the cursor; None in a comment, after an unknown verb or in an unknown option's value."""
    words = scan(text[:cursor])
    gap = text[words[-1].end if words else 0 : cursor]
    if "#" in gap:
        return None
    word = words.pop() if words and not gap else Word("", cursor, cursor)
    before = [each.text for each in words]
    at = parse_line(before).at
    if at >= len(before):
        return _filled(CursorPlace(word.text, word.start), text[word.start : cursor], before)
    kind = kind_of(before[at], before)
    if kind is None:
        return None
    grammar = grammar_of(kind)
    if takes_a_line(grammar) and len(before) > at + 1:
        at = _last_line(before, at, kind_of)
        return place_at(" " * words[at].end + text[words[at].end :], cursor, kind_of)
    others = [each for each in scan(text) if each.start != word.start]
    place = CursorPlace(word.text, word.start, grammar, words[at].end, options_given=_options_in(others, grammar))
    filled = _filled(place, text[word.start : cursor], [*without_program(before[:at]), *before[at + 1 :]])
    if filled is None or not filled.in_option:
        return filled
    behind = [each.text for each in others if each.start > word.start]
    return replace(filled, positionals=_sorted(grammar, [*filled.positionals, *behind])[0])


def _filled(place: CursorPlace, raw: str, words: Sequence[str]) -> CursorPlace | None:
    """Return the place with the parameters that the `words` before it leave open; `raw` is its text with quotes."""
    positionals, waiting, after_dashes = _sorted(place.grammar, with_dashes(place.grammar, words))
    place = replace(place, positionals=positionals, after_dashes=after_dashes)
    if waiting:
        return replace(place, parameters=(waiting,))
    if after_dashes or not place.typed.startswith("-"):
        parameters = next_parameters(place.grammar, len(positionals))
        return replace(place, parameters=parameters, takes_options=_is_whole(place))
    name, equals, value = place.typed.partition("=")
    if not equals:
        return replace(place, takes_options=True)
    option = option_of(place.grammar, name)
    start = place.start + raw.index("=") + 1
    return replace(place, parameters=(option,), typed=value, start=start) if option else None


def _sorted(grammar: Grammar, words: Sequence[str]) -> tuple[tuple[str, ...], Parameter | None, bool]:
    """Return the positional words, the option that waits for its value, and whether there was a `--`."""
    found = list(zip(words, roles(grammar, words), strict=True))
    positionals = tuple(word for word, (role, _) in found if role == "positional")
    return positionals, waiting_option(grammar, words), any(role == "dashes" for _, (role, _) in found)


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


def _last_line(words: Sequence[str], at: int, kind_of: KindOf) -> int:
    """Return the index before the last of several lines: the verb's, or an `--against` that begins a line."""
    starts = [place for place in range(at + 1, len(words)) if words[place] == AGAINST]
    return next((each for each in reversed(starts) if _begins_a_line(words[each + 1 :], kind_of)), at)


def _begins_a_line(words: Sequence[str], kind_of: KindOf) -> bool:
    return not words or kind_of(words[0], words) is not None


def _is_whole(place: CursorPlace) -> bool:
    """Return whether an option could come next, because every required positional word is there."""
    needed = sum(parameter.required for parameter in place.grammar.positionals)
    return not place.typed and not place.after_dashes and place.verb_end >= 0 and len(place.positionals) >= needed


def _options_in(words: Sequence[Word], grammar: Grammar) -> frozenset[str]:
    texts = with_dashes(grammar, (each.text for each in words))
    return frozenset(option.field for each in texts if (option := option_of(grammar, each)))
