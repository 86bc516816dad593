"""The gist of a fight: numbers that rules compare, but read no further, as small as they can be."""

from bisect import bisect_left
from typing import TypeVar

from msgspec.structs import replace

from rbfcli.kernel.conditions import asked_of
from rbfcli.kernel.fight import Fight, TurnSlot

F = TypeVar("F", bound=Fight)

# The first round begins otherwise than others do; behind it the number of a round says only that the fight goes on.
LATE = 2


def gist(fight: F) -> F:
    """A fight whose late rounds are one, and whose counts of initiative are ranks.

    For systems that ask of the round whether it is the first, or none, and of counts which is higher.
    """
    late = min(fight.round, LATE)
    ranked = by_rank(fight) if late and not asked_of(fight, is_ranked, "order", "initiative") else fight
    return ranked if ranked.round == late else replace(ranked, round=late)


def is_ranked(fight: Fight) -> bool:
    """Whether counts of initiative are their ranks, or somebody has none."""
    return by_rank(fight) is fight


def by_rank(fight: F) -> F:
    """A fight with 0, 1, 2 … for its counts of initiative, in their order; as it is if somebody has none.

    Counts are compared, and nothing more: the lab follows comparisons of rolls without looking at what fell.
    """
    people = fight.combatants
    own = [one.initiative for one in people.values() if one.initiative is not None]
    if len(own) < len(people):
        return fight
    counts: list[int] = []
    for count in sorted([*own, *(slot.count for slot in fight.order)]):
        if not counts or counts[-1] != count:
            counts.append(count)
    if all(count == rank for rank, count in enumerate(counts)):
        return fight
    ranked = {
        who: replace(one, initiative=bisect_left(counts, count))
        for (who, one), count in zip(people.items(), own, strict=True)
    }
    order = tuple(
        [TurnSlot(who=slot.who, count=bisect_left(counts, slot.count), held=slot.held) for slot in fight.order]
    )
    return replace(fight, order=order, combatants=ranked)
