"""Weapons in hand: drawn, put away, loaded, and where they fell."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def test_putting_a_weapon_away_is_an_action(table):
    """RBF-ACT-2: as drawing or switching one."""
    laid = table()
    laid.do_all(BY_HAND, "holster ada")
    assert (laid.one("ada").held, laid.one("ada").actions_left) == ("", 1)
    laid.refused("holster ada", "RBF-ACT-2")
    laid.do("draw ada sword")
    assert (laid.one("ada").held, laid.one("ada").actions_left) == ("sword", 0)


def test_a_weapon_for_two_hands_fills_both(table):
    """RBF-ACT-2, RBF-DUAL-1: the other hand is empty after it, and again when a second weapon is drawn."""
    laid = table(joss={"weapons": ("pistol", "second", "rifle"), "off_hand": "second"})
    laid.do("draw joss rifle")
    assert (laid.one("joss").held, laid.one("joss").off_hand) == ("rifle", "")
    laid.do("draw joss second --off-hand")
    assert (laid.one("joss").held, laid.one("joss").off_hand) == ("", "second")


@pytest.mark.parametrize("line", ["reload joss", "reload joss pistol", "reload joss --with pist"])
def test_a_magazine_is_filled(table, line):
    """RBF-ACT-3: however the weapon is named; a full one takes no more."""
    laid = table(joss={"ammo": {"pistol": 2}})
    laid.do(line)
    assert laid.one("joss").ammo["pistol"] == 6
    assert "is full" in laid.refused(line, "RBF-ACT-3")


def test_what_is_never_reloaded(table):
    """RBF-ACT-3: blades and fists."""
    laid = table()
    laid.refused("reload ada", "RBF-ACT-3")
    laid.refused("reload tamsin", "RBF-ACT-3")


def test_a_weapon_lies_where_it_fell(table):
    """RBF-ATK-5, RBF-ACT-2: it is picked up there, by anybody, and nowhere else."""
    laid = table(ada={"at": 3}, thug={"at": 4}, joss={"at": 9})
    laid.do("attack ada thug --dice 1,1")
    assert laid.one("ada").weapons == ()
    assert [(each.weapon, each.where) for each in laid.fight.board.lying] == [("sword", "3 m")]
    laid.refused("draw joss sword", "")
    laid.do_all("move joss 3", "draw joss sword")
    assert laid.one("joss").held == "sword"
    assert not laid.fight.board.lying
    laid.refused("draw ada sword", "")


def test_the_disarmed_do_half_until_they_are_armed_again(table):
    """RBF-TEC-DISARM, RBF-DEF-7: their weapon lies on the floor; any other weapon will do."""
    laid = table(thug={"weapons": ("hook", "knife")})
    laid.do("attack ada thug --technique disarm --dice 5,5")
    assert laid.one("thug").weapons == ("knife",)
    laid.do("attack thug tamsin --dice 4,3")
    assert laid.one("tamsin").hp == 19 - 6
    laid.do_all("draw thug knife", "attack thug tamsin --dice 4,3")
    assert laid.one("tamsin").hp == 19 - 6 - 12


def test_bare_hands_are_not_dropped(table):
    """RBF-ATK-5: what cannot be is noted."""
    laid = table()
    assert "noted" in laid.tell("attack tamsin thug --complication dropped --dice 1,1")
    assert not laid.fight.board.lying


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("add Guard weapons=swrod", "did you mean sword"),
        ("set ada weapons=swrod", "did you mean sword"),
        ("set ada place=crate", "there is no place"),
        ("attack ada thug --with swrod", "did you mean sword"),
        ("draw ada swrod", "did you mean sword"),
    ],
)
def test_a_weapon_nobody_knows_is_refused_with_the_nearest(table, line, near):
    """RBF-ACT-2: wherever it is named."""
    laid = table()
    assert near in laid.refused(line, "")


def test_nobody_moves_to_where_one_stands(table):
    """RBF-ACT-2: it would cost an action for nothing; other cover is something."""
    laid = table(ada={"at": 4})
    laid.refused("move ada 4", "RBF-ACT-2")
    laid.do("move ada 4 --cover light")
    assert laid.one("ada").cover == "light"
