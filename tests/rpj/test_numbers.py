"""One-liners from numbers alone, and exact odds."""

from collections import Counter
from fractions import Fraction

import pytest

from rbfcli.conformance.enumeration import every_way
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.events import Happened, Rolled
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight, Weapon, saves_left
from rbfcli.systems.rpj.verdict import opposed, verdict


def told(played):
    """What happened in words' names, with the facts."""
    return {each.what: dict(each.facts) for each in played.events if isinstance(each, Happened)}


def test_a_damage_save_made(one_liner):
    """RPJ-DMG-4: saves 10, 12, 15 and 3 damage (worked check 1)."""
    played = one_liner("damage-save --saves 10,12,15 --damage 3", 3, 3, 4, 4)
    assert played.outcome == "success"
    assert told(played)["crossed-out"] == {"layer": "base", "saves": "10", "left": "12 15"}


def test_a_damage_save_failed(one_liner):
    """RPJ-DMG-5: all three are gone; the next layer is outermost (worked check 2)."""
    played = one_liner("damage-save --saves 10,12,15/9,11 --damage 3", 2, 2, 3, 3)
    assert played.outcome == "failure"
    assert told(played)["crossed-out"] == {"layer": "1st", "saves": "10 12 15", "left": "none"}
    assert told(played)["layer-broken"] == {"layer": "1st"}
    assert saves_left(played.fight.combatants["target"], "base") == (9, 11)
    fallen = one_liner("damage-save --saves 9 --damage 9", 1, 1, 1, 1)
    assert "incapacitated" in fallen.fight.combatants["target"].conditions


@pytest.mark.parametrize("saves", ["ten", "10,", "10//12", "-3", "²", "99999"])
def test_saves_that_are_no_numbers_are_refused(one_liner, saves):
    """RPJ-DMG-1: with an example."""
    with pytest.raises(RbfError, match="--saves must be") as wrong:
        one_liner(f"damage-save --saves={saves} --damage 3")
    assert (wrong.value.rule, wrong.value.hint) == ("RPJ-DMG-1", "such as 10,12,15 or 9,10/10,12,14")


def test_stabilising_from_numbers_alone(one_liner):
    """RPJ-STB-1, RPJ-STB-2: 18 stabilises, the fifth failure kills."""
    assert "stabilized" in one_liner("stabilize", 4, 5, 5, 4).fight.combatants["target"].conditions
    assert told(one_liner("stabilize --failures 3", 4, 5, 4, 4)) == {"slipping": {"failures": 4, "deadly": 5}}
    assert set(one_liner("stabilize --failures 4", 4, 5, 4, 4).fight.combatants["target"].conditions) == {"dead"}


@pytest.mark.parametrize(("mod", "outcome"), [(6, "success"), (3, "failure")])
def test_an_attack_from_numbers_alone(one_liner, mod, outcome):
    """RPJ-ACT-3, RPJ-COV-2: 3,4,4,5 against 18 behind +3/1f from two regions away (worked check 7)."""
    assert one_liner(f"attack --mod {mod} --defense 18 --cover +3/1f --range 2", 3, 4, 4, 5).outcome == outcome


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("--cover wall", ("'wall' is no cover", "RPJ-COV-1", "write it as +3/1f or +2/*")),
        ("--reoriented", ("who has no cover is not reoriented in it", "RPJ-COV-6", "--cover +3/1f")),
        (
            "--adjacent --range 2",
            ("who is adjacent is at range 0", "RPJ-FIELD-3", "leave out --adjacent or --range"),
        ),
    ],
)
def test_an_attack_on_nobody_who_could_be_there_is_refused(one_liner, line, refusal):
    """RPJ-COV-1, RPJ-COV-6, RPJ-FIELD-3: with what would be right; those of different regions are never adjacent."""
    with pytest.raises(RbfError) as wrong:
        one_liner(f"attack --defense 18 {line}")
    assert (wrong.value.message, wrong.value.rule, wrong.value.hint) == refusal
    assert one_liner("attack --defense 18", 6, 6, 6, 6).outcome == "success"


@pytest.mark.parametrize(
    ("line", "far", "group"),
    [("--range 2", 2, ""), ("--adjacent", 0, "A")],
)
def test_an_attack_from_numbers_alone_is_the_shot_of_one_at_another(stand_in, line, far, group):
    """RPJ-ACT-3, RPJ-FIELD-3, RPJ-FIELD-5: so far away, or adjacent; the shot reaches as far and adds nothing."""
    fight, command = stand_in(f"attack --mod 3 --defense 18 --cover +3/1f {line} --dice 6,6,6,6 --force")
    shooter = Character(
        name="the attacker", side="attackers", region="0", group=group, skills={"shot": 0}, weapons=("shot",)
    )
    target = Character(
        name="the target", side="targets", region=str(far), group=group, ranged_defense=18, cover="+3/1f"
    )
    assert fight == RpjFight(
        system="rpj",
        board=Battlefield(length=far + 1),
        combatants={"attacker": shooter, "target": target},
        weapons={"shot": Weapon(name="shot", skill="shot", range=far)},
    )
    assert (command.who, command.targets, command.mod, command.force) == ("attacker", ("target",), 3, True)


def test_a_damage_save_from_numbers_alone_is_of_somebody_with_these_layers(stand_in):
    """RPJ-DMG-1, RPJ-DMG-2: the last is the base, and the GM's word is passed on."""
    fight, command = stand_in("damage-save --saves 9/10/11/12/13,14 --damage 3 --force")
    layers = {"1st": (9,), "2nd": (10,), "3rd": (11,), "4th": (12,), "base": (13, 14)}
    assert fight.combatants == {"target": Character(name="the target", side="targets", layers=layers)}
    assert (command.who, command.damage, command.force) == ("target", 3, True)


def test_stabilising_from_numbers_alone_is_the_roll_of_somebody_incapacitated(stand_in):
    """RPJ-STB-1, RPJ-STB-2: who has failed so often; the GM's word is passed on."""
    fight, command = stand_in("stabilize --failures 3 --force")
    dying = Character(name="the target", side="targets", failures=3, conditions={"incapacitated": Condition()})
    assert fight.combatants == {"target": dying}
    assert (command.who, command.force) == ("target", True)


@pytest.mark.parametrize(
    ("line", "against"),
    [
        ("attack --defense 18 --cover +3/1f --range 2", 21),
        ("attack --defense 18 --cover +3/1f --range 1", 19),
        ("attack --defense 18 --cover +3/1f", 18),
        ("attack --defense 18 --cover +3/1f --reoriented", 21),
        ("attack --defense 18 --cover +2/* --adjacent", 19),
        ("attack --defense 18 --cover +2/* --range 1000", 20),
    ],
)
def test_an_attack_from_numbers_alone_rolls_once(one_liner, line, against):
    """RPJ-COV-2 to RPJ-COV-6: the real verb counts the cover; nobody stated saves, so none is rolled."""
    played = one_liner(line, 6, 6, 6, 6)
    assert [each.against for each in played.events if isinstance(each, Rolled)] == [against]
    assert not played.fight.combatants["target"].conditions


def test_the_odds_from_numbers_alone(one_liner_odds):
    """RPJ-DMG-3, RPJ-STB-1: of the real verbs."""
    assert one_liner_odds("attack --mod 4 --defense 18").outcomes["success"] == Fraction(721, 1296)
    assert one_liner_odds("damage-save --saves 10,12,15 --damage 4").outcomes["success"] == Fraction(721, 1296)
    assert one_liner_odds("stabilize").outcomes["success"] == Fraction(206, 1296)


@pytest.mark.parametrize(
    ("number", "chance"), [(14, Fraction(721, 1296)), (16, Fraction(435, 1296)), (18, Fraction(206, 1296))]
)
def test_the_chance_of_4d6(number, chance):
    """RPJ-ACT-3: P(4d6 >= 14), >= 16 and >= 18 (worked check 9)."""
    paths = every_way(lambda dice: verdict(sum(dice.pool(6, 4)), number), sort_pools=True)
    assert sum(weight for weight, outcome in paths if outcome == "success") == chance


def test_the_odds_of_a_damage_save(field):
    """RPJ-DMG-3: 14 or more is 721/1296: one save of Pike's three; otherwise all."""
    odds = field.odds("damage-save pike --damage 4")
    assert odds.outcomes == {"success": Fraction(721, 1296), "failure": Fraction(575, 1296)}
    assert odds.losses["pike"] == {1: Fraction(721, 1296), 3: Fraction(575, 1296)}
    assert odds.downs["pike"] == Fraction(575, 1296)


def test_the_odds_of_dying(start):
    """RPJ-STB-2: unstabilised after five rolls, (1090/1296)^5 (worked check 9)."""
    field, chance = start("damage pike 3"), Fraction(1)
    for failures in range(5):
        chance *= field.odds("stabilize pike").outcomes["failure"]
        field.do("stabilize pike", 4, 5, 4, 4)
        assert chance == Fraction(1090, 1296) ** (failures + 1)
    assert "dead" in field.pike.conditions


def test_the_odds_of_a_touch_check(field):
    """RPJ-GRP-1: Bob needs 13 or more on the dice: 16 + 3 - 6."""
    field.turn_of("bob")
    thirteen = sum(
        weight for weight, total in every_way(lambda dice: sum(dice.pool(6, 4)), sort_pools=True) if total >= 13
    )
    assert field.odds("grapple bob rook").outcomes["success"] == thirteen


def test_the_odds_of_a_grapple_check(begin):
    """RPJ-GRP-4: equal skills win equally often; a tie is as likely as two equal throws of 4d6."""
    field = begin("set bob grapple=rook grappling=2", "set rook grapple=bob")
    field.turn_of("rook")
    totals = Counter()
    for weight, total in every_way(lambda dice: sum(dice.pool(6, 4)), sort_pools=True):
        totals[total] += weight
    tie = sum(chance**2 for chance in totals.values())
    assert field.odds("grapple rook").outcomes == {"tie": tie, "success": (1 - tie) / 2, "failure": (1 - tie) / 2}


def test_outcomes_of_totals():
    """RPJ-ACT-3, RPJ-GRP-4: reaching is enough; of two totals equal ones tie."""
    assert [verdict(total, 18) for total in (17, 18, 19)] == ["failure", "success", "success"]
    assert [opposed(total, 18) for total in (17, 18, 19)] == ["failure", "tie", "success"]
