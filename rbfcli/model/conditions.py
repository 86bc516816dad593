"""Conditions as rows of a table: what each is called, what it bars, and what it does to rolls."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.matching import own_words
from rbfcli.model.events import Modifier
from rbfcli.model.fight import Combatant, Condition

C = TypeVar("C", bound=Combatant)

Conditions = Mapping[str, Condition]
Role = Literal["", "down", "dying", "dead"]
Bar = Literal["move", "act", "react"]
Whose = Literal["own", "against"]
Unless = Callable[[Any, str, str], bool]


class Effect(Struct, frozen=True, kw_only=True):
    """What a condition does to one kind of roll."""

    roll: str
    """the kind of roll: a word of the system's own, the one that it asks `effects` for"""
    whose: Whose = "own"
    """`own`: a roll of its bearer; `against`: one that is aimed at its bearer"""
    amount: int | str
    """what it adds, steps of advantage or a modifier, as the system counts; or the name of an option that holds the
    number, with `-` before it where that is taken off"""
    why: str
    """the reason that is told beside the roll"""
    rule: str
    """the id of the rule that says so"""
    unless: Unless = lambda _fight, _bearer, _other: False
    """`unless(fight, bearer, other)` answers whether it does not count this time"""


class ConditionRow(Struct, frozen=True, kw_only=True, dict=True):
    """One condition: what it is called, what it does, and the words for its beginning and its end."""

    name: str
    """what it is called on the sheet and behind `condition add`"""
    rule: str
    """the id of the rule that it comes from"""
    begins: str
    """what is said of its bearer as it begins, behind the name (`is rattled`); empty: nothing"""
    ends: str = ""
    """what is said of its bearer as it ends; empty: nothing"""
    role: Role = ""
    """what it makes of its bearer: `down`, `dying` or `dead`; empty: nothing of the kind"""
    bars: tuple[Bar, ...] = ()
    """what it keeps its bearer from: `move`, `act`, `react`; rules ask `bar`"""
    effects: tuple[Effect, ...] = ()
    """what it does to rolls"""
    replaces: tuple[str, ...] = ()
    """the conditions that end as it begins"""
    gives_way: bool = False
    """whether nothing is said of its end where another replaces it"""
    tied: bool = False
    """whether it ends with whoever brought it: who leaves or falls lets go"""
    costs: str = ""
    """the field of a sheet of which the next turn of its bearer has one less"""
    of_somebody: bool = False
    """whether an id follows its name: `suppressed by ann`"""
    addable: bool = True
    """whether `condition add` knows it"""
    seen: bool = False
    """whether players of other sides are told of it"""
    clock: bool = False
    """whether its amount counts down to something: the rounds that are left"""

    @cached_property
    def effects_on(self) -> dict[tuple[str, str], list[Effect]]:
        """Its effects by the kind of roll and whose it is."""
        kinds = dict.fromkeys((each.roll, each.whose) for each in self.effects)
        return {kind: [each for each in self.effects if (each.roll, each.whose) == kind] for kind in kinds}


Table = Mapping[str, ConditionRow]


def table(*rows: ConditionRow) -> Table:
    """Rows by their names."""
    return {row.name: row for row in rows}


def row_of(rows: Table, name: str) -> ConditionRow | None:
    """The row of a condition; of one that is named after somebody, by the beginning of its name."""
    found = rows.get(name)
    if found is not None:
        return found
    return next((row for row in rows.values() if row.of_somebody and name.startswith(f"{row.name} ")), None)


def words(rows: Table) -> dict[str, str]:
    """The words for the beginning and the end of each condition, as `Rules.words` has them."""
    return {
        key: text
        for row in rows.values()
        for key, text in ((f"condition.{row.name}", row.begins), (f"relieved.{row.name}", row.ends))
    }


def combatants_with(people: Mapping[str, C], question: Callable[[Conditions], bool]) -> list[tuple[str, C]]:
    """Those of whose conditions a question holds; of somebody who has none it never does."""
    return [(who, one) for who, one in people.items() if one.conditions and question(one.conditions)]


def count_rounds(conditions: Conditions) -> bool:
    """Whether any of them counts rounds."""
    for each in conditions.values():  # noqa: SIM110 - quicker than `any`, here and below: it is asked at each turn
        if each.rounds:
            return True
    return False


def are_caused_by_others(conditions: Conditions) -> bool:
    """Whether any of them names somebody else."""
    for name, each in conditions.items():  # noqa: SIM110
        if each.by or " " in name:
            return True
    return False


def with_role(rows: Table, combatant: Combatant, *roles: Role) -> str:
    """The first condition of somebody that has one of some roles; empty where none has."""
    for name in combatant.conditions:
        row = rows.get(name) or row_of(rows, name)
        if row is not None and row.role in roles:
            return name
    return ""


def names_with_role(rows: Table) -> frozenset[str]:
    """The conditions that take somebody out of the fight; for tables in which none is named after somebody."""
    return frozenset(row.name for row in rows.values() if row.role)


def is_standing(rows: Table, combatant: Combatant) -> bool:
    """Whether nothing has taken somebody out of the fight."""
    return not combatant.conditions or not with_role(rows, combatant, "down", "dying", "dead")


def refuse_if_barred(rows: Table, combatant: Combatant, what: Bar) -> str:
    """The first condition that keeps somebody from something; empty where nothing does."""
    for name in combatant.conditions:
        row = rows.get(name) or row_of(rows, name)
        if row is not None and what in row.bars:
            return name
    return ""


def effects(rows: Table, fight: Any, roll: str, actor: str, target: str = "") -> list[Modifier]:
    """What conditions do to a roll of `actor` that is aimed at `target`: first those of `actor`, then of the target."""
    people = fight.combatants
    found: list[Modifier] = []
    if actor in people and people[actor].conditions:
        found = _effects(rows, fight, (roll, "own"), actor, target)
    if target in people and people[target].conditions:
        found += _effects(rows, fight, (roll, "against"), target, actor)
    return found


def _effects(rows: Table, fight: Any, kind: tuple[str, str], bearer: str, other: str) -> list[Modifier]:
    """What the conditions of one do to a roll of a kind."""
    found: list[Modifier] = []
    for name in fight.combatants[bearer].conditions:
        row = rows.get(name) or row_of(rows, name)
        if row is None or kind not in row.effects_on:
            continue
        for each in row.effects_on[kind]:
            if not each.unless(fight, bearer, other):
                found.append(Modifier(amount_of(each, fight), each.why, each.rule))  # noqa: PERF401 - quicker for one
    return found


def tied_to(rows: Table, combatant: Combatant, actor: str) -> Iterator[tuple[str, ConditionRow]]:
    """The conditions of somebody that end where another leaves, falls or lets go."""
    for name, condition in combatant.conditions.items():
        row = row_of(rows, name)
        if row is not None and row.tied and actor in (condition.by, _whose_name(row, name)):
            yield name, row


def _whose_name(row: ConditionRow, name: str) -> str:
    """The id in the name of a condition that is of somebody."""
    return name.removeprefix(f"{row.name} ") if row.of_somebody else ""


def amount_of(effect: Effect, fight: Any) -> int:
    """What an effect amounts to under the options of a fight."""
    if isinstance(effect.amount, int):
        return effect.amount
    value = int(getattr(fight.options, effect.amount.removeprefix("-")))
    return -value if effect.amount.startswith("-") else value


def with_own_words(combatant: C) -> C:
    """A sheet as it enters: conditions of own words are called what stands behind `say`."""
    if not any(map(own_words, combatant.conditions)):
        return combatant
    return replace(combatant, conditions={own_words(name) or name: each for name, each in combatant.conditions.items()})


def addable_conditions(rows: Table, people: Iterable[str]) -> Iterator[str]:
    """The conditions that `condition add` knows: one that is of somebody once for each of the people."""
    everybody = tuple(people)
    for row in rows.values():
        if row.addable:
            yield from (f"{row.name} {who}" for who in everybody) if row.of_somebody else (row.name,)
