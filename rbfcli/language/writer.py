"""A Command becomes words again: the inverse of reading, and the line of the journal."""

from typing import Any

from rbfcli.kernel.command import Command, Opt
from rbfcli.language.grammar import Slot, grammar_of, option_name
from rbfcli.language.words import quoted


def say(command: Command) -> str:
    """The line that reads as this command."""
    grammar = grammar_of(type(command))
    positionals = [word for slot in grammar.positionals for word in _words(slot, getattr(command, slot.field))]
    options: list[str] = []
    for field, slot in grammar.fields.items():
        value = getattr(command, field)
        if value != slot.default and isinstance(slot.spec, Opt):
            options += _option(slot, value)
    if any(word.startswith("-") for word in positionals):
        return " ".join([grammar.verb, *options, "--", *positionals])
    return " ".join([grammar.verb, *positionals, *options])


def _words(slot: Slot, value: Any) -> list[str]:
    if value is None or (value == slot.default and not slot.many and value == ""):
        return []
    return [quoted(str(each)) for each in value] if slot.many else [quoted(str(value))]


def _option(slot: Slot, value: Any) -> list[str]:
    name = option_name(slot)
    if slot.spec.kind == "flag":
        return [name]
    if slot.spec.kind == "faces":
        return [name, ",".join(map(str, value))]
    if slot.many:
        return [word for each in value for word in (name, quoted(str(each)))]
    return [name, quoted(str(value))]
