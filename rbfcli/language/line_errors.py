"""Errors for lines that do not fit their verb, and the implied actor of a line that names none."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec.structs import replace

from rbfcli.core.errors import (
    Hint,
    RbfError,
    UnknownWord,
    UsageError,
    either,
    for_example,
    listed,
    missing,
    misuse,
    shown,
    succeeds,
    unknown,
)
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.matching import MOST_NAMED as MATCHING_MOST_NAMED
from rbfcli.core.matching import ambiguous, match, nearest
from rbfcli.core.text import is_digits, quoted
from rbfcli.language.grammar import Grammar, Parameter, argument_label, option_label, options_begun, usage, value_label
from rbfcli.language.names import (
    NUMBERS,
    NameContext,
    can_act,
    convert_value,
    convert_values,
    find_combatant,
    find_combatants,
    known_words,
)
from rbfcli.storage.toml import read_beside

system_names = LazyFunction("rbfcli.systems.registry", "names")
free_to_act = LazyFunction("rbfcli.engine.turns", "free_to_act")


class UnknownOption(UsageError):
    """An option that the verb does not take."""

    def __init__(self, wrong: RbfError, option: str, verb: str) -> None:
        super().__init__(wrong.message, hint=wrong.hints)
        self.option = option
        self.verb = verb


class MissingArgument(UsageError):
    """A line that ends before a required positional word."""

    def __init__(self, wrong: UsageError, grammar: Grammar, parameter: Parameter) -> None:
        super().__init__(wrong.message, hint=wrong.hints)
        self.grammar = grammar
        self.parameter = parameter


class MissingNumber(MissingArgument):
    """A line whose number is missing at the end; with a number added, it could be read."""


def missing_argument(
    grammar: Grammar, parameter: Parameter, given: Sequence[str] = (), words: Sequence[str] = ()
) -> MissingArgument:
    """Return the error for a missing word; of all `words`, `given` are left for it."""
    behind = grammar.positionals[grammar.positionals.index(parameter) + 1 :]
    if parameter.many and given and not is_digits(given[0]):
        parameter = next((each for each in behind if each.required), parameter)
    choices = grammar.positionals[0].spec.choices
    if choices and words and words[0] not in choices:
        parameter = next(each for each in reversed(grammar.positionals) if each.required)
        forms = [" ".join((grammar.verb, each, *map(quoted, words), "NAME")) for each in choices]
        return MissingArgument(missing(_label(parameter), *forms), grammar, parameter)
    wrong = missing(_label(parameter), grammar.example, hint=usage(grammar))
    if parameter.spec.kind == "system":
        wrong.hints += (listed("systems", system_names()),)
    if parameter.spec.kind == "encounter":
        wrong.hints += (Hint("{} lists the bundled ones", "systems"),)
    return MissingArgument(wrong, grammar, parameter)


def _label(parameter: Parameter) -> str:
    """Return what is missing, with its meaning unless the name says it: `WEAPON (a carried weapon)`, but `AMOUNT`."""
    name, meaning = parameter.field.upper(), parameter.spec.help
    is_plain = parameter.spec.kind in ("targets", *NUMBERS) or meaning.startswith("who ")
    return name if is_plain else f"{name} ({meaning})"


def missing_number(grammar: Grammar, words: Sequence[str]) -> MissingNumber:
    """Return the error for a missing number at the end of the `words`."""
    parameter, line = grammar.positionals[-1], " ".join([grammar.verb, *map(quoted, words)])
    number = next(filter(is_digits, grammar.example.split()), "5")
    wrong = missing(_label(parameter), f"{line} {number}" if words else grammar.example)
    if len(words) > 1:
        *others, last = words
        is_dice = last[:1] == "d" and is_digits(last[1:2])
        like = " ".join([grammar.verb, *map(quoted, others), number])
        hint = Hint("to roll it: {}", f"roll {last}") if is_dice else for_example(like)
        wrong = misuse(f"{parameter.field.upper()} must be a whole number, not {shown(last)}", hint=hint)
    return MissingNumber(wrong, grammar, parameter)


def missing_value(parameter: Parameter) -> UsageError:
    """Return the error for an option without its value."""
    return missing(f"value for {parameter.option}", hint=f"{option_label(parameter)}: {parameter.spec.help}")


def missing_option(grammar: Grammar, parameter: Parameter) -> UsageError:
    """Return the error for a required option that is missing."""
    return missing(f"{parameter.option} ({parameter.spec.help})", hint=usage(grammar))


REDIRECTIONS = (">", ">>", "<", "|")


def unexpected_word(grammar: Grammar, word: str) -> UsageError:
    """Return the error for a positional word too many."""
    if word in REDIRECTIONS:
        return misuse(f"{word} works only in a shell", hint=f"in another terminal: rbf {grammar.verb} … {word} …")
    return misuse(f"unexpected {shown(word)}", hint=usage(grammar))


def wrong_option(grammar: Grammar, option: str, common: Mapping[str, Parameter]) -> RbfError:
    """Return the error for an option that the verb does not take, or that is ambiguous."""
    begun = options_begun(option, grammar.options, common)
    if len(begun) > 1:
        return ambiguous(option, [each.option for each in begun])
    return unknown_option(grammar, option, tuple(common))


def unknown_option(grammar: Grammar, option: str, common: Sequence[str]) -> UnknownOption:
    """Return the error for an unknown option, with the nearest of the verb's own or the `common` ones."""
    near = nearest(option, [each for each in (*grammar.options, *common) if each.startswith("--")])
    own = [each for each in grammar.options if each not in common and each.startswith("--")]
    few = own if len(own) <= MOST_NAMED else ()
    where = listed("options", few), Hint("see {}", f"help {grammar.verb}" if grammar.verb else "rbf --help")
    wrong = unknown("option", option, near or _written_otherwise(option, grammar), hint=where)
    return UnknownOption(wrong, option, grammar.verb)


def _written_otherwise(option: str, grammar: Grammar) -> tuple[str, ...]:
    """Return the options that an unknown one may mean.

    They are a short option with its value (`-n 5` for `-n5`), those whose value it names (`--with` for `--weapon`,
    `--format html` for `--html`), or those that begin with its only letter (`--with` for `-w`).
    """
    short, value, options = option[:2], option.lstrip("-"), [*grammar.options.values()]
    if option[2:] and short in grammar.options:
        return (f"{short} {option[2:]}",)
    found = [each.option for each in options if value_label(each) == value.upper()]
    found += [f"{each.option} {value}" for each in options if value in each.spec.choices]
    if not found and option == short:
        found = [each.option for each in options if each.option.startswith(f"-{option}")]
    return tuple(dict.fromkeys(found))[:MATCHING_MOST_NAMED]


MOST_NAMED = 6
OF_PEOPLE = ("combatant", "targets", "place")


def current_actor(grammar: Grammar, values: Mapping[str, Sequence[str]], context: NameContext | None) -> str:
    """Return the implied actor of a line that does not name it.

    Raises UsageError if that is not clear, or Refusal if the line names nobody of the fight where it has to.
    """
    words = _words(grammar, values)
    if context is None:
        raise _missing(grammar, words)
    people = can_act(context)
    named = _first_named(grammar, words, context)
    if len(people) == 1 and named != people[0] and (not named or _next_kind(grammar) in OF_PEOPLE):
        return people[0]
    up = people or (free_to_act(context.fight, context.rules) if words else ())
    if named in up or len(people) == 1 or not (up or context.fight.order):
        raise _missing(grammar, words if named else ())
    if words and not named and _next_kind(grammar) in OF_PEOPLE[:2]:
        find_combatants(words[0], context)
    raise _not_alone(grammar, words, up, named)


def _missing(grammar: Grammar, words: Sequence[str]) -> UsageError:
    following = grammar.positionals[len(words)]
    return missing_number(grammar, words) if following.spec.kind in NUMBERS else missing_argument(grammar, following)


def require_left_out(
    unknown: RbfError, grammar: Grammar, values: Mapping[str, Sequence[str]], context: NameContext
) -> None:
    """Raise the error for a first word that is not a combatant, unless the line leaves out the only one who can act.

    Each word must then be valid in the place after its own, and a word close to a name is no free text. If several
    combatants can act, and the word can follow one of them, the error asks which one.
    """
    words, places, people = _words(grammar, values), grammar.positionals[1:], can_act(context)
    up = people or free_to_act(context.fight, context.rules)
    acting = [replace(context, who=each) for each in up or ("",)]
    if not places or (unknown.suggestions and not _is_known(places[0], words[0], acting)):
        raise unknown
    if all(wrong := [_wrong(places[0], words[0], each) for each in acting]):
        is_misnamed = (
            len(words) > 1 and not is_digits(words[0]) and not all(_wrong(places[0], words[1], each) for each in acting)
        )
        if is_misnamed or len(people) != 1 or not isinstance(unknown, UnknownWord) or str(wrong[0]) == unknown.message:
            raise unknown
        raise misuse(f"{unknown.message}, and {wrong[0]}", hint=wrong[0].hints if wrong[0] else "")
    if len(people) != 1:
        raise _not_alone(grammar, words, up, "") if context.fight.round else _missing(grammar, ())
    for at, word in enumerate(words[1:], 1):
        if at >= len(places) and not places[-1].many:
            raise unexpected_word(grammar, word)
        place = places[min(at, len(places) - 1)]
        if (later := _wrong(place, word, acting[0])) and not (place.spec.kind == CATEGORY and is_digits(word)):
            raise later


CATEGORY = "category"


def _is_known(parameter: Parameter, word: str, acting: Sequence[NameContext]) -> bool:
    """Return whether a word is a known one of a parameter, or the beginning of a category, for any possible actor."""
    if parameter.spec.kind == CATEGORY:
        return not all(_wrong(parameter, word, each) for each in acting)
    return word in parameter.spec.choices or any(word in known_words(parameter.spec.kind, each) for each in acting)


def _wrong(parameter: Parameter, word: str, context: NameContext) -> RbfError | None:
    try:
        if parameter.spec.kind == CATEGORY:
            match(word, known_words(CATEGORY, context), CATEGORY)
        (convert_values if parameter.many else convert_value)(parameter, word, context)
    except RbfError as wrong:
        return wrong
    return None


def _words(grammar: Grammar, values: Mapping[str, Sequence[str]]) -> list[str]:
    return [word for parameter in grammar.positionals for word in values.get(parameter.field, ())]


def _first_named(grammar: Grammar, words: Sequence[str], context: NameContext) -> str:
    """Return the combatant that the first word names, in full or, if a combatant comes next, by a prefix."""
    word, people = "".join(words[:1]), context.fight.combatants
    named = {each.casefold(): str(who) for who, one in reversed(people.items()) for each in (one.name, who)}
    if word.casefold() in named or not word:
        return named.get(word.casefold(), "")
    is_next = _next_kind(grammar) in OF_PEOPLE[:2] and succeeds(find_combatant, word, context)
    return find_combatant(word, context) if is_next else ""


def _next_kind(grammar: Grammar) -> str:
    return grammar.positionals[1].spec.kind if len(grammar.positionals) > 1 else ""


def _not_alone(grammar: Grammar, words: Sequence[str], people: Sequence[str], named: str) -> UsageError:
    """Return the error for several possible actors, with what to type; `people` are those who can act."""
    rest = " ".join(map(quoted, words))
    lines = [f"{grammar.verb} {quoted(people[0]) if people else 'WHO'} {rest}".rstrip()]
    if named and not people:
        lines.append(f"{grammar.verb} {rest} {argument_label(grammar.positionals[len(words)])}")
    several = f"{', '.join(people[:MOST_NAMED])} …" if len(people) > MOST_NAMED else either(people)
    reason = f"{several} can act" if people else "no one has the turn"
    return missing(f"{grammar.positionals[0].field.upper()}: {reason}", *lines)


@cache
def ways() -> dict[str, tuple[Hint, ...]]:
    """Return the words that users try as commands, each with what to do instead."""
    found: list[dict[str, Any]] = read_beside("rbfcli.language", "words.toml")["ways"]
    return {
        word: tuple(Hint(each["text"], *each.get("lines", ())) for each in way["hints"])
        for way in found
        for word in way["words"]
    }


def hint_for_verb(verb: str) -> RbfError | None:
    """Return the error for a word that users often try, with the right command; None for any other word."""
    way = ways().get(verb.casefold())
    return unknown("command", verb, hint=way) if way else None
