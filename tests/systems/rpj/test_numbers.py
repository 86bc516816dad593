"""One-liners from numbers alone, and exact odds."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.model.events import CustomEvent, Rolled
from rbfcli.model.fight import Condition
from rbfcli.systems.rpj.outcome import opposed, verdict
from rbfcli.systems.rpj.sheet import Battlefield, Character, RpjFight, Weapon, saves_left
from rbfcli.testing.odds import every_way


def told(played):
    """What happened in words' names, with the facts."""
    return {each.what: dict(each.facts) for each in played.events if isinstance(each, CustomEvent)}


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
    hint = "such as 10,12,15 or 9,10/10,12,14" if saves.isascii() else "use the digits 0 to 9"
    assert (wrong.value.rule, wrong.value.hint) == ("RPJ-DMG-1", hint)


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
        (
            "--cover wall",
            ("cover must be written as +3/1f or +2/*, not 'wall'", "RPJ-COV-1", ""),
        ),
        ("--reoriented", ("reorienting needs cover", "RPJ-COV-6", "use --cover +3/1f")),
        (
            "--adjacent --range 2",
            ("adjacent combatants are at range 0", "RPJ-FIELD-3", "remove --adjacent or --range"),
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
    paths = every_way(lambda dice: verdict(sum(dice.row(6, 4)), number))
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
    thirteen = sum(weight for weight, total in every_way(lambda dice: sum(dice.row(6, 4))) if total >= 13)
    assert field.odds("grapple bob rook").outcomes["success"] == thirteen


def test_the_odds_of_a_grapple_check(begin):
    """RPJ-GRP-4: equal skills win equally often; a tie is as likely as two equal throws of 4d6."""
    field = begin("set bob grapple=rook grappling=2", "set rook grapple=bob")
    field.turn_of("rook")
    totals = Counter()
    for weight, total in every_way(lambda dice: sum(dice.row(6, 4))):
        totals[total] += weight
    tie = sum(chance**2 for chance in totals.values())
    assert field.odds("grapple rook").outcomes == {"tie": tie, "success": (1 - tie) / 2, "failure": (1 - tie) / 2}


def test_outcomes_of_totals():
    """RPJ-ACT-3, RPJ-GRP-4: reaching is enough; of two totals equal ones tie."""
    assert [verdict(total, 18) for total in (17, 18, 19)] == ["failure", "success", "success"]
    assert [opposed(total, 18) for total in (17, 18, 19)] == ["failure", "tie", "success"]


# Exact odds against plain loops over the faces of 4d6, with the arithmetic of the sheet written down again here.


ROWS = [sum(faces) for faces in product(range(1, 7), repeat=4)]
TOTALS = Counter(ROWS)
ALL = len(ROWS)
VEST, BASE = (9, 10), (10, 12, 14)
PINNED = 'condition add bob "suppressed by pike"'


def chance(holds):
    """The chance that 4d6 come to a total for which something holds."""
    return Fraction(sum(1 for total in ROWS if holds(total)), ALL)


def lost(saves, damage):
    """How many saves of one layer are crossed out: the best one if 4d6 reach it and the damage, else all of them."""
    made = chance(lambda total: total >= min(saves) + damage)
    return both({1: made}, {len(saves): 1 - made})


def hit_and_lost(bonus, defense, saves, damage):
    """The saves lost to one attack: none on a miss."""
    hit = chance(lambda total: total + bonus >= defense)
    return both({0: 1 - hit}, {number: hit * part for number, part in lost(saves, damage).items()})


def both(*parts):
    """Chances of the same number added up; what never happens is left out."""
    together = Counter()
    for part in parts:
        for number, share in part.items():
            together[number] += share
    return {number: share for number, share in sorted(together.items()) if share}


def yes_no(share):
    """The outcomes of one test."""
    return {"success": share, "failure": 1 - share}


@pytest.mark.parametrize(
    ("before", "line", "needed"),
    [
        ((), "attack ann pike", 18 - 6),
        ((), "attack ann pike --aimed", 18 - 7),
        ((), "attack ann pike --mod -3", 18 - 3),
        (("set pike cover=crates",), "attack ann pike", 18 + 3 - 6),
        (("set pike cover=+3/2f",), "attack ann pike", 18 + 1 - 6),
        (("set pike cover=+3/3f",), "attack ann pike", 18 - 6),
        (("set pike cover=+3/3f reoriented=true",), "attack ann pike", 18 + 3 - 6),
        (("set pike cover=crates",), "suppress ann pike", 18 - 6),
        (('condition add ann "suppressed by pike"',), "attack ann pike", 18 - 3),
        (("set pike grapple=rook --force",), "attack ann pike", 18 - 6),
        (("set pike region=1 group=A grapple=rook",), "attack ann pike", 18 - 6 + 2),
        (("set ann skills.guns=0 dexterity=9",), "attack ann pike", 18 - 4),
        (("set fight options.rounding=up", "set ann dexterity=9"), "attack ann pike", 18 - 4 - 5),
    ],
)
def test_an_attack_from_afar(begin, before, line, needed):
    """RPJ-ACT-3, RPJ-AIM-1, RPJ-COV-2 to RPJ-COV-6, RPJ-SUP-1, RPJ-SUP-3, RPJ-GRP-2: 4d6 against what is left."""
    assert begin(*before).odds(line).outcomes == yes_no(chance(lambda total: total >= needed))


@pytest.mark.parametrize(
    ("line", "who", "strike"),
    [
        ("attack ann pike", "pike", (6, 18, BASE, 4)),
        ("attack bob rook", "rook", (7, 16, BASE, 4)),
        ("attack rook bob --with sword", "bob", (3, 17, VEST, 4)),
        ("attack rook bob --with unarmed", "bob", (1, 17, VEST, 1)),
        ("attack rook pike --with pistol --no-react", "pike", (4, 18, BASE, 3)),
    ],
)
def test_what_an_attack_takes(field, line, who, strike):
    """RPJ-ACT-3, RPJ-DMG-2 to RPJ-DMG-6: a hit, then one save of the outermost layer, or all."""
    field.turn_of(line.split()[1])
    odds = field.odds(line)
    assert odds.losses[who] == hit_and_lost(*strike)
    bonus, defense, saves, damage = strike
    broken = chance(lambda total: total + bonus >= defense) * chance(lambda total: total < min(saves) + damage)
    assert odds.downs[who] == (broken if saves is BASE else 0)


def test_a_blast_takes_from_everybody_next_to_the_target(field):
    """RPJ-FIELD-3, RPJ-ACT-3: two rolls to hit, two damage saves; one hit is a success."""
    odds = field.odds("attack ann rook --with grenade")
    on_rook, on_bob = (hit_and_lost(2, 18, saves, 5) for saves in (BASE, VEST))
    assert (odds.losses["rook"], odds.losses["bob"]) == (on_rook, on_bob)
    assert odds.outcomes == yes_no(1 - on_rook[0] * on_bob[0])


@pytest.mark.parametrize(
    ("line", "saves", "damage"),
    [
        ("damage-save ann --damage 4", VEST, 4),
        ("damage-save ann --damage -2", VEST, -2),
        ("damage-save ann --damage 3 --base", BASE, 3),
        ("damage-save pike --damage 9", BASE, 9),
        ("damage-save pike --damage 9 --mod 4", BASE, 5),
    ],
)
def test_a_damage_save(field, line, saves, damage):
    """RPJ-DMG-2 to RPJ-DMG-5: the best number and the damage."""
    odds = field.odds(line)
    assert odds.losses[line.split()[1]] == lost(saves, damage)
    assert odds.outcomes["success"] == chance(lambda total: total >= min(saves) + damage)


def test_stabilising(begin):
    """RPJ-STB-1: 18 or more."""
    assert begin("damage pike 3").odds("stabilize pike --force").outcomes == yes_no(chance(lambda total: total >= 18))


def test_a_touch_check(field):
    """RPJ-GRP-1: 4d6 + 6 against 16 + 3."""
    field.turn_of("bob")
    assert field.odds("grapple bob rook").outcomes == yes_no(chance(lambda total: total + 6 >= 16 + 3))


@pytest.mark.parametrize(("option", "to_rook"), [("nothing", False), ("acting", True), ("other", False)])
def test_a_grapple_check_and_what_it_hurts(begin, option, to_rook):
    """RPJ-GRP-4, RPJ-GRP-5: 4d6 + 2 against 4d6 + 4, the tie by the option; then a save on the base against -4."""
    field = begin("set bob grapple=rook", "set rook grapple=bob", f"set fight options.grapple_tie={option}")
    field.turn_of("rook")
    better = tie = 0
    for mine, ways in TOTALS.items():
        for theirs, others in TOTALS.items():
            better += ways * others * (mine + 2 > theirs + 4)
            tie += ways * others * (mine + 2 == theirs + 4)
    won = Fraction(better + (tie if to_rook else 0), ALL * ALL)
    odds = field.odds("grapple rook --then hurt")
    assert odds.outcomes["success"] == won
    assert odds.outcomes.get("tie", 0) == (Fraction(tie, ALL * ALL) if option == "nothing" else 0)
    hurt = {number: won * part for number, part in lost(BASE, -4).items()}
    assert odds.losses["bob"] == both({0: 1 - won}, hurt)


@pytest.mark.parametrize(
    ("before", "line", "strike"),
    [
        ((), "move bob 0 --react rook", (3, 17, VEST, 4)),
        (
            ("set rook overwatch=0",),
            "move bob 0 --answer leaving=pass --answer entering=attack",
            (4, 18, VEST, 3),
        ),
        ((), "move bob 0 --answer leaving='attack with unarmed'", (1, 17, VEST, 1)),
        ((), "move bob 0 --answer leaving='attack with sword'", (3, 17, VEST, 4)),
        (
            ("set rook overwatch=0", "set rook weapons=pistol,rifle"),
            "move bob 0 --answer leaving=pass --answer entering='attack with pistol'",
            (4, 18, VEST, 3),
        ),
        (
            ("set rook overwatch=0", "set rook weapons=pistol,rifle"),
            "move bob 0 --answer leaving=pass --answer entering='attack with rifle'",
            (4, 18, VEST, 4),
        ),
        (
            ("set rook overwatch=0 group=", "set rook weapons=pistol,rifle"),
            "move bob 0 --react rook",
            (4, 18, VEST, 4),
        ),
        ((PINNED,), "move bob 1 --answer leaving=pass --answer moving=attack", (4, 18, VEST, 3)),
        ((PINNED,), "cautious bob 2 --react pike", (2, 18, VEST, 3)),
        ((PINNED, "set pike region=1"), "cover bob +2/* --react pike", (4, 18 + 2, VEST, 3)),
    ],
)
def test_what_a_reaction_takes(begin, before, line, strike):
    """RPJ-ACT-5, RPJ-SUP-4, RPJ-OVR-2, RPJ-CAU-3: one attack, halved on a cautious mover, past or with its cover."""
    field = begin(*before)
    field.turn_of("bob")
    assert field.odds(line).losses["bob"] == hit_and_lost(*strike)


def test_who_falls_to_a_shot_strikes_nobody(begin):
    """RPJ-ACT-6: Rook fires at Bob, who strikes back if it still stands."""
    field = begin("damage bob 2")
    field.turn_of("rook")
    odds = field.odds("attack rook bob --with pistol --react bob")
    down = chance(lambda total: total + 4 >= 18) * chance(lambda total: total < 10 + 3)
    struck_back = {number: (1 - down) * part for number, part in hit_and_lost(7, 16, BASE, 4).items()}
    assert odds.downs["bob"] == down
    assert odds.losses["rook"] == both({0: down}, struck_back)


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        ("attack --mod 4 --defense 18", 14),
        ("attack --mod 4 --defense 18 --cover +3/1f --range 1", 15),
        ("attack --defense 12 --cover +5/* --adjacent", 14),
        ("damage-save --saves 11,9/10,12,14 --damage 4", 13),
        ("stabilize --mod -1", 19),
    ],
)
def test_from_numbers_alone(one_liner_odds, line, needed):
    """RPJ-ACT-3, RPJ-COV-3, RPJ-COV-5, RPJ-DMG-3, RPJ-STB-1: one test each."""
    assert one_liner_odds(line).outcomes == yes_no(chance(lambda total: total >= needed))


# Where two rules of RPJ meet: rulings that were wrong at a table once.


@pytest.fixture
def turned(field):
    """Ann in the ditch behind its wall, turned to Rook, who is in the ditch too."""
    field.do("set ann cover=wall"), field.do("set rook region=0")
    field.do("reorient ann")
    assert field.ann.reoriented
    return field


def test_a_move_to_another_place_behind_the_same_wall_turns_one_back(turned):
    """RPJ-COV-8: it is another Move action, though the cover is the same."""
    turned.do("move ann --join rook --cover wall --no-react")
    assert (turned.ann.cover, turned.ann.reoriented) == ("wall", False)
    assert turned.cited()["RPJ-COV-8"] == "ann reoriented"


def test_so_does_a_cautious_one(turned):
    """RPJ-COV-8, RPJ-CAU-1: at the beginning of the next turn."""
    turned.turn_of("bob"), turned.turn_of("ann")
    assert turned.ann.reoriented
    turned.do("cautious ann --join rook --cover wall")
    assert (turned.ann.cover, turned.ann.reoriented) == ("wall", False)


def test_cover_that_is_carried_along_turns_back_too(turned):
    """RPJ-COV-8, RPJ-COV-9: where by the option cover goes with whoever moves."""
    turned.do("set fight options.cover_left_behind=false"), turned.do("set ann cover=+3/1f reoriented=true")
    turned.do("move ann 1")
    assert (turned.ann.region, turned.ann.cover, turned.ann.reoriented) == ("1", "+3/1f", False)


def test_a_cautious_turn_without_a_move_turns_nobody(turned):
    """RPJ-COV-8, RPJ-CAU-1: no Move action is made."""
    turned.turn_of("bob"), turned.turn_of("ann")
    turned.do("cautious ann")
    assert turned.ann.reoriented


def test_who_goes_down_in_its_own_turn_has_not_rolled_in_it(field):
    """RPJ-STB-1, RPJ-DMG-7: its first roll is due in its next turn, and the refusal says so."""
    field.do("damage ann 9")
    assert field.refused("stabilize ann").message == "Ann went down this turn and rolls on the next"
    field.turn_of("bob"), field.turn_of("ann")
    assert field.do("stabilize ann", 1, 1, 1, 1) == "failure"
    assert field.refused("stabilize ann").message == "Ann has already rolled this turn"


def test_the_sheet_of_the_fallen_promises_no_free_attack(field):
    """RPJ-DMG-7, RPJ-ACT-4: they take no action but the roll."""

    def told():
        return next((each.value for each in field.session.rules.details(field.fight, "ann") if each.name == "free"), "")

    assert told() == "free attack left"
    field.do("damage ann 9")
    assert told() == ""
