"""A fight as it stands now, written as an encounter: what an encounter can say, and the names of what it cannot."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.conditions import row_of
from rbfcli.kernel.errors import WouldBeLost
from rbfcli.kernel.fight import Combatant, Fight, Plain
from rbfcli.kernel.matching import SAY
from rbfcli.kernel.references import PEOPLE
from rbfcli.kernel.rules import Rules
from rbfcli.language.field_docs import field_doc
from rbfcli.language.keys import fields_of, tables_of
from rbfcli.render.safe import safe
from rbfcli.session.begin import from_tables
from rbfcli.session.examples import table_at
from rbfcli.session.session import Session
from rbfcli.store.authored_toml import AuthoredTables
from rbfcli.store.formats import FORMAT
from rbfcli.store.toml_text import read_toml

OF_THE_DICE = ("seed", "drawn")
LAST = ("blocks", PEOPLE)
PEOPLE_NAMED = 8


class NotKept(Struct, frozen=True):
    """A field that begins otherwise than it stands: what it is for, and on whose sheets (none: of the fight)."""

    field: str
    what: str
    people: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """It in a line: `actions_left (actions left in this turn): ada, joss`."""
        more = len(self.people) - PEOPLE_NAMED
        named = [*map(safe, self.people[:PEOPLE_NAMED]), *([f"{more} more"] if more > 0 else [])]
        about = f"{self.field} ({self.what})" if self.what else self.field
        return f"{about}: {', '.join(named)}" if named else about


class Encounter(Struct, frozen=True):
    """An encounter made of a fight: the text of its file, and what of the fight is not in it."""

    text: str
    not_kept: tuple[NotKept, ...]


def as_encounter(session: Session, name: str) -> Encounter:
    """The present fight of a session as an encounter of a name. Raises RbfError where it would not start again."""
    rules, fight = session.rules, session.rules.authored(session.fight)
    tables = authored_tables(rules, fight)
    text = encounter_text(rules, tables, name)
    read = read_toml(text.encode(), name)
    again = from_tables(read, [(name, text)], fight.seed, name, Budget()).fight
    not_kept = tuple(_differences(fight, again))
    comment = "".join(f"# {line}\n" for line in _heading(session.fight, not_kept))
    return Encounter(f"{comment}{text}", not_kept)


def encounter_text(rules: Rules, tables: Mapping[str, Any], name: str) -> str:
    """Tables as the text of an encounter file. Raises WouldBeLost where it would not read back as they are."""
    documented = tables_of(rules)
    written = AuthoredTables(lambda path: path[-2:-1] != ("conditions",) and table_at(documented, path) is not None)
    text = "".join(f"{line}\n" for line in written.lines(tables))
    if read_toml(text.encode(), name) != tables:
        raise WouldBeLost("the encounter would read back as something else", hint="nothing is written")
    return text


def authored_tables(rules: Rules, fight: Fight) -> dict[str, Any]:
    """The tables of an encounter that begins as a fight stands, as far as one can say it."""
    people = {who: with_own_words_said(rules, one) for who, one in fight.combatants.items()}
    tables = plain_tables(replace(fight, combatants=people))
    found = {"format": FORMAT, "system": tables.pop("system"), **tables}
    for key in OF_THE_DICE:
        found.pop(key, None)
    return {**{key: each for key, each in found.items() if key not in LAST}, **_some(found, LAST)}


def with_own_words_said(rules: Rules, one: Combatant) -> Combatant:
    """A sheet as a person writes it: conditions that the system has not stand behind `say`."""
    named = {name if row_of(rules.conditions, name) else f"{SAY} {name}": each for name, each in one.conditions.items()}
    return replace(one, conditions=named)


def _some(tables: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: tables[key] for key in keys if key in tables}


def plain_tables(value: Any) -> Any:
    """A value as plain tables without what a play fills in, and without what is so by default."""
    match value:
        case Struct():
            left = value.in_play if isinstance(value, Plain) else frozenset[str]()
            return {name: plain_tables(getattr(value, name)) for name in msgspec.to_builtins(value) if name not in left}
        case Mapping():
            return {key: plain_tables(each) for key, each in value.items()}
        case tuple() | list():
            return [plain_tables(each) for each in value]
        case _:
            return value


def _differences(fight: Fight, again: Fight) -> Iterator[NotKept]:
    """What stands otherwise in a fight than in the one that begins again."""
    for name in fight.__struct_fields__:
        before, after = getattr(fight, name), getattr(again, name)
        if name == "board":
            yield from _of_struct(before, after, "board.")
        elif name not in (PEOPLE, "paused", *OF_THE_DICE) and before != after:
            yield NotKept(name, _what(type(fight), name))
    yield from _of_people(fight.combatants, again.combatants)


def _of_struct(before: Struct, after: Struct, prefix: str) -> Iterator[NotKept]:
    for name in before.__struct_fields__:
        if getattr(before, name) != getattr(after, name):
            yield NotKept(f"{prefix}{name}", _what(type(before), name))


def _of_people(before: Mapping[str, Combatant], after: Mapping[str, Combatant]) -> Iterator[NotKept]:
    """What stands otherwise on sheets, a field of all of them at once."""
    whose: dict[str, list[str]] = {}
    for who, one in before.items():
        for name in one.__struct_fields__:
            if getattr(one, name) != getattr(after[who], name):
                whose.setdefault(name, []).append(who)
    kinds = {name: type(before[people[0]]) for name, people in whose.items()}
    yield from (NotKept(name, _what(kinds[name], name), tuple(people)) for name, people in whose.items())


def _what(kind: type[Struct], name: str) -> str:
    field = next(each for each in fields_of(kind) if each.name == name)
    return field_doc(kind, field).text


def _heading(fight: Fight, not_kept: tuple[NotKept, ...]) -> Iterator[str]:
    """The comment that the file begins with."""
    title = f" {safe(fight.title)!r}" if fight.title else ""
    yield f"The fight{title} as it stood {f'in round {fight.round}' if fight.round else 'before its first round'}."
    if not_kept:
        yield "What an encounter cannot say, and this one begins without:"
        yield from (f"- {each.line}" for each in not_kept)
