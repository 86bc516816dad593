"""Conditions as rows of a table: what each is called, what it bars, and what it does to the rolls of either side."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.matching import own_words

C = TypeVar("C", bound=Combatant)

Role = Literal["", "down", "dying", "dead"]
Bar = Literal["move", "act", "react"]
Whose = Literal["own", "against"]
Unless = Callable[[Any, str, str], bool]


def _never(_fight: Any, _bearer: str, _other: str) -> bool:
    return False


class Effect(Struct, frozen=True, kw_only=True):
    """What a condition does to one kind of roll: its bearer's `own`, or one `against` its bearer.

    `amount` counts for the roll as the system reads it: steps of advantage, or a modifier. It is a number, or the name
    of an option of the fight (`-name` takes it off). It counts not where `unless(fight, bearer, other)` holds.
    """

    roll: str
    whose: Whose = "own"
    amount: int | str
    why: str
    rule: str
    unless: Unless = _never


class ConditionRow(Struct, frozen=True, kw_only=True, dict=True):
    """One condition: its name, its rule, and the words for its beginning and its end (empty: nothing is said of it).

    `role` says what it makes of its bearer, `bars` what it keeps it from, `replaces` which conditions it takes the
    place of: nothing is said of the end of one that `gives_way`. It is `tied` where it ends with whoever brought it:
    who leaves or falls lets go. `costs` is the field of a sheet of which its bearer's next turn has one less. Where it
    is `of_somebody`, the name is followed by an id (`suppressed by ann`). `addable` says whether `condition add` knows
    it. Players of other sides are told of one that is `seen`. The amount of a `clock` is the rounds that are left.
    """

    name: str
    rule: str
    begins: str
    ends: str = ""
    role: Role = ""
    bars: tuple[Bar, ...] = ()
    effects: tuple[Effect, ...] = ()
    replaces: tuple[str, ...] = ()
    gives_way: bool = False
    tied: bool = False
    costs: str = ""
    of_somebody: bool = False
    addable: bool = True
    seen: bool = False
    clock: bool = False

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


def with_role(rows: Table, one: Combatant, *roles: Role) -> str:
    """The first condition of somebody that has one of some roles; empty where none has."""
    for name in one.conditions:
        row = row_of(rows, name)
        if row is not None and row.role in roles:
            return name
    return ""


def is_standing(rows: Table, one: Combatant) -> bool:
    """Whether nothing has taken somebody out of the fight."""
    return not one.conditions or not with_role(rows, one, "down", "dying", "dead")


def bar(rows: Table, one: Combatant, what: Bar) -> str:
    """The first condition that keeps somebody from something; empty where nothing does."""
    for name in one.conditions:
        row = row_of(rows, name)
        if row is not None and what in row.bars:
            return name
    return ""


def effects(rows: Table, fight: Any, roll: str, who: str, target: str = "") -> Iterator[Modifier]:
    """What conditions do to a roll of `who` that is aimed at `target`: first those of `who`, then of the target."""
    people = fight.combatants
    for whose, bearer, other in (("own", who, target), ("against", target, who)):
        for name in people[bearer].conditions if bearer in people else ():
            row = row_of(rows, name)
            for each in row.effects_on.get((roll, whose), ()) if row is not None else ():
                if not each.unless(fight, bearer, other):
                    yield Modifier(amount_of(each, fight), each.why, each.rule)


def tied_to(rows: Table, one: Combatant, who: str) -> Iterator[tuple[str, ConditionRow]]:
    """The conditions of somebody that end where another leaves, falls or lets go."""
    for name, condition in one.conditions.items():
        row = row_of(rows, name)
        if row is not None and row.tied and who in (condition.by, _whose_name(row, name)):
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


def with_own_words(one: C) -> C:
    """A sheet as it enters: conditions of own words are called what stands behind `say`."""
    if not any(map(own_words, one.conditions)):
        return one
    return replace(one, conditions={own_words(name) or name: each for name, each in one.conditions.items()})


def addable_conditions(rows: Table, people: Iterable[str]) -> Iterator[str]:
    """The conditions that `condition add` knows: one that is of somebody once for each of the people."""
    everybody = tuple(people)
    for row in rows.values():
        if row.addable:
            yield from (f"{row.name} {who}" for who in everybody) if row.of_somebody else (row.name,)
