"""What players see of a FuturePath fight: the map with who is on it and the traps found (FP-FLD-1, FP-TRP-1)."""

from rbfcli.kernel.sight import Sight
from rbfcli.systems.futurepath.picture import seen_by_all, without_hidden_traps


def sight() -> Sight:
    """Everybody sees the map, what somebody holds, and what it has done in its turn; a sheet names no players."""
    return Sight(
        ground=seen_by_all,
        known=without_hidden_traps,
        fields=("square", "height", "size", "cover", "held", "off_hand", "team", "turn"),
        questions=("opportunity", "fumble"),
    )
