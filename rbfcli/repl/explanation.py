"""Explanations of the word at the cursor: a verb, an option, a combatant, dice or a key."""

from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase

from msgspec.structs import replace

from rbfcli.commands.hints import no_verb, unknown_verb
from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.limits import Budget
from rbfcli.core.text import is_digits, safe
from rbfcli.dice.odds import OddsResult
from rbfcli.dice.parser import parse
from rbfcli.engine.edits import BLOCK, things_of
from rbfcli.language.completion import KnownNames, kinds_in
from rbfcli.language.cursor import meaning
from rbfcli.language.forms import SHARED, summary_of
from rbfcli.language.grammar import Parameter, argument_label, description, grammar_of, option_label, usage
from rbfcli.language.keys import keys_of
from rbfcli.language.line_errors import unknown_option
from rbfcli.language.names import NameContext, can_act, convert_value, convert_values, find_combatants
from rbfcli.language.verbs import SYNONYMS
from rbfcli.language.word_check import DICE, PEOPLE, LinePart, LineReader, Verdict
from rbfcli.model.commands import Command, Opt
from rbfcli.render.layout import wrapped
from rbfcli.render.odds import summary
from rbfcli.render.roster import people, roster
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import error_text
from rbfcli.session.file_store import SaveView
from rbfcli.session.proposals import fitting_examples

INDENT = "  "
ROLLED = DICE - {"faces"}
MOST_PEOPLE, MOST_EXAMPLES = 8, 2
NOTHING = ("F1, or ? after a word, explains it; help lists the verbs, help prompt the keys",)


class Explainer:
    """An explainer of words in a line, in the current fight."""

    def __init__(self, view: Callable[[], SaveView], names: KnownNames) -> None:
        self._view, self._names = view, names
        self._reader = LineReader(names)

    def lines(self, text: str, cursor: int, style: Style) -> list[str]:
        """Return lines that explain the word at the cursor, or the one before it. They are safe to print."""
        context = self._view().context
        try:
            part = _at(self._reader.parts(text, context), cursor)
            told = [*self._told(part, text, context, style)] if part else NOTHING
        except PluginBug as fault:
            return [safe(fault.message)]
        return [line for each in told for line in _fitted(each, style)]

    def _told(self, part: LinePart, text: str, context: NameContext | None, style: Style) -> Iterator[str]:
        parameter = part.parameter
        if part.kind == "comment":
            yield "a comment: rbf ignores everything after #"
        elif part.kind == "verb":
            yield from self._verb(part.word if part.word in SYNONYMS else part.verb, text, context)
        elif part.kind == "option":
            yield from _option(part, text, context, self._names)
        elif parameter is None:
            yield from self._bare(part, text, context)
        elif parameter.spec.kind in PEOPLE and context is not None:
            yield from _people(part, context, style)
        elif parameter.spec.kind in ROLLED and not is_digits(part.word) and part.verdict is not Verdict.WRONG:
            yield from _dice(part.word)
        else:
            yield from _value(part, parameter, context)

    def _verb(self, verb: str, text: str, context: NameContext | None) -> Iterator[str]:
        kind = kinds_in(text.split(), context, self._names).get(verb)
        if kind is not None:
            grammar = grammar_of(kind)
            yield f"{verb}: {summary_of(kind)}"
            yield f"{INDENT}{usage(grammar)}"
            yield from (f"{INDENT}{line}" for line in self._examples(verb, kind))
            yield f"{INDENT}see help {verb}"
        elif verb in SYNONYMS:
            yield f"{verb}: short for {' '.join(SYNONYMS[verb])}"
        elif verb in self._names.verbs:
            yield f"{verb}: {self._names.verbs[verb]}"
        elif context is None and verb in SHARED:
            yield f"{verb}: {summary_of(SHARED[verb])}"
        else:
            yield from self._unknown(verb, context)

    def _bare(self, part: LinePart, text: str, context: NameContext | None) -> Iterator[str]:
        """Yield lines for a word without a parameter: a number, a surplus word, or a word whose verb has no grammar."""
        if not part.verb and is_digits(part.word):
            asked = context is not None and context.fight.questions
            yield f"{part.word}: the {'answer' if asked else 'action'} with this number, as last listed"
        elif part.verdict is Verdict.WRONG:
            yield f"{safe(part.word)}: {part.verb} takes no more words; see help {part.verb}"
        else:
            yield from self._verb(part.verb, text, context)

    def _examples(self, verb: str, kind: type[Command]) -> Sequence[str]:
        """Return examples of a verb. For a fight verb, only those that would be accepted now."""
        session = self._view().session
        if session is None or verb not in session.rules.verb_types:
            return kind.examples[:MOST_EXAMPLES]
        return fitting_examples(kind, session, MOST_EXAMPLES)

    def _unknown(self, verb: str, context: NameContext | None) -> Iterator[str]:
        kinds = kinds_in((), context, self._names)
        begun = [each for each in kinds if each.startswith(verb)]
        session = self._view().session
        if begun:
            yield from (f"{each}: {summary_of(kinds[each])}" for each in begun)
        else:
            own = tuple(self._names.verbs)
            yield error_text(no_verb(session, [verb], own) if session else unknown_verb(verb, (*kinds, *SHARED, *own)))


def _fitted(text: str, style: Style) -> Iterator[str]:
    """Yield a text in lines of the screen's width. Coloured roster lines already fit."""
    for line in text.split("\n"):
        yield from [line] if "\x1b" in line else wrapped(line, style.width, INDENT)


def _at(parts: Sequence[LinePart], cursor: int) -> LinePart | None:
    """Return the part at the cursor or ending there, else the one before it."""
    under = [each for each in parts if each.start <= cursor <= each.end]
    before = [each for each in parts if each.end < cursor]
    return next(iter([*under, *before[-1:]]), None)


def _option(part: LinePart, text: str, context: NameContext | None, names: KnownNames) -> Iterator[str]:
    if part.parameter is not None:
        yield f"{option_label(part.parameter)}: {description(part.parameter)}"
        return
    kind = kinds_in(text.split(), context, names).get(part.verb)
    options = dict.fromkeys(grammar_of(kind).options.values()) if kind else {}
    begun = [each for each in options if each.option.startswith(part.word)]
    if begun:
        yield from (f"{option_label(each)}: {description(each)}" for each in begun)
    elif kind is not None:
        grammar = grammar_of(kind)
        yield error_text(unknown_option(grammar, part.word, tuple(grammar.options)))


def _people(part: LinePart, context: NameContext, style: Style) -> Iterator[str]:
    """Yield the roster lines of the combatants a word names, or the error with the nearest name."""
    word = part.word.partition("=")[0]
    if word == "fight" and part.parameter is not None and part.parameter.spec.kind == "sheet":
        yield "fight: its options, board and title"
        return
    try:
        named = set(find_combatants(word, context))
    except RbfError as wrong:
        yield error_text(wrong)
        return
    found = [each for each in people(context.fight, context.rules) if each.who in named]
    yield from (line for line in roster(found[:MOST_PEOPLE], style) if line)
    if len(found) > MOST_PEOPLE:
        yield f"and {len(found) - MOST_PEOPLE} more"


def _dice(word: str) -> Iterator[str]:
    """Yield the range, the mean and the spread of dice."""
    try:
        counted = OddsResult(parse(word), Budget())
        text, *told = (line.strip() for line in summary(counted))
        low, high = min(counted.chances.weights), max(counted.chances.weights)
    except RbfError as wrong:
        yield error_text(wrong)
        return
    yield f"{safe(text)}: from {low} to {high}, {'; '.join(told[:2])}"
    yield f"{INDENT}{told[2]}; see odds {safe(word)}"


def _value(part: LinePart, parameter: Parameter, context: NameContext | None) -> Iterator[str]:
    """Yield lines for a system word, a key or a number: what its place accepts and what the word means."""
    label = option_label(parameter) if isinstance(parameter.spec, Opt) else argument_label(parameter)
    yield f"{label}: {description(parameter)}"
    if context is not None and parameter.spec.kind == "pairs":
        yield from _key(part.word, context)
    elif part.verdict is not Verdict.RIGHT:
        yield from _what_is_wrong(part.word, parameter, context)
    elif context is not None and parameter.spec.kind == "condition":
        yield from _condition(part.word, context)
    elif said := meaning(parameter, part.word, context and replace(context, who="".join(can_act(context)[:1]))):
        yield f"{INDENT}{safe(part.word)}: {safe(said)}"


def _what_is_wrong(word: str, parameter: Parameter, context: NameContext | None) -> Iterator[str]:
    try:
        (convert_values if parameter.many else convert_value)(parameter, word, context)
    except RbfError as wrong:
        yield error_text(wrong)


def _condition(word: str, context: NameContext) -> Iterator[str]:
    """Yield the rule of a condition."""
    rows = [row for name, row in context.rules.conditions.items() if name == word or name.startswith(word)]
    for row in rows[:1]:
        rule = next((each for each in context.rules.ledger() if each.id == row.rule), None)
        yield f"{INDENT}{row.name}: {rule.summary} ({rule.id})" if rule else f"{INDENT}{row.name}"


def _key(word: str, context: NameContext) -> Iterator[str]:
    """Yield the sheet key in a word such as `hp=3`. If the key is unknown, yield the keys that start with it."""
    key = word.partition("=")[0].rstrip("+-").partition(".")[0]
    rows = {each.name: each.line for each in keys_of(context.rules.sheet)}
    if key not in rows:  # it can be a key of a weapon or a place
        of_things = [each.kind for each in things_of(context.rules).values() if each.kind and each.word != BLOCK]
        rows |= {each.name: each.line for kind in of_things for each in keys_of(kind) if each.name == key}
    found = [key] if key in rows else [each for each in rows if key and fnmatchcase(each, f"{key}*")]
    yield from (f"{INDENT}{each}: {rows[each]}" for each in found)
    if not found:
        yield f"{INDENT}unknown key {safe(key)!r}; keys: {', '.join(rows)}"
