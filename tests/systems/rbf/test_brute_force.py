"""Exact odds against plain loops over the faces, with the page's arithmetic written down again here."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rbf.sheet import Place

D8 = range(1, 9)


def kept(steps):
    """The two dice that count, for every throw with so many steps of advantage or disadvantage."""
    for faces in product(D8, repeat=2 + abs(steps)):
        low, *_, high = ordered = sorted(faces)
        yield (ordered[-2], high) if steps >= 0 else (low, ordered[1])


def outcome(pair, plus, tn, wider=0):
    """What two dice come to against a number."""
    if pair == (8, 8):
        return "critical"
    if pair == (1, 1):
        return "failure"
    over = sum(pair) + plus - tn
    if over >= 6 - wider:
        return "critical"
    return "success" if over >= 0 else "struggle" if over >= -5 else "failure"


def chances(plus, tn, steps=0, wider=0):
    """The chance of each outcome."""
    counted = Counter(outcome(pair, plus, tn, wider) for pair in kept(steps))
    whole = sum(counted.values())
    return {each: Fraction(number, whole) for each, number in counted.items()}


def spread(parts):
    """How much is lost, from the loss at each outcome and the chance of it; what costs dice is a mapping itself."""
    lost = Counter()
    for chance, loss in parts:
        for amount, share in (loss if isinstance(loss, dict) else {loss: Fraction(1)}).items():
            lost[amount] += chance * share
    return {amount: lost[amount] for amount in sorted(lost) if lost[amount]}


def dice(sides, number=1, change=lambda total: total):
    """The chances of what is made of a sum of dice."""
    counted = Counter(change(sum(faces)) for faces in product(range(1, sides + 1), repeat=number))
    whole = sum(counted.values())
    return {amount: Fraction(count, whole) for amount, count in counted.items()}


def strike(damage, plus, tn, **how):
    """What a player's blow with doubled critical hits takes."""
    share = chances(plus, tn, **how)
    at = {"critical": 2 * damage, "success": damage, "struggle": max(1, damage // 2), "failure": 0}
    return spread((share[each], at[each]) for each in share)


def shot(damage, plus, tn, near=0, **how):
    """What a player's shot takes; a near miss does what a burst or a graze does."""
    share = chances(plus, tn, **how)
    at = {"critical": 2 * damage, "success": damage, "struggle": near, "failure": 0}
    return spread((share[each], at[each]) for each in share)


def suffered(harm, plus, tn, armour=0, steps=0):
    """What a player loses that defends against normal damage and the most of it."""
    normal, most = harm
    share = chances(plus, tn, steps)
    at = {
        "critical": 0,
        "success": max(1, normal // 2 - armour),
        "struggle": max(1, normal - armour),
        "failure": most,
    }
    return spread((share[each], at[each]) for each in share)


DOUBLE = "--critical double"
MANY = {"hp": 500}


@pytest.mark.parametrize(
    ("before", "line", "plus", "steps"),
    [
        ((), "attack ada other", 3, 0),
        ((), "attack ada other --advantage 1", 3, 1),
        ((), "attack ada other --disadvantage 2", 3, -2),
        (("condition add other prone",), "attack ada other", 3, 1),
        (("condition add ada prone",), "attack ada other", 3, -1),
        (("condition add other surprised",), "attack ada other", 4, 0),
        (("condition add ada grappled",), "attack ada other", 3, -1),
        (("condition add other grappled",), "attack ada other", 3, 1),
        (("condition add other raging",), "attack ada other", 3, 1),
        (("aim ada", "aim ada"), "attack ada other", 5, 0),
    ],
)
def test_a_players_blow(table, before, line, plus, steps):
    """RBF-ATK-1 to RBF-ATK-5, RBF-TST-2, RBF-PRN-3, RBF-PRN-4, RBF-STL-1, RBF-TEC-GRAPPLE, RBF-ACT-5."""
    laid = table(other=MANY)
    for each in before:
        laid.do(each)
    odds = laid.odds(f"{line} {DOUBLE}")
    more = int("other surprised" in " ".join(before))
    assert odds.outcomes == chances(plus, 14, steps)
    assert odds.losses["other"] == strike(8 + 3 + more, plus, 14, steps=steps)


def test_a_wider_critical_range(table):
    """RBF-TST-4."""
    laid = table(ada={"critical_range": 2}, other=MANY)
    assert laid.odds(f"attack ada other {DOUBLE}").losses["other"] == strike(11, 3, 14, wider=2)


@pytest.mark.parametrize(
    ("changes", "line", "damage", "against"),
    [
        ({}, "attack joss other", 9, (3, 14, 0)),
        ({"joss": {"graze": 2}}, "attack joss other", 9, (3, 14, 2)),
        ({"other": {"cover": "heavy"}}, "attack joss other", 9, (3, 17, 0)),
        ({"joss": {"weapons": ("auto",)}}, "attack joss other --autofire", 17, (3, 14, 2)),
        ({"joss": {"weapons": ("pistol", "second"), "off_hand": "second"}}, "attack joss other --dual", 11, (1, 14, 0)),
    ],
)
def test_a_players_shot(table, changes, line, damage, against):
    """RBF-ATK-4, RBF-ATK-6, RBF-COV-3, RBF-ACT-7, RBF-DUAL-1."""
    plus, tn, near = against
    sheets = {"other": {}, **changes}
    sheets["other"] = {**sheets["other"], **MANY}
    laid = table(**sheets)
    odds = laid.odds(f"{line} {DOUBLE}")
    assert odds.outcomes == chances(plus, tn)
    assert odds.losses["other"] == shot(damage, plus, tn, near)


def test_a_blast(table):
    """RBF-ATK-7: half on a struggle."""
    laid = table(joss={"weapons": ("grenade",), "skills": {"heavy": 2}}, other=MANY)
    assert laid.odds(f"attack joss other {DOUBLE}").losses["other"] == shot(17, 2, 14, 17 // 2)


def test_a_weapon_that_rolls_its_damage(table):
    """RBF-ATK-3, RBF-ATK-4, RBF-RNG-1: a club, 1d6 and skill."""
    laid = table(joss={"weapons": ("rifle",), "skills": {"melee": 2}}, other=MANY)
    share = chances(2, 14)
    lost = spread(
        [
            (share["critical"], dice(6, change=lambda face: 2 * (face + 2))),
            (share["success"], dice(6, change=lambda face: face + 2)),
            (share["struggle"], dice(6, change=lambda face: (face + 2) // 2)),
            (share["failure"], 0),
        ]
    )
    assert laid.odds(f"attack joss other --club {DOUBLE}").losses["other"] == lost


@pytest.mark.parametrize(
    ("before", "line", "who", "numbers"),
    [
        ((), "attack thug ada", "ada", (3, 12, 0, 0)),
        ((), "attack thug tamsin", "tamsin", (4, 12, 0, 0)),
        (("aim thug",), "attack thug tamsin", "tamsin", (4, 13, 0, 0)),
        (("condition add thug hidden",), "attack thug tamsin", "tamsin", (4, 13, 1, 0)),
        (("condition add tamsin raging",), "attack thug tamsin", "tamsin", (4, 12, 0, -1)),
        (("condition add tamsin grappled",), "attack thug tamsin", "tamsin", (4, 12, 0, -1)),
        (("condition add thug prone",), "attack thug tamsin", "tamsin", (4, 12, 0, 1)),
        ((), "attack thug tamsin --mod 2", "tamsin", (6, 12, 0, 0)),
        ((), "attack thug tamsin --kind resilience", "tamsin", (-2, 12, 0, 0)),
    ],
)
def test_an_enemys_attack(table, before, line, who, numbers):
    """RBF-DEF-1 to RBF-DEF-5, RBF-ACT-5, RBF-STL-3, RBF-TAL-1, RBF-TEC-GRAPPLE, RBF-PRN-3."""
    laid = table(ada=MANY, tamsin=MANY)
    plus, tn, added, steps = numbers
    for each in before:
        laid.do(each)
    armour = 3 if who == "ada" else 0
    odds = laid.odds(f"{line} --condition none")
    assert odds.losses[who] == suffered((12 + added, 20 + added), plus, tn, armour, steps)


def test_a_danger_with_dice(table):
    """RBF-DEF-1 to RBF-DEF-5, RBF-DEF-7: 2d6, at most 12."""
    laid = table(joss=MANY)
    share = chances(2, 12)
    lost = spread(
        [
            (share["critical"], 0),
            (share["success"], dice(6, 2, lambda total: total // 2)),
            (share["struggle"], dice(6, 2)),
            (share["failure"], 12),
        ]
    )
    assert laid.odds("damage-save joss --tn 12 --damage 2d6").losses["joss"] == lost


@pytest.mark.parametrize(("bad", "steps"), [(0, 0), (2, 0), (1, -1)])
def test_keeping_somebody_alive(table, bad, steps):
    """RBF-STB-1: Medicine, untrained -2, against 8 and 2 for each bad condition."""
    laid = table(joss={"items": ("medical kit",)})
    laid.do("condition add ada dying")
    odds = laid.odds(f"stabilize ada --by joss --bad {bad} --disadvantage {-steps}")
    assert odds.outcomes == chances(-2, 8 + 2 * bad, steps)


def test_a_spell_at_an_enemy(table):
    """RBF-ACT-6: its damage and the skill, doubled by a critical success, nothing on a struggle."""
    laid = table(ada={"skills": {"elementalism": 2}}, other=MANY, options={"critical": "double"})
    odds = laid.odds("cast ada 'say fire' other --damage 6")
    assert odds.losses["other"] == shot(8, 2, 14)


def test_a_check(table):
    """RBF-TST-1: a skill against a number."""
    assert table().odds("check ada athletics --tn 11 --mod 1").outcomes == chances(3, 11)


def test_an_overwatch_before_a_blow(table):
    """RBF-ACT-8: whoever falls to the shot strikes nobody."""
    laid = table(thug={"hp": 9}, ada=MANY, options={"critical": "double"})
    laid.do_all("init --set joss=20 --set thug=18 --set ada=1 --set tamsin=1 --set other=1 --set boss=1")
    laid.do_all("overwatch joss", "turn next")
    odds = laid.odds("attack thug ada --condition none")
    share = chances(3, 12)
    falls = share["critical"] + share["success"]
    blow = suffered((12, 20), 3, 12, armour=3)
    assert odds.downs["thug"] == falls
    assert odds.losses["ada"] == spread([(falls, 0), (1 - falls, blow)])


def test_a_fall_in_steps_of_three_metres(table):
    """RBF-TEC-THROW: two dice for seven metres."""
    assert table(other=MANY).odds("fall other 7").losses["other"] == dict(sorted(dice(6, 2).items()))


def test_a_spell_that_is_countered():
    """RBF-REA-1: 36 of 64 counter it (Metaphysics 4 against 13); else it is resisted with 2, less armour of 2."""
    session = from_encounter(find_encounter("drowned-chapel"), "odds", source="drowned-chapel")
    line = "cast hexer undertow tamsin --countered-by nadir --condition none"
    odds = command_odds(session.rules, session.fight, read_line(line, session.rules, session.fight))
    counter, resist = chances(4, 13), chances(2, 13)
    goes_on = 1 - counter["success"] - counter["critical"]
    assert goes_on == 1 - Fraction(36, 64)
    assert odds.outcomes == {"countered": 1 - goes_on, **{each: goes_on * share for each, share in resist.items()}}
    through = {"failure": 6, "struggle": 6 - 2, "success": 6 // 2 - 2, "critical": 0}
    assert odds.losses["tamsin"] == spread(
        [(1 - goes_on, 0), *((odds.outcomes[each], through[each]) for each in resist)]
    )


def test_a_burst_at_two_of_whom_one_lies(table):
    """RBF-ACT-7, RBF-PRN-4: the first two of the dice count for one, the worst two of three for the other."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 20, **MANY}, other={"at": 21, **MANY})
    laid.do("condition add other prone")
    odds = laid.odds(f"attack joss thug other --autofire {DOUBLE}")
    assert odds.losses["thug"] == shot(15, 3, 12)
    assert odds.losses["other"] == shot(15, 3, 14, steps=-1)


@pytest.mark.parametrize(
    ("before", "plus", "more", "steps"),
    [
        ((), 2, 0, 0),
        (("aim ada", "aim ada"), 4, 0, 0),
        (("condition add ada hidden",), 3, 1, 0),
        (("condition add other surprised",), 3, 1, 0),
        (("condition add ada blinded",), 2, 0, -1),
        (("condition add ada raging",), 2, 0, 1),
        (("condition add other grappled",), 2, 0, 1),
        (("condition add other prone",), 2, 0, 0),
    ],
)
def test_what_counts_for_a_spell_at_an_enemy(table, before, plus, more, steps):
    """RBF-ACT-6, RBF-ACT-5, RBF-STL-1, RBF-STL-3, RBF-TEC-BLIND, RBF-TAL-1: what counts for an attack."""
    laid = table(ada={"skills": {"elementalism": 2}}, other=MANY)
    for each in before:
        laid.do(each)
    odds = laid.odds(f"cast ada 'say fire' other --damage 6 {DOUBLE}")
    assert odds.outcomes == chances(plus, 14, steps)
    assert odds.losses["other"] == shot(8 + more, plus, 14, steps=steps)


@pytest.mark.parametrize(
    ("before", "tn", "more", "steps"),
    [
        ((), 12, 0, 0),
        (("aim thug",), 13, 0, 0),
        (("condition add thug hidden",), 13, 1, 0),
        (("condition add thug blinded",), 12, 0, 1),
        (("condition add tamsin raging",), 12, 0, -1),
    ],
)
def test_an_enemys_spell(table, before, tn, more, steps):
    """RBF-ACT-6, RBF-DEF-1 to RBF-DEF-5: Meditation against what an attack would demand."""
    laid = table(tamsin={**MANY, "skills": {"meditation": 1}})
    for each in before:
        laid.do(each)
    odds = laid.odds("cast thug 'say hex' tamsin --damage 9")
    assert odds.losses["tamsin"] == suffered((9 + more, 9 + more), 1, tn, steps=steps)


@pytest.mark.parametrize(("line", "kind"), [("attack joss other", "poison"), ("attack other joss", "poison")])
def test_nothing_is_lost_to_an_attack_one_is_immune_to(table, line, kind):
    """RBF-IMM-1: on either side, whatever the roll."""
    laid = table(other={**MANY, "immune": (kind,)}, joss={"immune": (kind,)})
    laid.do(f"add weapon dart damage=6 kind={kind} skill=shoot")
    laid.do_all("set joss weapons=dart held=dart", "set other weapons=dart held=dart")
    odds = laid.odds(line)
    assert odds.losses.get(line.split()[-1], {0: 1}) == {0: 1}
    assert sum(odds.outcomes.values()) == 1


@pytest.mark.parametrize(
    ("line", "plus"), [("check joss perception --see other", 2), ("check other perception --see joss", 3)]
)
def test_a_look_for_the_hidden(table, line, plus):
    """RBF-ACT-4: Perception, or the hidden player's Stealth, against the enemy's TN."""
    laid = table(joss={"skills": {"perception": 2, "stealth": 3}})
    laid.do("condition add joss hidden")
    laid.do("condition add other hidden")
    assert laid.odds(line).outcomes == chances(plus, 14)


@pytest.mark.parametrize(("reading", "dice_of_it"), [("thrown", 3), ("fallen", 2)])
def test_a_throw_off_a_roof(table, reading, dice_of_it):
    """RBF-TEC-THROW: nine metres along the ground, six down."""
    laid = table(tamsin={"at": 0, "height": 6, "skills": {"brawl": 3}}, other={"at": 1, "height": 6, **MANY})
    laid.do_all(f"set fight options.throw-damage={reading}", "attack tamsin other --technique grapple --dice 8,6")
    share = chances(3, 14, 1)
    hits = share["success"] + share["critical"]
    odds = laid.odds("attack tamsin other --technique throw --to 10 --critical 'say it flies'")
    struggle = max(1, (2 + 3) // 2)
    lost = [(hits, dice(6, dice_of_it)), (share["struggle"], struggle), (share["failure"], 0)]
    assert odds.losses["other"] == spread(lost)


def test_a_shove_off_a_roof(table):
    """RBF-TEC-SHOVE: two dice for six metres, whatever the margin."""
    laid = table(ada={"at": 0, "height": 6}, other=MANY, board={"places": {"roof": Place(at=1, height=6)}})
    laid.do("set other place=roof")
    share = chances(3, 14)
    hits = share["success"] + share["critical"]
    odds = laid.odds("attack ada other --technique shove --critical 'say it flies'")
    assert odds.losses["other"] == spread([(hits, dice(6, 2)), (share["struggle"], 5), (share["failure"], 0)])
