"""What is simulated: an encounter or a save, as it stands or with one number of it changed."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.interpreter.check import is_save
from rbfcli.kernel.answers import offered, open_now
from rbfcli.kernel.blocks import BLOCKS
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.kernel.evolve import field_at
from rbfcli.kernel.limits import SWEPT
from rbfcli.kernel.matching import match, nearest
from rbfcli.kernel.numbers import whole_number
from rbfcli.kernel.paths import Path, dotted, read_setting
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sheets import from_blocks
from rbfcli.session.begin import from_tables
from rbfcli.session.encounter import read_encounter
from rbfcli.session.mistaken import Mistaken
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
    """A key of somebody in an encounter, or one in a table of theirs, and the numbers that it takes in turn."""

    who: str
    path: Path
    low: int
    high: int

    def at(self, number: int) -> str:
        """What is changed to a number, such as `thug.count=2`."""
        return f"{dotted((self.who, *self.path))}={number}"


def read_sweep(text: str, subject: Subject) -> Sweep:
    """`thug.count=2..6`. Raises UsageError for anything else, and for a name or key that the encounter has not."""
    if not subject.is_encounter:
        raise UsageError("--sweep changes an encounter, and this is a save", hint="give the name of an encounter")
    place, equals, span = text.partition("=")
    who, dot, inside = place.partition(".")
    first, dots, last = span.partition("..")
    low, high = whole_number(first, DIGITS), whole_number(last, DIGITS)
    if not (equals and dot and dots) or low is None or high is None or low > high:
        raise _no_sweep(text)
    if high - low >= SWEPT:
        raise UsageError(f"{high - low + 1} numbers are too many to sweep over", hint=f"{SWEPT} at most")
    tables = read_with_includes(find_encounter(subject.name), Budget()).tables
    who = match(who, tables[PEOPLE], "combatant")
    keys, _, _ = read_setting(f"{inside}=", {})
    key = match(keys[0].replace("-", "_"), (COUNT, *subject.rules.sheet.__struct_fields__), "key")
    return Sweep(who, (key, *_inner(who, key, keys[1:], _sheet(tables, who).get(key))), low, high)


def _inner(who: str, key: str, path: Path, table: Any) -> Path:
    """A path in a table of a sheet, each word of it as it is written. Raises UsageError where nothing is there."""
    if not path:
        return ()
    if not isinstance(table, Mapping):
        raise UsageError(f"there is nothing in {who}.{key}", hint="--sweep ID.KEY=LOW..HIGH")
    if path[0] not in table:
        near = nearest(path[0], tuple(table))
        hint = f"did you mean {' or '.join(near)}?" if near else f"known: {', '.join(table)}"
        raise UsageError(f"there is no {path[0]!r} in {who}.{key}", hint=hint, suggestions=near or tuple(table))
    return (path[0], *_inner(who, f"{key}.{path[0]}", path[1:], table[path[0]]))


def _sheet(tables: Mapping[str, Any], who: str) -> dict[str, Any]:
    """What an encounter says of somebody, stat blocks included."""
    return from_blocks(tables[PEOPLE][who], tables.get(BLOCKS, {}))


def _no_sweep(text: str) -> UsageError:
    """The error for a sweep that does not read: of numbers in a row it says how they are written."""
    import re

    path, _, span = text.partition("=")
    digits = re.findall(r"(?<!\d)(?<!\d\.)-?\d+(?!\.?\d)", span)
    numbers = [number for each in digits if (number := whole_number(each, DIGITS)) is not None]
    several = path.count(".") and len(set(numbers)) > 1
    example = f"{path}={min(numbers)}..{max(numbers)}" if several else "thug.count=2..6"
    return UsageError(f"{text!r} is no sweep: ID.KEY=LOW..HIGH", hint=f"--sweep {example}")


def swept(subject: Subject, sweep: Sweep, number: int) -> Subject:
    """The encounter with a number in the place of another. Raises UsageError where that cannot be, or does not stay."""
    budget = Budget()
    reading = read_with_includes(find_encounter(subject.name), budget)
    people, (key, *_) = reading.tables[PEOPLE], sweep.path
    value = _with_inner(_sheet(reading.tables, sweep.who).get(key), sweep.path[1:], number)
    changed = {**people, sweep.who: {**people[sweep.who], key: value}}
    tables = {**reading.tables, PEOPLE: changed}
    try:
        session = from_tables(tables, reading.sources, "sweep", subject.name, budget)
    except Mistaken as wrong:
        first = replace(wrong.found[0].mistake, hint="").line
        raise UsageError(f"--sweep {sweep.at(number)}: {first}", hint=wrong.hint) from None
    _require_that_it_stays(session.fight, sweep, number)
    return Subject(subject.name, session.rules, session.fight, is_encounter=True)


def _with_inner(table: Any, path: Path, number: int) -> Any:
    """A number, or a table with it at a path."""
    return {**table, path[0]: _with_inner(table[path[0]], path[1:], number)} if path else number


def _require_that_it_stays(fight: Any, sweep: Sweep, number: int) -> None:
    """Raise UsageError where the rules begin with another number: 0 may be what is usual, a place where one stands."""
    who = next((each for each in fight.combatants if each.rstrip("0123456789") == sweep.who), sweep.who)
    one = fight.combatants.get(sweep.who) or fight.combatants.get(who)
    made = number if one is None or sweep.path == (COUNT,) else field_at(one, sweep.path)
    if made != number:
        hint = "sweep over numbers that stay as they are"
        raise UsageError(f"--sweep {sweep.at(number)}: the rules make {made} of it", hint=hint)
