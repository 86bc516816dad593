"""Weapons: what handling them costs, and the die of their level (FP-ATK-2, FP-ATK-3, FP-MOV-6, FP-MOV-7)."""

from rbfcli.kernel.handling import Carrying, Handling
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.economy import SIMPLE, STANDARD, spend
from rbfcli.systems.futurepath.ground.map import all_squares, squares_of
from rbfcli.systems.futurepath.ground.reach import reaches, spot_of, spot_on
from rbfcli.systems.futurepath.options import FuturePathOptions
from rbfcli.systems.futurepath.sheet.sheet import UNARMED, UNARMED_ID, Character, FuturePathFight, Weapon


def handling() -> Carrying:
    """How weapons are carried, drawn, loaded and dropped."""
    return CARRYING


def weapon_of(fight: FuturePathFight, weapon_id: str) -> Weapon | None:
    """The weapon of an id; bare hands need no entry."""
    return fight.weapons.get(weapon_id, UNARMED if weapon_id == UNARMED_ID else None)


def pay(scene: FpScene, who: str, handling: Handling, weapon: Weapon) -> None:
    """Drawing and holstering are Simple, changing and picking up Standard, reloading as the weapon says (FP-MOV-6)."""
    match handling:
        case "draw" | "holster":
            spend(scene, who, SIMPLE, "FP-MOV-6")
        case "swap":
            spend(scene, who, STANDARD, "FP-MOV-6")
        case "pick up":
            require_low_enough(scene, who, weapon)
            spend(scene, who, STANDARD, "FP-MOV-12")
        case "reload":
            spend(scene, who, weapon.reload, "FP-MOV-7")


def require_low_enough(scene: FpScene, who: str, weapon: Weapon) -> None:
    """What has fallen lies on the ground, out of reach for who flies high above it (FP-MOV-12, FP-FLD-1)."""
    one, board = scene.one(who), scene.fight.board
    below = squares_of(one)
    if below and not any(reaches(board, spot_of(one), spot_on(board, square), 1) for square in below):
        reason = f"the {weapon.name} lies on the ground, too far below {one.name}"
        scene.refuse(reason, "FP-MOV-12", f"move {quoted(who)} {one.square} --height …")


def is_reloaded(weapon: Weapon) -> bool:
    """Whether a weapon has a magazine (FP-MOV-7)."""
    return weapon.ammo > 0 and not weapon.grenade


def where(fight: FuturePathFight, who: str) -> str:
    """The square on which something falls that somebody drops."""
    return fight.combatants[who].square


def also_at(fight: FuturePathFight, who: str) -> tuple[str, ...]:
    """The other squares of a large one: whatever it stands on, it can pick up (FP-MOV-12, FP-FLD-1)."""
    return all_squares(fight.combatants[who])[1:]


CARRYING = Carrying(
    drawing="FP-MOV-6",
    reloading="FP-MOV-7",
    wielding="FP-ATK-2",
    find=weapon_of,
    spend=pay,
    loads=is_reloaded,
    bare=UNARMED_ID,
    where=where,
    also_at=also_at,
)


def damage_die(options: FuturePathOptions, weapon: Weapon, lower: int = 0) -> str:
    """The die of a weapon's level, or its own; so many levels lower, and below 1d2 just 1 (FP-ATK-3, FP-OFF-4)."""
    ladder = list(options.damage_dice)
    die = weapon.damage or ladder[weapon.level]
    if not lower:
        return die
    place = ladder.index(die) if die in ladder else weapon.level
    return ladder[place - lower] if place >= lower else "1"


def proficiency(one: Character, weapon_id: str) -> int | None:
    """The advantages of being proficient with a weapon; None where one is not."""
    return one.proficiencies.get(weapon_id)
