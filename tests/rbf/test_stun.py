"""A stun costs its action on the next turn really taken."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def stun(laid, who, target):
    """A critical success that stuns."""
    laid.do(f"attack {who} {target} --critical stunned --dice 8,8")
    assert "stunned" in laid.one(target).conditions


def until(laid, who):
    """Go on to somebody's turn."""
    laid.do("turn next")
    while laid.fight.active != who:
        laid.do("turn next")


def test_once_and_then_no_more(table):
    """RBF-TEC-STUN: one turn, one action."""
    laid = table()
    laid.do(BY_HAND)
    stun(laid, "ada", "other")
    for left in (1, 2):
        until(laid, "other")
        assert laid.one("other").actions_left == left
    assert "stunned" not in laid.one("other").conditions


def test_a_turn_that_is_held_after_it(table):
    """RBF-TEC-STUN, RBF-INI-4: a stunned fighter may still hold its turn, and has an action less then."""
    laid = table()
    laid.do(BY_HAND)
    stun(laid, "ada", "thug")
    until(laid, "thug")
    laid.do("hold thug --until 1")
    until(laid, "thug")
    assert laid.one("thug").actions_left == 1
    laid.do("turn next")
    assert "stunned" not in laid.one("thug").conditions


def test_a_turn_that_was_held_before_it(table):
    """RBF-TEC-STUN, RBF-INI-4: the held turn is the next that is taken."""
    laid = table(joss={"hp": 90})
    laid.do_all("init --set thug=18 --set ada=16 --set joss=14 --set tamsin=13 --set other=8 --set boss=6")
    laid.do_all("hold thug --until 1")
    stun(laid, "ada", "thug")
    until(laid, "thug")
    assert laid.fight.round == 1
    assert laid.one("thug").actions_left == 1
    until(laid, "thug")
    assert laid.one("thug").actions_left == 2


def test_a_boss_between_its_counts(table):
    """RBF-TEC-STUN, RBF-INI-5: the part of its turn that comes next is shorter, and no later turn."""
    laid = table()
    laid.do("init --set boss=20,4 --set ada=18 --set joss=16 --set tamsin=14 --set thug=3 --set other=2")
    laid.do("aim boss")
    laid.do("turn next")
    stun(laid, "ada", "boss")
    until(laid, "boss")
    assert laid.one("boss").actions_left == 1
    until(laid, "boss")
    assert (laid.fight.round, laid.one("boss").actions_left) == (2, 3)
    assert "stunned" not in laid.one("boss").conditions


def test_a_boss_that_has_nothing_left_to_lose(table):
    """RBF-TEC-STUN, RBF-INI-5: the stun waits for its next turn."""
    laid = table()
    laid.do("init --set boss=20,4 --set ada=18 --set joss=16 --set tamsin=14 --set thug=3 --set other=2")
    laid.do_all("aim boss", "aim boss", "aim boss", "turn next")
    stun(laid, "ada", "boss")
    until(laid, "boss")
    assert laid.one("boss").actions_left == 0
    until(laid, "boss")
    assert (laid.fight.round, laid.one("boss").actions_left) == (2, 2)
    until(laid, "boss")
    until(laid, "boss")
    assert (laid.fight.round, laid.one("boss").actions_left) == (3, 3)


def test_a_stun_in_ones_own_turn(table):
    """RBF-TEC-STUN, RBF-REA-1: by a riposte; the next turn pays."""
    laid = table(tamsin={"talents": ("Expert Duelist",)})
    laid.do("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("attack other tamsin --dice 8,8", "choose strike --dice 8,8", "choose stunned")
    assert laid.one("other").actions_left == 1
    until(laid, "other")
    assert laid.one("other").actions_left == 1
    until(laid, "other")
    assert laid.one("other").actions_left == 2


def test_a_turn_lost_to_surprise_is_none(table):
    """RBF-TEC-STUN, RBF-STL-1: the first turn with actions pays."""
    laid = table()
    laid.do(f"{BY_HAND} --surprised other")
    stun(laid, "ada", "other")
    for left in (2, 1, 2):
        until(laid, "other")
        assert laid.one("other").actions_left == left


@pytest.mark.parametrize(("rounds", "lefts"), [(1, (1, 2, 2)), (2, (1, 1, 2))])
def test_as_many_turns_as_the_option_says(table, rounds, lefts):
    """RBF-TEC-2, RBF-TEC-STUN: by default one."""
    laid = table(options={"condition_rounds": rounds})
    laid.do(BY_HAND)
    stun(laid, "ada", "other")
    for left in lefts:
        until(laid, "other")
        assert laid.one("other").actions_left == left


def test_shaken_off_before_it_costs_anything(table):
    """RBF-TEC-3, RBF-TEC-STUN: a boss pays health instead."""
    laid = table()
    laid.do(BY_HAND)
    stun(laid, "ada", "boss")
    laid.do("shake-off boss stunned")
    until(laid, "boss")
    assert laid.one("boss").actions_left == 3


def test_a_boss_with_nothing_left_at_two_counts(table):
    """RBF-TEC-STUN, RBF-INI-5: it waits, and costs one action of one turn."""
    laid = table()
    laid.do("init --set boss=20,5,4 --set ada=18 --set joss=16 --set tamsin=14 --set thug=3 --set other=2")
    laid.do_all("aim boss", "aim boss", "aim boss", "turn next")
    stun(laid, "ada", "boss")
    lefts = []
    for _ in range(8):
        until(laid, "boss")
        lefts.append((laid.fight.round, laid.one("boss").actions_left))
    assert lefts == [(1, 0), (1, 0), (2, 2), (2, 2), (2, 2), (3, 3), (3, 3), (3, 3)]
