"""Cover in RPJ: its quality and flanking distance, and what it adds to a ranged defense value (RPJ-COV)."""

from msgspec import Struct

from rbfcli.kernel.numbers import natural
from rbfcli.systems.rpj.check import RpjScene
from rbfcli.systems.rpj.conditions import CAUTIOUS
from rbfcli.systems.rpj.sheet import Character, Region, RpjFight

LOW_COVER = "+1/0f"
NO_COVER = "none"


class Shelter(Struct, frozen=True):
    """What `+3/1f` says: quality 3, flanking distance 1; `+2/*` has no flanking distance (RPJ-COV-1)."""

    quality: int
    flanking: int | None


def read_cover(text: str) -> Shelter | None:
    """The cover that a text such as `+3/1f` or `+2/*` describes, None where it describes none (RPJ-COV-1)."""
    before, _, behind = text.removeprefix("+").partition("/")
    quality, distance = natural(before), natural(behind.removesuffix("f"))
    if not text.startswith("+") or quality is None:
        return None
    if behind == "*":
        return Shelter(quality, None)
    return Shelter(quality, distance) if behind.endswith("f") and distance is not None else None


def pieces(fight: RpjFight, region: str) -> dict[str, str]:
    """The pieces of cover in a region, by name."""
    return dict(fight.board.regions.get(region, Region()).cover)


def notation(fight: RpjFight, who: str) -> str:
    """The cover somebody has now, as in `+3/1f`; after a cautious turn out of cover a little (RPJ-CAU-4)."""
    one: Character = fight.combatants[who]
    own = pieces(fight, one.region).get(one.cover, one.cover)
    return LOW_COVER if not own and CAUTIOUS in one.conditions and fight.active != who else own


def shelter(scene: RpjScene, who: str, cover: str, rule: str) -> None:
    """Use a piece of cover, or none; who changes cover faces the usual way (RPJ-COV-2, RPJ-COV-9)."""
    one = scene.one(who)
    if cover == one.cover:
        return
    scene.change(who, "cover", cover, rule)
    scene.change(who, "reoriented", after=False, rule=rule)
    if cover:
        named = pieces(scene.fight, one.region).get(cover, "")
        scene.happen("takes-cover", rule, who=who, cover=f"{cover} {named}".strip())
    else:
        scene.happen("leaves-cover", rule, who=who)


def lost(fight: RpjFight, one: Character) -> bool:
    """Whether the cover that somebody has is neither where it is now nor written out (RPJ-COV-9)."""
    here = fight.board.regions.get(one.region)
    return (here is None or one.cover not in here.cover) and read_cover(one.cover) is None


def protection(shelter: Shelter, distance: int | None, *, adjacent: bool, reoriented: bool) -> tuple[int, str]:
    """What cover adds against an attacker `distance` regions away, and the rule (RPJ-COV-2 to RPJ-COV-6)."""
    quality, flanking = shelter.quality, shelter.flanking
    if flanking is None:
        return (quality // 2 if adjacent else quality), "RPJ-COV-5"
    if distance == flanking:
        return quality // 2, "RPJ-COV-6" if reoriented else "RPJ-COV-3"
    beyond = distance is None or distance > flanking
    if reoriented:
        return (0 if beyond else quality), "RPJ-COV-6"
    return (quality if beyond else 0), "RPJ-COV-4"
