"""Leaving threatened squares (FP-MOV-9, FP-MOV-10)."""

import pytest


@pytest.fixture
def close(table):
    """Hale next to tough and bully, gort behind him."""
    return table.put(hale="G2", tough="H1", bully="H3", yara="A1", gort="A5", porter="A7")


def test_leaving_a_threatened_square_asks_each_enemy(close):
    """FP-MOV-10: a saved question for each; the walker waits where it stands."""
    close.do("move hale C2")
    assert [(each.kind, each.who, each.answers) for each in close.questions] == [
        ("opportunity", "tough", ("strike", "pass")),
        ("opportunity", "bully", ("strike", "pass")),
    ]
    assert close.hale.square == "G2"
    assert close.refused("move yara B1").rule == "FP-MOV-10"
    close.do("choose pass")
    assert close.hale.square == "G2"
    close.do("choose strike", 15, 3)
    assert (close.hale.hp, close.hale.square) == (16, "C2")
    assert not close.questions


def test_what_is_said_beforehand_needs_no_answer(close):
    """FP-MOV-10."""
    close.do("move hale C2 --opportunities strike", 15, 3, 2)
    assert (close.hale.hp, close.hale.square) == (16, "C2")
    assert [each.who for each in close.rolls("attack")] == ["tough", "bully"]


def test_passing_is_an_answer_too(close):
    """FP-MOV-10."""
    close.do("move hale C2 --opportunities pass")
    assert (close.hale.hp, close.hale.square) == (20, "C2")


def test_who_is_struck_down_gets_no_further(close):
    """FP-MOV-10."""
    close.set("hale", "hp=2")
    close.do("move hale C2")
    close.do("choose strike", 15, 4)
    assert "dying" in close.hale.conditions
    assert (close.hale.square, close.questions) == ("G2", ())
    assert close.told("stopped") == {}


def test_one_opportunity_a_round_for_each(close):
    """FP-MOV-10: options.opportunities."""
    close.do("move hale C2 --opportunities strike", 2, 2)
    close.put(gort="G2").do("move gort C1")
    assert not close.questions
    close.do("set fight options.opportunities=2")
    close.put(yara="G2").do("move yara C3")
    assert len(close.questions) == 2


def test_an_opportunity_is_a_melee_attack(close):
    """FP-MOV-10: who holds a gun strikes with bare hands."""
    close.set("tough", "weapons=pistol", "held=pistol").put(bully="P1")
    close.do("move hale C2 --opportunities strike", 19, 1)
    assert close.hale.hp == 18
    assert close.tough.ammo.get("pistol", 8) == 8


def test_withdrawing_gives_none(close):
    """FP-MOV-10."""
    close.do("withdraw hale A2")
    assert (close.hale.square, close.hale.turn.ended, close.questions) == ("A2", True, ())


def test_withdrawing_is_twice_the_speed(close):
    """FP-MOV-10: options.withdraw_factor."""
    close.put(hale="P2", tough="O1", bully="O3")
    close.do("withdraw hale D2")
    close.session.undo(1)
    close.do("set fight options.withdraw_factor=1")
    assert "Hale has 30 ft" in close.refused("withdraw hale A2").message


def test_sprinting_gives_them(close):
    """FP-MOV-10."""
    close.do("sprint hale A2 --opportunities strike", 2, 3)
    assert len(close.rolls("attack")) == 2


def test_a_step_out_of_a_threat_range_gives_one(close):
    """FP-MOV-9."""
    close.do("step hale F2 --opportunities strike", 2, 3)
    assert len(close.rolls("attack")) == 2


def test_a_step_within_the_threat_range_gives_none(close):
    """FP-MOV-9."""
    close.put(bully="P1").do("step hale G1")
    assert (close.hale.square, close.questions) == ("G1", ())


def test_moving_around_an_enemy_gives_one_unless_the_option_says_range(close):
    """FP-MOV-10: options.opportunity."""
    close.put(bully="P1").do("move hale G1")
    assert [each.who for each in close.questions] == ["tough"]
    close.do("choose pass")
    close.do("set fight options.opportunity=range")
    close.put(gort="G2", hale="A2").do("move gort G1")
    assert not close.questions


def test_who_cannot_act_or_see_gets_none(close):
    """FP-MOV-10, FP-COV-2: the fallen strike nobody, nor does anybody through full cover."""
    close.do("damage tough 30")
    close.set("hale", "cover=full").do("move hale C2")
    assert not close.questions


def test_friends_and_neutrals_give_none(close):
    """FP-MOV-10."""
    close.put(tough="P1", bully="P2", porter="H2", gort="G3").do("move hale C2")
    assert not close.questions


def test_a_way_through_several_ranges_asks_again(close):
    """FP-MOV-10: an enemy asked once is not asked twice on one way."""
    close.put(hale="G1", tough="H1", bully="C3")
    close.do("move hale B2 --via D2")
    assert [each.who for each in close.questions] == ["tough"]
    close.do("choose pass")
    assert [each.who for each in close.questions] == ["bully"]
    assert close.hale.square == "D2"
    close.do("choose pass")
    assert close.hale.square == "B2"


def test_the_cheapest_way_avoids_threats_where_it_can(close):
    """FP-MOV-10: of equally short ways the one past nobody."""
    close.put(hale="D1", tough="F3", bully="P1")
    close.do("move hale H1")
    assert not close.questions


def test_forcing_another_command_leaves_the_walker_where_it_is(close):
    """FP-MOV-10: the GM goes on, and the offers lapse."""
    close.do("move hale C2")
    close.do("move yara B1 --force")
    assert (close.hale.square, close.questions) == ("G2", ())


def test_who_has_fallen_since_strikes_nobody(close):
    """FP-MOV-10: its offer is gone; and nobody takes the walker away while others choose."""
    close.do("move hale C2")
    close.do("damage tough 30")
    assert [each.who for each in close.questions] == ["bully"]
    assert close.refused("choose tough strike").status == 2
    assert close.refused("remove hale").rule == "FP-MOV-10"
    close.do("choose pass")
    assert (close.hale.hp, close.hale.square, close.questions) == (20, "C2", ())


def test_a_walker_that_is_taken_away_goes_nowhere(close):
    """FP-MOV-10."""
    close.do("move hale C2")
    close.do("remove hale --force")
    assert not close.questions


@pytest.mark.parametrize("edit", ["damage hale 20", "condition add hale grappled", "set hale square=A9"])
def test_a_walker_that_cannot_go_on_is_struck_at_by_nobody(close, edit):
    """FP-MOV-10, FP-TEC-1: the GM holds it, fells it, or puts it elsewhere while the enemies choose."""
    close.do("move hale C2")
    close.do(edit)
    assert not close.questions
    assert close.told("stopped") == {}
    assert close.hale.square == ("A9" if "square" in edit else "G2")


def test_an_enemy_that_is_moved_away_strikes_nobody(close):
    """FP-MOV-10: it no longer threatens the square."""
    close.do("move hale C2")
    close.do("set tough square=P1")
    assert [each.who for each in close.questions] == ["bully"]
    close.do("choose strike", 15, 3)
    assert (close.hale.hp, close.hale.square) == (16, "C2")


def test_what_an_enemy_rolls_says_nothing_of_the_move(close):
    """FP-MOV-10, FP-INI-3: a teammate who hangs on the move does not wait in vain."""
    close.do("move hale C2 --opportunities strike", 2, 2)
    assert close.hale.turn.outcome == "done"
    close.do("move yara B1 --after hale")
    assert close.yara.square == "B1"


def test_who_climbs_out_of_reach_gives_none(close):
    """FP-FLD-1, FP-FLD-3: height counts, also that of a square on the way."""
    close.do("set fight board.terrain.roof.mark=~ board.terrain.roof.height=2")
    close.put(hale="I4", tough="K3", bully="P1")
    close.do("move hale K4 --via J4 --how climb")
    assert (close.hale.square, close.hale.height, close.questions) == ("K4", 2, ())


def test_a_fumble_in_an_opportunity_asks_before_the_walker_goes_on(close):
    """FP-MOV-10, FP-CRT-2: a question inside a question; the other enemy is still asked, and then the way goes on."""
    close.do("move hale C2")
    close.do("choose tough strike", 1)
    assert [(each.kind, each.who) for each in close.questions] == [("opportunity", "bully"), ("fumble", "tough")]
    assert close.refused("move yara B1").rule == "FP-CRT-2"
    close.do("choose prone")
    assert "prone" in close.tough.conditions
    assert [each.who for each in close.questions] == ["bully"]
    close.do("choose pass")
    assert (close.hale.square, close.questions) == ("C2", ())


def test_a_fumble_nobody_speaks_of_is_passed_over_by_the_next_answer(close):
    """FP-MOV-10, FP-CRT-2."""
    close.do("move hale C2")
    close.do("choose tough strike", 1)
    close.do("choose bully pass")
    assert (close.hale.square, close.questions, close.tough.conditions) == ("C2", (), {})
