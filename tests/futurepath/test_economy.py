"""What a turn holds (FP-ECO)."""

import pytest

from rbfcli.systems.futurepath.economy import left
from rbfcli.systems.futurepath.sheet.sheet import TurnState

ALL = ("standard", "simple", "free", "full-round")


@pytest.mark.parametrize(
    ("spent", "still"),
    [
        ({}, ALL),
        ({"standard": True}, ("simple", "free")),
        ({"simple": True}, ("standard", "free")),
        ({"standard": True, "simple": True}, ("free",)),
        ({"full_round": True}, ()),
        ({"ended": True}, ()),
        ({"free": 1}, ("standard", "simple", "free")),
        ({"free": 2}, ("standard", "free")),
        ({"free": 3}, ("free",)),
        ({"free": 4}, ()),
        ({"free": 1, "simple": True}, ("standard",)),
        ({"free": 1, "standard": True}, ("simple", "free")),
        ({"free": 2, "standard": True}, ()),
    ],
)
def test_free_actions_add_up(spent, still):
    """FP-ECO-1, FP-ECO-2: worked checks 5 and 11 as a table."""
    assert left(TurnState(**spent)) == still


def test_one_standard_one_simple_one_free(table):
    """FP-ECO-1."""
    table.do("free hale shouts")
    table.do("move hale C1")
    table.do("draw yara pistol --off-hand")
    assert table.refused("move hale D1").rule == "FP-MOV-1"
    table.do("step hale C2")
    assert table.hale.turn.ended


def test_a_full_round_excludes_the_others_and_ends_the_turn(table):
    """FP-ECO-1."""
    table.do("sprint hale B6 --via C5")
    assert table.hale.turn.full_round
    wrong = table.refused("draw hale knife")
    assert wrong.hint.startswith("left this turn: nothing")


@pytest.mark.parametrize("first", ["move hale C1", "holster hale", "free hale blinks"])
def test_a_full_round_needs_the_whole_turn(table, first):
    """FP-ECO-1, FP-ECO-2: free actions come during a Full Round, not before it."""
    table.do(first)
    wrong = table.refused("sprint hale H9")
    assert wrong.rule == "FP-MOV-2"
    assert ("before" in wrong.message) == first.startswith("free")


def test_two_free_actions_take_the_simple_three_the_standard_four_the_round(table):
    """FP-ECO-2: worked check 11."""
    table.do("free hale one")
    table.do("free hale two")
    assert table.refused("holster hale").hint.startswith("left this turn: Standard, Free")
    table.do("free hale three")
    assert table.refused("move hale C1").hint.startswith("left this turn: Free")
    table.do("free hale four")
    assert table.hale.turn.ended
    assert table.refused("free hale five").rule == "FP-ECO-2"


def test_a_fourth_free_action_needs_all_the_rest_unspent(table):
    """FP-ECO-2: worked check 5."""
    table.do("move hale C1")
    table.do("free hale one")
    table.do("free hale two")
    assert table.refused("free hale three").hint.startswith("left this turn: nothing")


def test_one_free_action_happens_during_a_full_round(table):
    """FP-ECO-2: during it, not after it."""
    table.do("sprint hale F1")
    wrong = table.refused("free hale drops it")
    assert (wrong.rule, "--during" in wrong.hint) == ("FP-ECO-2", True)
    table.do("free hale --drop held --during")
    assert table.hale.held == ""
    assert table.refused("free hale again --during").rule == "FP-ECO-2"
    assert "no Full Round" in table.refused("free yara x --during").message


def test_both_hands_are_let_go_with_one_free_action(table):
    """FP-ECO-2."""
    table.do("draw hale knife --off-hand")
    table.do("free hale --drop both")
    assert (table.hale.held, table.hale.off_hand, table.hale.turn.free) == ("", "", 1)
    assert table.refused("free hale --drop held").rule == "FP-ECO-2"
    assert table.refused("free hale").rule == "FP-ECO-2"


def test_what_is_spent_is_refused_with_what_is_left(table):
    """FP-ECO-3."""
    table.do("move yara B4")
    wrong = table.refused("attack yara tough")
    assert (wrong.rule, wrong.status) == ("FP-ATK-1", 1)
    assert wrong.hint == "left this turn: Simple, Free, or --force"
    table.do("attack yara tough --force", 3, 2)
    assert table.yara.ammo["sidearm"] == 5


def test_the_next_turn_holds_everything_again(table):
    """FP-ECO-1."""
    table.do("sprint hale F1")
    for _ in range(3):
        table.do("turn next")
    assert left(table.hale.turn) == ALL


def test_actions_lists_what_is_left_with_its_type(table):
    """FP-ECO-4."""
    offered = table.costs("yara")
    assert offered["attack yara tough"] == "Standard"
    assert offered["holster yara"] == "Simple"
    assert offered["prone yara"] == "Free"
    assert offered["move yara bully"] == "Standard"
    assert offered["trap yara search"] == "Full Round"
    table.do("attack yara tough", 2, 1)
    after = table.offers("yara")
    assert "attack yara tough" not in after
    assert "holster yara" in after
    assert not table.offers("tough")


def test_every_action_offered_can_be_typed(table):
    """FP-ECO-4: what is listed is not refused."""
    table.put(hale="G1", yara="H5", gort="G3")
    table.do("damage porter 5")
    for who in ("hale", "yara", "gort"):
        for line in table.offers(who):
            table.do(line)
            table.session.undo(1)


def test_before_the_first_round_nothing_is_counted(yard):
    """FP-ECO-1."""
    yard.do("move hale C1")
    yard.do("move hale D1")
    assert yard.hale.square == "D1"
    assert not yard.hale.turn.standard
    yard.do("full-attack gort tough --force", 2)
    assert yard.gort.turn == TurnState()


def test_next_steps_lead_through_the_fight(yard):
    """FP-ECO-4."""
    assert yard.session.rules.next_steps(yard.session.fight) == ("init",)
    yard.do("init --set crew=9")
    for who in ("hale", "yara", "gort"):
        yard.do(f"ready {who} anything")
    assert yard.session.rules.next_steps(yard.session.fight) == ("turn next",)


def test_where_nobody_has_a_turn_any_more_the_fight_ends(table):
    """FP-DIE-1: what the table does next is never refused."""
    for who in table.session.fight.combatants:
        table.do(f"condition add {who} dead")
    assert table.session.rules.next_steps(table.session.fight) == ("end",)
