"""Faces by hand: in draw order, checked, then the other source; what is left over is said (dice.md rule 14)."""

import os
import shutil
import subprocess
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path

import pytest

from rbfcli.core.errors import UsageError
from rbfcli.dice.odds import odds
from rbfcli.dice.parser import parse
from rbfcli.dice.roll import RollResult
from rbfcli.dice.sources import ManualDice, ReplayedDice, SeededDice


def test_faces_come_in_draw_order():
    dice = ManualDice([5, 7, 1], SeededDice("x"))
    assert dice.row(8, 2) == [5, 7]
    assert dice.given_left == 1
    assert dice.row(8, 1) == [1]
    assert dice.given_left == 0


def test_too_few_and_the_rest_are_rolled():
    assert ManualDice([5], SeededDice("x")).row(8, 3) == [5, *SeededDice("x").row(8, 2)]


def test_given_dice_leave_the_seed_alone():
    seeded = SeededDice("x")
    ManualDice([5, 7], seeded).row(8, 2)
    assert seeded.drawn == 0


def test_an_impossible_face_names_face_and_die():
    with pytest.raises(UsageError, match="face 2 must be from 1 to 8 on a d8, not 9"):
        ManualDice([5, 9], SeededDice("x")).row(8, 2)


def test_a_fudge_die_shows_minus_one_to_one():
    assert ManualDice([-1, 0, 1], SeededDice("x")).row(3, 3, -1) == [-1, 0, 1]
    with pytest.raises(UsageError, match="face 1 must be from -1 to 1 on a fudge die, not 2"):
        ManualDice([2], SeededDice("x")).row(3, 1, -1)


def test_leftovers_are_an_error():
    dice = ManualDice([5, 7, 1], SeededDice("x"))
    dice.row(8, 1)
    with pytest.raises(UsageError, match="too many faces: 7, 1 were not needed"):
        dice.finish()


@pytest.mark.parametrize(("needed", "hint"), [(1, "this roll takes 1 die"), (2, "this roll takes 2 dice")])
def test_it_is_said_how_many_faces_would_have_been_right(needed, hint):
    dice = ManualDice([4, 4, 4], SeededDice("x"))
    dice.row(6, needed)
    with pytest.raises(UsageError) as wrong:
        dice.finish()
    assert wrong.value.hint == hint


def test_nothing_left_is_no_error():
    dice = ManualDice([5], SeededDice("x"))
    dice.row(8, 1)
    dice.finish()


# Dice that fell before come first when a command is played again.


def test_what_fell_before_falls_again_and_new_dice_follow():
    dice = ReplayedDice([5, 7, 1], SeededDice("x"))
    assert (dice.row(8, 2), dice.left) == ([5, 7], 1)
    assert (dice.row(8, 1), dice.left) == ([1], 0)
    assert dice.row(8, 2) == SeededDice("x").row(8, 2)
    assert dice.faces == [5, 7, 1, *SeededDice("x").row(8, 2)]


@pytest.mark.parametrize(("sides", "count"), [(6, 1), (8, 3)])
def test_where_other_dice_are_asked_for_the_rules_have_changed(sides, count):
    with pytest.raises(UsageError, match="the dice were different before"):
        ReplayedDice([7, 1], SeededDice("x")).row(sides, count)


def test_faces_by_hand_wait_behind_those_that_fell_before():
    dice = ReplayedDice([5], ManualDice([2], SeededDice("x")))
    assert dice.given_left == 0
    dice.row(6, 1)
    assert dice.given_left == 1


# The dice of a seed are fair and for ever: golden values, replaced words, independence of how they were drawn.


GOLDEN_ROW = [1, 11, 1, 18, 10, 20, 17, 8, 11, 16, 9, 3, 13, 9, 13, 15, 16, 9, 6, 3]
ONE_OF_EACH = {4: 3, 6: 5, 8: 1, 10: 7, 12: 3, 20: 17, 100: 42, 1_000_000: 215_602}
ROOT = Path(__file__).parents[2]


def test_golden_values():
    dice = SeededDice("rbf")
    assert [dice.row(sides, 1)[0] for sides in ONE_OF_EACH] == list(ONE_OF_EACH.values())
    assert dice.row(20, 20) == GOLDEN_ROW
    assert dice.row(3, 8, -1) == [0, 1, 0, -1, -1, 1, 0, 0]
    assert SeededDice("rbf", 1000).row(6, 12) == [4, 6, 4, 6, 4, 3, 3, 2, 6, 2, 1, 3]
    assert SeededDice("").row(6, 6) == [1, 5, 3, 5, 5, 6]


def test_a_seed_may_be_any_text_an_argument_can_be():
    assert SeededDice("Ünï \udc80").row(6, 6) == [2, 3, 1, 3, 5, 5]


@pytest.mark.slow
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_golden_values_on_every_python(version):
    python = shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {version} here")
    program = "from rbfcli.dice.sources import SeededDice as Seeded; print(Seeded('rbf', 8).row(20, 20))"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    run = subprocess.run([python, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout == f"{GOLDEN_ROW}\n"


def as_defined(seed, number, sides):
    """The docstring of Seeded, done by the letter."""
    key = blake2b(seed.encode(), digest_size=32).digest()
    block = blake2b(key + (number // 16).to_bytes(8, "little")).digest()
    word = int.from_bytes(block[number % 16 * 4 :][:4], "little")
    attempt = 0
    while word >= 2**32 - 2**32 % sides:
        attempt += 1
        digest = blake2b(key + number.to_bytes(8, "little") + attempt.to_bytes(8, "little")).digest()
        word = int.from_bytes(digest[:4], "little")
    return word % sides + 1


@pytest.mark.parametrize("sides", [2, 6, 20, 999_999])
def test_the_definition_in_the_docstring_is_what_happens(sides):
    assert SeededDice("rbf").row(sides, 10_000) == [as_defined("rbf", number, sides) for number in range(10_000)]


def test_a_word_that_would_favour_low_faces_is_replaced():
    """Word 9280 of this seed is 4,294,391,625: past the last multiple of 999,999 that 32 bits hold."""
    assert SeededDice("rbf", 9280).row(999_999, 1) != [4_294_391_625 % 999_999 + 1]
    assert SeededDice("rbf", 9280).row(999_999, 1) == [as_defined("rbf", 9280, 999_999)]
    assert SeededDice("rbf", 9281).row(6, 3) == SeededDice("rbf", 9280).row(6, 4)[1:]


def test_the_nth_die_does_not_depend_on_what_was_drawn_before():
    whole = SeededDice("x").row(6, 5000)
    cuts = [0, 1, 2, 18, 100, 101, 1123, 4999, 5000]
    dice = SeededDice("x")
    assert [face for start, end in pairwise(cuts) for face in dice.row(6, end - start)] == whole
    assert all(SeededDice("x", start).row(6, 7) == whole[start : start + 7] for start in cuts[:-2])


def test_the_counter_counts_dice():
    dice = SeededDice("x", 41)
    dice.row(20, 3)
    dice.row(6, 0)
    dice.row(999_999, 2000)
    assert dice.drawn == 2044


def test_a_row_of_any_length_gives_that_many():
    dice = SeededDice("x")
    assert [len(dice.row(6, count)) for count in (0, 1, 15, 16, 17, 1000)] == [0, 1, 15, 16, 17, 1000]


@pytest.mark.parametrize("sides", [0, -1, 2**20 + 1])
def test_no_die_has_such_sides(sides):
    with pytest.raises(ValueError, match="a die has"):
        SeededDice("x").row(sides, 1)


@pytest.mark.parametrize(("sides", "bound"), [(2, 24.0), (6, 35.0), (20, 63.0), (100, 185.0)])
def test_faces_are_even(sides, bound):
    """Chi-square of 60,000 dice below its 1e-6 quantile."""
    faces = SeededDice("even").row(sides, 60_000)
    expected = 60_000 / sides
    assert sum((faces.count(face) - expected) ** 2 / expected for face in range(1, sides + 1)) < bound


# The roller against its own odds at fixed seeds: the frequencies of what is rolled fit what is counted.


ROLLS = 4000
LEAST_EXPECTED = 8


def chi_square(expression, seed):
    """Chi-square of rolls against the odds, rare values together, and its degrees of freedom."""
    line = parse(expression)
    chances = odds(line)
    dice = SeededDice(seed)
    seen = {}
    for _ in range(ROLLS):
        value = RollResult(line, dice).exact
        seen[value] = seen.get(value, 0) + 1
    expected = {value: ROLLS * weight / chances.out_of for value, weight in chances.weights.items()}
    assert seen.keys() <= expected.keys()
    common = [value for value, count in expected.items() if count >= LEAST_EXPECTED]
    cells = [(seen.get(value, 0), expected[value]) for value in common]
    rest = ROLLS - sum(count for count, _ in cells), ROLLS - sum(count for _, count in cells)
    if rest[1] >= 1:
        cells.append(rest)
    return sum((count - wanted) ** 2 / wanted for count, wanted in cells), len(cells) - 1


@pytest.mark.parametrize(
    "expression",
    [
        "1d20",
        "2d8+3",
        "4d6kh3",
        "2d20kl1",
        "3d6!",
        "2d6!p",
        "2d6!!kh1",
        "4d6ro1mi2",
        "5d10t>=8f1",
        "{1d6,1d8,1d10}kh2",
        "{2d6+1d8}dl1",
        "(1d4)d6",
        "4dF",
        "3d6ra6",
        "1d100rr<20",
        "1d6*1d4",
        "60/1d6",
    ],
)
def test_rolls_fit_their_odds(expression):
    """Below the 1e-6 quantile, by the cube-root approximation of chi-square."""
    statistic, freedom = chi_square(expression, f"fair {expression}")
    spread = 2 / (9 * freedom)
    assert ((statistic / freedom) ** (1 / 3) - (1 - spread)) / spread**0.5 < 4.75
