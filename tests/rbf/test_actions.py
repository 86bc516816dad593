"""Actions of a turn: aim, reload, draw, spot, burst, speak."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.fixture
def begun(table):
    """A fight in its first round, Ada first."""

    def begin(**changes):
        laid = table(**changes)
        laid.do(BY_HAND)
        return laid

    return begin


def test_two_actions_a_turn(begun):
    """RBF-ACT-1: the third is refused, and another's turn too."""
    laid = begun()
    laid.do_all("aim ada", "attack ada thug --dice 5,5")
    assert "no action left" in laid.refused("attack ada thug", "RBF-ACT-1")
    laid.refused("attack joss thug", "RBF-INI-3")
    laid.do("attack ada thug --dice 5,5 --force")


@pytest.mark.parametrize(
    "line",
    [
        "attack ada thug --dice 5,5",
        "move ada 5",
        "aim ada",
        "prone ada",
        "draw ada knife",
        "overwatch ada",
        "check ada athletics --tn 8 --dice 4,4",
        "cast ada 'say push' --dice 4,4 --tn 8",
        'use ada "medical kit" --dice 4,4',
        'speak ada "drop it"',
    ],
)
def test_each_action_costs_one(begun, line):
    """RBF-ACT-2: every entry of the list is an action of the engine."""
    ada = {"weapons": ("sword", "knife"), "skills": {"melee": 3, "metaphysics": 1}, "items": ("medical kit",)}
    laid = begun(ada=ada)
    laid.do(line)
    assert laid.one("ada").actions_left == 1


def test_two_more_actions_of_the_list_cost_one_each(begun):
    """RBF-ACT-2: reload and spot."""
    laid = begun(joss={"ammo": {"pistol": 1}}, thug={"conditions": {}, "seen_by": ("joss",)})
    laid.do_all("turn next", "condition add thug hidden", "reload joss", "spot joss thug")
    assert laid.one("joss").actions_left == 0


def test_another_weapon_has_to_be_drawn_first(begun):
    """RBF-ACT-2: drawing or switching is an action; a weapon one does not carry is impossible."""
    laid = begun(ada={"weapons": ("sword", "knife")})
    assert "draw ada knife" in laid.refused("attack ada thug --with knife", "RBF-ACT-2")
    assert "no weapon 'rifle'" in laid.refused("attack ada thug --with rifle --force", "")
    laid.refused("draw ada sword", "RBF-ACT-2")
    laid.refused("draw ada unarmed", "RBF-ACT-2")
    laid.do("draw ada knife")
    assert laid.one("ada").held == "knife"


def test_an_empty_weapon_cannot_shoot_and_reload_fills_it(begun):
    """RBF-ACT-3: each shot takes a round."""
    laid = begun(joss={"ammo": {"pistol": 1}})
    laid.do_all("turn next", "attack joss thug --dice 5,5")
    assert laid.one("joss").ammo["pistol"] == 0
    assert "reload joss" in laid.refused("attack joss thug", "RBF-ACT-3")
    laid.do("reload joss")
    assert laid.one("joss").ammo["pistol"] == 6


def test_reloading_needs_a_weapon_that_is_loaded(begun):
    """RBF-ACT-3: a sword is not."""
    begun().refused("reload ada", "RBF-ACT-3")


def test_a_hidden_target_is_pointed_out(begun):
    """RBF-ACT-4: visible to the spotter alone, then targetable by allies."""
    laid = begun(thug={"seen_by": ("ada",)})
    laid.do("condition add thug hidden")
    laid.refused("spot ada other", "RBF-ACT-4")
    assert laid.do("attack ada thug --dice 5,5").outcome == "success"
    laid.do("turn next")
    laid.refused("attack joss thug", "RBF-ACT-4")
    assert "seen-by" in laid.refused("spot joss thug", "RBF-ACT-4")
    laid.do_all("turn back", "spot ada thug", "turn next")
    assert laid.do("attack joss thug --dice 5,5").outcome == "success"


def test_aim_adds_up_and_is_lost(begun):
    """RBF-ACT-5: worked check 9; back to 0 on attacking or doing anything else."""
    laid = begun()
    laid.do_all("aim ada", "aim ada", "turn next")
    assert laid.one("ada").aim == 2
    played = laid.do("attack ada thug --dice 4,3 --force")
    assert laid.rolls(played)[0].total == 12
    assert played.outcome == "success"
    assert laid.one("ada").aim == 0
    laid.do_all("turn back", "set ada actions_left=2", "aim ada", "move ada 3")
    assert laid.one("ada").aim == 0


def test_free_talk_does_not_lose_the_aim(begun):
    """RBF-ACT-5, RBF-ACT-9: nothing was done."""
    laid = begun()
    laid.do_all("aim ada", 'speak ada "I have him" --allies')
    assert laid.one("ada").aim == 1


def test_a_burst_adds_two_and_empties_the_weapon(begun):
    """RBF-ACT-7: +2 on hits and on misses, declared before the roll; then reload."""
    laid = begun(joss={"weapons": ("auto",)})
    laid.do("turn next")
    played = laid.do("attack joss thug --autofire --dice 5,5")
    assert laid.one("thug").hp == 20 - (12 + 3 + 2)
    assert laid.events(played, "damage")[0].facts["why"] == "auto-rifle 12 + Shoot 3 + burst 2"
    assert laid.one("joss").ammo["auto"] == 0
    laid.refused("attack joss thug", "RBF-ACT-3")
    laid.do_all("reload joss", "set joss actions_left=1", "attack joss other --autofire --dice 5,5")
    assert laid.one("other").hp == 60 - 2


def test_a_burst_that_fails_does_nothing_at_all(begun):
    """RBF-ACT-7, RBF-ATK-5: 0 damage whatever other feature applies."""
    laid = begun(joss={"weapons": ("auto",), "graze": 3})
    laid.do_all("turn next", "attack joss other --autofire --dice 1,1")
    assert laid.one("other").hp == 60


def test_a_burst_takes_two_targets_near_each_other(begun):
    """RBF-ACT-7: one roll against each TN, without the two points."""
    laid = begun(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20}, other={"at": 22}, boss={"at": 40})
    laid.do("turn next")
    laid.refused("attack joss thug boss --autofire", "RBF-ATK-1")
    laid.refused("attack joss thug other boss --autofire", "RBF-ATK-1")
    laid.refused("attack joss thug other", "RBF-ATK-1")
    played = laid.do("attack joss thug other --autofire --dice 5,5")
    assert laid.one("thug").hp == 20 - 15
    assert laid.one("other").hp == 60
    assert laid.events(played, "also")[0].facts["outcome"] == "struggle"
    assert laid.one("joss").ammo["auto"] == 0


def test_an_enemy_bursts_at_two_players(begun):
    """RBF-ACT-7: each defends for itself."""
    laid = begun(thug={"weapons": ("auto",)})
    laid.do_all("turn next", "turn next", "turn next", "attack thug ada joss --autofire --dice 5,6,3,4")
    assert laid.one("ada").hp == 15 - (6 - 3)
    assert laid.one("joss").hp == 15 - 12


def test_only_some_weapons_have_autofire(begun):
    """RBF-ACT-7: a pistol has none."""
    laid = begun()
    laid.do("turn next")
    laid.refused("attack joss thug --autofire --force", "RBF-ACT-7")


def test_a_weapon_whose_rounds_nobody_counts_still_needs_reloading_after_a_burst(begun):
    """RBF-ACT-7: ammo 0 in the file means that single shots are not counted."""
    laid = begun(joss={"weapons": ("smg",)})
    laid.do_all("turn next", "attack joss other --dice 5,5", "attack joss other --autofire --dice 5,5")
    laid.do("set joss actions_left=2")
    laid.refused("attack joss other", "RBF-ACT-3")
    laid.do_all("reload joss", "attack joss other --dice 5,5")


def test_speaking_to_enemies_costs_an_action_and_to_allies_none(begun):
    """RBF-ACT-9: unless it is leadership; a test only where one is asked for."""
    laid = begun(ada={"skills": {"leadership": 2}})
    assert not laid.rolls(laid.do('speak ada "behind you" --allies'))
    assert laid.one("ada").actions_left == 2
    assert laid.do('speak ada "put it down" --tn 12 --dice 6,4').outcome == "success"
    laid.do('speak ada "on me, now" --allies --lead')
    assert laid.one("ada").actions_left == 0
    assert "Ada: behind you" in laid.tell('speak ada "behind you" --allies')
