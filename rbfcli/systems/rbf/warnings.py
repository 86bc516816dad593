"""What RBF finds odd in a sound fight: keys that nothing reads, a defense of 0, weapons without their skill."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import never_read, no_foes, unskilled, zero_defense
from rbfcli.systems.rbf.sheet import RANGED, Fighter, RbfFight, defense_tn_of, is_enemy, weapon_named


def warnings(fight: RbfFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or in the tables of the fight; in a crisis there may be no foe (RBF-MODE-1)."""
    if who:
        yield from _on_sheet(fight, fight.combatants[who], ("combatants", who))
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


def _of_player(fight: RbfFight, one: Fighter, at: tuple[str, str]) -> Iterator[Mistake]:
    if one.damage is not None and not fight.spells:
        yield never_read((*at, "damage"), "without a tn it is a player, whose weapon counts", "RBF-DEF-7")
    for number, each in enumerate(one.weapons):
        weapon = weapon_named(fight, each)
        if weapon is not None and weapon.skill not in one.skills:
            then = f"rolls with {fight.options.untrained:+d}"
            yield unskilled((*at, "weapons", number), one.name, weapon.skill, then, "RBF-TST-1")
