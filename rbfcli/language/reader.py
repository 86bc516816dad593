"""Parsing words into a Command: options and positional words by the verb's grammar, names by the fight."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.kernel.matching import unknown_word
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.grammar import Grammar, Parameter, grammar_of, option_named, takes_value
from rbfcli.language.kinds import read_many, read_one
from rbfcli.language.names import NameContext, drawn_already
from rbfcli.language.words import looks_like_option

COMMON = grammar_of(CommonOptions)
# Kinds of several combatants, and the one field of a verb whose `@random` is drawn later.
MANY, DRAWN = ("combatants", "targets", "removable"), ("attack", "targets")
SYSTEM, LEAST_OF_SYSTEM = "--system", "--sy"


ByField = Mapping[str, Sequence[str]]


class ParsedLine(Struct, frozen=True):
    """A parsed line: the command, the words it was read from, and the options common to all commands."""

    command: Command
    words: ByField
    common: CommonOptions


def find_verb(words: Sequence[str]) -> int:
    """The index of the verb among words that may begin with common options; the number of words if there is none."""
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        parameter = option_named(words[at].partition("=")[0], COMMON.options)
        at += 2 if parameter and takes_value(parameter) and "=" not in words[at] else 1
    return at


def read(words: Sequence[str], kinds: Mapping[str, type[Command]], context: NameContext | None = None) -> ParsedLine:
    """Parse a line whose verb is one of `kinds`. Raises UsageError, or Refusal for unknown names."""
    kind, by_field, common = sort_words(words, kinds)
    return ParsedLine(kind(**_read_values(grammar_of(kind), by_field, context)), by_field, common)


def sort_words(
    words: Sequence[str], kinds: Mapping[str, type[Command]]
) -> tuple[type[Command], ByField, CommonOptions]:
    """The kind of command that a line means, its words by field, and the common options. Raises UsageError."""
    at = find_verb(words)
    if at >= len(words):
        raise UsageError("no command given", hint="rbf help lists the verbs")
    kind = kinds.get(words[at])
    if kind is None:
        raise unknown_word(words[at], kinds, "verb")
    return _sorted_out(kind, tuple(words[:at]), tuple(words[at + 1 :]))


@lru_cache(maxsize=64)
def _sorted_out(
    kind: type[Command], before: tuple[str, ...], behind: tuple[str, ...]
) -> tuple[type[Command], ByField, CommonOptions]:
    """What `sort_words` makes of the words before a verb and behind it; the fields are in the order of the grammar.

    They are the same for the same words, whatever the fight: a line in a loop is sorted once. Where the one who acts is
    left out, its field is missing.
    """
    grammar = grammar_of(kind)
    positionals, options = _sort(grammar, behind)
    for field, texts in _sort(COMMON, before)[1].items():
        options[field] = [*texts, *options.get(field, [])]
    common = {field: options.pop(field) for field in [*options] if field in COMMON.fields}
    if grammar.actor and len(positionals) == grammar.least - 1:
        values = _assign(grammar, ["", *positionals], options)
        del values[grammar.actor]
    else:
        values = _assign(grammar, positionals, options)
    return kind, {field: values[field] for field in grammar.fields if field in values}, _common(common)


def with_system_apart(words: Sequence[str]) -> Sequence[str]:
    """Words in which `--system=rbf`, or as much of it as tells it from others, is written as `--system rbf`."""
    if LEAST_OF_SYSTEM not in " ".join(words):
        return words
    end = list(words).index("--") if "--" in words else len(words)
    found: list[str] = []
    for word in words[:end]:
        name, equals, value = word.partition("=")
        is_system = name.startswith(LEAST_OF_SYSTEM) and SYSTEM.startswith(name)
        found += ([SYSTEM, value] if equals else [SYSTEM]) if is_system else [word]
    return [*found, *words[end:]]


def read_common_options(words: Sequence[str]) -> CommonOptions:
    """The options common to all commands, anywhere in the line; unknown options are ignored.

    So is a beginning of one with a value that it cannot have: with the verb's own options it may mean another.
    """
    values: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            break
        name, equals, value = word.partition("=")
        parameter = option_named(name, COMMON.options)
        if parameter is None:
            continue
        given = value if equals else _value_after(parameter, rest, COMMON.options)
        if name in COMMON.options or _could_be(parameter, given):
            values.setdefault(parameter.field, []).append(given)
    return _common(values)


def _could_be(parameter: Parameter, word: str) -> bool:
    try:
        read_one(parameter, word, None)
    except UsageError:
        return False
    return True


def _sort(grammar: Grammar, words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Split words into positional ones and the values of each option, by field.

    Behind an option for settings stands one more with each further word that holds a `=`.
    """
    positionals: list[str] = []
    options: dict[str, list[str]] = {}
    settings: list[str] | None = None
    rest = iter(words)
    for word in rest:
        if word == "--":
            positionals.extend(rest)
        elif word[:1] != "-" or not looks_like_option(word):
            (positionals if settings is None or "=" not in word else settings).append(word)
        else:
            name, equals, value = word.partition("=")
            parameter = option_named(name, grammar.options, COMMON.options)
            if parameter is None:
                from rbfcli.language.line_errors import wrong_option

                raise wrong_option(grammar, name, COMMON.options)
            given = options.setdefault(parameter.field, [])
            given.append(value if equals else _value_after(parameter, rest, grammar.options, COMMON.options))
            settings = given if parameter.spec.kind == "settings" else None
    return positionals, options


def _value_after(parameter: Parameter, rest: Any, *tables: Mapping[str, Parameter]) -> str:
    """The word behind an option that takes one; none of some tables of options, but behind a `=`."""
    if not takes_value(parameter):
        return "true"
    value = next(rest, None)
    if value is None or (value[:2] == "--" and _is_option(value, tables)):
        from rbfcli.language.line_errors import missing_value

        raise missing_value(parameter)
    return str(value)


def _is_option(word: str, tables: Iterable[Mapping[str, Parameter]]) -> bool:
    name = word.partition("=")[0]
    return any(name in options for options in tables)


def _assign(grammar: Grammar, words: list[str], options: dict[str, list[str]]) -> dict[str, list[str]]:
    """Assign positional words to their fields: one each, the rest to the field that takes several."""
    parameters = grammar.positionals
    after_many = next((len(parameters) - i - 1 for i, parameter in enumerate(parameters) if parameter.many), 0)
    values: dict[str, list[str]] = dict(options)
    given = list(words)
    if _lacks_its_number(grammar, words):
        from rbfcli.language.line_errors import missing_number

        raise missing_number(grammar, words)
    for parameter in parameters:
        if parameter.many:
            last = max(0, len(given) - after_many)
            taken, given = given[:last], given[last:]
        else:
            taken, given = given[:1], given[1:]
        if taken:
            values[parameter.field] = taken
        elif parameter.required:
            from rbfcli.language.line_errors import missing_argument

            raise missing_argument(grammar, parameter, given)
    if given:
        from rbfcli.language.line_errors import unexpected_word

        raise unexpected_word(grammar, given[0])
    return values


def _lacks_its_number(grammar: Grammar, words: list[str]) -> bool:
    """Whether a number has to stand behind some names, and the last word is one more name."""
    ends_in_number = grammar.least > 1 and grammar.positionals[-1].spec.kind == "number"
    return bool(words) and ends_in_number and grammar.positionals[0].many and words[-1][:1].isalpha()


def _read_values(grammar: Grammar, by_field: ByField, context: NameContext | None) -> dict[str, Any]:
    """Words as the values of fields; the first combatant named is the one who acts, else whoever's turn it is."""
    read_so_far: dict[str, Any] = {}
    if grammar.actor and grammar.actor not in by_field:
        from rbfcli.language.actors import the_one_up

        read_so_far[grammar.actor] = the_one_up(grammar, by_field, context)
    if read_so_far and context is not None:
        context = NameContext(context.rules, context.fight, read_so_far[grammar.actor], context.budget)
    for field, words in by_field.items():
        parameter = grammar.fields[field]
        try:
            read_so_far[field] = _read_field(parameter, words, context)
            if parameter.spec.kind in MANY and (grammar.verb, field) != DRAWN:
                for who in read_so_far[field]:
                    drawn_already(who)
        except Refusal as unknown:
            if field != grammar.actor or context is None:
                raise
            from rbfcli.language.actors import led_by_the_one_up, no_such_actor

            shifted = led_by_the_one_up(grammar, by_field, context)
            if shifted is None:
                raise no_such_actor(unknown, grammar, by_field, context) from None
            return _read_values(grammar, shifted, context)
        if parameter.spec.kind == "combatant" and context is not None and not context.who:
            context = NameContext(context.rules, context.fight, read_so_far[field], context.budget)
    for parameter in grammar.needed:
        if parameter.field not in by_field:
            from rbfcli.language.line_errors import missing_option

            raise missing_option(grammar, parameter)
    return read_so_far


def _read_field(parameter: Parameter, words: Sequence[str], context: NameContext | None) -> Any:
    if parameter.spec.kind == "removable" and context is not None:
        from rbfcli.language.removable import read_removable

        return read_removable(words, context)
    if parameter.many:
        return tuple([value for word in words for value in read_many(parameter, word, context)])
    if len(words) > 1:
        raise UsageError(f"{parameter.option} given more than once")
    return read_one(parameter, words[0], context)


def _common(values: dict[str, list[str]]) -> CommonOptions:
    return CommonOptions(
        **{field: [read_one(COMMON.fields[field], word, None) for word in words][-1] for field, words in values.items()}
    )
