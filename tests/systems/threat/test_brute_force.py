"""Exact odds against the page's arithmetic written down again: plain loops over all faces, no word of the engine."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.lab.odds import command_odds
from rbfcli.model.commands import verb_name
from rbfcli.systems.threat import RULES

WORDS = "--complication 'say mud' --ultra 'say sky'"
TABLE = ("durability", "half", "disadvantage", "threat", "trade", "reinforcements")
AMAZING = ("double", "threat", "ally", "structure", "armour", "escape", "free")


def outcome(faces, bonus, edge=0, *, sixes=True):
    """2d6 and a bonus; with an edge a third die, and the two highest or lowest count."""
    two = sorted(faces, reverse=edge >= 0)[:2]
    if sixes and two == [6, 6]:
        return "ultra"
    total = sum(two) + bonus
    return "success" if total >= 10 else "partial" if total >= 7 else "failure"


def after_armour(rolled, armour, numerator=1, denominator=1):
    """Doubled or halved first, rounded down, then the armour."""
    return max(0, rolled * numerator // denominator - armour)


def chances(sides, happens):
    """The exact chance of whatever each row of faces comes to."""
    rows = list(product(*(range(1, each + 1) for each in sides)))
    counted = Counter(happens(*row) for row in rows)
    return {key: Fraction(count, len(rows)) for key, count in counted.items()}


def hit(bonus, rolled, armour, edge=0, hp=6, *, sixes=True, mixed=(1, 1), great=(1, 1)):
    """An attack of the crew: nothing on a failure; `mixed` and `great` are what becomes of the damage there."""

    def happens(*faces):
        dice, damage = faces[: 2 + abs(edge)], faces[2 + abs(edge) :]
        came = outcome(dice, bonus, edge, sixes=sixes)
        factor = {"partial": mixed, "ultra": great}.get(came, (1, 1))
        lost = 0 if came == "failure" else after_armour(rolled(*damage), armour, *factor)
        return came, min(hp, lost)

    return happens


def met(bonus, rolled, armour, edge=0, hp=8, *, mixed=(0, 1)):
    """A defence: the damage on a failure, `mixed` of it on a partial success."""

    def happens(*faces):
        dice, damage = faces[: 2 + abs(edge)], faces[2 + abs(edge) :]
        came = outcome(dice, bonus, edge)
        factor = {"failure": (1, 1), "partial": mixed}.get(came, (0, 1))
        return came, min(hp, after_armour(rolled(*damage), armour, *factor))

    return happens


def rifle(face):
    return face + 1


def shotgun(face):
    return face


def lance():
    return 5


OFFENSE = [
    ((), f"attack rill guard1 {WORDS}", (6, 6, 6), hit(1, rifle, 2)),
    ((), f"attack rill guard1 --with lance {WORDS}", (6, 6), hit(-3 + 1, lance, 0)),
    ((), f"attack bram guard1 --advantage 1 {WORDS}", (6, 6, 6, 6), hit(0, shotgun, 2, 1)),
    ((), f"attack bram guard1 --disadvantage 1 {WORDS}", (6, 6, 6, 6), hit(0, shotgun, 2, -1)),
    ((), f"attack bram guard1 --mod 2 {WORDS}", (6, 6, 6), hit(2, shotgun, 2)),
    ((), f"attack bram guard1 --attribute nerves --mod -3 {WORDS}", (6, 6, 6), hit(-3, shotgun, 2)),
    (
        (),
        "attack bram guard1 --complication half-damage --ultra double",
        (6, 6, 6),
        hit(0, shotgun, 2, mixed=(1, 2), great=(2, 1)),
    ),
    (("options.edge_dice=0",), f"attack bram guard1 --advantage 2 {WORDS}", (6, 6, 6), hit(0, shotgun, 2)),
    ((), f"tag rill bram guard1 {WORDS}", (6, 6, 6), hit(1 + 0, rifle, 2)),
    (
        ("options.tag_damage=both",),
        f"tag rill bram guard1 {WORDS}",
        (6, 6, 6, 6),
        hit(1, lambda one, other: one + 1 + other, 2),
    ),
    (("options.tag_ultra=false",), f"tag rill bram guard1 {WORDS}", (6, 6, 6), hit(1, rifle, 2, sixes=False)),
    ((), f"attack odile guard1 {WORDS}", (6, 6), hit(0, lambda: 1, 2)),
]
DEFENCE = [
    ((), f"attack guard1 bram {WORDS}", (6, 6, 6), met(0, rifle, 0)),
    ((), f"attack guard1 bram --advantage 1 --mod 1 {WORDS}", (6, 6, 6, 6), met(1, rifle, 0, 1)),
    (
        (),
        "attack guard1 bram --complication half-damage --ultra 'say sky'",
        (6, 6, 6),
        met(0, rifle, 0, mixed=(1, 2)),
    ),
    ((), f"damage-save bram --damage 2d6 {WORDS}", (6, 6, 6, 6), met(0, lambda one, other: one + other, 0)),
    ((), f"tag bram odile guard1 {WORDS}", (6, 6, 6), met(0, rifle, 0)),
]


@pytest.mark.parametrize(("settings", "line", "sides", "happens"), OFFENSE)
def test_attacks_of_the_crew(offense, settings, line, sides, happens):
    """THR-ROLL-1, THR-ROLL-2, THR-OFF-2, THR-OFF-3, THR-OFF-4, THR-OFF-5, THR-TAG-2, THR-DMG-1."""
    agree(offense, settings, line, "guard1", chances(sides, happens))


@pytest.mark.parametrize(("settings", "line", "sides", "happens"), DEFENCE)
def test_defences_of_the_crew(defence, settings, line, sides, happens):
    """THR-DEF-2, THR-DEF-3, THR-DEF-4, THR-DEF-5, THR-TAG-2, THR-DMG-1."""
    agree(defence, (*settings, "options.at_zero=knocked-out"), line, "bram", chances(sides, happens))


def agree(table, settings, line, who, joint):
    """Outcomes and losses of the engine are those of the loops."""
    for each in settings:
        table.do(f"set fight {each}")
    odds = table.odds(line)
    outcomes, losses = Counter(), Counter()
    for (came, lost), chance in joint.items():
        outcomes[came] += chance
        losses[lost] += chance
    assert odds.outcomes == outcomes
    assert odds.losses.get(who, {0: Fraction(1)}) == losses


def test_armour_and_limbs_of_a_defender(defence):
    """THR-DEF-1, THR-DEF-2, THR-DMG-1: LIMBS 2 if nothing is said, armour 1."""
    joint = chances((6, 6, 6), met(2, rifle, 1))
    agree(defence, ("options.at_zero=knocked-out",), f"attack guard1 rill {WORDS}", "rill", joint)


@pytest.mark.parametrize(
    ("line", "keeps"),
    [
        ("--accessory spend", False),
        ("--accessory keep", True),
        ("--answer accessory=spend", False),
        ("--answer accessory=keep", True),
        ("", False),
    ],
)
def test_an_accessory_that_may_take_the_damage(defence, line, keeps):
    """THR-DMG-2: spent, it takes all of it; kept, none. The odds count on the better answer, asked of any damage."""
    defence.do("set rill accessories=helmet")
    joint = chances((6, 6, 6), met(2, rifle, 1))
    odds = defence.odds(f"attack guard1 rill {WORDS} {line}")
    lost = Counter()
    for (_, amount), chance in joint.items():
        lost[amount if keeps else 0] += chance
    assert odds.losses.get("rill", {0: Fraction(1)}) == lost
    if not line:
        asked = sum(chance for (_, amount), chance in joint.items() if amount)
        assert {each.answer: each.asked for each in odds.answers if each.kind == "accessory"} == {
            "spend": asked, "keep": asked
        }  # fmt: skip


def test_a_trade_takes_from_both(offense):
    """THR-CMP-2: on a partial success each side takes the other's weapon, less its armour."""
    odds = offense.odds("attack bram guard1 --complication trade --ultra 'say sky'")

    def both(one, other, given, taken):
        came = outcome((one, other), 0)
        return (
            0 if came == "failure" else after_armour(given, 2),
            min(8, taken + 1) if came == "partial" else 0,
        )

    joint = chances((6, 6, 6, 6), both)
    for place, who in enumerate(("guard1", "bram")):
        losses = Counter()
        for lost, chance in joint.items():
            losses[lost[place]] += chance
        assert odds.losses[who] == losses


def test_the_whole_table_of_complications(start):
    """THR-CMP-1, THR-CMP-2: a d6 of six lines; a half in one, a trade in another."""
    odds = start("complications=roll").odds("attack bram guard1 --ultra 'say sky'")

    def line(one, other, drawn, given):
        came = outcome((one, other), 0)
        half = came == "partial" and TABLE[drawn - 1] == "half"
        return 0 if came == "failure" else after_armour(given, 2, 1, 2 if half else 1)

    assert odds.losses["guard1"] == chances((6, 6, 6, 6), line)

    def traded(one, other, drawn, taken):
        return taken + 1 if outcome((one, other), 0) == "partial" and TABLE[drawn - 1] == "trade" else 0

    assert odds.losses["bram"] == chances((6, 6, 6, 6), traded)


def test_the_whole_table_of_ultra_results(start):
    """THR-ULT-1, THR-ULT-2: a d7; a free attack means nothing in Offense and is rolled again among the six others."""
    odds = start("ultras=roll").odds("attack bram guard1 --complication 'say mud'")

    def line(one, other, drawn, again, given):
        came = outcome((one, other), 0)
        if came == "failure":
            return 0
        result = (AMAZING[drawn - 1] if drawn != 7 else AMAZING[again - 1]) if came == "ultra" else ""
        armour = 0 if result == "armour" else 2
        return min(6, after_armour(given, armour, 2 if result == "double" else 1))

    assert odds.losses["guard1"] == chances((6, 6, 7, 6, 6), line)


def test_who_goes_down(start):
    """THR-DMG-3: a PC with 3 HP and no armour is down where the damage is 3 or more."""
    table = start("at_zero=knocked-out", init="init --phase defence")
    table.do("set bram hp=3")
    down = chances((6, 6, 6), lambda *row: outcome(row[:2], 0) == "failure" and row[2] + 1 >= 3)
    assert table.odds(f"attack guard1 bram {WORDS}").downs["bram"] == down[True]


def test_a_boss_hurts_each_by_a_die_of_its_own(offense):
    """THR-BOSS-1: no roll to hit; armour 1 and none."""
    odds = offense.odds("boss worm rill bram")
    assert odds.losses["rill"] == chances((6,), lambda face: face - 1)
    assert odds.losses["bram"] == chances((6,), lambda face: face)


def test_a_task_has_no_damage(offense):
    """THR-ACT-1, THR-ROLL-1: the four outcomes alone."""
    odds = offense.odds(f"act rill climb --attribute jaws {WORDS}")
    assert odds.outcomes == chances((6, 6), lambda *faces: outcome(faces, -3))


@pytest.mark.parametrize(
    ("verb", "hurts"), [("attack", ("partial", "success", "ultra")), ("damage-save", ("failure",))]
)
def test_numbers_alone_are_the_same_arithmetic(verb, hurts):
    """THR-OFF-1, THR-DEF-1, THR-DMG-1: an attacker and a target that stand in."""
    kinds = {verb_name(kind): kind for kind in RULES.one_liners}
    fight, command = RULES.one_liners[kinds[verb]](kinds[verb](damage="1d6+1", armour=2, mod=1))
    odds = command_odds(RULES, fight, command)

    def line(one, other, damage):
        return after_armour(damage + 1, 2) if outcome((one, other), 1) in hurts else 0

    assert odds.losses["target"] == chances((6, 6, 6), line)
    assert odds.outcomes == chances((6, 6), lambda *faces: outcome(faces, 1))
