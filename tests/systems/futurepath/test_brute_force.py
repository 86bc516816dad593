"""Exact odds of attacks against plain loops over the faces."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import one_liner_verbs, parse_line, read
from rbfcli.systems.registry import load
from tests.systems.futurepath.loops import (
    D20,
    HIT,
    attack,
    change,
    close,
    dice,
    flurry,
    lost,
    makes,
    mixed,
    plus,
    sword,
    totals,
)

MANY = ("hp=500", "max_hp=500")


@pytest.fixture
def near(table):
    """Hale and Gort next to tough, Yara behind them; tough outlives everything."""
    table.set("tough", *MANY)
    return table.put(hale="G1", gort="I1", yara="F1", tough="H1", bully="P1", porter="P10")


@pytest.mark.parametrize(
    ("before", "line", "edge", "added"),
    [
        ((), "attack hale tough", 0, 3),
        ((), "attack hale tough --advantage 2", 2, 3),
        ((), "attack hale tough --advantage 5", 3, 3),
        ((), "attack hale tough --disadvantage 1", -1, 3),
        ((), "attack hale tough --advantage 2 --disadvantage 4 --mod 1", -2, 4),
        ((), "attack hale tough --cover partial", -1, 3),
        ((), "attack hale tough --cover heavy", -2, 3),
        (("set tough cover=heavy",), "attack hale tough --advantage 1", -1, 3),
        (("set hale proficiencies.sword=2",), "attack hale tough", 2, 3),
        (("set fight options.advantage_most=1",), "attack hale tough --advantage 3", 1, 3),
        (("condition add tough prone",), "attack hale tough", 0, 3),
        (("condition add hale prone",), "attack hale tough", 0, 3),
        (("condition add tough grappled",), "attack hale tough", 0, 3),
        (("condition add tough helpless",), "attack hale tough", 0, 3),
    ],
)
def test_a_blow(near, before, line, edge, added):
    """FP-ATK-1, FP-ATK-3, FP-ADV-1, FP-ADV-2, FP-CRT-1, FP-CRT-2, FP-COV-1."""
    for each in before:
        near.do(each)
    chances = attack(added, 12, edge)
    odds = near.odds(f"{line} --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["tough"], lost(chances, sword(), sword(times=2)))


def test_an_enemys_blow(near):
    """FP-ATK-1, FP-ATK-3: a knife with Strength 12 against AC 14."""
    near.set("hale", *MANY).do("turn next")
    chances = attack(1, 14)
    odds = near.odds("attack tough hale --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["hale"], lost(chances, plus(dice(4), 1), plus(dice(4, 2), 1)))


@pytest.mark.parametrize(("level", "sides"), [(7, 4), (8, 6), (14, 6), (15, 8)])
def test_the_advantage_die_of_a_level(near, level, sides):
    """FP-ADV-2."""
    near.set("hale", f"level={level}")
    odds = near.odds("attack hale tough --advantage 3 --fumble none")
    assert odds.outcomes == attack(3, 12, 3, sides)


def test_a_blow_that_nothing_is_left_of(near):
    """FP-ATK-3: Strength 1 takes 5 off a d8, and at least 1 is left."""
    near.set("hale", "strength=1")
    chances = attack(-5, 12)
    least = [change(plus(dice(8, times), -5), lambda total: max(1, total)) for times in (1, 2)]
    close(near.odds("attack hale tough --fumble none").losses["tough"], lost(chances, *least))


@pytest.mark.parametrize(
    ("square", "before", "line", "edge"),
    [
        ("H7", (), "attack yara tough", 1),
        ("H8", (), "attack yara tough", 1 - 1),
        ("P1", (), "attack yara tough --disadvantage 1", 1 - 1 - 1),
        ("H5", ("set tough cover=partial",), "attack yara tough", 1 - 1),
        ("H5", ("set fight board.zones.mist.kind=smoke board.zones.mist.square=H3",), "attack yara tough", 1 - 1),
        ("H5", ("set fight board.zones.lamp.kind=floodlight board.zones.lamp.square=H3",), "attack yara tough", 1 - 1),
    ],
)
def test_a_shot(near, square, before, line, edge):
    """FP-ATK-1, FP-ATK-3, FP-ATK-4, FP-COV-1, FP-COV-3: proficient, Dexterity 3, a d8 and 1; level 9 has d6."""
    near.put(bully="A9", yara=square)
    for each in before:
        near.do(each)
    chances = attack(3, 12, edge, 6)
    odds = near.odds(f"{line} --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["tough"], lost(chances, plus(dice(8), 1), plus(dice(8, 2), 1)))


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ((), "attack yara tough --cover full --weak"),
        (("set fight board.zones.mist.kind=fog board.zones.mist.square=H3",), "attack yara tough"),
    ],
)
def test_a_shot_through_full_cover(near, before, line):
    """FP-COV-2, FP-COV-3: d10, 6 or more, then the check with a disadvantage."""
    near.put(yara="H5")
    for each in before:
        near.do(each)
    chances = {outcome: chance / 2 for outcome, chance in attack(3, 12, 0, 6).items()}
    chances["failure"] += Fraction(1, 2)
    odds = near.odds(f"{line} --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["tough"], lost(chances, plus(dice(8), 1), plus(dice(8, 2), 1)))


def test_a_shot_that_pierces_armour(near):
    """FP-COV-2: from the sheet's full cover, by the same d10."""
    near.put(yara="H5").arm("sidearm", ap=True).set("tough", "cover=full")
    through = sum(attack(3, 12, 0, 6).get(each, 0) for each in HIT) / 2
    odds = near.odds("attack yara tough --fumble none").outcomes
    assert odds["success"] + odds["critical"] == through


@pytest.mark.parametrize(("critical", "multiplier"), [(20, 3), (18, 2), (15, 5)])
def test_a_critical_range_and_a_multiplier(near, critical, multiplier):
    """FP-CRT-1: the damage die as often as the multiplier says, what is added once."""
    near.arm("sword", critical=critical, multiplier=multiplier)
    chances = attack(3, 12, critical=critical)
    odds = near.odds("attack hale tough --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["tough"], lost(chances, sword(), sword(times=multiplier)))


def test_a_charge(near):
    """FP-TEC-1: one advantage at the end of it."""
    near.put(hale="A1", yara="A9", gort="A10")
    chances = attack(3, 12, 1)
    odds = near.odds("technique hale charge tough --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["tough"], lost(chances, sword(), sword(times=2)))


@pytest.mark.parametrize(
    ("feats", "edge", "knife"),
    [("", 0, 2), ("Niten Ichi", 0, 4), ("Akimbo Specialist", 2, 2)],
)
def test_the_other_hand(near, feats, edge, knife):
    """FP-OFF-3, FP-OFF-4: no advantage, a die one level lower, and the feats that lift that."""
    near.set("hale", "off_hand=knife", f'feats="{feats}"' if feats else "feats=")
    near.do("attack hale tough", 2)
    chances = attack(3, 12, edge)
    odds = near.odds("off-hand hale tough --advantage 1 --fumble none")
    assert odds.outcomes == chances
    close(odds.losses["tough"], lost(chances, plus(dice(knife), 3), plus(dice(knife, 2), 3)))


@pytest.mark.parametrize(("feats", "edge"), [("", -1), ("Gun-Fu", 0), ("Gun-Fu,Akimbo Specialist", 1)])
def test_a_shot_with_the_other_hand(near, feats, edge):
    """FP-OFF-3, FP-OFF-4: one disadvantage, and the feats that lift what hinders."""
    near.set("yara", "off_hand=pistol", f'feats="{feats}"' if feats else "feats=").put(yara="H5")
    near.do("attack yara tough", 2, 1)
    chances = attack(3, 12, edge, 6)
    close(near.odds("off-hand yara tough --fumble none").losses["tough"], lost(chances, dice(6), dice(6, 2)))


@pytest.mark.parametrize(
    ("extra", "ac", "critical", "times"),
    [(1, 12, 20, 2), (2, 12, 20, 2), (3, 12, 20, 2), (2, 21, 17, 4), (3, 15, 18, 3)],
)
def test_a_full_attack_with_extra_damage(near, extra, ac, critical, times):
    """FP-FUL-1, FP-XTR-1 to FP-XTR-6: Gort's sword and Strength 2."""
    near.set("gort", f"extra_damage={extra}").set("tough", f"ac={ac}")
    near.arm("sword", critical=critical, multiplier=times)
    chances = attack(2, ac, critical=critical)
    odds = near.odds("full-attack gort tough --fumble none")
    assert odds.outcomes == chances
    plain, great = flurry(extra, 2, ac, critical, times=times)
    close(odds.losses["tough"], lost(chances, plus(plain, 2), plus(great, 2)))


@pytest.mark.parametrize("counts", ["every", "first"])
def test_a_full_attack_with_extra_attacks(near, counts):
    """FP-FUL-1, FP-XTR-1: each attack for itself; Extra Damage with every hit, or that of the first attack alone."""
    near.set("gort", "extra_damage=1", "extra_attacks=1", "held=knife", "weapons=knife")
    near.do(f"set fight options.extra_damage={counts}")
    chances = attack(2, 12)
    single = [
        lost(chances, *(plus(each, 2) for each in flurry(extra, 2, 12, die=4)))
        for extra in (1, 1 if counts == "every" else 0)
    ]
    odds = near.odds("full-attack gort tough --fumble none")
    close(odds.losses["tough"], plus(*single))
    missed = [sum(share for outcome, share in chances.items() if outcome not in HIT)] * 2
    assert odds.outcomes["critical"] + odds.outcomes["success"] == 1 - missed[0] * missed[1]


def test_a_full_attack_with_extra_damage_and_an_extra_attack_whose_fumble_is_asked(near):
    """FP-FUL-1, FP-XTR-1 to FP-XTR-6, FP-CRT-2: every amount; Gort answers so that the other attack is not lost."""
    near.set("gort", "extra_damage=3", "extra_attacks=1", "held=knife", "weapons=knife")
    single = lost(attack(2, 12), *(plus(each, 2) for each in flurry(3, 2, 12, die=4)))
    odds = near.odds("full-attack gort tough")
    assert not odds.plays
    close(odds.losses["tough"], plus(single, single))
    fumbles = {each.answer: each for each in odds.answers}
    assert not fumbles["drop"].best
    assert fumbles["drop"].asked == 1 - Fraction(19, 20) ** 2  # in one of two attacks, or in both


# Exact odds of saves, techniques, skills, blasts and one-liners against plain loops over the faces.


@pytest.fixture
def one_liner():
    """The exact odds of a line without a fight."""

    def odds(line):
        rules = load("futurepath")
        command = read(parse_line(line.split()), one_liner_verbs(rules)).command
        return command_odds(rules, *rules.one_liners[type(command)](command))

    return odds


def half(amount):
    """What of a blast gets through a save."""
    return amount // 2


TECHNIQUES = [("trip", 3), ("bull-rush", 1), ("grapple", 3), ("disarm", 3)]


@pytest.mark.parametrize(("technique", "level"), TECHNIQUES)
@pytest.mark.parametrize("edge", [0, 1])
def test_a_technique(near, technique, level, edge):
    """FP-TEC-1: 10, an advantage die, its level, Strength 3 and misc; tough saves with Dexterity 4 or Strength 1."""
    near.set("tough", "dexterity=18").set("hale", f"techniques.{technique}={level}")
    best = 1 if technique == "bull-rush" else 4
    saved = sum(chance * makes(best, 10 + die + level + 3 + 2) for die, chance in dice(4, 1 + edge).items())
    odds = near.odds(f"technique hale {technique} tough --misc 2 --advantage {edge}")
    assert odds.outcomes == {"success": 1 - saved, "failure": saved}


@pytest.mark.parametrize(("mod", "edge"), [(0, 0), (4, 2), (-3, -1)])
def test_treating_a_wound(near, mod, edge):
    """FP-STB-1: Treat Injury 4 and Wisdom 1 against 20; a natural 1 slips whatever the total."""
    near.do("damage hale 25")
    found = Counter()
    for face, total, chance in totals(5 + mod, edge, 6):
        found["critical-failure" if face == 1 else "success" if total >= 20 else "failure"] += chance
    edges = f"--advantage {max(edge, 0)} --disadvantage {max(-edge, 0)}"
    odds = near.odds(f"stabilize hale --by yara --mod {mod} {edges}")
    assert odds.outcomes == dict(found)
    close(odds.losses["hale"], mixed((found["success"], -6), (1 - found["success"], 0)))


@pytest.mark.parametrize(
    ("line", "added", "dc", "edge"),
    [
        ("use yara acrobatics --dc 18", 8, 18, 0),
        ("use yara perception --dc 12 --disadvantage 1", 4, 12, -1),
        ("use yara treat-injury --dc 30 --advantage 3 --mod 2", 7, 30, 3),
    ],
)
def test_a_skill(near, line, added, dc, edge):
    """FP-SKL-1: ranks and ability; a natural 20 or 1 decides nothing."""
    good = makes(added, dc, edge, 6)
    assert near.odds(line).outcomes == {"success": good, "failure": 1 - good}


def test_a_skill_where_naturals_decide(near):
    """FP-SKL-1: options.naturals."""
    near.do("set fight options.naturals=all")
    assert near.odds("use yara acrobatics --dc 25").outcomes == attack(8, 25)


@pytest.mark.parametrize(("dc", "edge"), [(11, 0), (15, 1), (17, -2)])
def test_a_save_against_a_blast(near, dc, edge):
    """FP-GRN-3: half on a save; tough has Dexterity 0."""
    saved = makes(0, dc, edge)
    whole = dice(6, 3)
    edges = f"--advantage {max(edge, 0)} --disadvantage {max(-edge, 0)}"
    odds = near.odds(f"damage-save tough --damage 3d6 --dc {dc} {edges}")
    assert odds.outcomes == {"success": saved, "failure": 1 - saved}
    close(odds.losses["tough"], mixed((saved, change(whole, half)), (1 - saved, whole)))


@pytest.mark.parametrize(("amount", "edge"), [("12", 0), ("2d8+5", 1)])
def test_a_save_against_death(near, amount, edge):
    """FP-CDG-1: Constitution 1 against the damage."""
    spread = {12: Fraction(1)} if amount == "12" else plus(dice(8, 2), 5)
    dead = sum(chance * (1 - makes(1, harm, edge)) for harm, chance in spread.items())
    odds = near.odds(f"damage-save tough --damage {amount} --kind coup-de-grace --advantage {edge}")
    assert odds.outcomes == {"success": 1 - dead, "failure": dead}
    assert odds.downs["tough"] == dead
    close(odds.losses["tough"], spread)


def test_a_coup_de_grace(near):
    """FP-CDG-1, FP-CRT-1: a sure critical hit; the save has an advantage for each Extra Damage of Gort's."""
    near.set("gort", "extra_damage=2", "extra_attacks=1").set("tough", "constitution=40")
    near.do("condition add tough helpless")
    spread = plus(dice(8, 2), 2)
    dead = sum(chance * (1 - makes(15, harm, 3)) for harm, chance in spread.items())
    odds = near.odds("coup-de-grace gort tough")
    assert odds.outcomes.get("success", 0) == dead
    close(odds.losses["tough"], spread)


def test_a_blast(yard):
    """FP-GRN-2, FP-GRN-3: it scatters 10 ft at most, and 10 ft around it nobody is left out; Dexterity against 15."""
    yard.set("tough", *MANY).put(hale="A5", tough="H5", bully="A1", porter="A2", yara="A3", gort="A4")
    saved, whole = makes(0, 15), dice(8, 2)
    odds = yard.odds("throw hale frag tough")
    close(odds.losses["tough"], mixed((saved, change(whole, half)), (1 - saved, whole)))


def test_a_blast_that_may_miss(yard):
    """FP-GRN-2, FP-GRN-3: aimed ten feet long, the target is left out by whatever scatters further."""
    yard.set("tough", *MANY).put(hale="A5", tough="H5", bully="A1", porter="A2", yara="A3", gort="A4")
    off = {1: -2, 2: -1, 9: 1, 10: 2}
    hit = Fraction(sum(abs(2 + off.get(along, 0)) <= 2 for along in range(1, 11)), 10)
    saved = makes(0, 15)
    whole = dice(8, 2)
    odds = yard.odds("throw hale frag --at J5")
    close(odds.losses["tough"], mixed((1 - hit, 0), (hit * saved, change(whole, half)), (hit * (1 - saved), whole)))


@pytest.mark.parametrize(("wisdom", "edge"), [(10, 0), (30, 0), (20, 2)])
def test_letting_a_grenade_cook(near, wisdom, edge):
    """FP-GRN-4: Wisdom against 25 and misc; a natural 1 bursts in the hand: the most of it, and no save."""
    near.set("hale", f"wisdom={wisdom}", *MANY).put(hale="A9", tough="D9", gort="P1", yara="P2")
    found = Counter()
    for face, total, chance in totals((wisdom - 10) // 2, edge):
        found["critical-failure" if face == 1 else "success" if total >= 27 else "failure"] += chance
    odds = near.odds(f"throw hale frag tough --cook --misc 2 --advantage {edge}")
    assert odds.outcomes == {outcome: chance for outcome, chance in found.items() if chance}
    close(odds.losses["hale"], {16: Fraction(1, 20), 0: Fraction(19, 20)})


@pytest.mark.parametrize("fighting", [True, False])
def test_disabling_a_trap(yard, fighting):
    """FP-TRP-2: in combat with a disadvantage, and more than 5 short it goes off; a natural 1 sets it off always."""
    if fighting:
        yard.do("init --set crew=9 --set toughs=5 --set neutral=1")
    yard.set("yara", *MANY).put(yara="O9").do("set fight board.traps.mine.found=true")
    found, boom = Counter(), Fraction(0)
    for face, total, chance in totals(5, -1 if fighting else 0, 6):
        outcome = "critical-failure" if face == 1 else "success" if total >= 15 else "failure"
        found[outcome] += chance
        if face == 1 or (fighting and outcome == "failure" and 15 - total > 5):
            boom += chance
    saved = makes(3, 15, sides=6)
    whole = dice(6, 2)
    odds = yard.odds("trap yara disable mine")
    assert odds.outcomes == dict(found)
    close(odds.losses["yara"], mixed((1 - boom, 0), (boom * saved, change(whole, half)), (boom * (1 - saved), whole)))


def test_a_tactical_opportunity(near):
    """FP-MOV-10: one blow of a knife at whoever leaves."""
    near.set("hale", *MANY)
    chances = attack(1, 14)
    odds = near.odds("move hale C1 --opportunities strike --answer fumble=none")
    close(odds.losses["hale"], lost(chances, plus(dice(4), 1), plus(dice(4, 2), 1)))


def test_a_sprint_over_rubble(near):
    """FP-MOV-5: Acrobatics 5 and Dexterity 3 against 15."""
    near.put(yara="I4")
    good = makes(8, 15)
    assert near.odds("sprint yara J4").outcomes == {"success": good, "failure": 1 - good}


@pytest.mark.parametrize("mod", [0, 3])
def test_who_acts_first(near, mod):
    """FP-RDY-1: d20 and initiative of both; of equals the one who waited."""
    near.do('ready hale "the door opens"')
    near.do("turn next")
    first = Fraction(sum(ours + 1 + mod >= theirs for ours, theirs in product(D20, repeat=2)), 400)
    assert near.odds(f"ready hale --now --against tough --mod {mod}").outcomes == {
        "success": first,
        "failure": 1 - first,
    }


def test_what_moves_has_to_be_hit(near):
    """FP-OBJ-1: AC 13."""
    near.do("set fight board.objects.crate.moves=true board.objects.crate.ac=13 board.objects.crate.square=G2")
    assert near.odds("object hale crate").outcomes == attack(3, 13)


@pytest.mark.parametrize(
    ("extra", "critical", "multiplier", "advantage"), [(0, 20, 2, 0), (0, 18, 3, 2), (1, 19, 2, 0), (3, 20, 2, 0)]
)
def test_an_attack_from_numbers_alone(one_liner, extra, critical, multiplier, advantage):
    """FP-ATK-1, FP-ATK-3, FP-CRT-1, FP-XTR-1 to FP-XTR-6."""
    odds = one_liner(
        f"attack --mod 4 --tn 15 --damage 1d6+2 --level 9 --extra {extra} --critical {critical}"
        f" --multiplier {multiplier} --advantage {advantage}"
    )
    chances = attack(4, 15, advantage, 6, critical)
    plain, great = flurry(extra, 4, 15, critical, times=multiplier, die=6)
    assert odds.outcomes == chances
    close(odds.losses["target"], lost(chances, plus(plain, 2), plus(great, 2)))


def test_a_save_from_numbers_alone(one_liner):
    """FP-GRN-3, FP-CDG-1."""
    saved, whole = makes(2, 15, -1, 6), dice(6, 3)
    odds = one_liner("damage-save --mod 2 --damage 3d6 --dc 15 --level 9 --disadvantage 1")
    close(odds.losses["target"], mixed((saved, change(whole, half)), (1 - saved, whole)))
    odds = one_liner("damage-save --mod 2 --damage 14 --kind coup-de-grace")
    assert odds.downs["target"] == 1 - makes(2, 14)


def test_stabilizing_from_numbers_alone(one_liner):
    """FP-STB-1."""
    good = sum(chance for face, total, chance in totals(6, 1) if total >= 20 and face > 1)
    slip = Fraction(1, 20)
    odds = one_liner("stabilize --mod 6 --advantage 1")
    assert odds.outcomes == {"success": good, "critical-failure": slip, "failure": 1 - good - slip}
