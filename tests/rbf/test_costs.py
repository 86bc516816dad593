"""What a deed uses up: actions, the bonus action, reactions, the aim; and who comes before it."""

import pytest

from rbfcli.kernel.fight import Condition

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
THUG_WATCHES = "init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1"
TELEKINETIC = {"skills": {"telekinetics": 2, "dodge": 3}, "talents": ("Expert Telekinetic",)}


def lost(laid, line):
    """Whether a line tells that an aim is lost."""
    told = laid.events(laid.do(line), "aim-lost")
    assert all((each.who, each.rule) == ("ada", "RBF-ACT-5") for each in told)
    return bool(told)


@pytest.mark.parametrize(
    ("line", "is_lost"),
    [
        ("attack ada thug --dice 5,5", False),
        ("draw ada knife", True),
        ("overwatch ada", True),
        ("move ada 3", True),
        ("check ada athletics --tn 9 --dice 5,5", True),
        ("cast ada 'say push' --bonus", True),
        ("use ada 'say rope'", True),
    ],
)
def test_the_aim_is_used_by_an_attack_and_lost_by_all_else(table, line, is_lost):
    """RBF-ACT-5: back at 0 either way; it is told where it came to nothing."""
    laid = table(ada={**TELEKINETIC, "weapons": ("sword", "knife")})
    laid.do_all(BY_HAND, "aim ada")
    assert lost(laid, line) is is_lost
    assert laid.one("ada").aim == 0
    laid = table(ada={**TELEKINETIC, "weapons": ("sword", "knife")})
    laid.do(BY_HAND)
    assert not lost(laid, line)


def test_a_prepared_attack_uses_the_aim(table):
    """RBF-ACT-5, RBF-ACT-8: taken while it was waiting, it counts and is not lost."""
    laid = table(thug={"hp": 60})
    laid.do_all(BY_HAND, "overwatch ada", "set ada aim=2", "turn next", "turn next", "turn next")
    played = laid.do("aim thug --dice 5,5")
    assert [each.value for each in laid.rolls(played)[0].modifiers] == [3, 2]
    assert not laid.events(played, "aim-lost")
    assert laid.one("ada").aim == 0


def test_a_riposte_uses_the_aim_and_a_counterspell_loses_it(table):
    """RBF-ACT-5, RBF-REA-1: one is an attack, the other is not."""
    both = {"talents": ("Expert Duelist", "Counterspell"), "skills": {"melee": 3, "dodge": 3, "metaphysics": 3}}
    laid = table(ada={**both, "reactions": 2}, thug={"hp": 60})
    laid.do_all(THUG_WATCHES, "set ada aim=2", "attack thug ada --dice 8,8")
    played = laid.do("choose strike --dice 5,5")
    assert [each.value for each in laid.rolls(played)[0].modifiers] == [3, 2]
    assert not laid.events(played, "aim-lost")
    laid.do_all("set ada aim=2", "cast thug 'say hex' ada")
    assert laid.events(laid.do("choose counter --dice 8,8"), "aim-lost")
    assert (laid.one("ada").aim, laid.one("ada").reactions_left) == (0, 0)


@pytest.mark.parametrize("line", ["cast ada 'say push' --bonus", "hide ada --bonus", "use ada rage", "free ada"])
def test_what_costs_no_action_is_watched_too(table, line):
    """RBF-ACT-8, RBF-BON-1, RBF-TAL-1: bonus actions and a rage are acts."""
    ada = {**TELEKINETIC, "talents": ("Expert Telekinetic", "Stalker", "Berserker"), "cover": "heavy"}
    laid = table(ada=ada, thug={"at": 1, "damage": 1})
    laid.do_all("condition add ada pinned", THUG_WATCHES, "overwatch thug", "turn next")
    told = laid.tell(f"{line} --dice 8,7")
    assert "Thug was waiting for Ada" in told
    assert "watching" not in laid.one("thug").conditions


def test_a_bonus_action_is_one_a_turn_and_needs_no_action(table):
    """RBF-BON-1: at the start of the next turn it is back."""
    laid = table(ada=TELEKINETIC)
    laid.do(BY_HAND)
    assert laid.one("ada").bonus_left == 1
    laid.do("cast ada 'say push' --bonus")
    assert (laid.one("ada").bonus_left, laid.one("ada").actions_left) == (0, 2)
    laid.do_all(*["turn next"] * 6)
    assert laid.one("ada").bonus_left == 1
    assert laid.one("joss").bonus_left == 0


def test_a_forced_deed_costs_no_more_than_there_is(table):
    """RBF-ACT-1, RBF-REA-1: nobody owes an action, or a reaction."""
    laid = table(ada={"talents": ("Expert Duelist",)}, thug={"hp": 99})
    laid.do_all(BY_HAND, "aim ada", "aim ada", "aim ada --force")
    assert laid.one("ada").actions_left == 0
    assert laid.one("ada").aim == 3
    laid.do_all("set ada reactions-left=0", "attack ada thug --reaction --force --dice 5,5")
    assert laid.one("ada").reactions_left == 0


def test_before_the_fight_begins_nothing_is_counted(table):
    """RBF-ACT-1: the GM may try things."""
    laid = table()
    laid.do_all("aim ada", "aim ada", "aim ada")
    assert (laid.one("ada").actions_left, laid.one("ada").aim) == (0, 3)


@pytest.mark.parametrize(("reactions", "left"), [(1, 0), (2, 1)])
def test_reactions_are_back_with_ones_turn(table, reactions, left):
    """RBF-REA-1: as many as the sheet says."""
    laid = table(ada={"talents": ("Expert Duelist",), "reactions": reactions}, thug={"hp": 99})
    laid.do_all(THUG_WATCHES, "attack thug ada --dice 8,8", "choose strike --dice 5,5")
    assert laid.one("ada").reactions_left == left
    laid.do("turn next")
    assert laid.one("ada").reactions_left == reactions
    assert "needs Expert Duelist" in laid.refused("attack joss thug --reaction", "RBF-REA-1")


@pytest.mark.parametrize(
    ("change", "may"),
    [({}, True), ({"reactions": 0}, False), ({"talents": ()}, False), ({"hp": 0, "max_hp": 15}, True)],
)
def test_who_may_strike_back(table, change, may):
    """RBF-REA-1: with the talent, and a reaction left."""
    laid = table(ada={"talents": ("Expert Duelist",), **change})
    laid.do("attack thug ada --dice 8,8")
    assert bool(laid.fight.questions) is may


def test_what_stops_somebody_is_told(table):
    """RBF-ACT-8: in the words of the rule that stops it."""
    laid = table(joss={"weapons": ("rail",)}, thug={"hp": 60})
    laid.do_all(BY_HAND, "turn next", "overwatch joss --technique pin", "turn next", "turn next")
    [cut] = laid.events(laid.do("move thug 5 --dice 6,6"), "cut-short")
    assert (cut.who, cut.facts["why"], cut.rule) == ("thug", "Thug is pinned and cannot move", "RBF-ACT-8")


def test_everybody_watches(table):
    """RBF-ACT-8: who is on overwatch comes before another that is, too."""
    laid = table(ada=None, tamsin=None, other=None, boss=None, thug={"hp": 60})
    laid.do_all("condition add joss watching", "condition add thug watching", "aim thug --dice 5,5")
    assert (laid.one("thug").hp, laid.one("thug").aim) == (60 - 9, 1)


def test_the_surprised_wait_for_a_turn_only_where_turns_go_round(table):
    """RBF-STL-1: the hint goes on to the next turn, and before the first there is none."""
    laid = table(thug={"conditions": {"surprised": Condition(rounds=1, whose="thug")}})
    assert "turn next" not in laid.refused("aim thug", "RBF-STL-1")
    laid.do("init --set thug=30")
    assert "turn next" in laid.refused("aim thug", "RBF-STL-1")
