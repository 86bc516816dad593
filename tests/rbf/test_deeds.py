"""Words, checks, items, rage and shaking off: what each rolls, costs and tells."""

import pytest

from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.sheet import Item

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
HELD = {"grappled": Condition()}


def the_roll(laid, line):
    """The one roll of a line: label, modifiers, how many dice, TN, outcome, rule."""
    [roll] = laid.rolls(laid.do(line))
    added = [(each.value, each.why) for each in roll.modifiers if each.value]
    return roll.label, added, len(roll.dice), roll.against, roll.rule


@pytest.mark.parametrize(
    ("line", "roll", "left"),
    [
        ("check ada athletics --tn 12", ("athletics", [(2, "Athletics")], 3, 12, "RBF-ACT-2"), 1),
        ("check ada athletics --tn 12 --free", ("athletics", [(2, "Athletics")], 3, 12, "RBF-ACT-2"), 2),
        ("check ada cooking --tn 9 --mod 3", ("cooking", [(4, "Cooking"), (3, "modifier")], 3, 9, "RBF-ACT-2"), 1),
        ("check ada 'say piracy' --tn 9", ("piracy", [(-2, "Piracy")], 3, 9, "RBF-ACT-2"), 1),
        ("check ada athletics --tn 12 --advantage 2", ("athletics", [(2, "Athletics")], 3, 12, "RBF-ACT-2"), 1),
        ("check ada athletics --tn 12 --disadvantage 1", ("athletics", [(2, "Athletics")], 4, 12, "RBF-ACT-2"), 1),
        ("speak ada halt --tn 9", ("leadership", [(1, "Leadership")], 3, 9, "RBF-ACT-9"), 1),
        (
            "speak ada halt --tn 9 --skill cooking --mod -1",
            ("cooking", [(4, "Cooking"), (-1, "modifier")], 3, 9, "RBF-ACT-9"),
            1,
        ),
        ("speak ada run --allies --tn 9", ("leadership", [(1, "Leadership")], 3, 9, "RBF-ACT-9"), 2),
        ("speak ada run --allies --lead --tn 9", ("leadership", [(1, "Leadership")], 3, 9, "RBF-ACT-9"), 1),
        ("use ada rope --tn 11", ("rope", [], 3, 11, "RBF-ACT-2"), 1),
        ("use ada lens", ("lens", [(2, "Athletics")], 3, 10, "RBF-ACT-2"), 1),
        ("use ada lens --tn 7 --mod 2", ("lens", [(2, "Athletics"), (2, "modifier")], 3, 7, "RBF-ACT-2"), 1),
        ("use ada lens --advantage 1", ("lens", [(2, "Athletics")], 2, 10, "RBF-ACT-2"), 1),
    ],
)
def test_what_a_test_is_rolled_with(table, line, roll, left):
    """RBF-ACT-2, RBF-ACT-9, RBF-TEC-GRAPPLE: the skill, what is said, a grapple; one action or none."""
    skills = {"athletics": 2, "cooking": 4, "leadership": 1, "melee": 3}
    lens = Item(name="lens", skill="athletics", tn=10)
    laid = table(ada={"skills": skills, "items": ("rope", "lens"), "conditions": HELD}, more={"items": {"lens": lens}})
    laid.do(BY_HAND)
    assert the_roll(laid, line) == roll
    assert laid.one("ada").actions_left == left


def test_in_a_crisis_checks_are_part_of_it(table):
    """RBF-MODE-1: by its rule, and combat's otherwise."""
    laid = table(board={"mode": "crisis"})
    assert the_roll(laid, "check ada athletics --tn 12")[-1] == "RBF-MODE-1"


def test_what_is_said_is_told(table):
    """RBF-ACT-9, RBF-MODE-1: in the speaker's words; an intent lasts for the turn."""
    laid = table(board={"mode": "crisis"})
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14")
    [says] = laid.events(laid.do('speak ada "get down" --allies'), "says")
    assert (says.who, says.facts, says.rule) == ("ada", {"text": "get down"}, "RBF-ACT-9")
    [means] = laid.events(laid.do("intent ada seal the hatch"), "intends")
    assert (means.who, means.facts, means.rule) == ("ada", {"text": "seal the hatch"}, "RBF-MODE-1")
    assert laid.one("ada").intent == "seal the hatch"
    laid.do("turn next")
    assert laid.one("ada").intent == ""
    laid.refused("intent ada run", "RBF-INI-3")


@pytest.mark.parametrize("line", ['speak ada "hm" --allies', "check ada athletics --tn 9 --free"])
def test_the_fallen_neither_speak_nor_try(table, line):
    """RBF-HP-1: free or not."""
    laid = table()
    laid.do("damage ada 99 --dice 2")
    laid.refused(line, "RBF-HP-1")


def test_what_using_a_thing_tells(table):
    """RBF-ACT-2: on oneself or on another, and when it is used up: one of two."""
    salve = Item(name="salve", heals=3, used_up=True)
    laid = table(ada={"items": ("salve", "rope", "salve"), "hp": 5, "max_hp": 15}, more={"items": {"salve": salve}})
    played = laid.do("use ada salve")
    assert [each.facts for each in laid.events(played, "uses")] == [{"thing": "salve"}]
    assert [(each.who, each.facts) for each in laid.events(played, "used-up")] == [("ada", {"thing": "salve"})]
    assert (laid.one("ada").items, laid.one("ada").hp) == (("rope", "salve"), 8)
    played = laid.do("use ada salve joss")
    assert [(each.who, each.target) for each in laid.events(played, "uses-on")] == [("ada", "joss")]
    assert laid.one("ada").items == ("rope",)
    played = laid.do('use ada "say salve"')
    assert not laid.events(played, "used-up")
    assert laid.one("ada").hp == 8 + 3


def test_kits_do_what_the_options_say(table):
    """RBF-ACT-2, RBF-DEF-6, RBF-TEC-LACERATE: wounds closed and treated, armour mended, leaks stopped."""
    kits = {"items": ("medical kit", "repair kit"), "skills": {"medicine": 2, "crafting": 1}}
    hurt = {"hp": 4, "max_hp": 15, "armour": 1, "armour_broken": True}
    lying = {"bleeding": Condition(), "leaking": Condition(), "prone": Condition()}
    laid = table(ada=kits, joss={**hurt, "conditions": lying})
    played = laid.do('use ada "medical kit" joss --dice 3,3,6')
    assert [(each.label, each.against) for each in laid.rolls(played)] == [("medical kit", 8), ("healing", None)]
    assert (laid.one("joss").hp, {*laid.one("joss").conditions}) == (10, {"leaking", "prone"})
    assert laid.one("joss").armour_broken is True
    played = laid.do('use ada "repair kit" joss --dice 5,4')
    assert [(each.label, each.against) for each in laid.rolls(played)] == [("repair kit", 10)]
    assert (laid.one("joss").armour_broken, {*laid.one("joss").conditions}) == (False, {"prone"})
    laid = table(ada=kits, joss={**hurt, "conditions": lying}, options={"repair_tn": 14})
    laid.do('use ada "repair kit" joss --dice 5,4')
    assert laid.one("joss").armour_broken is True
    assert "leaking" in laid.one("joss").conditions
    laid.do('use ada "repair kit" joss --dice 8,8')
    assert laid.one("joss").armour_broken is False


def test_a_rage_lasts_until_ones_next_turn(table):
    """RBF-TAL-1: it costs nothing, and only in one's turn."""
    laid = table(tamsin={"talents": ("Berserker",)}, ada={"talents": ("Berserker",)})
    laid.do_all(BY_HAND, "use ada rage")
    assert laid.one("ada").actions_left == 2
    raging = laid.one("ada").conditions["raging"]
    assert (raging.rounds, raging.whose, raging.edge) == (1, "ada", "start")
    laid.refused("use tamsin rage", "RBF-INI-3")
    for _ in range(5):
        laid.do("turn next")
        assert "raging" in laid.one("ada").conditions
    laid.do("turn next")
    assert "raging" not in laid.one("ada").conditions


@pytest.mark.parametrize(("hp", "may"), [(5, False), (6, True)])
def test_what_shaking_off_costs(table, hp, may):
    """RBF-TEC-3: 5 HP, and never the last."""
    laid = table(boss={"hp": hp, "max_hp": 140, "conditions": {"blinded": Condition(rounds=1), "prone": Condition()}})
    if may:
        laid.do("shake-off boss bli")
        assert (laid.one("boss").hp, [*laid.one("boss").conditions]) == (hp - 5, ["prone"])
    else:
        laid.refused("shake-off boss blinded", "RBF-TEC-3")


def test_only_a_stun_gives_an_action_back(table):
    """RBF-TEC-3, RBF-TEC-STUN: not the other things that are shaken off in one's turn."""
    laid = table(boss={"conditions": {"crippled": Condition()}}, ada=None, joss=None, thug=None, other=None)
    laid.do_all("init --set boss=9 --set tamsin=1", "shake-off boss crippled")
    assert laid.one("boss").actions_left == 3
