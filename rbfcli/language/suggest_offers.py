"""What can be done now, for completion: words of offered lines come before all others."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rbfcli.kernel.command import Command, Opt, verb_of
from rbfcli.kernel.errors import LimitReached, PluginFault
from rbfcli.kernel.offers import Offer, offers
from rbfcli.language.cursor import CursorPlace
from rbfcli.language.grammar import Parameter, grammar_of
from rbfcli.language.names import NameContext
from rbfcli.language.ranking import CompletionCandidate
from rbfcli.language.suggest_combatants import unambiguous_id


class _Latest:
    """The offers of the fight that was asked about last: looked up once, however many keys are pressed."""

    def __init__(self) -> None:
        self._fight: Any = None
        self._commands: dict[str, tuple[Command, ...]] = {}

    def commands(self, context: NameContext, who: str) -> tuple[Command, ...]:
        """What somebody can do now."""
        if self._fight is not context.fight:
            self._fight, self._commands = context.fight, {}
        if who not in self._commands:
            self._commands[who] = tuple(each.command for each in _offers(context, who))
        return self._commands[who]


def _offers(context: NameContext, who: str) -> tuple[Offer, ...]:
    """What somebody can do now; nothing where a plug-in fails to say, or where it is too much."""
    try:
        return offers(context.rules, context.fight, who)
    except (PluginFault, LimitReached):
        return ()


_LATEST = _Latest()


def offered_commands(context: NameContext) -> list[Command]:
    """What the one who acts can do now; where a team acts, each of its members."""
    fight, who = context.fight, context.who
    people = (who,) if who in fight.combatants else context.rules.members(fight, who) if who else ()
    return [command for each in people if each in fight.combatants for command in _LATEST.commands(context, each)]


def offered_verbs(context: NameContext) -> set[str]:
    """The verbs with an offer."""
    return {verb_of(command) for command in offered_commands(context)}


def offered_first(candidates: Iterable[CompletionCandidate], words: set[str]) -> list[CompletionCandidate]:
    """Candidates in their order, those among the offered words first."""
    return sorted(candidates, key=lambda each: each.word not in words)


def offered_values(parameter: Parameter, place: CursorPlace, context: NameContext) -> set[str]:
    """The words that offered lines have at a place, as a value of the parameter; of no common option."""
    if parameter.field not in place.grammar.fields:
        return set()
    if isinstance(parameter.spec, Opt):
        return {word for command in _fitting(place, context) for word in _values(command, parameter)}
    count = len(place.positionals)
    return {word for command in _fitting(place, context) for word in _positionals(command)[count : count + 1]}


def offered_options(place: CursorPlace, context: NameContext) -> set[str]:
    """The options that offered lines have, by their long names."""
    options = dict.fromkeys(place.grammar.options.values())
    return {
        option.option
        for command in _fitting(place, context)
        for option in options
        if getattr(command, option.field) != option.default
    }


def _fitting(place: CursorPlace, context: NameContext) -> Iterator[Command]:
    """The offers of the verb whose words are those of the line, as far as both go."""
    typed = [unambiguous_id(word, context) or word for word in place.positionals]
    for command in offered_commands(context):
        if verb_of(command) == place.grammar.verb and _agree(typed, _positionals(command)):
            yield command


def _agree(typed: Sequence[str], offered: Sequence[str]) -> bool:
    return all(one == other for one, other in zip(typed, offered, strict=False))


def _positionals(command: Command) -> list[str]:
    return [word for each in grammar_of(type(command)).positionals for word in _values(command, each)]


def _values(command: Command, parameter: Parameter) -> list[str]:
    value = getattr(command, parameter.field)
    if parameter.many:
        return [str(each) for each in value]
    return [] if value is None or value == "" else [str(value)]
