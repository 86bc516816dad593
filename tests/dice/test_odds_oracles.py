"""Counted odds against two oracles over generated expressions: brute force by the roller itself, and icepool."""

import os
from fractions import Fraction

import icepool
import pytest

from rbfcli.kernel.errors import LimitReached, NotationError, UsageError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.odds.expression import odds
from tests.dice.expressions import Expressions
from tests.dice.oracle import chances_of, walked

FUZZ = bool(os.environ.get("RBF_FUZZ"))
COUNT = 5000 if FUZZ else 300


def agrees(ours, theirs):
    """Whether two distributions are the same, up to the mass that each leaves out."""
    (chances, left), (others, left_there) = ours, theirs
    return all(
        others.get(value, 0) - left <= chances.get(value, 0) <= others.get(value, 0) + left_there
        for value in {*chances, *others}
    )


def brute_force(line):
    """The walked chances, the refusal they meet, or None if there are too many paths."""
    try:
        return walked(line, paths=3000 if FUZZ else 1000)
    except LimitReached:
        return None
    except UsageError as error:
        return error.message


def counted(line):
    try:
        return chances_of(odds(line))
    except UsageError as error:
        return error.message


def test_brute_force_agrees():
    """Every path of generated expressions, played by the roller, comes to what is counted."""
    expressions = Expressions("brute force")
    compared = too_much = 0
    while compared < COUNT:
        expression = expressions.any()
        try:
            line = parse(expression)
        except NotationError:
            continue
        expected = brute_force(line)
        if expected is None:
            continue
        try:
            found = counted(line)
        except LimitReached:
            too_much += 1
            continue
        same = found == expected if isinstance(expected, str) or isinstance(found, str) else agrees(found, expected)
        assert same, expression
        compared += 1
    assert too_much * 100 <= COUNT


def kept_pool(count, sides, name, number):
    """A pool of dice with some kept or dropped, as icepool counts it."""
    pool = icepool.d(sides).pool(count)
    number = min(number, count)
    match name:
        case "kh":
            return pool.highest(number).sum()
        case "kl":
            return pool.lowest(number).sum()
        case "dh":
            return pool.lowest(count - number).sum()
        case _:
            return pool.highest(count - number).sum()


def with_icepool(choose):
    """An expression of a form that icepool knows, and its distribution there."""
    count, sides, number = choose.number(1, 6), choose.pick((2, 3, 4, 6, 8, 10, 12, 20)), choose.number(1, 5)
    die = icepool.d(sides)
    face = choose.number(2, sides)
    match choose.number(1, 9):
        case 1:
            name = choose.pick(("kh", "kl", "dh", "dl"))
            return f"{count}d{sides}{name}{number}", kept_pool(count, sides, name, number)
        case 2:
            return f"{count}d{sides}+{number}d{face}", count @ die + number @ icepool.d(face)
        case 3:
            return f"{count}d{sides}t{face}", count @ (die >= face)
        case 4:
            return f"{count}d{sides}rr<{face}", count @ die.reroll(lambda value: value < face, depth="inf")
        case 5:
            return f"{count}d{sides}ro<{face}", count @ die.reroll(lambda value: value < face, depth=1)
        case 6:
            return f"{count}d{sides}mi{face}", count @ die.map(lambda value: max(value, face))
        case 7:
            return f"{count}d{sides}xo", count @ die.explode(depth=1)
        case 8:
            return f"{count}d{sides} > {number}d{face}", (count @ die) > (number @ icepool.d(face))
        case _:
            pools = [icepool.d(each).pool(1) for each in (sides, face, 6)]
            return f"{{1d{sides}, 1d{face}, 1d6}}kh2", (pools[0] + pools[1] + pools[2]).highest(2).sum()


def test_icepool_agrees():
    choose = Expressions("icepool")
    for _ in range(COUNT):
        expression, die = with_icepool(choose)
        theirs = {int(value): Fraction(die.probability(value)) for value in die.outcomes()}
        assert chances_of(odds(parse(expression)))[0] == theirs, expression


@pytest.mark.parametrize(("count", "sides"), [(1, 2), (2, 8), (5, 3), (40, 6), (60, 20), (7, 100), (3, 1)])
def test_icepool_agrees_on_sums_of_many_dice(count, sides):
    die = count @ icepool.d(sides)
    ours = odds(parse(f"{count}d{sides}"))
    assert list(ours.weights.values()) == list(die.quantities())
    assert ours.out_of == die.denominator()


@pytest.mark.parametrize(("expression", "depth"), [("d6!", 17), ("3d4!", 33), ("2d10!>=9", 17)])
def test_icepool_agrees_on_explosions_as_deep_as_it_goes(expression, depth):
    line = parse(expression)
    sides = int(expression.partition("d")[2].partition("!")[0])
    exploding = [sides - 1, sides] if ">=" in expression else [sides]
    count = int(expression.partition("d")[0] or 1)
    die = count @ icepool.d(sides).explode(exploding, depth=depth)
    theirs = {int(value): Fraction(die.probability(value)) for value in die.outcomes()}
    chances, left = chances_of(odds(line))
    assert 0 < left < 10**-11
    assert all(theirs[value] - left <= chance <= theirs[value] for value, chance in list(chances.items())[:20])
