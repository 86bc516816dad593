"""What RPJ finds odd in a sound fight: derived defense values, weapons that reach nobody, keys that nothing reads."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import never_read, no_foes, unskilled, zero_defense
from rbfcli.systems.rpj.defense import melee_defense, ranged_defense
from rbfcli.systems.rpj.ground.ground import range_between
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight


def warnings(fight: RpjFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight (RPJ-ACT-3, RPJ-FIELD-2, RPJ-FIELD-5)."""
    if who:
        yield from _on_sheet(fight, who, ("combatants", who))
        return
    yield from no_foes(fight)
    if fight.board.links and fight.board.length != Battlefield().length:
        yield never_read(("board", "length"), "links make the ground a graph", "RPJ-FIELD-2")
    yield from _cut_off(fight)
    for name, weapon in fight.weapons.items():
        if weapon.melee and weapon.range is not None:
            yield never_read(("weapons", name, "range"), "a melee weapon strikes its own group", "RPJ-FIELD-4")


def _cut_off(fight: RpjFight) -> Iterator[Mistake]:
    """Those who stand where no way leads to any foe, so that nothing reaches one (RPJ-FIELD-5)."""
    sides: dict[str, set[str]] = {}
    for one in fight.combatants.values():
        sides.setdefault(one.region, set()).add(one.side)
    met = {
        region: set().union(*(there for other, there in sides.items() if _joined(fight, region, other)))
        for region in sides
    }
    for who, one in fight.combatants.items():
        if met[one.region] == {one.side} and len(set().union(*sides.values())) > 1:
            message = f"no way leads from {one.region} to a foe, and no weapon of {one.name} reaches one"
            yield Mistake(("combatants", who, "region"), message, "another region, or a link", rule="RPJ-FIELD-5")


def _joined(fight: RpjFight, region: str, other: str) -> bool:
    return range_between(fight.board, region, other) is not None


def _on_sheet(fight: RpjFight, who: str, at: tuple[str, str]) -> Iterator[Mistake]:
    one = fight.combatants[who]
    yield from _defense(fight, one, at)
    for number, each in enumerate(one.weapons):
        if fight.weapons[each].skill not in one.skills:
            then = f"rolls with {fight.options.untrained:+d}"
            yield unskilled((*at, "weapons", number), one, fight.weapons[each].skill, then, "RPJ-ACT-3")


def _defense(fight: RpjFight, one: Character, at: tuple[str, str]) -> Iterator[Mistake]:
    """Values that are derived, for they are missing, and those that every attack reaches."""
    values = {"melee_defense": one.melee_defense, "ranged_defense": one.ranged_defense}
    for key, value in values.items():
        if value == 0:
            yield zero_defense((*at, key), "RPJ-ACT-3")
    missing = [key.partition("_")[0] for key, value in values.items() if value is None]
    if missing:
        of = f"{' and '.join(missing)} defense value{'s' * (len(missing) > 1)}"
        message = f"no {of}: derived, {melee_defense(fight, one)}/{ranged_defense(fight, one)}"
        yield Mistake(at, message, rule="RPJ-ACT-3")
