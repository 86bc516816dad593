"""The words that a verb takes, from its command struct."""

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any, get_args

from msgspec import NODEFAULT, Struct

from rbfcli.kernel.command import Arg, Command, Opt, verb_of

DASHES = "--"


class Parameter(Struct, frozen=True):
    """One field of a command: how it is parsed, its default, whether the command needs it; `--max` as an `option`."""

    field: str
    spec: Arg | Opt
    many: bool
    default: Any
    required: bool
    option: str = ""


class Grammar(Struct, frozen=True):
    """A verb's words: positional ones in order, options by every spelling, all of both by field; and an example.

    `needed` are the options that have to be given, `least` how many positional words. Where one combatant has to stand
    first, `actor` is its field: it may be left out.
    """

    verb: str
    positionals: tuple[Parameter, ...]
    options: dict[str, Parameter]
    fields: dict[str, Parameter]
    needed: tuple[Parameter, ...]
    example: str = ""
    least: int = 0
    actor: str = ""


@cache
def grammar_of(kind: type[Struct]) -> Grammar:
    """The grammar of a command struct (or of the options common to all commands)."""
    hints = _hints(kind)
    parameters = [_parameter(name, hints[name], default) for name, default in _defaults(kind).items()]
    options = {
        typed: parameter
        for parameter in parameters
        if isinstance(parameter.spec, Opt)
        for typed in spellings(parameter)
    }
    verb, examples = (verb_of(kind), kind.examples) if issubclass(kind, Command) else ("", ())
    positionals = tuple(parameter for parameter in parameters if isinstance(parameter.spec, Arg))
    by_field = {parameter.field: parameter for parameter in (*positionals, *options.values())}
    needed = tuple(dict.fromkeys(parameter for parameter in options.values() if parameter.required))
    least = sum(parameter.required for parameter in positionals)
    return Grammar(verb, positionals, options, by_field, needed, "".join(examples[:1]), least, _actor(positionals))


def _actor(positionals: tuple[Parameter, ...]) -> str:
    """The field of the one combatant that has to stand first; empty where none has to."""
    first = positionals[0] if positionals else None
    return first.field if first and first.required and first.spec.kind == "combatant" else ""


def optional_place(grammar: Grammar) -> Parameter | None:
    """The place that may stand behind who acts, where nothing else has to: `move corin 2`, `move corin --join sela`."""
    behind = grammar.positionals[1] if grammar.actor and len(grammar.positionals) > 1 else None
    return behind if behind and behind.spec.kind == "place" and not behind.required else None


def option_named(name: str, *tables: Mapping[str, Parameter]) -> Parameter | None:
    """The option of that name in the first of some tables by spelling, else the only one in all that it begins."""
    for options in tables:
        if name in options:
            return options[name]
    begun = options_begun(name, *tables)
    return begun[0] if len(begun) == 1 else None


def options_begun(name: str, *tables: Mapping[str, Parameter]) -> list[Parameter]:
    """The options whose long spelling begins with a name, such as `--adv`."""
    if len(name) <= len(DASHES) or not name.startswith(DASHES):
        return []
    found: dict[str, Parameter] = {}
    for options in tables:
        for typed, each in options.items():
            if typed.startswith(name):
                found.setdefault(each.option, each)
    return list(found.values())


def spellings(parameter: Parameter) -> tuple[str, ...]:
    """The long and short forms of an option."""
    short = parameter.spec.short if isinstance(parameter.spec, Opt) else ""
    return (parameter.option, f"-{short}") if short else (parameter.option,)


def takes_value(parameter: Parameter) -> bool:
    """Whether the option takes a value."""
    return parameter.spec.kind != "flag"


def _defaults(kind: type[Struct]) -> dict[str, Any]:
    """The fields of a struct with their defaults."""
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    return dict(zip(names, (*[NODEFAULT] * (len(names) - len(defaults)), *defaults), strict=True))


def _hints(kind: type[Struct]) -> dict[str, Any]:
    """The annotations of a struct; `get_type_hints` compiles each, which takes ten times as long as a start has."""
    found: dict[str, Any] = {}
    for each in reversed(kind.__mro__):
        for field, hint in vars(each).get("__annotations__", {}).items():
            if field in kind.__struct_fields__:
                found[field] = _meant(hint, each.__module__) if isinstance(hint, str) else hint
    return found


@cache
def _meant(hint: str, module: str) -> Any:
    """What an annotation means in a module, one that begins with `Annotated` as a tuple of what it holds.

    Many commands have the fields of one.
    """
    return eval(hint, vars(sys.modules[module]), {"Annotated": _Held})  # noqa: S307 - an annotation


class _Held:
    """Stands for `Annotated` where annotations are read: `typing` would make an object of each, only to take it apart.

    That would be 2 of the 184 million instructions of `rbf attack`, and 3 of the 219 of `rbf actions`.
    """

    def __class_getitem__(cls, parts: tuple[Any, Any]) -> tuple[Any, Any]:
        return parts


def _parameter(name: str, hint: Any, default: Any) -> Parameter:
    base, spec = hint if isinstance(hint, tuple) else get_args(hint)
    option = "--" + ((spec.name if isinstance(spec, Opt) else "") or name.replace("_", "-"))
    return Parameter(name, spec, getattr(base, "__origin__", None) is tuple, default, default is NODEFAULT, option)
