"""Conditions as rows of a table: name, what they prevent, and their effects on rolls."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct, convert
from msgspec.structs import replace

from rbfcli.core.matching import own_words
from rbfcli.model.events import Modifier
from rbfcli.model.fight import Combatant
from rbfcli.storage.toml import read_beside

C = TypeVar("C", bound=Combatant)

Role = Literal["", "down", "dying", "dead"]
Bar = Literal["move", "act", "react"]


class Effect(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The effect of a condition on one kind of roll."""

    roll: str
    """the kind of roll, one of the words the system passes to `effects`"""
    whose: Literal["own", "against"] = "own"
    """`own`: rolls of its bearer; `against`: rolls aimed at its bearer"""
    amount: int | str
    """the change, as a modifier or in steps of advantage; or the name of the option with that number, with `-` in front
    to subtract"""
    why: str
    """the reason shown next to the roll"""
    rule: str
    """the id of the rule"""
    unless_other: str = ""
    """a condition of the other combatant with which it does not apply"""
    unless_cause: bool = False
    """whether it does not apply if the other combatant caused the condition"""


class ConditionRow(Struct, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True):
    """One condition: its name, its effects, and the text for its start and end."""

    name: str
    """its name on the sheet and in `condition add`"""
    rule: str
    """the id of its rule"""
    begins: str
    """the text when it starts, after the bearer's name (`is rattled`); empty: none"""
    ends: str = ""
    """the text when it ends, after the bearer's name; empty: none"""
    role: Role = ""
    """whether its bearer is `down`, `dying` or `dead`; empty: none of these"""
    bars: tuple[Bar, ...] = ()
    """what it prevents: `move`, `act`, `react`; rules ask `refuse_if_barred`"""
    effects: tuple[Effect, ...] = ()
    """its effects on rolls"""
    replaces: tuple[str, ...] = ()
    """the conditions that end when it starts, without a message"""
    tied: bool = False
    """whether it ends when the combatant who caused it leaves, falls or lets go"""
    of_somebody: bool = False
    """whether a combatant's id follows its name: `suppressed by ann`"""
    addable: bool = True
    """whether `condition add` accepts it"""
    seen: bool = False
    """whether players of other sides see it"""
    clock: bool = False
    """whether its amount counts down the rounds that are left"""

    @cached_property
    def effects_on(self) -> dict[tuple[str, str], list[Effect]]:
        """Return its effects by kind of roll and whose roll it is."""
        kinds = dict.fromkeys((each.roll, each.whose) for each in self.effects)
        return {kind: [each for each in self.effects if (each.roll, each.whose) == kind] for kind in kinds}


Table = Mapping[str, ConditionRow]


def table(*rows: ConditionRow) -> Table:
    """Return the rows by name."""
    return {row.name: row for row in rows}


def read_conditions(package: str) -> Table:
    """Return the rows in the `conditions.toml` of a package, which has a table for each condition."""
    tables = read_beside(package, "conditions.toml")
    return {name: convert({"name": name, **row}, ConditionRow) for name, row in tables.items()}


def row_of(rows: Table, name: str) -> ConditionRow | None:
    """Return the row of a condition; for `suppressed by ann`, the row of `suppressed`."""
    found = rows.get(name)
    if found is not None:
        return found
    return next((row for row in rows.values() if row.of_somebody and name.startswith(f"{row.name} ")), None)


def words(rows: Table) -> dict[str, str]:
    """Return the texts for the start and end of each condition, in the form of `Rules.words`."""
    return {
        key: text
        for row in rows.values()
        for key, text in ((f"condition.{row.name}", row.begins), (f"relieved.{row.name}", row.ends))
    }


def with_role(rows: Table, combatant: Combatant, *roles: Role) -> str:
    """Return the combatant's first condition with one of the roles, or an empty string."""
    for name in combatant.conditions:
        row = row_of(rows, name)
        if row is not None and row.role in roles:
            return name
    return ""


def is_standing(rows: Table, combatant: Combatant) -> bool:
    """Return whether no condition has put the combatant out of the fight."""
    return not combatant.conditions or not with_role(rows, combatant, "down", "dying", "dead")


def refuse_if_barred(rows: Table, combatant: Combatant, what: Bar) -> str:
    """Return the first condition that prevents something, or an empty string."""
    for name in combatant.conditions:
        row = row_of(rows, name)
        if row is not None and what in row.bars:
            return name
    return ""


def effects(rows: Table, fight: Any, roll: str, actor: str, target: str = "") -> list[Modifier]:
    """Return the effects of conditions on a roll by `actor` against `target`, the actor's first."""
    people = fight.combatants
    found: list[Modifier] = []
    for whose, bearer, other in (("own", actor, target), ("against", target, actor)):
        if bearer not in people or not people[bearer].conditions:  # most have none, and each roll asks
            continue
        for name, condition in people[bearer].conditions.items():
            row = row_of(rows, name)
            theirs = people[other].conditions if other in people else ()
            found += [
                Modifier(amount_of(each, fight), each.why, each.rule)
                for each in (row.effects_on.get((roll, whose), ()) if row is not None else ())
                if each.unless_other not in theirs and not (each.unless_cause and condition.by == other)
            ]
    return found


def tied_to(rows: Table, combatant: Combatant, actor: str) -> Iterator[tuple[str, ConditionRow]]:
    """Return the conditions of a combatant that end when another leaves, falls or lets go."""
    for name, condition in combatant.conditions.items():
        row = row_of(rows, name)
        if (
            row is not None
            and row.tied
            and actor in (condition.by, name.removeprefix(f"{row.name} ") if row.of_somebody else "")
        ):
            yield name, row


def amount_of(effect: Effect, fight: Any) -> int:
    """Return the amount of an effect under the fight's options."""
    if isinstance(effect.amount, int):
        return effect.amount
    value = int(getattr(fight.options, effect.amount.removeprefix("-")))
    return -value if effect.amount.startswith("-") else value


def with_own_words(combatant: C) -> C:
    """Return a sheet with conditions written as `say TEXT` renamed to the text."""
    if not any(map(own_words, combatant.conditions)):
        return combatant
    return replace(combatant, conditions={own_words(name) or name: each for name, each in combatant.conditions.items()})


def addable_conditions(rows: Table, people: Iterable[str]) -> Iterator[str]:
    """Return the conditions that `condition add` accepts, with one for each combatant where an id follows the name."""
    everybody = tuple(people)
    for row in rows.values():
        if row.addable:
            yield from (f"{row.name} {who}" for who in everybody) if row.of_somebody else (row.name,)
