"""The sixteen techniques: what they need and how long they last."""

import pytest

from rbfcli.systems.rbf.attack.techniques import TECHNIQUES

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def test_there_are_sixteen():
    """RBF-TEC-4: each with its own rule."""
    assert len({each.rule for each in TECHNIQUES.values()}) == 16


def test_a_technique_stands_in_the_place_of_damage(table):
    """RBF-TEC-1: on a hit, one technique instead; the Expert Fighter does both."""
    laid = table()
    laid.do("attack ada thug --technique trip --dice 5,5")
    assert (laid.one("thug").hp, [*laid.one("thug").conditions]) == (20, ["prone"])
    expert = table(ada={"talents": ("expert fighter",)})
    expert.do("attack ada thug --technique trip --dice 5,5")
    assert (expert.one("thug").hp, [*expert.one("thug").conditions]) == (9, ["prone"])


def test_no_technique_without_a_hit(table):
    """RBF-TEC-1: a struggle does its half damage and nothing more."""
    laid = table()
    laid.do("attack ada thug --technique trip --dice 4,4")
    assert (laid.one("thug").hp, dict(laid.one("thug").conditions)) == (15, {})


@pytest.mark.parametrize(("rounds", "turns"), [(1, 1), (2, 2)])
def test_conditions_last_a_round(table, rounds, turns):
    """RBF-TEC-2: the enemy's next turn, or as many as the option says."""
    laid = table(options={"condition_rounds": rounds})
    laid.do_all(BY_HAND, "attack ada thug --technique cripple --dice 5,5")
    for _ in range(turns):
        assert "crippled" in laid.one("thug").conditions
        while laid.fight.active != "thug":
            laid.do("turn next")
        laid.do("turn next")
    assert "crippled" not in laid.one("thug").conditions


def test_a_boss_shakes_a_condition_off_for_five(table):
    """RBF-TEC-3: whoever's turn it is; only a boss, only what it has, only with the HP for it."""
    laid = table()
    laid.do_all(BY_HAND, "attack ada boss --technique trip --mod 3 --dice 5,5", "shake-off boss prone")
    assert (laid.one("boss").hp, dict(laid.one("boss").conditions)) == (135, {})
    laid.refused("shake-off boss prone", "RBF-TEC-3")
    laid.do("condition add thug prone")
    laid.refused("shake-off thug prone", "RBF-TEC-3")
    laid.do_all("set boss hp=5", "condition add boss prone")
    laid.refused("shake-off boss prone", "RBF-TEC-3")


@pytest.mark.parametrize(
    ("line", "rule", "reason"),
    [
        ("attack ada thug --technique cleave", "RBF-TEC-CLEAVE", "long bladed melee weapon"),
        ("attack joss thug --technique lacerate", "RBF-TEC-LACERATE", "bladed weapon"),
        ("attack ada thug --technique grapple", "RBF-TEC-GRAPPLE", "needs Brawl"),
        ("attack ada thug --technique leap", "RBF-TEC-LEAP", "higher than the enemy"),
        ("attack joss thug --technique lunge", "RBF-TEC-LUNGE", "melee weapon or bare hands"),
        ("attack ada thug --technique pierce", "RBF-TEC-PIERCE", "projectile or long thrusting"),
        ("attack ada thug --technique pin", "RBF-TEC-PIN", "thrusting or large projectile"),
        ("attack joss thug --technique pin", "RBF-TEC-PIN", "thrusting or large projectile"),
        ("attack tamsin thug --technique stun", "RBF-TEC-STUN", "Hammer Expert"),
        ("attack tamsin thug --technique throw", "RBF-TEC-THROW", "grapple on this enemy first"),
        ("attack ada thug --technique throw", "RBF-TEC-THROW", "needs Brawl"),
        ("attack ada other --technique disarm", "RBF-TEC-DISARM", "weapon in hand"),
    ],
)
def test_a_requirement_that_is_not_met_is_refused_with_the_reason(table, line, rule, reason):
    """RBF-TEC-4: and with the techniques that are possible now."""
    refusal = table().refused(line, rule)
    assert reason in refusal
    assert "possible now: " in refusal


def test_the_gm_may_force_a_technique(table):
    """RBF-TEC-4: it makes sense here, says the GM."""
    laid = table()
    assert "forced" in laid.tell("attack ada thug --technique grapple --force --dice 5,5")
    assert "grappled" in laid.one("thug").conditions
