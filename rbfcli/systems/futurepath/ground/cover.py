"""What stands between an attacker and its target: cover, barriers, glare, smoke and fog (FP-COV)."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from rbfcli.kernel.events import Modifier
from rbfcli.systems.futurepath.ground.map import terrain_at, thing_at
from rbfcli.systems.futurepath.ground.reach import Spot, gap, ground_height, sight, spot_of, spot_on, walls_between
from rbfcli.systems.futurepath.ground.squares import FEET, Square, read_square
from rbfcli.systems.futurepath.sheet.board import Field, Zone
from rbfcli.systems.futurepath.sheet.sheet import Character, FuturePathFight, Weapon

DISADVANTAGES = {"none": 0, "partial": 1, "heavy": 2, "full": 1}
AS_PARTIAL = ("floodlight", "smoke")


class Screen(Struct, frozen=True):
    """What hinders an attack: whether it hides the target, wholly or solidly, whether shots pierce it, and how much."""

    full: bool
    solid: bool
    weak: bool
    edges: tuple[Modifier, ...]


def screen_of(
    fight: FuturePathFight, attacker: Character, target: Character, cover: str = "", *, weak: bool = False
) -> Screen:
    """The cover a target has from an attacker; `cover` and `weak` are the GM's word, which overrules the map."""
    return screen_between(fight, attacker, spot_of(target), (target.cover,), cover, weak=weak)


def screen_between(
    fight: FuturePathFight,
    attacker: Character,
    there: Spot,
    covers: Iterable[str] = (),
    cover: str = "",
    *,
    weak: bool = False,
) -> Screen:
    """What stands between an attacker and a place: walls and haze, and the cover that is there."""
    here = spot_of(attacker)
    walls = walls_between(fight.board, here, there)
    given = cover or ("full" if walls else _strongest((*covers, *_cover_of_ground(fight, there))))
    hazes = set() if cover or not fight.board.zones else _hazes(fight, attacker, sight(here, there))
    fog = "fog" in hazes
    pierced = weak or (given != "full" and fog) or (bool(walls) and not cover and _all_weak(fight, walls))
    cover_edge = Modifier(-DISADVANTAGES[given], f"{given} cover", "FP-COV-2" if given == "full" else "FP-COV-1")
    fog_edge = Modifier(-DISADVANTAGES["full"] if fog and given != "full" else 0, "fog", "FP-COV-2")
    edges = [min(fog_edge, cover_edge, key=lambda edge: edge.value)]
    edges += [Modifier(-DISADVANTAGES["partial"], haze, "FP-COV-3") for haze in AS_PARTIAL if haze in hazes]
    return Screen(given == "full" or fog, given == "full", pierced, tuple(edge for edge in edges if edge.value))


def shot_at(weapon: Weapon, screen: Screen) -> bool:
    """Whether a target can be attacked: behind full cover by shots that pierce it, in fog also up close (FP-COV-2)."""
    if weapon.ranged:
        return not screen.full or weapon.ap or screen.weak
    return not screen.solid


def _cover_of_ground(fight: FuturePathFight, there: Spot) -> Iterator[str]:
    """The cover that the ground gives to what is no higher (FP-COV-1)."""
    on_it = (square for square in there.squares if there.height <= ground_height(fight.board, square))
    return (terrain_at(fight.board, square).cover for square in on_it)


def _strongest(covers: Iterable[str]) -> str:
    return max(covers, key=tuple(DISADVANTAGES).index, default="none")


def _all_weak(fight: FuturePathFight, walls: Iterable[Square]) -> bool:
    """Whether everything in the way can be shot through."""

    def is_weak(square: Square) -> bool:
        thing = thing_at(fight.board, square)
        return thing.weak if thing else terrain_at(fight.board, square).weak

    return all(is_weak(square) for square in walls)


def _hazes(fight: FuturePathFight, attacker: Character, seen: list[Spot]) -> set[str]:
    """The kinds of haze on a line of sight that the attacker's gear does not see through (FP-COV-3)."""
    zones = fight.board.zones.values()
    kinds = {zone.kind for zone in zones if any(in_zone(fight.board, zone, spot) for spot in seen)}
    return {kind for kind in kinds if kind not in attacker.sees_through}


def in_zone(board: Field, zone: Zone, spot: Spot) -> bool:
    """Whether a place lies in a zone, which is as high as it is wide (FP-COV-3, FP-FLD-1)."""
    far = gap(spot_on(board, read_square(zone.square)), spot)
    return far is not None and far * FEET <= zone.area
