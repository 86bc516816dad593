"""The Standard attack and criticals (FP-ATK, FP-CRT)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.futurepath.attack import critical_verdict, increments_beyond, multipliers
from rbfcli.systems.futurepath.economy import damage_die
from rbfcli.systems.futurepath.sheet import Weapon
from rbfcli.testing.odds import every_way


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
    assert (wrong.rule, wrong.hint.startswith("try: draw hale knife")) == ("FP-ATK-2", True)
    table.do("attack hale tough --with unarmed", 15, 2)
    assert table.tough.hp == 30 - 2 - 3


def test_melee_reaches_as_far_as_the_threat_range(table):
    """FP-ATK-2, FP-FLD-3."""
    table.put(hale="F1")
    wrong = table.refused("attack hale tough")
    assert (wrong.rule, "10 ft away; Hale's reach is 5 ft" in wrong.message) == ("FP-ATK-2", True)
    table.set("hale", "weapons=spear", "held=spear")
    assert table.do("attack hale tough", 15, 3) == "success"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("attack hale hale", "to themself"),
        ("attack hale nobody", "unknown combatant 'nobody'"),
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
    """FP-ATK-3: a level-3 sword rolls the fourth die of the list."""
    table.do("set fight options.damage_dice=1d2,1d4,1d6,2d6,1d10,1d12,2d8,2d10,2d12")
    table.put(hale="G1").do("attack hale tough", 15, 6, 6)
    assert table.tough.hp == 30 - 12 - 3


def test_a_hit_does_at_least_one(table):
    """FP-ATK-3: options.least_damage."""
    table.set("hale", "strength=1").put(hale="G1")
    table.do("attack hale tough --mod 20", 15, 1)
    assert table.tough.hp == 29
    assert (table.happened(), table.told("least-damage")) == ([("least-damage", "FP-ATK-3", "hale", "")], {"amount": 1})


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
    """FP-ATK-4: not if the distance is unknown, and not in melee."""
    assert increments_beyond(Weapon(name="x", ranged=ranged, range=reach), squares) == increments


def test_a_natural_20_rolls_the_die_twice(table):
    """FP-CRT-1: what is added is added once."""
    table.put(hale="G1")
    assert table.do("attack hale tough", 20, 5, 6) == "critical"
    assert table.tough.hp == 30 - 5 - 6 - 3
    assert table.rolls("damage")[0].rule == "FP-CRT-1"


def test_a_critical_range_is_wider(table):
    """FP-CRT-1: the piercer is critical from 18, for any AC."""
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
    """FP-CRT-2: the offer lapses if it is not taken."""
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


def test_a_prone_attacker_cannot_fall(table):
    """FP-CRT-2: an attacker who is already prone stays prone because of the first cause."""
    table.put(hale="G1").do("condition add hale prone")
    table.set("hale", "conditions.prone.by=tough")
    table.do("attack hale tough --fumble prone", 1)
    assert table.hale.conditions["prone"].by == "tough"


def test_an_attack_without_a_map(table):
    """FP-ATK-2: if positions are unknown, everything is in reach."""
    table.set("hale", "square=").set("tough", "square=")
    assert table.do("attack hale tough", 15, 4) == "success"


def test_random_targets_are_enemies(table):
    """FP-ATK-1."""
    table.put(hale="G2")
    table.do("attack hale @random", 1, 2)
    assert table.rolls("attack")[0].target in ("tough", "bully", "porter")


# The Bonus Attack with the off-hand weapon (FP-OFF).


@pytest.fixture
def twin(table):
    """Yara with a gun in each hand, hale with sword and knife, both next to tough."""
    table.set("yara", "off_hand=pistol").set("hale", "off_hand=knife")
    return table.put(yara="G2", hale="G1", gort="I2")


def test_it_comes_only_after_an_attack(twin):
    """FP-OFF-1: and it is a Simple action."""
    assert twin.refused("off-hand hale tough").rule == "FP-OFF-1"
    twin.do("attack hale tough", 2)
    twin.do("off-hand hale tough", 15, 1)
    assert twin.hale.turn.simple
    assert twin.refused("off-hand hale tough").rule == "FP-OFF-1"


def test_it_may_aim_at_somebody_else_after_a_standard_attack(twin):
    """FP-OFF-1."""
    twin.do("attack yara tough", 2, 1)
    twin.do("off-hand yara bully", 2, 1)


def test_after_a_full_attack_only_at_its_target(twin):
    """FP-OFF-1."""
    twin.set("hale", "extra_attacks=1").put(hale="G2", yara="I1")
    twin.do("full-attack hale tough", 2, 3)
    assert twin.refused("off-hand hale bully").rule == "FP-OFF-1"
    twin.do("off-hand hale tough", 2)
    assert twin.refused("off-hand hale tough").rule == "FP-OFF-1"


def test_who_acts_at_once_may_do_it_as_its_one_action(twin):
    """FP-OFF-1, FP-RDY-1: out of turn, so no Simple action is taken off the turn."""
    twin.do("attack hale tough", 2)
    twin.do("turn next")
    assert twin.refused("off-hand hale tough").rule == "FP-INI-1"
    twin.set("hale", "turn.instant=true").do("off-hand hale tough", 2)
    assert (twin.hale.turn.instant, twin.hale.turn.simple) == (False, False)


@pytest.mark.parametrize("line", ["throw hale smoke tough", "technique hale trip tough"])
def test_other_full_rounds_exclude_it(twin, line):
    """FP-OFF-1, FP-GRN-1."""
    twin.set("hale", "held=").do(line)
    assert twin.refused("off-hand hale tough").rule == "FP-OFF-1"


def test_after_the_simple_action_is_gone_it_is_too_late(twin):
    """FP-OFF-1."""
    twin.do("attack hale tough", 2)
    twin.do("holster hale")
    assert twin.refused("off-hand hale tough").rule == "FP-OFF-1"


def test_one_has_to_be_proficient(twin):
    """FP-OFF-1."""
    twin.set("hale", "weapons=sword,needle", "off_hand=needle")
    twin.do("attack hale tough", 2)
    assert "not proficient" in twin.refused("off-hand hale tough").message


def test_there_is_no_extra_damage(twin):
    """FP-OFF-1."""
    twin.set("hale", "extra_damage=3").do("full-attack hale tough", 2)
    twin.do("off-hand hale tough", 15, 1)
    assert [each.label for each in twin.rolls()] == ["off-hand attack", "damage"]


@pytest.mark.parametrize(("weapon", "fits"), [("knife", True), ("sword", False), ("saber", True), ("maul", False)])
def test_it_is_light_or_medium_and_versatile(twin, weapon, fits):
    """FP-OFF-2: levels 0 to 2, or 3 to 5 with Versatile."""
    twin.set("hale", f"weapons=spear,{weapon}", "held=spear", f"off_hand={weapon}", f"proficiencies.{weapon}=0")
    twin.do("attack hale tough", 2)
    if fits:
        twin.do("off-hand hale tough", 2)
    else:
        assert twin.refused("off-hand hale tough").rule == "FP-OFF-2"


def test_it_gets_no_advantage(twin):
    """FP-OFF-3: neither of proficiency nor any other; Akimbo Specialist lifts this."""
    twin.do("attack hale tough", 2)
    twin.do("off-hand hale tough --advantage 2", 9, 1)
    assert not twin.rolls("off-hand attack")[0].edge_dice
    twin.session.undo(1)
    twin.do('set hale "feats=Akimbo Specialist"')
    twin.do("off-hand hale tough --advantage 1", 9, 1, 1, 1)
    assert len(twin.rolls("off-hand attack")[0].edge_dice) == 2


def test_disadvantages_stay(twin):
    """FP-OFF-3."""
    twin.do("attack hale tough", 2)
    twin.do("off-hand hale tough --disadvantage 1", 9, 4)
    assert twin.rolls("off-hand attack")[0].total == 9 - 4 + 3


@pytest.mark.parametrize(
    ("level", "own", "die"), [(0, "1d8", "1d6"), (3, "1d2", "1"), (3, "1d3", "1d6"), (0, "1d3", "1")]
)
def test_a_die_of_its_own_is_lowered_from_its_place_or_from_that_of_the_level(scene, level, own, die):
    """FP-OFF-4: one without a level uses the weapon's; our reading."""
    assert damage_die(scene.fight.options, Weapon(name="x", level=level, damage=own), lower=1) == die


@pytest.mark.parametrize(("level", "die"), [(3, "1d6"), (1, "1d2"), (0, "1"), (6, "1d12")])
def test_melee_damage_is_a_die_level_lower(scene, level, die):
    """FP-OFF-4: worked check 3: 1d8 becomes 1d6, 1d2 becomes 1."""
    assert damage_die(scene.fight.options, Weapon(name="x", level=level), lower=1) == die


def test_a_die_of_1_is_1_each_time(twin):
    """FP-OFF-4: a critical with it does 2, and Strength."""
    twin.set("hale", "weapons=sword,needle", "off_hand=needle", "proficiencies.needle=0")
    twin.do("attack hale tough", 2)
    twin.do("off-hand hale tough", 20)
    assert twin.tough.hp == 30 - 2 - 3


def test_niten_ichi_keeps_the_die(twin):
    """FP-OFF-4."""
    twin.do('set hale "feats=Niten Ichi"')
    twin.do("attack hale tough", 2)
    twin.do("off-hand hale tough", 15, 4)
    assert twin.rolls("damage")[0].dice[0].sides == 4


def test_a_ranged_one_has_a_disadvantage(twin):
    """FP-OFF-4: which Gun-Fu lifts."""
    twin.do("attack yara tough", 2, 1)
    twin.do("off-hand yara tough", 9, 4)
    assert twin.rolls("off-hand attack")[0].total == 9 - 4 + 3
    twin.session.undo(1)
    twin.do("set yara feats=Gun-Fu")
    twin.do("off-hand yara tough", 9, 4)
    assert twin.rolls("off-hand attack")[0].total == 12


def test_nothing_in_the_off_hand(table):
    """FP-OFF-1."""
    table.put(hale="G1").do("attack hale tough", 2)
    assert table.refused("off-hand hale tough").rule == "FP-OFF-1"


# Attacking objects (FP-OBJ).


@pytest.fixture
def beside(table):
    """Hale next to the crate, gort next to the hatch."""
    return table.put(hale="A9", gort="O6")


def test_what_cannot_move_is_hit_without_a_check(beside):
    """FP-OBJ-1: hardness works as health."""
    assert beside.do("object hale crate", 5) == "success"
    assert beside.board.objects["crate"].hardness == 10 - 5 - 3
    assert beside.told("battered") == {"thing": "crate", "hardness": 2}
    assert beside.hale.turn.standard


@pytest.mark.parametrize(("die", "broken"), [(7, False), (8, True)])
def test_below_zero_it_breaks(beside, die, broken):
    """FP-OBJ-1: at zero it still holds; a broken object blocks nothing."""
    beside.do("set fight board.objects.crate.hardness=10 board.objects.crate.blocks=true")
    beside.do(f"object hale crate --dice {die}")
    assert (beside.board.objects["crate"].hardness < 0) == broken
    if broken:
        assert beside.told("breaks") == {"thing": "crate"}
        assert beside.refused("object gort crate").rule == "FP-OBJ-1"
        beside.put(yara="A8").do("move yara B9")


def test_what_can_move_takes_a_check(beside):
    """FP-OBJ-1: against its AC."""
    beside.do("set fight board.objects.crate.moves=true board.objects.crate.ac=14")
    assert beside.do("object hale crate", 10) == "failure"
    assert beside.board.objects["crate"].hardness == 10


def test_a_shot_at_an_object_uses_ammunition(beside):
    """FP-OBJ-1, FP-MOV-7: and reaches far, where no wall is between (FP-COV-2)."""
    assert beside.refused("object yara crate").rule == "FP-COV-2"
    beside.put(yara="G10").do("object yara crate", 5)
    assert beside.board.objects["crate"].hardness == 10 - 6
    assert beside.yara.ammo["sidearm"] == 5


def test_beyond_its_range_a_shot_takes_no_check_either(beside):
    """FP-OBJ-1: the accuracy check is unnecessary for what cannot move, at any distance; what moves takes it."""
    beside.put(yara="P10")
    assert beside.do("object yara crate", 5) == "success"
    assert (beside.board.objects["crate"].hardness, beside.rolls("object attack")) == (10 - 6, [])
    beside.do("set fight board.objects.crate.moves=true")
    beside.set("yara", "proficiencies.sidearm=0", "turn.standard=false")
    assert beside.do("object yara crate", 8, 2, 2) == "failure"
    assert [(each.value, each.why) for each in beside.rolls("object attack")[0].edges] == [(-2, "range")]


def test_an_object_may_be_hit_critically_and_the_weapon_fumbled(beside):
    """FP-OBJ-1, FP-CRT-1, FP-CRT-2: as in any attack with a check."""
    beside.do("set fight board.objects.crate.moves=true board.objects.crate.hardness=40")
    assert beside.do("object hale crate", 20, 4, 5) == "critical"
    assert beside.board.objects["crate"].hardness == 40 - 4 - 5 - 3
    beside.put(yara="A10").set("yara", "held=").do("object yara crate", 1)
    assert [each.kind for each in beside.questions] == ["fumble"]


def test_an_attack_on_an_object_lets_a_bonus_attack_follow(beside):
    """FP-OBJ-1, FP-OFF-1."""
    beside.set("hale", "off_hand=knife").put(tough="B10")
    assert beside.refused("off-hand hale tough").rule == "FP-OFF-1"
    beside.do("object hale crate", 5)
    beside.do("off-hand hale tough", 2)


@pytest.mark.parametrize(("option", "faces"), [("--mod 2", (2,)), ("--advantage 1", (2, 1))])
def test_what_is_hit_without_a_check_takes_no_modifier(beside, option, faces):
    """FP-OBJ-1: what can move does."""
    assert beside.refused(f"object hale crate {option}").rule == "FP-OBJ-1"
    beside.do("set fight board.objects.crate.moves=true")
    beside.do(f"object hale crate {option}", *faces)


@pytest.mark.parametrize(
    ("line", "rule"),
    [("object hale door", "FP-ATK-2"), ("object gort door --with maul", "FP-ATK-2")],
)
def test_what_is_out_of_reach_or_not_there_is_refused(beside, line, rule):
    """FP-OBJ-1."""
    assert beside.refused(line).rule == rule


# Full attacks, Extra Damage and the chain of critical checks (FP-FUL, FP-XTR).


GOOD, BAD, GREAT, AWFUL = "success", "failure", "critical", "critical-failure"


def chain(extra, *outcomes, multiplier=2, critical=True):
    """The dice counts of each Extra Damage, for given outcomes of the critical checks."""
    coming = iter(outcomes)
    return list(multipliers(extra, multiplier, critical=critical, check=lambda: next(coming)))


@pytest.mark.parametrize(
    ("extra", "outcomes", "counts"),
    [
        (3, (GOOD, GREAT, BAD), [2, 3, 1]),
        (3, (BAD,), [1, 1, 1]),
        (3, (GOOD, AWFUL), [2]),
        (3, (AWFUL,), []),
        (4, (GREAT, GREAT, GREAT, GREAT), [3, 4, 5, 5]),
        (2, (GOOD, GOOD), [2, 2]),
    ],
)
def test_the_chain_of_critical_checks(extra, outcomes, counts):
    """FP-XTR-2, FP-XTR-3, FP-XTR-4, FP-XTR-5, FP-XTR-6: worked check 4, whose first die is rolled twice."""
    assert chain(extra, *outcomes) == counts


def test_without_a_critical_nothing_is_checked():
    """FP-XTR-1."""
    assert chain(3, critical=False) == [1, 1, 1]


@pytest.mark.parametrize(
    ("face", "total", "critical", "outcome"),
    [
        (19, 1, 20, GREAT),
        (20, 1, 20, GREAT),
        (18, 1, 18, GOOD),
        (18, 1, 19, BAD),
        (18, 30, 20, GOOD),
        (17, 5, 18, BAD),
        (1, 40, 18, AWFUL),
    ],
)
def test_a_critical_check_is_critical_on_19_and_20_only(face, total, critical, outcome):
    """FP-XTR-5: a roll in the weapon's wider range still succeeds."""
    assert critical_verdict(total, 16, (face,), critical) == outcome


def test_the_multiplier_never_passes_five():
    """FP-XTR-5."""
    assert chain(3, GREAT, GREAT, GREAT, multiplier=5) == [5, 5, 5]


def test_a_full_attack_rolls_every_extra_damage(table):
    """FP-XTR-1, FP-FUL-1: 1d8 once and three times more, Strength once."""
    table.put(gort="G1")
    assert table.do("full-attack gort tough", 15, 5, 1, 2, 3) == "success"
    assert table.tough.hp == 30 - (5 + 2) - 1 - 2 - 3
    assert table.gort.turn.ended
    assert len(table.rolls("critical check")) == 0


def test_a_plain_attack_has_no_extra_damage(table):
    """FP-XTR-1."""
    table.put(gort="G1").do("attack gort tough", 15, 5)
    assert table.tough.hp == 30 - 5 - 2


def test_worked_check_7_comes_to_34(table):
    """FP-XTR-2 to FP-XTR-5: 20, 1d8 x2; check 19, x3; next check succeeds, x3."""
    table.set("gort", "strength=10", "extra_damage=2").set("tough", "hp=60", "max_hp=60").put(gort="G1")
    assert table.do("full-attack gort tough", 20, 5, 6, 19, 2, 7, 8, 15, 1, 1, 4) == "critical"
    assert table.tough.hp == 60 - 34


def test_worked_check_4_in_dice(table):
    """FP-XTR-2 to FP-XTR-5: dice counts 2, 2, 3, 1."""
    table.set("tough", "hp=90", "max_hp=90").put(gort="G1")
    table.do("full-attack gort tough", 20, 1, 1, 15, 1, 1, 20, 1, 1, 1, 2, 1)
    counts = [len(each.dice) for each in table.rolls() if "damage" in each.label]
    assert counts == [2, 2, 3, 1]


def test_a_critical_failure_ends_the_extra_damage(table):
    """FP-XTR-6: earlier rolls still count."""
    table.put(gort="G1").do("full-attack gort tough", 20, 1, 2, 15, 3, 4, 1)
    assert table.tough.hp == 30 - (3 + 2) - 7


def multiples(table):
    """Return the multipliers in the output of the last line, in order."""
    return [each.facts["times"] for each in table.last.events if getattr(each, "what", "") == "multiplied"]


def test_each_check_says_how_it_came_out_and_what_it_multiplies(table):
    """FP-XTR-4, FP-XTR-5, FP-CRT-1: worked check 7: twice, three times, three times."""
    table.set("gort", "extra_damage=2").put(gort="G1")
    table.do("full-attack gort tough", 20, 5, 6, 19, 2, 7, 8, 15, 1, 1, 4)
    assert [each.outcome for each in table.rolls("critical check")] == ["critical", "success"]
    assert multiples(table) == [2, 3, 3]


def test_a_weapons_wider_range_only_succeeds_in_a_check(table):
    """FP-XTR-5: reported as it counts."""
    table.set("gort", "weapons=piercer", "held=piercer", "extra_damage=1", "proficiencies.piercer=0").put(gort="G2")
    table.do("full-attack gort tough", 18, 1, 1, 18, 2, 2)
    assert [each.outcome for each in table.rolls("critical check")] == ["success"]
    assert multiples(table) == [2, 2]


def test_a_failed_check_says_that_the_rest_is_plain(table):
    """FP-XTR-3."""
    table.put(gort="G1").do("full-attack gort tough", 20, 1, 1, 2, 3, 4, 5)
    assert (table.told("rest-is-plain"), multiples(table)) == ({}, [2])
    assert len(table.rolls("critical check")) == 1


def test_a_fumbled_check_says_that_there_is_no_more(table):
    """FP-XTR-6: earlier rolls count."""
    table.put(gort="G1").do("full-attack gort tough", 20, 1, 1, 1)
    assert (table.told("no-more-extra"), len(table.rolls("extra damage"))) == ({}, 0)
    assert table.tough.hp == 30 - 4


def test_the_chance_of_the_longest_chain():
    """FP-XTR-5: with two Extra Damage, AC 15 and no modifier, by walking every die."""

    def play(dice):
        def check():
            face = dice.row(20, 1)[0]
            return critical_verdict(face, 15, (face,), 20)

        return tuple(multipliers(2, 2, critical=True, check=check))

    odds = {}
    for chance, counts in every_way(play):
        odds[counts] = odds.get(counts, Fraction(0)) + chance
    assert odds[3, 4] == Fraction(1, 100)
    assert odds[2, 2] == Fraction(4, 20) ** 2
    assert odds[()] == Fraction(1, 20)
    assert sum(odds.values()) == 1


def test_extra_attacks_are_further_accuracy_checks(table):
    """FP-FUL-1: each at its own target, the last for all that are left."""
    table.set("gort", "extra_damage=0", "extra_attacks=2").put(gort="G2")
    table.do("full-attack gort tough bully", 15, 5, 2, 15, 6)
    assert [each.target for each in table.rolls("attack")] == ["tough", "bully", "bully"]
    assert (table.tough.hp, table.bully.hp) == (30 - 7, 30 - 8)
    assert table.last.outcome == "success"


@pytest.mark.parametrize(("which", "lost"), [("every", 7 + 1 + 7 + 1), ("first", 7 + 1 + 7)])
def test_which_hits_get_the_extra_damage(table, which, lost):
    """FP-XTR-1: options.extra_damage."""
    table.do(f"set fight options.extra_damage={which}")
    table.set("gort", "extra_damage=1", "extra_attacks=1").put(gort="G1")
    faces = (15, 5, 1, 15, 5, 1) if which == "every" else (15, 5, 1, 15, 5)
    table.do("full-attack gort tough", *faces)
    assert table.tough.hp == 30 - lost


def test_attacks_left_over_are_lost_on_the_dead(table):
    """FP-FUL-1."""
    table.set("gort", "extra_damage=0", "extra_attacks=1").set("tough", "hp=1", "constitution=3").put(gort="G1")
    table.do("full-attack gort tough", 15, 8)
    assert table.told("attack-left-out") == {}
    assert "dead" in table.tough.conditions


def test_a_full_attack_needs_the_feature_and_the_whole_turn(table):
    """FP-FUL-1."""
    table.put(hale="G1", gort="G2")
    assert table.refused("full-attack hale tough").rule == "FP-FUL-1"
    table.do("holster gort")
    assert table.refused("full-attack gort tough").rule == "FP-FUL-1"
    assert "this full attack can have at most 1 target" in table.refused("full-attack gort tough bully --force").message


def test_a_full_attack_that_is_refused_draws_nothing(table):
    """FP-ATK-2: out of reach."""
    assert table.refused("full-attack gort tough").rule == "FP-ATK-2"


def test_the_exact_odds_of_a_full_attack_with_extra_damage_whose_fumble_is_asked():
    """FP-FUL-1, FP-XTR-1, FP-CRT-2: two attacks, each of which hits half the time; the first hit names the outcome."""
    session = from_encounter(find_encounter("depot-raid"), "lab", source="depot-raid")
    lines = ("init", "set gort extra-damage=3 extra-attacks=1", "set guard square=B3 ac=16")
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    attack = read_line("full-attack gort guard --force", session.rules, session.fight)
    odds = command_odds(session.rules, session.fight, attack)
    faces = {"critical-failure": 1, "failure": 9, "success": 9, "critical": 1}
    expected = Counter()
    for first, other in product(faces, repeat=2):
        outcome = first if first in ("success", "critical") else other
        expected[outcome] += Fraction(faces[first] * faces[other], 400)
    assert odds.outcomes == expected
    assert not odds.plays
    assert odds.losses["guard"][0] == Fraction(1, 4)
    assert {each.answer for each in odds.answers if each.kind == "fumble"} >= {"drop", "prone"}
