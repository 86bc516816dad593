"""Aimed and suppressive fire."""

import pytest

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


def test_aimed_fire_is_two_actions_and_one_more(field):
    """RPJ-AIM-1: +1 on one ranged attack made with it."""
    field.do("attack ann pike --aimed", *MISS)
    assert field.ann.actions_left == 0
    assert [(each.value, each.rule) for each in field.rolls()[0].modifiers if each.why == "aimed"] == [(1, "RPJ-AIM-1")]


@pytest.mark.parametrize(
    ("line", "rule"), [("attack bob rook --aimed", "RPJ-AIM-1"), ("suppress bob rook", "RPJ-SUP-1")]
)
def test_a_sword_neither_aims_nor_suppresses(field, line, rule):
    """RPJ-AIM-1, RPJ-SUP-1: both are ranged attacks."""
    field.turn_of("bob")
    assert field.refused(line).rule == rule


def test_suppressive_fire_ignores_cover_and_does_no_damage(begin):
    """RPJ-SUP-1: two actions, one ranged attack against the bare ranged defense value."""
    field = begin("set pike cover=crates")
    assert field.do("suppress ann pike", *HIT) == "success"
    assert field.ann.actions_left == 0
    assert [(each.label, each.against) for each in field.rolls()] == [("suppressive fire", 18)]
    assert field.pike.crossed == {}


def test_a_hit_suppresses_a_miss_does_not(field):
    """RPJ-SUP-2: the condition says by whom."""
    assert field.do("suppress ann pike", *MISS) == "failure"
    assert field.pike.conditions == {}
    field.do("set ann actions_left=2")
    field.do("suppress ann pike", *HIT)
    assert field.pike.conditions["suppressed by ann"].by == "ann"


def test_several_may_suppress_one(field):
    """RPJ-SUP-2: Rook's fire comes on top of Ann's."""
    field.do("suppress ann pike", *HIT)
    field.do("suppress rook pike --no-react --force", *HIT)
    assert set(field.pike.conditions) == {"suppressed by ann", "suppressed by rook"}


def test_the_suppressed_halve_their_base_attack_modifier(field):
    """RPJ-SUP-3: 3 guns + 1 for Dexterity 3 becomes 2; aimed fire is refused."""
    field.do("suppress ann pike", *HIT)
    field.turn_of("pike")
    field.do("attack pike rook --with pistol", *MISS)
    assert field.rolls()[0].total == 4 + 2
    assert "RPJ-SUP-3" in {each.rule for each in field.rolls()[0].modifiers}
    field.do("set pike actions_left=2")
    assert field.refused("attack pike rook --aimed").rule == "RPJ-SUP-3"


def test_a_suppressed_attacker_misses_where_it_would_have_hit(begin):
    """RPJ-SUP-3, RPJ-COV-2: 3,4,4,5 + 6 against 18 and +3 hits with 22; with +3 it misses (worked check 7)."""
    field = begin("set pike cover=crates")
    assert field.do("attack ann pike", 3, 4, 4, 5, *HIT) == "success"
    assert (field.rolls("attack")[0].total, field.rolls("attack")[0].against) == (22, 21)
    field = begin("set pike cover=crates", 'condition add ann "suppressed by pike"')
    assert field.do("attack ann pike", 3, 4, 4, 5) == "failure"
    assert (field.rolls("attack")[0].total, field.rolls("attack")[0].against) == (19, 21)


def test_the_half_is_rounded_as_the_option_says(begin):
    """RPJ-SUP-3: a base attack modifier of 7 becomes 3, or 4."""
    for rounding, total in (("down", 4 + 3), ("up", 4 + 4)):
        field = begin(
            "condition add bob suppressed", "set bob bonuses.strength=2", f"set fight options.rounding={rounding}"
        )
        field.turn_of("bob")
        field.do("attack bob rook", *MISS)
        assert field.rolls()[0].total == total


def test_who_suppresses_may_shoot_at_a_mover(field):
    """RPJ-SUP-4: the suppressor's free attack, ranged, with cover as usual."""
    field.do("suppress ann pike", *HIT)
    field.turn_of("pike")
    field.do("cover pike crates")
    assert field.offers() == [("ann", "moving")]
    field.do("choose attack", *MISS)
    assert (field.rolls()[0].rule, field.rolls()[0].total, field.rolls()[0].against) == ("RPJ-SUP-4", 4 + 6, 21)
    assert field.ann.free_attack_spent


def test_moving_out_of_range_gives_no_shot(begin):
    """RPJ-SUP-4: a pistol reaches one region."""
    field = begin('condition add bob "suppressed by pike"', "set bob region=0 group=")
    field.turn_of("bob")
    assert field.refused("move bob 1 --group A --react rook").rule == "RPJ-ACT-4"
    field.do("move bob 1 --group A --react pike", *MISS)
    field.do("set pike free_attack_spent=false")
    field.do("move bob 0 --no-react")
    field.do("cover bob wall")
    assert field.offers() == []


def test_suppression_ends_with_the_shooters_next_turn(field):
    """RPJ-SUP-5: at its start."""
    field.do("suppress ann pike", *HIT)
    field.turn_of("pike")
    assert field.pike.conditions
    field.do("turn next")
    assert field.fight.active == "ann"
    assert field.ended() == {("pike", "suppressed by ann"): "RPJ-SUP-5"}


def test_suppression_lasts_as_many_turns_as_the_option_says(begin):
    """RPJ-SUP-5: two starts of the shooter's turn."""
    field = begin("set fight options.suppression_turns=2")
    field.do("suppress ann pike", *HIT)
    field.turn_of("pike")
    field.turn_of("ann")
    kept = field.pike.conditions["suppressed by ann"]
    assert (kept.amount, kept.by) == (1, "ann")
    assert "RPJ-SUP-5" in field.rules_of("Afflicted")
    field.turn_of("pike")
    field.turn_of("ann")
    assert field.pike.conditions == {}


def test_suppression_ends_when_the_shooter_falls(field):
    """RPJ-SUP-5: or leaves the fight."""
    field.do("suppress ann pike", *HIT)
    field.do("damage ann 5")
    assert field.ended() == {("pike", "suppressed by ann"): "RPJ-SUP-5"}
    field.do("suppress rook pike --force --no-react", *HIT)
    field.do("remove rook")
    assert field.pike.conditions == {}


def test_suppressive_fire_beside_a_foe_provokes(field):
    """RPJ-SUP-1, RPJ-ACT-6: it is a ranged attack."""
    field.turn_of("rook")
    field.do("suppress rook pike", *MISS)
    assert field.offers() == [("bob", "shooting")]


def test_who_strikes_at_suppressive_fire_may_be_named(field):
    """RPJ-SUP-1, RPJ-ACT-6: beforehand, after the shot; a stranger is refused before it."""
    field.turn_of("rook")
    assert field.refused("suppress rook pike --react ann").hint == "these may: bob"
    field.do("suppress rook pike --react bob", *MISS, *MISS)
    assert [(each.who, each.label) for each in field.rolls()] == [("rook", "suppressive fire"), ("bob", "free attack")]
    assert field.offers() == []
    field.do("set rook actions_left=2")
    field.do("set bob free_attack_spent=false")
    field.do("suppress rook pike --no-react", *MISS)
    assert field.offers() == []


def test_the_dead_are_no_target(field):
    """RPJ-STB-2: refused, unless by force."""
    field.do("condition add pike dead")
    assert field.refused("attack ann pike").rule == "RPJ-STB-2"
    assert field.do("attack ann pike --force", *MISS) == "failure"
