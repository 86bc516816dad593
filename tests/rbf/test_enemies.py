"""What an enemy gains counts as it does for a player: it raises the TN that the enemy demands."""

import pytest

from rbfcli.systems.rbf.sheet import Place
from tests.showing import facts


def against(laid, line):
    """The TN of the first roll of a line."""
    return laid.rolls(laid.do(line))[0].against


def test_aim_raises_the_tn_it_demands_and_is_used_up(table):
    """RBF-ACT-5, RBF-DEF-1: +1 for each, on the next attack alone; and it is said."""
    laid = table()
    laid.do_all("aim thug", "aim thug")
    assert "Thug demands TN 14: aim +2" in laid.tell("attack thug ada --dice 8,8", explain=True)
    assert against(laid, "attack thug ada --dice 8,8") == 12


def test_hiding_raises_tn_and_damage(table):
    """RBF-STL-3, RBF-DEF-1: +1 to both, of the normal damage and the most, once."""
    laid = table(thug={"cover": "heavy"}, tamsin={"hp": 60})
    laid.do("hide thug")
    assert against(laid, "attack thug tamsin --dice 5,5") == 13
    assert laid.one("tamsin").hp == 60 - 13 // 2
    assert "hidden" not in laid.one("thug").conditions
    laid.do_all("heal tamsin 60", "hide thug", "attack thug tamsin --condition none --dice 1,1")
    assert laid.one("tamsin").hp == 60 - 21


def test_a_prepared_position_helps_its_shots(table):
    """RBF-FIRE-1, RBF-DEF-1: not its blows."""
    places = {"nest": Place(at=0, prepared=True)}
    laid = table(
        board={"places": places}, thug={"place": "nest", "weapons": ("pistol", "hook")}, joss={"at": 9, "hp": 60}
    )
    assert against(laid, "attack thug joss --dice 6,6") == 13
    assert laid.one("joss").hp == 60 - 13 // 2
    laid.do_all("draw thug hook", "set joss at=1")
    assert against(laid, "attack thug joss --dice 6,6") == 12


def test_two_weapons_of_an_enemy(table):
    """RBF-DUAL-1, RBF-DEF-1: a TN lower by 2, and 2 more damage."""
    laid = table(thug={"weapons": ("hook", "knife"), "off_hand": "knife"}, tamsin={"hp": 60})
    assert against(laid, "attack thug tamsin --dual --dice 3,4") == 10
    assert laid.one("tamsin").hp == 60 - 14 // 2
    other = table(tamsin={"hp": 60})
    other.refused("attack thug tamsin --dual", "RBF-DUAL-1")


def test_an_enemys_talents_count(table):
    """RBF-TAL-1: Brute strikes harder, a Sniper out of hiding shoots better."""
    laid = table(thug={"talents": ("Brute",)}, tamsin={"hp": 60})
    laid.do("attack thug tamsin --dice 4,4")
    assert laid.one("tamsin").hp == 60 - 14 // 2
    sniper = {"talents": ("Sniper",), "weapons": ("rifle",), "cover": "heavy", "at": 90}
    laid = table(thug=sniper, joss={"hp": 60, "at": 0})
    laid.do("hide thug")
    [defense] = laid.rolls(laid.do("attack thug joss --dice 7,6,6"))
    assert [(each.value, each.why) for each in defense.edges] == [(-1, "Sniper")]
    assert laid.one("joss").hp == 60 - (12 + 1 + 6) // 2


def test_only_players_gain_from_surprise(table):
    """RBF-STL-1: the page says so of players; an enemy gains from hiding alone."""
    laid = table()
    laid.do("condition add ada surprised")
    assert against(laid, "attack thug ada --dice 8,8") == 12


def test_an_enemys_one_handed_shot_in_melee(table):
    """RBF-RNG-2: it helps the one who dodges it."""
    laid = table(thug={"weapons": ("pistol",), "at": 1}, joss={"at": 0})
    [defense] = laid.rolls(laid.do("attack thug joss --dice 8,8,2"))
    assert [(each.value, each.why) for each in defense.edges] == [(1, "shooting in melee")]


@pytest.mark.parametrize(
    ("sheet", "attack", "defense"),
    [
        ({"tn": 12}, 12, 12),
        ({"tn": 12, "attack_tn": 14}, 14, 12),
        ({"tn": 12, "defense_tn": 10}, 12, 10),
        ({"tn": None, "attack_tn": 14, "defense_tn": 10}, 14, 10),
        ({"tn": None, "attack_tn": 14}, 14, 14),
        ({"tn": None, "defense_tn": 10}, 10, 10),
    ],
)
def test_a_tn_for_attack_and_one_for_defense(table, sheet, attack, defense):
    """RBF-DEF-1, RBF-ATK-1: `tn` sets both."""
    laid = table(thug=sheet)
    assert against(laid, "attack thug ada --dice 8,8") == attack
    assert against(laid, "attack ada thug --critical double --dice 8,8") == defense


def test_the_tns_of_spells_and_of_sneaking(table):
    """RBF-ACT-6, RBF-REA-1, RBF-STL-2: what an enemy does goes by its attack TN, what is done to it by the other."""
    tns = {"tn": 12, "attack_tn": 14, "defense_tn": 10}
    laid = table(thug=tns, ada={"skills": {"metaphysics": 2}, "talents": ("Counterspell",)})
    assert against(laid, "cast ada 'say push' thug --dice 8,8") == 10
    assert against(laid, "cast thug 'say hex' joss --countered-by ada --dice 8,8") == 14
    laid = table(thug=tns)
    assert against(laid, "init --sneaking thug --set ada=1 --set tamsin=1 --set joss=1 --dice 8,8") == 14


def test_the_table_shows_both(table):
    """RBF-DEF-1: attack and defense, where they differ."""
    from rbfcli.systems.rbf import RULES

    laid = table(thug={"attack_tn": 14})
    assert facts(RULES, laid.fight, "thug")["TN"] == "attack 14, defense 12"
    assert facts(RULES, laid.fight, "other")["TN"] == "14"
    assert not facts(RULES, laid.fight, "ada")["TN"]
