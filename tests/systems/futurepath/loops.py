"""The page's arithmetic written down again, with plain loops over the faces: nothing here knows the engine."""

from collections import Counter
from fractions import Fraction
from itertools import product

D20 = range(1, 21)
HIT = ("critical", "success")


def dice(sides, number=1):
    """Return the chances of the sum of that many dice."""
    counted = Counter(sum(faces) for faces in product(range(1, sides + 1), repeat=number))
    return {total: Fraction(ways, sides**number) for total, ways in counted.items()}


def plus(*spreads):
    """Return the chances of the sum of independent amounts; a number is an amount."""
    whole = {0: Fraction(1)}
    for spread in ({each: Fraction(1)} if isinstance(each, int) else each for each in spreads):
        more = Counter()
        for (so_far, chance), (amount, share) in product(whole.items(), spread.items()):
            more[so_far + amount] += chance * share
        whole = more
    return dict(whole)


def mixed(*parts):
    """The chances of amounts that come about each with a chance of its own."""
    whole = Counter()
    for chance, amounts in parts:
        for amount, share in (amounts if isinstance(amounts, dict) else {amounts: Fraction(1)}).items():
            whole[amount] += chance * share
    return {amount: share for amount, share in whole.items() if share}


def change(spread, function):
    """What a function makes of amounts."""
    return mixed(*((chance, function(amount)) for amount, chance in spread.items()))


def totals(added, edge=0, sides=4, number=1):
    """Return each d20 face with each of its totals: modifiers, and that many more or fewer advantage dice."""
    sign = 1 if edge > 0 else -1
    for face in D20:
        for more, chance in dice(sides, number * abs(edge)).items():
            yield face, face + added + sign * more, chance / 20


def attack(added, ac, edge=0, sides=4, critical=20):
    """The chance of each outcome of an accuracy check."""
    found = Counter()
    for face, total, chance in totals(added, edge, sides):
        outcome = "success" if total >= ac else "failure"
        if face == 1:
            outcome = "critical-failure"
        if face >= critical:
            outcome = "critical"
        found[outcome] += chance
    return {outcome: found[outcome] for outcome in found if found[outcome]}


def makes(added, dc, edge=0, sides=4):
    """The chance that a check that is no attack reaches a number."""
    return sum(chance for _, total, chance in totals(added, edge, sides) if total >= dc)


def lost(chances, hit, critical):
    """What is lost to an attack with such outcomes."""
    at = {"success": hit, "critical": critical, "failure": 0, "critical-failure": 0}
    return mixed(*((chance, at[outcome]) for outcome, chance in chances.items()))


def sword(strength=3, times=1):
    """The damage of a level-3 weapon in melee."""
    return plus(dice(8, times), strength)


def close(got, expected):
    """Return amounts and their chances in any order; they sum to 1."""
    assert sum(got.values()) == 1
    assert dict(sorted(got.items())) == dict(sorted(expected.items()))


def chain(extra, times, check, die):
    """The damage of so much Extra Damage after a critical hit, check by check."""
    if not extra:
        return {0: Fraction(1)}
    more = min(5, times + 1)
    return mixed(
        (check["critical-failure"], 0),
        (check["failure"], plus(*(dice(die) for _ in range(extra)))),
        (check["success"], plus(dice(die, times), chain(extra - 1, times, check, die))),
        (check["critical"], plus(dice(die, more), chain(extra - 1, more, check, die))),
    )


def checks(added, ac, critical=20):
    """The outcomes of a critical check: 19 and 20 are critical, the rest of the weapon's range succeeds."""
    found = Counter()
    for face in D20:
        good = "success" if face + added >= ac or face >= critical else "failure"
        found["critical" if face >= 19 else "critical-failure" if face == 1 else good] += Fraction(1, 20)
    return found


def flurry(extra, added, ac, critical=20, *, times=2, die=8):
    """What one attack with Extra Damage takes, but for what is added once."""
    plain = plus(*(dice(die) for _ in range(1 + extra)))
    great = plus(dice(die, times), chain(extra, times, checks(added, ac, critical), die))
    return plain, great
