"""What a system declares of the weapons that its people carry, for `carrying` to draw, holster and reload them."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

Handling = Literal["draw", "swap", "pick up", "holster", "reload"]


def _one_hand(_weapon: Any) -> bool:
    return False


def _never(_fight: Any, _who: str, _weapon: str) -> bool:
    return False


def _nowhere(_fight: Any, _who: str) -> str:
    return ""


def _no_more(_fight: Any, _who: str) -> tuple[str, ...]:
    return ()


class Carrying(Struct, frozen=True, kw_only=True):
    """What a system says of weapons; its sheets have `weapons`, `ammo` and a field for each of the `hands`."""

    drawing: str
    """the id of the rule of drawing and putting away"""
    reloading: str
    """the id of the rule of reloading"""
    wielding: str = ""
    """the id of the rule that a weapon has to be in hand; empty: that of drawing"""
    find: Callable[[Any, str], Any]
    """`find(fight, id)` answers a weapon with its `name` and its `ammo` when full (0: nobody counts its rounds)"""
    spend: Callable[[Any, str, Handling, Any], None]
    """`spend(scene, who, handling, weapon)` refuses, or takes what it costs to draw, swap, pick up, holster, reload"""
    loads: Callable[[Any], bool]
    """`loads(weapon)` answers whether it is one that is reloaded"""
    hands: tuple[str, ...] = ("held", "off_hand")
    """the fields of a sheet that hold the id of what is in each hand"""
    bare: str = "unarmed"
    """the id of bare hands"""
    two_handed: Callable[[Any], bool] = _one_hand
    """`two_handed(weapon)` answers whether it takes both hands"""
    failed: Callable[[Any, str, str], bool] = _never
    """`failed(fight, who, id)` answers whether a weapon of somebody's is of no use until it is repaired"""
    where: Callable[[Any, str], str] = _nowhere
    """`where(fight, who)` answers at which place somebody is: what is dropped lies there"""
    also_at: Callable[[Any, str], tuple[str, ...]] = _no_more
    """`also_at(fight, who)` answers the other places where it picks things up, such as all that a large one covers"""
