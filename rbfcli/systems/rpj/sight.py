"""What players see of an RPJ fight: the regions with who stands in them, and the minutes gone by (RPJ-FIELD)."""

from rbfcli.kernel.picture import Picture, Strips
from rbfcli.kernel.sight import Sight
from rbfcli.systems.rpj.picture import regions_in_strips
from rbfcli.systems.rpj.sheet import RpjFight


def sight() -> Sight:
    """Everybody sees where somebody is, behind what, and whom or what it watches or holds; a sheet names no players."""
    return Sight(
        ground=ground,
        fields=("region", "group", "cover", "reoriented", "overwatch", "grapple"),
        questions=("leaving", "shooting", "moving", "entering", "grapple-won"),
    )


def ground(fight: RpjFight) -> Picture:
    """The regions; of the time only the minutes, for the seconds tell how many actions somebody has (RPJ-TIME-1)."""
    minutes = (f"minute {fight.round}",) if fight.round else ()
    return (*minutes, Strips(strips=regions_in_strips(fight)))
