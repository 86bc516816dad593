"""The tables of TAB (`rbfcli.cli.tab.tables`), made of the command structs and of the words that each system knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import fields

from rbfcli.cli.tab.tables import ALONE, COMMON, PROGRAM
from rbfcli.kernel.command import Command
from rbfcli.kernel.conditions import addable_conditions
from rbfcli.kernel.meanings import word_meaning
from rbfcli.kernel.things import Thing, things_of
from rbfcli.language.about_verbs import PROTOCOL, PROTOCOL_MEANING
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.descriptions import own_options
from rbfcli.language.forms import Verb, all_verbs, standalone_verbs
from rbfcli.language.grammar import Parameter, grammar_of, spellings, takes_value
from rbfcli.language.meanings import CHOICES, key_meaning
from rbfcli.language.suggest_combatants import MANY, ONE, SELECTORS
from rbfcli.language.suggest_values import values_of_type
from rbfcli.language.topics import TOPICS, summary_of
from rbfcli.session.begin import empty
from rbfcli.systems.catalogue import SHIPPED, load

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from msgspec import Struct

    from rbfcli.kernel.rules import Rules

SOURCES = {
    "encounter": "encounter+/",
    "file": "/",
    "line": "@verbs",
    "page": "/",
    "people-file": "/",
    "rule": f":system={','.join(SHIPPED)}+rule",
    "schema": f":schema={','.join((*SHIPPED, PROTOCOL))}",
    "script": "script+/",
    "system": f":system={','.join(SHIPPED)}",
    "toml-file": "/",
    "topic": f"@verbs+:topic={','.join(TOPICS)}",
}
WITHOUT_WORDS = frozenset({"amount", "answers", "dice", "faces", "number", "saves", "text"})
A_SIDE = ("@{combatants.*.side}", "a side")
EVERYWHERE = {
    "block": [("{blocks}", "stat block")],
    "combatant": [(word, SELECTORS[word]) for word in ONE],
    "combatants": [*((word, SELECTORS[word]) for word in MANY), A_SIDE],
    "condition": [("{combatants.*.conditions}", "")],
    "sheet": [("fight", "its options, board and title"), *((word, SELECTORS[word]) for word in ONE)],
    "targets": [*SELECTORS.items(), A_SIDE],
    "viewer": [("{combatants.*.side}", "a side")],
}
CARRIED = ("{combatants.WHO.weapons}", "{board.lying.*.weapon}", "unarmed")
OF_THE_FIGHT = ("place", "weapon")
# Where the words of a system's kinds stand in a save, besides those that it knows without a fight.
IN_THE_FIGHT = {
    "rbf": {
        "place": ("{board.places}",),
        "skill": ("{combatants.*.skills}", "{options.arcane_skills}"),
        "spell": ("{spells}",),
        "thing": ("{combatants.WHO.items}", "{items}"),
        "weapon": CARRIED,
    },
    "threat": {
        "weapon": ("{combatants.WHO.weapons}", "unarmed"),
        "worn": ("{combatants.WHO.weapons}", "{weapons}"),
    },
    "rpj": {
        "cover": ("{board.regions.*.cover}",),
        "group": ("{combatants.*.group}",),
        "place": ("{board.regions}", "{board.links.*}"),
        "weapon": CARRIED,
    },
    "futurepath": {
        "object": ("{board.objects}",),
        "place": ("{combatants}", "{board.objects}"),
        "settings": ("{combatants.*.team}=", "{combatants.*.side}="),
        "skill": ("{combatants.WHO.feats}",),
        "thing": ("{board.objects}", "{combatants.WHO.weapons}"),
        "trap": ("{board.traps.?found}",),
        "weapon": CARRIED,
    },
    "bgc": {
        "skill": ("{combatants.WHO.skills}",),
        "weapon": CARRIED,
    },
}


def tables() -> dict[str, str]:
    """The text of each table by its name: of all commands, of the program, without a fight, of each system."""
    rules = [load(system) for system in SHIPPED]
    options = [*grammar_of(CommonOptions).options.values(), *grammar_of(Command).options.values()]
    found = {
        COMMON: [_line("verb", "", ""), *_options(options), *_words(EVERYWHERE), *_words(_choices())],
        PROGRAM: _of_verbs(all_verbs([]).values()),
        ALONE: _of_verbs(_alone(all_verbs(rules).values())),
    }
    for each in rules:
        found[each.name] = [*_of_verbs(_of_fights(each)), *_words(_kinds(each)), *_words({"rule": _ledger(each)})]
        found[f"{each.name}-{ALONE}"] = _of_verbs(_alone(standalone_verbs(each).values()))
    return {name: "".join(lines) for name, lines in found.items()}


def _choices() -> dict[str, list[tuple[str, str]]]:
    """What the choices of all systems mean, and what the systems and the topics of help are."""
    return {
        ":schema": [*((each, "its encounters") for each in SHIPPED), (PROTOCOL, PROTOCOL_MEANING)],
        ":system": [(each, load(each).title) for each in SHIPPED],
        ":topic": [(name, summary_of(name)) for name in TOPICS],
        **_choices_of(CHOICES),
    }


def _choices_of(meanings: Mapping[tuple[str, str], str]) -> dict[str, list[tuple[str, str]]]:
    """What choices mean, by `:` and their field."""
    found: dict[str, list[tuple[str, str]]] = {}
    for (field, word), meaning in meanings.items():
        found.setdefault(f":{field}", []).append((word, meaning))
    return found


def source(parameter: Parameter) -> str:
    """Where the words of an argument, or the values of an option, come from."""
    if parameter.spec.choices:
        return f":{parameter.field}={','.join(parameter.spec.choices)}"
    kind = parameter.spec.kind
    return "" if kind in WITHOUT_WORDS else SOURCES.get(kind, kind)


def _of_fights(rules: Rules) -> list[Verb]:
    """The verbs of a system's fights."""
    verbs = all_verbs([rules], standalone=False).values()
    own = [Verb(verb.name, tuple(form for form in verb.forms if form.systems)) for verb in verbs]
    return [verb for verb in own if verb.forms]


def _alone(verbs: Iterable[Verb]) -> list[Verb]:
    """The forms of verbs that work without a fight."""
    own = [Verb(verb.name, tuple(form for form in verb.forms if form.standalone)) for verb in verbs]
    return [verb for verb in own if verb.forms]


def _of_verbs(verbs: Iterable[Verb]) -> list[str]:
    return [line for verb in verbs for line in _of_verb(verb)]


def _of_verb(verb: Verb) -> Iterator[str]:
    """A verb with the sources of its words, joined over its forms, and its options."""
    rows = [_places(form.grammar.positionals) for form in verb.forms]
    places = [_joined(row[min(at, len(row) - 1)] for row in rows) for at in range(max(map(len, rows)))]
    while places and places[-1] == (places[-2] if places[1:] else ""):
        places.pop()
    yield _line("verb", verb.name, verb.summary, *places)
    yield from _options(parameter for form in verb.forms for parameter in own_options(form.grammar))
    if any(form.standalone for form in verb.forms):
        yield _line("option", "--system", SOURCES["system"], "the rules, where there is no fight")


def _places(parameters: tuple[Parameter, ...]) -> list[str]:
    """The source of each word; after the words of a field that takes many, those or what follows them, for ever."""
    many = next((place for place, parameter in enumerate(parameters) if parameter.many), len(parameters))
    first = [source(parameter) for parameter in parameters[: many + 1]]
    return [*first, _joined(map(source, parameters[many:]))]


def _joined(sources: Iterable[str]) -> str:
    return "+".join(dict.fromkeys(part for each in sources for part in each.split("+") if part))


def _options(parameters: Iterable[Parameter]) -> Iterator[str]:
    """Options in all their spellings; one that several forms have takes what it takes in any."""
    found: dict[str, list[Parameter]] = {}
    for parameter in parameters:
        for name in spellings(parameter):
            found.setdefault(name, []).append(parameter)
    for name, several in found.items():
        if takes_value(several[0]):
            yield _line("option", name, _joined(map(source, several)), several[0].spec.help)
        else:
            yield _line("flag", name, several[0].spec.help)


def _kinds(rules: Rules) -> dict[str, list[tuple[str, str]]]:
    """The words of the kinds that a system's verbs take: those it knows without a fight, and where others stand."""
    fight = empty(rules.name, "", "seed").fight
    parameters = [
        parameter
        for verb in _of_fights(rules)
        for form in verb.forms
        for parameter in (*form.grammar.positionals, *form.grammar.options.values())
    ]
    kinds = dict.fromkeys(parameter.spec.kind for parameter in parameters)
    fixed = {kind: () if kind in OF_THE_FIGHT else tuple(rules.words_of(fight, kind, "")) for kind in kinds}
    fixed["condition"] = tuple(addable_conditions(rules.conditions, ("{combatants}",)))
    placed = IN_THE_FIGHT[rules.name]
    found = {
        kind: [
            *((word, "") for word in placed.get(kind, ())),
            *((word, word_meaning(fight, rules, kind, word, "")) for word in fixed[kind]),
        ]
        for kind in kinds
    }
    choices = {
        (each.field, word): meaning
        for each in parameters
        for word in each.spec.choices
        if (meaning := word_meaning(fight, rules, each.field, word, ""))
    }
    found |= {f"pairs {word}": _pairs(each.kind) for word, each in things_of(rules).items() if each.kind}
    found |= {f"removable {word}": [(_ids_of(each), "")] for word, each in things_of(rules).items()}
    found["removable"] = [*EVERYWHERE["combatants"], *((word, "a kind of thing") for word in things_of(rules))]
    found["addable"] = [(word, "a kind of thing") for word in things_of(rules)]
    pairs = {"options": _pairs(type(fight.options), "options."), "pairs": _pairs(rules.sheet)}
    return {**found, **_choices_of(choices), **pairs}


def _ids_of(thing: Thing) -> str:
    """Where the ids of a kind of thing stand in a save; of pairs the names in them."""
    return f"{{{'.'.join(thing.path)}{'' if thing.kind else '.*'}}}"


def _pairs(kind: type[Struct], before: str = "") -> list[tuple[str, str]]:
    """The keys of a sheet or of options, and each with its values if it has but a few."""
    keys = {f"{before}{field.name}=": values_of_type(field.type) for field in fields(kind)}
    told = {f"{before}{field.name}=": key_meaning(kind, field.name, None) for field in fields(kind)}
    return [(f"{key}{value}", "" if value else told[key]) for key, values in keys.items() for value in ("", *values)]


def _ledger(rules: Rules) -> list[tuple[str, str]]:
    return [(each.id, each.summary) for each in rules.ledger()]


def _words(kinds: Mapping[str, Iterable[tuple[str, str]]]) -> list[str]:
    return [_line("word", kind, word, meaning) for kind, words in kinds.items() for word, meaning in words]


def _line(*cells: str) -> str:
    return "\t".join(cells) + "\n"
