"""Height counts as distance: one reach for blows, treatment, grapples and blasts."""

import pytest

ABOVE = {"at": 0, "height": 6}


def test_a_blow_does_not_reach_up_or_down(table):
    """RBF-ACT-2: two metres, whichever way."""
    laid = table(ada={"at": 0}, thug={"at": 1, "height": 3})
    assert "3 m away" in laid.refused("attack ada thug", "RBF-ACT-2")
    laid.refused("attack thug ada", "RBF-ACT-2")
    laid.do_all("set thug height=2", "attack ada thug --dice 5,5")


@pytest.mark.parametrize(("far", "reached"), [(2, True), (3, False)])
def test_a_leap_comes_down_on_whom_it_reaches_there(table, far, reached):
    """RBF-TEC-LEAP: the drop is no distance, the ground is."""
    laid = table(ada=ABOVE, thug={"at": far})
    if reached:
        laid.do("attack ada thug --technique leap --dice 5,5,1,1")
        assert laid.one("ada").height == 0
    else:
        laid.refused("attack ada thug --technique leap", "RBF-ACT-2")


def test_a_shot_carries_as_far_up(table):
    """RBF-ACT-2: a pistol carries thirty metres."""
    laid = table(joss={"at": 0}, thug={"at": 9, "height": 31})
    laid.refused("attack joss thug", "RBF-ACT-2")
    laid.do_all("set thug height=30", "attack joss thug --dice 5,5")


def test_hands_and_blasts_reach_as_far_up(table):
    """RBF-STB-1, RBF-ATK-7: nobody is treated from a rampart, nor caught on it."""
    laid = table(
        ada={**ABOVE, "items": ("medical kit",)},
        tamsin={"at": 0},
        joss={"at": 20, "weapons": ("grenade",), "skills": {"heavy": 5}},
        thug={"at": 0},
    )
    laid.do("condition add tamsin dying")
    laid.refused("stabilize tamsin --by ada", "RBF-STB-1")
    assert not laid.events(laid.do("attack joss thug --dice 5,5"), "caught")


def test_a_grapple_does_not_last_over_a_wall(table):
    """RBF-TEC-GRAPPLE: whoever is lifted out of reach is free."""
    laid = table(tamsin={"at": 0}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "set thug height=5")
    assert "grappled" not in laid.one("thug").conditions


@pytest.mark.parametrize(("faces", "thug", "ada"), [("5,5,4", 60 - 11 - 4, 15), ("1,1,4", 60, 15 - 4)])
def test_a_leap_from_one_height_to_another(table, faces, thug, ada):
    """RBF-TEC-LEAP: a die for the three metres in between, and one stands where the enemy does, hit or miss."""
    laid = table(ada={"height": 5}, thug={"hp": 60, "height": 2})
    played = laid.do(f"attack ada thug --technique leap --dice {faces}")
    told = [each.facts["why"] for each in laid.events(played, "damage")]
    assert told == (["sword 8 + Melee 3 + leap 4"] if thug < 60 else [])
    assert (laid.one("thug").hp, laid.one("ada").hp, laid.one("ada").height) == (thug, ada, 2)
