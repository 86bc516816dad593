"""Preparing a FuturePath character for a fight, with errors and warnings."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from rbfcli.checking.warnings import never_read, no_foes, zero_defense
from rbfcli.core.errors import RbfError, misuse
from rbfcli.core.matching import unknown_word
from rbfcli.core.mistakes import Mistake, defer_to_rules, mistake, unknown
from rbfcli.model.sheets import with_options_then
from rbfcli.systems.futurepath import map as grid
from rbfcli.systems.futurepath.paths import height_at, is_free, nearest_free
from rbfcli.systems.futurepath.sheet import LONGEST_SEARCH, UNARMED_ID, Character, Field, FuturePathFight, Weapon


def prepare(fight: FuturePathFight, combatant: Character) -> Character:
    """Return a character with maximum HP, weapon in hand, full magazines, and a square. Raises RbfError."""
    known = {each: fight.weapons[each] for each in combatant.weapons if each in fight.weapons}
    loaded = {each: weapon.ammo for each, weapon in known.items() if weapon.ammo}
    ready = [each for each, weapon in known.items() if not weapon.grenade]
    square, height = standing_place(fight, combatant)
    return replace(
        combatant,
        max_hp=combatant.max_hp or max(combatant.hp, 0),
        held=in_hand(combatant, combatant.held or next(iter(ready), "")),
        off_hand=in_hand(combatant, combatant.off_hand),
        ammo={**loaded, **combatant.ammo},
        square=square,
        height=height,
    )


def rested(combatant: Character) -> Character:
    """Return a character at full HP and Constitution, with full magazines (FP-DIE-1, FP-MOV-7)."""
    return replace(combatant, hp=max(combatant.hp, combatant.max_hp), constitution_lost=0, ammo={})


def in_hand(combatant: Character, word: str) -> str:
    """Return the weapon a hand holds. Raises UsageError if the character does not carry it."""
    if word not in ("", UNARMED_ID, *combatant.weapons):
        raise unknown_word(word, combatant.weapons, f"weapon on {combatant.name}")
    return "" if word == UNARMED_ID else word


LAST_WITHOUT_RANGE = 4


def migrate(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """Return a fight from an older save in today's form: up to format 4, searches had no range limit (FP-TRP-1)."""
    return with_options_then(fight, {"search_range": LONGEST_SEARCH}) if number <= LAST_WITHOUT_RANGE else fight


def standing_place(fight: FuturePathFight, combatant: Character) -> tuple[str, int]:
    """Return the character's square, or the nearest free one, and its height."""
    if not combatant.square:
        return "", combatant.height
    for wrong in blocked_under(fight, combatant):
        raise misuse(wrong, hint="use another square")
    newcomer = replace(combatant, flies=True)  # it keeps a height above the ground
    everyone, who = replace(fight, combatants={**fight.combatants, "": newcomer}), ""
    square = nearest_free(everyone, who, grid.place(fight, combatant.square))
    if not is_free(everyone, who, square):
        raise misuse(f"no free square on the map for {combatant.name}", hint="use a larger map")
    return grid.name_of(square), height_at(everyone, who, square)


def blocked_under(fight: FuturePathFight, combatant: Character) -> Iterator[str]:
    """Yield why a character cannot be on its square, for each that it would cover (FP-FLD-1)."""
    for each in grid.footprint(grid.place(fight, combatant.square), combatant.size):
        if blocked := grid.why_blocked(fight.board, each):
            yield f"{combatant.name} cannot be on {grid.name_of(each)}: {blocked}"


def settled(fight: FuturePathFight, combatant: Character, fields: tuple[str, ...]) -> Character:
    """Return a character with consistent height and cover after a manual edit of its fields (FP-FLD-1, FP-COV-1).

    Its height becomes ground level, for a flier at least that, and a moved character loses its cover, unless these
    fields were set too. Raises Refusal for a square off the map.
    """
    if not combatant.square or not {"square", "size", "flies"}.intersection(fields):
        return combatant
    ground = grid.ground_height(fight.board, grid.place(fight, combatant.square))
    flown = max(combatant.height, ground) if combatant.flies else ground
    return replace(
        combatant,
        height=combatant.height if "height" in fields else flown,
        cover="none" if "square" in fields and "cover" not in fields else combatant.cover,
    )


def mistakes(fight: FuturePathFight, actor: str) -> Iterator[Mistake]:
    """Yield errors in a character's position, or all errors in the map and its contents (FP-FLD-1)."""
    if actor:
        yield from defer_to_rules(_sheet_mistakes(fight, actor))
        return
    try:
        grid.check_map(fight.board)
    except RbfError as wrong:
        yield mistake(("board", "map"), wrong)
    for path, thing in grid.places(fight):
        yield from defer_to_rules(grid.off_the_map(fight, thing.square, path))
    for number, lying in enumerate(fight.board.lying):
        yield from defer_to_rules(grid.off_the_map(fight, lying.where, ("board", "lying", number, "where")))


def _sheet_mistakes(fight: FuturePathFight, actor: str) -> Iterator[Mistake]:
    """Yield errors for a weapon in hand not carried (FP-ATK-2), and for a square off the map or blocked (FP-FLD-1).

    Unknown weapons are reported elsewhere; squares can be shared after an overrun (FP-TEC-1).
    """
    one, path = fight.combatants[actor], ("combatants", actor, "square")
    for hand in ("held", "off_hand"):
        word = getattr(one, hand)
        if word in fight.weapons and word not in one.weapons:
            unheld = unknown(("combatants", actor, hand), word, one.weapons, f"weapon on {one.name}")
            yield replace(unheld, because="weapons")
    wrong = [*grid.off_the_map(fight, one.square, path)]
    yield from wrong
    if wrong or not one.square:
        return
    for each in blocked_under(fight, one):
        yield Mistake(path, each, "use another square", rule="FP-FLD-1")


def warnings(fight: FuturePathFight, actor: str) -> Iterator[Mistake]:
    """Yield warnings for a character's sheet, or for the fight's tables (FP-ATK-1, FP-ATK-4, FP-FLD-1, FP-FLD-3)."""
    if actor:
        if not fight.combatants[actor].ac:
            yield zero_defense(("combatants", actor, "ac"), "FP-ATK-1")
        return
    yield from no_foes(fight)
    yield from _laid_by_nobody(fight)
    for name, weapon in fight.weapons.items():
        yield from _of_weapon(weapon, ("weapons", name))
    for key in ("columns", "rows") if fight.board.map else ():
        if getattr(fight.board, key) != getattr(Field(), key):
            yield never_read(("board", key), "the map says how large the field is", "FP-FLD-1")


def _of_weapon(weapon: Weapon, at: tuple[str, str]) -> Iterator[Mistake]:
    plain, kind = Weapon(name=""), "grenade" if weapon.grenade else "ranged" if weapon.ranged else "melee"
    unread = {
        "grenade": (("reach", "FP-FLD-3"), ("ap", "FP-COV-2"), ("reload", "FP-MOV-7"), ("versatile", "FP-OFF-2")),
        "ranged": (("reach", "FP-FLD-3"), *GRENADES),
        "melee": (("range", "FP-ATK-4"), ("ap", "FP-COV-2"), *GRENADES),
    }[kind]
    for key, rule in unread:
        if getattr(weapon, key) != getattr(plain, key):
            yield never_read((*at, key), f"it is a {kind}{' weapon' * (kind != 'grenade')}", rule)
    if weapon.grenade and weapon.haze is None and weapon.haze_rounds != plain.haze_rounds:
        yield never_read((*at, "haze_rounds"), "it leaves no haze", "FP-COV-3")
    if weapon.grenade and weapon.haze and weapon.dc is not None:
        yield never_read((*at, "dc"), "a grenade that leaves haze does no damage", "FP-GRN-3")


def _laid_by_nobody(fight: FuturePathFight) -> Iterator[Mistake]:
    """Yield warnings for traps laid by a side without combatants, which no side knows of (FP-TRP-1)."""
    sides = {one.side for one in fight.combatants.values()}
    for name, trap in fight.board.traps.items():
        if trap.laid_by and trap.laid_by not in sides:
            where = ("board", "traps", name, "laid_by")
            yield replace(unknown(where, trap.laid_by, sorted(sides), "side"), rule="FP-TRP-1")


GRENADES = (("area", "FP-GRN-3"), ("dc", "FP-GRN-3"), ("haze", "FP-COV-3"), ("haze_rounds", "FP-COV-3"))
