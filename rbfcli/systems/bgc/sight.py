"""What players see of a BGC fight: the clock, what somebody holds, how big it is, and what it has done (BGC-TIME-1)."""

from rbfcli.kernel.sight import Sight
from rbfcli.systems.bgc.sheet import BgcFight
from rbfcli.systems.bgc.status import picture


def sight() -> Sight:
    """The deeds of a round are done before everybody's eyes; what was declared is not."""
    return Sight(
        players=players,
        ground=picture,
        fields=("size", "held", "acted", "defended"),
        questions=("opening",),
    )


def players(fight: BgcFight) -> tuple[str, ...]:
    """The sides of those who are players' characters."""
    return tuple(fighter.side for fighter in fight.combatants.values() if fighter.player)
