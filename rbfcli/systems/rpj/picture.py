"""The battlefield drawn: regions left to right, who stands in them and in which group, and behind what (RPJ-FIELD)."""

from rbfcli.kernel.picture import Picture, Strips
from rbfcli.systems.rpj.conditions import dead, standing
from rbfcli.systems.rpj.ground.cover import notation, pieces
from rbfcli.systems.rpj.ground.ground import groups_in, linked, members, region_ids
from rbfcli.systems.rpj.sheet import RpjFight, actions_of

ROUND_SECONDS, ACTION_SECONDS, MINUTE = 60, 5, 60


def picture(fight: RpjFight) -> Picture:
    """The time gone by, then the regions, a strip each (RPJ-TIME-1)."""
    time = (f"elapsed: {elapsed(fight)}",) if fight.round else ()
    return (*time, Strips(strips=regions_in_strips(fight)))


def regions_in_strips(fight: RpjFight) -> tuple[tuple[str, ...], ...]:
    """The regions left to right, a strip each."""
    return tuple(_strip(fight, stacked) for stacked in regions_left_to_right(fight))


def elapsed(fight: RpjFight) -> str:
    """The time gone by: a minute a round, and five seconds for each action of the turn that runs (RPJ-TIME-1).

    The turns of a round run at the same time, so that what one of them took is told apart from the rounds gone by.
    """
    active = fight.combatants.get(fight.active)
    spent = max(0, actions_of(active) - active.actions_left) if active is not None and standing(active) else 0
    minutes = (fight.round - 1) * ROUND_SECONDS // MINUTE
    return f"{minutes} min" + (f"; this turn: {spent * ACTION_SECONDS} s" if spent else "")


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


def _strip(fight: RpjFight, stacked: list[str]) -> tuple[str, ...]:
    return tuple(line for region in stacked for line in (*_region(fight, region), ""))[:-1]


def _region(fight: RpjFight, region: str) -> list[str]:
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
