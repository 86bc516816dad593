"""Stealth: surprise, sneaking up, hiding, prepared positions."""

import pytest

from rbfcli.systems.rbf.sheet import Place

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
CRATES = Place(at=10, cover="medium")


def test_the_surprised_react_but_do_not_act_until_the_end_of_their_first_turn(table):
    """RBF-STL-1: refused on their first turn, free on the second."""
    laid = table(other=None, boss=None)
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --surprised @foes")
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.active == "thug"
    assert "reactions, but no actions" in laid.refused("attack thug ada", "RBF-STL-1")
    laid.refused("move thug 3", "RBF-STL-1")
    laid.do_all("turn next", "turn next", "turn next", "turn next")
    laid.do("attack thug ada --dice 8,8")


def test_players_that_surprise_have_one_more_to_hit_and_damage(table):
    """RBF-STL-1: for as long as the surprise lasts."""
    laid = table()
    laid.do_all(BY_HAND + " --surprised thug", "attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 20 - (8 + 3 + 1)
    laid.do("attack ada other --dice 5,5")
    assert laid.one("other").hp == 60 - 5


def test_the_surprised_may_still_react(table):
    """RBF-STL-1, RBF-REA-1: a riposte is no action."""
    laid = table(tamsin={"talents": ("Expert Duelist",)})
    laid.do_all(
        "init --set thug=20 --set ada=1 --set joss=1 --set tamsin=1 --set other=1 --set boss=1 --surprised tamsin",
        "attack thug tamsin --dice 8,8",
        "choose strike --dice 5,5",
    )
    assert laid.one("thug").hp == 20 - 7


@pytest.mark.parametrize(("dice", "surprised"), [("5,5", False), ("5,4", True)])
def test_the_most_perceptive_player_looks_out_for_enemies_that_sneak_up(table, dice, surprised):
    """RBF-STL-2: Perception against the enemy's TN; failing, all players are surprised."""
    laid = table()
    played = laid.do(f"{BY_HAND} --sneaking thug --dice {dice}")
    assert laid.rolls(played)[0].who == "joss"
    assert all(("surprised" in laid.one(who).conditions) == surprised for who in ("ada", "joss", "tamsin"))


def test_players_do_not_sneak_up_on_players(table):
    """RBF-STL-2: an enemy does, by its TN."""
    table().refused("init --sneaking ada", "RBF-STL-2")


def test_hiding_needs_medium_cover_and_an_action(table):
    """RBF-STL-3: or what the option says."""
    laid = table(joss={"cover": "light"})
    laid.do_all(BY_HAND, "turn next")
    assert "light cover, too little" in laid.refused("hide joss", "RBF-STL-3")
    laid.do_all("set joss cover=medium", "hide joss")
    assert laid.one("joss").actions_left == 1
    laid.refused("hide joss", "RBF-STL-3")
    looser = table(joss={"cover": "light"}, options={"hide_cover": 1})
    looser.do("hide joss")


def test_the_attack_from_hiding_is_better_and_gives_one_away(table):
    """RBF-STL-3: +1 to hit and damage, once; a loud shot loses stealth."""
    laid = table(joss={"cover": "heavy"})
    laid.do_all("hide joss", "attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - (6 + 3 + 1)
    assert "hidden" not in laid.one("joss").conditions
    laid.do("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 10


def test_a_silenced_shot_keeps_stealth(table):
    """RBF-STL-3: a flag of the weapon."""
    laid = table(joss={"cover": "heavy", "weapons": ("bow",)})
    laid.do_all("hide joss", "attack joss thug --dice 4,4")
    assert "hidden" in laid.one("joss").conditions


def test_nobody_aims_at_the_hidden(table):
    """RBF-STL-3, RBF-ACT-4: until they are seen, spotted or give themselves away."""
    laid = table(joss={"cover": "heavy"})
    laid.do("hide joss")
    laid.refused("attack thug joss", "RBF-ACT-4")
    laid.do_all("set joss seen-by=other", "spot other joss", "attack thug joss --dice 8,8")


def test_leaving_cover_ends_hiding(table):
    """RBF-STL-3: in the open nobody is hidden."""
    laid = table(joss={"place": "crates"}, board={"places": {"crates": CRATES, "quay": Place(at=12)}})
    laid.do_all("hide joss", "move joss quay")
    assert "hidden" not in laid.one("joss").conditions


def test_a_prepared_position_helps_every_shot(table):
    """RBF-FIRE-1: +1 to hit and damage, and its own cover; only to shots."""
    nest = Place(at=0, cover="heavy", prepared=True)
    laid = table(
        joss={"place": "nest"}, ada={"place": "nest"}, boss={"weapons": ("rifle",)}, board={"places": {"nest": nest}}
    )
    assert laid.one("joss").cover == "heavy"
    laid.do("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - (6 + 3 + 1)
    laid.do("attack ada other --dice 5,5")
    assert laid.one("other").hp == 60 - 5
    assert laid.rolls(laid.do("attack boss joss --dice 6,5"))[0].total == 11 + 2 + 3


def test_a_disguised_position_gives_stealth(table):
    """RBF-FIRE-1: whoever starts there is hidden; both bonuses count."""
    nest = Place(at=0, cover="heavy", prepared=True, disguised=True)
    laid = table(joss={"place": "nest"}, board={"places": {"nest": nest}})
    assert "hidden" in laid.one("joss").conditions
    assert laid.rolls(laid.do("attack joss thug --dice 4,4"))[0].total == 8 + 3 + 1 + 1


def test_the_bonuses_are_options(table):
    """RBF-STL-3, RBF-FIRE-1: of the encounter."""
    nest = Place(at=0, cover="heavy", prepared=True, disguised=True)
    laid = table(
        joss={"place": "nest"}, board={"places": {"nest": nest}}, options={"stealth_bonus": 2, "position_bonus": 3}
    )
    assert laid.rolls(laid.do("attack joss thug --dice 4,4"))[0].total == 8 + 3 + 2 + 3
