"""The table of conditions: both sides of the table read the same rows, and what is tied ends with who brought it."""

import pytest

from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.conditions import CONDITIONS

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def edges(laid, line):
    """The steps of advantage of the first roll of a line."""
    return [(each.value, each.why) for each in laid.rolls(laid.do(line))[0].edges]


@pytest.mark.parametrize(
    ("condition", "attacking", "attacked"),
    [
        ("prone", [(-1, "attacker prone")], [(1, "target prone")]),
        ("pinned", [(-1, "pinned")], []),
        ("blinded", [(-1, "blinded")], []),
        ("grappled", [(-1, "grappled")], [(1, "grappled")]),
        ("raging", [(1, "Rage")], [(1, "Rage")]),
        ("stunned", [], []),
    ],
)
def test_a_condition_counts_for_a_player_and_on_an_enemy(table, condition, attacking, attacked):
    """RBF-PRN-3, RBF-PRN-4, RBF-TEC-PIN, RBF-TEC-BLIND, RBF-TEC-GRAPPLE, RBF-TAL-1: on a player's attack roll."""
    laid = table()
    laid.do(f"condition add ada {condition}")
    assert edges(laid, "attack ada thug") == attacking
    other = table()
    other.do(f"condition add thug {condition}")
    assert edges(other, "attack ada thug") == attacked


@pytest.mark.parametrize(
    ("condition", "attacker", "defender"),
    [
        ("prone", [(1, "attacker prone")], [(-1, "target prone")]),
        ("pinned", [(1, "pinned")], []),
        ("blinded", [(1, "blinded")], []),
        ("grappled", [(1, "grappled")], [(-1, "grappled")]),
        ("raging", [(-1, "Rage")], [(-1, "Rage")]),
    ],
)
def test_a_condition_counts_the_same_on_a_defense(table, condition, attacker, defender):
    """RBF-PRN-3, RBF-PRN-4, RBF-TEC-PIN, RBF-TEC-BLIND, RBF-TEC-GRAPPLE, RBF-TAL-1: what helps one hinders others."""
    laid = table()
    laid.do(f"condition add thug {condition}")
    assert edges(laid, "attack thug ada --condition none") == attacker
    other = table()
    other.do(f"condition add ada {condition}")
    assert edges(other, "attack thug ada --condition none") == defender


def test_shots_at_the_prone_and_blows_between_the_prone(table):
    """RBF-PRN-3, RBF-PRN-4: a shot is hindered; who lies strikes another who lies as well as anybody."""
    laid = table(joss={"at": 0}, thug={"at": 9})
    laid.do("condition add thug prone")
    assert edges(laid, "attack joss thug") == [(-1, "target prone")]
    laid.do("condition add tamsin prone")
    assert edges(laid, "attack tamsin thug") == [(1, "target prone")]


def test_what_is_sundered_by_hand_is_a_point(table):
    """RBF-TEC-SUNDER: nothing lies on anybody without effect."""
    laid = table()
    laid.do("condition add thug sundered")
    assert laid.rolls(laid.do("attack ada thug"))[0].against == 12 - 1


def test_the_dying_by_hand_are_not_counted_down(table):
    """RBF-DIE-1: until the GM says for how many rounds."""
    laid = table()
    laid.do_all(BY_HAND, "condition add joss dying", *["turn next"] * 6)
    assert "dying" in laid.one("joss").conditions
    laid.do_all("set joss conditions.dying.amount=1", *["turn next"] * 5)
    assert [*laid.one("joss").conditions] == ["dead"]


def test_who_leaves_lets_go(table):
    """RBF-TEC-GRAPPLE: as who falls."""
    laid = table()
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "remove tamsin")
    assert "grappled" not in laid.one("thug").conditions


def test_every_row_has_a_rule_of_the_ledger():
    """RBF-TEC-2: and words for its beginning, unless another line tells it."""
    known = {each.id for each in RULES.ledger()}
    assert {row.rule for row in CONDITIONS.values()} <= known
    assert [name for name, row in CONDITIONS.items() if not row.begins] == ["disarmed"]


def test_conditions_nobody_knows_are_noted_in_own_words(table):
    """RBF-TEC-2: `say` puts anything on anybody, and it is said that no number changes."""
    laid = table()
    assert "did you mean blinded" in laid.refused("condition add ada blindd", "")
    assert "noted, no effect on the numbers" in laid.tell('condition add ada "say soaked"')
    laid.do("condition remove ada soaked")
    assert not laid.one("ada").conditions
