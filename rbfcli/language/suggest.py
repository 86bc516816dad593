"""Completion: the words that grammar and fight allow at the cursor, best first."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.command import Command, Opt, RollingCommand
from rbfcli.kernel.visible import quoted
from rbfcli.language.cursor import LINE, CursorPlace, next_parameters, place_at
from rbfcli.language.fights import fight_verbs, means_the_fight
from rbfcli.language.grammar import Parameter, optional_place
from rbfcli.language.names import NameContext, able_now
from rbfcli.language.ranking import CompletionCandidate, best_matches
from rbfcli.language.reader import COMMON, SYSTEM, with_system_apart
from rbfcli.language.suggest_combatants import actor, unambiguous_id
from rbfcli.language.suggest_offers import offered_first, offered_options, offered_values, offered_verbs
from rbfcli.language.suggest_values import KnownNames, answers_to, values_for
from rbfcli.language.verbs import VERBS

__all__ = ("KnownNames", "Suggestion", "suggest")

BY_BEGINNING = ("create-system",)


class Suggestion(Struct, frozen=True):
    """A word that replaces the text from column `start` to the cursor, and what it is."""

    word: str
    start: int
    what: str = ""


def suggest(text: str, cursor: int, context: NameContext | None, names: KnownNames) -> list[Suggestion]:
    """What could be typed at the cursor of a line, best first; `context` is the fight, if one has begun."""

    def kind_of(verb: str, words: Sequence[str]) -> type[Command] | None:
        return kinds_in(words, context, names).get(verb)

    place = place_at(text, cursor, kind_of)
    if place is None:
        return []
    readings = _readings(place, context) if context is not None and place.grammar.actor else [place]
    found = best_matches(
        place.typed, (each for one in readings for each in _candidates(one, _acting(one, context), names))
    )
    return [Suggestion(_typed(each, place), place.start, each.what) for each in found]


def _readings(place: CursorPlace, context: NameContext) -> list[CursorPlace]:
    """What a place may be: where whoever's turn it is may be left out, first as if that one were named before."""
    people = able_now(context)
    count, least = len(place.positionals), place.grammar.least
    named = unambiguous_id(place.positionals[0], context) if place.positionals else ""
    if len(people) != 1 or count >= least or named == people[0]:
        return [place]
    short = replace(place, positionals=(*people, *place.positionals))
    whole = count == least - 1
    if place.in_option:
        return [short] if whole else [place]
    if whole:
        ended = replace(short, parameters=(), takes_options=not place.typed or place.takes_options)
        as_place = (
            [replace(short, parameters=next_parameters(place.grammar, 1))] if optional_place(place.grammar) else []
        )
        return [ended, place] if count else [*as_place, place, ended]
    return [replace(short, parameters=next_parameters(place.grammar, count + 1) if place.parameters else ()), place]


def _acting(place: CursorPlace, context: NameContext | None) -> NameContext | None:
    return context and NameContext(context.rules, context.fight, actor(place, context))


def kinds_in(words: Sequence[str], context: NameContext | None, names: KnownNames) -> Mapping[str, type[Command]]:
    """The command struct of each verb: the program's own, and those of the fight, or those that work without one."""
    asked = list(with_system_apart(words))
    if SYSTEM in asked[:-1]:
        of_system = names.one_liners(asked[asked.index(SYSTEM) + 1])
    else:
        of_system = fight_verbs(context.rules) if context is not None else names.one_liners("")
    return {**of_system, **{verb: kind for verb, kind in VERBS.items() if not _of_the_fight(verb, words, context)}}


def _of_the_fight(verb: str, words: Sequence[str], context: NameContext | None) -> bool:
    """Whether a verb that the program has too is meant as the fight's."""
    return (
        context is not None
        and verb in words
        and means_the_fight(words, words.index(verb), context.rules, context.fight)
    )


def _candidates(place: CursorPlace, context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    if place.is_verb and names.answers and context is not None:
        yield from answers_to(context)
    if place.is_verb or any(parameter.spec.kind in (LINE, "topic") for parameter in place.parameters):
        yield from (each for each in _verbs(context, names) if _is_near(each.word, place.typed))
    for parameter in place.parameters:
        values = values_for(parameter, place, context, names)
        yield from offered_first(values, offered_values(parameter, place, context)) if context else values
    if place.takes_options:
        yield from _options(place, context, names)


def _verbs(context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    """The verbs, starting with those that the fight waits for, then those of what can be done now."""
    kinds = kinds_in((), context, names)
    awaited, offered = (_awaited(context), offered_verbs(context)) if context is not None else ([], set[str]())
    for verb in sorted(kinds, key=lambda verb: (verb not in awaited, verb not in offered)):
        yield CompletionCandidate(verb, (kinds[verb].__doc__ or "").partition("\n")[0])
    yield from (CompletionCandidate(verb, what) for verb, what in names.verbs.items())


def _is_near(verb: str, typed: str) -> bool:
    """Whether a verb may be meant: one whose long name holds the letters of many others, by its beginning alone."""
    return verb not in BY_BEGINNING or verb.startswith(typed.casefold())


def _awaited(context: NameContext) -> list[str]:
    if context.fight.questions:
        return ["choose"]
    return [step.partition(" ")[0] for step in context.rules.next_steps(context.fight)]


def _options(place: CursorPlace, context: NameContext | None, names: KnownNames) -> Iterator[CompletionCandidate]:
    """The options not given yet: required and offered ones first, then the verb's own, then those of every command."""
    offered = offered_options(place, context) if context is not None else set[str]()
    options = dict.fromkeys(place.grammar.options.values())
    own = sorted(options, key=lambda each: (not each.required, each.option not in offered, _of_every_roll(each)))
    for parameter in dict.fromkeys([*own, *COMMON.options.values()]):
        name = parameter.option
        if name not in names.unsupported and (parameter.many or parameter.field not in place.options_given):
            short = parameter.spec.short if isinstance(parameter.spec, Opt) else ""
            yield CompletionCandidate(name, parameter.spec.help, f"-{short}" if short else "", is_option=True)


def _of_every_roll(parameter: Parameter) -> bool:
    return parameter.field in RollingCommand.__struct_fields__


def _typed(candidate: CompletionCandidate, place: CursorPlace) -> str:
    """A word as it must be typed; a name that begins with a hyphen goes after `--`."""
    word = quoted(candidate.word)
    is_name = candidate.word.startswith("-") and not candidate.is_option
    return f"-- {word}" if is_name and not place.in_option and not place.after_dashes else word
