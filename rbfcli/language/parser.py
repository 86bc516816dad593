"""Parsing words into commands: options and positional words by the verb's grammar, names by the fight."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import MEANT, Hint, RbfError, Refusal, missing, misuse, succeeds
from rbfcli.core.lazy import later_in
from rbfcli.core.matching import match, unknown_word
from rbfcli.core.text import quoted, valid_text
from rbfcli.language.grammar import (
    IMPLIED,
    CommonOptions,
    Grammar,
    Parameter,
    grammar_of,
    looks_like_option,
    option_named,
    split_words,
    takes_also,
    takes_value,
)
from rbfcli.language.names import (
    NUMBERS,
    PATTERN,
    NameContext,
    begins_as_dice,
    can_act,
    convert_value,
    convert_values,
    drawn_already,
    find_combatant,
    find_combatants,
    known_words,
)
from rbfcli.language.verbs import ALSO_OF_FIGHTS, VERBS
from rbfcli.model.commands import Add, Command, verb_name

if TYPE_CHECKING:
    from rbfcli.engine.edits import BoardObjectKind
    from rbfcli.model.fight import Fight
    from rbfcli.model.rules import Rules

# Imported on first call, because only some lines need these.
of_errors, of_edits = later_in("rbfcli.language"), later_in("rbfcli.engine")
wrong_option = of_errors("line_errors.wrong_option")
missing_value = of_errors("line_errors.missing_value")
missing_number = of_errors("line_errors.missing_number")
missing_argument = of_errors("line_errors.missing_argument")
unexpected_word = of_errors("line_errors.unexpected_word")
current_actor = of_errors("line_errors.current_actor")
require_left_out = of_errors("line_errors.require_left_out")
missing_option = of_errors("line_errors.missing_option")
ids_of = of_edits("edits.ids_of")
things_of: Callable[..., dict[str, BoardObjectKind]] = of_edits("edits.things_of")


COMMON, NO_VERB = grammar_of(CommonOptions), Grammar("", (), {}, {}, ())
# Kinds of targets, kinds that name several combatants, and the only field of a verb whose `@random` is drawn later.
PEOPLE, MANY, DRAWN = ("combatant", "targets"), ("combatants", "targets", "removable"), ("attack", "targets")
SYSTEM, LEAST_OF_SYSTEM = "--system", "--sy"
# The names of the program, which pages and hints print before a line for the shell.
PROGRAM = ("rbf", "rbfcli")


ByField = Mapping[str, Sequence[str]]


class ParsedLine(Struct, frozen=True):
    """A parsed line: the command, the words it was parsed from, and the global options.

    `meant` is the line in the form of the grammar, if it was typed in another.
    """

    command: Command
    words: ByField
    common: CommonOptions
    meant: str = ""


class Line(Struct, frozen=True, dict=True):
    """The words of a line as typed, and what they mean without a fight.

    The verb is at index `at`. Without a verb it is empty, and `at` is the number of words. `system` is the value of
    `--system`, which is at index `system_at`: empty if no word follows, and None if the line has no such option.
    """

    words: tuple[str, ...]
    verb: str
    at: int
    system: str | None = None
    system_at: int = 0

    @property
    def before(self) -> tuple[str, ...]:
        """Return the name of the program and the global options before the verb."""
        return self.words[: self.at]

    @property
    def rest(self) -> tuple[str, ...]:
        """Return the words after the verb."""
        return self.words[self.at + 1 :]

    @property
    def command(self) -> tuple[str, ...]:
        """Return the verb and the words after it."""
        return self.words[self.at :]

    @property
    def kind(self) -> type[Command] | None:
        """Return the command struct of a program verb; None for any other verb."""
        return VERBS.get(self.verb)

    @cached_property
    def common(self) -> CommonOptions:
        """Return the global options, anywhere in the line. Raises UsageError."""
        return _common_options(self.words)

    @property
    def needs_no_fight(self) -> bool:
        """Return whether a system's command takes only numbers: `--system` is not an option of its verb."""
        return self.system is not None and (self.verb not in VERBS or self.system_at < self.at)

    def with_verb(self, *words: str) -> Line:
        """Return the line with these words instead of its verb."""
        return parse_line((*self.before, *words, *self.rest))

    def with_options(self, *words: str) -> Line:
        """Return the line with these options directly after its verb."""
        return parse_line((*self.words[: self.at + 1], *words, *self.rest)) if words else self

    def without_system(self) -> Line:
        """Return the line without `--system` and its value."""
        is_one_word = "=" in self.words[self.system_at]
        after = self.words[self.system_at + (1 if is_one_word else 2) :]
        return parse_line((*self.words[: self.system_at], *after))


def parse_line(words: Sequence[str]) -> Line:
    """Parse a line as far as possible without a fight. Only this function decides which word is the verb."""
    system, system_at = _system_in(words)
    at = len(words) - len(without_program(words))
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        name, equals, _ = words[at].partition("=")
        parameter = option_named(name, COMMON.options)
        has_value = takes_value(parameter) if parameter else system is not None and at == system_at
        at += 2 if has_value and not equals else 1
    return Line(tuple(words), words[at] if at < len(words) else "", min(at, len(words)), system, system_at)


def without_program(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a line without the name of the program, if it begins with that."""
    return words[1:] if words[:1] and words[0] in PROGRAM else words


def _system_in(words: Sequence[str]) -> tuple[str | None, int]:
    """Return the value of `--system`, or of an unambiguous prefix of it, and the index of the option."""
    for at, word in enumerate(words):
        if word == "--":
            break
        if not word.startswith(LEAST_OF_SYSTEM):
            continue
        name, equals, value = word.partition("=")
        if SYSTEM.startswith(name):
            return (value if equals else next(iter(words[at + 1 : at + 2]), "")), at
    return None, 0


def read(line: Line, kinds: Mapping[str, type[Command]], context: NameContext | None = None) -> ParsedLine:
    """Read a line whose verb is one of `kinds`. Raises UsageError, or Refusal for unknown names."""
    kind, by_field, common = split_options(line, kinds)
    grammar = grammar_of(kind)
    if context is None or not context.written:
        by_field = _without_colons(grammar, by_field)
    command = kind(**_read_values(grammar, by_field, context))
    if isinstance(command, Add) and context and not context.written:
        _check_name(command.name)
    return ParsedLine(command, by_field, common)


def _check_name(name: str) -> None:
    """Raise UsageError if a new combatant's name contains a mark of patterns or of KEY=VALUE."""
    if mark := next((each for each in (*PATTERN, "=") if each in name), ""):
        form = f"add NAME {quoted(name)}" if mark == "=" else "add NAME --count N"
        raise misuse(f"a name cannot contain {mark}", form)


def _without_colons(grammar: Grammar, by_field: ByField) -> ByField:
    """Return the words by field, with the part after a colon given to its option: `--save wis:12`."""
    split = by_field
    for field, words in by_field.items():
        if (option := grammar.fields[field].spec.after_colon) and ":" in words[-1]:
            name, _, after = words[-1].partition(":")
            split = {**split, field: (*words[:-1], name), option: (*split.get(option, ()), after)}
    return split


def split_options(line: Line, kinds: Mapping[str, type[Command]]) -> tuple[type[Command], ByField, CommonOptions]:
    """Return a line's command struct, its words by field, and the global options. Raises UsageError."""
    if line.at == len(line.words):
        raise misuse("no command given", hint=Hint("{} lists all commands", "help"))
    kind = kinds.get(line.verb)
    if kind is None:
        raise unknown_word(line.verb, kinds, "command")
    grammar = grammar_of(kind)
    positionals, options = _sort(grammar, line.rest)
    for field, texts in _sort(COMMON, line.before)[1].items() if line.before else ():
        options[field] = [*texts, *options.get(field, [])]
    common = {field: options.pop(field) for field in [*options] if field in COMMON.fields}
    if grammar.actor and len(positionals) == grammar.least - 1:
        values = _assign(grammar, ["", *positionals], options)
        del values[grammar.actor]
    else:
        values = _assign(grammar, positionals, options)
    return kind, {field: values[field] for field in grammar.fields if field in values}, _common(common)


Role = Literal["positional", "option", "value", "dashes"]


def option_of(grammar: Grammar, word: str) -> Parameter | None:
    """Return the verb's or global option that a word such as `--with`, `--wit` or `--with=knife` names."""
    return option_named(word.partition("=")[0], grammar.options, COMMON.options)


def roles(grammar: Grammar, words: Sequence[str]) -> list[tuple[Role, Parameter | None]]:
    """Return each word's role and its option (None if unknown); some options take also what comes after their value."""
    found: list[tuple[Role, Parameter | None]] = []
    latest: Parameter | None = None
    needs_value = False
    for word in words:
        if needs_value and not _is_option(grammar, word):
            found.append(("value", latest))
            needs_value = False
        elif not looks_like_option(word):
            found.append(("value", latest) if latest and takes_also(latest, word) else ("positional", None))
        elif word == "--":
            found.append(("dashes", None))
            found += [("positional", None)] * (len(words) - len(found))
            break
        else:
            latest = option_of(grammar, word)
            needs_value = latest is not None and takes_value(latest) and "=" not in word
            found.append(("option", latest))
    return found


def _is_option(grammar: Grammar, word: str) -> bool:
    """Return whether a word is the full name of an option, so that it is never the value of another."""
    name = word.partition("=")[0]
    return word.startswith("--") and (name in grammar.options or name in COMMON.options)


def _common_options(words: Sequence[str]) -> CommonOptions:
    """Return the global options anywhere in a line; unknown ones and invalid prefixes are left to the verb."""
    values: dict[str, list[str]] = {}
    for name, parameter, given in _given_options(words, roles(NO_VERB, words)):
        if parameter and (name in COMMON.options or succeeds(convert_value, parameter, given, None)):
            values.setdefault(parameter.field, []).append(given)
    return _common(values)


def _sort(grammar: Grammar, words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    found, options = roles(grammar, words), dict[str, list[str]]()
    for name, parameter, given in _given_options(words, found):
        if parameter is None:
            raise wrong_option(grammar, name, COMMON.options)
        options.setdefault(parameter.field, []).append(given)
    return [word for word, (role, _) in zip(words, found, strict=True) if role == "positional"], options


def _given_options(
    words: Sequence[str], found: Sequence[tuple[Role, Parameter | None]]
) -> Iterator[tuple[str, Parameter | None, str]]:
    """Yield each option among words with their roles: as typed, what it is (None if unknown), and each of its values.

    Raises UsageError for an option without its value.
    """
    name = ""
    for at, (role, option) in enumerate(found):
        if role == "value":
            yield name, option, words[at]
        elif role == "option":
            name, equals, value = words[at].partition("=")
            if option is None or equals:
                yield name, option, value
            elif not takes_value(option):
                yield name, option, IMPLIED[option.spec.kind]
            elif at + 1 == len(found) or found[at + 1][0] != "value":
                raise missing_value(option)


def _assign(grammar: Grammar, words: list[str], options: dict[str, list[str]]) -> dict[str, list[str]]:
    """Assign positional words to their fields: one each, the rest to the field that takes several."""
    parameters = grammar.positionals
    after_many = next((len(parameters) - i - 1 for i, parameter in enumerate(parameters) if parameter.many), 0)
    values: dict[str, list[str]] = dict(options)
    given = list(words)
    if _lacks_its_number(grammar, words):
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
            raise missing_argument(grammar, parameter, given, words)
    if given:
        raise unexpected_word(grammar, given[0])
    return values


def _lacks_its_number(grammar: Grammar, words: list[str]) -> bool:
    """Return whether the last word is another name, although a number must follow the names."""
    ends_in_number = grammar.least > 1 and grammar.positionals[-1].spec.kind in NUMBERS
    is_name = bool(words) and words[-1][:1].isalpha() and not begins_as_dice(words[-1])
    return is_name and ends_in_number and grammar.positionals[0].many


def _read_values(grammar: Grammar, by_field: ByField, context: NameContext | None) -> dict[str, Any]:
    """Convert words to field values; the actor is the first combatant named, or the implied one."""
    read_so_far: dict[str, Any] = {}
    if _names_the_target(grammar, by_field, context):
        by_field = _without_actor(grammar, by_field)
    if grammar.actor and grammar.actor not in by_field:
        read_so_far[grammar.actor] = current_actor(grammar, by_field, context)
    if read_so_far and context is not None:
        context = replace(context, who=read_so_far[grammar.actor])
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
            require_left_out(unknown, grammar, by_field, context)
            return _read_values(grammar, _without_actor(grammar, by_field), context)
        if parameter.spec.kind == "combatant" and context is not None and not context.who:
            context = replace(context, who=read_so_far[field])
    for parameter in grammar.needed:
        if parameter.field not in by_field:
            raise missing_option(grammar, parameter)
    return read_so_far


def _names_the_target(grammar: Grammar, by_field: ByField, context: NameContext | None) -> bool:
    """Return whether the only combatant in a line is its target: another one has the turn (`grapple sela`).

    With `--force`, and in a journal, the first combatant acts.
    """
    behind = grammar.positionals[1:2]
    if not (context and grammar.actor in by_field and behind) or context.written or "force" in by_field:
        return False
    up, word = can_act(context), by_field[grammar.actor][0]
    is_alone = behind[0].spec.kind in PEOPLE and not behind[0].required and behind[0].field not in by_field
    return is_alone and bool(up) and succeeds(find_combatant, word, context) and find_combatant(word, context) not in up


def _without_actor(grammar: Grammar, by_field: ByField) -> ByField:
    """Return the words of a line by field, as if the actor had been left out. Raises UsageError if they do not fit."""
    words = [word for parameter in grammar.positionals for word in by_field.get(parameter.field, ())]
    named = {parameter.field for parameter in grammar.positionals}
    options = {field: [*given] for field, given in by_field.items() if field not in named}
    values = _assign(grammar, ["", *words], options)
    return {field: values[field] for field in grammar.fields if field in values and field != grammar.actor}


def _read_field(parameter: Parameter, words: Sequence[str], context: NameContext | None) -> Any:
    if parameter.spec.kind == "removable" and context is not None:
        return read_removable(words, context)
    if parameter.many:
        return tuple([value for word in words for value in convert_values(parameter, word, context)])
    if len(words) > 1 and parameter.spec.kind != "port":
        raise misuse(f"{parameter.option} given more than once")
    return convert_value(parameter, words[-1], context)


def _common(values: dict[str, list[str]]) -> CommonOptions:
    return CommonOptions(
        **{
            field: [convert_value(COMMON.fields[field], word, None) for word in words][-1]
            for field, words in values.items()
        }
    )


def fight_verbs(rules: Rules) -> dict[str, type[Command]]:
    """Return the command struct of each verb of a system's fights."""
    return rules.verb_types


def one_liner_verbs(rules: Rules) -> dict[str, type[Command]]:
    """Return the command struct of each verb that takes only numbers."""
    return {verb_name(kind): kind for kind in rules.one_liners}


def is_fight_verb(verb: str, rest: Sequence[str], rules: Rules, fight: Fight) -> bool:
    """Return whether a shared verb means the fight's: it names a combatant, or could leave the actor out."""
    if verb not in ALSO_OF_FIGHTS or verb not in fight_verbs(rules):
        return False
    context = NameContext(rules, fight)
    following = grammar_of(fight_verbs(rules)[verb]).positionals[1:2] if fight.active else ()
    known = {word for parameter in following for word in known_words(parameter.spec.kind, context)}
    return any(word in known or succeeds(find_combatant, word, context) for word in rest)


def bind(line: Line, rules: Rules, fight: Fight) -> ParsedLine:
    """Read a line as a command of a fight, with the global options. Raises UsageError and Refusal."""
    return read(line, fight_verbs(rules), NameContext(rules, fight))


def read_line(line: str, rules: Rules, fight: Fight) -> Command:
    """Read a line of a journal as a command of a fight."""
    return read(parse_line(split_words(line)), fight_verbs(rules), NameContext(rules, fight, written=True)).command


def read_removable(words: Sequence[str], context: NameContext) -> tuple[str, ...]:
    """Return the ids that words name; things come after the word for their kind. Raises UsageError or Refusal."""
    if thing := named_kind(words[:1], context):
        if not words[1:]:
            raise missing(f"{thing.word} to remove", f"remove {thing.word} ID")
        known = ids_of(context.fight, thing)
        return (thing.word, *(match(valid_text(word), known, thing.word) for word in words[1:]))
    try:
        return tuple([who for word in words for who in find_combatants(word, context)])
    except RbfError as wrong:
        for thing in things_of(context.rules).values():
            if word := next((each for each in words if each in ids_of(context.fight, thing)), ""):
                wrong.hint = Hint(MEANT, f"remove {thing.word} {word}")
        raise


def named_kind(words: Sequence[str], context: NameContext) -> BoardObjectKind | None:
    """Return the kind of thing that the first word names; a combatant with that id takes precedence."""
    if not words or words[0] in context.fight.combatants:
        return None
    return things_of(context.rules).get(words[0])
