"""Example encounters to start from, and fights written as encounters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rbfcli.checking.integrity import PEOPLE as REFERENCES_PEOPLE
from rbfcli.core.errors import misuse, not_saved
from rbfcli.core.limits import Budget
from rbfcli.core.matching import SAY
from rbfcli.core.text import safe
from rbfcli.engine.gm import all_together
from rbfcli.language.keys import Table, field_doc, fields_of, tables_of
from rbfcli.model.conditions import row_of
from rbfcli.model.fight import Combatant, Fight, PlainValue
from rbfcli.model.rules import Rules
from rbfcli.session.encounter import from_tables
from rbfcli.session.session import Session
from rbfcli.storage.includes import load_with_includes
from rbfcli.storage.paths import FORMAT, shipped_include
from rbfcli.storage.toml import authored_lines, read_toml, walk
from rbfcli.systems.registry import SHIPPED

COLUMNS = 80
ANY_ID = ("ID", "NAME")
PEOPLE, BLOCKS, WEAPONS = "combatants", "blocks", "weapons"
HEADING = (
    "Edit this example. rbf check FILE checks it, and rbf start FILE starts it.",
    "rbf help {} lists every key.",
)


def example_of(rules: Rules, kind: str) -> str:
    """Return an example encounter of a kind with each key explained once. Raises UsageError for a plugin's system."""
    if rules.name not in SHIPPED:
        raise misuse(f"rbf has no example of {rules.name}", f"schema {rules.name}")
    tables = _shipped(rules, kind)
    documented = tables_of(rules)
    written = authored_lines(tables, lambda path: table_at(documented, path) is not None, _explained(documented))
    return "".join(f"{line}\n" for line in (*(f"# {line.format(rules.name)}" for line in HEADING), *written))


def _shipped(rules: Rules, kind: str) -> dict[str, Any]:
    """Return the tables of a bundled example, with the included entries that it uses."""
    tables = load_with_includes(shipped_include(f"{rules.name}/{kind}"), Budget()).tables
    people, blocks = tables[PEOPLE], tables.pop(BLOCKS, {})
    built_on = {name: block for name, block in blocks.items() if name in strings_in(people)}
    used = strings_in([people, built_on])
    weapons = {name: each for name, each in tables.pop(WEAPONS, {}).items() if name in used}
    first = {key: tables[key] for key in tables if key != PEOPLE}
    included = {WEAPONS: weapons, BLOCKS: built_on}
    return {**first, **{key: table for key, table in included.items() if table}, PEOPLE: people}


def strings_in(value: Any) -> set[str]:
    """Return the strings anywhere in some tables."""
    return {each for _, each in walk(value) if isinstance(each, str)}


def _explained(documented: Sequence[Table]) -> Callable[[tuple[str, ...], str], Iterator[str]]:
    """Return a function that yields the comment above a key of the table at a path, for each key once."""
    told: set[tuple[str, str]] = set()

    def lines(path: tuple[str, ...], key: str) -> Iterator[str]:
        table = table_at(documented, path)
        line = next((each.line for each in table.keys if each.name == key), "") if table else ""
        if table and line and (table.heading, key) not in told:
            told.add((table.heading, key))
            yield from wrap(line, COLUMNS, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False)

    return lines


def table_at(tables: Sequence[Table], path: tuple[str, ...]) -> Table | None:
    """Return the documentation of the table at a path; stat blocks have the keys of combatants."""
    place = (PEOPLE, *path[1:]) if path[:1] == (BLOCKS,) else path
    for each in tables:
        parts = tuple(each.heading.strip("[]").split(".")) if each.heading.startswith("[") else ()
        if len(parts) == len(place) and all(
            one == other or one in ANY_ID for one, other in zip(parts, place, strict=True)
        ):
            return each
    return None


OF_THE_DICE = ("seed", "drawn")
LAST = ("blocks", REFERENCES_PEOPLE)


def as_encounter(session: Session, name: str) -> tuple[str, list[str]]:
    """Return a session's fight as an encounter, and the fields not in it. Raises RbfError if it would not start."""
    rules, groups = session.rules, {"group": session.fight.group, "groups": session.fight.groups}
    fight = rules.authored(all_together(rules, session.fight))
    tables = authored_tables(rules, fight)
    text = encounter_text(rules, tables, name)
    read = read_toml(text.encode(), name)
    again = from_tables(read, [(name, text)], fight.seed, name, Budget()).fight
    lost = dict.fromkeys(_lost(replace(fight, **groups), again))
    title = f" {safe(session.fight.title)!r}" if session.fight.title else ""
    when = f"in round {session.fight.round}" if session.fight.round else "before its first round"
    lines = [f"The fight{title} as it stood {when}."]
    if lost:
        lines.append("What an encounter cannot say, and this one begins without:")
    lines += (f"- {field} ({what})" if what else f"- {field}" for field, what in lost)
    return "".join(f"# {line}\n" for line in lines) + text, [*dict.fromkeys(field for field, _ in lost)]


def encounter_text(rules: Rules, tables: Mapping[str, Any], name: str) -> str:
    """Return tables, without empty ones, as an encounter. Raises OverwriteRefused if it would read back otherwise."""
    tables = {key: each for key, each in tables.items() if each != {}}
    documented = tables_of(rules)
    lines = authored_lines(
        tables, lambda path: path[-2:-1] != ("conditions",) and table_at(documented, path) is not None
    )
    text = "".join(f"{line}\n" for line in lines)
    if read_toml(text.encode(), name) != tables:
        raise not_saved("the encounter")
    return text


def authored_tables(rules: Rules, fight: Fight) -> dict[str, Any]:
    """Return the tables of an encounter that begins like the current fight, as far as a file can say it."""
    people = {who: with_own_words_said(rules, one) for who, one in fight.combatants.items()}
    tables = plain_tables(replace(fight, combatants=people))
    found = {"format": FORMAT, "system": tables.pop("system"), **tables}
    for key in OF_THE_DICE:
        found.pop(key, None)
    return dict(sorted(found.items(), key=lambda row: LAST.index(row[0]) if row[0] in LAST else -1))


def with_own_words_said(rules: Rules, combatant: Combatant) -> Combatant:
    """Return a sheet as authors write it: with `say` before conditions that the system does not have."""
    named = {
        name if row_of(rules.conditions, name) else f"{SAY} {name}": each for name, each in combatant.conditions.items()
    }
    return replace(combatant, conditions=named)


def plain_tables(value: Any) -> Any:
    """Return a value as plain tables, without defaults and keys that only saves have."""
    match value:
        case Struct():
            left = value.in_play if isinstance(value, PlainValue) else frozenset[str]()
            return {name: plain_tables(getattr(value, name)) for name in msgspec.to_builtins(value) if name not in left}
        case Mapping():
            return {key: plain_tables(each) for key, each in value.items()}
        case tuple() | list():
            return [plain_tables(each) for each in value]
        case _:
            return value


def _lost(fight: Fight, again: Fight) -> Iterator[tuple[str, str]]:
    """Yield the fields that differ between a fight and the one that begins again, and what they are for."""
    apart = {REFERENCES_PEOPLE, "board", "paused", *OF_THE_DICE}
    yield from (each for each in _differing(fight, again) if each[0] not in apart)
    yield from ((f"board.{name}", what) for name, what in _differing(fight.board, again.board))
    for who, one in fight.combatants.items():
        yield from _differing(one, again.combatants[who])


def _differing(before: Struct, after: Struct) -> Iterator[tuple[str, str]]:
    kind = type(before)
    for field in fields_of(kind):
        if getattr(before, field.name) != getattr(after, field.name):
            yield field.name, field_doc(kind, field).text
