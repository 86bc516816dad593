"""Exact odds against published fractions, and what they report of themselves."""

from fractions import Fraction

import pytest

from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.odds import measures
from rbfcli.kernel.odds.effort import Effort
from rbfcli.kernel.odds.expression import odds
from rbfcli.kernel.odds.limit_mean import limit_mean


def of(expression):
    return odds(parse(expression))


def test_four_dice_keep_three():
    chances = of("4d6kh3")
    assert measures.mean(chances) == (15869, 1296)
    assert measures.chance(chances, lambda value: value == 18) == (7, 432)
    assert measures.at_least(chances, 15) == (25, 108)


@pytest.mark.parametrize(
    ("comparison", "chance"),
    [
        ("2d20kh1 >= 11", (3, 4)),
        ("1d20+5>=15", (11, 20)),
        ("2d8 >= 10", (7, 16)),
        ("2d8+3 > 2d8+1", (639, 1024)),
        ("2d8+3 == 2d8+1", (315, 4096)),
        ("4dF >= 2", (5, 27)),
        ("2d6 >= 10", (1, 6)),
        ("(2d6 >= 7)*(1 - 0) == 1", (7, 12)),
    ],
)
def test_the_chance_of_a_comparison(comparison, chance):
    assert measures.at_least(of(comparison), 1) == chance


def test_two_dice_in_three_tiers():
    chances = of("2d6")
    assert measures.at_least(chances, 10) == (1, 6)
    assert measures.chance(chances, lambda value: value in range(7, 10)) == (5, 12)
    assert measures.at_most(chances, 6) == (5, 12)


def test_a_success_pool():
    chances = of("5d10t8")
    assert measures.mean(chances) == (3, 2)
    assert measures.at_least(chances, 3) == (4077, 25000)


@pytest.mark.parametrize(("expression", "mean"), [("3d8kh2", (351, 32)), ("1d6/2", (7, 4)), ("2d6*1d4-3", (29, 2))])
def test_means(expression, mean):
    assert measures.mean(of(expression)) == mean


@pytest.mark.parametrize(
    ("expression", "mean"),
    [
        ("d6!", Fraction(21, 5)),
        ("3d6!p", Fraction(12)),
        ("5d10!t>=8", Fraction(5, 3)),
        ("2d6!>=5ro1 - 1", Fraction(43, 4)),
        ("(1d4)d6!mi2*2", Fraction(22)),
        ("{1d6 + 1d4}!k>2", Fraction(89, 15)),
        ("-d6xo[fire]", Fraction(-49, 12)),
    ],
)
def test_the_mean_in_the_limit_of_endless_explosions(expression, mean):
    """The counted mean comes close to it from what is not left out."""
    line = parse(expression)
    assert limit_mean(line.expression, Effort()) == mean
    assert measures.as_float(measures.mean(odds(line))) == pytest.approx(float(mean), abs=1e-9)


@pytest.mark.parametrize("expression", ["2d6!kh1", "2d6!!", "d6!**2", "(1d6)d6ra6"])
def test_no_mean_in_the_limit_where_dice_depend_on_one_another(expression):
    assert limit_mean(parse(expression).expression, Effort()) is None


def test_a_truncated_explosion_states_the_mass_it_leaves_out():
    """Chains of 16 sixes and more: (1/6)**17 would be left out if 16 were followed, so it is (1/6)**16 at most."""
    chances = of("d6!")
    left = Fraction(*measures.left_out(chances))
    assert left == Fraction(1, 6) ** 17
    assert left + Fraction(*measures.chance(chances, lambda _: True)) == 1


def test_nothing_is_left_out_without_an_endless_explosion():
    assert measures.left_out(of("3d6xo")) == (0, 1)
    assert measures.left_out(of("4d6rr<3kh3")) == (0, 1)


def test_quantiles_and_deviation():
    chances = of("2d6")
    assert [measures.quantile(chances, (part, 4)) for part in (0, 1, 2, 3, 4)] == [2, 5, 7, 9, 12]
    assert measures.deviation(chances) == pytest.approx((35 / 6) ** 0.5)
    assert measures.deviation(of("1d6/3")) == pytest.approx((35 / 108) ** 0.5)


def test_the_margin_of_a_line_held_against_something():
    chances = of("1d20+5 vs 15")
    assert measures.at_least(chances, 0) == (11, 20)
    assert min(chances.weights) == -9


def test_fractions_as_values():
    chances = of("1d3/2")
    assert chances.weights == {Fraction(1, 2): 1, 1: 1, Fraction(3, 2): 1}


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("3#2d6", "not of a repeat"),
        ("1/(1d2-1)", "divide by zero"),
        ("(1d4-2)d6", "not -1"),
        ("(1d2)d(1d2)!", "one-sided"),
    ],
)
def test_outcomes_without_a_value_are_said(expression, complaint):
    with pytest.raises(UsageError, match=complaint):
        of(expression)


@pytest.mark.parametrize("expression", ["1000d1000", "900d100000kh1", "30d1000dh1dl1", "1d1000*1d1000*1d1000"])
def test_what_would_take_too_long_is_refused(expression):
    with pytest.raises(LimitReached, match="too much to count"):
        of(expression)
