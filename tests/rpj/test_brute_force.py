"""Exact odds against plain loops over the faces of 4d6, with the arithmetic of the sheet written down again here."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

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
        (("set pike grapple=rook",), "attack ann pike", 18 - 6),
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
