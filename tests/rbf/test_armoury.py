"""Weapons that every fight knows, so that a table begins with `new rbf` and `add` alone."""

import pytest

from rbfcli.language.fights import read_line
from rbfcli.session.begin import empty
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import WEAPONS, weapon_named


def test_a_table_without_a_file():
    """RBF-HP-1, RBF-ACT-3: added by name, armed from the armoury."""
    session = empty("rbf", "", "seed")
    for line in ("add Vex side=crew weapons=pistol skills.shoot=3", "add Raider tn=12 weapons=axe"):
        session.perform(read_line(line, RULES, session.fight))
    vex, raider = session.fight.combatants["vex"], session.fight.combatants["raider"]
    assert (vex.hp, vex.held, dict(vex.ammo)) == (15, "pistol", {"pistol": 6})
    assert (raider.hp, raider.damage) == (20, None)
    session.perform(read_line("attack raider vex --dice 4,4", RULES, session.fight))
    assert session.fight.combatants["vex"].hp == 15 - 12


def test_an_encounters_own_weapons_come_first(table):
    """RBF-ATK-3: its pistol is not everybody's."""
    laid = table()
    assert weapon_named(laid.fight, "claymore") is laid.fight.weapons["claymore"]
    assert weapon_named(laid.fight, "crossbow") is WEAPONS["crossbow"]
    assert weapon_named(laid.fight, "spoon") is None


@pytest.mark.parametrize("weapon", WEAPONS.values(), ids=WEAPONS)
def test_every_weapon_of_the_armoury_attacks(table, weapon):
    """RBF-ATK-1: with its own skill, and its damage on a hit."""
    skills = {"melee": 3, "shoot": 3, "brawl": 3, "heavy": 3}
    laid = table(weapons={"it": weapon}, ada={"weapons": ("it",), "skills": skills})
    before = laid.one("other").hp
    laid.do(f"attack ada other --dice 6,6{',4' if weapon.damage == '1d6' else ''}")
    assert laid.one("other").hp == before - 3 - (4 if weapon.damage == "1d6" else weapon.damage)


def test_an_unknown_weapon_is_no_weapon(table):
    """RBF-ACT-2: carried by name alone, it cannot be swung."""
    assert "knows no weapon 'spoon'" in table(ada={"weapons": ("spoon",)}).refused("attack ada thug", "RBF-ACT-2")
