"""A grapple lasts as long as the one holds the other, and has its ways out."""

import pytest

GRAPPLE = "attack tamsin thug --technique grapple --dice 5,5"


@pytest.fixture
def grappled(table):
    """Tamsin holds the thug, on a ground with metres unless it says otherwise."""

    def lay(tamsin=10, thug=11, **changes):
        laid = table(tamsin={"at": tamsin}, thug={"at": thug, "hp": 60}, other={"at": thug}, **changes)
        laid.do(GRAPPLE)
        assert laid.one("thug").conditions["grappled"].by == "tamsin"
        return laid

    return lay


def holds(laid):
    """Whether the thug is still held."""
    return "grappled" in laid.one("thug").conditions


@pytest.mark.parametrize(("to", "held"), [(12, True), (13, True), (14, False), (8, False)])
def test_it_ends_as_the_grappler_leaves(grappled, to, held):
    """RBF-TEC-GRAPPLE: further than arms reach."""
    laid = grappled()
    laid.do(f"move tamsin {to}")
    assert holds(laid) is held


def test_it_ends_as_the_grappler_leaves_where_no_metres_are_counted(table):
    """RBF-TEC-GRAPPLE: any other place is too far."""
    laid = table(thug={"hp": 60})
    laid.do_all(GRAPPLE, "move tamsin 9")
    assert not holds(laid)


@pytest.mark.parametrize("who", ["thug", "tamsin"])
def test_it_ends_as_either_is_driven_off(grappled, who):
    """RBF-TEC-GRAPPLE, RBF-ATK-2, RBF-TEC-SHOVE: by a critical success, or pulled away by the GM."""
    laid = grappled(ada={"at": 11})
    if who == "thug":
        laid.do("attack ada thug --critical thrown --dice 8,8,1")
    else:
        laid.do("set tamsin at=20")
    assert not holds(laid)


def test_it_outlasts_a_shove_within_reach(grappled):
    """RBF-TEC-GRAPPLE, RBF-TEC-SHOVE: two metres are arm's length."""
    laid = grappled(ada={"at": 10}, thug=11)
    laid.do("attack ada thug --technique shove --dice 5,4,1")
    assert laid.one("thug").at == 12
    assert holds(laid)


@pytest.mark.parametrize("line", ["damage tamsin 99", "remove tamsin"])
def test_it_ends_as_the_grappler_falls_or_is_gone(grappled, line):
    """RBF-TEC-GRAPPLE: nobody holds it any more."""
    laid = grappled()
    laid.do(line)
    assert not holds(laid)


def test_the_held_defends_badly(table):
    """RBF-TEC-GRAPPLE: a player rolls the worse of more dice, an enemy is hit more easily."""
    laid = table()
    laid.do_all("attack thug ada --condition grappled --dice 1,1", "heal ada 50")
    defense = laid.rolls(laid.do("attack other ada --dice 5,5,6"))[0]
    assert [(each.value, each.why) for each in defense.edges] == [(-1, "grappled")]
    laid = table()
    laid.do(GRAPPLE)
    [attack] = laid.rolls(laid.do("attack ada thug --dice 5,5,6"))
    assert [(each.value, each.why) for each in attack.edges] == [(1, "grappled")]


@pytest.mark.parametrize(("dice", "free"), [("8,8", False), ("6,6", False), ("5,2", True), ("1,1", True)])
def test_the_held_enemy_strikes_itself_free(grappled, dice, free):
    """RBF-TEC-GRAPPLE: `free` is a blow at the grappler with bare hands, that has to hit."""
    laid = grappled()
    laid.do(f"free thug --answer condition=none --dice {dice}")
    assert holds(laid) is not free


def test_the_held_player_strikes_itself_free(table):
    """RBF-TEC-GRAPPLE, RBF-ACT-1: for an action, and then it may move."""
    laid = table()
    laid.do("init --set tamsin=9 --set thug=20 --set ada=1 --set joss=1 --set other=1 --set boss=1")
    laid.do_all("attack thug tamsin --condition grappled --dice 1,1", "heal tamsin 50", "turn next")
    laid.refused("move tamsin 3", "RBF-TEC-GRAPPLE")
    laid.do("free tamsin --dice 5,5")
    assert laid.one("tamsin").actions_left == 1
    laid.do("move tamsin 3")


def test_the_held_may_move_once_the_grappler_is_elsewhere(grappled):
    """RBF-TEC-GRAPPLE: whatever way the two came apart."""
    laid = grappled()
    laid.do_all("move tamsin 20", "move thug 4")
    assert laid.one("thug").at == 4
