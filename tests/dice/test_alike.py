"""Rows of which only a label matters: drawn like any row, walked one label at a time."""

from fractions import Fraction

from rbfcli.kernel.dice.branching import walk
from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.seeded import Seeded


def beats(row):
    return row[0] > row[1]


def test_every_label_is_walked_once_with_the_weight_of_all_its_rows():
    found = walk(lambda dice: beats(dice.alike(100, 2, beats)))
    assert {outcome: weight for weight, outcome in found} == {False: Fraction(101, 200), True: Fraction(99, 200)}
    assert len(found) == 2


def test_a_seed_draws_what_it_would_have_drawn():
    assert Seeded("a").alike(100, 3, sum) == Seeded("a").row(100, 3)


def test_faces_by_hand_come_first():
    dice = Given((7, 9), Seeded("a"))
    assert dice.alike(100, 2, beats) == [7, 9]
    assert dice.alike(100, 2, beats) == Seeded("a").row(100, 2)


def test_many_rows_are_labelled_once_by_one_function():
    """Two d100 thrown on each of four paths: 10,000 labels, not 40,000."""
    asked = []

    def is_double(row):
        asked.append(row)
        return row[0] == row[1]

    walked = walk(lambda dice: (dice.row(4, 1), dice.alike(100, 2, is_double)))
    assert (len(walked), len(asked)) == (8, 10_000)
    assert sum(chance for chance, _ in walked) == 1
