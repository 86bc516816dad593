"""The classification of each word of a line as far as it is typed, and whether it is a mistake."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.text import is_digits
from rbfcli.language.completion import KnownNames, acting, kinds_in, possible_places, values_for
from rbfcli.language.cursor import LINE, CursorPlace, GrammarOf, place_in, with_dashes
from rbfcli.language.forms import SHARED
from rbfcli.language.grammar import QUOTES, Grammar, Parameter, Word, grammar_of, looks_like_option, scan
from rbfcli.language.names import NAMED_BY_ID, NameContext, convert_value, convert_values
from rbfcli.language.parser import Line, fight_verbs, option_of, parse_line
from rbfcli.language.shorthand import CHOOSE, full_words, is_dice, verb_meant
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.language.wording import FILLERS, readings
from rbfcli.model.commands import Command

VARIABLE = "$"
PEOPLE = NAMED_BY_ID | {"settings"}
# Closed lists that parsing does not know, or not whole.
LISTED, REMOVABLE = ("system", "schema"), "removable"


PartKind = Literal["verb", "option", "name", "number", "dice", "string", "word", "comment"]
NOTATION = frozenset({"dice", LINE})
SYSTEM = grammar_of(VERBS["roll"]).options["--system"]
DICE = NOTATION | {"amount", "faces", "quantity"}
NOT_JUDGED = NOTATION | {"answer"}


class LinePart(Struct, frozen=True):
    """A word of a line with its position, its verb, the `parameter` it fills, and whether it is a mistake there."""

    start: int
    end: int
    word: str
    kind: PartKind = "word"
    is_wrong: bool = False
    verb: str = ""
    parameter: Parameter | None = None


class LineReader:
    """A classifier of the words in lines: what each is, and whether the parser takes it."""

    def __init__(self, names: KnownNames) -> None:
        self._names = names

    def parts(self, text: str, context: NameContext | None) -> list[LinePart]:
        """Return the parts of a line, in order."""
        words = scan(text)
        comment = text.find("#", words[-1].end if words else 0)
        found = self._judged(text, words, context)
        if self._names.answers and _any_wrong(found):
            telling = [each for each in words if each.text.casefold() not in FILLERS]
            found = self._judged(text, telling, context, spoken=True)
            if self._is_understood([each.text for each in words], context):
                found = [replace(each, is_wrong=False) for each in found]
        return found if comment < 0 else [*found, LinePart(comment, len(text), text[comment:], "comment")]

    def _is_understood(self, words: Sequence[str], context: NameContext | None) -> bool:
        """Return whether the prompt takes a line as a short form or as plain English."""
        line = parse_line(full_words(words, context, [*self._names.verbs]))
        if line.verb not in kinds_in((), context, self._names):
            line = line.with_verb(*SYNONYMS.get(line.verb, (line.verb,)))
        if line.verb == CHOOSE or not _any_wrong(self._judged("", [Word(each, 0, 0) for each in line.words], context)):
            return True
        try:
            return context is not None and bool(readings(line, fight_verbs(context.rules), context))
        except RbfError:
            return False

    def _judged(
        self, text: str, words: Sequence[Word], context: NameContext | None, *, spoken: bool = False
    ) -> list[LinePart]:
        """Return the words of a line with what each is; options that are `spoken` can lack their dashes."""
        line = parse_line([each.text for each in words])
        known = kinds_in((), context, self._names)
        meant, *given = (line.verb,) if line.verb in known else SYNONYMS.get(line.verb, (line.verb,))
        if self._names.answers and not given:
            meant = verb_meant(meant, known)
        grammar_for = partial(self._grammar, kinds_in(line.with_verb(meant).words, context, self._names), line)
        grammar = grammar_for(meant)
        before, verb, behind = words[: line.at], words[line.at : line.at + 1], words[line.at + 1 :]
        if verb and grammar is None:
            return [*self._judged(text, before, context), *self._without_grammar(text, [*verb, *behind], context)]
        if grammar and spoken:
            dashed = with_dashes(grammar, [each.text for each in behind])
            behind = [replace(each, text=word) for each, word in zip(behind, dashed, strict=True)]
        implied = [Word(each, -1, -1) for each in given]
        whole = [*before, *(replace(each, text=meant) for each in verb), *implied, *behind]
        found = [
            part
            for number, word in enumerate(whole)
            if word not in implied
            for part in self._part(text, whole, number, grammar_for, context)
        ]
        outer = grammar.options if grammar else {}
        return [
            replace(each, is_wrong=False) if each.kind == "option" and each.word in outer else each for each in found
        ]

    def _grammar(self, kinds: Mapping[str, type[Command]], line: Line, verb: str) -> Grammar | None:
        """Return the grammar of a verb in a line; with `--system`, a verb of a system takes that."""
        kind = kinds.get(verb_meant(verb, kinds) if self._names.answers else verb)
        grammar = grammar_of(kind) if kind else None
        if grammar is None or verb in VERBS or line.system is None:
            return grammar
        return replace(grammar, options={**grammar.options, SYSTEM.option: SYSTEM})

    def _without_grammar(self, text: str, words: Sequence[Word], context: NameContext | None) -> list[LinePart]:
        """Return the parts of a line without a known command: a front end's verb, a number or dice."""
        verb, *behind = (
            LinePart(each.start, each.end, each.text, _shape(text[each.start : each.end])) for each in words
        )
        if is_digits(verb.word):
            return [verb, *self._judged(text, words[1:], context)]
        if self._names.answers and is_dice(verb.word):
            return [replace(each, kind="dice") for each in (verb, *behind)]
        known = verb.word in self._names.verbs or VARIABLE in verb.word or (context is None and verb.word in SHARED)
        return [
            replace(verb, kind="verb", is_wrong=not known, verb=verb.word),
            *(replace(each, verb=verb.word) for each in behind),
        ]

    def _part(
        self, text: str, words: Sequence[Word], number: int, grammar_for: GrammarOf, context: NameContext | None
    ) -> Iterator[LinePart]:
        """Yield a word of a line; an option and its value after `=` are two parts."""
        word, raw = words[number], text[words[number].start : words[number].end]
        place = place_in(words, number, raw, grammar_for)
        name = word.text.partition("=")[0]
        if place is None or (place.takes_options and looks_like_option(word.text)):
            option = option_of(place.grammar, name) if place else None
            verb = place.grammar.verb if place else ""
            yield LinePart(word.start, word.end, name, "option", option is None and name != "--", verb, option)
            return
        begins_line = any(each.spec.kind == LINE for each in place.parameters) and not place.positionals
        if (place.is_verb or begins_line) and grammar_for(word.text):
            yield LinePart(word.start, word.end, raw, "verb", verb=word.text)
            return
        verb = place.grammar.verb
        if place.start > word.start:
            yield LinePart(word.start, place.start - 1, name, "option", verb=verb, parameter=place.parameters[0])
        part = LinePart(place.start, word.end, place.typed, _shape(raw[place.start - word.start :]), verb=verb)
        judged = [
            self._value(part, each, one, acting(one, context))
            for one in possible_places(place, context)
            for each in one.parameters
        ]
        unexpected = replace(part, is_wrong=bool(verb) and VARIABLE not in part.word)
        yield min(judged, key=lambda each: each.is_wrong, default=unexpected)

    def _value(self, part: LinePart, parameter: Parameter, place: CursorPlace, context: NameContext | None) -> LinePart:
        kind = parameter.spec.kind
        shape: PartKind = "name" if kind in PEOPLE else "dice" if kind in DICE and part.kind == "word" else part.kind
        return replace(
            part, kind=shape, is_wrong=not self._is_right(part.word, parameter, place, context), parameter=parameter
        )

    def _is_right(self, word: str, parameter: Parameter, place: CursorPlace, context: NameContext | None) -> bool:
        """Return whether a parameter takes a word; dice, answers, files and variables of scripts are not judged."""
        kind = parameter.spec.kind
        if VARIABLE in word or kind in NOT_JUDGED:
            return True
        if kind not in LISTED:
            try:
                (convert_values if parameter.many else convert_value)(parameter, word, context)
            except (RbfError, PluginBug):
                if kind != REMOVABLE:
                    return False
            else:
                return True
        return any(each.word == word for each in values_for(parameter, place, context, self._names))


def _any_wrong(parts: Iterable[LinePart]) -> bool:
    return any(each.is_wrong for each in parts)


def _shape(raw: str) -> PartKind:
    if raw[:1] in QUOTES and raw:
        return "string"
    return "number" if is_digits(raw.removeprefix("-").removeprefix("+")) else "word"
