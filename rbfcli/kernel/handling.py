"""What a system declares of the weapons that its people carry, for `carrying` to draw, holster and reload them."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec import Struct

Handling = Literal["draw", "swap", "pick up", "holster", "reload"]


def _one_hand(_weapon: Any) -> bool:
    return False


def _nowhere(_fight: Any, _who: str) -> str:
    return ""


class Carrying(Struct, frozen=True, kw_only=True):
    """What a system says of weapons; its sheets have `weapons`, `ammo` and a field for each of the `hands`.

    `find(fight, id)` is a weapon with a `name` and its `ammo` when full (0: nobody counts its rounds), `bare` the id of
    bare hands. `spend(scene, who, handling, weapon)` refuses or takes what handling a weapon costs, `loads` says
    whether a weapon is one that is reloaded, `two_handed` whether it takes both hands, `where` at which place somebody
    is: what is dropped lies there. `drawing` and `reloading` are the rules, and `wielding` that a weapon has to be in
    hand (without it, `drawing`).
    """

    drawing: str
    reloading: str
    wielding: str = ""
    find: Callable[[Any, str], Any]
    spend: Callable[[Any, str, Handling, Any], None]
    loads: Callable[[Any], bool]
    hands: tuple[str, ...] = ("held", "off_hand")
    bare: str = "unarmed"
    two_handed: Callable[[Any], bool] = _one_hand
    where: Callable[[Any, str], str] = _nowhere
