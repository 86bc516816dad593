"""What the manual says of one verb, as sections: its examples, and what each of its forms takes."""

from collections.abc import Iterable, Mapping

from rbfcli.kernel.command import Command
from rbfcli.kernel.errors import EXIT_STATUSES
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.descriptions import (
    arguments,
    description,
    free_spellings,
    option_label,
    own_options,
    shell_line,
    usage,
)
from rbfcli.language.forms import Verb, VerbForm, summary_of
from rbfcli.language.grammar import Parameter, grammar_of
from rbfcli.language.page import CommandLines, Prose, Section, Terms

NAMED = frozenset({"combatant", "combatants", "removable", "targets", "sheet"})
ROLLED = frozenset({"amount", "dice", "faces", "line"})
VARIABLES = {
    "encounter": "RBF_ENCOUNTER",
    "lock_timeout": "RBF_LOCK_TIMEOUT",
    "color": "RBF_COLOR",
    "plain": "RBF_PLAIN",
    "debug": "RBF_DEBUG",
}


def verb_sections(verb: Verb) -> list[Section]:
    """Everything about a verb, its examples first."""
    return [
        *([Section("Examples", (CommandLines(tuple(map(shell_line, verb.examples))),))] if verb.examples else []),
        *(section for form in verb.forms for section in form_sections(form, verb)),
        Section("Options of every command", (Terms(common_rows(verb.forms[0].grammar.options)),)),
        Section("Exit status", (Prose(_statuses()),)),
        Section("See also", (Prose(", ".join(f"rbf help {word}" for word in see_also(verb))),)),
    ]


def form_title(form: VerbForm, verb: Verb) -> str:
    """What one form is headed by: the systems are named where they differ."""
    title = "Without a fight" if form.standalone else "Usage"
    alike = [each for each in verb.forms if each.standalone == form.standalone]
    return f"{title} ({', '.join(form.systems)})" if len(alike) > 1 and form.systems else title


def form_sections(form: VerbForm, verb: Verb) -> list[Section]:
    """The shape of a form's line, what it does where that is not what the verb says, its arguments and its options."""
    shape = CommandLines((usage_of(form),))
    what = summary_of(form.kind)
    parts = (shape,) if what == verb.summary else (Prose(what), shape)
    options = option_rows(own_options(form.grammar), form.grammar.options)
    found = [("Arguments", arguments(form.grammar)), ("Options", options)]
    return [
        Section(form_title(form, verb), parts),
        *(Section(title, (Terms(rows),)) for title, rows in found if rows),
    ]


def usage_of(form: VerbForm) -> str:
    """The shape of a form's line; one without a fight names its system."""
    system = f"--system {'|'.join(form.systems)}" if form.standalone else ""
    return f"rbf {usage(form.grammar, system)}"


def common_rows(own: Mapping[str, Parameter]) -> tuple[tuple[str, str], ...]:
    """The options of every command, each with what it means; `own` are those of a verb, which go first."""
    parameters = [*grammar_of(CommonOptions).options.values(), grammar_of(Command).options["--force"]]
    return option_rows([parameter for parameter in parameters if free_spellings(parameter, own)], own)


def option_rows(parameters: Iterable[Parameter], own: Mapping[str, Parameter]) -> tuple[tuple[str, str], ...]:
    """Options, each once, with what they mean."""
    by_field = {parameter.field: parameter for parameter in parameters}
    return tuple(
        (option_label(parameter, own), description(parameter, VARIABLES.get(field, "")))
        for field, parameter in by_field.items()
    )


def see_also(verb: Verb) -> list[str]:
    """The topics that belong to the words a verb takes."""
    parameters = [
        parameter for form in verb.forms for parameter in (*form.grammar.positionals, *form.grammar.options.values())
    ]
    kinds = {parameter.spec.kind for parameter in parameters}
    related = {
        "targets": bool(kinds & NAMED),
        "dice": bool(kinds & ROLLED),
        "scripts": verb.name in ("run", "repl"),
        "exit-codes": True,
    }
    return [name for name, belongs in related.items() if belongs]


def _statuses() -> str:
    return "; ".join(f"{status} {meaning.partition(':')[0]}" for status, meaning in EXIT_STATUSES)
