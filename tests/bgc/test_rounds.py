"""Rounds, initiative and the order of turns of BGC."""

import pytest

from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.systems.bgc.options import BgcOptions
from rbfcli.systems.bgc.status import next_steps, picture
from rbfcli.systems.bgc.turns import base_actions, extra_actions
from rbfcli.systems.bgc.verdict import verdict

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
    assert ("must be a whole number" in wrong.message, wrong.hint) == (True, "--set rin=17")


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
    """BGC-INI-4: who just passes goes behind who passes by one, and before who fails."""
    table.type("init --dice 63,49,41,99")
    assert [(slot.who, slot.count) for slot in table.fight.order] == [
        ("mako", 1), ("rin", 0), ("thug", -1), ("giant", -59)
    ]  # fmt: skip


def test_equal_margins_may_go_by_the_file(table):
    """BGC-INI-4: by a house option."""
    table.type("set fight options.order-ties=file", "set giant speed=70", "init --dice 43,30,20,50")
    assert [slot.who for slot in table.fight.order] == ["rin", "mako", "thug", "giant"]


def test_who_is_down_has_no_turn(table):
    """BGC-INI-1: no test, no actions, no place in the order; where everybody is down, no round begins."""
    table.type("condition add mako unconscious", "init --dice 46,20,20")
    assert ([slot.who for slot in table.fight.order], table.one("mako").actions) == (["thug", "giant", "rin"], 0)
    table.type(*[f"condition add {who} unconscious" for who in ("rin", "thug", "giant")])
    assert "nobody in the order" in table.refused("turn").message
    assert "nobody in the order" in table.refused("init --force").message


@pytest.mark.parametrize(
    ("line", "message"),
    [("init --set mako=5", "Mako has no turn"), ("move rin --mod 5", "nothing is rolled"),
     ("reload rin --mod -5", "nothing is rolled"), ("attack rin thug --defend --no-defend", "either defends"),
     ("turn next --mod 5", "no option --mod"), ("turn next --until 3", "--until")],
)  # fmt: skip
def test_options_that_would_mean_nothing_are_refused(table, line, message):
    """BGC-INI-1, BGC-ACT-2: rather than passed over."""
    table.type("condition add mako dead", "set rin ammo.rifle=1")
    if line.startswith("turn"):
        table.type("init --dice 46,99,99")
    assert message in table.refused(line).message


def test_a_fight_that_has_begun_does_not_begin_again(round_one):
    """BGC-INI-1: but by the GM's word."""
    assert (round_one.refused("init").rule, round_one.refused("init").hint) == ("BGC-INI-4", "turn next, or --force")
    round_one.type("declare rin attack", f"init --force --dice {SPEEDS}")
    assert (round_one.fight.round, round_one.one("rin").declared) == (1, ())


def test_a_round_is_a_minute_of_phases(round_one):
    """BGC-TIME-1: the clock tells minute, phase and time passed; everybody tests anew each round, BGC-INI-1."""
    round_one.type("turn", "turn", "turn")
    assert picture(round_one.fight) == ("minute 1, phase 1: about 0 min 00 s have passed",)
    round_one.type("turn")
    assert round_one.fight.round == 2
    assert [label for label, _, _ in round_one.rolls()] == ["speed"] * 4
    assert picture(round_one.fight)[0].startswith("minute 2, phase 1: about 1 min 00 s")


@pytest.mark.parametrize("condition", ["dead", "unconscious"])
def test_of_those_who_are_down_a_new_round_tells_no_actions(round_one, condition):
    """BGC-INI-2: they have none, which is no news; whoever is up is told of any change."""
    round_one.type("turn", "turn", "turn", f"condition add rin {condition}", "set mako speed=80")
    before = round_one.fight
    round_one.type("turn --dice 30,20,20")
    told = narrate(round_one.played.events, before, round_one.fight, round_one.rules, Style())
    assert round_one.one("rin").actions == 0
    assert "  Mako: actions 3 -> 6" in told
    assert not [line for line in told if "Rin" in line]


def test_the_gm_lets_someone_miss_phases(round_one):
    """BGC-TIME-2: skip-phase takes actions of this round, then of the next."""
    round_one.type("declare mako attack movement defend", "skip-phase mako")
    assert (round_one.one("mako").actions, round_one.one("mako").declared) == (2, ("movement", "defend"))
    before = round_one.one("mako").actions
    round_one.type(f"skip-phase mako --count {before + 2}")
    assert (round_one.one("mako").actions, round_one.one("mako").skips) == (0, 2)
    round_one.type("turn", "turn", "turn", "turn --dice 46,30,20,20")
    assert (round_one.one("mako").skips, round_one.one("mako").actions) == (0, 1)


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
    """BGC-TIME-1: nobody acts, whatever was done before."""
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
    assert "not later" in round_one.refused("turn delay --until 90").message


def test_a_round_in_which_the_last_of_them_passes_out_has_begun(table):
    """BGC-TIME-1: wounds bleed at its beginning; nobody has a turn in it, and the fight is to be ended."""
    table.type("init --dice 46,20,20,50", *[f"condition add {who} unconscious" for who in ("mako", "thug", "giant")])
    table.type("set rin levels=3", "condition add rin bleeding")
    for _ in range(60):
        if table.fight.active:
            table.type("turn")
    assert (table.fight.active, next_steps(table.fight)[-1]) == ("", "end")
    assert table.fight.round > 1
    assert "nobody in the order" in table.refused("turn").message
