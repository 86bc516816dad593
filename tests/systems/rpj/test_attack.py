"""What a turn holds: actions by Dexterity, moves, attacks, the order of turns."""

import pytest

from rbfcli.core.errors import Refusal
from rbfcli.language.parser import read_line
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.sheet import Character, actions_of
from tests.showing import facts


@pytest.mark.parametrize(("dexterity", "actions"), [(0, 2), (4, 2), (5, 3), (9, 3), (10, 4), (15, 4)])
def test_actions_come_from_dexterity(dexterity, actions):
    """RPJ-ACT-1: 2, from Dexterity 5 on 3, from 10 on 4 (worked check 4)."""
    assert actions_of(Character(name="x", dexterity=dexterity)) == actions


def test_more_actions_than_are_left_are_refused(field):
    """RPJ-ACT-1: two actions are two attacks; a third is refused, by force it is done."""
    for _ in range(2):
        field.do("attack ann pike", 1, 1, 1, 1)
    wrong = field.refused("attack ann pike")
    assert (wrong.rule, wrong.message) == ("RPJ-ACT-1", "Ann has no action left this turn")
    assert field.do("attack ann pike --force", 1, 1, 1, 1) == "failure"
    assert field.ann.actions_left == 0


def test_aimed_fire_needs_both_actions(field):
    """RPJ-ACT-1: what costs two is refused with one left."""
    field.do("attack ann pike", 1, 1, 1, 1)
    wrong = field.refused("attack ann pike --aimed")
    assert wrong.rule == "RPJ-ACT-1"
    assert wrong.message == "Ann has 1 action left this turn; this takes 2"


def test_before_the_first_round_nothing_is_counted(start):
    """RPJ-ACT-1: whole turns are to be had, and no action is spent."""
    field = start("set ann actions_left=2", "set bob grapple=rook", "set rook grapple=bob")
    field.do("attack ann pike", 1, 1, 1, 1)
    field.do("cautious ann 1 --no-react")
    assert field.ann.actions_left == 2
    assert field.do("grapple bob", 6, 6, 6, 6, 1, 1, 1, 1) == "success"


def test_several_actions_left_may_be_too_few(begin):
    """RPJ-ACT-1: the option makes a grapple dearer than a turn."""
    field = begin("set fight options.grapple_actions=4", "set ann region=1 group=A")
    assert field.refused("grapple ann rook").message == "Ann has 2 actions left this turn; this takes 4"


def test_a_move_goes_over_one_link(field):
    """RPJ-ACT-2: to a linked region, alone or into a group; further is refused with what is linked."""
    wrong = field.refused("move ann 2")
    assert wrong.rule == "RPJ-ACT-2"
    assert "linked regions: 1" in wrong.hint
    field.do("move ann 1 --group A")
    assert (field.ann.region, field.ann.group, field.ann.actions_left) == ("1", "A", 1)
    field.do("move ann 1 --no-react")
    assert (field.ann.region, field.ann.group, field.ann.actions_left) == ("1", "", 0)


def test_a_move_without_a_region_goes_where_its_partner_is(field):
    """RPJ-ACT-2: --join alone is enough; a name of a region does as well as its id."""
    field.do("move ann --join bob")
    assert (field.ann.region, field.ann.group) == ("1", "A")
    field.do('move ann "the ditch" --no-react')
    assert field.ann.region == "0"


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("move ann 0", "RPJ-ACT-2"),
        ("move bob 2", "RPJ-ACT-7"),
        ("attack bob rook", "RPJ-ACT-7"),
        ("attack ann ann", "RPJ-ACT-3"),
        ("attack ann pike rook", "RPJ-ACT-3"),
    ],
)
def test_what_makes_no_sense_is_refused(field, line, rule):
    """RPJ-ACT-2, RPJ-ACT-3, RPJ-ACT-7: the current place, oneself, two targets, another's turn."""
    assert field.refused(line).rule == rule


@pytest.mark.parametrize("region", ["7", "nowhere"])
def test_an_unknown_region_is_refused(field, region):
    """RPJ-ACT-2, RPJ-OVR-1: as typed, and by the rule if a program asks; the hint lists the regions."""
    wrong = field.refused(f"move ann {region}")
    assert (wrong.status, wrong.hint) == (2, "places: 0, 1, 2, 3")
    asked = {
        "RPJ-ACT-2": commands.Move(who="ann", to=region),
        "RPJ-OVR-1": commands.Overwatch(who="ann", region=region),
    }
    for rule, command in asked.items():
        with pytest.raises(Refusal, match=f"unknown region '{region}'") as caught:
            field.session.perform(command)
        assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ((), "attack ann pike"),
        ((), "suppress ann pike"),
        (("set ann region=1 group=A",), "grapple ann rook"),
        (("set ann region=1 group=A grapple=rook", "set rook grapple=ann"), "grapple ann --then neither"),
        ((), "damage-save ann --damage 9"),
        (("damage ann 5", "set ann actions_left=1"), "stabilize ann"),
    ],
)
def test_the_gms_modifier_is_added_and_named(field, before, line):
    """RPJ-ACT-3, RPJ-DMG-3, RPJ-GRP-1, RPJ-STB-1: --mod on every verb that rolls."""
    for each in before:
        field.do(each)
    field.do(f"{line} --mod -3 --no-react" if "attack" in line or "suppress" in line else f"{line} --mod -3")
    mods = [(each.value, each.why, each.rule) for each in field.rolls()[0].modifiers]
    assert mods[-1] == (-3, "modifier", "")
    assert field.rolls()[0].total == sum(die.face for die in field.rolls()[0].dice) + sum(value for value, *_ in mods)


def test_a_weapon_not_carried_is_refused(field):
    """RPJ-ACT-3: with those that are."""
    assert field.refused("attack ann pike --with sword").status == 2
    with pytest.raises(Refusal, match="unknown weapon 'sword' on Ann") as caught:
        field.session.perform(commands.Attack(who="ann", targets=("pike",), weapon="sword"))
    assert (caught.value.rule, caught.value.hint) == ("RPJ-ACT-3", "weapons on Ann: rifle, grenade, unarmed")


def test_a_weapon_is_known_by_its_beginning_and_by_its_name(field):
    """RPJ-ACT-3: `rif` is the rifle, `bare hands` are the unarmed ones."""
    field.do("attack ann pike --with rif", 1, 1, 1, 1)
    assert field.session.journal[-1].endswith("--with rifle")
    field.turn_of("rook")
    field.do('attack rook bob --with "bare hands"', 1, 1, 1, 1)
    assert field.rolls("attack")[0].against == 17


def test_an_attack_adds_skill_and_half_the_attribute(field):
    """RPJ-ACT-3: 4d6 + 4 guns + 2 for Dexterity 4 reaches a ranged defense value of 18 exactly."""
    assert field.do("attack ann pike", 3, 3, 3, 3, 6, 6, 6, 6) == "success"
    rolled = field.rolls("attack")[0]
    assert [(each.value, each.why) for each in rolled.modifiers] == [(4, "guns skill"), (2, "dexterity bonus")]
    assert (rolled.total, rolled.against, rolled.margin) == (18, 18, 0)
    assert field.do("attack ann pike", 3, 3, 3, 2) == "failure"


def test_melee_goes_against_the_melee_defense_value(field):
    """RPJ-ACT-3: 5 blades + 2 for Strength 5, rounded down, against 16."""
    field.turn_of("bob")
    field.do("attack bob rook", 1, 1, 1, 1)
    assert (field.rolls()[0].total, field.rolls()[0].against) == (11, 16)


def test_a_missing_defense_value_is_derived(field):
    """RPJ-ACT-3: 15 and 16, each and half the Dexterity, unless the sheet says; `check` warns of it."""
    field.do("add Stray side=raiders dexterity=5 region=1 group=A layers.base=9")
    assert facts(field.session.rules, field.fight, "stray")["defense"] == "17/18"
    field.turn_of("bob")
    field.do("attack bob stray", 1, 1, 1, 1)
    assert field.rolls()[0].against == 17
    field.do("attack ann stray --force --no-react", 1, 1, 1, 1)
    assert field.rolls()[0].against == 18
    field.do("set fight options.rounding=up options.melee_base=10 options.ranged_base=20")
    assert facts(field.session.rules, field.fight, "stray")["defense"] == "13/23"
    assert warned(field, "stray") == ["combatants.stray: no melee and ranged defense values: derived, 13/23"]
    field.do("set stray melee_defense=0")
    assert warned(field, "stray") == [
        "combatants.stray.melee_defense: every attack beats a defense of 0; use a higher number",
        "combatants.stray: no ranged defense value: derived, 0/23",
    ]
    field.do("set stray melee_defense=1")
    field.do("set stray ranged_defense=12")
    assert warned(field, "stray") == []
    assert facts(field.session.rules, field.fight, "stray")["defense"] == "1/12"


def warned(field, who):
    return [each.line for each in field.session.rules.warnings(field.fight, who)]


def test_the_sheet_may_state_the_attribute_bonus(begin):
    """RPJ-ACT-3: a bonus on the sheet goes before half the attribute; the option rounds up."""
    field = begin("set fight options.rounding=up", "set bob bonuses.strength=9")
    field.turn_of("bob")
    field.do("attack bob rook", 1, 1, 1, 1)
    assert field.rolls()[0].total == 4 + 5 + 9
    field.turn_of("rook")
    field.do("attack rook bob", 1, 1, 1, 1)
    assert field.rolls()[0].total == 4 + 2 + 2


def test_bare_hands_are_always_there(field):
    """RPJ-ACT-3: without a skill, and with the damage of the option."""
    field.turn_of("rook")
    field.do("attack rook bob --with unarmed", 6, 6, 6, 6, 1, 1, 1, 1)
    assert field.rolls("attack")[0].total == 24 + 1
    assert field.told("struck")["damage"] == 1
    assert field.session.rules.words_of(field.fight, "weapon", "rook")["unarmed"] == ("bare hands",)


def test_who_carries_nothing_fights_with_bare_hands(field):
    """RPJ-ACT-3: with its own skill in them, if it has one."""
    field.do("set rook weapons= skills.unarmed=3")
    field.turn_of("rook")
    field.do("attack rook bob", 1, 1, 1, 1)
    assert [(each.value, each.why) for each in field.rolls()[0].modifiers] == [
        (3, "unarmed skill"),
        (1, "strength bonus"),
    ]
    assert field.rolls()[0].against == 17


def test_initiative_is_4d6_and_dexterity(start):
    """RPJ-ACT-7: highest first; equals by Dexterity, then as in the file; --set overrules."""
    field = start("init --set pike=3 --dice 3,3,3,3,3,3,3,1,4,4,4,1")
    assert [(slot.who, slot.count) for slot in field.fight.order] == [
        ("bob", 16),
        ("ann", 16),
        ("rook", 16),
        ("pike", 3),
    ]
    order = "ann initiative, bob initiative, rook initiative, pike initiative, InitiativeSet, RoundBegan, bob TurnBegan"
    assert field.cited() == {"RPJ-ACT-7": order, "RPJ-ACT-1": "bob actions_left"}


def test_a_modifier_of_initiative_counts_for_everybody(start):
    """RPJ-ACT-7: 4d6, the Dexterity and --mod, each by its name."""
    field = start()
    field.do("init --mod 3 --set ann=1 --set bob=1 --set rook=1", 1, 1, 1, 1)
    rolled = field.rolls("initiative")[0]
    assert (rolled.who, rolled.total, rolled.rule) == ("pike", 4 + 3 + 3, "RPJ-ACT-7")
    assert [(each.value, each.why, each.rule) for each in rolled.modifiers] == [
        (3, "Dexterity", "RPJ-ACT-7"),
        (3, "modifier", ""),
    ]


def test_who_comes_later_acts_from_the_next_round_on(field):
    """RPJ-ACT-7: on its given count, after more dexterous ones."""
    field.do("set pike initiative=0")
    field.do("set rook initiative=1 dexterity=0")
    field.do("add Late side=crew dexterity=1 --initiative 0")
    field.turn_of("bob")
    field.turn_of("ann")
    assert [(slot.who, slot.count) for slot in field.fight.order[-3:]] == [("rook", 1), ("pike", 0), ("late", 0)]
    assert {event.rule for event in field.last.events} <= {"RPJ-ACT-7", "RPJ-ACT-4", "RPJ-ACT-1"}


def test_the_order_is_settled_once(field):
    """RPJ-ACT-7: `init` in the middle of a fight would give everyone a new turn; --force does that."""
    wrong = field.refused("init")
    assert (wrong.rule, wrong.message) == ("RPJ-ACT-7", "the fight has already begun: this is round 1")
    field.turn_of("bob")
    field.do("init --force --set ann=1 --set bob=2 --set rook=3 --set pike=4")
    assert (field.fight.round, field.fight.active) == (1, "pike")


def test_a_turn_is_held_whole(field):
    """RPJ-ACT-7: until a later count, or last; not after an action; the next round has the old order."""
    field.do("turn hold --until 15")
    assert [slot.who for slot in field.fight.order] == ["bob", "rook", "ann", "pike"]
    field.turn_of("ann")
    assert field.fight.round == 1
    field.do("attack ann pike", 1, 1, 1, 1)
    field.turn_of("bob")
    assert [slot.who for slot in field.fight.order] == ["ann", "bob", "rook", "pike"]
    field.do("move bob 0 --no-react")
    assert field.refused("turn hold").rule == "RPJ-ACT-7"
    assert field.refused("turn hold --until 99").rule == "RPJ-ACT-7"


def test_a_blast_hits_the_whole_group(field):
    """RPJ-ACT-3: one roll for each of the target's group, friend or foe, the target first."""
    assert field.do("attack ann rook --with grenade", 6, 6, 6, 6, 6, 6, 6, 6, 1, 1, 1, 1) == "success"
    assert [each.target for each in field.rolls("attack")] == ["rook", "bob"]


# Aimed and suppressive fire.


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
    assert "RPJ-SUP-5" in field.rules_of("ConditionGained")
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
    """RPJ-SUP-1, RPJ-ACT-6: in advance, after the shot; a stranger is refused before it."""
    field.turn_of("rook")
    assert field.refused("suppress rook pike --react ann").hint == "able to react: bob"
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


def test_who_would_be_caught_in_a_blast_is_who_is_rolled_for(field):
    """RPJ-FIELD-3: the target and its group; no other weapon catches anyone."""
    field.do("set rook region=1 group=A")

    def would_catch(line):
        return field.session.would_catch(read_line(line, field.session.rules, field.fight))

    assert would_catch("attack ann rook --with grenade") == ("rook", "bob")
    assert would_catch("attack ann rook --with rifle") is None
    assert would_catch("move ann 1") is None
    field.do("attack ann rook --with grenade")
    assert {each.target for each in field.rolls("attack")} == {"rook", "bob"}
