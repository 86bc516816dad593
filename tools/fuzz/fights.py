"""Fights to fuzz, one of each shipped encounter, and what holds of a fight after whatever was done to it."""

from functools import cache

from rbfcli.conformance.lines import answers_to_try, in_turn, out_of_turn, sampled_lines
from rbfcli.kernel.errors import LimitReached, RbfError
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.store.paths import find_encounter, list_encounters
from tools.fuzz.oracle import Wrong

SEED = "fuzz"
FEW, LINES_OF_EACH = 3, 40


@cache
def encounters() -> tuple[str, ...]:
    """The names of all shipped encounters."""
    return tuple(list_encounters())


@cache
def begun(name: str) -> Session:
    """A fight in its first round; one that is not shipped is that of the first that is. Leave it as it is."""
    name = name if name in encounters() else encounters()[0]
    session = from_encounter(find_encounter(name), SEED, source=name)
    session.perform(read_line("init", session.rules, session.fight))
    return session


@cache
def played(name: str) -> Session:
    """The same fight some commands later, one of them undone. Leave it as it is."""
    session = begun(name).twin()
    for line in ("turn next", *in_turn(session), 'note "so far"', *answers_to_try(session)):
        try:
            session.perform(read_line(line, session.rules, session.fight))
        except RbfError:
            continue
        if len(session.journal) > FEW:
            session.undo(1)
            break
    return session


@cache
def lines(name: str) -> tuple[str, ...]:
    """Lines for that fight: what may be done, what may not, and every verb of its system."""
    session = begun(name)
    offered = [*in_turn(session), *out_of_turn(session)][:LINES_OF_EACH]
    people = list(session.fight.combatants)[:FEW]
    verbs = [line for who in people for line in sampled_lines(session, who, LINES_OF_EACH)]
    return (*offered, *verbs, *(example for kind in session.rules.verbs for example in kind.examples))


State = tuple[object, ...]


def state(session: Session) -> State:
    """What a refusal has to leave as it is."""
    return session, session.fight, session.journal, session.undone, session.revision


def same(before: State, after: State) -> bool:
    """Whether nothing changed: it is the same fight, not only an equal one."""
    return before[0] is after[0] and before[1] is after[1] and before[2:] == after[2:]


def is_sound(session: Session) -> None:
    """Nothing in the fight names what is not there, or is what no file may say. Raises Wrong."""
    for each in mistakes_in(session.rules, session.fight):
        raise Wrong(f"a fight is unsound: {each.line}")


def comes_back(session: Session) -> None:
    """A save of the fight reads back as the same fight, unedited, with the same journal. Raises Wrong."""
    try:
        raw = to_bytes(session)
    except LimitReached:
        return
    try:
        loaded = from_bytes(raw, "save")
    except RbfError as wrong:
        raise Wrong(f"a save cannot be read: {wrong.message}") from wrong
    again = loaded.session
    if loaded.edited:
        raise Wrong("a save looks edited")
    if again.fight != session.fight or again.journal != session.journal or again.undone != session.undone:
        raise Wrong("a save reads back otherwise")
    if to_bytes(again) != raw:
        raise Wrong("a save writes other bytes the second time")
