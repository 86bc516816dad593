"""The classification of each word of a line as far as it is typed, and whether it is a mistake."""

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Any, Literal

from msgspec import Struct, to_builtins
from msgspec.structs import fields, replace

from rbfcli.core.errors import NotationError, PluginBug, RbfError, succeeds
from rbfcli.core.limits import DICE_EXPLAINED, FILES_OFFERED
from rbfcli.core.text import is_digits
from rbfcli.dice.parser import expressions
from rbfcli.engine.answers import answer_to, names_of_answers, open_now
from rbfcli.engine.edits import OF_THE_FIGHT
from rbfcli.language.completion import KnownNames, kinds_in, values_for
from rbfcli.language.cursor import AGAINST, LINE, CursorPlace, next_parameters, takes_a_line, with_dashes
from rbfcli.language.forms import SHARED
from rbfcli.language.grammar import QUOTES, Grammar, Parameter, grammar_of, scan
from rbfcli.language.names import (
    NameContext,
    can_act,
    convert_value,
    convert_values,
    find_combatant,
)
from rbfcli.language.parser import COMMON, fight_verbs, parse_line, roles
from rbfcli.language.shorthand import CHOOSE, full_words, is_dice, verb_meant
from rbfcli.language.verbs import SYNONYMS, VERBS
from rbfcli.language.wording import FILLERS, readings
from rbfcli.model.sheets import read_pairs, with_pairs

VARIABLE = "$"


def unread_word(words: Sequence[str]) -> int | None:
    """Return the index of the first word that makes dice notation unreadable.

    Return None if all words can be read.
    """
    if sum(map(len, words)) > DICE_EXPLAINED or any(VARIABLE in word for word in words):
        return None
    try:
        expressions(words, explain=False)
    except NotationError as wrong:
        ends = accumulate(len(word) + 1 for word in words)
        return next((number for number, end in enumerate(ends) if wrong.column < end), len(words) - 1)
    except RbfError:
        return 0
    return None


FILES = ("encounter", "script", "toml-file")
WHOLE = "fight"  # the word for the fight itself in `set`
STANDARD_INPUT = "-"


def _is_read(word: str, parameter: Parameter, context: NameContext | None, names: KnownNames) -> bool:
    """Return whether a parameter takes a word unchanged."""
    kind = parameter.spec.kind
    if kind in FILES:
        return _is_file(word, kind, names)
    try:
        if context is not None and kind == "pairs" and parameter.required:
            return _fits_sheet(word, context)
        (convert_values if parameter.many else convert_value)(parameter, word, context)
    except (RbfError, PluginBug):
        return False
    return True


def _is_file(word: str, kind: str, names: KnownNames) -> bool:
    """Return whether a word is a readable file, a folder, or the name of a bundled file."""
    bundled = {"encounter": names.encounters, "script": names.scripts}.get(kind, ())
    folder, _, name = word.rpartition("/")
    there = names.files(f"{folder}/" if folder or word.startswith("/") else "")
    if word in bundled or (kind == "script" and word == STANDARD_INPUT):
        return True
    return word.startswith("~") or name in there or f"{name}/" in there or (name != "" and len(there) >= FILES_OFFERED)


def _fits_sheet(word: str, context: NameContext) -> bool:
    """Return whether `hp=3` fits the actor's sheet, or `options.X=3` the fight. Raises RbfError."""
    fight, who = context.fight, context.who
    one = fight.combatants.get(who)
    whole = one is None and who == WHOLE
    owner: Any = fight if whole else context.rules.sheet if one is None else one
    pair, *_ = read_pairs((word,), owner)
    path = pair.path
    if one is not None:
        with_pairs(to_builtins(one), [pair], type(one), who)
    elif whole and path[0] == "options":
        with_pairs(to_builtins(fight.options), [pair._replace(path=path[1:])], type(fight.options), "options")
    return path[0] in (OF_THE_FIGHT if whole else {each.name for each in fields(owner)})


def _is_answer(words: Sequence[str], context: NameContext) -> bool:
    """Return whether all words after `choose` are an answer; a lone number may refer to an earlier list."""
    asked = open_now(context.fight)
    if not asked:
        return len(words) == 1 and is_digits(words[0])

    return succeeds(answer_to, asked, words, names_of_answers(context.rules, context.fight))


PEOPLE = frozenset({"combatant", "combatants", "removable", "targets", "sheet", "settings", "slot"})
# Closed lists that parsing does not know, or not whole.
LISTED, REMOVABLE = ("system", "schema"), "removable"


PartKind = Literal["verb", "option", "name", "number", "dice", "string", "word", "comment"]
NOTATION = frozenset({"dice", LINE})
SYSTEM = grammar_of(VERBS["roll"]).options["--system"]
DICE = NOTATION | {"amount", "faces", "quantity"}
DIALECT = "--dialect"


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
        shaped = [LinePart(each.start, each.end, each.text, _shape(text[each.start : each.end])) for each in words]
        comment = text.find("#", words[-1].end if words else 0)
        found = [*self._command(text, shaped, context)]
        if self._names.answers and _any_wrong(found):
            telling = [each for each in shaped if each.word.casefold() not in FILLERS]
            found = [*self._command(text, telling, context, spoken=True)]
            if self._is_understood([each.text for each in words], context):
                found = [replace(each, is_wrong=False) for each in found]
        return found if comment < 0 else [*found, LinePart(comment, len(text), text[comment:], "comment")]

    def _is_understood(self, words: Sequence[str], context: NameContext | None) -> bool:
        """Return whether the prompt takes a line as a short form or as plain English."""
        line = parse_line(full_words(words, context, [*self._names.verbs]))
        if line.verb not in kinds_in((), context, self._names):
            line = line.with_verb(*SYNONYMS.get(line.verb, (line.verb,)))
        full = [LinePart(0, 0, each, _shape(each)) for each in line.words]
        if line.verb == CHOOSE or not _any_wrong(self._command("", full, context)):
            return True
        try:
            return context is not None and bool(readings(line, fight_verbs(context.rules), context))
        except RbfError:
            return False

    def _command(
        self, text: str, words: Sequence[LinePart], context: NameContext | None, *, spoken: bool = False
    ) -> Iterator[LinePart]:
        """Yield the words of a command, including its verb; `spoken` options can lack their dashes."""
        told = [each.word for each in words]
        line = parse_line(told)
        at = line.at
        yield from self._behind(text, words[:at], COMMON, context)
        if at >= len(words):
            return
        verb, behind = words[at], words[at + 1 :]
        meant, *given = SYNONYMS.get(verb.word, (verb.word,))
        if self._names.answers and not given:
            meant = verb_meant(meant, kinds_in((), context, self._names))
        kinds = kinds_in(line.with_verb(meant).words, context, self._names)
        kind = kinds.get(verb.word) or kinds.get(meant)
        if kind is None:
            yield from self._without_grammar(text, verb, behind, context)
            return
        yield replace(verb, kind="verb", verb=meant)
        grammar = grammar_of(kind)
        if SYSTEM.option in told and verb.word not in VERBS:
            grammar = replace(grammar, options={**grammar.options, SYSTEM.option: SYSTEM})
        behind = _with_dashes(grammar, behind) if spoken else behind
        if takes_a_line(grammar) and behind and behind[0].word in kinds:
            for inner in _lines_beside(behind, kinds):
                found = self._command(text, inner, context, spoken=spoken)
                yield from (_of_either(each, grammar) if each.kind == "option" else each for each in found)
        else:
            yield from self._behind(text, behind, grammar, context, 0 if verb.word in kinds else len(given))

    def _without_grammar(
        self, text: str, verb: LinePart, behind: Sequence[LinePart], context: NameContext | None
    ) -> Iterator[LinePart]:
        """Yield the parts of a line without a known command: a front end's verb, a number or dice."""
        if is_digits(verb.word):
            yield verb
            yield from self._behind(text, behind, COMMON, context)
        elif self._names.answers and is_dice(verb.word):
            yield from (replace(each, kind="dice") for each in (verb, *behind))
        else:
            yield replace(verb, kind="verb", is_wrong=not self._is_verb(verb.word, context), verb=verb.word)
            yield from (replace(each, verb=verb.word) for each in behind)

    def _is_verb(self, verb: str, context: NameContext | None) -> bool:
        return verb in self._names.verbs or VARIABLE in verb or (context is None and verb in SHARED)

    def _behind(
        self, text: str, words: Sequence[LinePart], grammar: Grammar, context: NameContext | None, given: int = 0
    ) -> Iterator[LinePart]:
        """Yield the words after a verb that already has `given` positional words."""
        found = list(zip(words, roles(grammar, [each.word for each in words]), strict=True))
        typed = [each for each, (role, _) in found if role == "positional"]
        told: dict[int, LinePart] = {}
        short = grammar.least - len(typed) - given if grammar.actor else 0
        for place, word in enumerate(typed, given):
            before = [each.word for each in typed[: place - given]]
            told[word.start] = self._positional(
                word, _open_to(place, grammar, context, short), grammar, context, before
            )
            context = _acting(told[word.start], context)
        if grammar.actor and context is not None and not context.who:
            context = replace(context, who="".join(can_act(context)[:1]))
        told.update(
            {each.start: each for each in (*_dice([*told.values()], words), *_answer([*told.values()], context))}
        )
        for word, (role, option) in found:
            if role == "positional":
                yield told[word.start]
            elif role == "value" and option:
                yield self._value(word, option, grammar, context)
            else:
                yield from self._option(text, word, option, grammar, context)

    def _positional(
        self,
        word: LinePart,
        open_to: Sequence[Parameter],
        grammar: Grammar,
        context: NameContext | None,
        before: Sequence[str],
    ) -> LinePart:
        """Return a positional word as a value of the first parameter that takes it, or of the first one."""
        if not open_to:
            return replace(word, is_wrong=bool(grammar.verb) and VARIABLE not in word.word, verb=grammar.verb)
        judged = [self._value(word, each, grammar, context, before) for each in open_to]
        return min(judged, key=lambda each: each.is_wrong)

    def _option(
        self, text: str, word: LinePart, option: Parameter | None, grammar: Grammar, context: NameContext | None
    ) -> Iterator[LinePart]:
        """Yield an option, and its value if that follows a `=`."""
        name, equals, value = word.word.partition("=")
        end = text.find("=", word.start, word.end) if equals and option else word.end
        is_wrong = option is None and name != "--"
        yield LinePart(word.start, end, name, "option", is_wrong, grammar.verb, option)
        if option and equals:
            behind = LinePart(end + 1, word.end, value, _shape(text[end + 1 : word.end]))
            yield self._value(behind, option, grammar, context)

    def _value(
        self,
        word: LinePart,
        parameter: Parameter,
        grammar: Grammar,
        context: NameContext | None,
        before: Sequence[str] = (),
    ) -> LinePart:
        """Return a word as a value of a parameter, after the positional words `before` it."""
        kind = parameter.spec.kind
        shape: PartKind = "name" if kind in PEOPLE else "dice" if kind in DICE and word.kind == "word" else word.kind
        is_wrong = not self._is_right(word.word, parameter, grammar, context, before)
        return replace(word, kind=shape, is_wrong=is_wrong, verb=grammar.verb, parameter=parameter)

    def _is_right(
        self, word: str, parameter: Parameter, grammar: Grammar, context: NameContext | None, before: Sequence[str]
    ) -> bool:
        """Return whether a parameter takes a word; variables depend on a script, and notation is judged as a whole."""
        kind = parameter.spec.kind
        if VARIABLE in word or kind in NOTATION:
            return True
        if kind not in LISTED and _is_read(word, parameter, context, self._names):
            return True
        if kind not in (*LISTED, REMOVABLE):
            return False
        place = CursorPlace(word, 0, grammar, positionals=tuple(before))
        return any(each.word == word for each in values_for(parameter, place, context, self._names))


def _open_to(place: int, grammar: Grammar, context: NameContext | None, short: int) -> list[Parameter]:
    """Return the parameters that a word could fill in a line that is `short` of some positional words.

    If one word is missing, the actor is probably left out; if none is missing, that is still possible.
    """
    whole, left_out = list(next_parameters(grammar, place)), list(next_parameters(grammar, place + 1))
    if not grammar.actor or context is None or len(can_act(context)) != 1:
        return whole
    return list(dict.fromkeys([*left_out, *whole] if short == 1 else [*whole, *left_out]))


def _acting(part: LinePart, context: NameContext | None) -> NameContext | None:
    """Return the context for the words after the first combatant named, who acts or whose keys are set."""
    kind = part.parameter.spec.kind if part.parameter is not None else ""
    if context is None or context.who or kind not in ("combatant", "sheet"):
        return context
    named = not part.is_wrong and VARIABLE not in part.word
    if named and part.word == WHOLE and WHOLE not in context.fight.combatants:
        return replace(context, who=WHOLE)
    return replace(context, who=find_combatant(part.word, context)) if named else context


def _dice(parts: Sequence[LinePart], words: Sequence[LinePart]) -> Iterator[LinePart]:
    """Yield the words of dice notation: the word where it becomes unreadable is wrong. Dialects are not judged."""
    dice = [each for each in parts if each.parameter and each.parameter.spec.kind in NOTATION]
    is_ours = dice and not any(each.word.startswith(DIALECT) for each in words)
    wrong = unread_word([each.word for each in dice]) if is_ours else None
    yield from (replace(each, is_wrong=number == wrong) for number, each in enumerate(dice))


def _answer(parts: Sequence[LinePart], context: NameContext | None) -> Iterator[LinePart]:
    """Yield the words after `choose`, which form a single answer; if it is none, its last word is wrong."""
    words = [each for each in parts if each.parameter and each.parameter.spec.kind == "answer"]
    if words and context is not None and not any(VARIABLE in each.word for each in words):
        is_wrong = not _is_answer([each.word for each in words], context)
        yield from (replace(each, is_wrong=is_wrong and each is words[-1]) for each in words)


def _with_dashes(grammar: Grammar, parts: Sequence[LinePart]) -> list[LinePart]:
    """Return parts with dashes before those that name an option with a value."""
    named = with_dashes(grammar, [each.word for each in parts])
    return [replace(each, word=word) for each, word in zip(parts, named, strict=True)]


def _lines_beside(words: Sequence[LinePart], kinds: Container[str]) -> Iterator[Sequence[LinePart]]:
    """Yield the words of each command: another begins after an `--against`, which comes with the words before it."""
    starts = [at for at in range(1, len(words)) if words[at - 1].word == AGAINST and words[at].word in kinds]
    yield from (words[start:end] for start, end in pairwise((0, *starts, len(words))))


def _any_wrong(parts: Iterable[LinePart]) -> bool:
    return any(each.is_wrong for each in parts)


def _of_either(option: LinePart, outer: Grammar) -> LinePart:
    """Return an option of a line's inner command, or of the verb before it."""
    return replace(option, is_wrong=False) if option.word in outer.options else option


def _shape(raw: str) -> PartKind:
    """Return the kind of a word by its appearance."""
    if raw[:1] in QUOTES and raw:
        return "string"
    return "number" if is_digits(raw.removeprefix("-").removeprefix("+")) else "word"
