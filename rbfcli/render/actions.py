"""The numbered list of available actions, with costs and effects."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, takewhile

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.core.text import record, safe
from rbfcli.engine.answers import open_now
from rbfcli.engine.play import Played
from rbfcli.model.display import CUT
from rbfcli.model.events import QuestionAsked, Rolled
from rbfcli.model.fight import Fight
from rbfcli.model.rules import Rules
from rbfcli.render.layout import padded, width, wrap_items, wrapped
from rbfcli.render.narration import ORDER, narrate
from rbfcli.render.sentences import Style, inside

GAP, INDENT = "  ", " " * 6
WIDEST_LINE = 44
OTHER_WIDTHS = (52, 36, 28, 20, 14)
LONGEST_COST, USUAL_COST = 40, 8


class ActionRow(Struct, frozen=True):
    """One line of the list. The number is empty if the action cannot be chosen, the section if there is only one."""

    number: str
    line: str
    cost: str
    effect: str
    rule: str
    odds: str = ""
    section: str = ""


def action_lines(rows: Sequence[ActionRow], style: Style) -> list[str]:
    """Return the list in columns; for a screen reader each row is one line."""
    if style.spoken or not rows:
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
    headings = _headings(rows, style)
    lines = ((*headings.get(place, ()), *_lines(row, widths, style)) for place, row in enumerate(rows))
    return [line for each in lines for line in each]


def _headings(rows: Sequence[ActionRow], style: Style) -> dict[int, list[str]]:
    """Return the name of each section, by the place of its first row, if there are several."""
    first = {row.section: place for place, row in reversed([*enumerate(rows)]) if row.section}
    return {place: wrapped(f"{name}:", style.width) for name, place in first.items()} if len(first) > 1 else {}


def effect_of(played: Played, before: Fight, rules: Rules, actor: str) -> str:
    """Return a rehearsed command's effect up to its first roll: its first check, or the changes it reports."""
    shown = [event for event in played.events if not (isinstance(event, Rolled) and event.hidden)]
    rolled = next((event for event in shown if isinstance(event, Rolled)), None)
    roll = ""
    if rolled:
        roller = before.combatants.get(rolled.who)
        whose = f"{roller.name}: " if roller and rolled.who != actor else ""
        roll = f"{whose}{rolled.label}, {_dice(rolled)}"
        if rolled.outcome:
            return roll
        shown = shown[: shown.index(rolled)]
    events = [event for event in shown if not isinstance(event, QuestionAsked)]
    narrated = (line.partition(f"\n{ORDER}")[0] for line in narrate(events, before, played.fight, rules, Style()))
    told = [line.strip(" -") for line in narrated]
    one = before.combatants.get(actor)
    name = safe(one.name) if one else ""
    effects = [line.removeprefix(f"{name} ").removeprefix(f"{name}: ") for line in told if not line.startswith(ORDER)]
    return "; ".join(filter(None, (*map(inside, effects), roll))) or _who_chooses(played.fight)


def _who_chooses(fight: Fight) -> str:
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
        alternatives = wrap_items(line.rstrip().split(BETWEEN), style.width, BETWEEN, indent=INDENT)
        yield from fitting or (*alternatives, *_folded(safe(row.cost), style))
        yield from _folded(effect, style)
    if row.odds:
        yield from _folded(row.odds, style)


def _folded(text: str, style: Style) -> list[str]:
    cells = style.width if style.tables else max(len(INDENT) + 20, style.width)
    return wrapped(INDENT + text, cells, INDENT) if text else []


def _widest(rows: Sequence[ActionRow], most: int) -> int:
    return max((length for row in rows if (length := width(safe(row.line))) <= most), default=0)


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


BETWEEN, SPACED, CLAUSE, UP_TO = "|", " | ", "; ", "-"
WORD = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+')
# What a terminal of 24 rows has room for beside the typed line, the next prompt and its toolbar.
MOST_ROWS = 21
IN_FULL = "actions --all lists each one with its effect"
CUT_OFF = "and more, up to number {last}: actions --all"
ATTACK = "attack"
# The cells of a range of numbers, a cost, and the gaps between them.
BESIDE_ENDS = 24


def brief_lines(rows: Sequence[ActionRow], style: Style) -> list[str]:
    """Return the list for a terminal, folded until it fits one screen, with a note on how to see all of it."""
    lines = action_lines(grouped(rows), style)
    if len(lines) < MOST_ROWS:
        return lines
    note = wrapped(IN_FULL, style.width)
    briefly = grouped(rows, briefly=True)
    sections = [[*each] for _, each in groupby(_by_verb(briefly, style), lambda row: row.section)]
    most = max(map(len, sections))
    for folded in (briefly, *(_first_verbs(sections, number, style) for number in range(most, -1, -1))):
        lines = [*action_lines(folded, style), *note]
        if len(lines) <= MOST_ROWS:
            return lines
    note = wrapped(CUT_OFF.format(last=rows[-1].number), style.width)
    return [*lines[: MOST_ROWS - len(note)], *note]


def _verb(row: ActionRow) -> str:
    return _words(row.line)[0]


def _by_verb(rows: Sequence[ActionRow], style: Style) -> Iterator[ActionRow]:
    """Yield attacks as they are, and the rows of any other verb as one, with the different ends of their lines."""
    for (_, verb), run in groupby(rows, lambda row: (row.section, _verb(row))):
        each = [*run]
        if verb == ATTACK:
            yield from each
            continue
        lines = [_words(row.line) for row in each]
        same = len([*takewhile(lambda words: len({*words}) == 1, zip(*lines, strict=False))])
        ends = [" ".join(words[same:]) for words in lines]
        yield _as_one_row(each, " ".join(lines[0][:same]), [*filter(None, ends)], SPACED, style)


def _first_verbs(sections: Sequence[Sequence[ActionRow]], most: int, style: Style) -> list[ActionRow]:
    """Return the attacks and some more verbs of each section, then the names of all its other verbs in one row."""
    shown = list[ActionRow]()
    for rows in sections:
        kept = most + sum(_verb(row) == ATTACK for row in rows)
        others = rows[kept:]
        shown += rows[:kept]
        shown += [_as_one_row(others, "", [*map(_verb, others)], ", ", style)] if others else []
    return shown


def _as_one_row(rows: Sequence[ActionRow], begun: str, ends: Sequence[str], between: str, style: Style) -> ActionRow:
    """Return several rows as one, with a range of numbers and as many of the ends as fit."""
    if len(rows) == 1:
        return rows[0]
    line, *more = wrap_items(ends, style.width - BESIDE_ENDS, between, f"{begun} " if begun else "")
    number = f"{rows[0].number.partition(UP_TO)[0]}{UP_TO}{rows[-1].number.rpartition(UP_TO)[2]}"
    cost = rows[0].cost if len({row.cost for row in rows}) == 1 else ""
    return replace(rows[0], number=number, line=f"{line} {CUT}" if more else line, cost=cost, effect="")


def grouped(rows: Sequence[ActionRow], *, briefly: bool = False) -> list[ActionRow]:
    """Return the rows with consecutive rows merged if they differ in one word.

    A roll that the row of a shorter line shows does not keep rows apart. With `briefly`, rows that differ in an
    option's value merge even if their effects differ.
    """
    runs = list[list[ActionRow]]()
    told = {row.line: _roll(row) for row in rows}
    for row in rows:
        if runs and _goes_on(runs[-1], row, told, briefly=briefly):
            runs[-1].append(row)
        else:
            runs.append([row])
    return [_told_once(_as_one(run, told), told) for run in runs]


def _goes_on(run: Sequence[ActionRow], row: ActionRow, told: Mapping[str, str], *, briefly: bool) -> bool:
    """Return whether a row differs from all rows of a run in one word; `briefly`, an option's value may change more."""
    first = run[0]
    place = _place(first, row)
    if place is None or (len(run) > 1 and place != _place(first, run[1])):
        return False
    if (row.section, row.cost) != (first.section, first.cost) or row.odds or not (row.number and first.number):
        return False
    if _told_once(row, told).effect == _told_once(first, told).effect:
        return True
    is_option = _words(first.line)[place - 1].startswith("--")
    return briefly and is_option and CLAUSE in first.effect and _roll(first) == _roll(row)


def _roll(row: ActionRow) -> str:
    """Return the first clause of an effect, which is its roll if it has one."""
    return row.effect.partition(CLAUSE)[0]


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


def _as_one(run: Sequence[ActionRow], told: Mapping[str, str]) -> ActionRow:
    first, last = run[0], run[-1]
    place = _place(first, last)
    if place is None:
        return first
    words = _words(first.line)
    words[place] = BETWEEN.join(_words(row.line)[place] for row in run)
    effects = [_told_once(row, told).effect for row in run]
    number = f"{first.number}{UP_TO}{last.number}"
    effect = effects[0] if len({*effects}) == 1 else _roll(first)
    return replace(first, number=number, line=" ".join(words), effect=effect)


def _told_once(row: ActionRow, told: Mapping[str, str]) -> ActionRow:
    """Return a row without the roll that the row of a shorter form of its line already shows."""
    words = _words(row.line)
    begun = (told.get(" ".join(words[:length])) for length in range(len(words) - 1, 0, -1))
    known = next((each for each in begun if each), "")
    roll, _, rest = row.effect.partition(CLAUSE)
    return replace(row, effect=rest) if roll == known and (rest or BETWEEN in row.line) else row
