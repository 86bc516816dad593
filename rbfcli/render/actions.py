"""The numbered list of what somebody can do: the line to type, what it costs, what it does."""

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from rbfcli.kernel.events import AnyEvent, Asked, Ordered, Rolled, TurnEnded
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.run import Played
from rbfcli.render.narration import narrate
from rbfcli.render.safe import safe
from rbfcli.render.style import Style

GAP, INDENT = "  ", " " * 6
WIDEST_LINE = 44


class ActionRow(Struct, frozen=True):
    """One line of the list; the number is empty where it cannot be chosen."""

    number: str
    line: str
    cost: str
    effect: str
    rule: str
    odds: str = ""


def action_lines(rows: Sequence[ActionRow], style: Style) -> list[str]:
    """The list in columns; what does not fit into the width stands below its line."""
    widths = [max(len(row.number) for row in rows), _widest(rows), max(len(safe(row.cost)) for row in rows)]
    return [line for row in rows for line in _lines(row, widths, style)]


def effect_of(played: Played, before: Fight, rules: Rules, who: str) -> str:
    """What a rehearsed command does: the dice it begins with, or the changes it tells of; empty where it tells none."""
    rolled = next((event for event in played.events if isinstance(event, Rolled) and not event.hidden), None)
    if rolled:
        roller = before.combatants.get(rolled.who)
        whose = f"{roller.name}: " if roller and rolled.who != who else ""
        return f"{whose}{rolled.label}, {_dice(rolled)}"
    events = [event for event in played.events if not isinstance(event, Asked)]
    told = [line.strip(" -") for line in narrate(events, before, played.fight, rules, Style())]
    one = before.combatants.get(who)
    name = safe(one.name) if one else ""
    effects = [line.removeprefix(f"{name} ").removeprefix(f"{name}: ") for line in told if not _is_order(line)]
    return "; ".join([*_waiting(events, who), *effects])


def _waiting(events: Sequence[AnyEvent], who: str) -> Iterator[str]:
    """Until which count a turn is held, which the order of turns tells."""
    ordered = next((each for each in events if isinstance(each, Ordered)), None)
    ended = {each.who for each in events if isinstance(each, TurnEnded)}
    for slot in ordered.slots if ordered is not None else ():
        if slot.held and slot.who in {who} & ended:
            yield f"waits until count {slot.count}"


def rolls(played: Played) -> bool:
    """Whether a rehearsed command throws dice."""
    return any(isinstance(event, Rolled) for event in played.events)


def _lines(row: ActionRow, widths: Sequence[int], style: Style) -> Iterator[str]:
    number, widest, costs = widths
    effect = GAP.join(filter(None, (safe(row.effect), f"({row.rule})" if style.explain and row.rule else "")))
    begun = f"{row.number:>{number}}{GAP}{safe(row.line):<{widest}}{GAP}{safe(row.cost):<{costs}}"
    whole = f"{begun}{GAP}{effect}".rstrip()
    if len(whole) <= style.width:
        yield whole
    else:
        yield begun.rstrip()
        yield from _folded(effect, style.width)
    if row.odds:
        yield from _folded(row.odds, style.width)


def _folded(text: str, width: int) -> list[str]:
    from textwrap import wrap

    return wrap(text, max(len(INDENT) + 20, width), initial_indent=INDENT, subsequent_indent=INDENT)


def _widest(rows: Sequence[ActionRow]) -> int:
    return max(length for row in rows if (length := len(safe(row.line))) <= WIDEST_LINE or row is rows[0])


def _dice(rolled: Rolled) -> str:
    """`2d8 +3 against 14`, `1d100 under 45`: the dice, what is added, and the number to reach."""
    counted = Counter(die.sides for die in rolled.dice if die.kept)
    dice = " + ".join(f"{count}d{sides}" for sides, count in counted.items())
    if rolled.under:
        return f"{dice} under {rolled.against}"
    added = sum(each.value for each in rolled.modifiers)
    edge = sum(each.value for each in rolled.edges)
    parts = (
        dice,
        f"{added:+d}" if added else "",
        f"against {rolled.against}" if rolled.against is not None else "",
        f"with {'advantage' if edge > 0 else 'disadvantage'} {abs(edge)}" if edge else "",
    )
    return " ".join(filter(None, parts))


def _is_order(line: str) -> bool:
    return line.startswith("order: ")
