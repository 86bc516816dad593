"""Lines that the program proposes in hints, steps and examples. Each is tried in the fight before it is shown."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rbfcli.core.errors import (
    ELLIPSES,
    EXAMPLE,
    FORCE,
    FORM_MARKS,
    Hint,
    PluginBug,
    RbfError,
    UsageError,
    did_you_mean,
    is_open,
)
from rbfcli.core.limits import Budget
from rbfcli.core.text import quoted
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import offers
from rbfcli.engine.turns import next_steps
from rbfcli.language.grammar import Parameter, grammar_of, line_for, split_words
from rbfcli.language.names import NAMED_BY_ID, NameContext, can_act, known_words
from rbfcli.language.parser import Line, bind, fight_verbs, is_fight_verb, parse_line, split_options
from rbfcli.language.verbs import ALSO_OF_FIGHTS, VERBS
from rbfcli.model.commands import Command, verb_name
from rbfcli.session.file_store import AlreadyBegun, MemoryStorage, SessionStore, loaded, number_of_kept
from rbfcli.session.session import Session
from rbfcli.systems.registry import complain

if TYPE_CHECKING:  # only help needs them
    from rbfcli.language.forms import Verb, VerbForm

Words = Sequence[str]
# Returns whether a line with a verb of the program, not of the fight, is accepted now.
Accepts = Callable[[Words], bool]
# Runs a line on a storage.
Perform = Callable[[SessionStore, Words], object]

MOST_SHOWN, MOST_ACTORS, MOST_WORDS, MOST_TRIED, MOST_FILLED = 2, 2, 4, 15, 60
WHO = "WHO"
FOES = ("target", "targets", "foe")


def is_accepted(words: Words, session: Session | None, others: Accepts | None = None) -> bool:
    """Return whether a line would be accepted now, in the fight or by `others`; plugin faults are reported."""
    line = parse_line(words)
    if session is None or not _is_of_the_fight(line, session):
        return others is None or others(words)
    return refusal(words, session) is None


def refusal(words: Words, session: Session) -> Exception | None:
    """Return why a line would be refused in the fight now; None if it would be accepted. Plugin faults are reported."""
    try:
        session.preview(bind(parse_line(words), session.rules, session.fight).command)
    except PluginBug as fault:
        complain(fault)
        return fault
    except RbfError as wrong:
        return wrong
    return None


def _is_of_the_fight(line: Line, session: Session) -> bool:
    """Return whether a line's verb is one of the fight's; a few verbs are also program commands."""
    rules = session.rules
    if line.verb in ALSO_OF_FIGHTS:
        return is_fight_verb(line.verb, line.rest, rules, session.fight)
    return line.verb in fight_verbs(rules)


def fits(words: Words, session: Session | None, others: Accepts | None = None) -> bool:
    """Return whether a line would be accepted now, for any combatant as WHO.

    A line with other placeholders cannot be tried; it fits if an example of its verb does.
    """
    people = islice(session.fight.combatants, MOST_FILLED) if session and WHO in words else (WHO,)
    lines = ([who if word == WHO else word for word in words] for who in people)
    return any(_form_fits(line, session) if is_open(line) else is_accepted(line, session, others) for line in lines)


def _form_fits(words: Words, session: Session | None) -> bool:
    """Return whether a line with placeholders could be accepted: its verb can be used now, and its actor is clear."""
    line, is_form = parse_line(words), any(mark in word for word in words for mark in (*ELLIPSES, *FORM_MARKS))
    if session is None or is_form or not _is_of_the_fight(line, session):
        return True
    kind, context = fight_verbs(session.rules)[line.verb], NameContext(session.rules, session.fight)
    names_actor = not grammar_of(kind).actor or any(each in session.fight.combatants for each in line.rest[:1])
    return (names_actor or len(can_act(context)) == 1) and bool(fitting_examples(kind, session, 1))


def accepted_steps(session: Session) -> tuple[str, ...]:
    """Return the next steps of the fight, without any that would be refused now."""
    steps = next_steps(session.rules, session.fight)
    return tuple(step for step in steps if fits(split_words(step.partition(" (")[0]), session))


def proposed_lines(wrong: RbfError, typed: Words) -> list[Words]:
    """Return the lines that an error's hints propose after the `typed` one, without any that have placeholders."""
    lines = (_whole(line, typed) for hint in wrong.hints for line in hint.lines)
    return [line for line in lines if not is_open(line)]


def vetted(wrong: RbfError, typed: Words, session: Session | None, others: Accepts | None = None) -> RbfError:
    """Return an error without the proposed lines that would be refused now, and without hints that have only these."""
    kept = [each for each in (_vetted(hint, typed, session, others) for hint in wrong.hints) if each]
    if not kept and wrong.suggestions:
        kept = [did_you_mean(wrong.suggestions)]
    elif not kept and wrong.hints and isinstance(wrong, UsageError):
        kept = [_possible_now(typed, session)]
    wrong.hint = kept
    return wrong


def _vetted(hint: Hint, typed: Words, session: Session | None, others: Accepts | None) -> Hint | None:
    """Return a hint with the lines that would be accepted now; None if none of its lines would."""
    fitting = [line for line in hint.lines if fits(_whole(line, typed), session, others)]
    return Hint(hint.text, *fitting, words=hint.words, near=hint.near) if fitting or not hint.lines else None


def _whole(line: str, typed: Words) -> Words:
    """Return the words of a proposed line; for an option, the typed line with it, in place of its value there."""
    words = tuple(split_words(line))
    if not words[0].startswith("-"):
        return words
    at = next((at for at, word in enumerate(typed) if word.partition("=")[0] == words[0]), len(typed))
    replaced = 1 if "=" in "".join(typed[at : at + 1]) else len(words)
    return (*typed[:at], *words, *typed[at + replaced :])


def _possible_now(typed: Words, session: Session | None) -> Hint:
    """Return a hint with a line accepted now, of the typed verb or the next step, or else where to look."""
    verb = parse_line(typed).verb
    explained = Hint("{} explains it", f"help {verb}")
    if verb in VERBS:
        return explained
    if session is None:
        return Hint("{} lists all commands", "help")
    kind = fight_verbs(session.rules).get(verb)
    if kind is not None and (fitting := fitting_examples(kind, session, 1)):
        return Hint(EXAMPLE, *fitting)
    line, remark, rest = next(iter(accepted_steps(session)), "").partition(" (")
    if line:
        return Hint(f"next: {{}}{remark}{rest}", line)
    return Hint("{} lists what can be done", "actions") if kind is None else explained


def fitting_examples(
    kind: type[Command], session: Session, most: int = MOST_SHOWN, others: Accepts | None = None
) -> tuple[str, ...]:
    """Return examples of a verb that are accepted in the fight now: its own, offered ones, or made-up ones."""
    found: list[str] = []
    for line in islice(_example_lines(kind, session), MOST_TRIED):
        if len(found) == most or (found and line.endswith(FORCE)):
            break
        if line not in found and is_accepted(split_words(line), session, others):
            found.append(line)
    return tuple(found)


def _example_lines(kind: type[Command], session: Session) -> Iterator[str]:
    """Yield lines of a verb that may fit the fight, cheap ones first: its examples, then with names of the fight."""
    yield from kind.examples
    verb = verb_name(kind)
    if verb not in fight_verbs(session.rules):
        yield from (f"{line} {FORCE}" for line in kind.examples)
        return
    people, needed = _actors(session), [each for each in grammar_of(kind).positionals if each.required]
    given = split_options(parse_line(split_words(kind.examples[0])), {verb: kind})[1]
    for who in people[:MOST_ACTORS]:
        likely = ((*_likely_words(each, who, session), *given.get(each.field, ()))[:MOST_WORDS] for each in needed)
        for chosen in islice(product(*likely), MOST_WORDS):
            yield " ".join([verb, *map(quoted, chosen)])
    for who in people[:MOST_ACTORS]:
        try:
            yield from (
                line_for(each.command)
                for each in offers(session.rules, session.fight, who, Budget())
                if verb_name(each.command) == verb
            )
        except (PluginBug, RbfError):
            return


def _actors(session: Session) -> tuple[str, ...]:
    """Return the combatants who can act now, then all others."""
    up = can_act(NameContext(session.rules, session.fight))
    return tuple(dict.fromkeys((*up, *session.fight.combatants)))


def _likely_words(parameter: Parameter, actor: str, session: Session) -> tuple[str, ...]:
    """Return words of the fight that a parameter may take, likely ones first; none if the rules fail."""
    kind, fight = parameter.spec.kind, session.fight
    people = fight.combatants
    if kind in NAMED_BY_ID:
        foes = [each for each in people if actor and people[each].side != people[actor].side]
        return tuple(foes if parameter.field in FOES else dict.fromkeys((actor, *foes, *people)))
    if kind == "waiting-group":
        return tuple(fight.groups)
    if kind == "answer":
        return tuple(each for question in open_now(fight) for each in question.answers)
    try:
        return parameter.spec.choices or tuple(known_words(kind, NameContext(session.rules, fight, actor)))
    except (PluginBug, RbfError):
        return ()


class Trial(MemoryStorage):
    """A storage with a copy of a session, which refuses to replace it if the real storage would."""

    def __init__(self, session: Session | None, storage: SessionStore) -> None:
        super().__init__()
        self.name = storage.name
        self._stands_for = storage
        self._is_kept = session is not None and not isinstance(storage, MemoryStorage)
        if session is not None:
            super().begin(session.twin(), replace=True)

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session. Raises Refusal if there is one that has to be replaced."""
        if self._is_kept and not replace:
            raise AlreadyBegun(self.name)
        super().begin(session, replace=replace)

    def kept(self) -> dict[int, Session]:
        """Return the sessions kept in the real storage."""
        return self._stands_for.kept()

    def restore(self, number: int) -> Session:
        """Return a session that could be restored. Raises Refusal if there is none of this number."""
        kept = self.kept()
        return kept[number_of_kept(number, [*kept])]


def accepting(storage: SessionStore, perform: Perform, session: Session | None = None) -> Accepts:
    """Return a function that tries a line of the program's own verbs, by `perform`, on a copy of the session."""
    known: list[Session | None] = [session] if session else []

    def accepts(words: Words) -> bool:
        if not known:
            known.append(loaded(storage))
        try:
            perform(Trial(known[0], storage), words)
        except RbfError:
            return False
        return True

    return accepts


def with_fitting_examples(verb: "Verb", storage: SessionStore, perform: Perform) -> "Verb":
    """Return a verb with examples that would be accepted now; unchanged if there is no fight."""
    session = loaded(storage)
    if session is None:
        return verb
    accepts = accepting(storage, perform, session)

    def fitted(form: "VerbForm") -> "VerbForm":
        if form.standalone:
            return form
        return replace(form, fitting=fitting_examples(form.kind, session, len(form.kind.examples), accepts))

    return replace(verb, forms=tuple(map(fitted, verb.forms)))
