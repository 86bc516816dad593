"""The numbered list of available actions, with costs and effects."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.text import record, safe
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import Played
from rbfcli.model.events import QuestionAsked, Rolled
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.layout import padded, width, wrap_items, wrapped
from rbfcli.render.narration import ORDER, narrate
from rbfcli.render.sentences import Style

GAP, INDENT = "  ", " " * 6
WIDEST_LINE = 44
OTHER_WIDTHS = (52, 36, 28, 20, 14)
LONGEST_COST, USUAL_COST = 40, 8


class ActionRow(Struct, frozen=True):
    """One line of the list. The number is empty if the action cannot be chosen."""

    number: str
    line: str
    cost: str
    effect: str
    rule: str
    odds: str = ""


def action_lines(rows: Sequence[ActionRow], style: Style) -> list[str]:
    """Return the list in columns; an effect that does not fit the width goes below its line.

    For a screen reader each row is one line.
    """
    if style.spoken:
        return [record(row.number, row.line, row.cost, row.effect, row.rule, row.odds) for row in rows]
    widest = _widest(rows, WIDEST_LINE)
    if style.tables:
        rooms = sorted({widest, *(_widest(rows, room) for room in OTHER_WIDTHS)}, reverse=True)
        drawn = (_drawn(rows, room, costs, style) for room in rooms for costs in (LONGEST_COST, USUAL_COST))
        return min(drawn, key=len)
    return _drawn(rows, widest, LONGEST_COST, style)


def _drawn(rows: Sequence[ActionRow], widest: int, costs: int, style: Style) -> list[str]:
    """Return the list with at most this many cells for lines and costs. Longer cells push the rest of the row aside."""
    numbers = max(len(row.number) for row in rows)
    widths = [numbers, widest, min(costs, max(width(safe(row.cost)) for row in rows))]
    return [line for row in rows for line in _lines(row, widths, style)]


def effect_of(played: Played, before: Fight, rules: Rules, actor: str) -> str:
    """Return the effect of a rehearsed command: its first roll, else the changes it reports.

    The result is empty if the command reports none.
    """
    rolled = next((event for event in played.events if isinstance(event, Rolled) and not event.hidden), None)
    if rolled:
        roller = before.combatants.get(rolled.who)
        whose = f"{roller.name}: " if roller and rolled.who != actor else ""
        return f"{whose}{rolled.label}, {_dice(rolled)}"
    events = [event for event in played.events if not isinstance(event, QuestionAsked)]
    narrated = (line.partition(f"\n{ORDER}")[0] for line in narrate(events, before, played.fight, rules, Style()))
    told = [line.strip(" -") for line in narrated]
    one = before.combatants.get(actor)
    name = safe(one.name) if one else ""
    effects = [line.removeprefix(f"{name} ").removeprefix(f"{name}: ") for line in told if not line.startswith(ORDER)]
    return "; ".join(effects) or _who_chooses(played.fight)


def _who_chooses(fight: Fight) -> str:
    """Return who must answer a rehearsed command's question first, or nothing if there is no question."""
    asked = dict.fromkeys(each.who for each in open_now(fight))
    names = [safe(fight.combatants[who].name) if who in fight.combatants else "the GM" for who in asked]
    return f"{' and '.join(names)} {'choose' if len(names) > 1 else 'chooses'} first" if names else ""


def _lines(row: ActionRow, widths: Sequence[int], style: Style) -> Iterator[str]:
    number, widest, costs = widths
    effect = GAP.join(filter(None, (safe(row.effect), f"({row.rule})" if style.explain and row.rule else "")))
    line = f"{row.number:>{number}}{GAP}{padded(safe(row.line), widest)}"
    begun = f"{line}{GAP}{padded(safe(row.cost), costs)}"
    whole = f"{begun}{GAP}{effect}".rstrip()
    if width(whole) <= style.width:
        yield whole
    else:
        close = f"{line.rstrip()}{GAP}{safe(row.cost)}".rstrip()
        fitting = [each for each in (begun.rstrip(), close) if width(each) <= style.width][:1]
        yield from fitting or (*_cut_at_bars(line.rstrip(), style.width), *_folded(safe(row.cost), style))
        yield from _folded(effect, style)
    if row.odds:
        yield from _folded(row.odds, style)


def _folded(text: str, style: Style) -> list[str]:
    cells = style.width if style.tables else max(len(INDENT) + 20, style.width)
    return wrapped(INDENT + text, cells, INDENT) if text else []


def _cut_at_bars(line: str, cells: int) -> list[str]:
    """Return a line with alternatives in pieces that break at a bar. An overlong alternative is split."""
    first, *others = line.split("|")
    return wrap_items([first, *others], cells, "|", indent=INDENT)


def _widest(rows: Sequence[ActionRow], most: int) -> int:
    return max(length for row in rows if (length := width(safe(row.line))) <= most or row is rows[0])


def _dice(rolled: Rolled) -> str:
    """Return the dice, the modifiers and the target number: `2d8 +3 vs 14`, `1d100 under 45`."""
    counted = Counter(die.sides for die in rolled.dice if die.kept)
    dice = " + ".join(f"{count}d{sides}" for sides, count in counted.items())
    if rolled.under:
        return f"{dice} under {rolled.against}"
    added = sum(each.value for each in rolled.modifiers)
    edge = sum(each.value for each in rolled.edges)
    parts = (
        dice,
        f"{added:+d}" if added else "",
        f"vs {rolled.against}" if rolled.against is not None else "",
        f"with {'advantage' if edge > 0 else 'disadvantage'} {abs(edge)}" if edge else "",
    )
    return " ".join(filter(None, parts))


BETWEEN, CLAUSE, UP_TO = "|", "; ", "-"
WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+')
LONG_LIST = 20
IN_FULL = "each by itself, with what it does: actions --all"


def brief_lines(rows: Sequence[ActionRow], style: Style) -> list[str]:
    """Return the list for a terminal, shortened if it is long, with a note on how to see all of it."""
    lines = action_lines(grouped(rows), style)
    if len(lines) <= LONG_LIST:
        return lines
    brief = action_lines(grouped(rows, briefly=True), style)
    return [*brief, *wrapped(IN_FULL, style.width)] if len(brief) + 1 < len(lines) else lines


def grouped(rows: Sequence[ActionRow], *, briefly: bool = False) -> list[ActionRow]:
    """Return the rows with consecutive rows merged if they differ in one word.

    With `briefly`, rows that differ in an option's value merge even if their effects differ.
    """
    runs = list[list[ActionRow]]()
    for row in rows:
        if runs and _goes_on(runs[-1], row, briefly=briefly):
            runs[-1].append(row)
        else:
            runs.append([row])
    told = {row.line: _clauses(row)[0] for row in rows}
    return [_told_once(_as_one(run), told) for run in runs]


def _goes_on(run: Sequence[ActionRow], row: ActionRow, *, briefly: bool) -> bool:
    """Return whether a row differs from all rows of a run in the same single word."""
    first = run[0]
    place = _place(first, row)
    if place is None or row.cost != first.cost or row.odds or not (row.number and first.number):
        return False
    if len(run) > 1 and place != _place(first, run[1]):
        return False
    return row.effect == first.effect or (briefly and _is_alike(first, row, place))


def _is_alike(one: ActionRow, other: ActionRow, place: int) -> bool:
    """Return whether two rows start with the same effect and differ in the value of the same option."""
    is_option = _words(one.line)[place - 1].startswith("--")
    return is_option and _clauses(one)[0] == _clauses(other)[0] and bool(_rest(one))


def _place(one: ActionRow, other: ActionRow) -> int | None:
    """Return the index of the only word in which two lines differ, or None. It is never the verb."""
    mine, theirs = _words(one.line), _words(other.line)
    if len(mine) != len(theirs):
        return None
    places = [place for place, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
    return places[0] if len(places) == 1 and places[0] else None


def _words(line: str) -> list[str]:
    """Return the words of a line as typed, with quoted words whole."""
    return WORD.findall(line)


def _as_one(run: Sequence[ActionRow]) -> ActionRow:
    first, last = run[0], run[-1]
    place = _place(first, last)
    if place is None:
        return first
    words = _words(first.line)
    words[place] = BETWEEN.join(_words(row.line)[place] for row in run)
    same = all(row.effect == first.effect for row in run)
    number = f"{first.number}{UP_TO}{last.number}"
    return replace(first, number=number, line=" ".join(words), effect=first.effect if same else _clauses(first)[0])


def _told_once(row: ActionRow, told: Mapping[str, str]) -> ActionRow:
    """Return a row without the roll that the row of a shorter form of its line already shows."""
    words = _words(row.line)
    begun = (told.get(" ".join(words[:length])) for length in range(len(words) - 1, 0, -1))
    known = next((each for each in begun if each), "")
    is_known = _clauses(row)[0] == known and (_rest(row) or BETWEEN in row.line)
    return replace(row, effect=_rest(row)) if is_known else row


def _clauses(row: ActionRow) -> list[str]:
    return row.effect.split(CLAUSE)


def _rest(row: ActionRow) -> str:
    return CLAUSE.join(_clauses(row)[1:])
