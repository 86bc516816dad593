"""A line as it is read, word by word: what each word is, which parameter it fills, and whether it is a mistake.

It is read by the grammar and the reader of the interpreter, as far as it is typed.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.notation.dialects import NAMES as DIALECTS
from rbfcli.kernel.numbers import is_digits
from rbfcli.language.about_verbs import PROTOCOL
from rbfcli.language.cursor import LINE, next_parameters
from rbfcli.language.dice_words import VARIABLE, unread_word
from rbfcli.language.forms import SHARED
from rbfcli.language.grammar import Grammar, Parameter, grammar_of
from rbfcli.language.judgement import PEOPLE, Judgement
from rbfcli.language.long_judgement import FILES, WHOLE, answer_verdict, file_verdict
from rbfcli.language.names import NameContext, able_now, find_combatant
from rbfcli.language.reader import COMMON, find_verb
from rbfcli.language.roles import roles
from rbfcli.language.suggest import kinds_in
from rbfcli.language.suggest_values import KnownNames
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.language.verdict import Verdict
from rbfcli.language.words import QUOTES, scan

PartKind = Literal["verb", "option", "name", "number", "dice", "string", "word", "comment"]
NOTATION = frozenset({"dice", LINE})
SYSTEM = grammar_of(VERBS["roll"]).options["--system"]
DICE = NOTATION | {"amount", "faces"}


class LinePart(Struct, frozen=True):
    """A piece of a line from `start` to `end`: the word there without its quotes, what it is, and how it is taken.

    `verb` is the verb it stands behind, `parameter` what it fills or, of an option, what that takes.
    """

    start: int
    end: int
    word: str
    kind: PartKind = "word"
    verdict: Verdict = Verdict.RIGHT
    verb: str = ""
    parameter: Parameter | None = None


class LineReader:
    """Tells the parts of lines; what it finds out about words it remembers as long as the fight is the same."""

    def __init__(self, names: KnownNames) -> None:
        self._names = names
        self._judgement = Judgement()

    def parts(self, text: str, context: NameContext | None) -> list[LinePart]:
        """The parts of a line, in their order."""
        words = scan(text)
        shaped = [LinePart(each.start, each.end, each.text, _shape(text[each.start : each.end])) for each in words]
        comment = text.find("#", words[-1].end if words else 0)
        found = [*self._command(text, shaped, context)]
        return found if comment < 0 else [*found, LinePart(comment, len(text), text[comment:], "comment")]

    def _command(self, text: str, words: Sequence[LinePart], context: NameContext | None) -> Iterator[LinePart]:
        """The words of a command, its verb among them."""
        told = [each.word for each in words]
        at = find_verb(told)
        yield from self._behind(text, words[:at], COMMON, context)
        if at >= len(words):
            return
        verb, behind = words[at], words[at + 1 :]
        meant, *given = SYNONYMS.get(verb.word, (verb.word,))
        kinds = kinds_in([*told[:at], meant, *told[at + 1 :]], context, self._names)
        kind = kinds.get(verb.word) or kinds.get(meant)
        if kind is None:
            yield from self._without_grammar(text, verb, behind, context)
            return
        yield replace(verb, kind="verb", verb=verb.word)
        grammar = grammar_of(kind)
        if SYSTEM.option in told and verb.word not in VERBS:
            grammar = replace(grammar, options={**grammar.options, SYSTEM.option: SYSTEM})
        if _takes_a_line(grammar) and behind and behind[0].word in kinds:
            inner = self._command(text, behind, context)
            yield from (_of_either(each, grammar) if each.kind == "option" else each for each in inner)
        else:
            yield from self._behind(text, behind, grammar, context, 0 if verb.word in kinds else len(given))

    def _without_grammar(
        self, text: str, verb: LinePart, behind: Sequence[LinePart], context: NameContext | None
    ) -> Iterator[LinePart]:
        """A verb of the front end, a number that stands for a line, or a verb that nobody knows."""
        if is_digits(verb.word):
            yield verb
            yield from self._behind(text, behind, COMMON, context)
        else:
            yield replace(verb, kind="verb", verdict=self._verb_verdict(verb.word, context), verb=verb.word)
            yield from (replace(each, verb=verb.word) for each in behind)

    def _verb_verdict(self, verb: str, context: NameContext | None) -> Verdict:
        shared = () if context else SHARED
        if verb in self._names.verbs or verb in shared or VARIABLE in verb:
            return Verdict.RIGHT
        known = (*kinds_in((), context, self._names), *self._names.verbs, *SYNONYMS, *shared)
        return Verdict.BEGUN if any(each.startswith(verb) for each in known) else Verdict.WRONG

    def _behind(
        self, text: str, words: Sequence[LinePart], grammar: Grammar, context: NameContext | None, given: int = 0
    ) -> Iterator[LinePart]:
        """The words behind a verb that has so many positional words `given` already."""
        found = list(zip(words, roles(grammar, [each.word for each in words]), strict=True))
        typed = [each for each, (role, _) in found if role == "positional"]
        told: dict[int, LinePart] = {}
        short = grammar.least - len(typed) - given if grammar.actor else 0
        for place, word in enumerate(typed, given):
            told[word.start] = self._positional(word, _open_to(place, grammar, context, short), grammar, context)
            context = _acting(told[word.start], context)
        if grammar.actor and context is not None and not context.who:
            context = replace(context, who="".join(able_now(context)[:1]))
        told.update(
            {
                each.start: each
                for each in (*_dice([*told.values()], _dialect(words)), *_answer([*told.values()], context))
            }
        )
        for word, (role, option) in found:
            if role == "positional":
                yield told[word.start]
            elif role == "value" and option:
                yield self._value(word, option, grammar, context)
            else:
                yield from self._option(text, word, option, grammar, context)

    def _positional(
        self, word: LinePart, open_to: Sequence[Parameter], grammar: Grammar, context: NameContext | None
    ) -> LinePart:
        """A positional word, taken by whatever of all that may stand there takes it best."""
        if not open_to:
            wrong = grammar.verb and VARIABLE not in word.word
            return replace(word, verdict=Verdict.WRONG if wrong else Verdict.RIGHT, verb=grammar.verb)
        judged = [self._value(word, each, grammar, context) for each in open_to]
        return min(judged, key=lambda each: [*Verdict].index(each.verdict))

    def _option(
        self, text: str, word: LinePart, option: Parameter | None, grammar: Grammar, context: NameContext | None
    ) -> Iterator[LinePart]:
        """An option, and the value that it may carry behind a `=`."""
        name, equals, value = word.word.partition("=")
        end = text.find("=", word.start, word.end) if equals and option else word.end
        verdict = Verdict.RIGHT if option or name == "--" else _option_verdict(name, grammar)
        yield LinePart(word.start, end, name, "option", verdict, grammar.verb, option)
        if option and equals:
            behind = LinePart(end + 1, word.end, value, _shape(text[end + 1 : word.end]))
            yield self._value(behind, option, grammar, context)

    def _value(self, word: LinePart, parameter: Parameter, grammar: Grammar, context: NameContext | None) -> LinePart:
        """A word as what a parameter takes."""
        kind = parameter.spec.kind
        shape: PartKind = "name" if kind in PEOPLE else "dice" if kind in DICE and word.kind == "word" else word.kind
        verdict = self._verdict(word.word, parameter, context)
        return replace(word, kind=shape, verdict=verdict, verb=grammar.verb, parameter=parameter)

    def _verdict(self, word: str, parameter: Parameter, context: NameContext | None) -> Verdict:
        """The verdict on a word; one with a variable is whatever a script makes of it, notation is read as a whole."""
        if VARIABLE in word or parameter.spec.kind in NOTATION:
            return Verdict.RIGHT
        if parameter.spec.kind in FILES:
            return file_verdict(word, parameter.spec.kind, self._names)
        if parameter.spec.kind not in ("system", "schema"):
            return self._judgement.verdict(parameter, word, context)
        known = (*self._names.systems(), *((PROTOCOL,) if parameter.spec.kind == "schema" else ()))
        begun = any(each.startswith(word) for each in known)
        return Verdict.RIGHT if word in known else Verdict.BEGUN if begun else Verdict.WRONG


def _open_to(place: int, grammar: Grammar, context: NameContext | None, short: int) -> list[Parameter]:
    """What may stand at a place of a line that is so many words `short`: where it is one, whoever acts is left out."""
    whole, left_out = list(next_parameters(grammar, place)), list(next_parameters(grammar, place + 1))
    if short < 1 or context is None or len(able_now(context)) != 1:
        return whole
    return [*left_out, *whole] if short == 1 else [*whole, *left_out]


def _acting(part: LinePart, context: NameContext | None) -> NameContext | None:
    """The context of the words behind the first combatant named: that one acts, or has the keys that are set."""
    kind = part.parameter.spec.kind if part.parameter is not None else ""
    if context is None or context.who or kind not in ("combatant", "sheet"):
        return context
    named = part.verdict is Verdict.RIGHT and VARIABLE not in part.word
    if named and part.word == WHOLE and WHOLE not in context.fight.combatants:
        return replace(context, who=WHOLE)
    return replace(context, who=find_combatant(part.word, context)) if named else context


def _dice(parts: Sequence[LinePart], dialect: str) -> Iterator[LinePart]:
    """The words of dice notation, which is read as a whole: the one where it stops is not right yet."""
    dice = [each for each in parts if each.parameter and each.parameter.spec.kind in NOTATION]
    wrong = unread_word([each.word for each in dice], dialect) if dice else None
    yield from (replace(each, verdict=Verdict.BEGUN) if number == wrong else each for number, each in enumerate(dice))


def _dialect(words: Sequence[LinePart]) -> str:
    """The dialect that an option of the line names, if it names one."""
    for option, name in pairwise(("", *(each.word for each in words), "")):
        found = name if option == "--dialect" else option.removeprefix("--dialect=")
        if found != option and found in DIALECTS:
            return found
    return ""


def _answer(parts: Sequence[LinePart], context: NameContext | None) -> Iterator[LinePart]:
    """The words behind `choose`, which are one answer."""
    words = [each for each in parts if each.parameter and each.parameter.spec.kind == "answer"]
    if words and context is not None and not any(VARIABLE in each.word for each in words):
        verdict = answer_verdict([each.word for each in words], context)
        yield from (replace(each, verdict=verdict) for each in words)


def _takes_a_line(grammar: Grammar) -> bool:
    return any(parameter.spec.kind == LINE for parameter in grammar.positionals[:1])


def _of_either(option: LinePart, outer: Grammar) -> LinePart:
    """An option of the inner command of a line, or of the verb in front of it."""
    return replace(option, verdict=Verdict.RIGHT) if option.word in outer.options else option


def _option_verdict(name: str, grammar: Grammar) -> Verdict:
    begun = any(each.startswith(name) for each in (*grammar.options, *COMMON.options))
    return Verdict.BEGUN if begun else Verdict.WRONG


def _shape(raw: str) -> PartKind:
    """What a word looks like as it is typed."""
    if raw[:1] in QUOTES and raw:
        return "string"
    return "number" if is_digits(raw.removeprefix("-").removeprefix("+")) else "word"
