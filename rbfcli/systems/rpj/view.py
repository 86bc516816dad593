"""Views of an RPJ fight: for the GM, for players, and as a picture."""

from rbfcli.core.text import quoted
from rbfcli.model.display import FIRST, LEAST, Fact, Facts, Picture, Strips, Visibility, health_fact
from rbfcli.model.rules import Words
from rbfcli.systems.rpj.conditions import dead, dying, standing
from rbfcli.systems.rpj.economy import UNARMED, carried, reaches, weapon_names, weapon_of
from rbfcli.systems.rpj.health import defense_of, fell_in_its_turn
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

ACTION_SECONDS = 5


def picture(fight: RpjFight) -> Picture:
    """Return the elapsed time, and the regions as strips (RPJ-TIME-1)."""
    time = (f"elapsed: {elapsed(fight)}",) if fight.round else ()
    return (*time, Strips(strips=regions_in_strips(fight)))


def regions_in_strips(fight: RpjFight) -> tuple[tuple[str, ...], ...]:
    """Return the regions left to right, one strip each."""
    return tuple(
        tuple(line for region in stacked for line in (*_region(fight, region), ""))[:-1]
        for stacked in regions_left_to_right(fight)
    )


def elapsed(fight: RpjFight) -> str:
    """Return the elapsed time: a minute per round, and five seconds per action this turn (RPJ-TIME-1).

    Turns of a round are simultaneous, so the current turn's time is separate from the past rounds. A combatant that
    falls in its turn has spent all of it; a stabilize roll takes no time.
    """
    active = fight.combatants.get(fight.active)
    acts = active is not None and (standing(active) or fell_in_its_turn(active))
    spent = max(0, actions_of(active) - active.actions_left) if active is not None and acts else 0
    return f"{fight.round - 1} min" + (f"; this turn: {spent * ACTION_SECONDS} s" if spent else "")


def regions_left_to_right(fight: RpjFight) -> list[list[str]]:
    """Return a line's regions in order, or a graph's in columns by links from the first."""
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


def _region(fight: RpjFight, region: str) -> list[str]:
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
    """Return the public facts: position, cover, overwatch and grapples; sheets do not mark players."""
    return Visibility(
        ground=ground,
        fields=("region", "group", "cover", "reoriented", "overwatch", "grapple"),
        questions=("leaving", "shooting", "moving", "entering", "grapple-won"),
    )


def ground(fight: RpjFight) -> Picture:
    """Return the regions, and the time in minutes: seconds would reveal actions left (RPJ-TIME-1)."""
    minutes = (f"minute {fight.round}",) if fight.round else ()
    return (*minutes, Strips(strips=regions_in_strips(fight)))


def health(combatant: Character) -> tuple[int, int]:
    """Return the number of damage saves left, and of all."""
    return sum(len(saves_left(combatant, layer)) for layer in combatant.layers), sum(
        map(len, combatant.layers.values())
    )


def distance(fight: RpjFight, one: str, other: str) -> int | None:
    """Return the range between two characters, in regions (RPJ-FIELD-5)."""
    return range_between(fight.board, fight.combatants[one].region, fight.combatants[other].region)


def can_reach(fight: RpjFight, actor: str, target: str, weapon: str) -> bool:
    """Return whether a weapon, or a hand, reaches a target (RPJ-FIELD-4, RPJ-FIELD-5)."""
    one, other = fight.combatants[actor], fight.combatants[target]
    return reaches(fight, one, other, weapon_of(fight, weapon or UNARMED))


def status(fight: RpjFight, actor: str) -> Facts:
    """Return the facts of one character for the status display."""
    one = fight.combatants[actor]
    turned = " reoriented" if one.reoriented else ""
    return (
        health_fact("saves", health(one)),
        _layers(one),
        Fact("actions", _actions(fight, actor), heading="act", rank=FIRST, turn=True),
        Fact(
            "defense",
            "/".join(str(defense_of(fight, one, melee=each)) for each in (True, False)),
            heading="def",
            rank=3,
        ),
        Fact("free", "spent" if one.free_attack_spent else "", rank=3),
        Fact("watches", ", ".join(one.overwatch), rank=4, secret=False),
        Fact("grapples", one.grapple, rank=FIRST, secret=False),
        Fact("failures", str(one.failures or ""), heading="fail", rank=2, clock=True),
        Fact("place", f"{one.region} {one.group}".strip(), rank=LEAST, secret=False),
        Fact("cover", f"{notation(fight, actor)}{turned}", short=notation(fight, actor), rank=LEAST, secret=False),
    )


def _actions(fight: RpjFight, actor: str) -> str:
    """Return the actions left this turn; empty for a combatant that is down (RPJ-DMG-7)."""
    one = fight.combatants[actor]
    return str(one.actions_left) if actor == fight.active and standing(one) else ""


def vocabulary(fight: RpjFight, kind: str, actor: str) -> Words:
    """Return the words of a kind that only RPJ knows; weapons and cover are the actor's."""
    one = fight.combatants.get(actor)
    match kind:
        case "weapon":
            return weapon_names(fight, carried(fight, one) if one else fight.weapons)
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
    """Return the suggested next commands."""
    if not fight.round:
        return ("init",) if fight.combatants else ("add NAME",)
    active = fight.combatants.get(fight.active)
    if active is None:
        return _over(fight)
    if dying(active) and active.actions_left:
        return (f"stabilize {quoted(fight.active)}",)
    if active.grapple:
        return (f"grapple {quoted(fight.active)}",) if active.actions_left == actions_of(active) else _over(fight)
    return () if active.actions_left else _over(fight)


def _over(fight: RpjFight) -> tuple[str, ...]:
    return ("turn next" if any(standing(one) or dying(one) for one in fight.combatants.values()) else "end",)


def _layers(combatant: Character) -> Fact:
    """Return the saves of all layers, outermost first, with a dash for a broken one."""
    numbers = {layer: " ".join(map(str, saves_left(combatant, layer))) or "-" for layer in ordered_layers(combatant)}
    told = ", ".join(f"{layer} {saves}" for layer, saves in numbers.items())
    return Fact("layers", told, short="; ".join(numbers.values()), rank=2)
