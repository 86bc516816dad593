"""What players see of a fight by the tracker: the tracker, and who is in the combat zone and noticed (THR-START-1)."""

from rbfcli.kernel.sight import Sight, is_unseen
from rbfcli.systems.threat.economy.economy import absence
from rbfcli.systems.threat.picture import picture
from rbfcli.systems.threat.sheet import ThreatFight, crew, crew_side


def sight() -> Sight:
    """Everybody sees the tracker, and what somebody carries, if not how worn it is."""
    return Sight(
        players=players,
        hides=hides,
        ground=picture,
        fields=("weapons", "accessories", "in_zone", "noticed", "pc"),
        questions=("complication", "ultra", "accessory", "down"),
    )


def players(fight: ThreatFight) -> tuple[str, ...]:
    """The side of the crew, if there is one (THR-OFF-1)."""
    return (crew_side(fight),) if crew(fight) else ()


def hides(fight: ThreatFight, who: str, _side: str) -> bool:
    """Whether somebody has not come yet, or its enemies have not noticed it (THR-START-1)."""
    one = fight.combatants[who]
    return is_unseen(one) or bool(absence(one)[0])
