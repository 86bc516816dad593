"""Cover, two weapons, immunity, shooting in melee, lying prone."""

import pytest

from rbfcli.systems.rbf.sheet import Place

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.mark.parametrize(("cover", "bonus"), [("none", 0), ("light", 1), ("medium", 2), ("heavy", 3)])
def test_cover_helps_the_defense_against_projectiles(table, cover, bonus):
    """RBF-COV-1: not against blows."""
    laid = table(ada={"cover": cover}, thug={"weapons": ("pistol", "hook")})
    assert laid.rolls(laid.do("attack thug ada --dice 6,5"))[0].total == 14 + bonus
    laid.do("draw thug hook")
    assert laid.rolls(laid.do("attack thug ada --dice 6,5"))[0].total == 14


def test_cover_helps_against_a_stated_projectile(table):
    """RBF-COV-1: `--ranged` says that it is one."""
    laid = table(ada={"cover": "medium"})
    assert laid.rolls(laid.do("damage-save ada --tn 12 --damage 4 --ranged --dice 6,5"))[0].total == 16
    assert laid.rolls(laid.do("damage-save ada --tn 12 --damage 4 --dice 6,5"))[0].total == 14


def test_nobody_is_shot_behind_full_cover(table):
    """RBF-COV-2: until the barrier is destroyed or circumvented; a blow gets around it."""
    laid = table(thug={"cover": "full"})
    assert "set thug cover=heavy" in laid.refused("attack joss thug", "RBF-COV-2")
    laid.do("attack ada thug --dice 5,5")
    laid.do_all("set thug cover=light", "attack joss thug --dice 6,6")
    assert laid.one("thug").hp == 0


def test_an_enemy_in_cover_is_harder_to_shoot(table):
    """RBF-COV-3: its TN is higher by the same number, unless the option says no."""
    assert (
        table(thug={"cover": "heavy"})
        .rolls(table(thug={"cover": "heavy"}).do("attack joss thug --dice 6,6"))[0]
        .against
        == 15
    )
    loose = table(thug={"cover": "heavy"}, options={"enemy_cover": False})
    assert loose.rolls(loose.do("attack joss thug --dice 6,6"))[0].against == 12
    assert loose.rolls(loose.do("attack ada thug --dice 6,6"))[0].against == 12


def test_a_barrier_hides_nobody_from_those_within_reach(table):
    """RBF-COV-1, RBF-COV-3: at arm's length there is nothing in between."""
    laid = table(joss={"at": 0, "cover": "heavy"}, thug={"at": 1, "cover": "heavy", "weapons": ("pistol",)})
    assert laid.rolls(laid.do("attack joss thug --dice 6,6,6"))[0].against == 12
    assert laid.rolls(laid.do("attack thug joss --dice 6,6,6"))[0].total == 14


def test_two_weapons_trade_accuracy_for_damage(table):
    """RBF-DUAL-1: worked check 8, sword 8 and skill 3 on 5,5 against 12."""
    laid = table(ada={"weapons": ("sword", "knife"), "off_hand": "knife"})
    played = laid.do("attack ada thug --dual --dice 5,5")
    assert laid.rolls(played)[0].total == 11
    assert played.outcome == "struggle"
    laid.do("attack ada other --dual --dice 7,8")
    assert laid.one("other").hp == 60 - 13


def test_two_pistols_fire_a_round_each(table):
    """RBF-DUAL-1, RBF-ACT-3: both have to be loaded."""
    laid = table(joss={"weapons": ("pistol", "second"), "off_hand": "second", "ammo": {"second": 1}})
    laid.do("attack joss thug --dual --dice 6,6")
    assert dict(laid.one("joss").ammo) == {"pistol": 5, "second": 0}
    assert laid.one("thug").hp == 20 - 11
    assert "reload joss --with second" in laid.refused("attack joss other --dual", "RBF-ACT-3")
    laid.do_all("reload joss second", "attack joss other --dual --dice 6,6")


def test_two_weapons_need_two_hands_free_for_them(table):
    """RBF-DUAL-1: both one-handed, both in hand; drawing the second is an action."""
    laid = table(ada={"weapons": ("sword", "knife", "claymore")})
    assert "draw ada WEAPON --off-hand" in laid.refused("attack ada thug --dual --force", "RBF-DUAL-1")
    laid.do_all("draw ada knife --off-hand", "attack ada thug --dual --dice 6,6", "draw ada claymore")
    assert laid.one("ada").off_hand == ""
    laid.refused("attack ada thug --dual", "RBF-DUAL-1")


def test_immunity_to_a_kind_of_damage_is_said(table):
    """RBF-IMM-1: no damage, on either side."""
    laid = table(joss={"weapons": ("flamer",), "skills": {"heavy": 3}}, thug={"immune": ("fire",)})
    assert "Thug is immune to fire: no damage" in laid.tell("attack joss thug --dice 6,6")
    assert laid.one("thug").hp == 20
    laid.do("set ada immune=poison")
    laid.do("damage-save ada --tn 12 --damage 9 --kind resilience --of poison --condition none --dice 1,1")
    assert laid.one("ada").hp == 15


def test_large_weapons_are_not_fired_in_melee(table):
    """RBF-RNG-1: a rifle in arm's reach is a club for 1d6 that may break."""
    laid = table(joss={"weapons": ("rifle",), "at": 0, "skills": {"melee": 1}}, thug={"at": 1}, other={"at": 9})
    assert "--club" in laid.refused("attack joss thug", "RBF-RNG-1")
    laid.do("attack joss thug --club --dice 6,6,4")
    assert laid.one("thug").hp == 20 - (4 + 1)
    assert laid.one("joss").ammo["rifle"] == 4
    laid.do("attack joss thug --club --dice 1,1")
    assert laid.one("joss").weapons == ()


def test_only_large_ranged_weapons_are_clubs(table):
    """RBF-RNG-1: a pistol and a sword are not."""
    laid = table()
    laid.refused("attack joss thug --club --force", "RBF-RNG-1")
    laid.refused("attack ada thug --club", "RBF-RNG-1")


def test_an_enemy_swings_its_rifle_too(table):
    """RBF-RNG-1: for the club's damage."""
    laid = table(thug={"weapons": ("rifle",), "at": 0}, joss={"at": 1})
    laid.refused("attack thug joss", "RBF-RNG-1")
    laid.do("attack thug joss --club --dice 5,3,6")
    assert laid.one("joss").hp == 15 - 6


def test_a_pistol_in_melee_is_hindered(table):
    """RBF-RNG-2: one die more, the lowest two."""
    laid = table(joss={"at": 0}, thug={"at": 2}, other={"at": 9})
    rolled = laid.rolls(laid.do("attack joss thug --dice 8,4,6"))[0]
    assert (rolled.total, rolled.edges[0].rule) == (10 + 3, "RBF-RNG-2")
    assert len(laid.rolls(laid.do("attack joss other --dice 6,6"))[0].dice) == 2


def test_going_prone_and_standing_up_are_moves(table):
    """RBF-PRN-1: or one drops for free and is bruised."""
    laid = table()
    laid.do_all(BY_HAND, "prone ada", "stand ada")
    assert laid.one("ada").actions_left == 0
    laid.do("prone ada --drop --dice 3")
    assert laid.one("ada").hp == 12
    laid.refused("prone ada --drop", "RBF-PRN-1")
    laid.refused("stand joss", "RBF-PRN-1")
    laid.refused("prone thug --drop", "RBF-INI-3")


def test_crawling_is_half_speed(table):
    """RBF-PRN-2: 5 m instead of 10."""
    laid = table(ada={"at": 0, "speed": 10})
    laid.do("prone ada")
    laid.refused("move ada 6", "RBF-ACT-2")
    assert "crawls 5 m" in laid.tell("move ada 5")


def test_the_prone_strike_badly_at_the_upright(table):
    """RBF-PRN-3: not at those who lie there too, and not with a gun."""
    laid = table(joss={"weapons": ("pistol",)})
    laid.do_all("prone ada", "prone joss", "prone thug")
    assert len(laid.rolls(laid.do("attack ada other --dice 6,6,6"))[0].dice) == 3
    assert laid.rolls(laid.do("attack ada thug --dice 6,6,1"))[0].total == 12 + 3
    assert len(laid.rolls(laid.do("attack joss other --dice 6,6"))[0].dice) == 2
    edges = laid.rolls(laid.do("attack thug tamsin --dice 1,6,6"))[0].edges
    assert [(each.value, each.rule) for each in edges] == [(1, "RBF-PRN-3")]


def test_the_prone_are_easy_to_strike_and_hard_to_shoot(table):
    """RBF-PRN-4: one die more for blows, one more and the lowest two for shots; seen from the defense, reversed."""
    laid = table(other={"weapons": ("pistol",)})
    laid.do_all("prone thug", "prone joss")
    assert laid.rolls(laid.do("attack ada thug --dice 6,6,1"))[0].total == 15
    assert laid.rolls(laid.do("attack tamsin thug --dice 6,1,6"))[0].total == 17
    laid.do("heal thug 20")
    assert [each.value for each in laid.rolls(laid.do("attack boss joss --dice 8,8,8"))[0].edges] == [-1]
    assert [each.value for each in laid.rolls(laid.do("attack other joss --dice 8,8,8"))[0].edges] == [1]


def test_a_rage_and_a_prone_enemy_make_four_dice(table):
    """RBF-PRN-4, RBF-TAL-1: the sources stack, the highest two of four."""
    laid = table(tamsin={"talents": ("Berserker",)})
    laid.do_all("prone thug", "use tamsin rage")
    rolled = laid.rolls(laid.do("attack tamsin thug --dice 1,5,1,5"))[0]
    assert len(rolled.dice) == 4
    assert rolled.total == 15


def test_prone_behind_a_low_barrier_is_heavy_cover(table):
    """RBF-PRN-5: thick and low, says the ground."""
    wall = Place(at=0, cover="light", low=True)
    laid = table(ada={"place": "wall"}, thug={"weapons": ("pistol",)}, board={"places": {"wall": wall}})
    assert laid.rolls(laid.do("attack thug ada --dice 6,5"))[0].total == 14 + 1
    laid.do("prone ada")
    assert laid.rolls(laid.do("attack thug ada --dice 6,5,1"))[0].total == 14 + 3


def test_moves_are_as_long_as_ones_speed(table):
    """RBF-ACT-2: to a place or a metre; where the ground says nothing, anywhere."""
    laid = table(ada={"at": 0, "speed": 13}, board={"places": {"crates": Place(at=13, cover="medium")}})
    laid.refused("move ada 14", "RBF-ACT-2")
    assert "moves 13 m to crates" in laid.tell("move ada crates")
    assert laid.one("ada").cover == "medium"
    laid.do("move joss 400 --cover light")
    assert laid.one("joss").cover == "light"
    assert "there is no place 'nowhere'" in laid.refused("move joss nowhere", "RBF-ACT-2")
    assert "'5m' is no place: a metre along the ground is a number alone" in laid.refused("move joss 5m", "RBF-ACT-2")
    assert "'5 ft' is no place" in laid.refused("move joss '5 ft'", "RBF-ACT-2")
    assert "there is no place '5x'" in laid.refused("move joss 5x", "RBF-ACT-2")


def test_a_fall_does_a_die_for_each_three_metres(table):
    """RBF-TEC-THROW: for pits and ledges too; the dice are options."""
    laid = table(options={"fall_metres": 2, "fall_damage": "1d8"})
    laid.do("fall thug 5 --dice 3,7")
    assert (laid.one("thug").hp, [*laid.one("thug").conditions]) == (10, ["prone"])
    laid.refused("fall thug 0", "RBF-TEC-THROW")
    laid.refused("fall thug 301 --force", "RBF-TEC-THROW")
