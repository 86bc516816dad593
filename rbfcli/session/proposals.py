"""Lines that the program proposes, in hints, steps and examples: each is tried in the fight before it is shown.

In a hint, a line to type stands in backticks, or is a whole alternative that begins with a verb of the fight; an
alternative that begins with an option is the line as it was typed, with that option.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.errors import PluginBug, RbfError, UsageError
from rbfcli.core.limits import Budget
from rbfcli.core.text import quoted
from rbfcli.engine.play import offers
from rbfcli.engine.turns import next_steps
from rbfcli.language import verbs
from rbfcli.language.grammar import Parameter, grammar_of, line_for, option_named, split_words, takes_value
from rbfcli.language.names import NameContext, can_act, known_words
from rbfcli.language.parser import bind, fight_verbs, parse_line, read
from rbfcli.model.commands import Command, verb_name
from rbfcli.session.file_store import MemoryStorage, SessionStore, already_begun
from rbfcli.session.session import Session
from rbfcli.systems.registry import complain

if TYPE_CHECKING:
    from rbfcli.language.forms import Verb, VerbForm

Words = Sequence[str]
# Whether a line of a verb that is not the fight's is accepted now.
Accepts = Callable[[Words], bool]
# Carries out a line on a storage.
Perform = Callable[[SessionStore, Words], object]

FORCE, FORCE_ALONE = "--force", "--force does it all the same"
MEANT = "did you mean "
OPEN_MARKS = ("…", "...", "|", "[")
ALTERNATIVES = r"`[^`]*`|(?P<or>\? or else |; or |; |, or | or )"
MADE_UP = {"number": "3", "amount": "3", "text": "words", "addable": "Newcomer", "pairs": "notes=careful"}
MOST_SHOWN, MOST_ACTORS, MOST_WORDS, MOST_TRIED = 2, 2, 4, 15
PEOPLE, FOES = ("combatant", "combatants", "removable", "sheet", "targets"), ("target", "targets", "foe")


class Alternative(Struct, frozen=True):
    """One of the things that a hint says: what joins it to the one before, its text, and the lines in it."""

    joined: str
    text: str
    lines: tuple[tuple[str, ...], ...]


def is_accepted(words: Words, session: Session | None, others: Accepts | None = None) -> bool:
    """Whether a line would be accepted now: played, or by `others` where its verb is not one of the fight.

    Nothing is kept of it. The fault of a plug-in is reported with whatever the line that was typed comes to.
    """
    line = parse_line(words)
    if session is None or line.verb not in fight_verbs(session.rules):
        return others is None or others(words)
    try:
        session.preview(bind(line, session.rules, session.fight).command)
    except PluginBug as fault:
        complain(fault)
        return False
    except RbfError:
        return False
    return True


def is_open(words: Words) -> bool:
    """Whether a line has places to fill in: a word in capitals, an ellipsis, a choice of words."""
    return any(map(_is_place, words[1:]))


def _is_place(word: str) -> bool:
    """Whether a word of a line is to be filled in, or a part of it behind `=`."""
    key, _, value = word.rstrip(",;:?").lstrip("+-").partition("=")
    name = value or key
    return (name.isalpha() and name.isupper()) or any(mark in word for mark in OPEN_MARKS)


def accepted_steps(session: Session) -> tuple[str, ...]:
    """Return the next steps of the fight, without those that would be refused now."""
    steps = next_steps(session.rules, session.fight)
    return tuple(step for step in steps if is_open(split_words(step)) or is_accepted(split_words(step), session))


def alternatives(hint: str, typed: Words, session: Session | None) -> list[Alternative]:
    """Return what a hint says, with the lines to type in each; `typed` is the line that it is about."""
    found, start, joined = [], 0, ""
    for match in (*re.finditer(ALTERNATIVES, hint), None):
        if match is not None and match["or"] is None:
            continue
        text = hint[start : match.start()] if match else hint[start:]
        found.append(Alternative(joined, text, tuple(_lines_in(text, typed, session))))
        start, joined = (match.end(), match["or"]) if match else (len(hint), "")
    return found


def proposed_lines(wrong: RbfError, typed: Words, session: Session | None) -> list[tuple[str, ...]]:
    """Return the lines to type in the hint and the suggestions of an error, without those with places to fill in."""
    lines = [line for each in alternatives(wrong.hint, typed, session) for line in each.lines]
    lines += [tuple(split_words(each)) for each in wrong.suggestions if _is_line(each, session)]
    return [line for line in dict.fromkeys(lines) if not is_open(line)]


def vetted(wrong: RbfError, typed: Words, session: Session | None, others: Accepts | None = None) -> RbfError:
    """Return an error without those lines in its hint and its suggestions that would be refused now."""

    def is_fit(line: Words) -> bool:
        return is_open(line) or is_accepted(line, session, others)

    found = alternatives(wrong.hint, typed, session)
    kept = [each for each in found if all(map(is_fit, each.lines))]
    if len(kept) < len(found):
        wrong.hint = _joined(kept)
    wrong.suggestions = tuple(
        each for each in wrong.suggestions if not _is_line(each, session) or is_fit(split_words(each))
    )
    return wrong


def _joined(kept: Sequence[Alternative]) -> str:
    """Return the text of some of a hint's alternatives."""
    text = "".join(f"{each.joined if number else ''}{each.text}" for number, each in enumerate(kept))
    if text == FORCE:
        return FORCE_ALONE
    return f"{text}?" if text.startswith(MEANT) and "?" not in text else text


def _lines_in(text: str, typed: Words, session: Session | None) -> Iterator[tuple[str, ...]]:
    """Yield the lines to type in one alternative of a hint."""
    for marked in text.split("`")[1::2]:
        yield from _split(marked)
    words = [*_split(text.strip(" ?"))]
    if session is None or not words or "`" in text:
        return
    first = [*words[0]]
    if first[:1] and first[0] in fight_verbs(session.rules):
        yield words[0]
    elif option := _option(first, typed, session):
        yield (*typed, *option)


def _split(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the words of a line, if it can be split."""
    try:
        words = tuple(split_words(text))
    except UsageError:
        return
    if words:
        yield words


def _option(words: Words, typed: Words, session: Session) -> tuple[str, ...]:
    """Return the option that an alternative begins with, with its value, if the verb that was typed takes it."""
    found = [*words[1:]] if words[:1] in (["with"], ["use"]) else [*words]
    kind = fight_verbs(session.rules).get(typed[0]) if typed else None
    option = option_named(found[0], grammar_of(kind).options) if kind and found and found[0].startswith("--") else None
    return () if option is None or found[0] in typed else tuple(found[: 2 if takes_value(option) else 1])


def _is_line(text: str, session: Session | None) -> bool:
    """Whether a suggestion is a line and no single word."""
    words = next(_split(text), ())
    return len(words) > 1 and session is not None and words[0] in fight_verbs(session.rules)


def fitting_examples(
    kind: type[Command], session: Session, most: int = MOST_SHOWN, others: Accepts | None = None
) -> tuple[str, ...]:
    """Return examples of a verb that are accepted in the fight now: its own, what is offered, or what is made up."""
    found: list[str] = []
    for line in islice(_example_lines(kind, session), MOST_TRIED):
        if len(found) == most or (found and line.endswith(FORCE)):
            break
        if line not in found and is_accepted(split_words(line), session, others):
            found.append(line)
    return tuple(found)


def _example_lines(kind: type[Command], session: Session) -> Iterator[str]:
    """Yield lines of a verb that may fit the fight, cheap ones first."""
    yield from kind.examples
    verb = verb_name(kind)
    if verb not in fight_verbs(session.rules):
        yield from (f"{line} {FORCE}" for line in kind.examples)
        return
    people, needed = _actors(session), [each for each in grammar_of(kind).positionals if each.required]
    for who in people[:MOST_ACTORS]:
        for chosen in islice(product(*(_words_for(each, who, session) for each in needed)), MOST_WORDS):
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
    """Return those who act now, then everyone else."""
    up = can_act(NameContext(session.rules, session.fight))
    return tuple(dict.fromkeys((*up, *session.fight.combatants)))


def _words_for(parameter: Parameter, actor: str, session: Session) -> Iterable[str]:
    """Return words that a place of a line may take, likely ones first."""
    people, kind = session.fight.combatants, parameter.spec.kind
    if kind in PEOPLE:
        foes = [each for each in people if each != actor and people[each].side != people[actor].side]
        return islice(foes if parameter.field in FOES else (actor, *foes), MOST_WORDS)
    if parameter.spec.choices:
        return parameter.spec.choices[:MOST_WORDS]
    if kind in MADE_UP:
        return (MADE_UP[kind],)
    try:
        return tuple(islice(known_words(kind, NameContext(session.rules, session.fight, actor)), MOST_WORDS))
    except (PluginBug, RbfError):
        return ()


# The verbs that read and write nothing but the fight, and what comes with rbf.
IN_MEMORY = frozenset({"actions", "help", "log", "new", "redo", "roll", "rules", "show", "start", "systems", "undo"})


class _Trial(MemoryStorage):
    """A copy of a session; another fight takes its place only where it would in the storage of that session."""

    def __init__(self, session: Session | None, storage: SessionStore) -> None:
        super().__init__()
        self._is_kept = session is not None and not isinstance(storage, MemoryStorage)
        if session is not None:
            super().begin(session.twin(), replace=True)

    def begin(self, session: Session, *, replace: bool) -> None:
        """Begin a new session. Raises Refusal if there is one that has to be replaced."""
        if self._is_kept and not replace:
            raise already_begun(self.name)
        super().begin(session, replace=replace)


def accepting(storage: SessionStore, perform: Perform, session: Session | None = None) -> Accepts:
    """Return the function that tells whether a line of the program's own verbs would be accepted now.

    Lines that need nothing but memory are tried, by `perform`, on copies of the `session`, or of what the storage
    holds; others are read only.
    """
    known: list[Session | None] = [session] if session else []

    def accepts(words: Words) -> bool:
        if not known:
            known.append(loaded(storage))
        line = parse_line(words)
        try:
            if line.system is not None or line.verb in IN_MEMORY:
                perform(_Trial(known[0], storage), words)
            else:
                read(line, verbs.VERBS)
        except RbfError:
            return False
        return True

    return accepts


def with_fitting_examples(verb: "Verb", storage: SessionStore, perform: Perform) -> "Verb":
    """Return a verb with examples that would be accepted now; as it is where there is no fight."""
    session = loaded(storage)
    if session is None:
        return verb
    accepts = accepting(storage, perform, session)

    def fitted(form: "VerbForm") -> "VerbForm":
        if form.standalone:
            return form
        return replace(form, fitting=fitting_examples(form.kind, session, len(form.kind.examples), accepts))

    return replace(verb, forms=tuple(map(fitted, verb.forms)))


def loaded(storage: SessionStore) -> Session | None:
    """Return the session that a storage holds; None where there is none that can be read."""
    try:
        return storage.load()
    except (RbfError, PluginBug):
        return None
