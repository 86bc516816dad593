"""Values that a parameter could take, by its kind: from the fight, from the front end, or from the parameter."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command
from rbfcli.kernel.ledger import RuleEntry
from rbfcli.kernel.meanings import answer_meaning
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.things import ids_of, things_of
from rbfcli.language.about_verbs import PROTOCOL, PROTOCOL_MEANING
from rbfcli.language.cursor import CursorPlace
from rbfcli.language.grammar import Parameter
from rbfcli.language.meanings import block_meaning, key_meaning, meaning
from rbfcli.language.names import NameContext, known_words
from rbfcli.language.ranking import CompletionCandidate
from rbfcli.language.suggest_combatants import combatants_for, unambiguous_id

ENDINGS = {"file": (".toml",), "toml-file": (".toml",), "page": (".html",), "people-file": (".csv", ".json")}
SIDES = (4, 6, 8, 10, 12, 20, 100)


def _no_files(_folder: str) -> tuple[str, ...]:
    return ()


def _no_one_liners(_system: str) -> dict[str, type[Command]]:
    return {}


def _no_ledger(_system: str) -> tuple[RuleEntry, ...]:
    return ()


class KnownNames(Struct, frozen=True, kw_only=True):
    """Names that a front end knows and a fight does not.

    `verbs` are its own, with what they do, `topics` those of help with what they tell; `unsupported` the options it
    does not take; `systems()` lists those installed, `files(folder)` names, folders with a slash at the end,
    `one_liners(system)` the verbs that work without a fight, of any system where none is named, `ledger(system)` its
    rules. `answers` says that an answer may stand alone, without `choose`.
    """

    encounters: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    systems: Callable[[], Sequence[str]] = tuple
    topics: Mapping[str, str] = {}
    verbs: Mapping[str, str] = {}
    answers: bool = False
    unsupported: frozenset[str] = frozenset()
    files: Callable[[str], Sequence[str]] = _no_files
    one_liners: Callable[[str], Mapping[str, type[Command]]] = _no_one_liners
    ledger: Callable[[str], Sequence[RuleEntry]] = _no_ledger


def values_for(
    parameter: Parameter, place: CursorPlace, context: NameContext | None, names: KnownNames
) -> Iterator[CompletionCandidate]:
    """The values that a parameter could take, likely ones first."""
    match parameter.spec.kind:
        case "choice":
            yield from _meant(parameter, parameter.spec.choices, context)
        case "system":
            yield from map(CompletionCandidate, names.systems())
        case "schema":
            yield from _schemas(names)
        case "topic":
            yield from (CompletionCandidate(each, what) for each, what in names.topics.items())
        case "encounter":
            yield from (CompletionCandidate(each, "encounter") for each in names.encounters)
            yield from _files(place.typed, (".toml",), names)
        case "script":
            yield from (CompletionCandidate(each, "script") for each in names.scripts)
            yield from _files(place.typed, (".rbf", ".txt"), names)
        case kind if kind in ENDINGS:
            yield from _files(place.typed, ENDINGS[kind], names)
        case "dice" | "line":
            yield from _dice(place.typed, context)
        case "rule":
            yield from _rules(place, context, names)
        case _ if context is not None:
            yield from _of_fight(parameter, place, context)
        case _:
            return


def _schemas(names: KnownNames) -> Iterator[CompletionCandidate]:
    yield from (CompletionCandidate(each, "its encounters") for each in names.systems())
    yield CompletionCandidate(PROTOCOL, PROTOCOL_MEANING)


def _of_fight(parameter: Parameter, place: CursorPlace, context: NameContext) -> Iterator[CompletionCandidate]:
    fight = context.fight
    match parameter.spec.kind:
        case "combatant" | "combatants" | "targets":
            yield from combatants_for(parameter, place, context)
        case "removable":
            yield from _removable(parameter, place, context)
        case "sheet":
            yield from combatants_for(parameter, place, context)
            yield CompletionCandidate("fight", "its options, board and title")
        case "viewer":
            yield from _viewers(parameter, place, context)
        case "block":
            yield from (CompletionCandidate(each, block_meaning(block)) for each, block in fight.blocks.items())
        case "settings":
            yield from _owners_of_settings(parameter, place, context)
        case "answer":
            yield from answers_to(context)
        case "addable":
            yield from (CompletionCandidate(each, "a kind of thing") for each in things_of(context.rules))
        case "pairs":
            yield from _pairs(place, context)
        case "condition" if place.removes:
            yield from _meant(parameter, _present(place, context), context)
        case kind:
            yield from _meant(parameter, known_words(kind, context), context)


def _owners_of_settings(
    parameter: Parameter, place: CursorPlace, context: NameContext
) -> Iterator[CompletionCandidate]:
    """Teams and combatants, each before a number."""
    teams = context.rules.words_of(context.fight, "team", context.who)
    yield from (CompletionCandidate(f"{team}=", "a team") for team in teams)
    for each in combatants_for(parameter, place, context):
        if not each.word.startswith("@"):
            yield CompletionCandidate(f"{each.word}=", each.what, each.also)


def _viewers(parameter: Parameter, place: CursorPlace, context: NameContext) -> Iterator[CompletionCandidate]:
    """Sides, and combatants whose side is meant."""
    yield from (CompletionCandidate(each, "a side") for each in sides_of(context.fight))
    yield from combatants_for(parameter, place, context, selectors=False)


def _removable(parameter: Parameter, place: CursorPlace, context: NameContext) -> Iterator[CompletionCandidate]:
    """Combatants and the words for kinds of things; behind one of these the ids of such."""
    from rbfcli.language.removable import named_kind

    if thing := named_kind(place.positionals, context):
        left = [each for each in ids_of(context.fight, thing) if each not in place.positionals[1:]]
        yield from (CompletionCandidate(each, f"a {thing.word}") for each in left)
        return
    yield from combatants_for(parameter, place, context)
    if not place.positionals:
        yield from (CompletionCandidate(each, "a kind of thing") for each in things_of(context.rules))


def _meant(parameter: Parameter, words: Iterable[str], context: NameContext | None) -> Iterator[CompletionCandidate]:
    """Words, each with what it means."""
    yield from (CompletionCandidate(each, meaning(parameter, each, context)) for each in words)


def sides_of(fight: Any) -> dict[str, None]:
    """The sides that there are."""
    return dict.fromkeys(one.side for one in fight.combatants.values())


def answers_to(context: NameContext) -> Iterator[CompletionCandidate]:
    """The answers to what is asked, each with what it does; where several are asked, with who chooses."""
    names = {who: one.name for who, one in context.fight.combatants.items()}
    asked = open_now(context.fight)
    for one in asked:
        whose = f"{one.who}: " if len(asked) > 1 and one.who else ""
        for each in one.answers:
            yield CompletionCandidate(each, f"{whose}{answer_meaning(context.rules, one, each, names)}")


def _present(place: CursorPlace, context: NameContext) -> dict[str, None]:
    """The conditions of the combatants that the line names, or of anyone."""
    combatants = context.fight.combatants
    named = [who for word in place.positionals[1:] if (who := unambiguous_id(word, context))]
    return {name: None for who in named or combatants for name in combatants[who].conditions}


def _files(typed: str, endings: tuple[str, ...], names: KnownNames) -> Iterator[CompletionCandidate]:
    folder = typed[: typed.rfind("/") + 1]
    for name in names.files(folder):
        if name.endswith(("/", *endings)) and name.startswith(".") == typed.startswith(".", len(folder)):
            yield CompletionCandidate(folder + name, "folder" if name.endswith("/") else "file")


def _dice(typed: str, context: NameContext | None) -> Iterator[CompletionCandidate]:
    count = typed.partition("d")[0]
    if context is not None:
        yield CompletionCandidate(context.rules.dice, f"the dice of {context.rules.name}")
    if not count or is_digits(count):
        yield from (CompletionCandidate(f"{count}d{sides}") for sides in SIDES)


def _rules(place: CursorPlace, context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    if not place.positionals:
        yield from (CompletionCandidate(each, "all its rules") for each in names.systems())
    systems = place.positionals or ((context.rules.name,) if context is not None else ())
    if len(systems) == 1 and systems[0] in names.systems():
        yield from (CompletionCandidate(each.id, each.summary) for each in names.ledger(systems[0]))


def _pairs(place: CursorPlace, context: NameContext) -> Iterator[CompletionCandidate]:
    """The keys of a sheet (of the fight's options, after `fight`), or the values of the key typed."""
    kind: Any
    first, of_fight = place.positionals[:1], place.grammar.verb == "set" and place.positionals[:1] == ("fight",)
    kind, prefix = (type(context.fight.options), "options.") if of_fight else (context.rules.sheet, "")
    if place.grammar.verb == "add" and first and (thing := things_of(context.rules).get(first[0])):
        if len(place.positionals) == 1 or thing.kind is None:  # an id, which is new
            return
        kind = thing.kind
    types = {prefix + field.name: field.type for field in fields(kind)}
    key, equals, _ = place.typed.partition("=")
    if equals:
        yield from (CompletionCandidate(f"{key}={each}") for each in values_of_type(types.get(key)))
        return
    one = context.fight.options if of_fight else _named_first(place, context)
    for each in types:
        yield CompletionCandidate(f"{each}=", key_meaning(kind, each.removeprefix(prefix), one))


def _named_first(place: CursorPlace, context: NameContext) -> Any:
    """The sheet of whom a line names first, if it names somebody."""
    who = unambiguous_id(place.positionals[0], context) if place.positionals else ""
    return context.fight.combatants.get(who) if place.grammar.verb == "set" else None


def values_of_type(kind: Any) -> tuple[str, ...]:
    """The values of a type that has but a few, as they are typed; none of other types."""
    if kind is bool:
        return ("true", "false")
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next((values for each in get_args(kind) if (values := values_of_type(each))), ())
