"""What a system declares of what everybody sees; where it declares nothing, nothing is shown."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.picture import Picture

UNSEEN = ("hidden", "unseen", "invisible")
_UNSEEN = frozenset(UNSEEN)


def is_unseen(one: Combatant) -> bool:
    """Whether a condition says that somebody is not seen, whatever the system."""
    return bool(one.conditions) and not _UNSEEN.isdisjoint(map(str.casefold, one.conditions))


def hidden_by_condition(fight: Any, who: str, _side: str) -> bool:
    """Whether somebody is hidden from every side but its own."""
    return is_unseen(fight.combatants[who])


def _no_sides(_fight: Any) -> tuple[str, ...]:
    """Nobody is known to be a player's."""
    return ()


def _all_known(fight: Any) -> Any:
    """Nothing on the ground is a secret."""
    return fight


def _no_ground(_fight: Any) -> Picture:
    """The ground is not shown."""
    return ()


class Sight(Struct, frozen=True, kw_only=True):
    """What players see of a fight besides names, sides, turns, and who is down."""

    players: Callable[[Any], tuple[str, ...]] = _no_sides
    """`players(fight)` answers the sides that players are on"""
    hides: Callable[[Any, str, str], bool] = hidden_by_condition
    """`hides(fight, who, side)` answers whether a side sees nothing of somebody; with an empty side, whether not
    everybody sees it"""
    ground: Callable[[Any], Picture] = _no_ground
    """`ground(fight)` answers the picture that everybody sees, of a fight without those who are hidden"""
    known: Callable[[Any], Any] = _all_known
    """`known(fight)` answers the fight without what is on the ground and nobody has found"""
    fields: tuple[str, ...] = ()
    """the fields of a sheet that the ground, and facts which are no secret, are made of: no other may change what
    players of another side see"""
    questions: tuple[str, ...] = ()
    """the kinds of questions whose words tell nothing that is a secret of others"""


NO_SIGHT = Sight()
