"""A character as it enters the fight: every name on its sheet is known, and nothing is missing."""

from typing import Any

from msgspec.structs import replace

from rbfcli.kernel.matching import match, unknown_word
from rbfcli.systems.rpj.ground.cover import pieces, read_cover
from rbfcli.systems.rpj.ground.ground import region_ids
from rbfcli.systems.rpj.sheet import Character, RpjFight, base_layer

LEFT_OUT = {"weapons": {"range": 0}, "combatants": {"melee_defense": 0, "ranged_defense": 0}}


def prepare(fight: RpjFight, one: Character) -> Character:
    """A character in the first region where its sheet names none, with the usual base layer where it has no layers.

    Its layers stand from the outermost to the base, so that one added later is known by its place (RPJ-DMG-1).

    Raises UsageError for cover that is not there, and where the ground describes a region that it does not have.
    """
    regions = region_ids(fight.board)
    region = one.region or regions[0]
    for each in fight.board.regions:
        if each not in regions:
            raise unknown_word(each, regions, "region", rule="RPJ-FIELD-1")
    if one.cover and read_cover(one.cover) is None:
        match(one.cover, pieces(fight, region), "piece of cover there", rule="RPJ-COV-1")
    layers = one.layers or {"base": fight.options.base_saves}
    base = base_layer(one) or "base"
    outside = {name: saves for name, saves in layers.items() if name != base}
    layers = {**outside, base: layers[base]}
    return replace(one, region=region, layers=layers, base="" if base == "base" else base)


def migrate(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """A fight of an older save: what format 1 left out was a 0."""
    if number > 1:
        return fight
    return {**fight, **{name: _filled(fight[name], zeros) for name, zeros in LEFT_OUT.items() if name in fight}}


def _filled(tables: Any, zeros: dict[str, int]) -> Any:
    """Tables with the zeros that each leaves out; what is no table is left for the reading to refuse."""
    if not isinstance(tables, dict):
        return tables
    return {key: {**zeros, **each} if isinstance(each, dict) else each for key, each in tables.items()}
