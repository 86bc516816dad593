"""Declared actions of BGC, and extra ones taken at a risk."""

import pytest

from rbfcli.engine.play import offers
from rbfcli.model.commands import Turn
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.systems.bgc.commands import Attack, Declare, Holster, Move, Reload, Risk
from rbfcli.systems.bgc.offers import approach, candidates
from rbfcli.systems.bgc.outcome import verdict
from rbfcli.systems.bgc.sheet import BgcOptions
from rbfcli.systems.bgc.turns import base_actions, extra_actions
from rbfcli.systems.bgc.view import next_steps, picture, status


def test_actions_are_taken_as_declared(table):
    """BGC-ACT-1: another category than is left is refused, as is acting undeclared; the source's example, check 1."""
    table.type("init --dice 46,99,99,99")
    assert (table.fight.active, table.one("rin").actions) == ("rin", 4)
    assert table.refused("attack rin mako").hint == "try: declare rin attack …, or --force"
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
    assert "unknown action category 'sing'" in table.refused("declare rin sing").message
    table.type("declare rin att def mov oth")
    assert table.one("rin").declared == ("attack", "defend", "movement", "other")
    assert all(table.refused(f"declare rin {none}").rule == "BGC-ACT-1" for none in ("''", ",", "', ,'"))
    table.type("declare rin att, def,mov oth")
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
    """BGC-ACT-1: as typed, and reported as briefly."""
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
        ("3 attack", "missing action category before 3"),
        ("attack 2 2", "missing action category before 2"),
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
    assert "unknown skill 'cooking'" in table.refused("other rin cook --skill cooking").message


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
    """BGC-RSK-1: in the order used; the defend at -20, then the attack at -10."""
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
    """BGC-ACT-1: without a penalty, before and after one's turn; it is too late for anything else."""
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
    assert "has already acted" in table.refused("declare mako attack").message


def test_to_defend_makes_an_undeclared_action_ready(table):
    """BGC-ACT-1, BGC-RSK-2: it meets the next attack by itself; with none left to it, it is a risk."""
    table.type("init --dice 46,48,99,99", "declare mako attack attack", "defend mako")
    assert (table.one("mako").declared, table.one("mako").risks) == (("attack", "attack", "defend"), 0)
    assert table.refused("defend mako").rule == "BGC-ACT-1"
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
    assert "leaves Rin a skill of 0" in table.refused("attack rin giant --risk --called 50").message
    table.type("set rin levels=9")
    assert "leaves Rin a skill of 5" in table.refused("attack rin giant --risk --called 35").message
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
        (
            "player=true",
            "BGC-WND-5",
            "zoe joins as a player character, who survives 0 levels. For an NPC: add NAME player=false",
        ),
        (
            "will=50",
            "BGC-WND-5",
            "zoe joins as an NPC, who dies at 0 levels. For a player character: add NAME player=true",
        ),
        (
            "tough=10",
            "BGC-WND-2",
            "zoe joins without Will, like a robot. For a person: add NAME will=50 (for a PC, also player=true)",
        ),
        ("will=50 player=true", "BGC-WND-5", "zoe joins as a player character, who survives 0 levels"),
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


def test_an_attack_is_offered_undeclared_once_it_is_risked(table):
    """BGC-ACT-1, BGC-RSK-1: the risk declares an extra action, before or after those of the round."""
    table.type("init --dice 46,99,99,99", "risk rin defend")
    assert offered_attacks(table) == []
    table.type("risk rin attack")
    assert "mako" in {target for attack in offered_attacks(table) for target in attack.targets}
    table.type("attack rin mako --dice 61")


def test_an_approach_declares_first_and_risks_only_in_turn(table):
    """BGC-ACT-1, BGC-RSK-1: what leads to an attack is to declare it, then a risk; no one takes a risk out of turn."""
    table.type("init --dice 46,99,99,99")
    ways = {who: list(approach(table.fight, who, "mako")) for who in ("rin", "thug")}
    assert isinstance(ways["rin"][0], Declare)
    assert {who: Risk(who=who, category="attack") in found for who, found in ways.items()} == {
        "rin": True,
        "thug": False,
    }


@pytest.mark.parametrize(("score", "able"), [(16, True), (15, False)])
def test_who_has_no_attack_left_can_attack_as_long_as_a_risk_can_come_off(table, score, able):
    """BGC-RSK-3: at -10 a skill of 16 leaves 6, one of 15 only a critical success."""
    table.type("init --dice 46,99,99,99", "declare thug defend", "set thug actions=1")
    for skill in ("martial arts", "defend"):
        table.type(f'set thug "skills.{skill}={score}"')
    assert table.rules.can_attack(table.fight, "thug") == able


def test_what_takes_an_action_is_listed_by_its_rule(table):
    """BGC-ACT-1, BGC-ACT-2, BGC-WND-5: enemies on their feet first; nothing but attacks waits for a declaration."""
    table.type("condition add mako unconscious")
    rows = list(candidates(table.fight, "rin"))
    aimed_at = [each.command.targets[0] for each in rows if isinstance(each.command, Attack)]
    assert list(dict.fromkeys(aimed_at)) == ["thug", "giant", "mako"]
    assert {each.rule for each in rows if isinstance(each.command, Reload | Holster)} == {"BGC-ACT-2"}
    table.type("condition remove mako unconscious", "init --dice 46,99,99,99")
    kinds = {type(each.command) for each in candidates(table.fight, "rin")}
    assert (Attack in kinds, {Move, Reload, Holster} <= kinds) == (False, True)
    table.type("set rin levels=0", "condition remove rin unconscious")
    crawl = [each for each in candidates(table.fight, "rin") if isinstance(each.command, Declare)]
    assert [(each.command.categories, each.cost, each.rule) for each in crawl] == [(("movement",), "free", "BGC-WND-5")]


def offered_attacks(table):
    return [each.command for each in offers(table.rules, table.fight, "rin") if isinstance(each.command, Attack)]


def declared(table):
    rows = candidates(table.fight, "rin")
    return [each.command.categories for each in rows if isinstance(each.command, Declare)]


# Rounds, initiative and the order of turns of BGC.


OPTIONS = BgcOptions()
SPEEDS = "46,30,20,20"


@pytest.mark.parametrize(
    ("stat", "actions"),
    [(40, 2), (41, 3), (60, 3), (61, 4), (75, 4), (76, 5), (85, 5), (86, 6), (100, 6), (101, 6), (150, 6)],
)
def test_speed_gives_actions(stat, actions):
    """BGC-INI-2: the table of actions by Speed, worked check 7."""
    assert base_actions(OPTIONS, stat) == actions
    assert base_actions(BgcOptions(most_actions=8), stat) == (8 if stat > 100 else actions)


@pytest.mark.parametrize(
    ("stat", "face", "actions"),
    [(63, 46, 4), (80, 30, 6), (80, 31, 5), (40, 65, 1), (40, 64, 2), (63, 5, 5), (63, 96, 3), (100, 97, 5)],
)
def test_a_very_good_or_bad_test_changes_them(stat, face, actions):
    """BGC-INI-3: passing by 50 or failing by 25, criticals and botches, worked checks 1 and 6; BGC-INI-1."""
    assert base_actions(OPTIONS, stat) + extra_actions(OPTIONS, stat - face, verdict(face, stat)) == actions


@pytest.mark.parametrize(("stat", "face", "extra"), [(80, 3, 2), (80, 30, 1), (40, 97, -2), (80, 99, -1), (80, 60, 0)])
def test_the_steps_may_add_up(stat, face, extra):
    """BGC-INI-3: by a house option a margin and a critical or a botch both count."""
    assert extra_actions(BgcOptions(speed_steps_stack=True), stat - face, verdict(face, stat)) == extra


def test_nobody_falls_below_one_action(table):
    """BGC-INI-3: the least is a house option; a margin set by hand brings and costs actions as a rolled one."""
    table.type("set rin speed=40", "init --set rin=-30 --set mako=50 --dice 30,30")
    assert (table.one("rin").actions, table.one("mako").actions) == (1, 4)
    table.type("set fight options.least-actions=3", "init --force --set rin=-30 --set mako=50 --dice 30,30")
    assert table.one("rin").actions == 3


@pytest.mark.parametrize("margin", ["--5", "x", "99999999", "\u00b2"])
def test_a_margin_by_hand_is_a_number(table, margin):
    """BGC-INI-4: anything else is refused."""
    wrong = table.refused(f"init --set rin={margin}")
    hint = "use --set rin=17" if margin.isascii() else "use the digits 0 to 9"
    assert ("must be a whole number" in wrong.message, wrong.hint) == (True, hint)


def test_the_situation_changes_speed_tests(table):
    """BGC-INI-1: surprise or drugs as a bonus of one, `--mod` for all."""
    table.type("set rin speed-bonus=-20", "init --mod 5 --dice 46,30,20,20")
    assert table.rolls()[:2] == [("speed", 48, "pass"), ("speed", 55, "pass")]


def test_the_wider_margin_goes_first(table):
    """BGC-INI-4: at equal Speed the lower roll is faster, worked check 2; ties by Speed, then the file."""
    table.type("set rin speed=50", "init --dice 20,29,30,30")
    assert [slot.who for slot in table.fight.order] == ["rin", "mako", "thug", "giant"]
    last = type(table)()
    last.type("set giant speed=70", "init --dice 43,30,20,50")
    assert [slot.who for slot in last.fight.order] == ["giant", "rin", "mako", "thug"]
    again = type(table)()
    again.type("init --dice 43,30,20,20")
    assert [(slot.who, slot.count) for slot in again.fight.order] == [
        ("rin", 20),
        ("mako", 20),
        ("thug", 20),
        ("giant", 20),
    ]


def test_a_margin_of_nothing_is_one(table):
    """BGC-INI-4: a bare pass acts after a pass by one, and before a fail."""
    table.type("init --dice 63,49,41,99")
    assert [(slot.who, slot.count) for slot in table.fight.order] == [
        ("mako", 1), ("rin", 0), ("thug", -1), ("giant", -59)
    ]  # fmt: skip


def test_equal_margins_may_go_by_the_file(table):
    """BGC-INI-4: by a house option."""
    table.type("set fight options.order-ties=file", "set giant speed=70", "init --dice 43,30,20,50")
    assert [slot.who for slot in table.fight.order] == ["rin", "mako", "thug", "giant"]


def test_who_is_down_has_no_turn(table):
    """BGC-INI-1: no test, no actions, no place in the order; no round begins if everyone is down."""
    table.type("condition add mako unconscious", "init --dice 46,20,20")
    assert ([slot.who for slot in table.fight.order], table.one("mako").actions) == (["thug", "giant", "rin"], 0)
    table.type(*[f"condition add {who} unconscious" for who in ("rin", "thug", "giant")])
    assert "no combatant in the turn order can act" in table.refused("turn").message
    assert "no combatant in the turn order can act" in table.refused("init --force").message


@pytest.mark.parametrize(
    ("line", "message"),
    [("init --set mako=5", "Mako has no turn"), ("move rin --mod 5", "no roll to modify"),
     ("reload rin --mod -5", "no roll to modify"),
     ("attack rin thug --defend --no-defend", "cannot be combined"),
     ("turn next --mod 5", "unknown option '--mod'"), ("turn next --until 3", "--until")],
)  # fmt: skip
def test_options_that_would_mean_nothing_are_refused(table, line, message):
    """BGC-INI-1, BGC-ACT-2: rather than passed over."""
    table.type("condition add mako dead", "set rin ammo.rifle=1")
    if line.startswith("turn"):
        table.type("init --dice 46,99,99")
    assert message in table.refused(line).message


def test_a_fight_that_has_begun_does_not_begin_again(round_one):
    """BGC-INI-1: but by the GM's word."""
    assert (round_one.refused("init").rule, round_one.refused("init").hint) == (
        "BGC-INI-4",
        "try: turn next, or --force",
    )
    round_one.type("declare rin attack", f"init --force --dice {SPEEDS}")
    assert (round_one.fight.round, round_one.one("rin").declared) == (1, ())


def test_a_round_is_a_minute_of_phases(round_one):
    """BGC-TIME-1: the clock shows minute, phase and elapsed time; everyone tests again each round, BGC-INI-1."""
    round_one.type("turn", "turn", "turn")
    assert picture(round_one.fight) == ("minute 1, phase 1: about 0 min 00 s have passed",)
    round_one.type("turn")
    assert round_one.fight.round == 2
    assert [label for label, _, _ in round_one.rolls()] == ["speed"] * 4
    assert picture(round_one.fight)[0].startswith("minute 2, phase 1: about 1 min 00 s")


@pytest.mark.parametrize("condition", ["dead", "unconscious"])
def test_of_those_who_are_down_a_new_round_tells_no_actions(round_one, condition):
    """BGC-INI-2: having none is not reported; any change for a standing combatant is."""
    round_one.type("turn", "turn", "turn", f"condition add rin {condition}", "set mako speed=80")
    before = round_one.fight
    round_one.type("turn --dice 30,20,20")
    told = narrate(round_one.played.events, before, round_one.fight, round_one.rules, Style())
    assert round_one.one("rin").actions == 0
    assert "  Mako has 6 actions" in told
    assert not [line for line in told if "Rin" in line]


def test_the_gm_lets_someone_miss_phases(round_one):
    """BGC-TIME-2: skip-phase takes actions of this round, then of the next."""
    round_one.type("declare mako attack movement defend", "skip-phase mako")
    assert (round_one.one("mako").actions, round_one.one("mako").declared) == (2, ("movement", "defend"))
    assert [each.facts for each in round_one.told("misses-phases")] == [{"plan": "attack"}]
    before = round_one.one("mako").actions
    round_one.type(f"skip-phase mako --count {before + 2}")
    assert (round_one.one("mako").actions, round_one.one("mako").skips) == (0, 2)
    round_one.type("turn", "turn", "turn", "turn --dice 46,30,20,20")
    assert (round_one.one("mako").skips, round_one.one("mako").actions) == (0, 1)


def test_the_result_says_that_an_unconscious_fighter_loses_actions(round_one):
    """BGC-TIME-2: the screen shows no actions of those who are down, so the result names the loss."""
    round_one.type("condition add mako unconscious", "skip-phase mako")
    assert [each.facts for each in round_one.told("misses-phases")] == [{"plan": "undeclared 1"}]


def test_phases_that_are_used_cannot_be_missed(table):
    """BGC-TIME-2: of four actions three are used: one is missed now, the next in the round to come."""
    table.type("init --dice 46,99,99,99", "declare rin attack 3 defend")
    table.type(*["attack rin giant --dice 90"] * 3, "skip-phase rin --count 2")
    assert (table.one("rin").actions, table.one("rin").declared, table.one("rin").skips) == (3, (), 1)


def test_a_whole_round_of_phases_may_be_missed(table):
    """BGC-TIME-2: nothing is left of this round, so they are all of those to come."""
    table.type("init --dice 46,99,99,99", "declare thug attack", *["turn"] * 2, "attack thug rin --dice 90")
    assert table.fight.active == "thug"
    table.type("skip-phase thug --count 5")
    assert (table.one("thug").actions, table.one("thug").skips) == (1, 5)
    table.type("turn", "turn --dice 46,99,20,99")
    assert (table.fight.round, table.one("thug").actions, table.one("thug").skips) == (2, 0, 3)


def test_an_action_not_used_in_the_turn_is_told(table):
    """BGC-INI-5: all actions are used in the turn, but a Defend stays ready."""
    table.type("init --dice 46,99,99,99", "declare rin attack movement defend", "turn")
    assert [event.facts["plan"] for event in table.told("unused")] == ["attack, movement"]


def test_who_declared_nothing_is_told_so_when_its_turn_is_over(table):
    """BGC-ACT-1: its actions are good for Defend alone; who has declared one of them has had its say."""
    table.type("init --dice 46,99,99,99", "turn")
    assert [(event.who, event.facts["count"]) for event in table.told("never-declared")] == [("rin", 4)]
    table.type("turn back", "declare rin attack", "turn")
    assert table.told("never-declared") == []


def test_an_extra_action_not_used_in_the_turn_is_told(table):
    """BGC-INI-5, BGC-RSK-1: with those declared; an extra Defend stays ready as a declared one does."""
    table.type("init --dice 46,99,99,99", "declare rin attack defend", "risk rin other", "risk rin defend", "turn")
    assert [(event.who, event.facts["plan"]) for event in table.told("unused")] == [("rin", "attack, extra other")]
    table.type("turn")
    assert table.told("unused") == []


def test_why_actions_are_more_or_fewer_is_told(table):
    """BGC-INI-3: for a margin, a critical and a botch; not for a plain pass."""
    table.type("set rin speed=80", "init --dice 30,50,4,96")
    assert [(event.what, event.who, event.facts["extra"]) for event in table.played.events
            if getattr(event, "rule", "") == "BGC-INI-3"] == [
        ("very-quick", "rin", "+1"), ("very-quick", "thug", "+1"), ("very-slow", "giant", "-1")
    ]  # fmt: skip


def test_a_defend_takes_no_phase_of_one_s_own(table):
    """BGC-TIME-1, BGC-TIME-2: mako has defended before his turn, and is in its first phase."""
    table.type("init --dice 46,48,99,99", "declare rin attack other", "attack rin mako --defend --dice 50,30")
    assert picture(table.fight) == ("minute 1, phase 2: about 0 min 10 s have passed",)
    table.type("turn")
    assert (table.fight.active, table.one("mako").acted) == ("mako", 1)
    assert picture(table.fight) == ("minute 1, phase 1: about 0 min 00 s have passed",)
    table.type("declare mako other other", "other mako", "other mako")
    assert picture(table.fight) == ("minute 1, phase 3: about 0 min 20 s have passed",)


def test_a_round_has_six_phases(table):
    """BGC-TIME-1: more actions than six end in the last."""
    table.type("set fight options.most-actions=8", "set rin speed=120", "init --dice 46,99,99,99")
    table.type("declare rin" + " other" * 8, *["other rin"] * 8)
    assert picture(table.fight) == ("minute 1, phase 6: about 0 min 50 s have passed",)


def test_a_round_without_anybody_left_is_in_its_first_phase(table):
    """BGC-TIME-1: no one acts, regardless of what was done before."""
    table.type("init --dice 46,99,99,99", "declare rin attack attack", "attack rin mako --dice 90")
    assert picture(table.fight) == ("minute 1, phase 2: about 0 min 10 s have passed",)
    table.type("remove rin mako thug giant")
    assert picture(table.fight) == ("minute 1, phase 1: about 0 min 00 s have passed",)


def test_who_is_out_has_no_place_in_the_order_any_more(table):
    """BGC-INI-4: the margin of an earlier round is gone."""
    table.type("init --dice 46,48,99,99", "condition add rin unconscious", *["turn"] * 4)
    assert (table.fight.round, table.one("rin").initiative) == (2, None)
    assert table.one("mako").initiative is not None


def test_what_is_left_of_a_turn_can_be_delayed(round_one):
    """BGC-INI-5: actions are delayed to a later point of the round and kept."""
    first = round_one.fight.active
    round_one.type(f"declare {first} attack attack", "turn delay")
    assert round_one.fight.active != first
    round_one.type("turn", "turn", "turn")
    assert (round_one.fight.active, round_one.fight.round) == (first, 1)
    assert round_one.one(first).declared == ("attack", "attack")
    assert "the new initiative must be below" in round_one.refused("turn delay --until 90").message


def test_a_round_in_which_the_last_of_them_passes_out_has_begun(table):
    """BGC-TIME-1: wounds bleed at its start; no one has a turn in it, and the fight should end."""
    table.type("init --dice 46,20,20,50", *[f"condition add {who} unconscious" for who in ("mako", "thug", "giant")])
    table.type("set rin levels=3", "condition add rin bleeding")
    for _ in range(60):
        if table.fight.active:
            table.type("turn")
    assert (table.fight.active, next_steps(table.fight)[-1]) == ("", "end")
    assert table.fight.round > 1
    assert "no combatant in the turn order can act" in table.refused("turn").message


def test_the_dead_miss_no_phase(table):
    """BGC-TIME-2, BGC-WND-7: they have none; the unconscious may come round."""
    table.type("init --dice 46,99,99,99", "condition add mako dead", "condition add thug unconscious")
    assert table.refused("skip-phase mako").rule == "BGC-WND-7"
    before = table.one("thug").actions
    table.type("skip-phase thug")
    assert table.one("thug").actions == before - 1


def test_who_has_a_defend_is_on_guard_already(table):
    """BGC-ACT-1: another one is a risk, or an action that is still open."""
    table.type("init --dice 46,99,99,99", "declare rin attack 2 defend", "defend rin")
    assert table.one("rin").declared.count("defend") == 2
    wrong = table.refused("defend rin")
    assert (wrong.rule, wrong.hint) == ("BGC-ACT-1", "try: risk rin defend")
    table.type("risk rin defend")
    assert [each.category for each in table.one("rin").at_risk] == ["defend"]


def test_the_last_of_a_round_does_not_delay(table):
    """BGC-INI-5: there is no later point, unless a count is named; so it is not offered."""
    table.type("init --dice 46,99,99,99")
    last = table.fight.order[-1].who
    while table.fight.active != last:
        assert Turn(step="delay") in [each.command for each in offers(table.rules, table.fight, table.fight.active)]
        table.type("turn next")
    assert table.refused("turn delay").rule == "BGC-INI-5"
    assert Turn(step="delay") not in [each.command for each in offers(table.rules, table.fight, last)]


def test_a_plan_is_short_by_its_beginnings(table):
    """BGC-ACT-1: a narrow screen shows what each letter is for."""
    table.type("init --dice 46,99,99,99", "declare rin attack 2 defend movement", "risk rin other")
    fact = next(each for each in status(table.fight, "rin") if each.name == "declared")
    assert (fact.value, fact.short) == ("attack 2, defend, movement, +other -10", "att 2, def, mov, +oth -10")
