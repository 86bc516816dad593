"""Walking every outcome: weights are exact and sum to 1, pools branch over multisets, bounds hold."""

from collections import Counter
from fractions import Fraction

import pytest

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.branching import walk
from rbfcli.kernel.dice.forks import ROWS_A_STEP, THROW
from rbfcli.kernel.dice.probes import MANY_PATHS, PROBES
from rbfcli.kernel.errors import LimitReached
from rbfcli.kernel.limits import STEPS


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


def played(play, steps=STEPS):
    """How often something is played before it is refused."""
    count = Counter()

    def counted(dice):
        count["plays"] += 1
        return play(dice)

    with pytest.raises(LimitReached):
        walk(counted, Budget(steps))
    return count["plays"]


@pytest.mark.parametrize("throws", [6, 12, 24])
def test_what_would_take_far_too_long_is_refused_soon_however_large_it_is(throws):
    """A row of d20s, a heap of d6s, and throws of which only the labels count."""
    for throw in (
        lambda dice: dice.row(20, 1),
        lambda dice: dice.pool(6, 3),
        lambda dice: dice.alike(20, 2, sum),
    ):
        assert played(lambda dice, throw=throw: [throw(dice) for _ in range(throws)]) <= MANY_PATHS + PROBES


def test_what_is_just_too_much_is_refused_by_its_steps():
    """Each path counts, and each throw on it: a path of three throws is four steps."""
    steps = 20_000 * THROW
    plays = played(lambda dice: [dice.row(sides, 1) for sides in (20, 20, 14)], steps)
    assert 20_000 // 4 - 10 <= plays - PROBES <= 20_000 // 4 + 1


def test_labels_found_anew_on_every_path_are_work_too():
    """A function of its own for each throw has all its rows labelled."""
    tables = 20_000 // (100**2 // ROWS_A_STEP)
    assert played(lambda dice: [dice.alike(100, 2, lambda row: row[0] % 2) for _ in range(9)], 20_000) <= tables


def test_what_begins_with_much_and_goes_on_with_little_is_walked():
    """The first throw alone decides whether others follow: paths found by chance are short."""

    def play(dice):
        (first,) = dice.row(100, 1)
        return sum(sum(dice.row(8, 2)) for _ in range(2 if first == 1 else 0))

    outcomes = chances(play)
    assert sum(outcomes.values()) == 1
    assert outcomes[0] == Fraction(99, 100)


def test_a_budget_may_be_shared_by_several_walks():
    budget = Budget(100 * THROW)
    walk(lambda dice: dice.row(30, 1), budget)
    assert budget.steps == 40 * THROW
    with pytest.raises(LimitReached):
        walk(lambda dice: dice.row(30, 1), budget)
