"""What players see of an RBF fight: who is hidden from whom, the ground without what was prepared on it (RBF-ACT-4)."""

from msgspec.structs import replace

from rbfcli.kernel.picture import Picture
from rbfcli.kernel.sight import Sight, is_unseen
from rbfcli.systems.rbf.ground import grappler_of
from rbfcli.systems.rbf.sheet import RbfFight, is_enemy
from rbfcli.systems.rbf.status import clock, ground_lines


def sight() -> Sight:
    """Everybody sees where somebody is, behind what, and what it holds."""
    return Sight(
        players=players,
        hides=hides,
        ground=ground,
        fields=("at", "height", "place", "cover", "held", "off_hand", "object"),
        questions=("critical", "second", "complication", "condition", "riposte", "counterspell", "overwatch", "bonus"),
    )


def players(fight: RbfFight) -> tuple[str, ...]:
    """The sides of those who have skills instead of a target number."""
    return tuple(one.side for one in fight.combatants.values() if not is_enemy(one) and not one.object)


def hides(fight: RbfFight, who: str, side: str) -> bool:
    """Whether somebody is hidden, was not pointed out, and is unseen by all of a side (RBF-ACT-4, RBF-STL-3)."""
    one = fight.combatants[who]
    if not one.conditions or not is_unseen(one) or "spotted" in one.conditions:
        return False
    others = (each for each, other in fight.combatants.items() if side and other.side == side)
    return not any(each in one.seen_by or grappler_of(fight, each) == who for each in others)


def ground(fight: RbfFight) -> Picture:
    """Places as they look: not what is prepared there, and one that is a disguise only where somebody is seen in it."""
    taken = {one.place for one in fight.combatants.values()}
    places = {
        name: replace(place, prepared=False)
        for name, place in fight.board.places.items()
        if not place.disguised or name in taken
    }
    return (*clock(fight), *ground_lines(replace(fight, board=replace(fight.board, places=places))))
