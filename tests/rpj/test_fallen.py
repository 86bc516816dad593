"""Stabilising and dying."""

import pytest

STABLE, FAILED, MISS = (4, 5, 5, 4), (4, 5, 4, 4), (1, 1, 1, 1)


def test_the_incapacitated_roll_on_their_turn(field):
    """RPJ-STB-1: 4,5,5,4 makes 18 and stabilises (worked check 5); once a turn."""
    field.do("damage pike 3")
    assert field.refused("stabilize pike").rule == "RPJ-STB-1"
    field.turn_of("pike")
    assert field.pike.actions_left == 1
    assert field.session.rules.next_steps(field.fight) == ("stabilize pike",)
    assert field.do("stabilize pike", *FAILED) == "failure"
    assert field.refused("stabilize pike").rule == "RPJ-STB-1"
    field.turn_of("ann")
    field.turn_of("pike")
    assert field.do("stabilize pike", *STABLE) == "success"
    assert "stabilized" in field.pike.conditions


def test_a_roll_forgotten_is_made_at_the_end_of_the_turn(field):
    """RPJ-STB-1: `turn next` rolls it; not again if it was made."""
    field.do("damage pike 3")
    field.turn_of("pike")
    assert field.do("turn next", *FAILED) == ""
    assert field.pike.failures == 1
    field.turn_of("pike")
    field.do("stabilize pike", *FAILED)
    field.do("turn next")
    assert field.pike.failures == 2


def test_who_falls_while_its_turn_is_held_rolls_on_it(field):
    """RPJ-STB-1: on the count to which it was held; who stands has the whole turn then."""
    field.do("turn hold --until 25")
    field.do("damage ann 5")
    field.turn_of("ann")
    assert field.ann.actions_left == 1
    assert field.cited()["RPJ-STB-1"] == "ann actions_left"
    assert field.do("stabilize ann", *FAILED) == "failure"
    assert field.refused("stabilize ann").message == "Ann has rolled this turn"
    field.do("turn next")
    assert (field.fight.active, field.rook.actions_left) == ("rook", 2)


def test_the_dead_roll_no_more_whatever_else_is_put_on_them(field):
    """RPJ-STB-2: they have no turn either."""
    field.do("condition add pike dead")
    field.do("condition add pike incapacitated")
    for _ in field.fight.order:
        field.do("turn next")
        assert field.fight.active != "pike"
    assert field.refused("stabilize pike").rule == "RPJ-STB-2"


def test_out_of_turns_once_a_minute(start):
    """RPJ-STB-1: before the first round, or after the fight, the table says when."""
    field = start("damage pike 3")
    assert field.do("stabilize pike", *STABLE) == "success"


def test_five_failures_in_a_row_kill(start):
    """RPJ-STB-2: 17 five times (worked check 5)."""
    field = start("damage pike 3")
    for failures in range(1, 5):
        field.do("stabilize pike", *FAILED)
        assert field.pike.failures == failures
        assert field.told("slipping") == {"failures": failures, "deadly": 5}
    field.do("stabilize pike", *FAILED)
    assert set(field.pike.conditions) == {"dead"}
    assert field.refused("stabilize pike").rule == "RPJ-STB-2"
    assert field.refused("heal pike 3").rule == "RPJ-STB-2"
    assert field.refused("damage-save pike --damage 1").rule == "RPJ-STB-2"


def test_a_success_after_two_failures_stabilises(start):
    """RPJ-STB-2: 17, 17, 18 (worked check 5); the stable roll no more and take no turn."""
    field = start("damage pike 3")
    for faces in (FAILED, FAILED, STABLE):
        field.do("stabilize pike", *faces)
    assert "stabilized" in field.pike.conditions
    assert field.pike.failures == 0
    assert field.refused("stabilize pike").rule == "RPJ-STB-2"
    field.do("init --set ann=4 --set bob=3 --set rook=2 --set pike=9")
    assert field.fight.active == "ann"


def test_fresh_damage_ends_the_stabilisation(start):
    """RPJ-STB-2: and the count starts again at 0; an option leaves it."""
    field = start("damage pike 3", "stabilize pike --dice 4,5,4,4", "stabilize pike --dice 4,5,5,4")
    field.do("damage-save pike --damage 4")
    assert field.ended() == {("pike", "stabilized"): "RPJ-STB-2"}
    field.do("stabilize pike", *FAILED)
    assert field.pike.failures == 1
    field = start("set fight options.damage_restarts=false", "damage pike 3", "stabilize pike --dice 4,5,5,4")
    field.do("damage-save pike --damage 4")
    assert "stabilized" in field.pike.conditions


@pytest.mark.parametrize("condition", ["incapacitated", "dead"])
def test_who_is_taken_out_by_hand_drops_everything_too(begin, condition):
    """RPJ-DMG-7: overwatch, suppression, a grapple and caution end, whoever says that it is down."""
    field = begin("set bob grapple=rook overwatch=2", "set rook grapple=bob")
    field.do('condition add pike "suppressed by bob"')
    field.do("condition add bob cautious")
    field.do(f"condition add bob {condition}")
    assert (field.bob.overwatch, field.bob.grapple, field.rook.grapple) == ("", "", "")
    assert (set(field.bob.conditions), set(field.pike.conditions)) == ({condition}, set())
    assert {rule for _, rule in field.ended().items()} == {"RPJ-DMG-7", "RPJ-SUP-5"}


def test_caution_ends_with_the_fall(field):
    """RPJ-CAU-4, RPJ-DMG-7: a stable body takes no turn that would end it."""
    field.do("cautious ann 1")
    field.do("damage ann 9")
    assert set(field.ann.conditions) == {"incapacitated"}
    assert field.ended() == {("ann", "cautious"): "RPJ-DMG-7"}


@pytest.mark.parametrize(
    "begun",
    [
        "set bob overwatch=2",
        "set bob grapple=rook",
        "condition add bob cautious",
        'condition add pike "suppressed by bob"',
    ],
)
def test_whatever_it_had_begun_ends(field, begun):
    """RPJ-DMG-7: each by itself, where the GM says that somebody is down."""
    field.do(begun)
    field.do("condition add bob incapacitated")
    assert (field.bob.overwatch, field.bob.grapple, set(field.bob.conditions)) == ("", "", {"incapacitated"})
    assert field.pike.conditions == {}


def test_the_gms_damage_ends_a_stabilisation_too(field):
    """RPJ-STB-2: the failures count anew, whatever they were."""
    field.do("damage pike 3")
    field.do("condition add pike stabilized")
    field.do("set pike failures=3")
    field.do("damage pike 1")
    assert (set(field.pike.conditions), field.pike.failures) == ({"incapacitated"}, 0)
    assert field.rules_of("Changed") == {"RPJ-STB-2"}


def test_damage_on_the_dying_counts_nothing_anew(start):
    """RPJ-STB-2: only a stabilisation is undone."""
    field = start("damage pike 3", "stabilize pike --dice 4,5,4,4")
    field.do("damage-save pike --damage 4")
    assert field.pike.failures == 1


def test_who_is_healed_forgets_its_failures(start):
    """RPJ-STB-2: a later fall begins at 0."""
    field = start("damage pike 3", "stabilize pike --dice 4,5,4,4")
    field.do("heal pike 1")
    assert (field.pike.failures, field.pike.conditions) == (0, {})
    assert field.rules_of("Changed") == {"GM"}


@pytest.mark.parametrize(
    ("lines", "left"),
    [(("heal pike 1",), 2), (("set pike dexterity=5", "heal pike 1"), 3), (("stabilize pike", "heal pike 1"), 0)],
)
def test_who_is_healed_in_its_own_turn_has_the_turn_of_one_who_stands(field, lines, left):
    """RPJ-ACT-1, RPJ-STB-1: two actions, not the one of its roll; behind the roll none is left."""
    field.do("damage pike 3")
    field.turn_of("pike")
    for line in lines:
        field.do(line)
    assert field.pike.actions_left == left
    assert field.cited()["RPJ-ACT-1" if left else "GM"]


def test_who_is_healed_before_the_turn_that_it_held_has_all_of_it(field):
    """RPJ-ACT-1, RPJ-ACT-7: as it held it; whoever fell after a turn of its own waits for the next."""
    field.do("turn hold --until 25")
    field.do("damage ann 5")
    field.do("heal ann 5")
    field.turn_of("ann")
    assert field.ann.actions_left == 2
    field.do("damage ann 5")
    field.do("heal ann 5")
    assert field.ann.actions_left == 0


def test_who_stands_needs_no_roll(field):
    """RPJ-STB-1: nothing to stabilise."""
    assert field.refused("stabilize ann").rule == "RPJ-STB-1"


def test_who_falls_on_its_own_turn_rolls_on_its_next(field):
    """RPJ-STB-1: the turn it falls in is over with it."""
    field.do("damage ann 5")
    assert field.session.rules.next_steps(field.fight) == ("turn next",)
    field.do("turn next")
    assert field.ann.failures == 0


def test_where_nobody_has_a_turn_any_more_the_fight_ends(field):
    """RPJ-STB-1: what the table does next is never refused."""
    for who in field.fight.combatants:
        field.do(f"condition add {who} dead")
    field.do("set ann actions_left=0")
    assert field.session.rules.next_steps(field.fight) == ("end",)
