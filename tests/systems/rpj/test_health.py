"""Stabilising and dying."""

import pytest

from rbfcli.systems.rpj.entry import rested
from rbfcli.systems.rpj.sheet import Character, base_layer, ordered_layers, outermost_layer, saves_left
from tests.showing import facts

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
    """RPJ-STB-1: on the count it was held to; a combatant back up has the whole turn then."""
    field.do("turn hold --until 25")
    field.do("damage ann 5")
    field.turn_of("ann")
    assert field.ann.actions_left == 1
    assert field.cited()["RPJ-STB-1"] == "ann actions_left"
    assert field.do("stabilize ann", *FAILED) == "failure"
    assert field.refused("stabilize ann").message == "Ann has already rolled this turn"
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
    """RPJ-DMG-7: overwatch, suppression, a grapple and caution end, for any reason to be down."""
    field = begin("set bob grapple=rook overwatch=2", "set rook grapple=bob")
    field.do('condition add pike "suppressed by bob"')
    field.do("condition add bob cautious")
    field.do(f"condition add bob {condition}")
    assert (field.bob.overwatch, field.bob.grapple, field.rook.grapple) == ((), "", "")
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
    """RPJ-DMG-7: each separately, if the GM puts a combatant down."""
    field.do(begun)
    field.do("condition add bob incapacitated")
    assert (field.bob.overwatch, field.bob.grapple, set(field.bob.conditions)) == ((), "", {"incapacitated"})
    assert field.pike.conditions == {}


def test_the_gms_damage_ends_a_stabilisation_too(field):
    """RPJ-STB-2: failures restart from 0."""
    field.do("damage pike 3")
    field.do("condition add pike stabilized")
    field.do("set pike failures=3")
    field.do("damage pike 1")
    assert (set(field.pike.conditions), field.pike.failures) == ({"incapacitated"}, 0)
    assert field.rules_of("FieldChanged") == {"RPJ-STB-2"}


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
    assert field.rules_of("FieldChanged") == {"GM"}


@pytest.mark.parametrize(
    ("lines", "left"),
    [(("heal pike 1",), 2), (("set pike dexterity=5", "heal pike 1"), 3), (("stabilize pike", "heal pike 1"), 0)],
)
def test_who_is_healed_in_its_own_turn_has_the_turn_of_one_who_stands(field, lines, left):
    """RPJ-ACT-1, RPJ-STB-1: two actions, not the one of its roll; none is left after the roll."""
    field.do("damage pike 3")
    field.turn_of("pike")
    for line in lines:
        field.do(line)
    assert field.pike.actions_left == left
    assert field.cited()["RPJ-ACT-1" if left else "GM"]


def test_who_is_healed_before_the_turn_that_it_held_has_all_of_it(field):
    """RPJ-ACT-1, RPJ-ACT-7: as it held it; one who fell after its own turn waits for the next."""
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


# Damage saves: layers, the best number, crossing out, breaking, going down.


HIT, MISS_OF_SAVES = (6, 6, 6, 6), (1, 1, 1, 1)


def test_layers_stand_from_the_outermost_to_the_base(field):
    """RPJ-DMG-1: each with its numbers, standing or crossed out; without layers a sheet gets the usual base."""
    one = Character(
        name="x", layers={"field": (6,), "frame": (4, 5), "base": (9,)}, crossed={"field": (6,), "frame": (4,)}
    )
    assert (outermost_layer(one), base_layer(one)) == ("frame", "base")
    assert [saves_left(one, each) for each in one.layers] == [(), (5,), (9,)]
    field.do("add Guest side=crew")
    assert field.guest.layers == {"base": (10, 12, 14)}


def test_a_layer_added_later_lies_outside_the_base(field):
    """RPJ-DMG-1: the base is the layer of that name, else the last of the sheet; the latest of others is outermost."""
    field.do("set ann layers.shield=6")
    assert (base_layer(field.ann), ordered_layers(field.ann)) == ("base", ("shield", "vest", "base"))
    assert facts(field.session.rules, field.fight, "ann")["layers"] == "shield 6, vest 9 10, base 10 12 14"
    field.do("set ann layers.field=4")
    assert ordered_layers(field.ann) == ("field", "shield", "vest", "base")
    assert field.do("damage-save ann --damage 4", *HIT) == "success"
    assert (field.told("struck")["layer"], field.rolls()[0].against) == ("field", 8)
    field.do("add Drone layers.shell=7,8 layers.core=9")
    field.do("set drone layers.field=6")
    assert ordered_layers(field.drone) == ("field", "shell", "core")
    assert (field.ann.base, field.drone.base) == ("", "core")
    field.do("damage drone 3")
    assert (outermost_layer(field.drone), saves_left(field.drone, "core")) == ("core", (9,))
    field.do("heal drone 1")
    assert (saves_left(field.drone, "shell"), saves_left(field.drone, "field")) == ((7,), ())


def test_a_sheet_may_name_its_base_anywhere(field):
    """RPJ-DMG-1: the others lie outside it in the order of the sheet."""
    field.do("add Golem layers.shield=5 layers.base=9 layers.vest=7")
    assert list(field.golem.layers) == ["shield", "vest", "base"]
    field.do("set golem layers.field=6")
    assert ordered_layers(field.golem) == ("field", "shield", "vest", "base")


def test_where_all_layers_are_broken_the_base_is_meant():
    """RPJ-DMG-2: and nothing, where there is none."""
    broken = Character(name="x", layers={"vest": (9,), "base": (10,)}, crossed={"vest": (9,), "base": (10,)})
    assert outermost_layer(broken) == "base"
    bare = Character(name="x")
    assert (outermost_layer(bare), base_layer(bare), ordered_layers(bare), saves_left(bare, "")) == ("", "", (), ())


def test_the_same_number_twice_is_crossed_out_once():
    """RPJ-DMG-4: of two sevens one is left."""
    one = Character(name="x", layers={"base": (7, 7, 8)}, crossed={"base": (7,)})
    assert saves_left(one, "base") == (7, 8)


def test_damage_meets_the_lowest_number_of_the_outermost_layer(field):
    """RPJ-DMG-2, RPJ-DMG-3: vest 9 and 10, damage 4: the save is against 13."""
    assert field.do("damage-save ann --damage 4", 3, 3, 3, 4) == "success"
    assert field.rule("struck") == "RPJ-DMG-2"
    assert (field.rolls()[0].who, field.rolls()[0].target) == ("ann", "")
    assert (field.rolls()[0].against, field.rolls()[0].rule) == (13, "RPJ-DMG-3")


def test_a_save_made_crosses_out_its_number(begin):
    """RPJ-DMG-4: armour 10, 12, 15 and 3 damage: 3,3,4,4 makes 14 against 13, 12 and 15 stay (worked check 1)."""
    field = begin("set ann layers.vest=10,12,15")
    assert field.do("damage-save ann --damage 3", 3, 3, 4, 4) == "success"
    assert saves_left(field.ann, "vest") == (12, 15)
    assert field.rule("crossed-out") == "RPJ-DMG-4"


def test_a_save_failed_crosses_out_the_layer(begin):
    """RPJ-DMG-5, RPJ-DMG-6: 2,2,3,3 makes 10: the armour is broken, the base is outermost (worked check 2)."""
    field = begin("set ann layers.vest=10,12,15")
    assert field.do("damage-save ann --damage 3", 2, 2, 3, 3) == "failure"
    assert field.rule("crossed-out") == "RPJ-DMG-5"
    assert field.rule("layer-broken") == "RPJ-DMG-6"
    assert outermost_layer(field.ann) == "base"
    assert field.session.rules.standing(field.ann)


def test_the_last_number_of_a_layer_breaks_it_too(field):
    """RPJ-DMG-6: two saves made against the vest."""
    field.do("damage-save ann --damage 0", *HIT)
    assert field.told("layer-broken") is None
    field.do("damage-save ann --damage 0", *HIT)
    assert field.told("layer-broken") == {"layer": "vest"}


def test_a_broken_base_incapacitates(field):
    """RPJ-DMG-7: no action but the roll to stabilise; overwatch, suppression and grapples end."""
    field.do("overwatch ann 1")
    field.do("suppress ann pike --force", *HIT)
    field.do("damage-save ann --damage 4", *MISS_OF_SAVES)
    field.do("damage-save ann --damage 4", *MISS_OF_SAVES)
    assert "incapacitated" in field.ann.conditions
    assert (field.ann.overwatch, field.ann.actions_left, field.pike.conditions) == ((), 0, {})
    assert field.refused("move ann 1").rule == "RPJ-DMG-7"
    assert field.refused("overwatch ann 1").rule == "RPJ-DMG-7"


def test_an_incapacitated_grappler_lets_go(begin):
    """RPJ-DMG-7: its opponent is free."""
    field = begin("set bob grapple=rook", "set rook grapple=bob")
    field.do("damage bob 5")
    assert (field.bob.grapple, field.rook.grapple) == ("", "")


def test_a_hit_makes_the_target_save(field):
    """RPJ-ACT-3, RPJ-DMG-3: the rifle's 4 on Pike's best save, 10."""
    field.do("attack ann pike", *HIT, 3, 3, 4, 4)
    assert (field.rolls("damage save")[0].against, saves_left(field.pike, "base")) == (14, (12, 14))


def test_straight_against_the_base(field):
    """RPJ-DMG-2: --base passes the layers outside."""
    field.do("damage-save ann --damage 1 --base", *HIT)
    assert saves_left(field.ann, "vest") == (9, 10)
    assert saves_left(field.ann, "base") == (12, 14)


def test_damage_on_the_fallen_rolls_nothing(field):
    """RPJ-DMG-7: no save is left to roll."""
    field.do("damage pike 3")
    assert field.do("damage-save pike --damage 4") == ""
    assert field.told("nothing-left") == {}


def test_somebody_without_a_save_falls_at_once(field):
    """RPJ-DMG-7: a base layer restored by no one, a condition removed by the GM."""
    field.do("damage pike 3")
    field.do("condition remove pike incapacitated")
    field.do("damage-save pike --damage 1")
    assert "incapacitated" in field.pike.conditions


def test_the_gm_crosses_out_and_restores(field):
    """RPJ-DMG-1: best numbers first; the base layer first, and with it one is back."""
    field.do("damage ann 3")
    assert (saves_left(field.ann, "vest"), saves_left(field.ann, "base")) == ((), (12, 14))
    field.do("damage ann 9")
    assert "incapacitated" in field.ann.conditions
    field.do("heal ann 4")
    assert "incapacitated" not in field.ann.conditions
    assert (saves_left(field.ann, "vest"), saves_left(field.ann, "base")) == ((9,), (10, 12, 14))
    field.do("heal ann 9")
    assert field.session.rules.health(field.ann) == (5, 5)


@pytest.mark.parametrize("line", ["damage ann 0", "heal ann -1", "damage ann 5000"])
def test_an_amount_of_saves_that_is_none_is_refused(field, line):
    """RPJ-DMG-1: from 1 on."""
    assert field.refused(line).status == 2


def test_the_gm_tells_once_that_nothing_is_left(field):
    """RPJ-DMG-7: for any larger number; a thousand saves at most are crossed out together."""
    field.do("damage pike 1000")
    assert field.happened("layer-broken") == 1
    assert field.happened("nothing-left") == 1
    field.do("damage pike 1000")
    assert field.happened("nothing-left") == 1


def test_a_base_without_numbers_brings_nobody_back(field):
    """RPJ-DMG-7: healing only an outer layer does not get a combatant up."""
    field.do("add Ghost side=raiders layers.shell=7 layers.base=")
    field.do("damage ghost 2")
    assert "incapacitated" in field.ghost.conditions
    field.do("heal ghost 1")
    assert (saves_left(field.ghost, "shell"), set(field.ghost.conditions)) == ((7,), {"incapacitated"})


def test_who_is_down_by_hand_goes_down_once(field):
    """RPJ-DMG-7: a base layer broken after that says nothing new."""
    field.do("condition add pike incapacitated")
    field.do("damage pike 3")
    assert field.rules_of("ConditionGained") == set()


def test_without_layers_there_is_nothing_to_save(one_liner, field):
    """RPJ-DMG-2: the stand-in for an attack from numbers alone has none."""
    field.do("set pike layers.base=")
    field.do("set pike layers.base=10")
    assert field.do("damage-save pike --damage 1", *HIT) == "success"
    assert one_liner("attack --defense 4", *HIT).outcome == "success"


def test_who_falls_lets_go_before_the_next_is_hit(begin):
    """RPJ-DMG-7, RPJ-GRP-2: a blast fells Rook; Bob, whom it grappled, is immediately easier to shoot."""
    field = begin("set bob grapple=rook", "set rook grapple=bob", "set ann skills.throwing=9")
    field.do("attack ann rook --with grenade", *HIT, *MISS_OF_SAVES, *HIT, *HIT)
    rook, bob = ([each.value for each in roll.modifiers if each.rule == "RPJ-GRP-2"] for roll in field.rolls("attack"))
    assert (rook, bob) == ([-2], [])


def test_one_side_left_is_said_once(field):
    """RPJ-DMG-7: when the last raider falls."""
    field.do("damage rook 3")
    assert field.told("one-side-left") is None
    field.do("damage pike 3")
    assert field.told("one-side-left") == {"side": "crew"}
    field.do("damage pike 1")
    assert field.told("one-side-left") is None


def test_those_who_rested_have_no_save_crossed_out():
    """RPJ-DMG-4."""
    assert rested(Character(name="Sela", crossed={"base": (10,)})).crossed == {}
