"""What only RPJ sees wrong in a fight: regions and cover that are not there, layers that nobody wears."""

from collections.abc import Iterator

from msgspec.structs import replace

from rbfcli.kernel.mistakes import Mistake, left_to_rules, unknown
from rbfcli.systems.rpj.ground.cover import pieces, read_cover
from rbfcli.systems.rpj.ground.ground import region_ids
from rbfcli.systems.rpj.sheet import Character, RpjFight


def mistakes(fight: RpjFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or on the battlefield (RPJ-FIELD-1, RPJ-FIELD-2, RPJ-COV-1, RPJ-DMG-1)."""
    if who:
        yield from _on_sheet(fight, fight.combatants[who], ("combatants", who))
        return
    regions = region_ids(fight.board)
    for each in fight.board.regions:
        if each not in regions:
            yield unknown(("board", "regions", each), each, regions, "region")


def _on_sheet(fight: RpjFight, one: Character, at: tuple[str, str]) -> Iterator[Mistake]:
    is_there = not one.region or one.region in region_ids(fight.board)
    if one.cover and is_there and read_cover(one.cover) is None:
        there = pieces(fight, one.region or region_ids(fight.board)[0])
        if one.cover not in there:
            wrong = unknown((*at, "cover"), one.cover, there, "piece of cover there")
            yield from left_to_rules([replace(wrong, because="region")])
    layers = one.layers or {"base": ()}
    for layer in one.crossed:
        if layer not in layers:
            yield replace(unknown((*at, "crossed", layer), layer, layers, "layer"), because="layers")
        else:
            yield from left_to_rules(_crossed_twice(one, layer, at))
    if one.base and one.base not in layers:
        yield replace(unknown((*at, "base"), one.base, layers, "layer"), because="layers")


def _crossed_twice(one: Character, layer: str, at: tuple[str, str]) -> Iterator[Mistake]:
    """The numbers crossed out in a layer that it has not, or not as often."""
    left = list(one.layers.get(layer, one.crossed[layer]))
    for place, number in enumerate(one.crossed[layer]):
        if number in left:
            left.remove(number)
        else:
            wrong = f"{layer} has no {number} left to cross out"
            yield Mistake((*at, "crossed", layer, place), wrong, because="layers")
