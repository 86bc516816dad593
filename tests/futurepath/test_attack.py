"""The Standard attack and criticals (FP-ATK, FP-CRT)."""

from fractions import Fraction

import pytest

from rbfcli.systems.futurepath.attack.strike import increments_beyond
from rbfcli.systems.futurepath.carrying import damage_die
from rbfcli.systems.futurepath.sheet.sheet import Weapon


def test_melee_adds_strength_to_accuracy_and_damage(table):
    """FP-ATK-1, FP-ATK-3."""
    table.put(hale="G1")
    assert table.do("attack hale tough", 9, 5) == "success"
    assert table.rolls("attack")[0].total == 12
    assert table.tough.hp == 30 - 5 - 3


def test_ranged_adds_dexterity_to_accuracy_and_only_its_bonus_to_damage(table):
    """FP-ATK-1, FP-ATK-3."""
    table.put(yara="G1")
    assert table.do("attack yara tough", 8, 1, 5) == "success"
    assert table.rolls("attack")[0].total == 12
    assert table.tough.hp == 30 - 5 - 1


def test_the_weapons_accuracy_counts(table):
    """FP-ATK-1."""
    table.set("hale", "weapons=saber", "held=saber").put(hale="G1")
    assert table.do("attack hale tough", 8, 5) == "success"
    assert table.do("attack hale tough --force", 7) == "failure"


@pytest.mark.parametrize(
    ("die", "outcome"), [(8, "failure"), (9, "success"), (20, "critical"), (1, "critical-failure")]
)
def test_the_total_has_to_reach_the_ac(table, die, outcome):
    """FP-ATK-1: with Strength 3 against AC 12."""
    table.put(hale="G1")
    faces = {"success": (5,), "critical": (5, 5)}.get(outcome, ())
    assert table.do("attack hale tough --fumble none", die, *faces) == outcome
    odds = table.odds("attack hale tough --fumble none --force").outcomes
    assert odds["success"] == Fraction(11, 20)
    assert odds["failure"] == Fraction(7, 20)


def test_a_modifier_counts(table):
    """FP-ATK-1: --mod."""
    table.put(hale="G1")
    assert table.do("attack hale tough --mod 2", 7, 5) == "success"


def test_the_weapon_has_to_be_drawn(table):
    """FP-ATK-2."""
    table.put(hale="G1")
    wrong = table.refused("attack hale tough --with knife")
    assert (wrong.rule, wrong.hint.startswith("draw hale knife")) == ("FP-ATK-2", True)
    table.do("attack hale tough --with unarmed", 15, 2)
    assert table.tough.hp == 30 - 2 - 3


def test_melee_reaches_as_far_as_the_threat_range(table):
    """FP-ATK-2, FP-FLD-3."""
    table.put(hale="F1")
    wrong = table.refused("attack hale tough")
    assert (wrong.rule, "10 ft away and Hale reaches 5 ft" in wrong.message) == ("FP-ATK-2", True)
    table.set("hale", "weapons=spear", "held=spear")
    assert table.do("attack hale tough", 15, 3) == "success"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("attack hale hale", "to themself"),
        ("attack hale nobody", "no combatant"),
        ("attack hale tough bully", "one target"),
        ("attack hale tough --with frag", "draw the frag"),
        ("attack hale tough --with sidearm", "sidearm"),
    ],
)
def test_what_cannot_be_attacked_is_refused(table, line, message):
    """FP-ATK-2."""
    table.put(hale="G2")
    assert message in table.refused(line).message


def test_a_grenade_is_thrown_not_swung(table):
    """FP-ATK-2."""
    table.set("hale", "held=frag").put(hale="G1")
    assert table.refused("attack hale tough").rule == "FP-GRN-1"


def test_the_dead_are_not_attacked(table):
    """FP-DIE-1."""
    table.put(hale="G1").do("damage tough 50")
    assert table.refused("attack hale tough").rule == "FP-DIE-1"


DICE = ("1d2", "1d4", "1d6", "1d8", "1d10", "1d12", "2d8", "2d10", "2d12")


@pytest.mark.parametrize(("level", "die"), list(enumerate(DICE)))
def test_the_level_names_the_damage_die(scene, level, die):
    """FP-ATK-3: unless the weapon names one of its own."""
    assert damage_die(scene.fight.options, Weapon(name="x", level=level)) == die
    assert damage_die(scene.fight.options, Weapon(name="x", level=level, damage="1d3")) == "1d3"


def test_the_ladder_of_dice_is_an_option(table):
    """FP-ATK-3: a level-3 sword rolls what stands fourth."""
    table.do("set fight options.damage_dice=1d2,1d4,1d6,2d6,1d10,1d12,2d8,2d10,2d12")
    table.put(hale="G1").do("attack hale tough", 15, 6, 6)
    assert table.tough.hp == 30 - 12 - 3


def test_a_hit_does_at_least_one(table):
    """FP-ATK-3: options.least_damage."""
    table.set("hale", "strength=1").put(hale="G1")
    table.do("attack hale tough --mod 20", 15, 1)
    assert table.tough.hp == 29


@pytest.mark.parametrize(("square", "lost"), [("H1", 0), ("I1", 1), ("M1", 1), ("N1", 1)])
def test_each_range_increment_beyond_the_range_is_a_disadvantage(table, square, lost):
    """FP-ATK-4: the side arm reaches 30 ft; at 35 ft one increment, at 60 still one."""
    table.set("yara", "proficiencies.sidearm=0").put(yara="B1", tough=square)
    table.do("attack yara tough", 9, *[1] * lost)
    assert len(table.rolls("attack")[0].edge_dice) == lost


def test_two_increments_beyond_are_two_disadvantages(table):
    """FP-ATK-4: at 65 ft."""
    table.set("yara", "proficiencies.sidearm=0").put(yara="A1", tough="N1")
    table.do("attack yara tough", 9, 1, 1)
    assert len(table.rolls("attack")[0].edge_dice) == 2


@pytest.mark.parametrize(
    ("ranged", "reach", "squares", "increments"),
    [
        (True, 30, 0, 0),
        (True, 30, 6, 0),
        (True, 30, 7, 1),
        (True, 30, 13, 2),
        (True, 30, None, 0),
        (True, 0, 40, 0),
        (False, 30, 40, 0),
    ],
)
def test_increments_are_counted_for_shots_with_a_range_alone(ranged, reach, squares, increments):
    """FP-ATK-4: not where nobody says how far it is, and not in melee."""
    assert increments_beyond(Weapon(name="x", ranged=ranged, range=reach), squares) == increments


def test_a_natural_20_rolls_the_die_twice(table):
    """FP-CRT-1: what is added is added once."""
    table.put(hale="G1")
    assert table.do("attack hale tough", 20, 5, 6) == "critical"
    assert table.tough.hp == 30 - 5 - 6 - 3
    assert table.rolls("damage")[0].rule == "FP-CRT-1"


def test_a_critical_range_is_wider(table):
    """FP-CRT-1: the piercer is critical from 18, whatever the AC."""
    table.set("yara", "weapons=piercer", "held=piercer").set("tough", "ac=40").put(yara="G1")
    assert table.do("attack yara tough", 18, 4, 4) == "critical"
    assert table.do("attack yara tough --force", 17) == "failure"
    assert table.odds("attack yara tough --force --fumble none").outcomes["critical"] == Fraction(3, 20)


def test_a_multiplier_other_than_two(table):
    """FP-CRT-1: the cleaver's three."""
    table.set("hale", "weapons=cleaver", "held=cleaver").put(hale="G1")
    table.do("attack hale tough", 20, 1, 2, 3)
    assert table.tough.hp == 30 - 6 - 3


def test_a_natural_1_does_nothing_and_offers_a_side_effect(table):
    """FP-CRT-2: the offer lapses if nobody takes it up."""
    table.put(hale="G1")
    assert table.do("attack hale tough --mod 30", 1) == "critical-failure"
    assert table.tough.hp == 30
    assert [(each.kind, each.lapses) for each in table.questions] == [("fumble", True)]
    table.do("move yara B4")
    assert not table.questions


@pytest.mark.parametrize(
    ("answer", "held", "prone"), [("drop", "", False), ("prone", "sword", True), ("none", "sword", False)]
)
def test_the_side_effect_is_chosen(table, answer, held, prone):
    """FP-CRT-2."""
    table.put(hale="G1").do("attack hale tough", 1)
    table.do(f"choose {answer}")
    assert (table.hale.held, "prone" in table.hale.conditions) == (held, prone)


def test_the_side_effect_may_be_said_beforehand_in_ones_own_words(table):
    """FP-CRT-2."""
    table.put(hale="G1").do("attack hale tough --fumble 'say the blade snaps'", 1)
    assert table.told("fumbled") == {"effect": "the blade snaps"}
    table.do("attack gort hale --force --fumble drop", 1)
    assert table.gort.held == ""


def test_an_attack_without_a_map(table):
    """FP-ATK-2: where nobody says where they are, nothing is out of reach."""
    table.set("hale", "square=").set("tough", "square=")
    assert table.do("attack hale tough", 15, 4) == "success"


def test_random_targets_are_enemies(table):
    """FP-ATK-1."""
    table.put(hale="G2")
    table.do("attack hale @random", 1, 2)
    assert table.rolls("attack")[0].target in ("tough", "bully", "porter")
