"""Events as they are told together: without what others say, rolls with what concludes them."""

from collections.abc import Iterable, Mapping, Sequence

from rbfcli.kernel import events
from rbfcli.kernel.conditions import ConditionRow, row_of
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.words import CONCLUSION

Group = tuple[events.AnyEvent, ...]
MOST_OPPOSED = 2


def told_together(happenings: Iterable[events.AnyEvent], rules: Rules) -> list[Group]:
    """All that is told of what happened, in its order."""
    return with_conclusions(without_replaced(without_answered(happenings), rules), rules.words)


def with_conclusions(told: Iterable[events.AnyEvent], words: Mapping[str, str]) -> list[Group]:
    """Each event by itself, but what concludes a roll, or two that are opposed, behind the rolls."""
    groups: list[Group] = []
    for event in told:
        group: Group = (event,)
        if isinstance(event, events.Happened) and words.get(f"part.{event.what}") == CONCLUSION:
            while len(group) <= MOST_OPPOSED and (place := _roll_before(groups, group[0])) is not None:
                group = (*groups.pop(place), *group)
        groups.append(group)
    return groups


def _roll_before(groups: Sequence[Group], event: events.AnyEvent) -> int | None:
    """The place of the roll that something concludes, or that a roll answers; only changes may lie between."""
    for place in range(len(groups) - 1, -1, -1):
        earlier = groups[place][-1]
        if isinstance(earlier, events.Rolled):
            answers = isinstance(event, events.Rolled) and (event.who, event.target) == (earlier.target, earlier.who)
            return place if answers or isinstance(event, events.Happened) else None
        if not isinstance(earlier, events.Changed):
            return None
    return None


def without_answered(happenings: Iterable[events.AnyEvent]) -> list[events.AnyEvent]:
    """The events without the questions that were answered at once; their answers say enough."""
    left: list[events.AnyEvent] = []
    for event in happenings:
        if isinstance(event, events.Answered):
            asked = next((each for each in left if _is_answer(event, each)), None)
            if asked:
                left.remove(asked)
        left.append(event)
    return left


def without_replaced(happenings: Iterable[events.AnyEvent], rules: Rules) -> list[events.AnyEvent]:
    """The events without the ends of conditions that gave way to another: who dies does not come round first."""
    left: list[events.AnyEvent] = []
    for event in happenings:
        if isinstance(event, events.Afflicted):
            row = row_of(rules.conditions, event.name)
            while row is not None and left and _gave_way(left[-1], event.who, row, rules):
                left.pop()
        left.append(event)
    return left


def _gave_way(event: events.AnyEvent, who: str, to: ConditionRow, rules: Rules) -> bool:
    if not isinstance(event, events.Relieved) or event.who != who or event.name not in to.replaces:
        return False
    return rules.conditions[event.name].gives_way


def _is_answer(answered: events.Answered, asked: events.AnyEvent) -> bool:
    if not isinstance(asked, events.Asked):
        return False
    return (asked.question.kind, asked.question.who) == (answered.kind, answered.who)
