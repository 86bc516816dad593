"""Words become a Command: options and positional words by the verb's grammar, names by the fight."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import unknown
from rbfcli.language.common import Common
from rbfcli.language.grammar import Grammar, Slot, grammar_of, option_name, takes_value
from rbfcli.language.kinds import read_many, read_one
from rbfcli.language.names import Around
from rbfcli.language.words import looks_like_option

S = TypeVar("S", bound=Struct)
COMMON = grammar_of(Common)


class Line(Struct, frozen=True):
    """One line read: the command, and the options common to all commands."""

    command: Command
    common: Common


def find_verb(words: Sequence[str]) -> int:
    """The place of the verb among words that may begin with common options; past the end if there is none."""
    at = 0
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        slot = COMMON.options.get(words[at].partition("=")[0])
        at += 2 if slot and takes_value(slot) and "=" not in words[at] else 1
    return at


def read(words: Sequence[str], kinds: Mapping[str, type[Command]], around: Around | None = None) -> Line:
    """Read a line whose verb is one of `kinds`. Raises UsageError, or Refusal for names nobody has."""
    at = find_verb(words)
    if at >= len(words):
        raise UsageError("a verb is missing", hint="rbf help lists them")
    kind = kinds.get(words[at])
    if kind is None:
        raise unknown(words[at], kinds, "verb")
    grammar = grammar_of(kind)
    before = _sort(COMMON, words[:at])[1] if at else {}
    positionals, options = _sort(grammar, words[at + 1 :])
    for field, texts in before.items():
        options[field] = [*texts, *options.get(field, [])]
    values = _assign(grammar, positionals, options)
    common = {field: values.pop(field) for field in COMMON.fields if field in values}
    return Line(kind(**_read_values(grammar, values, around)), _common(common))


def common_options(words: Sequence[str]) -> Common:
    """The options common to all commands, wherever they stand; of unknown options it knows nothing."""
    values: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            break
        name, equals, value = word.partition("=")
        slot = COMMON.options.get(name)
        if slot is not None:
            values.setdefault(slot.field, []).append(value if equals else _value_after(slot, rest))
    return _common(values)


def _sort(grammar: Grammar, words: Sequence[str]) -> tuple[list[str], dict[str, list[str]]]:
    """Split words into positional ones and the values of each option, by field."""
    positionals: list[str] = []
    options: dict[str, list[str]] = {}
    rest = iter(words)
    for word in rest:
        if word == "--":
            positionals.extend(rest)
        elif not looks_like_option(word):
            positionals.append(word)
        else:
            name, equals, value = word.partition("=")
            slot = grammar.options.get(name) or COMMON.options.get(name)
            if slot is None:
                raise unknown(name, (*grammar.options, *COMMON.options), f"option of {grammar.verb or 'rbf'}")
            options.setdefault(slot.field, []).append(value if equals else _value_after(slot, rest))
    return positionals, options


def _value_after(slot: Slot, rest: Any) -> str:
    if not takes_value(slot):
        return "true"
    value = next(rest, None)
    if value is None:
        raise UsageError(f"{option_name(slot)} needs a value", hint=slot.spec.help)
    return str(value)


def _assign(grammar: Grammar, words: list[str], options: dict[str, list[str]]) -> dict[str, list[str]]:
    """Give positional words to their fields: one each, the rest to the field that takes many."""
    slots = grammar.positionals
    after_many = next((len(slots) - i - 1 for i, slot in enumerate(slots) if slot.many), 0)
    values: dict[str, list[str]] = dict(options)
    given = list(words)
    for i, slot in enumerate(slots):
        if slot.many:
            last = max(0, len(given) - after_many)
            taken, given = given[:last], given[last:]
        else:
            taken, given = given[:1], given[1:]
        if taken:
            values[slot.field] = taken
        elif slot.required:
            raise _incomplete(f"{grammar.verb} needs {_spoken(slots[i:])}", grammar)
    if given:
        raise _incomplete(f"{grammar.verb} does not take {given[0]!r}", grammar)
    return values


def _read_values(grammar: Grammar, values: dict[str, list[str]], around: Around | None) -> dict[str, Any]:
    """Words as the values of fields; the first combatant named is the one who acts."""
    read_so_far: dict[str, Any] = {}
    for field, slot in grammar.fields.items():
        if field in values:
            read_so_far[field] = _read_field(slot, values[field], around)
            if slot.spec.kind == "combatant" and around is not None and not around.who:
                around = Around(around.rules, around.fight, read_so_far[field])
        elif slot.required:
            raise _incomplete(f"{grammar.verb} needs {option_name(slot)}", grammar)
    return read_so_far


def _read_field(slot: Slot, words: list[str], around: Around | None) -> Any:
    if slot.many:
        return tuple(value for word in words for value in read_many(slot, word, around))
    if len(words) > 1:
        raise UsageError(f"{option_name(slot)} stands twice")
    return read_one(slot, words[0], around)


def _common(values: dict[str, list[str]]) -> Common:
    return Common(
        **{field: [read_one(COMMON.fields[field], word, None) for word in words][-1] for field, words in values.items()}
    )


def _spoken(slots: Sequence[Slot]) -> str:
    return " and ".join(slot.field.upper() for slot in slots if slot.required)


def _incomplete(message: str, grammar: Grammar) -> UsageError:
    from rbfcli.language.wording import usage

    return UsageError(message, hint=usage(grammar))
