"""Talents, bonus actions and reactions."""

import pytest

from rbfcli.systems.rbf.ground import pace

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
DUELIST = {"talents": ("Expert Duelist",)}
STALKER = {"talents": ("Stalker",), "cover": "heavy"}


def test_rage(table):
    """RBF-TAL-1: attack with advantage, defend with disadvantage until the start of one's next turn; free."""
    laid = table(tamsin={"talents": ("Berserker",)})
    laid.do_all(BY_HAND, "turn next", "turn next", "use tamsin rage")
    assert laid.one("tamsin").actions_left == 2
    laid.refused("use tamsin rage", "RBF-TAL-1")
    assert len(laid.rolls(laid.do("attack tamsin thug --dice 4,4,4"))[0].dice) == 3
    laid.do("turn next")
    edges = laid.rolls(laid.do("attack thug tamsin --dice 8,8,8"))[0].edges
    assert [(each.value, each.why) for each in edges] == [(-1, "Rage")]
    assert len(laid.rolls(laid.do("damage-save tamsin --tn 12 --damage 1 --dice 8,8,8"))[0].dice) == 3
    laid.do_all("turn next", "turn next", "turn next", "turn next", "turn next")
    assert "raging" not in laid.one("tamsin").conditions


def test_only_berserkers_rage(table):
    """RBF-TAL-1: refused, or forced."""
    laid = table()
    assert "Berserker" in laid.refused("use ada rage", "RBF-TAL-1")
    laid.do("use ada rage --force")


def test_sniper(table):
    """RBF-TAL-1: a shot from stealth has advantage 1 and 6 more damage, beside the one for stealth."""
    laid = table(joss={"talents": ("Sniper",), "cover": "heavy", "weapons": ("rifle",)})
    laid.do("hide joss")
    rolled = laid.rolls(laid.do("attack joss other --dice 5,6,1"))[0]
    assert (len(rolled.dice), rolled.total) == (3, 11 + 3 + 1)
    assert laid.one("other").hp == 60 - (10 + 3 + 1 + 6)
    assert len(laid.rolls(laid.do("attack joss other --dice 5,6"))[0].dice) == 2


def test_an_edge_that_an_option_takes_away_is_not_told(table):
    """RBF-TST-2, RBF-TAL-1: nothing that adds no die stands beside the roll."""
    sniper = {"talents": ("Sniper",), "cover": "heavy", "weapons": ("rifle",)}
    laid = table(joss=sniper, options={"sniper_advantage": 0})
    laid.do("hide joss")
    rolled = laid.rolls(laid.do("attack joss other --dice 5,6"))[0]
    assert (len(rolled.dice), rolled.edges) == (2, ())


def test_sniping_is_shooting(table):
    """RBF-TAL-1: a blow from stealth is no shot."""
    laid = table(ada={"talents": ("Sniper",)})
    laid.do("condition add thug surprised")
    assert len(laid.rolls(laid.do("attack ada thug --dice 5,6"))[0].dice) == 2


def test_brute(table):
    """RBF-TAL-1: 2 more with melee and brawl, not with a gun."""
    laid = table(tamsin={"talents": ("Brute",)}, joss={"talents": ("Brute",)})
    laid.do_all("attack tamsin other --dice 6,6", "attack joss other --dice 6,6")
    assert laid.one("other").hp == 60 - 9 - 9


def test_axe_expert(table):
    """RBF-TAL-1: an axe cleaves beside any other technique; another weapon does not."""
    laid = table(ada={"talents": ("Axe Expert", "Expert Fighter"), "weapons": ("axe", "sword")})
    laid.do("attack ada thug other --technique trip --dice 5,5")
    assert (laid.one("thug").hp, laid.one("other").hp) == (20 - 15, 60 - 15)
    assert "prone" in laid.one("thug").conditions
    assert "prone" not in laid.one("other").conditions
    laid.do("draw ada sword")
    laid.refused("attack ada thug other", "RBF-ATK-1")


def test_speedy(table):
    """RBF-TAL-1: 3 m and 3 initiative more."""
    laid = table(ada={"talents": ("Speedy",)})
    assert pace(laid.fight, laid.one("ada")) == 13
    laid.do("init --dice 6,5,4,3,7,6")
    assert laid.one("ada").initiative == 17


def test_the_numbers_of_talents_are_options(table):
    """RBF-TAL-1: taken from the public pages, so the house may change them."""
    laid = table(tamsin={"talents": ("Brute", "Speedy")}, options={"brute_damage": 5, "speedy": 1})
    laid.do("attack tamsin other --dice 6,6")
    assert laid.one("other").hp == 60 - 12
    assert pace(laid.fight, laid.one("tamsin")) == 11


def test_any_other_talent_is_a_note(table):
    """RBF-TAL-1: kept on the sheet, without an effect."""
    laid = table(ada={"talents": ("Knows every tavern",)})
    laid.reopen()
    assert laid.one("ada").talents == ("Knows every tavern",)
    assert laid.do("attack ada thug --dice 5,5").outcome == "success"


def test_a_stalker_hides_as_a_bonus_action(table):
    """RBF-BON-1, RBF-TAL-1: beside both actions, once a turn, never twice."""
    laid = table(joss=STALKER)
    laid.do_all(BY_HAND, "turn next", "hide joss --bonus", "attack joss thug --dice 5,5")
    assert "never more" in laid.refused("hide joss --bonus", "RBF-BON-1")
    laid.do("hide joss")
    assert laid.one("joss").actions_left == 0


def test_a_bonus_action_needs_a_feature(table):
    """RBF-BON-1: otherwise it is an action."""
    laid = table(joss={"cover": "heavy"})
    laid.do_all(BY_HAND, "turn next")
    assert "Stalker" in laid.refused("hide joss --bonus", "RBF-BON-1")
    laid.refused("cast joss 'say push' --bonus", "RBF-ACT-6")


def test_the_bonus_action_is_refreshed_at_the_start_of_ones_turn(table):
    """RBF-BON-1: and not before."""
    laid = table(joss=STALKER)
    laid.do_all(BY_HAND, "turn next", "hide joss --bonus", "condition remove joss hidden", "turn next")
    laid.refused("hide joss --bonus", "RBF-INI-3")
    for _ in range(5):
        laid.do("turn next")
    assert laid.one("joss").bonus_left == 1
    laid.do("hide joss --bonus")


def test_the_bonus_action_left_is_offered(table):
    """RBF-BON-1: a saved question when the actions are used up; going on is an answer too."""
    laid = table(joss=STALKER)
    laid.do_all(BY_HAND, "turn next", "aim joss", "aim joss")
    assert laid.fight.questions[0].kind == "bonus"
    laid.reopen()
    laid.do("choose hide")
    assert "hidden" in laid.one("joss").conditions
    again = table(joss=STALKER)
    again.do_all(BY_HAND, "turn next", "aim joss", "aim joss", "turn next")
    assert not again.fight.questions


def test_a_duelist_strikes_back_after_a_critical_dodge(table):
    """RBF-REA-1: a saved question, answered later, or `--reaction` at once."""
    laid = table(tamsin=DUELIST)
    laid.do("attack thug tamsin --dice 8,8")
    assert laid.fight.questions[0].answers == ("strike", "no")
    laid.reopen()
    laid.do("choose strike --dice 5,5")
    assert laid.one("thug").hp == 20 - 7
    assert laid.one("tamsin").reactions_left == 0
    other = table(tamsin=DUELIST)
    other.do_all(
        BY_HAND, "attack thug tamsin --force --dice 8,8", "attack tamsin thug --reaction --technique trip --dice 5,5"
    )
    assert "prone" in other.one("thug").conditions
    assert other.one("tamsin").actions_left == 0


def test_a_riposte_lapses(table):
    """RBF-REA-1: with the next command."""
    laid = table(tamsin=DUELIST)
    laid.do_all(
        "attack thug tamsin --dice 8,8", "choose no", "attack thug tamsin --dice 8,8", "attack ada thug --dice 5,5"
    )
    assert laid.one("tamsin").reactions_left == 1
    assert "nothing to react to" in laid.refused("attack tamsin thug --reaction", "RBF-REA-1")


def test_a_reaction_needs_a_feature_and_a_trigger(table):
    """RBF-REA-1: only Dodge, only a critical success, only an Expert Duelist, only that enemy."""
    laid = table(tamsin=DUELIST)
    laid.do("attack thug ada --dice 8,8")
    assert "no feature" in laid.refused("attack ada thug --reaction", "RBF-REA-1")
    laid.do("attack thug tamsin --kind meditation --dice 8,8")
    assert not laid.fight.questions
    laid.do_all("attack thug tamsin --dice 6,6", "attack other tamsin --dice 8,8")
    laid.refused("attack tamsin thug --reaction", "RBF-REA-1")


def test_one_reaction_a_round(table):
    """RBF-REA-1: refreshed at the start of one's turn; a talent may raise the maximum."""
    laid = table(tamsin=DUELIST)
    laid.do_all(BY_HAND, "attack thug tamsin --force --dice 8,8", "choose strike --dice 5,5")
    laid.do("attack thug tamsin --force --dice 8,8")
    assert not laid.fight.questions
    laid.do_all("turn next", "turn next", "attack thug tamsin --force --dice 8,8")
    assert laid.fight.questions
    twice = table(tamsin={**DUELIST, "reactions": 2})
    twice.do_all("attack thug tamsin --dice 8,8", "choose strike --dice 5,1", "attack thug tamsin --dice 8,8")
    assert twice.fight.questions


@pytest.mark.parametrize("word", ["EXPERT FIGHTER", "Expert fighter"])
def test_talents_are_known_however_they_are_written(table, word):
    """RBF-TAL-1: capital letters do not matter."""
    laid = table(ada={"talents": (word,)})
    laid.do("attack ada thug --technique trip --dice 5,5")
    assert laid.one("thug").hp == 9
