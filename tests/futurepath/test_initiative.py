"""Rounds and the order of teams (FP-TIME, FP-INI)."""

import pytest

from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.systems.futurepath.sheet.sheet import Character, score_of


def order(table):
    """Who acts in which order, with the counts."""
    return [(slot.who, slot.count) for slot in table.order]


def test_a_round_is_about_three_seconds(table):
    """FP-TIME-1: the option says how many, and `show` counts them."""
    for _ in range(3):
        table.do("turn next")
    assert table.round == 2
    assert table.session.rules.picture(table.session.fight)[-1][-1] == "elapsed: about 6 seconds"
    table.do("set fight options.round_seconds=6")
    assert table.session.rules.picture(table.session.fight)[-1][-1] == "elapsed: about 12 seconds"


def test_the_team_with_the_highest_initiative_acts_first_in_every_round(yard):
    """FP-INI-1."""
    yard.do("init --set crew=2 --set toughs=5 --set neutral=3")
    assert order(yard) == [("toughs", 5), ("neutral", 3), ("crew", 2)]
    acted = [yard.active]
    for _ in range(5):
        yard.do("turn next")
        acted.append(yard.active)
    assert acted == ["toughs", "neutral", "crew"] * 2
    assert yard.round == 2


def test_a_members_score_is_dexterity_and_wisdom_and_what_else_it_has():
    """FP-INI-2: 2 less 1 and 3."""
    one = Character(name="Ida", side="crew", hp=1, dexterity=14, wisdom=8, initiative_misc=3)
    assert score_of(one) == 4


def test_teams_of_1_4_2_and_6_1_score_3_and_4(yard):
    """FP-INI-2: worked check 8; the average is rounded up."""
    yard.do("set hale initiative_misc=0")
    for who, score in {"hale": 1, "yara": 4, "gort": 2, "tough": 6, "bully": 1}.items():
        bonus = score - (yard.session.rules.members and modifier_sum(getattr(yard, who)))
        yard.do(f"set {who} initiative_misc={bonus}")
    yard.do("init")
    assert dict(order(yard)) == {"crew": 3, "toughs": 4, "neutral": 0}
    assert yard.active == "toughs"
    assert [yard.hale.initiative, yard.yara.initiative, yard.gort.initiative] == [1, 4, 2]


def modifier_sum(one):
    """The Dexterity and Wisdom modifiers together."""
    return one.dexterity // 2 - 5 + one.wisdom // 2 - 5


def test_a_tie_goes_to_the_highest_dexterity(yard):
    """FP-INI-2: yara's Dexterity of 16 beats 10, and no die is cast."""
    yard.do("init --set crew=4 --set toughs=4 --set neutral=1")
    assert order(yard)[:2] == [("crew", 4), ("toughs", 4)]
    assert not yard.rolls()


def test_a_tie_of_dexterity_too_goes_to_the_initiative_checks_of_the_top_members(yard):
    """FP-INI-2."""
    yard.set("tough", "dexterity=16")
    yard.do("init --set crew=4 --set toughs=4 --set neutral=1", 3, 9)
    assert [each.who for each in yard.rolls("initiative check")] == ["yara", "tough"]
    assert [each.total for each in yard.rolls("initiative check")] == [7, 12]
    assert yard.active == "toughs"


def test_by_the_option_a_team_adds_a_d20(yard):
    """FP-INI-2: options.initiative."""
    yard.do("set fight options.initiative=roll")
    yard.do("init", 5, 11, 1)
    assert dict(order(yard)) == {"crew": 7, "toughs": 11, "neutral": 1}


def test_a_member_set_by_hand_counts_in_the_average(yard):
    """FP-INI-2."""
    yard.do("init --set hale=10")
    assert dict(order(yard))["crew"] == 5


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--set ghosts=4", "team or combatant 'ghosts'"),
        ("--set crew=x", "must be a whole number"),
        ("--set crew=", "must be a whole number"),
    ],
)
def test_what_is_no_team_or_no_number_is_refused(yard, words, message):
    """FP-INI-1."""
    wrong = yard.refused(f"init {words}")
    assert isinstance(wrong, UsageError)
    assert message in wrong.message


def test_a_team_without_members_has_no_place(yard):
    """FP-INI-1: the last member leaves, and its team leaves the order."""
    yard.do("remove porter")
    assert "neutral" in yard.refused("init --set neutral=4").message
    yard.do("init --set toughs=9 --set crew=3")
    yard.do("remove tough")
    assert [slot.who for slot in yard.order] == ["toughs", "crew"]
    yard.do("remove bully")
    assert [slot.who for slot in yard.order] == ["crew"]
    assert yard.active == ""
    yard.do("turn next")
    assert (yard.active, yard.round) == ("crew", 1)


def test_nobody_at_all_is_refused(yard):
    """FP-INI-1."""
    for who in list(yard.combatants):
        yard.do(f"remove {who}")
    wrong = yard.refused("init")
    assert isinstance(wrong, Refusal)
    assert wrong.rule == "FP-INI-1"


def test_a_team_that_joins_takes_its_place_with_the_next_round(table):
    """FP-INI-1."""
    table.do("add Pack --count 2 side=pack hp=8 dexterity=18")
    assert "pack" not in [slot.who for slot in table.order]
    for _ in range(3):
        table.do("turn next")
    assert order(table) == [("crew", 9), ("toughs", 5), ("pack", 4), ("neutral", 1)]


def test_a_team_may_be_named_apart_from_the_side(yard):
    """FP-INI-1: friends of one side may be two teams."""
    yard.set("gort", "team=reserve")
    yard.do("init --set crew=9 --set reserve=2 --set toughs=5 --set neutral=1")
    assert [slot.who for slot in yard.order] == ["crew", "toughs", "reserve", "neutral"]
    assert yard.refused("attack gort tough --with unarmed").rule == "FP-INI-1"


def test_members_act_in_any_order(table):
    """FP-INI-3."""
    table.do("move yara B4")
    table.do("move gort C5")
    table.do("free yara waits")
    table.do("move hale C1")
    wrong = table.refused("attack tough hale")
    assert (wrong.rule, "the turn of crew, not of" in wrong.message) == ("FP-INI-1", True)


def test_an_action_may_hang_on_a_teammates_success(table):
    """FP-INI-3: a failure ends the dependent's turn without action."""
    table.put(hale="G1", gort="G2")
    assert "not acted yet" in table.refused("attack gort tough --after hale").message
    assert table.do("attack hale tough", 5) == "failure"
    assert table.do("attack gort tough --after hale") == "waited-in-vain"
    assert table.gort.turn.ended
    assert table.tough.hp == 30
    assert table.refused("attack gort tough").rule == "FP-ATK-1"


def test_a_fight_begins_once(table):
    """FP-INI-1: unless the GM wants it."""
    wrong = table.refused("init")
    assert (wrong.rule, wrong.hint.startswith("turn next")) == ("FP-INI-1", True)
    table.do("init --force --set crew=1 --set toughs=9 --set neutral=2")
    assert table.active == "toughs"


def test_who_hangs_on_one_that_waited_in_vain_waits_in_vain(table):
    """FP-INI-3: a chain of three."""
    table.put(hale="G1", gort="G2", yara="G3")
    table.do("attack hale tough", 2)
    assert table.do("attack gort tough --after hale") == "waited-in-vain"
    assert table.do("attack yara tough --after gort") == "waited-in-vain"
    assert table.yara.turn.ended


def test_it_hangs_on_the_deed_that_was_rolled_for(table):
    """FP-INI-3: what needs no roll afterwards does not count."""
    table.put(hale="G1", gort="G2")
    table.do("attack hale tough", 2)
    table.do("holster hale")
    assert table.do("attack gort tough --after hale") == "waited-in-vain"


def test_it_may_hang_on_a_certain_deed(table):
    """FP-INI-3."""
    table.set("hale", "off_hand=knife").put(hale="G1", gort="G2", yara="G3")
    table.do("attack hale tough", 15, 4)
    table.do("off-hand hale tough", 2)
    assert table.do("attack gort tough --after hale --after-deed attack", 15, 4) == "success"
    assert "not acted so yet" in table.refused("attack yara tough --after hale --after-deed move").message
    assert table.refused("attack yara tough --after-deed attack").rule == "FP-INI-3"
    assert table.do("attack yara tough --after hale --after-deed off-hand") == "waited-in-vain"


def test_what_needs_no_roll_is_a_success_too(table):
    """FP-INI-3."""
    table.do("move hale C1")
    table.do("move gort C5 --after hale")
    assert table.gort.square == "C5"


def test_a_new_turn_forgets_the_deeds_of_the_last(table):
    """FP-INI-3, FP-ECO-1."""
    table.do("move hale C1")
    for _ in range(3):
        table.do("turn next")
    assert "not acted yet" in table.refused("move gort C5 --after hale").message


def test_treating_a_wound_may_hang_on_a_teammate(table):
    """FP-INI-3, FP-STB-1."""
    table.do("damage porter 5")
    table.put(yara="B6", gort="G1", hale="G2")
    table.do("attack gort tough", 2)
    assert table.do("stabilize porter --by yara --after gort") == "waited-in-vain"
    assert table.do("attack hale tough --after yara --after-deed stabilize") == "waited-in-vain"


def test_after_a_success_the_dependent_acts(table):
    """FP-INI-3."""
    table.put(hale="G1", gort="G2")
    assert table.do("attack hale tough", 15, 4) == "success"
    assert table.do("attack gort tough --after hale", 15, 5) == "success"
    assert table.refused("move yara B4 --after tough").rule == "FP-INI-3"


def test_a_condition_of_rounds_runs_out_with_the_turns_of_its_team(table):
    """FP-INI-1: a member's own conditions are counted on the turns of its team."""
    table.do("condition add tough helpless --rounds 1")
    table.do("turn next")
    assert "helpless" in table.tough.conditions
    table.do("turn next")
    assert "helpless" not in table.tough.conditions


def test_a_team_does_not_hold_its_turn(table):
    """FP-RDY-1: delaying is a character's own matter."""
    wrong = table.refused("turn hold")
    assert wrong.rule == "FP-RDY-1"


def test_a_turn_goes_back_to_the_team_before(table):
    """FP-INI-1."""
    table.do("turn next")
    table.do("turn back")
    assert table.active == "crew"
