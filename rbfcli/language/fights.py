"""The verbs of a fight, by its rules, and parsing lines for it."""

from collections.abc import Sequence

from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.language.grammar import grammar_of
from rbfcli.language.names import NameContext, is_combatant, known_words
from rbfcli.language.reader import ByField, ParsedLine, read, sort_words
from rbfcli.language.verbs import ALSO_OF_FIGHTS
from rbfcli.language.words import split_words


def fight_verbs(rules: Rules) -> dict[str, type[Command]]:
    """The command struct of each verb of a system's fights."""
    return rules.verb_types


def one_liner_verbs(rules: Rules) -> dict[str, type[Command]]:
    """The command struct of each verb that works from numbers alone."""
    return {verb_of(kind): kind for kind in rules.one_liners}


def means_the_fight(words: Sequence[str], at: int, rules: Rules, fight: Fight) -> bool:
    """Whether a verb that the program has too is meant as the fight's: a word after it names a combatant.

    Where whoever's turn it is may be left out, a word that could stand behind it does too: `check athletics`.
    """
    if words[at] not in ALSO_OF_FIGHTS or words[at] not in fight_verbs(rules):
        return False
    context = NameContext(rules, fight)
    following = grammar_of(fight_verbs(rules)[words[at]]).positionals[1:2] if fight.active else ()
    known = {word for parameter in following for word in known_words(parameter.spec.kind, context)}
    return any(word in known or is_combatant(word, context) for word in words[at + 1 :])


def read_words(words: Sequence[str], rules: Rules, fight: Fight) -> ParsedLine:
    """Words as a command of a fight, with the options common to all commands."""
    return read(words, fight_verbs(rules), NameContext(rules, fight))


def means_the_same(line: str, command: Command, words: ByField, rules: Rules) -> bool:
    """Whether a line has the very words that a command was read from: on the same fight it reads as that command."""
    kind, by_field, _ = sort_words(split_words(line), fight_verbs(rules))
    return kind is type(command) and by_field == words


def read_line(line: str, rules: Rules, fight: Fight) -> Command:
    """A line of a journal or script as a command of a fight."""
    return read_words(split_words(line), rules, fight).command
