"""What a system declares of what everybody sees; where it declares nothing, nothing is shown."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.picture import Picture

UNSEEN = ("hidden", "unseen", "invisible")


def is_unseen(one: Combatant) -> bool:
    """Whether a condition says that somebody is not seen, whatever the system."""
    return any(name.casefold() in UNSEEN for name in one.conditions)


def hidden_by_condition(fight: Any, who: str, _side: str) -> bool:
    """Whether somebody is hidden from every side but its own."""
    return is_unseen(fight.combatants[who])


def _no_sides(_fight: Any) -> tuple[str, ...]:
    """Nobody is known to be a player's."""
    return ()


def _no_ground(_fight: Any) -> Picture:
    """The ground is not shown."""
    return ()


class Sight(Struct, frozen=True, kw_only=True):
    """What players see of a fight besides names, sides, turns, and who is down.

    `players(fight)` are the sides that players are on. `hides(fight, who, side)` says whether nobody of another side
    sees somebody; the side may be empty: then it says whether not everybody does. `ground(fight)` is the picture that
    everybody sees, of a fight without those who are hidden. `fields` are the fields of a sheet that facts which are no
    secret, and the ground, are made of: no other may change what players of another side see. Of `questions`, the
    words tell whoever has to answer nothing that is a secret of others.
    """

    players: Callable[[Any], tuple[str, ...]] = _no_sides
    hides: Callable[[Any, str, str], bool] = hidden_by_condition
    ground: Callable[[Any], Picture] = _no_ground
    fields: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


NO_SIGHT = Sight()
