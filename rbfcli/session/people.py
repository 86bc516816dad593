"""People that come from a table or from another program: looked over as sheets, and brought into a fight."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.conditions import with_own_words
from rbfcli.kernel.differences import steps_between, steps_text
from rbfcli.kernel.errors import InvalidFile, RbfError, UsageError
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.limits import COMBATANTS, MISTAKES_OF_A_FILE
from rbfcli.kernel.mistakes import Mistake, mistake, new_among, told
from rbfcli.kernel.references import PEOPLE, Words
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.sheets import free_id, slug
from rbfcli.kernel.soundness import mistakes_in, mistakes_on_sheet, wrong_ids
from rbfcli.kernel.type_mistakes import type_mistakes
from rbfcli.kernel.verbs import Edit
from rbfcli.session.mistaken import few
from rbfcli.session.session import Session
from rbfcli.session.sound import composed

# What one of them takes, in steps.
PERSON = 160
TOO_MANY = "too many people at once", "import them in several files"


class Person(Struct, frozen=True):
    """One that is to come: the line or place where it stands, the id (empty: made of its name), and its sheet."""

    at: str
    who: str
    sheet: Mapping[str, Any]


class People(Struct, frozen=True):
    """All of a file: who comes, weapons they bring, and what could not be mapped, in sentences."""

    people: tuple[Person, ...]
    weapons: Mapping[str, Any] = {}
    not_mapped: tuple[str, ...] = ()
    title: str = ""


class Coming(Struct, frozen=True):
    """A fight with everybody in it, who is new, and the sheets as they were written."""

    fight: Any
    new: tuple[str, ...]
    weapons: tuple[str, ...]
    tables: Mapping[str, Any]


def looked_over(rules: Rules, fight: Any, people: People, budget: Budget) -> Coming:
    """The fight with people in it. Raises InvalidFile with all that is wrong with them, each with its place."""
    if len(people.people) + len(fight.combatants) > COMBATANTS:
        raise UsageError(f"a fight has at most {COMBATANTS} combatants")
    budget.spend(PERSON * len(people.people), *TOO_MANY)
    found: list[str] = []
    armed, weapons = _armed(fight, people, found)
    named = dict(_named(people.people, fight, found))
    tables = {who: _whole(person, who) for who, person in named.items()}
    sheets = _sheets(rules, armed, named, tables, found)
    _refuse(found)
    here = dict(armed.combatants)
    after = replace(armed, combatants=here)
    for who, sheet in sheets.items():
        try:
            here[who] = rules.prepare(after, with_own_words(sheet))
        except RbfError as wrong:
            found.append(_line(named[who], mistake((), wrong)))
    _refuse(found)
    _refuse([each.line for each in new_among([*mistakes_in(rules, fight)], mistakes_in(rules, after))])
    return Coming(after, tuple(sheets), weapons, tables)


def _sheets(
    rules: Rules, armed: Any, named: Mapping[str, Person], tables: Mapping[str, Any], found: list[str]
) -> dict[str, Combatant]:
    """The sheets as they are written; what is wrong with them is added to what was `found`."""
    written: dict[str, Combatant] = {}
    for who, table in tables.items():
        if len(found) > MISTAKES_OF_A_FILE:
            return written
        wrong = [*wrong_ids({PEOPLE: {who: {}}}, {}), *_wrong_keys(rules, table)]
        try:
            written[who] = msgspec.convert(table, rules.sheet)
        except msgspec.ValidationError:
            wrong += few(type_mistakes(table, rules.sheet))
        found += (_line(named[who], each) for each in wrong)
    known = Words(rules, replace(armed, combatants={**armed.combatants, **written}))
    for who in written:
        if len(found) > MISTAKES_OF_A_FILE:
            return written
        wrong = [replace(each, path=each.path[2:]) for each in few(mistakes_on_sheet(known, who, authored=True))]
        found += (_line(named[who], each) for each in wrong)
    return written


def join(session: Session, coming: Coming) -> None:
    """Bring people and their weapons into a fight, as one line of the journal. Raises RbfError; then nobody came."""
    if coming.new or coming.weapons:
        session.perform(Edit(steps=steps_text(steps_between(session.fight, coming.fight))))


def _armed(fight: Any, people: People, found: list[str]) -> tuple[Any, tuple[str, ...]]:
    """The fight with weapons that it has not yet, and their names; a mistake in them is added to those `found`."""
    new = {name: each for name, each in people.weapons.items() if name not in fight.weapons}
    if not new:
        return fight, ()
    try:
        armed = msgspec.convert({"system": fight.system, "weapons": new}, type(fight))
    except msgspec.ValidationError:
        raw = {"system": fight.system, "weapons": new}
        found += (f"weapons: {each.line}" for each in few(type_mistakes(raw, type(fight))))
        return fight, ()
    return replace(fight, weapons={**fight.weapons, **armed.weapons}), tuple(new)


def _named(people: Sequence[Person], fight: Fight, found: list[str]) -> Iterator[tuple[str, Person]]:
    """Everybody with an id; one that is taken already is a mistake, and one that is made of a name is numbered."""
    taken = dict.fromkeys(fight.combatants, "the fight")
    alike: Counter[str] = Counter()
    for person in people:
        who = person.who
        if not who:
            wanted = slug(str(person.sheet.get("name", "")))
            who = free_id(wanted, taken, max(2, alike[wanted] + 1))
            alike[wanted] += 1
        if who in taken:
            found.append(f"{person.at}: there is already a combatant {who!r} in {taken[who]}")
        else:
            taken[who] = person.at
            yield who, person


def _whole(person: Person, who: str) -> dict[str, Any]:
    clashes: list[Mistake] = []
    table: dict[str, Any] = dict(composed({"name": who, **person.sheet}, clashes))
    return table


def _wrong_keys(rules: Rules, table: Mapping[str, Any]) -> Iterator[Mistake]:
    for key in sorted(rules.sheet.in_play.intersection(table)):
        yield Mistake((key,), "only a save has this key", "leave it out")


def _line(person: Person, wrong: Mistake) -> str:
    line = wrong.line if wrong.path else replace(wrong, path=("sheet",)).line
    return f"{person.at}: {line}"


def _refuse(found: Sequence[str]) -> None:
    if found:
        raise InvalidFile("\n".join(told(found, MISTAKES_OF_A_FILE)))
