"""Every verb and statement with its forms: the source of help, manual and completion."""

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType

from msgspec import Struct, convert

from rbfcli.language.grammar import (
    CommonOptions,
    Grammar,
    Parameter,
    arguments,
    description,
    free_spellings,
    grammar_of,
    option_label,
    own_options,
    scan,
    shell_line,
    usage,
)
from rbfcli.language.names import NAMED_BY_ID
from rbfcli.language.page import CommandLines, Prose, Section, Terms
from rbfcli.language.parser import fight_verbs, one_liner_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.model import commands
from rbfcli.model.commands import Command, verb_name
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.rules import Rules
from rbfcli.storage.toml import read_beside
from rbfcli.systems.registry import load

GROUPS = ("dice", "fights", "table", "files", "about")
SHARED = {
    verb_name(kind): kind
    for kind in vars(commands).values()
    if isinstance(kind, type) and issubclass(kind, Command) and verb_name(kind) != kind.__name__
}


class VerbForm(Struct, frozen=True):
    """A command struct of a verb, the systems that have it, and its examples (`fitting`: for the current fight)."""

    kind: type[Command]
    systems: tuple[str, ...] = ()
    standalone: bool = False
    fitting: tuple[str, ...] | None = None

    @property
    def grammar(self) -> Grammar:
        """Return the grammar of the form."""
        return grammar_of(self.kind)

    @property
    def examples(self) -> tuple[str, ...]:
        """Return the example lines."""
        return self.kind.examples if self.fitting is None else self.fitting


class Verb(Struct, frozen=True):
    """A verb with its forms, those inside a fight first."""

    name: str
    forms: tuple[VerbForm, ...]

    @property
    def group(self) -> str:
        """Return the help group of the verb."""
        return self.forms[0].kind.group

    @property
    def summary(self) -> str:
        """Return a one-line summary: that of the only form in a fight, or of the verb all systems share."""
        in_fights = [form.kind for form in self.forms if not form.standalone]
        return summary_of(SHARED[self.name] if len(in_fights) > 1 and self.name in SHARED else self.forms[0].kind)

    @property
    def systems(self) -> frozenset[str]:
        """Return the systems that have the verb; none for a verb of the program itself."""
        return frozenset(system for form in self.forms for system in form.systems)

    @property
    def examples(self) -> tuple[str, ...]:
        """Return the example lines of all forms."""
        return tuple(dict.fromkeys(line for form in self.forms for line in form.examples))


def all_verbs(systems: Iterable[Rules], *, standalone: bool = True) -> dict[str, Verb]:
    """Return all verbs by name and group; with `standalone`, also the forms that need no fight."""
    rules = list(systems)
    forms = {verb: {kind: VerbForm(kind)} for verb, kind in VERBS.items()}
    for alone in (False, True) if standalone else (False,):
        for each in rules:
            for verb, kind in (one_liner_verbs if alone else fight_verbs)(each).items():
                own = forms.setdefault(verb, {})
                others = own[kind].systems if kind in own else ()
                own[kind] = VerbForm(kind, (*others, each.name), alone)
    return _ordered({name: Verb(name, tuple(each.values())) for name, each in forms.items()})


def general_verbs() -> dict[str, Verb]:
    """Return the program's verbs and those of every system, which need no system to be loaded."""
    return _ordered({name: Verb(name, (VerbForm(kind),)) for name, kind in {**SHARED, **VERBS}.items()})


def standalone_verbs(rules: Rules) -> dict[str, Verb]:
    """Return the verbs that need no fight: the program's own, and the system's that take only numbers."""
    forms = {verb: VerbForm(kind, (rules.name,), standalone=True) for verb, kind in one_liner_verbs(rules).items()}
    own = {verb: VerbForm(kind) for verb, kind in VERBS.items()}
    return _ordered({name: Verb(name, (form,)) for name, form in {**forms, **own}.items()})


def summary_of(kind: type[Command]) -> str:
    """Return the summary of a verb: the first line of its docstring."""
    return (kind.__doc__ or "").strip().split("\n")[0]


def _ordered(found: Mapping[str, Verb]) -> dict[str, Verb]:
    """Return verbs by group; within a group the program's own, then those all systems share, then the rest."""
    order = [name for name in dict.fromkeys([*VERBS, *SHARED, *found]) if name in found]
    return {name: found[name] for name in sorted(order, key=lambda name: GROUPS.index(found[name].group))}


class StatementForm(Struct, frozen=True):
    """The help entry of a statement: its form, what it does, and example lines."""

    form: str
    meaning: str
    example: tuple[str, ...]


@cache
def statements() -> dict[str, StatementForm]:
    """Return the statements of scripts by their first word, in the order of help."""
    return convert(read_beside("rbfcli.language", "words.toml")["statements"], dict[str, StatementForm])


REFUSED = ("expect refused { COMMAND }", "check that the rules refuse a command; one with an unknown word fails")
# Statements that can span several lines. Typed at the prompt, they run as a whole or not at all.
BLOCKS = frozenset({"if", "for", "repeat", "while", "try", "include"})


def command_start(text: str) -> int:
    """Return the column where the last command of a text begins: after the last brace of a statement, or 0."""
    words = scan(text)
    if not words or words[0].text not in (*BLOCKS, "expect", "else", "}"):
        return 0
    return next(
        (each.end for each in reversed(words) if text[each.start : each.end] == "{" and each.end < len(text)), 0
    )


def statement_rows() -> tuple[tuple[str, str], ...]:
    """Return every statement with what it does."""
    rows = {word: (each.form, each.meaning) for word, each in statements().items()}
    return tuple(row for word in rows for row in ((rows[word], REFUSED) if word == "expect" else (rows[word],)))


def statement_words() -> dict[str, str]:
    """Return the first word of every statement, with what it does."""
    return {word: f"{each.meaning[0].upper()}{each.meaning[1:]}." for word, each in statements().items()}


ROLLED = frozenset({"amount", "dice", "faces", "line"})
VARIABLES = {
    "encounter": "RBF_ENCOUNTER",
    "lock_timeout": "RBF_LOCK_TIMEOUT",
    "color": "RBF_COLOR",
    "plain": "RBF_PLAIN",
    "debug": "RBF_DEBUG",
}


def verb_sections(verb: Verb) -> list[Section]:
    """Return the help sections of a verb, examples first."""
    return [
        *([Section("Examples", (CommandLines(tuple(map(shell_line, verb.examples))),))] if verb.examples else []),
        *(section for form in verb.forms for section in form_sections(form, verb)),
        Section("Global options", (Terms(common_rows(verb.forms[0].grammar.options)),)),
        Section("See also", (Prose(", ".join(f"rbf help {word}" for word in see_also(verb))),)),
    ]


def form_title(form: VerbForm, verb: Verb) -> str:
    """Return the heading of a form; it names the systems if their forms differ."""
    title = "Without a fight" if form.standalone else "Usage"
    alike = [each for each in verb.forms if each.standalone == form.standalone]
    return f"{title} ({', '.join(form.systems)})" if len(alike) > 1 and form.systems else title


def form_sections(form: VerbForm, verb: Verb) -> list[Section]:
    """Return the usage line of a form, its summary if it differs from the verb's, its arguments and options."""
    shape = CommandLines((usage_of(form),))
    what = summary_of(form.kind)
    parts = (shape,) if what == verb.summary else (Prose(what), shape)
    options = option_rows(own_options(form.grammar), form.grammar.options, fixed_words(form))
    found = [
        ("Arguments", arguments(form.grammar)),
        ("Options", options),
        ("Conditions", condition_rows(form)),
    ]
    return [
        Section(form_title(form, verb), parts),
        *(Section(title, (Terms(rows),)) for title, rows in found if rows),
    ]


def condition_rows(form: VerbForm) -> tuple[tuple[str, str], ...]:
    """Return each of the form's systems with the conditions that `condition add` takes; empty for other verbs."""
    if not issubclass(form.kind, commands.ChangeCondition):
        return ()
    known = {system: addable_conditions(load(system).conditions, ("WHO",)) for system in form.systems}
    return tuple((system, ", ".join(names)) for system, names in known.items())


def usage_of(form: VerbForm) -> str:
    """Return the usage line of a form; a form without a fight names its system."""
    system = f"--system {'|'.join(form.systems)}" if form.standalone else ""
    return f"rbf {usage(form.grammar, system)}"


def common_rows(own: Mapping[str, Parameter]) -> tuple[tuple[str, str], ...]:
    """Return the global options with their meanings; the verb's `own` options take precedence."""
    parameters = [*grammar_of(CommonOptions).options.values(), grammar_of(Command).options["--force"]]
    return option_rows([parameter for parameter in parameters if free_spellings(parameter, own)], own)


def fixed_words(form: VerbForm) -> dict[str, tuple[str, ...]]:
    """Return the words of each kind that are the same in every fight of the form's system, for its options."""
    if not form.systems:
        return {}
    rules = load(form.systems[0])
    return {kind: tuple(rules.words_of(rules.fight(system=rules.name), kind)) for kind in rules.fixed_kinds}


def option_rows(
    parameters: Iterable[Parameter],
    own: Mapping[str, Parameter],
    words: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> tuple[tuple[str, str], ...]:
    """Return each option once, with its meaning; `words` lists the values of a kind."""
    by_field = {parameter.field: parameter for parameter in parameters}
    return tuple(
        (option_label(each, own), description(each, VARIABLES.get(field, ""), words.get(each.spec.kind, ())))
        for field, each in by_field.items()
    )


def see_also(verb: Verb) -> list[str]:
    """Return the topics that explain the words a verb takes."""
    parameters = [
        parameter for form in verb.forms for parameter in (*form.grammar.positionals, *form.grammar.options.values())
    ]
    kinds = {parameter.spec.kind for parameter in parameters}
    related = {
        "targets": bool(kinds & NAMED_BY_ID),
        "dice": bool(kinds & ROLLED),
        "scripts": verb.name in ("run", "repl"),
        "encounter": "pairs" in kinds or verb.name in ("import", "export"),
        "exit-codes": True,
    }
    return [name for name, belongs in related.items() if belongs]
