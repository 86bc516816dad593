"""What each word of each verb may be, in the short form that the completion scripts carry.

A source is the KIND that `rbf __complete` is asked for, or one of: `:a,b` these words themselves, `/` files,
`@verbs` the verbs, `` nothing. Several are joined by `+`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rbfcli.kernel.command import Command
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.descriptions import own_options
from rbfcli.language.grammar import Parameter, grammar_of, spellings, takes_value
from rbfcli.language.suggest_combatants import MANY, SELECTORS
from rbfcli.language.topics import TOPICS
from rbfcli.systems.catalogue import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rbfcli.language.forms import Verb

VERBS, FILES = "@verbs", "/"
ASKED = frozenset(
    {
        "answer",
        "block",
        "combatant",
        "complication",
        "condition",
        "critical",
        "pairs",
        "place",
        "rule",
        "settings",
        "sheet",
        "technique",
        "weapon",
    }
)
FIXED = {
    "combatants": f"combatants+:{','.join(MANY)}",
    "targets": f"targets+:{','.join(SELECTORS)}",
    "encounter": f"encounter+{FILES}",
    "script": f"script+{FILES}",
    "file": FILES,
    "toml-file": FILES,
    "system": f":{','.join(SHIPPED)}",
    "topic": f"{VERBS}+:{','.join(TOPICS)}",
    "line": VERBS,
}


class Option(NamedTuple):
    """One way to type an option: where its value comes from (None: it takes none), and what it is for."""

    name: str
    source: str | None
    help: str


SYSTEM = Option("--system", FIXED["system"], "the rules, where there is no fight")


class Words(NamedTuple):
    """A verb, the sources of its words (the last for all that follow), and its options."""

    verb: str
    help: str
    places: tuple[str, ...]
    options: tuple[Option, ...]


class Tables(NamedTuple):
    """All that the scripts know: the verbs, and the options of every command."""

    verbs: tuple[Words, ...]
    common: tuple[Option, ...]


def tables(verbs: Iterable[Verb]) -> Tables:
    """The words of verbs as completion scripts carry them."""
    common = [*grammar_of(CommonOptions).options.values(), *grammar_of(Command).options.values()]
    return Tables(tuple(map(_words, verbs)), _spelt(common))


def source(parameter: Parameter) -> str:
    """Where the words of an argument, or the values of an option, come from."""
    if parameter.spec.choices:
        return f":{','.join(parameter.spec.choices)}"
    kind = parameter.spec.kind
    return kind if kind in ASKED else FIXED.get(kind, "")


def _words(verb: Verb) -> Words:
    rows = [_places(form.grammar.positionals) for form in verb.forms]
    longest = max(map(len, rows))
    places = [_joined(row[min(place, len(row) - 1)] for row in rows) for place in range(longest)]
    while places and places[-1] == (places[-2] if places[1:] else ""):
        places.pop()
    parameters = [parameter for form in verb.forms for parameter in own_options(form.grammar)]
    alone = (SYSTEM,) if any(form.standalone for form in verb.forms) else ()
    return Words(verb.name, verb.summary, tuple(places), (*_spelt(parameters), *alone))


def _places(parameters: tuple[Parameter, ...]) -> list[str]:
    """The source of each word; after the words of a field that takes many, those or what follows them, for ever."""
    many = next((place for place, parameter in enumerate(parameters) if parameter.many), len(parameters))
    first = [source(parameter) for parameter in parameters[: many + 1]]
    return [*first, _joined(map(source, parameters[many:]))]


def _joined(sources: Iterable[str]) -> str:
    return "+".join(dict.fromkeys(part for each in sources for part in each.split("+") if part))


def _spelt(parameters: Iterable[Parameter]) -> tuple[Option, ...]:
    """Options in all their spellings; one that several forms have takes what it takes in any."""
    found: dict[str, Option] = {}
    for parameter in parameters:
        taken = source(parameter) if takes_value(parameter) else None
        for name in spellings(parameter):
            known = found.setdefault(name, Option(name, taken, parameter.spec.help))
            if known.source is not None and taken is not None:
                found[name] = known._replace(source=_joined((known.source, taken)))
    return tuple(found.values())
