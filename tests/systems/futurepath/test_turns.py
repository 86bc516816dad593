"""Rounds and the order of teams (FP-TIME, FP-INI)."""

import pytest

from rbfcli.core.errors import Refusal, UsageError
from rbfcli.systems.futurepath.sheet import Character, score_of
from rbfcli.systems.futurepath.turns import average


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


@pytest.mark.parametrize(
    ("line", "count"), [("init pack1", 4), ("init pack1 --mod 2", 6), ("init pack1 --set pack1=7", 7)]
)
def test_a_late_team_is_given_its_place_at_once(table, line, count):
    """FP-INI-2: the average of its members, or the stated count; the others keep theirs, and the turn goes on."""
    table.do("add Pack --count 2 side=pack hp=8 dexterity=18")
    table.do(line)
    assert order(table) == sorted(
        [("crew", 9), ("toughs", 5), ("pack", count), ("neutral", 1)], key=lambda each: -each[1]
    )
    assert (table.active, table.pack1.initiative, table.pack2.initiative) == ("crew", 4, 4)
    table.do(line.replace("7", "8"))
    assert len(table.order) == 4


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
    assert (wrong.rule, wrong.message) == ("FP-INI-1", "it is not Tough's turn (team toughs): team crew is acting")


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
    assert (wrong.rule, wrong.hint.startswith("try: turn next")) == ("FP-INI-1", True)
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
    assert "Hale has not used `move` yet" in table.refused("attack yara tough --after hale --after-deed move").message
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


# Teams, their numbers and the edges of their turns, down to the last (FP-INI, FP-ECO-1, FP-COV-3, FP-TEC-1).


@pytest.mark.parametrize(
    ("mode", "faces", "counts"),
    [
        ("average", (), [("crew", 4), ("neutral", 2), ("toughs", 2)]),
        ("roll", (5, 11, 1), [("toughs", 13), ("crew", 9), ("neutral", 3)]),
    ],
)
def test_a_modifier_counts_for_every_team(yard, mode, faces, counts):
    """FP-INI-2: crew's average is 2, the others' 0; with and without the die."""
    yard.do(f"set fight options.initiative={mode}")
    yard.do("init --mod 2" + ("" if faces else " --dice 4,9"), *faces)
    assert order(yard) == counts
    assert [each.who for each in yard.rolls("team initiative")] == (["crew", "toughs", "neutral"] if faces else [])


def test_averages_are_rounded_up_and_count_only_who_has_a_score(yard):
    """FP-INI-2: also below nothing; a team without a score has none."""
    yard.do("init --set hale=-3 --set yara=-4 --set gort=0 --set tough=1 --set bully=0 --set porter=5")
    assert order(yard) == [("neutral", 5), ("toughs", 1), ("crew", -2)]
    yard.do("add Rat hp=3 side=crew square=P1")
    assert average(yard.session.fight, "crew") == -2
    yard.do("add Pack hp=3 side=pack square=P2")
    assert average(yard.session.fight, "pack") == 0


def test_a_tie_is_broken_by_the_checks_of_those_who_tie(yard):
    """FP-INI-2: the member with the highest Dexterity, of equals with the highest score; one without a bonus too."""
    yard.set("bully", "initiative_misc=2").set("yara", "dexterity=10").set("hale", "dexterity=10")
    yard.set("porter", "dexterity=18")
    yard.do("init --set crew=4 --set toughs=4 --set neutral=4", 10, 9)
    assert [(each.who, each.total) for each in yard.rolls("initiative check")] == [("yara", 11), ("bully", 11)]
    assert order(yard) == [("neutral", 4), ("crew", 4), ("toughs", 4)]


def test_a_score_of_nothing_adds_nothing_to_the_check(yard):
    """FP-INI-2."""
    yard.set("yara", "dexterity=10", "wisdom=10").set("hale", "dexterity=10")
    yard.do("init --set crew=4 --set toughs=4 --set neutral=1", 10, 9)
    assert [(each.who, each.total, each.rule) for each in yard.rolls("initiative check")] == [
        ("hale", 10, "FP-INI-2"),
        ("tough", 9, "FP-INI-2"),
    ]
    assert yard.active == "crew"


def test_who_joins_a_team_that_is_there_has_its_score_when_another_team_joins(table):
    """FP-INI-1, FP-INI-2: of equal counts those stay first who were there."""
    table.do("add Rat hp=3 side=crew square=P1 dexterity=14")
    for _ in range(3):
        table.do("turn")
    assert (table.rat.initiative, order(table)) == (None, [("crew", 9), ("toughs", 5), ("neutral", 1)])
    table.do("add Pack hp=3 side=pack square=P2 dexterity=20")
    for _ in range(3):
        table.do("turn")
    assert (table.rat.initiative, table.hale.initiative) == (2, 1)
    assert order(table) == [("crew", 9), ("toughs", 5), ("pack", 5), ("neutral", 1)]
    assert ("FP-INI-2", "rat", 2) in table.changes("initiative")


def test_haze_of_so_many_rounds_thins_round_by_round(table):
    """FP-COV-3: what lasts until removed stays."""
    for name, rounds in (("one", 1), ("two", 2), ("ever", 0)):
        table.do(
            f"set fight board.zones.{name}.kind=fog board.zones.{name}.square=J9 board.zones.{name}.rounds={rounds}"
        )
    for _ in range(3):
        table.do("turn")
    assert {name: zone.rounds for name, zone in table.board.zones.items()} == {"two": 1, "ever": 0}
    assert (table.told("haze-clears"), table.changes("board.zones.two.rounds")) == (
        {"kind": "fog", "square": "J9"},
        [("FP-COV-3", "", 1)],
    )
    assert table.changes("board.zones.one") == [("FP-COV-3", "", None)]
    for _ in range(3):
        table.do("turn")
    assert list(table.board.zones) == ["ever"]


def test_a_turn_begins_with_everything_but_the_voice(table):
    """FP-ECO-1, FP-RDY-1, FP-SPK-1: words and gestures come back with the round, the rest with the turn."""
    table.do("speak tough one two three")
    table.do("speak tough there --gesture")
    table.set("tough", "turn.opportunities=1", "turn.standard=true", "turn.attacked=hale", "ready=something")
    table.do("turn")
    assert (table.tough.turn.words, table.tough.turn.gesture) == (3, True)
    assert (table.tough.turn.opportunities, table.tough.turn.standard, table.tough.turn.attacked) == (0, False, ())
    assert table.changes("ready") == [("FP-RDY-1", "tough", "")]
    table.do("turn")
    table.do("turn")
    assert (table.tough.turn.words, table.tough.turn.gesture) == (0, False)


def test_what_is_not_done_at_once_is_not_done(table):
    """FP-RDY-1: the action out of turn is lost when that turn ends, whoever has it."""
    table.do("ready yara anything")
    table.do("turn")
    table.do("ready yara --now")
    assert table.changes("turn.instant") == [("FP-RDY-1", "yara", True)]
    table.do("turn")
    assert table.changes("turn.instant") == [("FP-RDY-1", "yara", False)]
    assert table.yara.turn.instant is False


def test_a_hold_lasts_as_far_as_the_holder_reaches(table):
    """FP-TEC-1: with a spear two squares, with bare hands one; where the map does not say, it lasts."""
    table.put(hale="G6", tough="H6").set("hale", "weapons=spear", "held=spear")
    table.do("technique hale grapple tough", 3, 2)
    table.put(tough="I6")
    assert "grappled" in table.tough.conditions
    table.put(tough="")
    assert "grappled" in table.tough.conditions
    table.put(tough="J6")
    assert "grappled" not in table.tough.conditions
    assert [each.rule for each in table.last.events if getattr(each, "name", "") == "grappled"] == ["FP-TEC-1"]


def test_a_hold_of_nobody_in_particular_lasts(table):
    """FP-TEC-1: as the GM put it."""
    table.do("condition add tough grappled")
    table.put(tough="P10")
    assert "grappled" in table.tough.conditions


@pytest.mark.parametrize("option", ["dying_damage", "stabilize_slip"])
def test_dice_of_an_option_have_to_be_dice(table, option):
    """FP-DIE-1, FP-STB-1."""
    assert (
        table.refused(f"set fight options.{option}=lots").message == f"options.{option}: unknown dice notation 'lots'"
    )
    table.do(f"set fight options.{option}=2d4")


def test_who_stood_off_a_smaller_map_already_may_stay_there(table):
    """FP-FLD-1: only who comes or moves has to be on it."""
    table.draw("..........").do("damage yara 1")
    assert (table.yara.square, table.yara.hp) == ("B3", 29)
    assert table.refused("set tough square=H3").rule == "FP-FLD-1"
    assert table.put(tough="J1").tough.square == "J1"
