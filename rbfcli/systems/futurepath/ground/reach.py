"""The one measure of reach: how far things are from one another, height counted, and the walls between (FP-FLD)."""

from msgspec import Struct

from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.conditions import hindrance
from rbfcli.systems.futurepath.ground.map import is_wall, on_map, squares_of, terrain_at
from rbfcli.systems.futurepath.ground.squares import FEET, Square, apart, between, read_square, rounded
from rbfcli.systems.futurepath.sheet.board import Field, Thing
from rbfcli.systems.futurepath.sheet.sheet import UNARMED, UNARMED_ID, Character, FuturePathFight, Weapon, enemies


class Spot(Struct, frozen=True):
    """Where something is: the squares it takes up, none where nobody says, and its height in squares."""

    squares: tuple[Square, ...]
    height: int = 0


NOWHERE = Spot(())


def spot_of(one: Character) -> Spot:
    """Where a character is."""
    return Spot(tuple(squares_of(one)), one.height)


def spot_on(board: Field, square: Square | None) -> Spot:
    """The ground of a square."""
    return NOWHERE if square is None else Spot((square,), ground_height(board, square))


def ground_height(board: Field, square: Square) -> int:
    """How high the ground of a square is, in squares."""
    return terrain_at(board, square).height if on_map(board, square) else 0


def gap(one: Spot, other: Spot) -> int | None:
    """How many squares apart two things are, height counted; None where the map does not say."""
    if not one.squares or not other.squares:
        return None
    near = min([apart(a, b) for a in one.squares for b in other.squares])
    return max(near, abs(one.height - other.height))


def line(one: Spot, other: Spot) -> list[Square]:
    """The squares from one thing to another where they are nearest, both ends included."""
    if not one.squares or not other.squares:
        return []
    start, end = min(((a, b) for a in one.squares for b in other.squares), key=lambda pair: apart(*pair))
    return [start, *between(start, end), end]


def sight(one: Spot, other: Spot) -> list[Spot]:
    """The squares of a line with its height over each, both ends included; a steep one passes some twice (FP-FLD-1)."""
    squares, rise = line(one, other), other.height - one.height
    last = len(squares) - 1
    steps = max(last, abs(rise)) if squares else -1
    return [
        Spot((squares[rounded(step * last, steps)],), one.height + rounded(step * rise, steps))
        for step in range(steps + 1)
    ]


def walls_between(board: Field, one: Spot, other: Spot) -> list[Square]:
    """The walls and closed doors strictly between two things."""
    return [square for square in line(one, other)[1:-1] if is_wall(board, square)]


def reaches(board: Field, one: Spot, other: Spot, squares: int, *, walls: bool = True) -> bool:
    """Whether something gets from one place to another that is so many squares away, unless `walls` stop it.

    Where the map does not say, nothing is out of reach.
    """
    far = gap(one, other)
    return far is None or (far <= squares and not (walls and walls_between(board, one, other)))


def distance(one: Character, other: Character) -> int | None:
    """How many squares apart two characters are, height counted; None where the map does not say."""
    return gap(spot_of(one), spot_of(other))


def squares_apart(fight: FuturePathFight, one: str, other: str) -> int | None:
    """How many squares apart two combatants are; None where the map does not say, or one of them is none."""
    people = fight.combatants
    return distance(people[one], people[other]) if one in people and other in people else None


def reach_of(weapon: Weapon) -> int:
    """How many squares a weapon reaches in melee: 5 ft, and its own reach (FP-FLD-3)."""
    return 1 + (0 if weapon.ranged or weapon.grenade else weapon.reach // FEET)


def melee_weapon(fight: FuturePathFight, one: Character) -> str:
    """What somebody strikes with up close: the weapon in hand if it is one for that, or bare hands."""
    weapon = fight.weapons.get(one.held)
    fit = weapon is not None and not (weapon.ranged or weapon.grenade or weapon.ammo)
    return one.held if fit and one.held in one.weapons else UNARMED_ID


def threat_range(fight: FuturePathFight, one: Character) -> int:
    """The threat range in squares: the reach of what somebody strikes with up close (FP-FLD-3)."""
    return reach_of(fight.weapons.get(melee_weapon(fight, one), UNARMED))


def threatens(fight: FuturePathFight, who: str, target: Character) -> bool:
    """Whether somebody who can act has an enemy in its threat range (FP-FLD-3)."""
    one = fight.combatants[who]
    if hindrance(one) or not enemies(fight, one, target):
        return False
    far = distance(one, target)
    return far is not None and far <= threat_range(fight, one)


def known_thing(scene: FpScene, name: str, rule: str) -> Thing:
    """An object that is whole. Raises Refusal for any other."""
    thing = scene.fight.board.objects.get(name)
    if thing is None:
        raise impossible(f"there is no object {name!r}", rule)
    if thing.hardness < 0:
        raise impossible(f"the {thing.name} is broken", rule)
    return thing


def within_reach(scene: FpScene, who: str, name: str, rule: str) -> Thing:
    """An object one stands next to."""
    thing, one = known_thing(scene, name, rule), scene.one(who)
    if not reaches(scene.fight.board, spot_of(one), spot_on(scene.fight.board, read_square(thing.square)), 1):
        scene.refuse(f"{one.name} does not stand next to the {thing.name}", rule, f"move {quoted(who)} …")
    return thing
