"""Short forms of the prompt: a number or the beginning of an answer is a choice, a number alone completes a line."""

from collections.abc import Sequence
from itertools import takewhile

from rbfcli.kernel.answers import open_now
from rbfcli.kernel.matching import SAY, candidates
from rbfcli.kernel.numbers import is_digits
from rbfcli.language.fights import fight_verbs
from rbfcli.language.names import NameContext
from rbfcli.language.verbs import VERBS
from rbfcli.language.words import looks_like_option

CHOOSE = "choose"


def spelt_out(words: Sequence[str], context: NameContext | None, own_verbs: Sequence[str] = ()) -> Sequence[str]:
    """The words of a line as every front end takes them; while a question is open, its answers come before verbs."""
    if is_digits(words[0]):
        return [CHOOSE, *words]
    asked = open_now(context.fight) if context else ()
    if context is None or not asked:
        return words
    typed = " ".join(takewhile(lambda word: not looks_like_option(word), words))
    answers = {answer: () for question in asked for answer in question.answers}
    exact = is_answer(typed, context)
    is_verb = words[0] in (*fight_verbs(context.rules), *VERBS, *own_verbs)
    begun = candidates(typed, answers) or words[0].casefold() == SAY or any(words[0] == each.who for each in asked)
    return [CHOOSE, *words] if exact or (begun and not is_verb) else words


def is_answer(typed: str, context: NameContext | None) -> bool:
    """Whether a text is just what may be answered now."""
    asked = open_now(context.fight) if context else ()
    return any(answer.casefold() == typed.casefold() for question in asked for answer in question.answers)
