"""A character as it enters the fight: every name on its sheet is known, and nothing is missing."""

from msgspec.structs import replace

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.rpj.ground.cover import pieces, read_cover
from rbfcli.systems.rpj.ground.ground import region_ids
from rbfcli.systems.rpj.sheet import Character, RpjFight


def prepare(fight: RpjFight, one: Character) -> Character:
    """A character in the first region where its sheet names none, with the usual base layer where it has no layers.

    Raises UsageError for a region, a weapon or a piece of cover that is not there.
    """
    regions = region_ids(fight.board)
    region = one.region or regions[0]
    _known("region", region, regions)
    for each in fight.board.regions:
        _known("region", each, regions)
    for weapon in one.weapons:
        _known("weapon", weapon, tuple(fight.weapons))
    if one.cover and read_cover(one.cover) is None:
        _known("piece of cover there", one.cover, tuple(pieces(fight, region)))
    return replace(one, region=region, layers=one.layers or {"base": fight.options.base_saves})


def _known(what: str, word: str, known: tuple[str, ...]) -> None:
    if word not in known:
        listed = ", ".join(known) or "none"
        raise UsageError(f"there is no {what} {word!r}", hint=f"known: {listed}", suggestions=known)
