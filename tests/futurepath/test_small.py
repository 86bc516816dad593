"""Speech, gestures, skills, feats and talents (FP-SPK, FP-SKL)."""

import pytest


def test_words_are_free_and_overlap_everything(table):
    """FP-SPK-1: after the turn, and out of turn."""
    table.do("sprint hale F1")
    table.do('speak hale "get behind the crates"')
    table.do("speak tough you there")
    assert table.told("speaks") == {"words": "you there"}
    assert table.hale.turn.free == 0


def test_words_are_about_three_seconds_a_round(table):
    """FP-SPK-1: options.speech_words."""
    table.do("set fight options.speech_words=5")
    table.do("speak hale one two three")
    wrong = table.refused("speak hale four five six")
    assert (wrong.rule, "2 words left" in wrong.message) == ("FP-SPK-1", True)
    for _ in range(3):
        table.do("turn next")
    table.do("speak hale one two three four five")


def test_one_gesture_a_round(table):
    """FP-SPK-1: it takes no words away."""
    table.do("speak hale attack there --gesture")
    assert table.hale.turn.words == 0
    assert table.refused("speak hale and there --gesture").rule == "FP-SPK-1"


def test_the_unconscious_are_silent(table):
    """FP-SPK-1."""
    table.do("damage hale 20")
    assert table.refused("speak hale help").rule == "FP-DIE-1"


@pytest.mark.parametrize(
    ("line", "spent"),
    [
        ("use yara acrobatics --dc 10", "free"),
        ("use yara intimidation --dc 10", "full_round"),
        ("use yara 'say Battle Cry'", "full_round"),
        ("use yara 'say Battle Cry' --as standard", "standard"),
        ("use yara diplomacy --as simple", "simple"),
    ],
)
def test_what_a_skill_a_feat_or_a_talent_takes(table, line, spent):
    """FP-SKL-1."""
    table.do(line)
    assert getattr(table.yara.turn, spent)


def test_a_skill_is_a_check_of_ranks_and_ability(table):
    """FP-SKL-1: 5 ranks and Dexterity 3."""
    assert table.do("use yara acrobatics --dc 15", 7) == "success"
    assert table.rolls()[0].total == 15
    assert table.do("use yara acrobatics --dc 15 --disadvantage 1", 9, 4) == "failure"


def test_a_feat_is_told(table):
    """FP-SKL-1."""
    table.set("hale", "feats=Gun-Fu").do("use hale gun")
    assert table.told("uses") == {"action": "Gun-Fu"}


def test_a_talent_the_rules_do_not_know_takes_its_turn_in_own_words(table):
    """FP-SKL-1: without `say` it is refused, with the nearest that are known."""
    assert table.refused("use hale acrobatic-s").hint == "did you mean acrobatics?"
    assert table.refused("use hale 'Battle Cry'").status == 2
    table.do("use hale 'say Battle Cry'")
    assert table.told("uses-own") == {"action": "Battle Cry"}
    assert table.hale.turn.full_round
