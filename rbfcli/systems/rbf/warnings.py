"""What RBF finds odd in a sound fight: keys that nothing reads, a defense of 0, weapons without their skill."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import nearly_named, never_read, no_foes, unskilled, zero_defense
from rbfcli.systems.rbf.sheet import RANGED, Fighter, RbfFight, defense_tn_of, is_enemy, weapon_named
from rbfcli.systems.rbf.status import reaches


def warnings(fight: RbfFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight; in a crisis there may be no foe (RBF-MODE-1)."""
    if who:
        yield from _on_sheet(fight, fight.combatants[who], ("combatants", who))
        yield from _rooted(fight, who, ("combatants", who))
        yield from nearly_named(("combatants", who, "items"), fight.combatants[who].items, fight.items, "item")
        return
    if fight.board.mode != "crisis":
        yield from no_foes(fight)
    for name, weapon in fight.weapons.items():
        if weapon.ammo and weapon.skill not in RANGED:
            yield never_read(("weapons", name, "ammo"), f"{weapon.skill} weapons are never empty", "RBF-ACT-3")
    for name, item in fight.items.items():
        if item.tn and not item.skill:
            yield never_read(("items", name, "tn"), "without a skill, using it is no roll", "RBF-ACT-2")


def _on_sheet(fight: RbfFight, one: Fighter, at: tuple[str, str]) -> Iterator[Mistake]:
    if not is_enemy(one):
        yield from _of_player(fight, one, at)
        return
    if not defense_tn_of(one):
        yield zero_defense((*at, "tn" if one.defense_tn is None else "defense_tn"), "RBF-ATK-1")
    if one.damage_max is not None and one.damage is None and not fight.spells:
        yield never_read((*at, "damage_max"), "without damage of its own, its weapon counts", "RBF-DEF-5")


def _rooted(fight: RbfFight, who: str, at: tuple[str, str]) -> Iterator[Mistake]:
    """Who cannot move, and gets at no foe with any weapon from where it stands (RBF-ACT-2)."""
    one = fight.combatants[who]
    foes = [other for other, each in fight.combatants.items() if each.side != one.side and not each.object]
    if one.speed or not one.weapons or not foes or fight.spells:
        return
    if not any(reaches(fight, who, foe, weapon) for weapon in one.weapons for foe in foes):
        message = f"{one.name} does not move, and no weapon of it reaches a foe"
        yield Mistake((*at, "weapons"), message, "a longer range, or a place nearer to them", rule="RBF-ACT-2")


def _of_player(fight: RbfFight, one: Fighter, at: tuple[str, str]) -> Iterator[Mistake]:
    if one.damage is not None and not fight.spells:
        yield never_read((*at, "damage"), "without a tn it is a player, whose weapon counts", "RBF-DEF-7")
    for number, each in enumerate(one.weapons):
        weapon = weapon_named(fight, each)
        if weapon is not None and weapon.skill not in one.skills:
            then = f"rolls with {fight.options.untrained:+d}"
            yield unskilled((*at, "weapons", number), one, weapon.skill, then, "RBF-TST-1")
