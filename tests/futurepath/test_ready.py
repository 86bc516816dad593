"""Waiting for a trigger (FP-RDY)."""

import pytest


@pytest.fixture
def waiting(table):
    """Yara waits, and the toughs have their turn."""
    table.do('ready yara "tough comes round the corner"')
    table.do("turn next")
    return table


def test_the_turn_is_given_up(table):
    """FP-RDY-1."""
    table.do("ready yara the door opens")
    assert (table.yara.ready, table.yara.turn.ended) == ("the door opens", True)
    assert table.refused("move yara B4").rule == "FP-MOV-1"
    table.do("move hale C1")
    assert table.refused("ready hale anything").rule == "FP-RDY-1"
    assert table.refused("ready gort").rule == "FP-RDY-1"


def test_when_the_trigger_comes_there_is_one_action(waiting):
    """FP-RDY-1: out of turn."""
    assert waiting.refused("attack yara tough").rule == "FP-INI-1"
    waiting.do("ready yara --now")
    assert waiting.refused("sprint yara B9").rule in ("FP-MOV-2", "FP-INI-1")
    waiting.do("attack yara tough", 2, 1)
    assert not waiting.yara.turn.instant
    assert waiting.refused("attack yara tough").rule == "FP-INI-1"
    assert waiting.refused("ready yara --now").rule == "FP-RDY-1"


@pytest.mark.parametrize(("faces", "outcome", "first"), [((10, 14), "success", "yara"), ((10, 15), "failure", "tough")])
def test_both_roll_initiative_if_the_action_would_be_affected(waiting, faces, outcome, first):
    """FP-RDY-1: yara's score is 4, tough's 0; of equals the one who waited goes first."""
    assert waiting.do("ready yara --now --against tough", *faces) == outcome
    assert [each.total for each in waiting.rolls("initiative check")] == [14, faces[1]]
    happened = next(each for each in waiting.last.events if getattr(each, "what", "") == "goes-first")
    assert happened.who == first


def test_waiting_ends_with_ones_next_turn(waiting):
    """FP-RDY-1."""
    for _ in range(2):
        waiting.do("turn next")
    assert (waiting.active, waiting.yara.ready) == ("crew", "")


def test_the_fallen_do_not_act_at_once(waiting):
    """FP-RDY-1, FP-DIE-1."""
    waiting.do("damage yara 31")
    assert waiting.refused("ready yara --now").rule == "FP-DIE-1"


def test_the_fallen_wait_for_nothing(waiting):
    """FP-RDY-1, FP-DIE-1: also when they are on their feet again."""
    waiting.do("damage yara 31")
    waiting.do("heal yara 31")
    assert waiting.yara.ready == ""


def test_actions_lists_what_the_one_action_may_be(waiting):
    """FP-ECO-4, FP-RDY-1."""
    assert waiting.offers("yara") == ["ready yara --now"]
    waiting.do("ready yara --now")
    offered = waiting.offers("yara")
    assert "attack yara tough" in offered
    assert not any(line.startswith("sprint") for line in offered)


def test_the_hint_can_be_typed_by_whoever_it_addresses(table):
    """FP-RDY-1: who has not its turn is told so, whatever it has not said."""
    assert table.refused("ready tough").rule == "FP-INI-1"
    assert table.refused("ready tough --now").hint == ""
    assert table.refused("free tough").rule == "FP-INI-1"
    assert table.refused("ready yara --now").hint == 'ready yara "the door opens"'
