"""A player defends: outcomes, armour, conditions, what an enemy's attack does."""

import pytest

from rbfcli.kernel.play import play
from rbfcli.systems.rbf import RULES, numbers
from rbfcli.systems.rbf.commands import fighting


@pytest.mark.parametrize(
    ("dice", "outcome", "damage"),
    [("6,5", "success", 3), ("4,4", "struggle", 9), ("1,2", "failure", 12), ("8,8", "critical", 0)],
)
def test_the_four_outcomes(table, dice, outcome, damage):
    """RBF-DEF-2, RBF-DEF-3, RBF-DEF-4, RBF-DEF-5: worked check 5, an axe for 12 against armour 3."""
    laid = table(thug={"damage_max": 12})
    assert laid.do(f"attack thug ada --condition none --dice {dice}").outcome == outcome
    assert laid.one("ada").hp == 15 - damage
    assert laid.one("ada").armour_broken == (outcome == "failure")


def test_heavy_armour_leaves_one_point(table):
    """RBF-DEF-3: worked check 5, damage reduction 20."""
    laid = table(ada={"armour": 20})
    laid.do("attack thug ada --dice 6,5")
    assert laid.one("ada").hp == 14


@pytest.mark.parametrize("dice", ["6,5", "4,4"])
def test_an_enemy_that_does_no_damage_does_none(table, dice):
    """RBF-DEF-3, RBF-DEF-4: at least 1 is left of any damage, and nothing of none."""
    laid = table(thug={"damage": 0, "damage_max": 0})
    laid.do(f"attack thug ada --dice {dice}")
    assert laid.one("ada").hp == 15


def test_a_sundered_player_defends_worse(table):
    """RBF-TEC-SUNDER: an enemy's lower TN is a player's lower defense."""
    laid = table()
    laid.do("condition add ada sundered")
    rolled = laid.rolls(laid.do("attack thug ada --dice 6,5"))[0]
    assert [(each.value, each.why) for each in rolled.modifiers][-1] == (-1, "sundered")


@pytest.mark.parametrize(("kind", "total"), [("dodge", 13), ("resilience", 8), ("meditation", 12)])
def test_which_skill_defends(table, kind, total):
    """RBF-DEF-1: Dodge, Resilience or Meditation; a skill never trained is -2."""
    laid = table(ada={"skills": {"dodge": 3, "meditation": 2}})
    played = laid.do(f"attack thug ada --kind {kind} --condition none --dice 5,5")
    assert laid.rolls(played)[0].total == total


def test_a_danger_the_gm_states(table):
    """RBF-DEF-1: poison, cold, explosions; its maximum is the highest its dice show."""
    laid = table()
    laid.do("damage-save tamsin --tn 12 --damage 2d6 --kind resilience --condition none --dice 1,1")
    assert laid.one("tamsin").hp == 19 - 12
    laid.do("damage-save ada --tn 12 --damage 8 --max 9 --dice 5,5")
    assert laid.one("ada").hp == 15 - 1


def test_failure_breaks_armour_and_lets_the_enemy_place_a_condition(table):
    """RBF-DEF-5: a saved question, or said beforehand; going on without it is a choice too."""
    laid = table()
    laid.do("attack thug tamsin --dice 1,1")
    assert laid.fight.questions[0].who == "thug"
    laid.reopen()
    laid.do("choose thug prone")
    assert "prone" in laid.one("tamsin").conditions
    laid.do_all("heal tamsin 50", "attack thug tamsin --condition stunned --dice 1,1")
    assert "stunned" in laid.one("tamsin").conditions
    laid.do_all("heal tamsin 50", "attack thug tamsin --dice 1,1", "attack ada thug --dice 5,5")
    assert not laid.fight.questions


def test_two_ones_fail_even_if_the_total_would_do(table):
    """RBF-DEF-5: the maximum damage."""
    laid = table(ada={"skills": {"dodge": 20}})
    laid.do("attack thug ada --condition none --dice 1,1")
    assert laid.one("ada").hp == 0


def test_broken_armour_gives_nothing_until_repaired(table):
    """RBF-DEF-6: a repair kit mends it."""
    laid = table(ada={"armour_broken": True}, joss={"items": ("repair kit",), "skills": {"crafting": 3}})
    laid.do("attack thug ada --dice 6,5")
    assert laid.one("ada").hp == 15 - 6
    laid.do('use joss "repair kit" ada --dice 1,2')
    assert laid.one("ada").armour_broken
    laid.do('use joss "repair kit" ada --dice 4,4')
    assert not laid.one("ada").armour_broken
    laid.do("attack thug ada --dice 6,5")
    assert laid.one("ada").hp == 15 - 6 - 3


def test_damage_may_be_dice_or_two_numbers(table):
    """RBF-DEF-7: the roll is normal, the highest the maximum."""
    laid = table(thug={"damage": "2d6+3", "damage_max": None, "weapons": ()})
    laid.do("attack thug joss --dice 5,4,6,5")
    assert laid.one("joss").hp == 15 - 14
    laid.do_all("heal joss 15", "set joss max-hp=40", "heal joss 40", "attack thug joss --condition none --dice 1,1")
    assert laid.one("joss").hp == 40 - 15


def test_an_enemy_without_damage_does_its_weapons(table):
    """RBF-DEF-7: an axe for 12."""
    laid = table(thug={"damage": None, "damage_max": None, "weapons": ("axe",)})
    laid.do("attack thug joss --dice 5,3")
    assert laid.one("joss").hp == 15 - 12


@pytest.mark.parametrize(
    ("tn", "damage", "most", "hp"),
    [(10, 6, 10, 10), (12, 12, 20, 20), (14, 18, 30, 60), (16, 24, 40, 140), (15, 18, 30, 60), (8, 6, 10, 10)],
)
def test_an_enemy_of_a_bare_tn_is_typical_of_it(table, tn, damage, most, hp):
    """RBF-DEF-7: damage and HP by its TN, each an option of the encounter."""
    laid = table()
    laid.do(f"add Guard tn={tn}")
    guard = laid.one("guard")
    assert (guard.damage, guard.damage_max, guard.hp) == (damage, most, hp)


def test_typical_numbers_are_options(table):
    """RBF-DEF-7, RBF-HP-1: another table has other ones."""
    laid = table(options={"typical_hp": (11, 22, 33, 44), "player_hp": 9})
    laid.do_all("add Guard tn=14", "add Mira side=crew")
    assert (laid.one("guard").hp, laid.one("mira").hp) == (33, 9)


def test_techniques_and_critical_choices_are_the_players(table):
    """RBF-TEC-1: an enemy places conditions instead."""
    laid = table()
    assert "--condition NAME" in laid.refused("attack thug ada --technique trip", "RBF-TEC-1")
    laid.refused("attack thug ada --critical double --force", "RBF-TEC-1")


def test_the_sum_of_a_defense_is_told(table):
    """RBF-DEF-3: half, less armour."""
    assert table().tell("attack thug ada --dice 6,5").splitlines() == [
        "Ada evades Thug in part: 14 against 12, by 2  [6 5] +3",
        "  Ada takes 3: half of 12, armour 3 off",
        "  Ada: HP 15 -> 12",
    ]


def test_defense_from_numbers_alone():
    """RBF-DEF-2 to RBF-DEF-5: worked check 5 without a fight."""

    def taken(faces):
        command = fighting.DamageSaveNumbers(tn=12, damage="12", mod=3, armour=3, dice=faces)
        fight, real = numbers.damage_save(command)
        return fight.combatants["target"].hp - play(RULES, fight, real).fight.combatants["target"].hp

    assert [taken(faces) for faces in ((6, 5), (4, 4), (1, 2), (8, 8))] == [3, 9, 12, 0]
