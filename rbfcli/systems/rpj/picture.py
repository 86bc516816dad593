"""The battlefield drawn: regions left to right, who stands in them and in which group, and behind what (RPJ-FIELD)."""

from itertools import zip_longest

from rbfcli.systems.rpj.conditions import dead, standing
from rbfcli.systems.rpj.ground.cover import notation, pieces
from rbfcli.systems.rpj.ground.ground import groups_in, linked, members, region_ids
from rbfcli.systems.rpj.sheet import RpjFight, actions_of

WIDTH, WIDEST_LINE, GAP = 80, 30, 2
ROUND_SECONDS, ACTION_SECONDS, MINUTE = 60, 5, 60

Column = list[str]


def picture(fight: RpjFight) -> tuple[str, ...]:
    """Lines of at most 80 columns: the time gone by, then the regions, a column each (RPJ-TIME-1)."""
    time = (f"elapsed: {elapsed(fight)}",) if fight.round else ()
    columns = [_column(fight, stacked) for stacked in regions_left_to_right(fight)]
    return (*time, *(line for band in _bands(columns) for line in _side_by_side(band)))


def elapsed(fight: RpjFight) -> str:
    """The time gone by: a minute a round, five seconds for each action of the turn that runs (RPJ-TIME-1)."""
    active = fight.combatants.get(fight.active)
    spent = max(0, actions_of(active) - active.actions_left) if active is not None and standing(active) else 0
    minutes, seconds = divmod((fight.round - 1) * ROUND_SECONDS + spent * ACTION_SECONDS, MINUTE)
    return f"{minutes} min {seconds} s"


def regions_left_to_right(fight: RpjFight) -> list[list[str]]:
    """A line as it is; a graph from its first region on, those equally many links away above one another."""
    if not fight.board.links:
        return [[region] for region in region_ids(fight.board)]
    columns: list[list[str]] = []
    left = list(region_ids(fight.board))
    while left:
        reached = {beyond for region in (columns or [[]])[-1] for beyond in linked(fight.board, region)}
        column = [region for region in left if region in reached] or left[:1]
        columns.append(column)
        left = [region for region in left if region not in column]
    return columns


def _column(fight: RpjFight, stacked: list[str]) -> Column:
    lines = [line for region in stacked for line in (*_region(fight, region), "")][:-1]
    return [line if len(line) <= WIDEST_LINE else line[: WIDEST_LINE - 2] + ".." for line in lines]


def _region(fight: RpjFight, region: str) -> Column:
    """One region: its id and name, where its links lead, its cover, who watches it, and who is there."""
    name = fight.board.regions[region].name if region in fight.board.regions else ""
    lines = [f"[{region}]", *([name] if name else [])]
    if fight.board.links:
        lines.append(f"-> {', '.join(linked(fight.board, region)) or 'nowhere'}")
    lines += [f"# {piece} {cover}" for piece, cover in pieces(fight, region).items()]
    lines += [f"! {who} watches" for who, one in fight.combatants.items() if one.overwatch == region]
    for group in groups_in(fight, region):
        lines += [f"{group}: {_person(fight, who)}" for who in members(fight, region, group)]
    lines += [_person(fight, who) for who, one in fight.combatants.items() if one.region == region and not one.group]
    return lines


def _person(fight: RpjFight, who: str) -> str:
    one = fight.combatants[who]
    if not standing(one):
        return f"{who} dead" if dead(one) else f"{who} down"
    return f"{who} {notation(fight, who)}{' turned' if one.reoriented else ''}".rstrip()


def _bands(columns: list[Column]) -> list[list[Column]]:
    """The columns in as many bands as the width needs."""
    bands: list[list[Column]] = [[]]
    for column in columns:
        if bands[-1] and sum(map(_width, bands[-1])) + _width(column) > WIDTH:
            bands.append([])
        bands[-1].append(column)
    return bands


def _side_by_side(band: list[Column]) -> list[str]:
    rows = zip_longest(*band, fillvalue="")
    return [
        "".join(f"{line:<{_width(column)}}" for line, column in zip(row, band, strict=True)).rstrip() for row in rows
    ]


def _width(column: Column) -> int:
    return max(map(len, column)) + GAP
