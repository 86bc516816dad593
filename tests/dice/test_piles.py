"""Piles of dice of which only the total matters: drawn like any dice, walked one total at a time."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.kernel.dice import forks
from rbfcli.kernel.dice.branching import walk
from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.highest import Highest
from rbfcli.kernel.dice.repeated import Repeated
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.dice.totals import throws_by_total
from rbfcli.kernel.errors import LimitReached


def chances(walked):
    found = Counter()
    for chance, outcome in walked:
        found[outcome] += chance
    return dict(found)


def loops(*dice):
    """The chances of each total, by plain loops over the faces."""
    counted = Counter(sum(faces) for faces in product(*(range(1, sides + 1) for sides in dice)))
    return {total: Fraction(number, sum(counted.values())) for total, number in counted.items()}


def piled(dice, *throws):
    total = sum(sum(dice.pile(sides, count)) for sides, count in throws)
    dice.sum_up()
    return total


@pytest.mark.parametrize("dice", [(6,), (4, 4), (6, 4, 8), (1, 6), (12, 2, 2)])
def test_totals_are_counted_as_loops_count_them(dice):
    throws = throws_by_total(dice)
    whole = sum(number for _, number in throws)
    assert {sum(faces): Fraction(number, whole) for faces, number in throws} == loops(*dice)
    assert all(1 <= face <= sides for faces, _ in throws for face, sides in zip(faces, dice, strict=True))


def test_every_total_is_walked_once():
    walked = walk(lambda dice: piled(dice, (8, 2), (4, 1)))
    assert len(walked) == 18
    assert chances(walked) == loops(8, 8, 4)


def test_other_dice_may_fall_while_a_pile_grows():
    """A d6, then a check that may add another, and what both come to."""

    def play(dice):
        first = sum(dice.pile(6, 1))
        more = dice.row(4, 1)[0] == 4
        second = sum(dice.pile(6, 1)) if more else 0
        dice.sum_up()
        return first + second

    walked = walk(play)
    assert len(walked) == 3 * 6 + 11
    assert chances(walked) == {
        total: Fraction(3, 4) * loops(6).get(total, 0) + Fraction(1, 4) * loops(6, 6).get(total, 0)
        for total in range(1, 13)
    }


def test_what_comes_after_the_sum_may_hang_on_it():
    """Whoever throws 5 in all throws again."""

    def play(dice):
        total = piled(dice, (4, 2))
        return total + (dice.row(2, 1)[0] if total == 5 else 0)

    assert chances(walk(play)) == {
        total: Fraction(ways, 32) for total, ways in {2: 2, 3: 4, 4: 6, 6: 6 + 4, 7: 4 + 4, 8: 2}.items()
    }


def test_piles_follow_one_another():
    walked = walk(lambda dice: (piled(dice, (6, 2)), piled(dice, (4, 1))))
    assert len(walked) == 11 * 4
    assert sum(chance for chance, _ in walked) == 1
    assert chances(walked)[7, 4] == Fraction(6, 36) / 4


def test_a_pile_that_nobody_sums_up_is_walked_all_the_same():
    assert chances(walk(lambda dice: sum(dice.pile(6, 2)))) == loops(6, 6)


def test_too_many_totals_are_refused_before_they_are_counted(monkeypatch):
    monkeypatch.setattr(forks, "throws_by_total", lambda _: pytest.fail("they were counted"))
    with pytest.raises(LimitReached, match="300 dice"):
        walk(lambda dice: piled(dice, (1000, 300)))


def test_nothing_on_the_pile_is_nothing_to_walk():
    assert walk(lambda dice: dice.sum_up()) == [(1, None)]


def test_other_sources_draw_as_they_always_do():
    assert Seeded("a").pile(20, 3) == Seeded("a").row(20, 3)
    assert Highest().pile(6, 2) == [6, 6]
    given = Given((2, 5), Seeded("a"))
    assert (given.pile(6, 1), given.pile(6, 3)) == ([2], [5, *Seeded("a").row(6, 2)])


def test_behind_faces_that_are_known_the_rest_is_walked():
    assert chances(walk(lambda dice: piled(Given((6, 1), dice), (6, 4)))) == {
        7 + total: chance for total, chance in loops(6, 6).items()
    }
    assert chances(walk(lambda dice: piled(Repeated((4,), dice), (6, 1), (6, 1)))) == {
        4 + total: chance for total, chance in loops(6).items()
    }
