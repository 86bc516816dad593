"""What help, manual and completion say about one argument or option."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rbfcli.kernel.command import Opt, RollingCommand
from rbfcli.language.grammar import Grammar, Parameter, spellings, takes_value
from rbfcli.language.words import split_words

VALUES = {
    "amount": "N|DICE",
    "combatant": "WHO",
    "faces": "FACES",
    "file": "FILE",
    "number": "N",
    "page": "FILE",
    "settings": "WHO=N",
    "steps": "STEPS",
    "text": "TEXT",
    "viewer": "NAME",
}
MOST_CHOICES_SPELT_OUT = 24


def argument_label(parameter: Parameter) -> str:
    """A positional word in a usage line: `WHO`, `[TARGETS…]`."""
    word = parameter.field.upper().replace("_", "-") + ("…" if parameter.many else "")
    return word if parameter.required else f"[{word}]"


def value_label(parameter: Parameter) -> str:
    """The value of an option in a usage line: `N`, `WEAPON`, or its choices; empty for a flag."""
    if not takes_value(parameter):
        return ""
    choices = "|".join(parameter.spec.choices)
    if choices and len(choices) <= MOST_CHOICES_SPELT_OUT:
        return choices
    return VALUES.get(parameter.spec.kind, (parameter.field if choices else parameter.spec.kind).upper())


def option_label(parameter: Parameter, own: Mapping[str, Parameter] = MappingProxyType({})) -> str:
    """An option in a list: `-e, --encounter FILE`; `own` are the options of the verb."""
    return f"{', '.join(reversed(free_spellings(parameter, own)))} {value_label(parameter)}".rstrip()


def free_spellings(parameter: Parameter, own: Mapping[str, Parameter]) -> list[str]:
    """The spellings of an option that are not taken by the verb's own options."""
    return [name for name in spellings(parameter) if own.get(name, parameter) == parameter]


def description(parameter: Parameter, environment: str = "") -> str:
    """What an argument or option is for, with its choices, range, default and environment variable."""
    return with_remarks(
        parameter.spec.help, [*_choices(parameter), *_range(parameter), *defaults(parameter, environment)]
    )


def with_remarks(text: str, remarks: Sequence[str]) -> str:
    """A text with remarks in parentheses, if there are any."""
    return f"{text} ({'; '.join(remarks)})" if remarks else text


def defaults(parameter: Parameter, environment: str = "") -> list[str]:
    """What applies if nothing is given: the default, and the environment variable."""
    if parameter.required:
        return ["required"] if isinstance(parameter.spec, Opt) else []
    silent: tuple[Any, ...] = ("", None, False, ())
    default = f"default {parameter.default}" if parameter.default not in silent else ""
    return [each for each in (default, f"env {environment}" if environment else "") if each]


def usage(grammar: Grammar, before: str = "") -> str:
    """A usage line: `attack WHO TARGETS… [options]`."""
    needed = [
        f"{parameter.option} {value_label(parameter)}" for parameter in own_options(grammar) if parameter.required
    ]
    words = [label for label, _ in arguments(grammar)]
    return " ".join([grammar.verb, *before.split(), *words, *needed, "[options]"])


def arguments(grammar: Grammar) -> tuple[tuple[str, str], ...]:
    """The positional words of a verb, each with what it is for; whoever acts may be left out."""
    rows = [(argument_label(parameter), parameter) for parameter in grammar.positionals]
    return tuple(
        (f"[{label}]", with_remarks(parameter.spec.help, ["default: whose turn it is"]))
        if parameter.field == grammar.actor
        else (label, description(parameter))
        for label, parameter in rows
    )


def own_options(grammar: Grammar) -> list[Parameter]:
    """The options of a verb that are not common to all, each once; those of every roll come last."""
    by_field = {parameter.field: parameter for parameter in grammar.options.values() if parameter.field != "force"}
    return sorted(by_field.values(), key=lambda parameter: parameter.field in RollingCommand.__struct_fields__)


def shell_line(line: str) -> str:
    """A line of the language as it is typed in a shell."""
    from shlex import join

    return f"rbf {join(split_words(line))}"


def _choices(parameter: Parameter) -> list[str]:
    spelt_out = isinstance(parameter.spec, Opt) and value_label(parameter) == "|".join(parameter.spec.choices)
    return [] if spelt_out or not parameter.spec.choices else [", ".join(parameter.spec.choices)]


def _range(parameter: Parameter) -> list[str]:
    low, high = (parameter.spec.low, parameter.spec.high) if isinstance(parameter.spec, Opt) else (None, None)
    match low, high:
        case None, None:
            return []
        case None, _:
            return [f"at most {high}"]
        case _, None:
            return [f"at least {low}"]
        case _:
            return [f"{low} to {high}"]
