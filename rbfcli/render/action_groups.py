"""The list of actions made short for a screen: rows that differ in one word are one, and no roll is told twice."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rbfcli.render.actions import ActionRow, action_lines
from rbfcli.render.cells import wrapped
from rbfcli.render.style import Style

BETWEEN, CLAUSE, UP_TO = "|", "; ", "-"
LONG_LIST = 20
IN_FULL = "each by itself, with what it does: actions --all"


def brief_lines(rows: Sequence[ActionRow], style: Style) -> list[str]:
    """The list for a terminal: shorter where it would fill the screen, and then it says how to see all of it."""
    lines = action_lines(grouped(rows), style)
    if len(lines) <= LONG_LIST:
        return lines
    brief = action_lines(grouped(rows, briefly=True), style)
    return [*brief, *wrapped(IN_FULL, style.width)] if len(brief) + 1 < len(lines) else lines


def grouped(rows: Sequence[ActionRow], *, briefly: bool = False) -> list[ActionRow]:
    """Rows one after the other that differ in one word, as one; `briefly` also where an option makes them differ."""
    runs = list[list[ActionRow]]()
    for row in rows:
        if runs and _goes_on(runs[-1], row, briefly=briefly):
            runs[-1].append(row)
        else:
            runs.append([row])
    told = {row.line: _clauses(row)[0] for row in rows}
    return [_told_once(_as_one(run), told) for run in runs]


def _goes_on(run: Sequence[ActionRow], row: ActionRow, *, briefly: bool) -> bool:
    """Whether a row differs from all of a run in the same word alone."""
    first = run[0]
    place = _place(first, row)
    if place is None or row.cost != first.cost or row.odds or not (row.number and first.number):
        return False
    if len(run) > 1 and place != _place(first, run[1]):
        return False
    return row.effect == first.effect or (briefly and _is_alike(first, row, place))


def _is_alike(one: ActionRow, other: ActionRow, place: int) -> bool:
    """Whether what they begin with is the same, and they take another word for the same option."""
    is_option = one.line.split(" ")[place - 1].startswith("--")
    return is_option and _clauses(one)[0] == _clauses(other)[0] and bool(_rest(one))


def _place(one: ActionRow, other: ActionRow) -> int | None:
    """Which word alone is another, of lines with as many words; never the verb."""
    mine, theirs = one.line.split(" "), other.line.split(" ")
    if len(mine) != len(theirs):
        return None
    places = [place for place, (a, b) in enumerate(zip(mine, theirs, strict=True)) if a != b]
    return places[0] if len(places) == 1 and places[0] else None


def _as_one(run: Sequence[ActionRow]) -> ActionRow:
    first, last = run[0], run[-1]
    place = _place(first, last)
    if place is None:
        return first
    words = first.line.split(" ")
    words[place] = BETWEEN.join(row.line.split(" ")[place] for row in run)
    same = all(row.effect == first.effect for row in run)
    number = f"{first.number}{UP_TO}{last.number}"
    return replace(first, number=number, line=" ".join(words), effect=first.effect if same else _clauses(first)[0])


def _told_once(row: ActionRow, told: Mapping[str, str]) -> ActionRow:
    """A row without the roll that the row says whose line its own goes on from."""
    words = row.line.split(" ")
    begun = (told.get(" ".join(words[:length])) for length in range(len(words) - 1, 0, -1))
    known = next((each for each in begun if each), "")
    is_known = _clauses(row)[0] == known and (_rest(row) or BETWEEN in row.line)
    return replace(row, effect=_rest(row)) if is_known else row


def _clauses(row: ActionRow) -> list[str]:
    return row.effect.split(CLAUSE)


def _rest(row: ActionRow) -> str:
    return CLAUSE.join(_clauses(row)[1:])
