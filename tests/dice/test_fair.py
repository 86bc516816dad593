"""The roller against its own odds at fixed seeds: the frequencies of what is rolled fit what is counted."""

import pytest

from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.plan import plan_of
from rbfcli.kernel.odds.expression import odds

ROLLS = 4000
LEAST_EXPECTED = 8


def chi_square(expression, seed):
    """Chi-square of rolls against the odds, rare values together, and its degrees of freedom."""
    line = parse(expression)
    chances = odds(line)
    play, dice = plan_of(line), Seeded(seed)
    seen = {}
    for _ in range(ROLLS):
        value = play(dice).exact
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
