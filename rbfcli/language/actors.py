"""Who acts in a line that leaves it out: whoever's turn it is; imported only for such a line."""

from collections.abc import Mapping, Sequence

from rbfcli.kernel.errors import RbfError, UsageError
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.visible import quoted
from rbfcli.language.grammar import Grammar, Parameter, optional_place
from rbfcli.language.kinds import read_one
from rbfcli.language.names import NameContext, able_now, find_combatant, known_words

MOST_NAMED = 6
OF_PEOPLE = ("combatant", "targets", "place")


def the_one_up(grammar: Grammar, values: Mapping[str, Sequence[str]], context: NameContext | None) -> str:
    """The one who acts in a line that names nobody first. Raises UsageError where that is not clear."""
    words = _words(grammar, values)
    if context is None:
        raise _missing(grammar, words)
    people = able_now(context)
    named = _first_named(grammar, words, context)
    if len(people) == 1 and named != people[0] and (not named or _next_kind(grammar) in OF_PEOPLE):
        return people[0]
    if named in people or len(people) == 1 or not context.fight.round:
        raise _missing(grammar, words if named else ())
    raise _not_alone(grammar, words, people, named)


def _missing(grammar: Grammar, words: Sequence[str]) -> UsageError:
    """The error for what is missing behind some words."""
    from rbfcli.language.line_errors import missing_argument, missing_number

    following = grammar.positionals[len(words)]
    return missing_number(grammar, words) if following.spec.kind == "number" else missing_argument(grammar, following)


def no_such_actor(
    unknown: RbfError, grammar: Grammar, values: Mapping[str, Sequence[str]], context: NameContext
) -> RbfError:
    """The error for a first word that names nobody; where it is like no name, it says that who acts comes first."""
    people = able_now(context)
    if len(people) != 1 or (unknown.suggestions and not _is_category(values[grammar.actor][0], grammar, context)):
        return unknown
    place = optional_place(grammar)
    if place is not None and place.field not in values:
        return _neither(unknown, place, values[grammar.actor][0], context)
    words = " ".join(map(quoted, _words(grammar, values)))
    known = f"; {unknown.hint}" if unknown.hint else ""
    hint = f"who acts comes first: `{grammar.verb} {quoted(people[0])} {words}`{known}"
    return type(unknown)(unknown.message, hint=hint, rule=unknown.rule)


def _is_category(word: str, grammar: Grammar, context: NameContext) -> bool:
    """Whether a word in the place of who acts is, or begins, one of the few that a line has behind it."""
    kind = _next_kind(grammar)
    known = known_words(kind, context) if kind == "category" else ()
    return any(each.startswith(word.casefold()) for each in known)


def _neither(unknown: RbfError, place: Parameter, word: str, context: NameContext) -> RbfError:
    """The error for a word that names neither somebody nor a place."""
    try:
        read_one(place, word, context)
    except RbfError as wrong:
        return UsageError(f"{unknown.message}, and {wrong.message}", hint=wrong.hint, suggestions=wrong.suggestions)
    return unknown


def led_by_the_one_up(
    grammar: Grammar, values: Mapping[str, Sequence[str]], context: NameContext
) -> dict[str, Sequence[str]] | None:
    """The words of a line whose first names nobody, but what may stand behind a name: without who acts.

    That is a place, or one of the few words of a list, as in `declare attack 2 defend`. None where it is no such line,
    or where whose turn it is is not clear.
    """
    if len(able_now(context)) != 1:
        return None
    first, place = values[grammar.actor][0], optional_place(grammar)
    if place is not None and place.field not in values and _reads(place, first, context):
        return {place.field if field == grammar.actor else field: words for field, words in values.items()}
    if not _is_category(first, grammar, context):
        return None
    listed = grammar.positionals[1].field
    words = [first, *values.get(listed, ())]
    if not all(is_digits(each) or _is_category(each, grammar, context) for each in words):
        return None
    return {field: words if field == listed else given for field, given in values.items() if field != grammar.actor}


def _reads(parameter: Parameter, word: str, context: NameContext) -> bool:
    """Whether a word is one of those that a parameter takes."""
    try:
        read_one(parameter, word, context)
    except RbfError:
        return False
    return True


def _words(grammar: Grammar, values: Mapping[str, Sequence[str]]) -> list[str]:
    return [word for parameter in grammar.positionals for word in values.get(parameter.field, ())]


def _first_named(grammar: Grammar, words: Sequence[str], context: NameContext) -> str:
    """The combatant that the first word names: whole, or as a prefix too where people are named next; else empty."""
    if not words:
        return ""
    for who, one in context.fight.combatants.items():
        if words[0].casefold() in (who.casefold(), one.name.casefold()):
            return str(who)
    try:
        return find_combatant(words[0], context) if _next_kind(grammar) in OF_PEOPLE[:2] else ""
    except RbfError:
        return ""


def _next_kind(grammar: Grammar) -> str:
    return grammar.positionals[1].spec.kind if len(grammar.positionals) > 1 else ""


def _not_alone(grammar: Grammar, words: Sequence[str], people: Sequence[str], named: str) -> UsageError:
    """The error where several could be meant, `people` of a team or anybody in a phase; it says what to type."""
    rest = " ".join(map(quoted, words))
    lines = [f"{grammar.verb} {quoted(people[0]) if people else 'WHO'} {rest}".rstrip()]
    if named:
        from rbfcli.language.descriptions import argument_label

        lines.insert(not people, f"{grammar.verb} {rest} {argument_label(grammar.positionals[len(words)])}")
    question = grammar.positionals[0].spec.help
    asked = question if question.startswith("who ") else f"who is it that {grammar.verb} is about"
    several = " or ".join(people[:MOST_NAMED]) + (" …" if len(people) > MOST_NAMED else "")
    reason = f"{several} can" if people else "it is nobody's turn alone"
    return UsageError(f"{asked}? {reason}", hint=" or ".join(f"`{line}`" for line in lines))
