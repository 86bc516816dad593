"""The verbs of a fight, by its rules, and parsing lines for it."""

from collections.abc import Sequence

from msgspec import Struct

from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.language.grammar import grammar_of
from rbfcli.language.names import NameContext, is_combatant, known_words
from rbfcli.language.reader import ByField, ParsedLine, read, sort_words
from rbfcli.language.verbs import ALSO_OF_FIGHTS
from rbfcli.language.words import split_words

# Kinds of words that name combatants, that are read alike in every fight, and that take more than a look at one word.
NAMES, PLAIN = frozenset({"combatant", "combatants", "targets"}), frozenset({"flag", "number", "choice", "faces"})
UNSETTLED = frozenset({"condition", "sheet", "block", "removable", "settings"})
MOST_KEPT = 64


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
    """Words as a command of a fight, with the options common to all commands.

    A line that is typed again is not read again, where each of its words stands for itself now as it did then.
    """
    typed = tuple(words)
    again = KEPT.get(typed)
    if again is not None and again.rules is rules and _stand_for_themselves(again, fight):
        return again.line
    line = read(typed, fight_verbs(rules), NameContext(rules, fight))
    exact = _exact(line, rules)
    if exact is not None and _stand_for_themselves(exact, fight):
        if len(KEPT) >= MOST_KEPT:
            KEPT.clear()
        KEPT[typed] = exact
    return line


class _Exact(Struct, frozen=True):
    """A line that was read, and what its words are in any fight in which it means the same.

    `people` have to be ids of combatants; of `others`, each a kind, who is meant by it and a word, the rules have to
    know the word as it stands.
    """

    line: ParsedLine
    rules: Rules
    people: tuple[str, ...]
    others: tuple[tuple[str, str, str], ...]


# The latest lines, as they were read.
KEPT: dict[tuple[str, ...], _Exact] = {}


def _stand_for_themselves(exact: _Exact, fight: Fight) -> bool:
    """Whether a fight knows all words of a line as they are typed."""
    people, words_of = fight.combatants, exact.rules.words_of
    for who in exact.people:
        if who not in people:
            return False
    for kind, who, word in exact.others:  # noqa: SIM110 - quicker than `all`, for each line
        if word not in words_of(fight, kind, who):
            return False
    return True


def _exact(line: ParsedLine, rules: Rules) -> _Exact | None:
    """What the words of a line have to be for it to mean the same; None where no words of it can settle that."""
    grammar, who = grammar_of(type(line.command)), ""
    people: list[str] = []
    others: list[tuple[str, str, str]] = []
    if grammar.actor and grammar.actor not in line.words:
        return None
    for field, words in line.words.items():
        parameter, value = grammar.fields[field], getattr(line.command, field)
        kind = parameter.spec.kind
        if kind in PLAIN:
            continue
        if (tuple(words) if parameter.many else words[0]) != value:
            return None
        if kind in NAMES:
            people += words
            who = who or (words[0] if kind == "combatant" else "")
        elif kind in UNSETTLED or parameter.many:
            return None
        else:
            others.append((kind, who, words[0]))
    return _Exact(line, rules, tuple(people), tuple(others))


def means_the_same(line: str, command: Command, words: ByField, rules: Rules) -> bool:
    """Whether a line has the very words that a command was read from: on the same fight it reads as that command."""
    kind, by_field, _ = sort_words(split_words(line), fight_verbs(rules))
    return kind is type(command) and by_field == words


def read_line(line: str, rules: Rules, fight: Fight) -> Command:
    """A line of a journal or script as a command of a fight."""
    return read_words(split_words(line), rules, fight).command
