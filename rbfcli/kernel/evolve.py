"""The one function that changes a fight, and the paths by which it reaches a field."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel import events
from rbfcli.kernel.fight import Combatant, Condition, Fight
from rbfcli.kernel.paths import Path

F = TypeVar("F", bound=Fight)


def evolve(fight: F, event: events.AnyEvent) -> F:
    """The fight after one event."""
    return AFTER[type(event)](fight, event)  # type: ignore[no-any-return]


def field_at(owner: Any, path: Path) -> Any:
    """The value at a path through structs and mappings; None where a mapping has no such key."""
    for key in path:
        owner = getattr(owner, key) if isinstance(owner, Struct) else owner.get(key)
    return owner


def with_field(owner: Any, path: Path, value: Any) -> Any:
    """The same owner with another value at a path; None takes a mapping's key away."""
    key, rest = path[0], path[1:]
    if isinstance(owner, Struct):
        return replace(owner, **{key: with_field(getattr(owner, key), rest, value) if rest else value})
    if rest:
        return {**owner, key: with_field(owner[key], rest, value)}
    return _without(owner, key) if value is None else {**owner, key: value}


def _same(fight: F, _event: events.AnyEvent) -> F:
    return fight


def _rolled(fight: F, event: events.Rolled) -> F:
    drawn = fight.drawn
    for die in event.dice + event.edge_dice:
        if not die.given:
            drawn += 1
    return replace(fight, drawn=drawn)


def _changed(fight: F, event: events.Changed) -> F:
    who, path, after = event.who, event.path, event.after
    if who:
        people = {**fight.combatants}
        one = people[who]
        people[who] = replace(one, **{path[0]: after}) if len(path) == 1 else with_field(one, path, after)
        return replace(fight, combatants=people)
    changed: F = with_field(fight, path, after)
    return changed


def _afflicted(fight: F, event: events.Afflicted) -> F:
    who = event.who
    return _with_conditions(fight, who, {**fight.combatants[who].conditions, event.name: event.condition})


def _relieved(fight: F, event: events.Relieved) -> F:
    who = event.who
    return _with_conditions(fight, who, _without(fight.combatants[who].conditions, event.name))


def _answered(fight: F, event: events.Answered) -> F:
    open_ones = list(fight.questions)
    open_ones.remove(next(one for one in open_ones if (one.kind, one.who) == (event.kind, event.who)))
    return replace(fight, questions=tuple(open_ones))


def _with_combatant(fight: F, who: str, combatant: Combatant) -> F:
    return replace(fight, combatants={**fight.combatants, who: combatant})


def _with_conditions(fight: F, who: str, conditions: Mapping[str, Condition]) -> F:
    return _with_combatant(fight, who, replace(fight.combatants[who], conditions=conditions))


def _without(mapping: Mapping[str, Any], gone: str) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if key != gone}


def _ordered(fight: Any, event: events.Ordered) -> Any:
    """Another order: of the turns that had begun, those count that are still in it."""
    begun = sum(slot in event.slots for slot in fight.order[: fight.begun])
    return replace(fight, order=event.slots, turn=event.turn, begun=begun)


# What each event makes of a fight: a table, for `match` would go through twenty types for each of them.
AFTER: Mapping[type[events.AnyEvent], Callable[[Any, Any], Any]] = {
    events.Rolled: _rolled,
    events.Changed: _changed,
    events.Afflicted: _afflicted,
    events.Relieved: _relieved,
    events.Joined: lambda fight, event: _with_combatant(fight, event.who, event.combatant),
    events.Left: lambda fight, event: replace(fight, combatants=_without(fight.combatants, event.who)),
    events.Ordered: _ordered,
    events.RoundBegan: lambda fight, event: replace(fight, round=event.round, begun=0),
    events.PhaseBegan: lambda fight, event: replace(fight, phase=event.phase),
    events.TurnBegan: lambda fight, event: replace(fight, active=event.who, turn=event.turn),
    events.TurnEnded: lambda fight, _event: replace(fight, active=""),
    events.Happened: _same,
    events.Asked: lambda fight, event: replace(fight, questions=(*fight.questions, event.question)),
    events.Answered: _answered,
    events.Unasked: _same,
    events.Paused: lambda fight, event: replace(fight, paused=event.pause),
    events.Resumed: lambda fight, _event: replace(fight, paused=None),
    events.BrokenOff: lambda fight, _event: replace(fight, paused=None, questions=()),
    events.Noted: lambda fight, event: replace(fight, notes=(*fight.notes, event.text)),
    events.Forced: _same,
    events.Ended: lambda fight, event: replace(fight, over=event.reason),
}
