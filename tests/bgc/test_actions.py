"""Declared actions of BGC, and extra ones taken at a risk."""

import pytest

from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.bgc.commands import Declare
from rbfcli.systems.bgc.offers import candidates


def test_actions_are_taken_as_declared(table):
    """BGC-ACT-1: another category than is left is refused, as is acting undeclared; the source's example, check 1."""
    table.type("init --dice 46,99,99,99")
    assert (table.fight.active, table.one("rin").actions) == ("rin", 4)
    assert table.refused("attack rin mako").hint.startswith("declare rin attack")
    table.type("declare rin movement attack other defend")
    table.type("move rin towards the combat", "attack rin mako --dice 61", "other rin take cover")
    assert table.one("rin").declared == ("defend",)
    wrong = table.refused("attack rin mako")
    assert (wrong.rule, "declared: defend" in wrong.message) == ("BGC-ACT-1", True)


def test_more_actions_than_one_has_are_not_declared(table):
    """BGC-ACT-1: the declaration holds at most the round's actions, and only categories there are."""
    table.type("init --dice 46,99,99,99")
    assert "has 4 actions, not 5" in table.refused("declare rin attack attack attack attack attack").message
    assert table.refused("declare rin").kind == "usage"
    assert "no category" in table.refused("declare rin sing").message
    table.type("declare rin att def mov oth")
    assert table.one("rin").declared == ("attack", "defend", "movement", "other")
    table.type("declare rin attack")
    assert [event.facts["count"] for event in table.told("undeclared")] == [3]


def test_declaring_may_be_left_out(table):
    """BGC-ACT-1 and BGC-ACT-3: by a house option actions are only counted; a Defend is one of them, moves are half."""
    table.type("set fight options.must-declare=false", "init --dice 46,99,99,99")
    table.type("move rin", "move rin")
    assert table.refused("move rin").rule == "BGC-ACT-3"
    table.type("attack rin mako --dice 61", "attack thug rin --defend --force --dice 30,20")
    assert (table.one("rin").acted, table.one("rin").risks, table.played.outcome) == (4, 0, "defended")
    assert table.refused("attack rin mako").rule == "BGC-ACT-1"


def test_a_number_behind_a_category_declares_it_so_often(table):
    """BGC-ACT-1: as it is said, and told as short."""
    table.type("init --dice 46,99,99,99", "declare rin att 2 other defend")
    assert table.one("rin").declared == ("attack", "attack", "other", "defend")
    assert [event.facts["short"] for event in table.told("declares")] == ["attack 2, other, defend"]
    assert [event.facts["plan"] for event in table.told("declares")] == ["attack, attack, other, defend"]
    table.type("declare rin other 2 attack other")
    assert [event.facts["short"] for event in table.told("declares")] == ["other 3, attack"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("attack 5", "has 4 actions, not 5"),
        ("attack 100 defend", "has 4 actions, not 101"),
        ("attack 101", "the number of attack actions must be from 1 to 100, not 101"),
        ("attack 0", "the number of attack actions must be from 1 to 100, not 0"),
        ("3 attack", "the number 3 has no category before it"),
        ("attack 2 2", "the number 2 has no category before it"),
        ("attack 999999999999999", "must be a whole number of at most 9 digits"),
    ],
)
def test_a_number_that_declares_nothing_is_refused(table, words, message):
    """BGC-ACT-1, BGC-INI-2."""
    table.type("init --dice 46,99,99,99")
    assert message in table.refused(f"declare rin {words}").message


def test_the_dead_declare_nothing(table):
    """BGC-WND-7 and BGC-WND-2: nor do the unconscious."""
    table.type("init --dice 46,99,99,99", "condition add mako dead", "condition add thug unconscious")
    assert table.refused("declare mako attack").rule == "BGC-WND-7"
    assert table.refused("risk thug defend").rule == "BGC-WND-2"


def test_at_most_half_the_actions_move(table):
    """BGC-ACT-3: half, rounded down, while engaged; not engaged, as many as one likes."""
    table.type("init --dice 46,99,99,99")
    assert table.refused("declare rin movement movement movement attack").rule == "BGC-ACT-3"
    table.type("set rin engaged=false", "declare rin movement movement movement attack")


def test_other_changes_the_clip_and_draws(table):
    """BGC-ACT-2: Other is a clip, a drawn weapon, anything else, with a skill roll where one is named."""
    table.type("set rin ammo.rifle=0", "other rin --reload")
    assert table.one("rin").ammo["rifle"] == 9
    table.type("other rin --draw lance")
    assert table.one("rin").held == "lance"
    assert table.type('other rin patch a tyre --skill "first aid" --dice 41').outcome == "fail"
    assert "no skill 'cooking'" in table.refused("other rin cook --skill cooking").message


def test_each_extra_action_costs_ten_more(table):
    """BGC-RSK-1 and BGC-RSK-3: skill 60, extra actions at 50, 40, 30, 20, 10, the next refused; worked check 10."""
    table.type("init --dice 46,99,99,99", "declare rin defend")
    for _ in range(5):
        table.type("risk rin attack", "attack rin giant --dice 99 --botch opening")
        table.type("choose let go")
    assert table.one("rin").risks == 5
    assert table.refused("risk rin attack").rule == "BGC-RSK-3"


def test_the_penalty_stands_in_the_roll(table):
    """BGC-RSK-1: the second extra action is made at -20; `--risk` takes one where no attack is left."""
    table.type("init --dice 46,99,99,99", "declare rin attack")
    table.type("attack rin giant --risk --dice 90")
    assert (table.rolls(), table.one("rin").risks) == ([("attack", 60, "fail")], 0)
    table.type("risk rin attack", "attack rin giant --dice 90", "attack rin giant --risk --dice 90")
    assert table.rolls() == [("attack", 40, "fail")]


def test_an_extra_attack_that_waits_is_used_before_another_is_taken(table):
    """BGC-RSK-1: `--risk` takes one only where none is left."""
    table.type("init --dice 46,99,99,99", "declare rin other other other other", "risk rin attack")
    table.type("attack rin giant --risk --dice 90")
    assert (table.rolls(), table.one("rin").risks) == ([("attack", 50, "fail")], 1)


def test_an_extra_defend_that_waits_is_used_before_another_is_taken(table):
    """BGC-RSK-1: `--defend` takes one only where none waits."""
    table.type("init --dice 46,48,99,99", "declare mako other other other", "defend mako")
    table.type("attack rin mako --defend --force --dice 50,30")
    assert (table.rolls()[1], table.one("mako").risks) == (("defend", 40, "pass"), 1)
    assert table.one("mako").at_risk == ()


def test_several_extra_actions_may_wait(table):
    """BGC-RSK-1: each keeps the penalty it was taken at, and a declared action is used first."""
    table.type("init --dice 46,99,99,99", "declare rin attack other other other", "risk rin attack")
    table.type("risk rin defend")
    assert [(extra.category, extra.penalty) for extra in table.one("rin").at_risk] == [("attack", 10), ("defend", 20)]
    assert [dict(event.facts) for event in table.told("risks")] == [{"action": "defend", "penalty": -20}]
    table.type("attack rin giant --dice 90", "attack rin giant --dice 90")
    assert table.rolls() == [("attack", 50, "fail")]
    table.type("turn", "declare mako attack", "attack mako rin --force --dice 30,40")
    assert table.rolls()[1] == ("defend", 25, "fail")


def test_each_extra_action_keeps_the_penalty_it_was_bought_at(table):
    """BGC-RSK-1: whatever is used first; the defend at -20, then the attack at -10."""
    table.type("init --dice 46,99,99,99", "declare mako attack defend", "declare rin other other other other")
    table.type("risk rin attack", "risk rin defend", "attack mako rin --force --dice 30,40,99,1")
    assert table.rolls()[1] == ("defend", 25, "fail")
    table.type("attack rin giant --dice 90")
    assert table.rolls() == [("attack", 50, "fail")]
    table.type(*["other rin"] * 4, "risk rin attack", "risk rin other", "other rin --skill rifles --dice 90")
    table.type("attack rin giant --dice 90")
    assert table.rolls() == [("attack", 30, "fail")]


def test_a_risk_is_named_as_short_as_a_declared_action(table):
    """BGC-ACT-1, BGC-RSK-1: by its beginning; what begins none is refused."""
    table.type("init --dice 46,99,99,99", "risk rin a")
    assert [each.category for each in table.one("rin").at_risk] == ["attack"]
    assert table.refused("risk rin x").rule == "BGC-ACT-1"


def test_an_undeclared_action_can_still_be_used_to_defend(table):
    """BGC-ACT-1: without a penalty, before and after one's turn; for anything else it is too late."""
    table.type("init --dice 46,99,99,99", "declare mako attack", "attack rin mako --defend --force --dice 50,30")
    assert (table.rolls()[1], table.played.outcome) == (("defend", 50, "pass"), "defended")
    assert table.one("mako").risks == 0
    assert (table.one("mako").acted, table.one("mako").defended, table.one("mako").declared) == (1, 1, ("attack",))
    table.type("attack rin mako --defend --force --dice 50,35,99,1")
    assert table.rolls()[1][1] == 40
    assert (table.one("mako").risks, table.one("mako").at_risk) == (1, ())


def test_who_has_only_defended_may_still_declare(table):
    """BGC-ACT-1: the rest of its actions; a defence that is used up is none of them."""
    table.type("init --dice 46,48,99,99", "attack rin mako --defend --force --dice 50,30")
    assert (table.one("mako").actions, table.one("mako").defended) == (3, 1)
    assert "has 2 actions, not 3" in table.refused("declare mako attack attack defend").message
    table.type("declare mako attack attack")
    assert table.told("undeclared") == []
    table.type("turn", "attack mako rin --dice 90")
    assert "has acted already" in table.refused("declare mako attack").message


def test_to_defend_makes_an_undeclared_action_ready(table):
    """BGC-ACT-1, BGC-RSK-2: it meets the next attack by itself; with none left to it, it is a risk."""
    table.type("init --dice 46,48,99,99", "declare mako attack attack", "defend mako")
    assert (table.one("mako").declared, table.one("mako").risks) == (("attack", "attack", "defend"), 0)
    table.type("defend mako")
    assert (table.one("mako").declared, table.one("mako").risks) == (("attack", "attack", "defend"), 0)
    table.type("attack rin mako --force --dice 50,30", "defend mako")
    assert (table.one("mako").declared, table.one("mako").risks) == (("attack", "attack"), 1)


def test_old_saves_say_of_extra_actions_what_they_are(table):
    """BGC-RSK-1: format 1 held their categories; the first of three is used up."""
    sheet = {"risks": 3, "at_risk": ["attack", "defend"]}
    made = {"risks": 3, "at_risk": [{"category": "attack", "penalty": 20}, {"category": "defend", "penalty": 30}]}
    assert table.rules.migrate(1, {"combatants": {"rin": sheet, "mako": {}}})["combatants"] == {"rin": made, "mako": {}}
    halved = table.rules.migrate(1, {"combatants": {"rin": sheet}, "options": {"risk_step": 5}})
    assert [extra["penalty"] for extra in halved["combatants"]["rin"]["at_risk"]] == [10, 15]
    assert table.rules.migrate(2, {"combatants": {"rin": sheet}})["combatants"]["rin"] is sheet
    assert table.rules.migrate(1, {"combatants": {"rin": made}, "options": 3})["combatants"]["rin"]["risks"] == 3


def test_a_defend_at_risk_is_measured_by_the_skill_it_uses(table):
    """BGC-RSK-3: a defend of 15 leaves 5 at -10, although rin shoots at 60; called shots and wounds count too."""
    table.type("init --dice 46,99,99,99", "set rin skills.defend=15", "declare rin other other other other")
    assert table.refused("defend rin").rule == "BGC-RSK-3"
    assert "leaves Rin 0" in table.refused("attack rin giant --risk --called 50").message
    table.type("set rin levels=9")
    assert "leaves Rin 5" in table.refused("attack rin giant --risk --called 35").message
    table.type("attack rin giant --risk --called 34 --dice 90")
    assert table.rolls() == [("attack", 6, "fail")]


def test_extra_movement_needs_a_skill(table):
    """BGC-RSK-2: extra Movement and Other only with a skill roll."""
    table.type("init --dice 46,99,99,99", "declare rin defend", "risk rin movement")
    assert table.refused("move rin away").rule == "BGC-RSK-2"
    assert table.refused("other rin dig --skill rifles").rule == "BGC-ACT-1"
    table.type('move rin over the fence --skill "martial arts" --dice 45')
    assert table.rolls() == [("martial arts", 45, "pass")]
    assert table.happened() == ["moves"]


def test_an_extra_movement_is_none_of_the_round_s_own(table):
    """BGC-ACT-3, BGC-RSK-2: it leaves as many declared moves as there are, half of four, although it came first."""
    table.type("init --dice 46,99,99,99", "risk rin movement")
    table.type('move rin --skill "martial arts" --dice 45', "declare rin movement movement other other")
    table.type("move rin", "move rin")
    assert (table.one("rin").moved, table.one("rin").declared) == (3, ("other", "other"))


def test_a_failed_skill_prevents_what_needed_it(table):
    """BGC-RSK-2, BGC-ACT-2: the action is spent, and nothing comes of it, in words, in the fight and as outcome."""
    table.type("init --dice 46,99,99,99", "declare rin movement other other")
    table.type('move rin over the fence --skill "martial arts" --dice 56')
    assert (table.happened(), table.played.outcome, table.one("rin").moved) == (["stays"], "fail", 1)
    table.type('other rin hotwire the lift --skill "first aid" --dice 41')
    assert (table.happened(), table.played.outcome) == (["fails-to"], "fail")
    table.type('other rin hotwire the lift --skill "first aid" --dice 40')
    assert (table.happened(), table.played.outcome, table.one("rin").acted) == (["does"], "pass", 3)


@pytest.mark.parametrize(
    ("sheet", "rule", "told"),
    [
        ("player=true", "BGC-WND-5", "zoe is a player's, and does not die at 0 levels (others: add NAME player=false)"),
        ("will=50", "BGC-WND-5", "zoe is nobody's character, and dies at 0 levels (a player's: add NAME player=true)"),
        (
            "tough=10",
            "BGC-WND-2",
            "zoe has no will, like a robot (a person has: add NAME will=50; a player's: player=true)",
        ),
        ("will=50 player=true", "BGC-WND-5", "zoe is a player's, and does not die at 0 levels"),
    ],
)
def test_whoever_comes_is_told_by_how_it_falls(table, sheet, rule, told):
    """BGC-WND-5, BGC-WND-2: a player's does not die, one without a will feels no shock, others die."""
    before = table.fight
    table.type(f"add zoe speed=40 tough=10 {sheet}".replace("tough=10 tough", "tough"))
    lines = narrate(table.played.events, before, table.fight, table.rules, Style())
    assert [each for each in lines if told in each]
    assert [each.rule for each in table.played.events if each.rule != "GM"] == [rule]


def test_one_action_left_is_told_as_one(table):
    """BGC-INI-2, BGC-ACT-1: Mako has defended twice of three, and cannot do two things more."""
    table.type("init --dice 46,48,99,99", *["attack rin mako --defend --force --dice 50,30"] * 2)
    assert "Mako has 1 action, not 2" in table.refused("declare mako attack attack").message
    table.type("declare mako attack")
    assert table.one("mako").declared == ("attack",)


@pytest.mark.parametrize("useless", ["ammo.rifle=0", "failed=rifle"])
def test_an_action_is_offered_for_a_weapon_that_is_of_no_use_now(table, useless):
    """BGC-ACT-1, BGC-ACT-2: to reload it, or take another, has to be declared first."""
    table.type("set rin held=rifle", "init --dice 46,99,99,99")
    usual = ("attack", "3", "defend")
    assert declared(table) == [usual]
    table.type(f"set rin {useless}")
    assert declared(table) == [("other", "attack", "2", "defend"), usual]
    table.type("declare rin other attack 2 defend")


def declared(table):
    rows = candidates(table.fight, "rin")
    return [each.command.categories for each in rows if isinstance(each.command, Declare)]
