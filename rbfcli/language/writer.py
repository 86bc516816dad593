"""Writing a Command as a line, as in the journal: the inverse of parsing."""

from typing import Any

from msgspec import to_builtins

from rbfcli.kernel.command import Command, Opt
from rbfcli.kernel.visible import quoted
from rbfcli.language.grammar import Parameter, grammar_of


def line_for(command: Command) -> str:
    """The line that parses to this command."""
    grammar = grammar_of(type(command))
    positionals = [
        word for parameter in grammar.positionals for word in _words(parameter, getattr(command, parameter.field))
    ]
    options: list[str] = []
    for field in to_builtins(command):  # leaves out what is as it is by default
        parameter = grammar.fields.get(field)
        if parameter is not None and isinstance(parameter.spec, Opt):
            options += _option(parameter, getattr(command, field))
    if "-" in "".join(positionals) and any(word.lstrip('"').startswith("-") for word in positionals):
        return " ".join([grammar.verb, *options, "--", *positionals])
    return " ".join([grammar.verb, *positionals, *options])


def _words(parameter: Parameter, value: Any) -> list[str]:
    if value is None or (value == parameter.default and not parameter.many and value == ""):
        return []
    return [quoted(str(each)) for each in value] if parameter.many else [quoted(str(value))]


def _option(parameter: Parameter, value: Any) -> list[str]:
    name = parameter.option
    if value == parameter.default:
        return []
    if parameter.spec.kind == "flag":
        return [name]
    if parameter.spec.kind == "faces":
        return [name, ",".join(map(str, value))]
    if parameter.many:
        return [word for each in value for word in (name, quoted(str(each)))]
    return [name, quoted(str(value))]
