"""What each technique does to the enemy it hits."""

import pytest

from rbfcli.systems.rbf.sheet import Place

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def test_blind(table):
    """RBF-TEC-BLIND: it cannot see for a turn, so it attacks badly and watches over nothing."""
    laid = table()
    laid.do("attack ada thug --technique blind --dice 5,5")
    rolled = laid.rolls(laid.do("attack thug joss --dice 1,8,8"))[0]
    assert (len(rolled.dice), rolled.edges[0].why, rolled.outcome) == (3, "blinded", "critical")


def test_cleave(table):
    """RBF-TEC-CLEAVE: two adjacent enemies in reach, the same damage."""
    laid = table(ada={"weapons": ("claymore",), "at": 0}, thug={"at": 1}, other={"at": 2}, boss={"at": 8})
    laid.refused("attack ada thug boss --technique cleave", "RBF-ACT-2")
    laid.refused("attack ada thug other", "RBF-ATK-1")
    laid.do("attack ada thug other --technique cleave --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp) == (20 - 15, 60 - 15)


def test_cleave_needs_targets_beside_each_other(table):
    """RBF-TEC-CLEAVE: one on each side is too far apart."""
    laid = table(ada={"weapons": ("claymore",), "at": 2}, thug={"at": 0}, other={"at": 4})
    laid.refused("attack ada thug other --technique cleave", "RBF-ATK-1")


def test_strafe(table):
    """RBF-TEC-STRAFE: a metre as part of the attack, where one says."""
    places = {"crates": Place(at=1, cover="medium")}
    laid = table(joss={"at": 0}, thug={"at": 10}, board={"places": places})
    laid.refused("attack joss thug --technique strafe --to 2", "RBF-TEC-STRAFE")
    laid.do("attack joss thug --technique strafe --to crates --dice 6,5")
    assert (laid.one("joss").at, laid.one("joss").cover) == (1, "medium")
    assert "moves 1 m with the attack" in laid.tell("attack joss thug --technique strafe --dice 6,5")


def test_cripple(table):
    """RBF-TEC-CRIPPLE: half speed on its next turn."""
    laid = table(ada={"at": 0}, thug={"at": 1})
    laid.do_all(BY_HAND, "attack ada thug --technique cripple --dice 5,5", "turn next", "turn next", "turn next")
    assert "moves 5 m" in laid.refused("move thug 7", "RBF-ACT-2")
    laid.do("move thug 6")


def test_disarm(table):
    """RBF-TEC-DISARM: it drops its weapon, does half without it, and picks it up with an action."""
    laid = table()
    laid.do("attack ada thug --technique disarm --dice 5,5")
    assert laid.one("thug").held == ""
    laid.do("attack thug joss --dice 5,3")
    assert laid.one("joss").hp == 15 - 6
    laid.do_all("draw thug hook", "attack thug tamsin --dice 5,1")
    assert laid.one("tamsin").hp == 19 - 12


def test_grapple(table):
    """RBF-TEC-GRAPPLE: no moving, hindered in all but striking the grappler, which frees it."""
    laid = table()
    laid.do("attack tamsin thug --technique grapple --dice 5,5")
    assert "attack thug tamsin --with unarmed" in laid.refused("move thug 4", "RBF-TEC-GRAPPLE")
    assert len(laid.rolls(laid.do("attack thug ada --dice 5,5,5"))[0].dice) == 3
    assert laid.do("attack thug tamsin --with unarmed --force --dice 8,8").outcome == "critical"
    assert "grappled" in laid.one("thug").conditions
    laid.do("attack thug tamsin --with unarmed --force --dice 3,3")
    assert "grappled" not in laid.one("thug").conditions


def test_a_grappled_player_frees_itself_with_a_blow(table):
    """RBF-TEC-GRAPPLE: hindered in any other test."""
    laid = table()
    laid.do_all("attack thug tamsin --condition grappled --dice 1,1", "heal tamsin 50")
    assert len(laid.rolls(laid.do("check tamsin athletics --tn 8 --dice 5,5,5"))[0].dice) == 3
    laid.do("attack tamsin thug --dice 6,5")
    assert "grappled" not in laid.one("tamsin").conditions


def test_who_goes_down_lets_go(table):
    """RBF-TEC-GRAPPLE: and what nobody holds any more frees itself with an action."""
    laid = table()
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "damage tamsin 99")
    assert "grappled" not in laid.one("thug").conditions
    laid.do_all("condition add thug grappled", "free thug")
    assert "grappled" not in laid.one("thug").conditions


def test_the_grappler_is_felt_even_if_it_hides(table):
    """RBF-TEC-GRAPPLE, RBF-ACT-4: the one it holds may strike it."""
    laid = table()
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "condition add tamsin hidden")
    laid.refused("attack other tamsin", "RBF-ACT-4")
    laid.do("attack thug tamsin --with unarmed --dice 8,8")


@pytest.mark.parametrize(("machine", "condition"), [(False, "bleeding"), (True, "leaking")])
def test_lacerate(table, machine, condition):
    """RBF-TEC-LACERATE: 1d6 at the start of each of its turns; a machine leaks."""
    laid = table(thug={"machine": machine})
    laid.do_all(BY_HAND, "attack ada thug --technique lacerate --dice 5,5")
    assert condition in laid.one("thug").conditions
    laid.do_all("turn next", "turn next", "turn next --dice 4")
    assert laid.one("thug").hp == 16
    laid.do_all("turn next", "turn back")
    assert laid.one("thug").hp == 16


def test_a_laceration_is_treated(table):
    """RBF-TEC-LACERATE: a medical kit ends it."""
    laid = table(joss={"items": ("medical kit",), "skills": {"medicine": 2}})
    laid.do_all("condition add ada bleeding", 'use joss "medical kit" ada --dice 4,4,3')
    assert "bleeding" not in laid.one("ada").conditions


def test_leap(table):
    """RBF-TEC-LEAP: +1d6 for each 3 m dropped, and one stands below afterwards."""
    laid = table(ada={"height": 7})
    laid.do("attack ada thug --technique leap --dice 5,5,4,6")
    assert laid.one("thug").hp == 0
    assert laid.one("ada").height == 0
    assert laid.one("ada").hp == 15


def test_a_leap_that_misses_hurts_the_one_who_leapt(table):
    """RBF-TEC-LEAP: the same dice."""
    laid = table(ada={"height": 6})
    laid.do("attack ada thug --technique leap --dice 4,4,2,3")
    assert laid.one("ada").hp == 15 - 5
    assert laid.one("thug").hp == 20 - 5


def test_lunge(table):
    """RBF-TEC-LUNGE: one metre beyond reach."""
    laid = table(ada={"at": 0}, thug={"at": 3})
    assert "lunge" not in laid.refused("attack ada thug", "RBF-ACT-2")
    laid.do("attack ada thug --technique lunge --dice 5,5")
    assert laid.one("thug").hp == 20 - 11


def test_pierce(table):
    """RBF-TEC-PIERCE: one more behind the first, the same damage."""
    laid = table(joss={"at": 0}, thug={"at": 10}, other={"at": 12}, boss={"at": 8})
    laid.refused("attack joss thug boss --technique pierce", "RBF-TEC-PIERCE")
    laid.do("attack joss thug other --technique pierce --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp) == (20 - 9, 60 - 9)


@pytest.mark.parametrize("weapon", ["spear", "rail"])
def test_pin(table, weapon):
    """RBF-TEC-PIN: stuck until it frees itself with an action; hindered until then."""
    laid = table(ada={"weapons": (weapon,), "skills": {"melee": 3, "shoot": 3}})
    laid.do("attack ada thug --technique pin --dice 5,5")
    assert "free thug" in laid.refused("move thug 3", "RBF-TEC-PIN")
    assert len(laid.rolls(laid.do("attack thug joss --dice 8,8,8"))[0].dice) == 3
    laid.do("free thug")
    assert "pinned" not in laid.one("thug").conditions
    laid.refused("free thug", "RBF-TEC-PIN")


@pytest.mark.parametrize(("dice", "metres"), [("5,5", 1), ("7,7", 2), ("8,8", 3)])
def test_shove(table, dice, metres):
    """RBF-TEC-SHOVE: a metre for each two points of margin, at least one; what stands in the way is the GM's."""
    laid = table(ada={"at": 4, "critical_range": 0}, thug={"at": 3, "cover": "light"}, options={"critical_margin": 20})
    told = laid.tell(f"attack ada thug --technique shove --critical shove --dice {dice}")
    assert laid.one("thug").at == 3 - metres * (2 if dice == "8,8" else 1)
    assert laid.one("thug").cover == "none"
    assert "what stands in the way" in told


def test_a_shot_shoves_a_metre(table):
    """RBF-TEC-SHOVE: whatever its margin."""
    laid = table(joss={"at": 0, "skills": {"shoot": 5}}, thug={"at": 9})
    laid.do("attack joss thug --technique shove --dice 6,6")
    assert laid.one("thug").at == 10


def test_stun(table):
    """RBF-TEC-STUN: with the talent and a blunt weapon; an action less on its next turn."""
    laid = table(ada={"talents": ("Hammer Expert",), "weapons": ("maul", "sword")})
    laid.do_all(BY_HAND, "attack ada thug --technique stun --dice 5,5", "turn next", "turn next", "turn next")
    assert laid.one("thug").actions_left == 1
    laid.do("turn next")
    assert "stunned" not in laid.one("thug").conditions


def test_stun_needs_a_blunt_weapon(table):
    """RBF-TEC-STUN: a sword is none."""
    laid = table(ada={"talents": ("Hammer Expert",)})
    assert "blunt" in laid.refused("attack ada thug --technique stun", "RBF-TEC-STUN")


def test_sunder(table):
    """RBF-TEC-SUNDER: the TN is lower by 1, and by 1 more for each three points of margin; it adds up."""
    laid = table()
    laid.do("attack ada thug --technique sunder --dice 6,7")
    assert laid.one("thug").conditions["sundered"].amount == 1 + 4 // 3
    assert laid.rolls(laid.do("attack ada thug --technique sunder --dice 4,4"))[0].against == 10
    assert laid.one("thug").conditions["sundered"].amount == 2 + 1


def test_throw(table):
    """RBF-TEC-THROW: up to 3 m a level of Brawl; it falls, lies prone, and is free of the grapple."""
    laid = table(tamsin={"at": 0, "skills": {"brawl": 2}}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 6,6")
    laid.do("attack tamsin thug --technique throw --dice 6,6,1,3,4")
    thug = laid.one("thug")
    assert (thug.at, thug.hp, [*thug.conditions]) == (7, 20 - 7, ["prone"])


def test_a_throw_may_be_shorter(table):
    """RBF-TEC-THROW: and with less of a fall; under 3 m it does not hurt."""
    laid = table(tamsin={"at": 0}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5")
    laid.do("attack tamsin thug --technique throw --metres 2 --dice 5,5,1")
    assert (laid.one("thug").at, laid.one("thug").hp) == (3, 20)


def test_trip(table):
    """RBF-TEC-TRIP: prone until it stands up."""
    laid = table()
    laid.do("attack ada thug --technique trip --dice 5,5")
    laid.do("stand thug")
    assert dict(laid.one("thug").conditions) == {}
