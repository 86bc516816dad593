"""Completion of combatants, the most likely ones first."""

from collections.abc import Iterator
from typing import Any

from rbfcli.kernel.command import Arg
from rbfcli.kernel.errors import PluginFault
from rbfcli.kernel.fight import Combatant
from rbfcli.language.cursor import CursorPlace
from rbfcli.language.grammar import Parameter
from rbfcli.language.names import NameContext
from rbfcli.language.ranking import CompletionCandidate
from rbfcli.language.words import split_words

SELECTORS = {
    "@active": "whose turn it is",
    "@foes": "everyone on another side",
    "@allies": "everyone on the same side",
    "@weakest": "the foe with the least health",
    "@nearest": "the nearest foe",
    "@random": "a random foe",
}
MANY = ("@active", "@foes", "@allies", "@weakest", "@nearest")
ONE = ("@active", "@weakest", "@nearest")
FOR_THE_FALLEN = ("stabilize", "heal")


def actor(place: CursorPlace, context: NameContext) -> str:
    """Who acts in a line: the first combatant named in it, else whose turn it is."""
    parameters = zip(place.grammar.positionals, place.positionals, strict=False)
    named = next((word for parameter, word in parameters if parameter.spec.kind == "combatant"), "")
    return unambiguous_id(named, context) or context.fight.active


def unambiguous_id(word: str, context: NameContext) -> str:
    """The combatant that a word names for sure; empty if there is none."""
    if word in context.fight.combatants or not word:
        return word
    wanted = word.casefold()
    begun = [who for who in context.fight.combatants if who.casefold().startswith(wanted)]
    return begun[0] if len(begun) == 1 else ""


def combatants_for(
    parameter: Parameter, place: CursorPlace, context: NameContext, *, selectors: bool = True
) -> Iterator[CompletionCandidate]:
    """The combatants that a parameter could name, then the selectors that mean some of them."""
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
    yield from (CompletionCandidate(each, describe(context, each), fight.combatants[each].name) for each in left)
    if selectors and left and (not place.typed or place.typed.startswith("@")):
        yield from _selectors(parameter, context)


def describe(context: NameContext, who: str) -> str:
    """A combatant in a few words: name, side, health and conditions."""
    one = context.fight.combatants[who]
    return " ".join([", ".join([one.name, one.side, *_health(context, one)]), *one.conditions])


def _health(context: NameContext, one: Combatant) -> tuple[str, ...]:
    try:
        return ("{}/{}".format(*context.rules.health(one)),)
    except PluginFault:
        return ()


def _selectors(parameter: Parameter, context: NameContext) -> Iterator[CompletionCandidate]:
    """The selectors that a place takes; where it takes one combatant, the active team is none."""
    fight, kind = context.fight, parameter.spec.kind
    many = kind in ("combatants", "targets", "removable")
    words = SELECTORS if kind == "targets" else MANY if many else ONE
    team = not many and fight.active and len(context.rules.members(fight, fight.active)) > 1
    yield from (CompletionCandidate(each, SELECTORS[each]) for each in words if each != "@active" or not team)
    if many:
        yield from (
            CompletionCandidate(f"@{side}", "a side")
            for side in dict.fromkeys(one.side for one in fight.combatants.values())
        )


def _next(verb: str, context: NameContext) -> set[str]:
    """The combatants that the next steps name for a verb."""
    steps = (split_words(step) for step in context.rules.next_steps(context.fight))
    return {word for step in steps if step[:1] == [verb] for word in step[1:]}


def _stands(context: NameContext, who: str) -> bool:
    try:
        return context.rules.standing(context.fight.combatants[who])
    except PluginFault:
        return True


def _side(fight: Any, who: str) -> str:
    return fight.combatants[who].side if who in fight.combatants else ""
