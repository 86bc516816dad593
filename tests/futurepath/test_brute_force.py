"""Exact odds of attacks against plain loops over the faces."""

from fractions import Fraction

import pytest

from tests.futurepath.loops import HIT, attack, change, close, dice, flurry, lost, plus, sword

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
