"""What holds on both sides of the table, ends with its cause, reaches as far as anything else, and has an effect."""

import pytest

from rbfcli.systems.threat import RULES


def test_a_free_attack_of_an_enemy_moves_no_tracker_either(defence):
    """THR-ULT-2: it is used up, and the attack of the phase is left."""
    defence.do("condition add guard1 free-attack")
    defence.do("attack guard1 bram", 5, 5)
    assert (defence.board.tracker, dict(defence.board.acted), dict(defence.guard1.conditions)) == (3, {}, {})
    defence.do("attack guard1 bram --complication 'say mud'", 5, 4)
    assert (defence.board.tracker, dict(defence.board.acted)) == (2, {"guard1": "attacked"})


def test_a_free_attack_of_an_enemy_may_fall_in_offense(offense):
    """THR-ULT-2: like that of a PC it waits for no phase, and changes none."""
    offense.do("condition add guard1 free-attack")
    offense.do("attack guard1 bram --ultra 'say sky'", 6, 6)
    assert (offense.phase, offense.board.tracker, dict(offense.guard1.conditions)) == ("offense", 3, {})


@pytest.mark.parametrize("line", ["attack guard1 bram", "damage-save bram --by guard1"])
def test_a_hindered_enemy_is_easier_to_defend_against_once(defence, line):
    """THR-CMP-2: one die more for the defence, of which the two highest count; its attack uses the marker up."""
    defence.do("condition add guard1 disadvantage")
    assert defence.do(line, 1, 5, 5) == "success"
    assert dict(defence.guard1.conditions) == {}
    assert [(each.value, each.why) for each in defence.rolls()[0].edges] == [(1, "complication")]


def test_a_hindered_enemy_is_attacked_as_ever(offense):
    """THR-CMP-2: the marker lies on what it does next, not on what is done to it."""
    offense.do("condition add guard1 disadvantage")
    offense.do("attack bram guard1", 5, 5, 1)
    assert (offense.rolls()[0].edges, "disadvantage" in offense.guard1.conditions) == ((), True)


def test_both_hindered_cancel_out(defence):
    """THR-CMP-2, THR-ROLL-2: an advantage and a disadvantage are two dice as usual."""
    defence.do("condition add guard1 disadvantage")
    defence.do("condition add bram disadvantage")
    defence.do("attack guard1 bram", 5, 5)
    assert (dict(defence.guard1.conditions), dict(defence.bram.conditions)) == ({}, {})


def test_a_last_stand_of_an_enemy_ends_with_its_attack(defence):
    """THR-DMG-3: one final action, then death, on whichever side."""
    defence.do("condition add guard1 last-stand")
    defence.do("attack guard1 bram", 5, 5)
    assert list(defence.guard1.conditions) == ["dead"]


def test_a_last_stand_of_an_enemy_ends_however_the_defence_goes(start):
    """THR-DMG-3, THR-DEF-5, THR-END-1: an ultra success begins Offense at once, and the fight may be over with it."""
    table = start(init="init --phase defence")
    table.do("condition add guard1 last-stand")
    table.do("attack guard1 bram --ultra threat", 6, 6)
    assert (list(table.guard1.conditions), table.phase, table.over) == (["dead"], "offense", "")
    table.do("damage guard2 guard3 9")
    table.do("condition add worm last-stand")
    table.do("turn next --force")
    table.do("attack worm bram --ultra threat", 6, 6)
    assert (list(table.worm.conditions), table.over) == (["dead"], "all enemies are defeated")


@pytest.mark.parametrize(
    ("init", "who"), [("init", "guard1 guard2 guard3 worm"), ("init --phase defence", "rill bram odile")]
)
@pytest.mark.parametrize("flag", ["in_zone", "noticed"])
def test_where_nobody_is_to_be_attacked_nobody_is_left_to_attack(start, init, who, flag):
    """THR-ATK-1, THR-START-1, THR-PHASE-1: the phase may change; as soon as one can be reached it may not."""
    table = start(init=init)
    for each in who.split():
        assert table.refused("turn next").rule == "THR-TRACK-3"
        table.do(f"set {each} {flag}=false")
    assert RULES.next_steps(table.session.fight) == ("turn next",)
    table.do("turn next")


def test_last_stands_alone_leave_the_enemy_nobody_to_attack(defence):
    """THR-DMG-3, THR-PHASE-1: nothing reaches them, and they help nobody to defend."""
    defence.do("damage bram 8 --last-stand")
    assert defence.refused("tag rill bram guard1").rule == "THR-DMG-3"
    defence.do("damage odile 9")
    defence.do("damage rill 9 --last-stand")
    defence.do("turn next")


def test_who_defends_has_not_acted(start):
    """THR-DMG-3: a blow at somebody who makes a last stand is no action of its own."""
    table = start("at_zero=last-stand", init="init --phase defence")
    table.do("damage bram 8")
    table.do("attack guard1 bram --force", 5, 5)
    assert list(table.bram.conditions) == ["last-stand"]


def test_what_a_weapon_adds_counts_in_an_enemys_hand(defence):
    """THR-ROLL-2: it is taken off the defence, of one or of two."""
    defence.do("set guard1 weapons=lance")
    defence.do("set guard2 weapons=lance")
    defence.do("attack guard1 bram --complication 'say mud'", 5, 5)
    assert [(each.value, each.why) for each in defence.rolls()[0].modifiers] == [(-1, "shock lance")]
    assert defence.rolls()[0].total == 9
    defence.do("tag bram odile guard2 --complication 'say mud'", 5, 5)
    assert defence.rolls()[0].total == 9


def test_an_enemys_attribute_counts_by_option(start):
    """THR-ROLL-2: within the limit, and that of its weapon; otherwise it counts for nothing."""
    for setting, total in (("enemy_attributes=false", 10), ("enemy_attributes=true", 7)):
        table = start(setting, init="init --phase defence")
        table.do("set guard1 eyes=5")
        table.do("attack guard1 bram --complication 'say mud'", 5, 5)
        assert table.rolls()[0].total == total


@pytest.mark.parametrize("line", ["attack guard1 bram", "boss worm bram", "damage-save bram --damage 3"])
def test_nothing_reaches_a_last_stand_unless_forced(defence, line):
    """THR-DMG-3: an attack, a boss's move and a danger reach as far as one another."""
    defence.do("damage bram 8 --last-stand")
    assert defence.refused(line).rule == "THR-DMG-3"
    defence.do(f"{line} --force")


@pytest.mark.parametrize("line", ["boss worm rill", "damage-save rill --damage 3", "attack guard1 rill"])
def test_nothing_reaches_whom_the_enemy_has_not_noticed(defence, line):
    """THR-START-1: one reach for all of them."""
    defence.do("set rill noticed=false")
    assert defence.refused(line).rule == "THR-START-1"


@pytest.mark.parametrize(
    "line",
    [
        "act bram hide --no-roll --mod 1",
        "act bram hide --no-roll --advantage 1",
        "act bram hide --no-roll --disadvantage 1",
        "act bram hide --no-roll --attribute eyes",
        "act bram hide --no-roll --partner rill --partner-attribute eyes",
        "act bram hide --no-roll --complication threat",
        "act bram hide --no-roll --ultra threat",
        "act bram hide --no-roll --worn armour",
        "act bram hide --partner-attribute eyes",
        "attack bram guard1 --complication threat --worn armour",
        "boss worm --damage 3",
        "boss worm --last-stand",
    ],
)
def test_an_option_that_would_mean_nothing_is_refused(offense, line):
    """THR-ACT-1, THR-BOSS-1, THR-CMP-2: rather than taken and forgotten."""
    assert offense.refused(line).kind == "usage"


def test_who_has_left_has_not_acted(offense):
    """THR-ATK-1: the note goes with the one it is about."""
    offense.do("attack bram guard1", 5, 5, 1)
    offense.do("remove bram")
    assert dict(offense.board.acted) == {}


@pytest.mark.parametrize(("option", "damage"), [("true", 3), ("false", 6)])
def test_what_armour_stops_is_said_as_it_was_reckoned(start, option, damage):
    """THR-DMG-1, THR-CMP-2: half of 6 against armour 3, or 6 against armour 6, and a half of nothing."""
    table = start(f"factor_first={option}")
    table.do(f"set guard1 armour={damage}")
    table.do("attack bram guard1 --complication half-damage", 4, 4, 6)
    assert table.told("no-damage") == {"damage": damage, "armour": damage}


@pytest.mark.parametrize(
    ("stated", "faces", "how", "left"),
    [
        ("bram guard1", (5, 5, 6), "less armour 2", 4),
        ("bram guard1 --complication half-damage", (4, 4, 6), "halved, less armour 2", 1),
        ("bram guard1 --ultra double", (6, 6, 6), "doubled, less armour 2", 10),
        ("rill worm --with lance --attribute nerves", (5, 5), "doubled", 10),
        ("rill worm --with lance --attribute nerves --ultra double", (6, 6), "doubled twice", 20),
    ],
)
def test_what_is_left_of_a_damage_is_said_as_it_was_reckoned(offense, stated, faces, how, left):
    """THR-DMG-1, THR-CMP-2, THR-ULT-2: in the order in which it counts."""
    offense.do("set guard1 hp=99")
    offense.do("set worm traits=machine hp=99")
    before = {who: one.hp for who, one in offense.combatants.items()}
    offense.do(f"attack {stated}", *faces)
    assert (offense.told("reckoned")["how"], offense.told("reckoned")["left"]) == (how, left)
    assert sum(before[who] - one.hp for who, one in offense.combatants.items()) == left


def test_a_half_after_armour_is_rounded_down_and_said_last(start):
    """THR-DMG-1, THR-CMP-2: half of 6 less 1 is 2."""
    table = start("factor_first=false")
    table.do("set guard1 armour=1")
    table.do("attack bram guard1 --complication half-damage", 4, 4, 6)
    assert (table.told("reckoned"), table.guard1.hp) == ({"damage": 6, "how": "less armour 1, halved", "left": 2}, 4)


def test_a_damage_that_nothing_changes_needs_no_reckoning(start):
    """THR-DMG-1, THR-CMP-2: no armour, or a half of what is doubled."""
    table = start(init="init --phase defence")
    table.do("attack guard1 bram", 1, 1, 4)
    assert (table.bram.hp, table.told("reckoned")) == (3, None)
    table.do("turn next --force")
    table.do("set worm traits=machine")
    table.do("attack rill worm --attribute nerves --with lance --complication half-damage", 3, 3)
    assert (table.worm.hp, table.told("reckoned")) == (10, None)


def test_what_was_stated_is_for_the_one_who_acts(start):
    """THR-DMG-2, THR-DMG-3: a foe that is a PC chooses for itself; one that is none has no choice."""
    table = start("accessory=ask")
    table.do("set guard1 pc=true hp=1")
    table.do("attack bram guard1 --last-stand", 5, 5, 6)
    assert [(each.kind, each.who) for each in table.questions] == [("down", "guard1")]
    table.do("choose knocked-out")
    table.do("set guard2 accessories=hat")
    table.do("attack rill guard2 --accessory keep", 5, 5, 6)
    assert (table.questions, table.guard2.accessories, table.guard2.hp) == ((), (), 6)


def test_what_an_enemys_weapon_adds_counts_beside_its_attribute(start):
    """THR-ROLL-2: both are taken off the defence."""
    table = start("enemy_attributes=true", init="init --phase defence")
    table.do("set guard1 weapons=lance jaws=2")
    table.do("attack guard1 bram --complication 'say mud'", 5, 5)
    assert [(each.value, each.why) for each in table.rolls()[0].modifiers] == [(-1, "shock lance"), (-2, "JAWS")]
