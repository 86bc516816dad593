"""Encounters to begin one's own with: those that are shipped, or made of a system's types, each key explained."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from textwrap import wrap
from typing import Any

import msgspec

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.kernel.rules import Rules
from rbfcli.language.keys import Table, tables_of
from rbfcli.session.begin import from_tables
from rbfcli.store.authored_toml import AuthoredTables
from rbfcli.store.formats import FORMAT
from rbfcli.store.includes import read_with_includes
from rbfcli.store.paths import shipped_include
from rbfcli.systems.catalogue import SHIPPED

COLUMNS = 80
ANY_ID = ("ID", "NAME")
PEOPLE, BLOCKS, WEAPONS = "combatants", "blocks", "weapons"
LIKELY: tuple[Any, ...] = (10, 3, 1, 0, "x", False, [], {})
AMBUSHERS = 3
HEADING = (
    "An example to change: rbf check FILE looks it over, rbf start FILE begins it.",
    "rbf help {} lists every key that there is.",
)


def example_of(rules: Rules, kind: str) -> str:
    """An encounter of a kind with each of its keys explained, once. Raises UsageError where none can be made."""
    tables = _shipped(rules, kind) if rules.name in SHIPPED else _made(rules, kind)
    explained, documented = _Explained(rules), tables_of(rules)
    written = AuthoredTables(lambda path: table_at(documented, path) is not None, explained.lines).lines(tables)
    return "".join(f"{line}\n" for line in (*(f"# {line.format(rules.name)}" for line in HEADING), *written))


def _shipped(rules: Rules, kind: str) -> dict[str, Any]:
    """The tables of an example, and of what it includes those that it uses."""
    tables = read_with_includes(shipped_include(f"{rules.name}/{kind}"), Budget()).tables
    people, blocks = tables[PEOPLE], tables.pop(BLOCKS, {})
    built_on = {name: block for name, block in blocks.items() if _names(people, name)}
    weapons = {name: each for name, each in tables.pop(WEAPONS, {}).items() if _names([people, built_on], name)}
    first = {key: tables[key] for key in tables if key != PEOPLE}
    return {**first, WEAPONS: weapons, **({BLOCKS: built_on} if built_on else {}), PEOPLE: people}


def _names(value: Any, name: str) -> bool:
    """Whether a text stands anywhere in some tables."""
    if isinstance(value, Mapping):
        return any(_names(each, name) for each in value.values())
    return any(_names(each, name) for each in value) if isinstance(value, list) else bool(value == name)


def _made(rules: Rules, kind: str) -> dict[str, Any]:
    """An encounter of a system that ships none: what its sheets need, with values that its types allow."""
    needed = {each.name: _likely(each.type_) for each in _required(rules)}
    tables: dict[str, Any] = {"format": FORMAT, "system": rules.name, "title": f"A first {kind}"}
    hero = {"name": "Hero", "side": "heroes", **needed}
    if kind == "duel":
        tables[PEOPLE] = {"hero": hero, "rival": {"name": "Rival", **needed}}
    else:
        block = {"name": "Lurker", **needed}
        tables |= {BLOCKS: {"lurker": block}, PEOPLE: {"hero": hero, "lurker": {"from": "lurker", "count": AMBUSHERS}}}
    try:
        from_tables(tables, [("the example", "")], "", "the example", Budget())
    except InvalidFile as wrong:
        hint = f"rbf schema {rules.name} prints what its encounters take"
        raise UsageError(f"no example of {rules.name} can be made: {wrong.message}", hint=hint) from None
    return tables


class _Needed(msgspec.Struct, frozen=True):
    name: str
    type_: Any


def _required(rules: Rules) -> Iterator[_Needed]:
    """The fields that a sheet has to have, besides its name."""
    for each in msgspec.structs.fields(rules.sheet):
        if each.required and each.name != "name":
            yield _Needed(each.encode_name, each.type)


def _likely(kind: Any) -> Any:
    """A value that a type allows, a middling one where it takes numbers."""
    for each in LIKELY:
        with suppress(msgspec.ValidationError):
            return msgspec.to_builtins(msgspec.convert(each, kind))
    return ""


class _Explained:
    """What the keys of an example are for, each told once."""

    def __init__(self, rules: Rules) -> None:
        self._tables = tables_of(rules)
        self._told: set[tuple[str, str]] = set()

    def lines(self, path: tuple[str, ...], key: str) -> Iterator[str]:
        """The comment above a key of the table at a path."""
        table = table_at(self._tables, path)
        known = {each.name: each for each in table.keys} if table else {}
        heading = table.heading if table else ""
        if key in known and (heading, key) not in self._told:
            self._told.add((heading, key))
            line = known[key].line
            yield from wrap(line, COLUMNS, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False)


def table_at(tables: Sequence[Table], path: tuple[str, ...]) -> Table | None:
    """The table of the documentation that stands at a path; stat blocks have the keys of combatants."""
    place = (PEOPLE, *path[1:]) if path[:1] == (BLOCKS,) else path
    for each in tables:
        parts = tuple(each.heading.strip("[]").split(".")) if each.heading.startswith("[") else ()
        if len(parts) == len(place) and all(
            one == other or one in ANY_ID for one, other in zip(parts, place, strict=True)
        ):
            return each
    return None
