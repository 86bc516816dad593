"""Words that could fill a slot, by its kind: from the fight, from the front end's names, or from the slot itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.command import Command
from rbfcli.kernel.numbers import is_digits
from rbfcli.language.grammar import Slot
from rbfcli.language.names import Around, known_words
from rbfcli.language.suggest_line import Blank
from rbfcli.language.suggest_match import Candidate
from rbfcli.language.suggest_people import meant, people

SIDES = (4, 6, 8, 10, 12, 20, 100)


def _no_files(_folder: str) -> tuple[str, ...]:
    return ()


def _no_one_liners(_system: str) -> dict[str, type[Command]]:
    return {}


class Names(Struct, frozen=True, kw_only=True):
    """What a front end knows and a fight does not.

    `verbs` are its own, with what they do; `useless` the options it has no use for; `files(folder)` lists names,
    folders with a slash at their end; `one_liners(system)` the verbs that need no fight.
    """

    encounters: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    verbs: Mapping[str, str] = {}
    useless: frozenset[str] = frozenset()
    files: Callable[[str], Sequence[str]] = _no_files
    one_liners: Callable[[str], Mapping[str, type[Command]]] = _no_one_liners


def words_for(slot: Slot, blank: Blank, around: Around | None, names: Names) -> Iterator[Candidate]:
    """The words a slot could be filled with, likely ones first."""
    match slot.spec.kind:
        case "choice":
            yield from map(Candidate, slot.spec.choices)
        case "system":
            yield from map(Candidate, names.systems)
        case "topic":
            yield from map(Candidate, names.topics)
        case "encounter":
            yield from (Candidate(each, "encounter") for each in names.encounters)
            yield from _files(blank.typed, (".toml",), names)
        case "script":
            yield from (Candidate(each, "script") for each in names.scripts)
            yield from _files(blank.typed, (".rbf", ".txt"), names)
        case "file" | "toml-file":
            yield from _files(blank.typed, (".toml",), names)
        case "dice" | "line":
            yield from _dice(blank.typed, around)
        case "rule":
            yield from _rules(blank, around, names)
        case _ if around is not None:
            yield from _of_fight(slot, blank, around)
        case _:
            return


def _of_fight(slot: Slot, blank: Blank, around: Around) -> Iterator[Candidate]:
    fight = around.fight
    match slot.spec.kind:
        case "combatant" | "combatants" | "targets":
            yield from people(slot, blank, around)
        case "sheet":
            yield from people(slot, blank, around)
            yield Candidate("fight", "its options, board and title")
        case "block":
            yield from map(Candidate, fight.blocks)
        case "settings":
            yield from (Candidate(f"{team}=", "a team") for team in around.rules.vocabulary(fight, "team", around.who))
            yield from (Candidate(f"{each.word}=", each.what, each.also) for each in people(slot, blank, around))
        case "answer":
            yield from (Candidate(each, one.who) for one in open_now(fight) for each in one.answers)
        case "pairs":
            yield from _pairs(blank, around)
        case "condition" if blank.takes_off:
            yield from map(Candidate, _present(blank, around))
        case kind:
            yield from map(Candidate, known_words(kind, around))


def _present(blank: Blank, around: Around) -> dict[str, None]:
    """The conditions that lie on those the line names, or on anybody."""
    combatants = around.fight.combatants
    named = [who for word in blank.said[1:] if (who := meant(word, around))]
    return {name: None for who in named or combatants for name in combatants[who].conditions}


def _files(typed: str, endings: tuple[str, ...], names: Names) -> Iterator[Candidate]:
    folder = typed[: typed.rfind("/") + 1]
    for name in names.files(folder):
        if name.endswith(("/", *endings)) and name.startswith(".") == typed.startswith(".", len(folder)):
            yield Candidate(folder + name, "folder" if name.endswith("/") else "file")


def _dice(typed: str, around: Around | None) -> Iterator[Candidate]:
    count = typed.partition("d")[0]
    if around is not None:
        yield Candidate(around.rules.dice, f"the dice of {around.rules.name}")
    if not count or is_digits(count):
        yield from (Candidate(f"{count}d{sides}") for sides in SIDES)


def _rules(blank: Blank, around: Around | None, names: Names) -> Iterator[Candidate]:
    if not blank.said:
        yield from (Candidate(each, "all its rules") for each in names.systems)
    if around is not None and blank.said in ((), (around.rules.name,)):
        yield from (Candidate(each.id, each.summary) for each in around.rules.ledger())


def _pairs(blank: Blank, around: Around) -> Iterator[Candidate]:
    """The keys of a sheet (of the fight's options, after `fight`), or the values of the key typed."""
    of_fight = blank.grammar.verb == "set" and blank.said[:1] == ("fight",)
    kind, prefix = (type(around.fight.options), "options.") if of_fight else (around.rules.sheet, "")
    types = {prefix + field.name: field.type for field in fields(kind)}
    key, equals, _ = blank.typed.partition("=")
    if equals:
        yield from (Candidate(f"{key}={each}") for each in _values(types.get(key)))
    else:
        yield from (Candidate(f"{each}=") for each in types)


def _values(kind: Any) -> tuple[str, ...]:
    if kind is bool:
        return ("true", "false")
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next((values for each in get_args(kind) if (values := _values(each))), ())
