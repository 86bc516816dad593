"""The short forms that the prompt takes: numbers, answers, bare dice, prefixes and initials of verbs.

Scripts and files take none of them. The shell takes answers.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile

from rbfcli.core.errors import RbfError
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.matching import SAY, candidates
from rbfcli.core.text import is_digits
from rbfcli.engine.answers import names_of_answers, open_now
from rbfcli.language.grammar import grammar_of, looks_like_option
from rbfcli.language.line_errors import ways
from rbfcli.language.names import NameContext
from rbfcli.language.parser import fight_verbs
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.model.commands import Command
from rbfcli.model.rules import WITH

parse = LazyFunction("rbfcli.dice.parser", "parse")
CHOOSE, ROLL, SLASH = "choose", "roll", "/"
INITIALS = {"a": "actions", "r": "roll", "s": "show", "t": "turn"}


def full_words(words: Sequence[str], context: NameContext | None, own_verbs: Sequence[str] = ()) -> Sequence[str]:
    """Return the full words of a line that uses short forms.

    While a question is open, its answers come first, but an initial alone remains a verb: `s` shows the fight.
    """
    initial = len(words) == 1 and words[0].casefold() in INITIALS and not is_answer(words[0], context)
    answer = words if initial else as_answer(words, context, own_verbs)
    if answer is not words:
        return answer
    first, *rest = words
    if first.startswith(SLASH) and len(first) > 1:
        first = first.removeprefix(SLASH)
    known = (*VERBS, *(fight_verbs(context.rules) if context else ()))
    if first not in (*known, *own_verbs) and is_dice(first):
        return [ROLL, first, *rest]
    if first in own_verbs:
        return words
    verb = verb_meant(first, known)
    return [verb, *_with_full_choice(rest, fight_verbs(context.rules).get(verb) if context else None, context)]


def _with_full_choice(rest: Sequence[str], kind: type[Command] | None, context: NameContext | None) -> Sequence[str]:
    """Return the words after a verb, the first of them in full if it begins one choice alone, and no combatant."""
    choices = [*grammar_of(kind).positionals[:1]] if kind and rest else []
    begun = [each for one in choices for each in one.spec.choices if each.startswith(rest[0].casefold())]
    names = {who: one.name for who, one in context.fight.combatants.items()} if context else {}
    return [*begun, *rest[1:]] if len(begun) == 1 and not candidates(rest[0], names) else rest


def as_answer(words: Sequence[str], context: NameContext | None, own_verbs: Sequence[str] = ()) -> Sequence[str]:
    """Return the words after `choose` if they answer an open question or are a number; else the words unchanged."""
    if is_digits(words[0]):
        return [CHOOSE, *words]
    answers = _answers_now(context)
    if context is None or not answers:
        return words
    typed = " ".join(takewhile(lambda word: not looks_like_option(word), words))
    is_verb = words[0] in (*fight_verbs(context.rules), *VERBS, *SYNONYMS, *own_verbs)
    whose = any(words[0] == each.who for each in open_now(context.fight))
    begun = candidates(typed, answers) or words[0].casefold() == SAY or whose
    return [CHOOSE, *words] if is_answer(typed, context) or (begun and not is_verb) else words


def is_answer(typed: str, context: NameContext | None) -> bool:
    """Return whether a text is exactly an answer to an open question or a name of it; a weapon may be left out."""
    names = (text for answer, also in _answers_now(context).items() for text in (answer, *also))
    return typed.casefold() in {text.casefold() for each in names for text in (each, each.partition(WITH)[0])}


def _answers_now(context: NameContext | None) -> dict[str, tuple[str, ...]]:
    if context is None:
        return {}
    names = names_of_answers(context.rules, context.fight)
    return {answer: also for asked in open_now(context.fight) for answer, also in names(asked).items()}


def is_dice(word: str) -> bool:
    """Return whether a word is dice notation with a die in it, valid or with a mistake: `2d6+3`, `d20`, `2d`."""
    number, letter, sides = word.casefold().lstrip("+-(").partition("d")
    if not letter or (number and not is_digits(number)):
        return False
    if not sides or sides[0] in "0123456789%(":
        return bool(number or sides)
    try:
        parse(word)
    except RbfError:
        return False
    return True


def verb_meant(word: str, known: Iterable[str]) -> str:
    """Return the verb that a word is, abbreviates or is the only prefix of; otherwise the word itself.

    A word that users try for something else, such as `save`, does not count as a prefix.
    """
    verbs = dict.fromkeys(known)
    if word in verbs or word in SYNONYMS or word in ways():
        return word
    if word.casefold() in INITIALS:
        return INITIALS[word.casefold()]
    begun = [each for each in verbs if word and each.startswith(word.casefold())]
    exact = word.casefold() in begun
    return word.casefold() if exact else begun[0] if len(begun) == 1 else word
