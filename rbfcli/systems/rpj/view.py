"""What an RPJ fight shows: to the GM, to players, as a picture."""

from rbfcli.core.text import quoted
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, Picture, Strips, Visibility, health_fact
from rbfcli.model.rules import Words
from rbfcli.systems.rpj.conditions import dead, dying, standing
from rbfcli.systems.rpj.economy import UNARMED, carried, reaches, weapon_names, weapon_of
from rbfcli.systems.rpj.health import fell_in_its_turn, melee_defense, ranged_defense
from rbfcli.systems.rpj.map import (
    NO_COVER,
    groups_in,
    linked,
    members,
    notation,
    pieces,
    range_between,
    region_ids,
    region_names,
)
from rbfcli.systems.rpj.sheet import Character, RpjFight, actions_of, ordered_layers, saves_left

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

    The turns of a round run at the same time, so what one of them took is told apart from the rounds gone by. The whole
    turn is over for somebody who falls in it; a roll for life takes no time.
    """
    active = fight.combatants.get(fight.active)
    acts = active is not None and (standing(active) or fell_in_its_turn(active))
    spent = max(0, actions_of(active) - active.actions_left) if active is not None and acts else 0
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
    lines += [f"! {who} watches" for who, one in fight.combatants.items() if region in one.overwatch]
    for group in groups_in(fight, region):
        lines += [f"{group}: {_person(fight, who)}" for who in members(fight, region, group)]
    lines += [_person(fight, who) for who, one in fight.combatants.items() if one.region == region and not one.group]
    return lines


def _person(fight: RpjFight, actor: str) -> str:
    one = fight.combatants[actor]
    if not standing(one):
        return f"{actor} dead" if dead(one) else f"{actor} down"
    return f"{actor} {notation(fight, actor)}{' turned' if one.reoriented else ''}".rstrip()


def sight() -> Visibility:
    """Everybody sees where somebody is, behind what, and whom or what it watches or holds; a sheet names no players."""
    return Visibility(
        ground=ground,
        fields=("region", "group", "cover", "reoriented", "overwatch", "grapple"),
        questions=("leaving", "shooting", "moving", "entering", "grapple-won"),
    )


def ground(fight: RpjFight) -> Picture:
    """The regions; of the time only the minutes, for the seconds tell how many actions somebody has (RPJ-TIME-1)."""
    minutes = (f"minute {fight.round}",) if fight.round else ()
    return (*minutes, Strips(strips=regions_in_strips(fight)))


def health(combatant: Character) -> tuple[int, int]:
    """Damage saves still standing, and all of them."""
    return sum(len(saves_left(combatant, layer)) for layer in combatant.layers), sum(
        map(len, combatant.layers.values())
    )


def distance(fight: RpjFight, one: str, other: str) -> int | None:
    """The range between two characters, in regions (RPJ-FIELD-5)."""
    return range_between(fight.board, fight.combatants[one].region, fight.combatants[other].region)


def can_reach(fight: RpjFight, actor: str, target: str, weapon: str) -> bool:
    """Whether somebody gets at another with a weapon, or with its hands (RPJ-FIELD-4, RPJ-FIELD-5)."""
    one, other = fight.combatants[actor], fight.combatants[target]
    return reaches(fight, one, other, weapon_of(fight, weapon or UNARMED))


def status(fight: RpjFight, actor: str) -> Facts:
    """The facts of one character that a screen shows."""
    one = fight.combatants[actor]
    turned = " reoriented" if one.reoriented else ""
    return (
        health_fact("saves", health(one)),
        _layers(one),
        Fact("actions", _actions(fight, actor), heading="act", rank=FIRST, turn=True),
        Fact("defense", f"{melee_defense(fight, one)}/{ranged_defense(fight, one)}", heading="def", rank=3),
        Fact("free", "spent" if one.free_attack_spent else "", rank=3),
        Fact("watches", ", ".join(one.overwatch), rank=4, secret=False),
        Fact("grapples", one.grapple, rank=FIRST, secret=False),
        Fact("failures", str(one.failures or ""), heading="fail", rank=2, clock=True),
        Fact("place", f"{one.region} {one.group}".strip(), rank=LEAST, secret=False),
        Fact("cover", f"{notation(fight, actor)}{turned}", short=notation(fight, actor), rank=LEAST, secret=False),
    )


def _actions(fight: RpjFight, actor: str) -> str:
    """The actions left of the turn that runs; whoever is down takes none (RPJ-DMG-7)."""
    one = fight.combatants[actor]
    return str(one.actions_left) if actor == fight.active and standing(one) else ""


def vocabulary(fight: RpjFight, kind: str, actor: str) -> Words:
    """The words of a kind that only RPJ knows; weapons and cover are those of the one who acts."""
    one = fight.combatants.get(actor)
    match kind:
        case "weapon":
            return weapon_names(fight, carried(fight, one) if one else fight.weapons)
        case "combatant":
            return tuple(fight.combatants)
        case "place":
            return region_names(fight.board)
        case "group":
            return tuple(dict.fromkeys(name for region in region_ids(fight.board) for name in groups_in(fight, region)))
        case "cover":
            regions = (one.region, *linked(fight.board, one.region)) if one else region_ids(fight.board)
            return (*dict.fromkeys(piece for region in regions for piece in pieces(fight, region)), NO_COVER)
        case _:
            return ()


def next_steps(fight: RpjFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    active = fight.combatants.get(fight.active)
    if active is None:
        return _over(fight)
    if dying(active) and active.actions_left:
        return (f"stabilize {quoted(fight.active)}",)
    if active.grapple:
        return (f"grapple {quoted(fight.active)}",) if active.actions_left == actions_of(active) else _over(fight)
    return () if active.actions_left else _over(fight)


def _over(fight: RpjFight) -> tuple[str, ...]:
    """What follows a turn: the next, or the end where nobody has any more."""
    return ("turn next" if any(standing(one) or dying(one) for one in fight.combatants.values()) else "end",)


def _layers(combatant: Character) -> Fact:
    """The saves of all layers, the outermost first; of a broken one a dash."""
    numbers = {layer: " ".join(map(str, saves_left(combatant, layer))) or "-" for layer in ordered_layers(combatant)}
    told = ", ".join(f"{layer} {saves}" for layer, saves in numbers.items())
    return Fact("layers", told, short="; ".join(numbers.values()), rank=2)
