"""RPJ characters entering a fight, and the errors and warnings about them."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rbfcli.checking.warnings import never_read, no_foes, unskilled_weapons, zero_defense
from rbfcli.core.matching import match
from rbfcli.core.mistakes import Mistake, defer_to_rules, unknown
from rbfcli.systems.rpj.health import defense_of, in_grapple
from rbfcli.systems.rpj.map import can_turn, pieces, read_cover, region_ids
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight, base_layer

ONE_OVERWATCH = 4  # the last save format with at most one watched region
LEFT_OUT = {"weapons": {"range": 0}, "combatants": {"melee_defense": 0, "ranged_defense": 0}}


def prepare(fight: RpjFight, combatant: Character) -> Character:
    """Return a character in the first region, with layers from outermost to base (RPJ-DMG-1). Raises UsageError."""
    region = combatant.region or region_ids(fight.board)[0]
    if combatant.cover and read_cover(combatant.cover) is None:
        match(combatant.cover, pieces(fight, region), "piece of cover", rule="RPJ-COV-1")
    layers = combatant.layers or {"base": fight.options.base_saves}
    base = base_layer(combatant) or "base"
    outside = {name: saves for name, saves in layers.items() if name != base}
    layers = {**outside, base: layers[base]}
    return replace(combatant, region=region, layers=layers, base="" if base == "base" else base)


def rested(combatant: Character) -> Character:
    """Return a character with no save crossed out (RPJ-DMG-4)."""
    return replace(combatant, crossed={})


def migrate(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """Return a fight of an older save in the current format.

    Format 1 left out zeros; up to format 4, each combatant watched one region at most.
    """
    people = fight.get("combatants")
    if number <= ONE_OVERWATCH and isinstance(people, dict):
        fight = {**fight, "combatants": {who: _watching(sheet) for who, sheet in people.items()}}
    if number > 1:
        return fight
    return {**fight, **{name: _filled(fight[name], zeros) for name, zeros in LEFT_OUT.items() if name in fight}}


def _watching(sheet: Any) -> Any:
    if not isinstance(sheet, dict) or not isinstance(sheet.get("overwatch"), str):
        return sheet
    return {**sheet, "overwatch": [sheet["overwatch"]] if sheet["overwatch"] else []}


def _filled(tables: Any, zeros: dict[str, int]) -> Any:
    """Return tables with their omitted zeros; anything else is left for the parser to refuse."""
    if not isinstance(tables, dict):
        return tables
    return {key: {**zeros, **each} if isinstance(each, dict) else each for key, each in tables.items()}


def mistakes(fight: RpjFight, actor: str) -> Iterator[Mistake]:
    """Yield errors on a sheet or the battlefield (RPJ-FIELD-1, RPJ-FIELD-2, RPJ-COV-1, RPJ-DMG-1)."""
    if actor:
        yield from _sheet_mistakes(fight, fight.combatants[actor], ("combatants", actor))
        return
    regions = region_ids(fight.board)
    for each in fight.board.regions:
        if each not in regions:
            yield unknown(("board", "regions", each), each, regions, "region")


def _sheet_mistakes(fight: RpjFight, combatant: Character, at: tuple[str, str]) -> Iterator[Mistake]:
    is_there = not combatant.region or combatant.region in region_ids(fight.board)
    if combatant.cover and is_there and read_cover(combatant.cover) is None:
        there = pieces(fight, combatant.region or region_ids(fight.board)[0])
        if combatant.cover not in there:
            wrong = unknown((*at, "cover"), combatant.cover, there, "piece of cover")
            yield from defer_to_rules([replace(wrong, because="region")])
    layers = combatant.layers or {"base": ()}
    for layer in combatant.crossed:
        if layer not in layers:
            yield replace(unknown((*at, "crossed", layer), layer, layers, "layer"), because="layers")
        else:
            yield from defer_to_rules(_crossed_twice(combatant, layer, at))
    if combatant.base and combatant.base not in layers:
        yield replace(unknown((*at, "base"), combatant.base, layers, "layer"), because="layers")


def _crossed_twice(combatant: Character, layer: str, at: tuple[str, str]) -> Iterator[Mistake]:
    """Yield errors for crossed-out numbers that a layer does not have, or not as often."""
    left = list(combatant.layers.get(layer, combatant.crossed[layer]))
    for place, number in enumerate(combatant.crossed[layer]):
        if number in left:
            left.remove(number)
        else:
            wrong = f"layer {layer} has no save {number} left to cross out"
            yield Mistake((*at, "crossed", layer, place), wrong, because="layers")


def warnings(fight: RpjFight, actor: str) -> Iterator[Mistake]:
    """Yield warnings on a sheet or in the fight's tables (RPJ-ACT-3, RPJ-FIELD-2, RPJ-FIELD-5)."""
    if actor:
        yield from _sheet_warnings(fight, actor, ("combatants", actor))
        return
    yield from no_foes(fight)
    if fight.board.links and fight.board.length != Battlefield().length:
        yield never_read(("board", "length"), "the links replace the line of regions", "RPJ-FIELD-2")
    for name, weapon in fight.weapons.items():
        if weapon.melee and weapon.range is not None:
            yield never_read(("weapons", name, "range"), "a melee weapon strikes its own group", "RPJ-FIELD-4")


def _sheet_warnings(fight: RpjFight, actor: str, at: tuple[str, str]) -> Iterator[Mistake]:
    one = fight.combatants[actor]
    yield from _torn(fight, actor, at)
    yield from _defense(fight, one, at)
    yield from unskilled_weapons(at, one, fight.weapons, fight.options.untrained, "RPJ-ACT-3")


def _torn(fight: RpjFight, actor: str, at: tuple[str, str]) -> Iterator[Mistake]:
    """Yield states that `mend` ends: reoriented without cover, and a one-sided grapple (RPJ-COV-6, RPJ-GRP-1)."""
    one = fight.combatants[actor]
    if one.reoriented and not can_turn(fight, one):
        yield Mistake((*at, "cover"), f"{one.name} is reoriented, but not in cover that has another side")
    if one.grapple and not in_grapple(fight, actor, one.grapple):
        other = fight.combatants[one.grapple].name if one.grapple in fight.combatants else one.grapple
        yield Mistake((*at, "group"), f"{one.name} and {other} are grappling but not in one group")


def _defense(fight: RpjFight, combatant: Character, at: tuple[str, str]) -> Iterator[Mistake]:
    """Yield warnings for derived defense values, and for values that every attack meets."""
    values = {"melee_defense": combatant.melee_defense, "ranged_defense": combatant.ranged_defense}
    for key, value in values.items():
        if value == 0:
            yield zero_defense((*at, key), "RPJ-ACT-3")
    missing = [key.partition("_")[0] for key, value in values.items() if value is None]
    if missing:
        of = f"{' and '.join(missing)} defense value{'s' * (len(missing) > 1)}"
        derived = "/".join(str(defense_of(fight, combatant, melee=each)) for each in (True, False))
        message = f"no {of}: derived, {derived}"
        yield Mistake(at, message, rule="RPJ-ACT-3")
