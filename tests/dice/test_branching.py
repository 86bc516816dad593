"""Walking every outcome: weights are exact and sum to 1, pools branch over multisets, bounds hold."""

from collections import Counter
from fractions import Fraction

import pytest

from rbfcli.kernel.dice.branching import walk
from rbfcli.kernel.errors import LimitReached


def chances(play):
    total = Counter()
    for weight, outcome in walk(play):
        total[outcome] += weight
    return total


def test_two_dice():
    assert chances(lambda dice: sum(dice.pool(6, 2)))[7] == Fraction(1, 6)


def test_a_row_branches_over_ordered_faces():
    walked = walk(lambda dice: tuple(dice.row(4, 2)))
    assert len(walked) == 16
    assert {weight for weight, _ in walked} == {Fraction(1, 16)}


def test_a_pool_branches_over_multisets():
    walked = walk(lambda dice: tuple(dice.pool(6, 4)))
    assert len(walked) == 126
    assert sum(weight for weight, _ in walked) == 1
    assert chances(lambda dice: sum(sorted(dice.pool(6, 4))[1:]))[18] == Fraction(7, 432)


def test_what_is_thrown_may_depend_on_what_fell():
    def play(dice):
        (first,) = dice.row(6, 1)
        return first + (sum(dice.row(4, 2)) if first == 6 else 0)

    outcomes = chances(play)
    assert outcomes[1] == Fraction(1, 6)
    assert outcomes[8] == Fraction(1, 96)
    assert sum(outcomes.values()) == 1


def test_fudge_dice():
    assert chances(lambda dice: sum(dice.row(3, 4, -1)))[4] == Fraction(1, 81)


def test_no_dice_is_one_outcome():
    assert walk(lambda dice: dice.given_left) == [(Fraction(1), 0)]


def test_an_outcome_may_keep_the_faces_it_was_given():
    """The lists handed out are fresh ones: play may change them."""
    walked = walk(lambda dice: dice.row(2, 1).pop())
    assert walked == [(Fraction(1, 2), 1), (Fraction(1, 2), 2)]


@pytest.mark.parametrize(
    "play",
    [
        lambda dice: dice.pool(6, 100),
        lambda dice: dice.row(6, 8),
        lambda dice: [dice.row(20, 1) for _ in range(5)],
        lambda dice: [dice.row(1, 1) for _ in range(201)],
    ],
    ids=["pool", "row", "paths", "throws"],
)
def test_too_many_outcomes_are_refused(play):
    with pytest.raises(LimitReached):
        walk(play)
