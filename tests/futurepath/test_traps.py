"""Traps (FP-TRP)."""

from fractions import Fraction

import pytest

from tests.futurepath.walking import ways


@pytest.fixture
def near(table):
    """Yara two squares from the mine at O10, nobody else near."""
    return table.put(yara="M10", tough="A1", bully="A2", gort="A6", hale="A7")


def test_a_search_is_one_perception_check(near):
    """FP-TRP-1: 3 ranks and Wisdom 1 against 14."""
    assert near.do("trap yara search", 10) == "success"
    assert near.told("trap-found") == {"thing": "mine", "square": "O10"}
    assert near.yara.turn.full_round


def test_a_search_that_finds_nothing(near):
    """FP-TRP-1: options.search says what it takes."""
    near.do("set fight options.search=simple")
    assert near.do("trap yara search", 9) == "failure"
    assert not near.board.traps["mine"].found
    assert near.yara.turn.simple


@pytest.mark.parametrize(("ranks", "found"), [(3, True), (2, False)])
def test_who_passes_may_notice_it_without_looking(near, ranks, found):
    """FP-TRP-1: passively 10 and ranks and Wisdom against 14."""
    near.set("yara", f"skills.perception={ranks}")
    near.do("move yara N9")
    assert near.board.traps["mine"].found == found


def test_how_far_is_an_option(near):
    """FP-TRP-1: options.trap_notice and options.passive_base."""
    near.do("set fight options.trap_notice=2")
    near.do("move yara M9")
    assert near.board.traps["mine"].found
    near.do("set fight board.traps.mine.found=false options.passive_base=9")
    near.do("move yara N9 --force")
    assert not near.board.traps["mine"].found


def test_who_sees_it_stops_before_it(near):
    """FP-TRP-1."""
    near.do("move yara P10 --via O10")
    assert near.yara.square in ("N9", "N10")
    assert near.told("halts") == {"thing": "mine"}
    assert near.board.traps["mine"].armed


def test_a_known_trap_is_walked_around(near):
    """FP-TRP-1."""
    near.do("set fight board.traps.mine.found=true")
    near.do("move yara P10")
    assert near.yara.square == "P10"
    assert near.board.traps["mine"].armed


def test_nobody_goes_over_a_known_trap_where_there_is_no_other_way(near):
    """FP-TRP-1: the way there is none, though one may go up to it."""
    near.do("set fight board.objects.door.square= board.objects.crate.square=")
    near.do('set fight "board.map=.........." board.traps.mine.square=E1 board.traps.mine.found=true')
    near.put(yara="C1", gort="J1", hale="I1", tough="H1", bully="G1", porter="A1")
    assert "no way" in str(near.refused("move yara F1"))
    near.do("move yara E1")
    assert near.yara.square == "D1"


def test_who_does_not_see_it_sets_it_off(near):
    """FP-TRP-2: everyone within its area saves."""
    near.put(porter="O9")
    near.do("move hale B7")
    near.set("yara", "skills.perception=0").do("move yara O10", 3, 4, 11, 2)
    assert near.told("trap-goes-off") == {"thing": "mine", "square": "O10"}
    assert [each.who for each in near.rolls("save")] == ["yara", "porter"]
    assert near.yara.hp == 30 - 7
    assert "dying" in near.porter.conditions
    assert not near.board.traps["mine"].armed


@pytest.fixture
def found(near):
    """The mine is known."""
    near.do("set fight board.traps.mine.found=true")
    return near.put(yara="N10")


@pytest.mark.parametrize(
    ("faces", "outcome", "armed", "lost"),
    [
        ((11, 1), "success", False, 0),
        ((10, 1), "failure", True, 0),
        ((6, 1), "failure", True, 0),
        ((5, 1, 3, 4, 9), "failure", False, 7),
        ((1, 6, 3, 4, 19), "critical-failure", False, 3),
    ],
)
def test_disabling_in_combat(found, faces, outcome, armed, lost):
    """FP-TRP-2: 2 ranks and Dexterity 3 against 15; more than 5 short, or a natural 1, sets it off."""
    assert found.do("trap yara disable mine", *faces) == outcome
    assert len(found.rolls("disable device")[0].edge_dice) == 1
    assert found.board.traps["mine"].armed == armed
    assert found.yara.hp == 30 - lost
    assert found.yara.turn.full_round


def test_the_chance_to_set_it_off(found):
    """FP-TRP-2: d20 and 5 less a d6 is 9 or less, or the d20 shows 1; by how much it misses counts."""
    found.do("set fight board.traps.mine.damage=1 options.blast_save=none")
    missed = sum(die == 1 or die + 5 - less < 15 - 5 for die in range(1, 21) for less in range(1, 7))
    off = sum(chance for chance, done in ways(found, "trap yara disable mine") if done.fight.combatants["yara"].hp < 30)
    assert off == Fraction(missed, 120)


def test_after_a_near_miss_one_waits_a_round(found):
    """FP-TRP-2."""
    found.do("trap yara disable mine", 10, 1)
    for _ in range(3):
        found.do("turn next")
    assert "round 3" in found.refused("trap yara disable mine").message
    for _ in range(3):
        found.do("turn next")
    assert found.do("trap yara disable mine", 11, 1) == "success"


def test_out_of_combat_there_is_no_disadvantage_and_only_a_natural_1_sets_it_off(yard):
    """FP-TRP-2, FP-TRP-1."""
    yard.do("set fight board.traps.mine.found=true")
    yard.put(yara="N10").do("trap yara disable mine", 4)
    assert not yard.rolls("disable device")[0].edge_dice
    assert yard.told("trap-still-hot") == {"thing": "mine"}
    assert yard.board.traps["mine"].armed
    yard.do("trap yara disable mine", 1, 1, 1, 2)
    assert not yard.board.traps["mine"].armed


@pytest.mark.parametrize("line", ["trap yara disable mine", "trap yara disable", "trap yara disable snare"])
def test_only_a_trap_that_is_found_can_be_disabled(near, line):
    """FP-TRP-1."""
    assert near.refused(line).rule == "FP-TRP-1"


TWO = "set fight board.traps.spikes.name=spikes board.traps.spikes.square=O10 board.traps.spikes.damage=1d4"


def test_of_two_traps_on_a_square_both_go_off(near):
    """FP-TRP-1: the one that is listed first and the other; each is a save of its own."""
    near.do(TWO)
    near.set("yara", "skills.perception=0", "wisdom=3").put(yara="N10")
    near.do("move yara O10", 3, 4, 2, 4, 2)
    assert not any(trap.armed for trap in near.board.traps.values())
    assert near.yara.hp == 30 - 7 - 4


@pytest.mark.parametrize("seen", ["mine", "spikes"])
def test_who_knows_one_of_two_traps_halts_before_both(near, seen):
    """FP-TRP-1: whichever of them is listed first."""
    near.do(TWO)
    near.do(f"set fight board.traps.{seen}.found=true")
    near.set("yara", "skills.perception=0", "wisdom=3").put(yara="N10")
    near.do("move yara O10")
    assert (near.yara.square, near.told("halts")["thing"]) == ("N10", seen)
    assert all(trap.armed for trap in near.board.traps.values())
    assert near.refused("move yara P10 --via O10")


def test_who_is_pushed_onto_two_traps_sets_off_both(near):
    """FP-TRP-1, FP-TEC-1: known or not."""
    near.do(TWO)
    near.do("set fight board.traps.spikes.found=true")
    near.put(hale="M10", tough="N10", yara="A5")
    near.do("technique hale bull-rush tough", 4, 2, 3, 4, 2, 4, 2)
    assert near.tough.square == "O10"
    assert not any(trap.armed for trap in near.board.traps.values())
    assert near.tough.hp == 30 - 7 - 4
