"""Explanations of the word at the cursor: a verb, an option, a combatant, a value or a key."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rbfcli.commands.hints import no_verb
from rbfcli.core.errors import PluginBug, RbfError
from rbfcli.core.text import safe
from rbfcli.dice.parser import parse
from rbfcli.language.completion import KnownNames, kinds_in
from rbfcli.language.cursor import meaning
from rbfcli.language.forms import SHARED, summary_of
from rbfcli.language.grammar import Parameter, argument_label, description, grammar_of, option_label, usage
from rbfcli.language.keys import keys_of
from rbfcli.language.line_errors import wrong_option
from rbfcli.language.names import NameContext, begins_as_dice, can_act, convert_value, convert_values, find_combatants
from rbfcli.language.parser import COMMON
from rbfcli.language.verbs import SYNONYMS
from rbfcli.language.word_check import PEOPLE, LinePart, LineReader
from rbfcli.model.commands import Command, Opt
from rbfcli.render.layout import wrapped
from rbfcli.render.roster import people, roster
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import error_text
from rbfcli.session.file_store import SaveView
from rbfcli.session.proposals import fitting_examples

INDENT = "  "
MOST_EXAMPLES = 2
NOTHING = ("F1, or ? after a word, explains it; help lists the verbs, help prompt the keys",)


def explained(text: str, cursor: int, view: SaveView, names: KnownNames, style: Style) -> list[str]:
    """Return lines, safe to print, that explain the word at the cursor, or the one before it, in the current fight."""
    try:
        part = _at(LineReader(names).parts(text, view.context), cursor)
        told = [*_told(part, text, view, names, style)] if part else NOTHING
    except PluginBug as fault:
        return [safe(fault.message)]
    except RbfError as wrong:
        told = [error_text(wrong)]
    return [line for each in told for line in _fitted(each, style)]


def _told(part: LinePart, text: str, view: SaveView, names: KnownNames, style: Style) -> Iterator[str]:
    """Yield lines on a part of the text. Raises RbfError, whose message explains what is wrong with it."""
    parameter, context = part.parameter, view.context
    if part.kind == "option":
        yield _option(part, kinds_in(text.split(), context, names).get(part.verb))
    elif parameter is not None and parameter.spec.kind in PEOPLE and context is not None:
        yield from _people(part.word.partition("=")[0], context, style)
    elif parameter is not None:
        if parameter.spec.kind == "dice" and begins_as_dice(part.word) and "--dialect" not in text:
            parse(part.word)
        yield from _value(part, parameter, context)
    elif part.kind == "verb" or (part.verb and not part.is_wrong):
        yield from _verb(part.word if part.word in SYNONYMS else part.verb, text, view, names)
    elif part.is_wrong:
        yield f"{safe(part.word)}: {part.verb} takes no more words; see help {part.verb}"
    else:
        yield from NOTHING


def _verb(verb: str, text: str, view: SaveView, names: KnownNames) -> Iterator[str]:
    kinds, session = kinds_in(text.split(), view.context, names), view.session
    if verb in kinds:
        yield f"{verb}: {summary_of(kinds[verb])}"
        yield f"{INDENT}{usage(grammar_of(kinds[verb]))}"
        examples: Sequence[str] = kinds[verb].examples[:MOST_EXAMPLES]
        if session is not None and verb in session.rules.verb_types:  # only those that would be accepted now
            examples = fitting_examples(kinds[verb], session, MOST_EXAMPLES)
        yield from (f"{INDENT}{line}" for line in examples)
        yield f"{INDENT}see help {verb}"
    elif verb in SYNONYMS:
        yield f"{verb}: short for {' '.join(SYNONYMS[verb])}"
    elif verb in names.verbs:
        yield f"{verb}: {names.verbs[verb]}"
    elif view.context is None and verb in SHARED:
        yield f"{verb}: {summary_of(SHARED[verb])}"
    else:
        own = tuple(names.verbs)
        raise no_verb([verb], own if session else (*kinds, *SHARED, *own), session)


def _fitted(text: str, style: Style) -> Iterator[str]:
    """Yield a text in lines of the screen's width. Coloured roster lines already fit."""
    for line in text.split("\n"):
        yield from [line] if "\x1b" in line else wrapped(line, style.width, INDENT)


def _at(parts: Sequence[LinePart], cursor: int) -> LinePart | None:
    """Return the part at the cursor or ending there, else the one before it."""
    under = [each for each in parts if each.start <= cursor <= each.end]
    before = [each for each in parts if each.end < cursor]
    return next(iter([*under, *before[-1:]]), None)


def _option(part: LinePart, kind: type[Command] | None) -> str:
    if part.parameter is None:
        raise wrong_option(grammar_of(kind or Command), part.word, COMMON.options)
    return f"{option_label(part.parameter)}: {description(part.parameter)}"


def _people(word: str, context: NameContext, style: Style) -> Iterator[str]:
    """Yield the roster lines of the combatants a word names. Raises RbfError with the nearest name."""
    named = find_combatants(word, context)
    yield from filter(None, roster([one for one in people(context.fight, context.rules) if one.who in named], style))


def _value(part: LinePart, parameter: Parameter, context: NameContext | None) -> Iterator[str]:
    """Yield what the place of a word accepts, and what the word means there or why it is wrong."""
    label = option_label(parameter) if isinstance(parameter.spec, Opt) else argument_label(parameter)
    yield f"{label}: {description(parameter)}"
    if context is not None and parameter.spec.kind == "pairs":
        key = part.word.partition("=")[0].rstrip("+-").partition(".")[0]
        rows = {each.name: each.line for each in keys_of(context.rules.sheet)}
        yield f"{INDENT}{key}: {rows[key]}" if key in rows else f"{INDENT}keys: {', '.join(rows)}"
        return
    try:
        (convert_values if parameter.many else convert_value)(parameter, part.word, context)
    except RbfError as wrong:
        yield error_text(wrong)
        return
    if said := meaning(parameter, part.word, context and replace(context, who="".join(can_act(context)[:1]))):
        yield f"{INDENT}{safe(part.word)}: {safe(said)}"
