"""Grappling: the touch check, the grapple check, what it allows and forbids."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.rpj.sheet import saves_left

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


@pytest.fixture
def held(field):
    """Bob has got hold of Rook; it is Rook's turn."""
    field.turn_of("bob")
    field.do("grapple bob rook", *HIT)
    field.turn_of("rook")
    return field


def test_a_touch_check_begins_a_grapple(field):
    """RPJ-GRP-1: 4d6 + Dexterity 6 against 16 + Dexterity 3 = 19, for one action (worked check 6)."""
    field.turn_of("bob")
    assert field.do("grapple bob rook", 3, 3, 3, 3) == "failure"
    rolled = field.rolls("touch check")[0]
    assert (rolled.total, rolled.against, field.bob.actions_left) == (18, 19, 2)
    assert field.do("grapple bob rook", 3, 3, 3, 4) == "success"
    assert (field.bob.grapple, field.rook.grapple) == ("rook", "bob")


def test_entering_costs_what_the_option_says(begin):
    """RPJ-GRP-1: two actions instead of one."""
    field = begin("set fight options.grapple_actions=2")
    field.turn_of("bob")
    field.do("grapple bob rook", *MISS)
    assert field.bob.actions_left == 1


@pytest.mark.parametrize(
    ("line", "status"),
    [("grapple bob pike", 1), ("grapple bob bob", 1), ("grapple bob", 2), ("grapple bob rook --then hurt", 2)],
)
def test_a_grapple_needs_somebody_adjacent(field, line, status):
    """RPJ-GRP-1: not oneself, a missing target, or one out of reach; --then belongs to the grapple check."""
    field.turn_of("bob")
    assert field.refused(line).status == status


def test_one_grapple_at_a_time_and_none_with_the_fallen(held):
    """RPJ-GRP-1: a grappled combatant is out of a third one's reach."""
    held.do("set pike region=1 group=A")
    held.turn_of("pike")
    assert held.refused("grapple pike bob").rule == "RPJ-GRP-1"
    held.do("damage bob 5")
    assert held.refused("grapple pike bob").rule == "RPJ-GRP-1"


def test_who_grapples_is_easier_to_strike_and_harder_to_shoot(held):
    """RPJ-GRP-2: melee +2, ranged -2."""
    held.do("attack ann rook --force", *MISS)
    assert [each.value for each in held.rolls()[0].modifiers if each.rule == "RPJ-GRP-2"] == [-2]
    held.do("set pike region=1 group=A")
    held.turn_of("pike")
    held.do("attack pike bob --with sword", *MISS)
    assert [each.value for each in held.rolls()[0].modifiers if each.rule == "RPJ-GRP-2"] == [2]


@pytest.mark.parametrize("line", ["move rook 2", "cautious rook 2", "cover rook +1/0f", "reorient rook"])
def test_nobody_moves_in_a_grapple(held, line):
    """RPJ-GRP-3: no kind of Move action."""
    held.do("set rook cover=+1/1f")
    assert held.refused(line).rule == "RPJ-GRP-3"


def test_cover_is_out_of_reach_in_a_grapple_even_where_it_is_free(held):
    """RPJ-GRP-3: with an option that makes taking cover free; giving it up is no move."""
    held.do("set fight options.cover_actions=0")
    assert held.refused("cover rook +1/0f").rule == "RPJ-GRP-3"
    held.do("set rook cover=+1/0f")
    held.do("cover rook none")
    assert held.rook.cover == ""


def test_after_entering_a_grapple_the_turn_goes_on(field):
    """RPJ-GRP-4: what is left of the turn is no grapple check."""
    field.turn_of("bob")
    field.do("grapple bob rook", *HIT)
    assert field.session.rules.next_steps(field.fight) == ("turn next",)


@pytest.mark.parametrize("line", ["attack rook bob", "suppress rook pike", "overwatch rook 2"])
def test_a_turn_in_a_grapple_is_a_grapple_check(held, line):
    """RPJ-GRP-4: nothing else, and the GM is informed."""
    assert held.refused(line).rule == "RPJ-GRP-4"
    assert held.session.rules.next_steps(held.fight) == ("grapple rook",)
    assert list(held.actions("rook")) == ["grapple rook", "turn next"]


def test_the_check_is_opposed_and_the_whole_turn(held):
    """RPJ-GRP-4: Rook's 4d6 + 2 against Bob's 4d6 + 4; Bob wins."""
    assert held.do("grapple rook", 3, 3, 3, 3, 3, 3, 3, 3) == "failure"
    assert [each.total for each in held.rolls()] == [14, 16]
    assert held.rook.actions_left == 0
    assert held.told("wins-grapple") == {}
    assert held.offers() == []
    held.turn_of("bob")
    held.do("set bob actions_left=2")
    assert held.refused("grapple bob").rule == "RPJ-GRP-4"


@pytest.mark.parametrize(
    ("dice", "line"),
    [
        ("6,6,6,6,1,1,1,1", "Rook wins the grapple check against Bob: 26 vs 8"),
        ("1,1,1,1,6,6,6,6", "Bob wins the grapple check against Rook: 28 vs 6"),
        ("4,4,4,4,4,4,3,3", "Neither Rook nor Bob wins the grapple check: 18 vs 18 (tie)"),
    ],
)
def test_the_table_is_told_who_has_the_upper_hand(held, dice, line):
    """RPJ-GRP-4, RPJ-GRP-5: for either one who makes the check, and either winner."""
    held.do(f"grapple rook --then neither --dice {dice}")
    assert held.lines()[0] == line


def test_a_tie_changes_nothing(held):
    """RPJ-GRP-4: unless the option names a winner."""
    assert held.do("grapple rook", 4, 4, 4, 4, 4, 4, 3, 3) == "tie"
    assert held.offers() == []
    assert held.rook.grapple == "bob"
    held.do("set fight options.grapple_tie=other options.grapple_other_chooses=true")
    assert held.do("grapple rook --force", 4, 4, 4, 4, 4, 4, 3, 3) == "failure"
    assert held.rolls("grapple resistance")[0].outcome == "success"
    assert held.offers() == [("bob", "grapple-won")]
    held.do("choose neither")
    held.do("set fight options.grapple_tie=acting")
    assert held.do("grapple rook --force", 4, 4, 4, 4, 4, 4, 3, 3) == "success"
    assert held.rolls("grapple resistance")[0].outcome == "failure"
    assert held.offers() == [("rook", "grapple-won")]


def test_the_winner_may_leave(held):
    """RPJ-GRP-5: both are free."""
    held.do("grapple rook", *HIT, *MISS)
    held.do("choose leave")
    assert (held.bob.grapple, held.rook.grapple) == ("", "")
    assert held.rule("let-go") == "RPJ-GRP-5"


def test_the_winner_may_hurt_on_the_base(held):
    """RPJ-GRP-5: base saves 10, 12, 14 and damage -4: 6 is rolled against 6, 10 is crossed out (worked check 8)."""
    held.do("grapple rook --then hurt", *HIT, *MISS, 1, 1, 2, 2)
    assert held.rolls("damage save")[0].against == 6
    assert saves_left(held.bob, "base") == (12, 14)
    assert saves_left(held.bob, "vest") == (9, 10)
    assert held.bob.grapple == "rook"


def test_only_who_makes_the_check_chooses(held):
    """RPJ-GRP-5: Bob, who was checked against, wins and does nothing; --then was Rook's word alone."""
    held.do("grapple rook --then hurt", *MISS, *HIT)
    assert held.offers() == []
    assert held.rolls("damage save") == []
    assert held.rook.grapple == "bob"


def test_who_was_checked_against_may_choose_by_an_option(held):
    """RPJ-GRP-5: it asks, regardless of --then."""
    held.do("set fight options.grapple_other_chooses=true")
    held.do("grapple rook --then leave", *MISS, *HIT)
    assert held.offers() == [("bob", "grapple-won")]
    held.do("choose hurt", *HIT)
    assert saves_left(held.rook, "base") == (12, 14)


def test_the_damage_of_a_grapple_is_an_option(held):
    """RPJ-GRP-5: -1 instead of -4."""
    held.do("set fight options.grapple_damage=-1")
    held.do("grapple rook --then hurt", *HIT, *MISS, *HIT)
    assert held.rolls("damage save")[0].against == 9


def test_the_winner_may_do_neither(held):
    """RPJ-GRP-5: in advance, by an answer, or by continuing."""
    held.do("grapple rook --then neither", *HIT, *MISS)
    assert held.offers() == []
    held.turn_of("bob")
    held.do("grapple bob", *HIT, *MISS)
    held.do("choose neither")
    assert held.bob.grapple == "rook"


def test_a_grapple_of_one_and_a_turn_without_cover_contradict_the_place(field):
    """RPJ-GRP-1, RPJ-COV-6: the law of whereabouts finds what `mend` ends."""
    fight = field.session.fight
    torn = {
        "bob": replace(fight.combatants["bob"], grapple="rook"),
        "ann": replace(fight.combatants["ann"], reoriented=True),
    }
    rules, fight = field.session.rules, replace(fight, combatants={**fight.combatants, **torn})
    found = {
        who: [each.line for each in rules.warnings(fight, who) if each.path[-1] in rules.whereabouts]
        for who in ("ann", "bob", "rook")
    }
    assert found == {
        "ann": ["combatants.ann.cover: Ann is reoriented, but not in cover that has another side"],
        "bob": ["combatants.bob.group: Bob and Rook are grappling but not in one group"],
        "rook": [],
    }
    for line in ("grapple bob rook --dice 6,6,6,6 --force", "cover ann wall", "reorient ann --force"):
        field.do(line)
    assert not [
        each for who in found for each in rules.warnings(field.session.fight, who) if each.path[-1] in rules.whereabouts
    ]


def test_a_choice_is_withdrawn_when_the_grapple_has_ended(held):
    """RPJ-GRP-5: the GM has parted them while Rook had to choose."""
    held.do("grapple rook", *HIT, *MISS)
    held.do("set bob region=3")
    assert (held.bob.grapple, held.rook.grapple) == ("", "")
    assert held.rule("let-go") == "RPJ-GRP-3"
    assert held.offers() == []
    assert held.refused("choose hurt").message == "no question to answer"


def test_letting_go_leaves_anothers_grapple_alone(field):
    """RPJ-GRP-5: Pike held Rook, whom Bob holds now."""
    field.do("set pike region=1 group=A")
    field.do("set pike grapple=rook")
    assert (field.bob.grapple, field.rook.grapple, field.pike.grapple) == ("", "pike", "rook")
    assert field.refused("set bob grapple=rook").rule == "RPJ-GRP-1"
    field.do("set bob grapple=rook --force")
    assert (field.bob.grapple, field.rook.grapple, field.pike.grapple) == ("rook", "bob", "")


def test_a_grapple_set_by_hand_holds_both_and_nobody_out_of_reach(field):
    """RPJ-GRP-1, RPJ-FIELD-3: one who is set in a grapple holds and is held; `set` refuses what `grapple` refuses."""
    for line in ("set pike grapple=rook", "set ann grapple=bob", "set bob grapple=bob"):
        assert field.refused(line).rule == "RPJ-GRP-1"
    field.do("set pike grapple=rook --force")
    assert (field.rook.grapple, field.pike.grapple) == ("", "")
    field.do("set bob grapple=rook")
    assert (field.bob.grapple, field.rook.grapple) == ("rook", "bob")
    field.turn_of("rook")
    assert field.refused("move rook 2").rule == "RPJ-GRP-3"
    field.do("set rook grapple=")
    assert (field.bob.grapple, field.rook.grapple) == ("", "")


def test_a_choice_is_withdrawn_when_the_winner_holds_nobody(held):
    """RPJ-GRP-5: the GM says so while Rook had to choose."""
    held.do("grapple rook", *HIT, *MISS)
    held.do("set rook grapple=")
    assert held.offers() == []


def test_nobody_grapples_a_stranger(field):
    """RPJ-GRP-1: the GM may say who holds whom, of those who are there."""
    assert field.refused("set bob grapple=nobody").status == 2


def test_a_grapple_with_somebody_who_left_is_over(held):
    """RPJ-GRP-3: Rook is no longer grappled."""
    held.do("remove bob")
    assert held.rook.grapple == ""


def test_a_grapple_set_by_hand_holds_both(field):
    """RPJ-GRP-1: an edit of one is an edit of both, who are adjacent and in no other grapple."""
    assert field.refused("set bob grapple=pike").message == "Pike is not adjacent to Bob"
    field.do("set bob grapple=rook")
    assert field.rook.grapple == "bob"
    assert field.cited()["RPJ-GRP-1"] == "rook grapple"
    field.do("set pike region=1 group=A")
    assert field.refused("set pike grapple=rook").message == "Rook is already in a grapple"


def test_cover_taken_away_by_hand_is_told_once(field):
    """RPJ-COV-9: the edit itself says that the cover is gone; a move by hand out of it says so besides."""
    field.do("cover ann wall")
    field.do('set ann cover=""')
    assert field.told("leaves-cover") is None
