"""What whoever is up could have meant: a foe named first is the target, a verb alone wants more; only said."""

from collections.abc import Sequence

from rbfcli.kernel.answers import offered, open_now
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.command import verb_of
from rbfcli.kernel.errors import LimitReached, PluginFault, RbfError, Refusal
from rbfcli.kernel.matching import MOST_NEAR
from rbfcli.kernel.offers import refusal, rehearsed
from rbfcli.kernel.visible import in_quotes, quoted
from rbfcli.language.descriptions import usage
from rbfcli.language.fights import fight_verbs, read_words
from rbfcli.language.grammar import grammar_of
from rbfcli.language.line_errors import MissingArgument, MissingNumber, missing_argument
from rbfcli.language.names import NameContext, able_now
from rbfcli.language.reader import ParsedLine, find_verb
from rbfcli.language.writer import line_for
from rbfcli.session.proposals import fitting_examples
from rbfcli.session.session import Session

CHOOSE = "choose"
# What the GM does at any time, so that nobody offers it.
BY_HAND = ("add", "condition", "damage", "edit", "heal", "note", "remove", "set")


def for_the_one_up(refused: Refusal, words: Sequence[str], line: ParsedLine, session: Session) -> Refusal:
    """The refusal of a line whose first name is a foe of the only one up; it names the line in which that one acts.

    Where the rules refuse that line too, the refusal stays as it is.
    """
    grammar, up = grammar_of(type(line.command)), the_only_one_up(session)
    first = grammar.positionals[0] if grammar.positionals else None
    if not up or first is None or first.spec.kind != "combatant":
        return refused
    people, named = session.fight.combatants, getattr(line.command, first.field)
    if named not in people or named == up or people[named].side == people[up].side or first.field not in line.words:
        return refused
    at = find_verb(words)
    meant = [words[at], up, *words[at + 1 :]]
    try:
        command = read_words([*words[:at], *meant], session.rules, session.fight).command
    except RbfError:
        return refused
    if refusal(session.rules, session.fight, command) is None:
        text = " ".join(in_quotes(word) if "*" in word else quoted(word) for word in meant)
        refused.hint = f"did you mean `{text}`?{f' or else {refused.hint}' if refused.hint else ''}"
        refused.suggestions = (text,)
    return refused


def with_fitting_example(wrong: MissingArgument | MissingNumber, session: Session) -> None:
    """Put an example that is accepted now, else the shape of the line, for the verb's own example in a hint."""
    kind = fight_verbs(session.rules).get(wrong.grammar.verb)
    fitting = fitting_examples(kind, session, 1) if kind else ()
    shape = f"`{fitting[0]}`" if fitting else usage(wrong.grammar)
    wrong.hint = wrong.hint.replace(f"`{wrong.grammar.example}`", shape)


def for_want_of_words(wrong: MissingArgument, words: Sequence[str], session: Session) -> RbfError:
    """The error of a line that ends too soon: with what the only one up could say by that verb now, if anything.

    Where it is a bare `choose`, with the answers that there are.
    """
    if wrong.grammar.verb == CHOOSE:
        asked = open_now(session.fight)
        nothing = "nothing is asked now; `actions` lists what can be done"
        wrong.hint = f"choose {offered(asked)}" if asked else nothing
        return wrong
    up = the_only_one_up(session)
    if not up:
        return wrong
    verb = words[find_verb(words)]
    try:
        found = [*rehearsed(session.rules, session.fight, up, Budget())]
    except (PluginFault, LimitReached):
        return wrong
    from rbfcli.interpreter.actions import short_form

    meant = [each for each in found if verb_of(each.command) == verb]
    able = [each.command for each in meant if not each.refusal]
    lines = [short_form(line_for(each), each, up, _names(session)) for each in able]
    if wrong.grammar.actor and wrong.parameter is wrong.grammar.positionals[0] and len(wrong.grammar.positionals) > 1:
        wrong = missing_argument(wrong.grammar, wrong.grammar.positionals[1])
        with_fitting_example(wrong, session)
    some = ", ".join(f"`{each}`" for each in lines[:MOST_NEAR]) + (" ..." if len(lines) > MOST_NEAR else "")
    if verb in BY_HAND:
        return wrong
    none = f"no {verb} is possible now" if meant else wrong.hint
    wrong.hint = f"now possible: {some}" if lines else f"{none}; `actions --all` says what is possible now"
    return wrong


def the_only_one_up(session: Session) -> str:
    """Whose turn it is, where that is one alone; empty before the fight, in a phase and in the turn of a team."""
    people = able_now(_names(session))
    return people[0] if len(people) == 1 and session.fight.round else ""


def _names(session: Session) -> NameContext:
    return NameContext(session.rules, session.fight)
