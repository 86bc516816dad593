"""Overwatch: an attack prepared, made just before an enemy moves or acts."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.fixture
def watched(table):
    """Joss is on overwatch and it is the thug's turn."""

    def lay(line="overwatch joss", **changes):
        laid = table(**changes)
        laid.do_all(BY_HAND, "turn next", line, "turn next", "turn next")
        assert laid.fight.active == "thug"
        return laid

    return lay


def test_it_fires_before_the_enemy_acts(watched):
    """RBF-ACT-8: it costs an action beforehand and none now; the enemy goes on."""
    laid = watched()
    assert laid.one("joss").actions_left == 1
    played = laid.do("attack thug ada --dice 5,5,6,5")
    assert [each.label for each in laid.rolls(played)] == ["attack", "defense"]
    assert laid.one("thug").hp == 20 - 9
    assert laid.one("ada").hp == 15 - 3
    assert "watching" not in laid.one("joss").conditions


def test_a_deed_has_no_outcome_of_the_shot_that_interrupts_it(watched):
    """RBF-ACT-8: a critical shot asks what it brings; the move that waits meanwhile is no critical move."""
    laid = watched()
    played = laid.do("move thug 4 --dice 8,8")
    assert played.fight.questions
    assert [each.outcome for each in laid.rolls(played)] == ["critical"]
    assert played.outcome == ""


@pytest.mark.parametrize("line", ["move thug 4 --dice 5,5", "aim thug --dice 5,5", "prone thug --dice 5,5"])
def test_it_fires_at_whatever_the_enemy_does(watched, line):
    """RBF-ACT-8: any enemy that moves or acts; dice by hand are those of the shot."""
    laid = watched()
    laid.do(line)
    assert laid.one("thug").hp == 20 - 9


def test_it_waits_for_an_enemy_in_range_and_in_sight(watched):
    """RBF-ACT-8: the range of the weapon in hand; nor does it fire at allies."""
    laid = watched(joss={"at": 0}, thug={"at": 40}, other={"at": 20})
    laid.do("aim thug")
    assert "watching" in laid.one("joss").conditions
    laid.do_all("turn next", "aim other --dice 5,5")
    assert "watching" not in laid.one("joss").conditions


def test_it_ends_with_the_start_of_ones_next_turn(watched):
    """RBF-ACT-8: nobody came."""
    laid = watched(joss={"at": 0}, thug={"at": 99}, other={"at": 99}, boss={"at": 99})
    for _ in range(4):
        laid.do("turn next")
    assert laid.fight.active == "joss"
    assert "watching" not in laid.one("joss").conditions


def test_who_falls_to_it_gets_no_further(watched):
    """RBF-ACT-8: its action does not happen."""
    laid = watched(thug={"hp": 5})
    assert "gets no further: it is down" in laid.tell("attack thug ada --dice 5,5")
    assert laid.one("ada").hp == 15
    assert laid.one("thug").actions_left == 2


def test_who_is_held_by_it_does_not_move(watched):
    """RBF-ACT-8: what the technique forbids; the shot stands."""
    laid = watched(line="overwatch joss --technique pin", joss={"weapons": ("rail",)})
    assert "pinned and cannot move" in laid.tell("move thug 5 --dice 6,6")
    assert "pinned" in laid.one("thug").conditions
    assert laid.one("thug").actions_left == 2


def test_a_line_that_is_refused_draws_no_fire(watched):
    """RBF-ACT-8, RBF-ATK-1: a mistake of the GM's is no action of the enemy's."""
    laid = watched()
    laid.refused("attack thug other", "RBF-ATK-1")
    assert "watching" in laid.one("joss").conditions


def test_it_may_ask_first(watched):
    """RBF-ACT-8: a saved question with the enemy's action in it."""
    laid = watched(line="overwatch joss --ask")
    laid.do("attack thug ada")
    assert laid.one("ada").hp == 15
    laid.refused("turn next", "RBF-ACT-8")
    laid.reopen()
    laid.do("choose fire --dice 5,5,6,5")
    assert laid.one("thug").hp == 20 - 9
    assert laid.one("ada").hp == 15 - 3


def test_waiting_is_an_answer(watched):
    """RBF-ACT-8: the enemy goes on, and the watch too."""
    laid = watched(line="overwatch joss --ask")
    laid.do_all("attack thug ada", "choose wait --dice 6,5")
    assert laid.one("ada").hp == 15 - 3
    assert "watching" in laid.one("joss").conditions


def test_several_watch(table):
    """RBF-ACT-8: each fires in the order of the fight, one asked and one not."""
    laid = table()
    laid.do_all(BY_HAND, "overwatch ada --ask", "turn next", "overwatch joss", "turn next", "turn next")
    laid.do("aim thug")
    assert laid.fight.questions[0].who == "ada"
    laid.do("choose wait --dice 5,5")
    assert laid.one("thug").hp == 20 - 9
    assert "watching" in laid.one("ada").conditions


def test_the_prepared_technique_needs_no_hit_beforehand_but_its_requirements(table):
    """RBF-ACT-8, RBF-TEC-4: checked when it fires; then it waits on."""
    laid = table()
    laid.do_all(BY_HAND, "overwatch ada --technique disarm", "turn next", "turn next", "turn next")
    laid.do_all("turn next", "aim other")
    assert "watching" in laid.one("ada").conditions
    laid.do_all("turn back", "aim thug --dice 5,5")
    assert laid.one("thug").held == ""


def test_the_blind_watch_over_nothing(watched):
    """RBF-TEC-BLIND: they cannot see."""
    laid = watched()
    laid.do_all("condition add joss blinded", "aim thug")
    assert laid.one("thug").hp == 20


def test_enemies_watch_too(table):
    """RBF-ACT-8: a player that acts in its sights defends first."""
    laid = table()
    laid.do_all("init --set thug=20 --set ada=18 --set joss=2 --set tamsin=2 --set other=1 --set boss=1")
    laid.refused("overwatch thug --technique trip", "RBF-TEC-1")
    laid.do_all("overwatch thug", "turn next", "move ada 3 --dice 8,8")
    assert "watching" not in laid.one("thug").conditions


def test_overwatch_is_part_of_the_odds(watched):
    """RBF-ACT-8: the exact chance of what comes of the enemy's line."""
    laid = watched(thug={"hp": 9})
    assert 0 < laid.odds("aim thug").downs["thug"] < 1
