"""Completion: the words that the grammar and the fight allow at the cursor, best first."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Literal, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields, replace

from rbfcli.core.errors import LimitReached, PluginBug
from rbfcli.core.limits import Budget
from rbfcli.core.matching import candidates
from rbfcli.core.text import is_digits, quoted
from rbfcli.engine.answers import answer_meaning, open_now
from rbfcli.engine.play import Offer, dry_run
from rbfcli.engine.turns import next_steps
from rbfcli.language.cursor import (
    LINE,
    CompletionCandidate,
    CursorPlace,
    best_matches,
    block_meaning,
    key_meaning,
    meaning,
    next_parameters,
    place_at,
)
from rbfcli.language.grammar import Grammar, Parameter, grammar_of, optional_place, scan, split_words
from rbfcli.language.names import SELECTORS, NameContext, can_act, known_words
from rbfcli.language.parser import COMMON, fight_verbs, ids_of, is_fight_verb, named_kind, parse_line, things_of
from rbfcli.language.program_verbs import PROTOCOL, PROTOCOL_MEANING
from rbfcli.language.shorthand import verb_meant
from rbfcli.language.verbs import VERBS
from rbfcli.model.commands import Arg, Command, Opt, RollingCommand, verb_name
from rbfcli.model.fight import Combatant
from rbfcli.model.rules import RuleEntry

MANY = ("@active", "@foes", "@allies", "@weakest", "@nearest")
ONE = ("@active", "@weakest", "@nearest")
FOR_THE_FALLEN = ("stabilize", "heal")


def actor(place: CursorPlace, context: NameContext) -> str:
    """Return the actor of a line: the first combatant it names, or the combatant or team whose turn it is."""
    parameters = zip(place.grammar.positionals, place.positionals, strict=False)
    named = next((word for parameter, word in parameters if parameter.spec.kind == "combatant"), "")
    return unambiguous_id(named, context) or context.fight.active


def unambiguous_id(word: str, context: NameContext) -> str:
    """Return the id of the only combatant that a word can name; empty if there is none or several."""
    if word in context.fight.combatants:
        return word
    found = candidates(word, dict.fromkeys(context.fight.combatants, ()))
    return found[0] if len(found) == 1 else ""


def combatants_for(
    parameter: Parameter, place: CursorPlace, context: NameContext, *, selectors: bool = True
) -> Iterator[CompletionCandidate]:
    """Yield the combatants that a parameter could name, then the selectors for some of them."""
    fight, who = context.fight, context.who
    named_already = {who, *place.positionals} if parameter.spec.kind == "targets" else set(place.positionals)
    left = [each for each in fight.combatants if each not in named_already]
    if parameter.spec.kind == "targets":
        left.sort(key=lambda each: (not _stands(context, each), _side(fight, each) == _side(fight, who)))
    elif place.removes:
        left = [each for each in left if fight.combatants[each].conditions]
    elif isinstance(parameter.spec, Arg):
        likely, fallen_first = _next(place.grammar.verb, context), place.grammar.verb in FOR_THE_FALLEN
        left.sort(key=lambda each: (each not in likely, _stands(context, each) == fallen_first, each != who))
    yield from (
        CompletionCandidate(each, partial(describe, context, each), fight.combatants[each].name) for each in left
    )
    if selectors and left and (not place.typed or place.typed.startswith("@")):
        yield from _selectors(parameter, context)


def describe(context: NameContext, actor: str) -> str:
    """Return a short description of a combatant: name, side, health and conditions."""
    one = context.fight.combatants[actor]
    return " ".join([", ".join([one.name, one.side, *_health(context, one)]), *one.conditions])


def _health(context: NameContext, combatant: Combatant) -> tuple[str, ...]:
    try:
        return ("{}/{}".format(*context.rules.health(combatant)),)
    except PluginBug:
        return ()


def _selectors(parameter: Parameter, context: NameContext) -> Iterator[CompletionCandidate]:
    """Yield the selectors that a parameter takes; `@active` is not one for a single combatant in a team's turn."""
    fight, kind = context.fight, parameter.spec.kind
    many = kind in ("combatants", "targets", "removable")
    words = SELECTORS if kind == "targets" else MANY if many else ONE
    team = not many and fight.active and len(context.rules.members(fight, fight.active)) > 1
    yield from (CompletionCandidate(each, SELECTORS[each]) for each in words if each != "@active" or not team)
    if many:
        yield from (CompletionCandidate(f"@{side}", "a side") for side in sides_of(fight))


def _next(verb: str, context: NameContext) -> set[str]:
    """Return the combatants that the next steps name for a verb, except in options."""
    steps = (split_words(step.partition(" --")[0]) for step in context.rules.next_steps(context.fight))
    return {word for step in steps if step[:1] == [verb] for word in step[1:]}


def _stands(context: NameContext, actor: str) -> bool:
    try:
        return context.rules.standing(context.fight.combatants[actor])
    except PluginBug:
        return True


def _side(fight: Any, actor: str) -> str:
    return fight.combatants[actor].side if actor in fight.combatants else ""


class _Latest:
    """A cache of the offers in the latest fight, so that each verb is looked up once for all key presses."""

    def __init__(self) -> None:
        self._fight: Any = None
        self._commands: dict[tuple[str, bool], list[Command]] = {}

    def commands(self, context: NameContext, verb: str, *, once: bool = False) -> list[Command]:
        """Return the commands that a verb offers now; with `once`, the first for the same positional words."""
        if self._fight is not context.fight:
            self._fight, self._commands = context.fight, {}
        if (verb, once) not in self._commands:
            found: set[tuple[str, ...]] = set()
            self._commands[verb, once] = commands = []

            def is_wanted(command: Command) -> bool:
                return verb_name(command) == verb and not (once and tuple(_positionals(command)) in found)

            for offer in _offers(context, is_wanted):
                commands.append(offer.command)
                found.add(tuple(_positionals(offer.command)))
        return self._commands[verb, once]


def _offers(context: NameContext, wanted: Callable[[Command], bool]) -> Iterator[Offer]:
    """Yield the accepted offers of the actor or of each team member, until a plugin fails or a limit is reached."""
    rules, fight, actor = context.rules, context.fight, context.who
    people = (actor,) if actor in fight.combatants else rules.members(fight, actor) if actor else ()
    with suppress(PluginBug, LimitReached):
        for each in people:
            if each in fight.combatants:
                yield from (o for o in dry_run(rules, fight, each, Budget(), wanted) if o.refusal is None)


_LATEST = _Latest()


def offered_verbs(context: NameContext) -> set[str]:
    """Return the verbs with an offer. Rehearse each verb only until an offer is accepted."""
    found: set[str] = set()
    for offer in _offers(context, lambda command: verb_name(command) not in found):
        found.add(verb_name(offer.command))
    return found


def offered_values(parameter: Parameter, place: CursorPlace, context: NameContext) -> set[str]:
    """Return the values that offered lines have for a parameter; none for a common option."""
    if parameter.field not in place.grammar.fields:
        return set()
    if isinstance(parameter.spec, Opt):
        return {word for command in _fitting(place, context) for word in _values(command, parameter)}
    count = len(place.positionals)
    fitting = _fitting(place, context, once=True)
    return {word for command in fitting for word in _positionals(command)[count : count + 1]}


def offered_options(place: CursorPlace, context: NameContext) -> set[str]:
    """Return the options that offered lines have, by their long names."""
    options = dict.fromkeys(place.grammar.options.values())
    return {
        option.option
        for command in _fitting(place, context)
        for option in options
        if getattr(command, option.field) != option.default
    }


def _fitting(place: CursorPlace, context: NameContext, *, once: bool = False) -> Iterator[Command]:
    """Yield the offers of the verb whose words match the words typed so far; `once` is as in `commands`."""
    typed = [unambiguous_id(word, context) or word for word in place.positionals]
    for command in _LATEST.commands(context, place.grammar.verb, once=once):
        if all(one == other for one, other in zip(typed, _positionals(command), strict=False)):
            yield command


def _positionals(command: Command) -> list[str]:
    return [word for each in grammar_of(type(command)).positionals for word in _values(command, each)]


def _values(command: Command, parameter: Parameter) -> list[str]:
    value = getattr(command, parameter.field)
    if parameter.many:
        return [str(each) for each in value]
    return [] if value is None or value == "" else [str(value)]


ENDINGS = {"file": (".toml",), "toml-file": (".toml",), "page": (".html",), "people-file": (".csv", ".json")}
SIDES = (4, 6, 8, 10, 12, 20, 100)


class KnownNames(Struct, frozen=True, kw_only=True):
    """The names that a front end knows and a fight does not.

    `about(encounter)` describes an encounter. `verbs` are the front end's own verbs with their meanings, and
    `unsupported` the options it does not take. `topics()` returns the help topics with their summaries, `systems()`
    the installed systems, `files(folder)` the names in a folder (folders end in a slash), `one_liners(system)` the
    verbs that need no fight (of any system if none is named), `ledger(system)` its rules, and `kept()` the fights kept
    next to the save, by number. With `answers`, an answer can be typed without `choose`.
    """

    encounters: tuple[str, ...] = ()
    about: Callable[[str], str] = lambda _name: "encounter"
    scripts: tuple[str, ...] = ()
    systems: Callable[[], Sequence[str]] = tuple
    topics: Callable[[], Mapping[str, str]] = dict
    verbs: Mapping[str, str] = {}
    answers: bool = False
    unsupported: frozenset[str] = frozenset()
    files: Callable[[str], Sequence[str]] = lambda _folder: ()
    one_liners: Callable[[str], Mapping[str, type[Command]]] = lambda _system: {}
    ledger: Callable[[str], Sequence[RuleEntry]] = lambda _system: ()
    kept: Callable[[], Mapping[str, str]] = dict


def values_for(  # noqa: PLR0915 - a table of kinds
    parameter: Parameter, place: CursorPlace, context: NameContext | None, names: KnownNames
) -> Iterator[CompletionCandidate]:
    """Yield the values that a parameter could take, likely ones first."""
    match parameter.spec.kind:
        case "choice":
            yield from _meant(parameter, parameter.spec.choices, context)
        case "system":
            yield from map(CompletionCandidate, names.systems())
        case "schema":
            yield from (CompletionCandidate(each, "its encounters") for each in names.systems())
            yield CompletionCandidate(PROTOCOL, PROTOCOL_MEANING)
        case "topic":
            yield from (CompletionCandidate(each, what) for each, what in names.topics().items())
        case "encounter":
            yield from (CompletionCandidate(each, names.about(each)) for each in names.encounters)
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
        case "group-name" | "waiting-group" | "other-fight" | "kept-fight" as kind:
            if context is not None and kind != "kept-fight":
                yield from (CompletionCandidate(each, "a waiting group") for each in context.fight.groups)
            if kind in ("other-fight", "kept-fight"):
                yield from (CompletionCandidate(number, what) for number, what in names.kept().items())
        case _:
            yield from _of_fight(parameter, place, context) if context is not None else ()


def _of_fight(  # noqa: PLR0915 - a table of kinds
    parameter: Parameter, place: CursorPlace, context: NameContext
) -> Iterator[CompletionCandidate]:
    fight, people = context.fight, partial(combatants_for, parameter, place, context)
    teams = partial(context.rules.words_of, fight, "team", context.who)
    match parameter.spec.kind:
        case "combatant" | "combatants" | "targets":
            yield from people()
        case "removable":
            yield from _removable(parameter, place, context)
        case "settings":
            yield from (CompletionCandidate(f"{team}=", "a team") for team in teams())
            named = (each for each in people() if not each.word.startswith("@"))
            yield from (CompletionCandidate(f"{each.word}=", each.what, each.also) for each in named)
        case "slot" if place.positionals[:1] in (("to",), ("order",)):
            yield from (CompletionCandidate(team, "a team") for team in teams())
            yield from people(selectors=False)
        case "viewer":
            yield from (CompletionCandidate(each, "a side") for each in sides_of(fight))
            yield from people(selectors=False)
        case "sheet":
            yield from people()
            yield CompletionCandidate("fight", "its options, board and title")
        case "block":
            yield from (CompletionCandidate(each, block_meaning(block)) for each, block in fight.blocks.items())
            yield from (each for each in people() if each.word in fight.combatants)
        case "answer":
            yield from answers_to(context)
        case "addable":
            yield from _kinds_of_things(context)
        case "pairs":
            yield from _pairs(place, context)
        case "condition" if place.removes:
            yield from _meant(parameter, _present(place, context), context)
        case kind:
            yield from _meant(parameter, known_words(kind, context), context)


def _kinds_of_things(context: NameContext) -> Iterator[CompletionCandidate]:
    return (CompletionCandidate(each, "a kind of thing") for each in things_of(context.rules))


def _removable(parameter: Parameter, place: CursorPlace, context: NameContext) -> Iterator[CompletionCandidate]:
    """Yield combatants and the words for kinds of things; after such a word, the ids of that kind."""
    if thing := named_kind(place.positionals, context):
        left = [each for each in ids_of(context.fight, thing) if each not in place.positionals[1:]]
        yield from (CompletionCandidate(each, f"a {thing.word}") for each in left)
        return
    yield from combatants_for(parameter, place, context)
    if not place.positionals:
        yield from _kinds_of_things(context)


def _meant(parameter: Parameter, words: Iterable[str], context: NameContext | None) -> Iterator[CompletionCandidate]:
    yield from (CompletionCandidate(each, meaning(parameter, each, context)) for each in words)


def sides_of(fight: Any) -> dict[str, None]:
    """Return the sides of a fight, in order of appearance."""
    return dict.fromkeys(one.side for one in fight.combatants.values())


def answers_to(context: NameContext) -> Iterator[CompletionCandidate]:
    """Yield the answers to the open questions with their effects; if several are open, also who chooses."""
    names = {who: one.name for who, one in context.fight.combatants.items()}
    asked = open_now(context.fight)
    for one in asked:
        whose = f"{one.who}: " if len(asked) > 1 and one.who else ""
        for each in one.answers:
            yield CompletionCandidate(each, f"{whose}{answer_meaning(context.rules, one, each, names)}")


def _present(place: CursorPlace, context: NameContext) -> dict[str, None]:
    """Return the conditions of the combatants that the line names, or of all combatants."""
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
    """Yield the keys of a sheet or (after `fight`) of the fight's options, or the values of the key typed."""
    kind: Any
    first, of_fight = place.positionals[:1], place.grammar.verb == "set" and place.positionals[:1] == ("fight",)
    kind, prefix = (type(context.fight.options), "options.") if of_fight else (context.rules.sheet, "")
    if place.grammar.verb == "add" and first and (thing := things_of(context.rules).get(first[0])):
        if len(place.positionals) == 1 or thing.kind is None:  # a new id
            return
        kind = thing.kind
    types = {prefix + field.name: field.type for field in fields(kind)}
    key, equals, _ = place.typed.partition("=")
    if equals:
        yield from (CompletionCandidate(f"{key}={each}") for each in values_of_type(types.get(key)))
        return
    who = unambiguous_id("".join(first), context) if place.grammar.verb == "set" else ""
    one = context.fight.options if of_fight else context.fight.combatants.get(who)
    for each in types:
        yield CompletionCandidate(f"{each}=", key_meaning(kind, each.removeprefix(prefix), one))


def values_of_type(kind: Any) -> tuple[str, ...]:
    """Return the values of a type that has only a few, as typed; none for other types."""
    if kind is bool:
        return ("true", "false")
    if get_origin(kind) is Literal:
        return get_args(kind)
    return next((values for each in get_args(kind) if (values := values_of_type(each))), ())


# A long name with nearly any letters in it is only suggested for its beginning.
BY_BEGINNING = "create-system"


class Suggestion(Struct, frozen=True):
    """A word that replaces the text from column `start` to the cursor, with a description."""

    word: str
    start: int
    what: str = ""


def suggest(text: str, cursor: int, context: NameContext | None, names: KnownNames) -> list[Suggestion]:
    """Return what can be typed at the cursor of a line, best first; `context` is the fight, if one has begun."""
    kinds = kinds_in([each.text for each in scan(text[:cursor]) if each.end < cursor], context, names)

    def grammar_for(verb: str) -> Grammar | None:
        kind = kinds.get(verb_meant(verb, kinds) if names.answers else verb)
        return grammar_of(kind) if kind else None

    place = place_at(text, cursor, grammar_for)
    if place is None:
        return []
    readings = possible_places(place, context)
    found = best_matches(
        place.typed, (each for one in readings for each in _candidates(one, acting(one, context), names))
    )
    return [
        Suggestion(_typed(each, place), place.start, each.what if isinstance(each.what, str) else each.what())
        for each in found
    ]


def possible_places(place: CursorPlace, context: NameContext | None) -> list[CursorPlace]:
    """Return the possible readings of a place: if the actor can be left out, first as if it had been named."""
    if context is None or not place.grammar.actor:
        return [place]
    people = can_act(context)
    count, least = len(place.positionals), place.grammar.least
    named = unambiguous_id(place.positionals[0], context) if place.positionals else ""
    if len(people) != 1 or (count >= least and (named or not count)) or named == people[0]:
        return [place]
    short, whole = replace(place, positionals=(*people, *place.positionals)), count >= least - 1
    if count and not named and not place.in_option:
        ahead = next_parameters(place.grammar, count + 1) if place.parameters else ()
        return [replace(short, parameters=ahead, takes_options=place.takes_options or (whole and not place.typed))]
    if place.in_option:
        return [short] if whole else [place]
    if whole:
        ended = replace(short, parameters=(), takes_options=not place.typed or place.takes_options)
        as_place = (
            [replace(short, parameters=next_parameters(place.grammar, 1))] if optional_place(place.grammar) else []
        )
        return [ended, place] if count else [*as_place, place, ended]
    return [replace(short, parameters=next_parameters(place.grammar, count + 1) if place.parameters else ()), place]


def acting(place: CursorPlace, context: NameContext | None) -> NameContext | None:
    """Return the context with the actor of a line."""
    return context and NameContext(context.rules, context.fight, actor(place, context))


def kinds_in(words: Sequence[str], context: NameContext | None, names: KnownNames) -> Mapping[str, type[Command]]:
    """Return the command struct of each verb: the program's, and the fight's or those that need no fight."""
    if system := parse_line(words).system:
        of_system = names.one_liners(system)
    else:
        of_system = fight_verbs(context.rules) if context is not None else names.one_liners("")
    return {**of_system, **{verb: kind for verb, kind in VERBS.items() if not _of_the_fight(verb, words, context)}}


def _of_the_fight(verb: str, words: Sequence[str], context: NameContext | None) -> bool:
    """Return whether a verb that the program and the fight share means the fight's."""
    return (
        context is not None
        and verb in words
        and is_fight_verb(verb, words[words.index(verb) + 1 :], context.rules, context.fight)
    )


def _candidates(place: CursorPlace, context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    if place.is_verb and names.answers and context is not None:
        yield from answers_to(context)
    if place.is_verb or any(parameter.spec.kind in (LINE, "topic") for parameter in place.parameters):
        begins = BY_BEGINNING.startswith(place.typed.casefold())
        yield from (each for each in _verbs(context, names) if begins or each.word != BY_BEGINNING)
    for parameter in place.parameters:
        values = values_for(parameter, place, context, names)
        offered = offered_values(parameter, place, context) if context else set[str]()
        yield from sorted(values, key=lambda each: each.word not in offered)
    if place.takes_options:
        yield from _options(place, context, names)


def _verbs(context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    """Yield the verbs: first those the fight waits for, then those with an offer, then the rest."""
    kinds = kinds_in((), context, names)
    awaited, offered = (_awaited(context), offered_verbs(context)) if context is not None else ([], set[str]())
    for verb in sorted(kinds, key=lambda verb: (verb not in awaited, verb not in offered)):
        yield CompletionCandidate(verb, (kinds[verb].__doc__ or "").partition("\n")[0])
    yield from (CompletionCandidate(verb, what) for verb, what in names.verbs.items())


def _awaited(context: NameContext) -> list[str]:
    if context.fight.questions:
        return ["choose"]
    with suppress(PluginBug):
        return [step.partition(" ")[0] for step in next_steps(context.rules, context.fight)]
    return []


def _options(place: CursorPlace, context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    """Yield the options not given yet: required ones, offered ones, the verb's other ones, then the global ones."""
    offered = offered_options(place, context) if context is not None else set[str]()
    options = dict.fromkeys(place.grammar.options.values())
    rolls = RollingCommand.__struct_fields__
    own = sorted(options, key=lambda each: (not each.required, each.option not in offered, each.field in rolls))
    for parameter in dict.fromkeys([*own, *COMMON.options.values()]):
        name = parameter.option
        if name not in names.unsupported and (parameter.many or parameter.field not in place.options_given):
            short = parameter.spec.short if isinstance(parameter.spec, Opt) else ""
            yield CompletionCandidate(name, parameter.spec.help, f"-{short}" if short else "", is_option=True)


def _typed(candidate: CompletionCandidate, place: CursorPlace) -> str:
    """Return a word as it must be typed; a name that begins with a hyphen goes after `--`."""
    word = quoted(candidate.word)
    is_name = candidate.word.startswith("-") and not candidate.is_option
    return f"-- {word}" if is_name and not place.in_option and not place.after_dashes else word
