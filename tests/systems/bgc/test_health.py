"""What lost levels do in BGC: shock, bleeding on the clock of rounds, waking, treating, death."""

import pytest
from msgspec.structs import replace

from rbfcli.model.events import ConditionGained
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.systems.bgc import view
from rbfcli.systems.bgc.entry import rested


def conditions(table, who):
    return set(table.one(who).conditions)


def test_half_the_levels_or_more_do_nothing(table):
    """BGC-WND-1: 22 levels, 11 left."""
    table.type("damage mako 11")
    assert (table.rolls(), conditions(table, "mako")) == ([], set())


def test_the_gm_gives_the_dice_of_what_its_damage_brings(table):
    """BGC-WND-2: the test of Willpower follows at once, by the faces on the table; too many of them are refused."""
    table.type("damage mako 12 --dice 71")
    assert (table.rolls(), conditions(table, "mako")) == ([("willpower", 70, "fail")], {"unconscious"})
    assert "not needed" in table.refused("damage rin 1 --dice 5").message


def hurt(table, who, amount, *faces):
    """Levels off by a stated blow that goes through, so that dice can be given for what follows."""
    dice = ",".join(map(str, (1, 95, *faces)))
    return table.type(f"damage-save {who} --penetration 200 --damage {amount} --dice {dice}")


def test_who_faints_while_dazed_for_a_turn_stays_unconscious(table):
    """BGC-WND-6: below 0 levels until healed, not for as long as the GM had said before."""
    table.type("set mako player=true", "condition add mako unconscious --rounds 1", "damage mako 23")
    assert table.one("mako").conditions["unconscious"].rounds == 0


@pytest.mark.parametrize(("face", "awake"), [(70, True), (71, False)])
def test_below_half_willpower_at_fifteen_more(table, face, awake):
    """BGC-WND-2: Willpower 55 + 15; wounds hinder actions, and this is none (BGC-EFF-1)."""
    hurt(table, "mako", 12, face)
    assert table.rolls()[-1][:2] == ("willpower", 70)
    assert ("unconscious" in conditions(table, "mako")) is not awake


def test_at_a_quarter_willpower_as_it_is(table):
    """BGC-WND-3: rin has 19 levels; 4 are a quarter or less, not below it by whole levels of 16."""
    table.type("set rin max-levels=20 levels=20 hardened=true")
    hurt(table, "rin", 15, 50)
    assert table.rolls()[-1] == ("willpower", 50, "pass")
    assert "bleeding" not in conditions(table, "rin")


@pytest.mark.parametrize(
    ("mark", "left", "tested", "bleeds"),
    [("up", 7, False, False), ("up", 6, True, False), ("up", 5, True, True),
     ("down", 6, False, False), ("down", 5, True, False), ("down", 4, True, True)],
)  # fmt: skip
def test_where_the_quarter_mark_falls(table, mark, left, tested, bleeds):
    """BGC-WND-3, BGC-WND-4: of 22 levels 6 are a quarter, as derived values round up, or 5 by the house option."""
    table.type(f"set fight options.quarter-mark={mark}", "set mako levels=8")
    hurt(table, "mako", 8 - left, *([50] if tested else []))
    assert ("willpower" in [label for label, _, _ in table.rolls()]) is tested
    assert ("bleeding" in conditions(table, "mako")) is bleeds


def test_treating_is_hard_up_to_the_quarter_mark_and_healing_to_it_stops_the_blood(table):
    """BGC-WND-3, BGC-WND-4: 6 of 22 levels."""
    table.type("set mako levels=5", "condition add mako bleeding", "stabilize mako --by rin --dice 99")
    assert table.rolls()[0][1] == 30
    table.type("set mako levels=6", "stabilize mako --by rin --dice 99")
    assert table.rolls()[0][1] == 30
    table.type("set mako levels=7", "stabilize mako --by rin --dice 99")
    assert table.rolls()[0][1] == 40
    table.type("set mako levels=4", "heal mako 1")
    assert "bleeding" in conditions(table, "mako")
    table.type("heal mako 1")
    assert "bleeding" not in conditions(table, "mako")


def test_below_a_quarter_one_bleeds_on_the_clock_of_rounds(table):
    """BGC-WND-4: one level every five rounds, and one more half the time for those on their feet."""
    table.type("set rin max-levels=20 levels=20 hardened=true")
    hurt(table, "rin", 16, 50)
    assert table.one("rin").conditions["bleeding"].amount == 5
    table.type("init")
    for _ in range(4):
        table.type(*["turn"] * len(table.fight.order))
    assert (table.fight.round, table.one("rin").levels) == (5, 4)
    table.type(*["turn"] * len(table.fight.order))
    assert table.fight.round == 6
    strain = next(each for each in table.rolls() if each[0] == "strain")
    assert table.one("rin").levels == (2 if strain[2] == "more" else 3)


def test_at_zero_a_player_can_only_crawl_and_speak(table):
    """BGC-WND-5: incapacitated, Willpower at -15; no attack."""
    table.type("set rin hardened=true")
    hurt(table, "rin", 19, 35)
    assert table.rolls()[-1] == ("willpower", 35, "pass")
    assert conditions(table, "rin") == {"incapacitated", "bleeding"}
    assert table.refused("attack rin mako").rule == "BGC-WND-5"


@pytest.mark.parametrize(
    ("before", "tests"),
    [(11, [("willpower", 70, "pass")]), (10, []), (7, [("willpower", 55, "pass")]), (6, [])],
)
def test_a_line_is_crossed_by_who_stood_at_it_or_above(table, before, tests):
    """BGC-WND-2, BGC-WND-3: one level off half of 22 is below it; from a quarter down no line is crossed again."""
    table.type(f"set mako levels={before}", "damage mako 1" + (" --dice 50" if tests else ""))
    assert table.rolls() == tests


@pytest.mark.parametrize("amount", [22, 25])
def test_at_zero_an_npc_is_dead(table, amount):
    """BGC-WND-5: the note on NPCs, at 0 and past it; a house option spares them."""
    hurt(table, "mako", amount)
    assert conditions(table, "mako") == {"dead"}
    again = type(table)()
    again.type("set fight options.npc-dies-at-zero=false")
    hurt(again, "mako", 25)
    assert conditions(again, "mako") == {"unconscious", "bleeding"}


def test_at_zero_one_crawls_and_bleeds(table):
    """BGC-WND-5 and BGC-WND-4: moving is crawling; 0 is below a quarter; healing makes an end of it."""
    hurt(table, "rin", 19, 35)
    assert table.refused("other rin --reload").rule == "BGC-WND-5"
    table.type("move rin behind the bins")
    assert "bleeding" in conditions(table, "rin")
    table.type("heal rin 1")
    assert conditions(table, "rin") == {"bleeding"}


def test_who_is_healed_to_zero_and_woken_is_incapacitated(table):
    """BGC-WND-5: 0 is 0, from above and from below."""
    hurt(table, "rin", 21)
    table.type("heal rin 2")
    assert conditions(table, "rin") == {"unconscious", "bleeding", "incapacitated"}


def test_who_is_healed_below_zero_is_not_incapacitated_and_at_it_not_twice(table):
    """BGC-WND-5, BGC-WND-6: from -3 to -2, and from 0 over -2 back to 0."""
    table.type("damage rin 22", "heal rin 1")
    assert conditions(table, "rin") == {"unconscious", "bleeding"}
    again = type(table)()
    again.type("damage rin 19 --dice 35", "damage rin 2", "heal rin 2")
    assert [event for event in again.played.events if isinstance(event, ConditionGained)] == []
    assert conditions(again, "rin") == {"incapacitated", "unconscious", "bleeding"}


def test_what_the_gm_lets_bleed_bleeds_on_the_same_clock(table):
    """BGC-WND-4: a clock that nobody set runs from the beginning."""
    table.type("condition add rin bleeding", "init --dice 46,99,99,99", "turn", "turn", "turn", "turn")
    assert (table.fight.round, table.one("rin").conditions["bleeding"].amount) == (2, 4)


def test_who_does_not_fight_is_not_strained(table):
    """BGC-WND-4: one level and no roll for those out of the fight."""
    table.type("set rin engaged=false levels=4", "condition add rin bleeding", "set rin conditions.bleeding.amount=1")
    table.type("init --dice 46,99,99,99", "turn", "turn", "turn", "turn")
    assert (table.one("rin").levels, "bleeds" in table.happened()) == (3, True)
    assert "strain" not in [label for label, _, _ in table.rolls()]


def test_treatment_may_help_only_below_zero(table):
    """BGC-STB-1: the decision is a house option."""
    table.type("set fight options.treat-above-zero=false", "set mako levels=3", "condition add mako bleeding")
    assert "until healed" in table.refused("stabilize mako --by rin").message


def test_every_line_may_call_for_a_test(table):
    """BGC-WND-8: by a house option, the lightest first."""
    table.type("set fight options.every-shock=true", "set rin max-levels=20 levels=20")
    hurt(table, "rin", 16, 50, 50)
    assert [against for label, against, _ in table.rolls() if label == "willpower"] == [65, 50]


def test_below_zero_one_is_unconscious_and_loses_three(table):
    """BGC-WND-6: until treated, three levels every five rounds."""
    hurt(table, "rin", 20)
    assert {"unconscious", "bleeding"} <= conditions(table, "rin")
    table.type("set rin conditions.bleeding.amount=1", "init", "turn", "turn", "turn")
    assert (table.fight.round, table.one("rin").levels) == (2, -4)


def test_below_minus_ten_one_is_dead(table):
    """BGC-WND-7: -10 is not below -10."""
    hurt(table, "rin", 29)
    assert "dead" not in conditions(table, "rin")
    hurt(table, "rin", 1)
    assert conditions(table, "rin") == {"dead"}


def test_who_dies_neither_comes_round_nor_stops_bleeding_first(table):
    """BGC-WND-7: the conditions are gone, and what is told is the death."""
    hurt(table, "rin", 20)
    before = table.fight
    table.type("damage rin 10")
    assert conditions(table, "rin") == {"dead"}
    told = narrate(table.played.events, before, table.fight, table.rules, Style())
    assert told == ["Rin: levels -1 -> -11", "Rin dies"]


def test_one_blow_makes_the_worst_test_alone(table):
    """BGC-WND-8: from full to a quarter: one test, at +0."""
    table.type("set rin max-levels=20 levels=20 hardened=true")
    hurt(table, "rin", 16, 51)
    assert [label for label, _, _ in table.rolls()].count("willpower") == 1
    assert table.rolls()[-1] == ("willpower", 50, "fail")


def test_another_one_wakes_and_treats(table):
    """BGC-WND-2, BGC-WND-3 and BGC-STB-1: first aid, at -10 for someone at a quarter or less."""
    table.type("set mako max-levels=20 levels=20 hardened=true")
    hurt(table, "mako", 11, 99)
    table.type("wake mako --by rin --dice 40")
    assert (table.rolls(), "unconscious" in conditions(table, "mako")) == ([("first aid", 40, "pass")], False)
    hurt(table, "mako", 5, 99)
    assert {"unconscious", "bleeding"} == conditions(table, "mako")
    table.type("stabilize mako --by rin --dice 31")
    assert (table.rolls(), "bleeding" in conditions(table, "mako")) == ([("first aid", 30, "fail")], True)
    table.type("stabilize mako --by rin --dice 30")
    assert "bleeding" not in conditions(table, "mako")


def test_treating_is_one_of_the_helpers_other_actions(table):
    """BGC-STB-1, BGC-ACT-2: whether it helps or not."""
    table.type("condition add mako bleeding", "init --dice 46,99,99,99", "declare rin attack other other")
    table.type("stabilize mako --by rin --dice 99", "stabilize mako --by rin --dice 40")
    assert table.one("rin").declared == ("attack",)


def test_nobody_treats_itself_or_the_hale(table):
    """BGC-STB-1: another character, and someone who bleeds."""
    assert "is not bleeding" in table.refused("stabilize mako --by rin").message
    assert table.refused("wake mako --by rin").rule == "BGC-WND-2"
    table.type("condition add rin bleeding")
    assert "another character" in table.refused("stabilize rin --by rin").message


def test_what_has_no_will_feels_no_shock(table):
    """BGC-WND-2 and BGC-WND-4: a robot goes on until it is destroyed, and does not bleed."""
    hurt(table, "giant", 25)
    assert [label for label, _, _ in table.rolls()] == ["penetration", "armour"]
    assert conditions(table, "giant") == set()


@pytest.mark.parametrize(
    ("line", "message"),
    [("add Nobody speed=0 tough=10", "speed"), ("add Nobody speed=40 tough=200", "tough"), ("set rin will=0", "will")],
)
def test_a_stat_outside_its_range_is_refused(table, line, message):
    assert message in table.refused(line).message


def test_who_is_set_to_no_levels_falls_and_recovers_above_it(table):
    """BGC-WND-5, BGC-WND-6, BGC-WND-7: as by damage; the dead stay dead."""
    table.type("set rin levels=-1")
    assert conditions(table, "rin") == {"unconscious", "bleeding"}
    table.type("set rin levels=9")
    assert conditions(table, "rin") == {"unconscious"}
    table.type("set rin levels=-11", "set rin levels=9")
    assert conditions(table, "rin") == {"dead"}


def test_the_last_one_awake_may_bleed_out_as_the_round_begins(table):
    """BGC-WND-4: `turn next` is accepted although the order is empty and the new round leaves no one awake."""
    table.type("set fight options.bleed-rounds=1", "init", "condition add rin unconscious")
    while table.fight.round == 1:
        table.type("turn next")
    table.type("remove mako", "remove thug", "remove giant")
    table.type("set rin levels=-2", "condition add rin bleeding", "condition remove rin unconscious")
    assert (table.fight.round, table.fight.order) == (2, ())
    assert conditions(table, "rin") == {"bleeding"}
    assert view.next_steps(table.fight)[-1] == "turn next"
    table.type("turn next")
    assert (table.fight.round, table.fight.active) == (3, "")


def test_those_who_rested_have_all_levels_and_full_magazines(table):
    """BGC-DRV-1, BGC-ACT-2."""
    hurt = replace(table.fight.combatants["rin"], levels=1, max_levels=4, ammo={"pistol": 1})
    assert (rested(hurt).levels, rested(hurt).ammo) == (4, {})
    assert rested(replace(hurt, max_levels=0)).levels is None
