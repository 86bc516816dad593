"""The one function that changes a fight, and the difference between two fights."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from rbfcli.core.paths import Path, dotted
from rbfcli.model import events
from rbfcli.model.fight import Combatant, Condition, Fight, canonical, part_of_group, with_part_of_group

F = TypeVar("F", bound=Fight)


def evolve(fight: F, event: events.AnyEvent) -> F:
    """Return the fight after one event."""
    return AFTER[type(event)](fight, event)  # type: ignore[no-any-return]


def field_at(owner: Any, path: Path) -> Any:
    """Return the value at a path through structs and mappings, or None for a missing key."""
    for key in path:
        owner = getattr(owner, key) if isinstance(owner, Struct) else owner.get(key)
    return owner


def with_field(owner: Any, path: Path, value: Any) -> Any:
    """Return the owner with another value at a path; None removes a mapping's key."""
    key, rest = path[0], path[1:]
    if isinstance(owner, Struct):
        return replace(owner, **{key: with_field(getattr(owner, key), rest, value) if rest else value})
    if rest:
        return {**owner, key: with_field(owner[key], rest, value)}
    return _without(owner, key) if value is None else {**owner, key: value}


def _same(fight: F, _event: events.AnyEvent) -> F:
    return fight


def _rolled(fight: F, event: events.Rolled) -> F:
    return replace(fight, drawn=fight.drawn + sum(not die.given for die in (*event.dice, *event.edge_dice)))


def _changed(fight: F, event: events.FieldChanged) -> F:
    if event.who:
        return _with_combatant(fight, event.who, with_field(fight.combatants[event.who], event.path, event.after))
    changed: F = with_field(fight, event.path, event.after)
    return changed


def _afflicted(fight: F, event: events.ConditionGained) -> F:
    who = event.who
    return _with_conditions(fight, who, {**fight.combatants[who].conditions, event.name: event.condition})


def _relieved(fight: F, event: events.ConditionLost) -> F:
    who = event.who
    return _with_conditions(fight, who, _without(fight.combatants[who].conditions, event.name))


def _answered(fight: F, event: events.QuestionAnswered) -> F:
    open_ones = list(fight.questions)
    open_ones.remove(next(one for one in open_ones if (one.kind, one.who) == (event.kind, event.who)))
    return replace(fight, questions=tuple(open_ones))


def _with_combatant(fight: F, actor: str, combatant: Combatant) -> F:
    return replace(fight, combatants={**fight.combatants, actor: combatant})


def _with_conditions(fight: F, actor: str, conditions: Mapping[str, Condition]) -> F:
    return _with_combatant(fight, actor, replace(fight.combatants[actor], conditions=conditions))


def _without(mapping: Mapping[str, Any], gone: str) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if key != gone}


def _ordered(fight: Any, event: events.InitiativeSet) -> Any:
    """Return the fight with another turn order; turns already begun count only if they are still in it."""
    begun = sum(slot in event.slots for slot in fight.order[: fight.begun])
    return replace(fight, order=event.slots, turn=event.turn, begun=begun)


def _switched(fight: Fight, event: events.GroupSwitched) -> Any:
    """Return the fight with another group in play; the one that was becomes the last that waits."""
    others = {**_without(fight.groups, event.group), event.waiting: part_of_group(fight)}
    return replace(with_part_of_group(fight, fight.groups[event.group]), group=event.group, groups=others)


# What each event makes of a fight: a table, for `match` would go through twenty types for each of them.
AFTER: Mapping[type[events.AnyEvent], Callable[[Any, Any], Any]] = {
    events.Rolled: _rolled,
    events.FieldChanged: _changed,
    events.ConditionGained: _afflicted,
    events.ConditionLost: _relieved,
    events.CombatantJoined: lambda fight, event: _with_combatant(fight, event.who, event.combatant),
    events.CombatantLeft: lambda fight, event: replace(fight, combatants=_without(fight.combatants, event.who)),
    events.InitiativeSet: _ordered,
    events.RoundBegan: lambda fight, event: replace(fight, round=event.round, begun=0),
    events.PhaseBegan: lambda fight, event: replace(fight, phase=event.phase),
    events.TurnBegan: lambda fight, event: replace(fight, active=event.who, turn=event.turn),
    events.TurnEnded: lambda fight, _event: replace(fight, active=""),
    events.CustomEvent: _same,
    events.QuestionAsked: lambda fight, event: replace(fight, questions=(*fight.questions, event.question)),
    events.QuestionAnswered: _answered,
    events.UnusedAnswers: _same,
    events.Paused: lambda fight, event: replace(fight, paused=event.pause),
    events.Resumed: lambda fight, _event: replace(fight, paused=None),
    events.ActionInterrupted: lambda fight, _event: replace(fight, paused=None, questions=()),
    events.Noted: lambda fight, event: replace(fight, notes=(*fight.notes, event.text)),
    events.RefusalOverridden: _same,
    events.GroupSwitched: _switched,
    events.FightEnded: lambda fight, event: replace(fight, over=event.reason),
}


class Assigned(Struct, frozen=True, array_like=True, tag="set"):
    """A field or entry has a new value."""

    path: Path
    value: Any


class Removed(Struct, frozen=True, array_like=True, tag="gone"):
    """A table entry was removed."""

    path: Path


class Splice(Struct, frozen=True, array_like=True, tag="splice"):
    """In a list, `items` replace `gone` entries from index `at`."""

    path: Path
    at: int
    gone: int
    items: tuple[Any, ...]


class Order(Struct, frozen=True, array_like=True, tag="order"):
    """The entries of a table have a new order."""

    path: Path
    keys: tuple[str, ...]


Step = Assigned | Removed | Splice | Order


def steps_between(before: Any, after: Any, path: Path = ()) -> Iterator[Step]:
    """Return the steps from one value to another of its type. Shared parts are skipped."""
    if before is after:
        return
    kind = type(before)
    if kind is not type(after):
        yield Assigned(path, after)
    elif isinstance(before, Struct):
        for name, old, new in zip(kind.__struct_fields__, astuple(before), astuple(after), strict=True):
            if old is not new:
                yield from steps_between(old, new, (*path, name))
    elif isinstance(before, Mapping):
        yield from _between_tables(before, after, path)
    elif isinstance(before, tuple):
        yield from _between_lists(before, after, path)
    elif before != after:
        yield Assigned(path, after)


def _between_tables(before: Mapping[str, Any], after: Mapping[str, Any], path: Path) -> Iterator[Step]:
    for key in before:
        if key not in after:
            yield Removed((*path, key))
    for key, value in after.items():
        if key not in before:
            yield Assigned((*path, key), value)
        elif before[key] is not value:
            yield from steps_between(before[key], value, (*path, key))
    stay = [key for key in before if key in after]
    if [*stay, *(key for key in after if key not in before)] != list(after):
        yield Order(path, tuple(after))


def _between_lists(before: tuple[Any, ...], after: tuple[Any, ...], path: Path) -> Iterator[Step]:
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    rest = shorter - start
    end = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    if start < len(before) - end or start < len(after) - end:
        yield Splice(path, start, len(before) - end - start, after[start : len(after) - end])


def steps_text(steps: Iterable[Step]) -> str:
    """Return steps as one line of JSON; equal steps give the same text."""
    return msgspec.json.encode(canonical(list(steps))).decode()


def read_steps(text: str) -> tuple[Step, ...]:
    """Return the steps in a JSON text. Raises msgspec.MsgspecError."""
    try:
        return msgspec.json.decode(text, type=tuple[Step, ...])
    except RecursionError:
        raise msgspec.DecodeError("the text is nested too deeply") from None


def patched(fight: F, steps: Iterable[Step]) -> F:
    """Return the fight after the steps. Raises msgspec.ValidationError or LookupError if they do not fit."""
    return msgspec.convert(patched_tables(fight, steps), type(fight))


def patched_tables(fight: Fight, steps: Iterable[Step]) -> dict[str, Any]:
    """Return the fight after the steps, as plain tables. Raises LookupError if they do not fit."""
    tables: dict[str, Any] = msgspec.to_builtins(fight)
    for step in steps:
        try:
            _take(step, tables, fight)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise LookupError(f"this fight has no {dotted(step.path) or 'empty path'}") from None
    return tables


def _take(step: Step, tables: dict[str, Any], fight: Fight) -> None:
    *way, key = step.path
    table = tables
    for at, part in enumerate(way, 1):
        table = _inner(table, part, fight, tuple(way[:at]))
    match step:
        case Assigned(value=value):
            table[key] = value
        case Removed():
            del table[key]
        case Splice(at=at, gone=gone, items=items):
            items_now = list(_inner(table, key, fight, step.path))
            items_now[at : at + gone] = items
            table[key] = items_now
        case Order(keys=keys):
            now = _inner(table, key, fight, step.path)
            table[key] = {each: now[each] for each in keys}


def _inner(table: dict[str, Any], key: str, fight: Fight, path: Path) -> Any:
    """Return the contents of a table; an unwritten default is added first."""
    if key not in table:
        table[key] = msgspec.to_builtins(field_at(fight, path))
    return table[key]
