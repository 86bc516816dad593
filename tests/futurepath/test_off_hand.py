"""The Bonus Attack with the off-hand weapon (FP-OFF)."""

import pytest

from rbfcli.systems.futurepath.carrying import damage_die
from rbfcli.systems.futurepath.sheet.sheet import Weapon


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
    """FP-OFF-4: one that stands on no level goes by that of the weapon; our reading."""
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
