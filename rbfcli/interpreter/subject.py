"""What is simulated: an encounter or a save, as it stands or with one number of it changed."""

from typing import Any

from msgspec import Struct

from rbfcli.interpreter.check import is_save
from rbfcli.kernel.answers import offered, open_now
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.kernel.limits import SWEPT
from rbfcli.kernel.matching import match
from rbfcli.kernel.numbers import natural
from rbfcli.kernel.rules import Rules
from rbfcli.session.begin import from_tables
from rbfcli.session.encounter import read_encounter
from rbfcli.session.saves import from_bytes
from rbfcli.session.storage import Storage
from rbfcli.store.includes import read_with_includes
from rbfcli.store.paths import find_encounter
from rbfcli.store.reading import read_file

PEOPLE, COUNT, DIGITS = "combatants", "count", 7


class Subject(Struct, frozen=True):
    """A fight to play, its rules, what it is called, and whether it comes from an encounter."""

    name: str
    rules: Rules
    fight: Any
    is_encounter: bool


def subject_of(storage: Storage, source: str) -> Subject:
    """An encounter or a save by name or path, or the fight as it stands. Raises RbfError."""
    if not source:
        session = storage.load()
        return Subject("", session.rules, session.fight, is_encounter=False)
    path = find_encounter(source)
    raw = read_file(path, follow=True)
    if is_save(raw):
        session = from_bytes(raw, source).session
        return Subject(source, session.rules, session.fight, is_encounter=False)
    read = read_encounter(path, Budget())
    return Subject(source, read.rules, read.fight, is_encounter=True)


def require_no_question(fight: Any, why: str) -> None:
    """Raise Refusal, with what there is to choose, where a fight waits for an answer."""
    if fight.questions:
        waiting = open_now(fight)
        hint = f"choose {offered(waiting)}; `simulate` alone plays on from here, and the policies answer"
        raise Refusal(f"{why}, and this one waits for an answer", rule=waiting[0].rule, hint=hint)


class Sweep(Struct, frozen=True):
    """A key of somebody in an encounter, and the numbers that it takes in turn."""

    who: str
    key: str
    low: int
    high: int


def read_sweep(text: str, subject: Subject) -> Sweep:
    """`thug.count=2..6`. Raises UsageError for anything else, and for a name or key that the encounter has not."""
    if not subject.is_encounter:
        raise UsageError("--sweep changes an encounter, and this is a save", hint="give the name of an encounter")
    path, equals, span = text.partition("=")
    who, dot, key = path.rpartition(".")
    first, dots, last = span.partition("..")
    low, high = natural(first, DIGITS), natural(last, DIGITS)
    if not (equals and dot and dots) or low is None or high is None or low > high:
        raise _no_sweep(text)
    if high - low >= SWEPT:
        raise UsageError(f"{high - low + 1} numbers are too many to sweep over", hint=f"{SWEPT} at most")
    people = read_with_includes(find_encounter(subject.name), Budget()).tables[PEOPLE]
    who = match(who, people, "combatant in the encounter")
    return Sweep(who, match(key, (COUNT, *subject.rules.sheet.__struct_fields__), "key"), low, high)


def _no_sweep(text: str) -> UsageError:
    """The error for a sweep that does not read: of numbers in a row it says how they are written."""
    path, _, span = text.partition("=")
    parts = span.replace("..", ",").replace("-", ",").split(",")
    numbers = [number for each in parts if (number := natural(each, DIGITS)) is not None]
    example = f"{path}={min(numbers)}..{max(numbers)}" if path.count(".") and numbers else "thug.count=2..6"
    return UsageError(f"{text!r} is no sweep: ID.KEY=LOW..HIGH", hint=f"--sweep {example}")


def swept(subject: Subject, sweep: Sweep, number: int) -> Subject:
    """The encounter with a number in the place of another. Raises InvalidFile where it is not sound then."""
    budget = Budget()
    reading = read_with_includes(find_encounter(subject.name), budget)
    people = reading.tables[PEOPLE]
    changed = {**people, sweep.who: {**people[sweep.who], sweep.key: number}}
    tables = {**reading.tables, PEOPLE: changed}
    session = from_tables(tables, reading.sources, "sweep", subject.name, budget)
    return Subject(subject.name, session.rules, session.fight, is_encounter=True)
