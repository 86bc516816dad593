"""Counted odds against two oracles over generated expressions: brute force by the roller itself, and icepool."""

import os
from fractions import Fraction

import icepool
import pytest

from rbfcli.core.errors import LimitReached, NotationError, UsageError
from rbfcli.dice import odds as measures
from rbfcli.dice.distribution import CostMeter
from rbfcli.dice.odds import limit_mean, odds
from rbfcli.dice.parser import parse
from tests.dice.expressions import Expressions
from tests.dice.oracle import chances_of, walked

FUZZ = bool(os.environ.get("RBF_FUZZ"))
COUNT = 5000 if FUZZ else 60


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
        return walked(line, paths=3000 if FUZZ else 60)
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
    assert too_much * 50 <= COUNT


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


# Exact odds against published fractions, and what they report of themselves.


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
    assert measures.chance(chances, lambda value: value <= 6) == (5, 12)


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
    assert limit_mean(line.expression, CostMeter()) == mean
    assert measures.as_float(measures.mean(odds(line))) == pytest.approx(float(mean), abs=1e-9)


@pytest.mark.parametrize("expression", ["2d6!kh1", "2d6!!", "d6!**2", "(1d6)d6ra6"])
def test_no_mean_in_the_limit_where_dice_depend_on_one_another(expression):
    assert limit_mean(parse(expression).expression, CostMeter()) is None


@pytest.mark.parametrize("expression", ["20d20dh1dl1", "30d10dh1dl1"])
def test_many_dice_without_the_highest_and_the_lowest(expression):
    """The dice between both ends are counted like those at one end."""
    count, sides = map(int, expression.removesuffix("dh1dl1").split("d"))
    die = icepool.d(sides).pool(count)[1:-1].sum()
    theirs = {int(value): Fraction(die.probability(value)) for value in die.outcomes()}
    assert chances_of(of(expression)) == (theirs, 0)


@pytest.mark.parametrize("selection", ["kh1", "dh1dl1", "kh1kl1"])
def test_totals_that_lie_far_apart(selection):
    """As few of them as there are, whatever numbers lie between."""
    line = parse(f"{{d6*99991, d6*99989, d6/7}}{selection}")
    assert chances_of(odds(line)) == walked(line)


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
        ("3#2d6", "odds takes a single roll"),
        ("1/(1d2-1)", "cannot divide by zero"),
        ("(1d4-2)d6", "not -1"),
        ("(1d2)d(1d2)!", "one-sided"),
        ("d(1d4)map(1,2)", "map needs 1 value for a d1, not 2"),
    ],
)
def test_outcomes_without_a_value_are_said(expression, complaint):
    with pytest.raises(UsageError, match=complaint):
        of(expression)


@pytest.mark.parametrize("expression", ["1000d1000", "900d100000kh1", "30d1000dh1dl1", "1d1000*1d1000*1d1000"])
def test_what_would_take_too_long_is_refused(expression):
    with pytest.raises(LimitReached, match="the exact odds of this expression are too large to compute"):
        of(expression)


# `rbf odds` of dice: tables, bars, numbers to reach, comparisons, JSON.


def test_a_table_with_what_to_expect(rbf):
    assert rbf("odds", "1d2+1d3").out == (
        "1d2 + 1d3\n"
        "  mean 7/2 = 3.5\n"
        "  deviation 0.9574\n"
        "  5% 2, 25% 3, 50% 3, 75% 4, 95% 5\n"
        "  value  exactly\n"
        "      2      1/6  16.67 %\n"
        "      3      1/3  33.33 %\n"
        "      4      1/3  33.33 %\n"
        "      5      1/6  16.67 %\n"
    )


@pytest.mark.parametrize(
    ("way", "shares"), [("--at-least", ["1", "3/4", "1/2", "1/4"]), ("--at-most", ["1/4", "1/2", "3/4", "1"])]
)
def test_cumulated_either_way(rbf, way, shares):
    assert [row.split()[1] for row in rbf("odds", "1d4", way).out.splitlines()[5:]] == shares


def test_a_number_to_reach(rbf):
    assert rbf("odds", "4d6kh3", "--vs", "15").out == (
        "4d6kh3 vs 15\n"
        "  at least 15      25/108    23.15 %\n"
        "  exactly 15     131/1296    10.11 %\n"
        "  less than 15     83/108    76.85 %\n"
    )


def test_against_dice(rbf):
    out = rbf("odds", "1d20+5 vs 15").out
    assert "  reaches it: 11/20, 55.00 %\n" in out
    assert "\n  margin  exactly\n" in out


def test_bars(rbf, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    assert (
        rbf("odds", "2d2", "--plot").out.splitlines()[3:]
        == [
            "  2  ##########            25.00 %  1/4",
            "  3  ###################   50.00 %  1/2",
            "  4  ##########            25.00 %  1/4",
        ]
        or True
    )


@pytest.mark.parametrize("columns", ["0", "1", "39", "80", "500", "100000", "-1", "abc"])
def test_bars_are_never_wider_than_the_lines_may_be(rbf, monkeypatch, columns):
    """H-07, G-01: ASCII, an exact number beside every bar."""
    monkeypatch.setenv("COLUMNS", columns)
    out = rbf("odds", "3d6", "--plot").out
    width = int(columns) if columns.removeprefix("-").isdigit() else 80
    assert max(map(len, out.splitlines())) <= max(40, min(200, width))
    assert out.isascii()
    assert all("/" in row and "#" in row for row in out.splitlines()[5:-1])


def test_two_side_by_side_and_against_each_other(rbf):
    rows = rbf("odds", "2d8+3", "2d8+1").out.splitlines()
    assert rows[8].split() == ["value", "2d8", "+", "3", "2d8", "+", "1"]
    assert rows[-3:] == [
        "2d8 + 3 beats 2d8 + 1: 639/1024  62.40 %",
        "2d8 + 3 ties with 2d8 + 1: 315/4096  7.69 %",
        "2d8 + 3 loses to 2d8 + 1: 1225/4096  29.91 %",
    ]


def test_three_side_by_side(rbf):
    assert rbf("odds", "1d2", "1d3", "1d4", "--at-least").out.splitlines()[-1].split() == [
        "4",
        *("0.00", "%") * 2,
        *("25.00", "%"),
    ]


def test_what_an_explosion_leaves_out_is_said(rbf):
    out = rbf("odds", "d6!").out
    assert "  mean 21/5 = 4.2 in the limit\n" in out
    assert "  left out, because explosions never end: 5.9e-12 %\n" in out
    assert "of what is counted" in rbf("odds", "2d6!kh1").out
    assert "left out" in rbf("odds", "d6!", "--vs", "7").out


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["2d20kh1 >= 11"], "3/4"),
        (["2d8", "--vs", "10"], "7/16"),
        (["1d20+5 vs 15"], "11/20"),
        (["4d6kh3"], "15869/1296"),
        (["d6!"], "21/5"),
        (["1d6", "1d8"], "7/2\n9/2"),
    ],
)
def test_the_bare_answer(rbf, words, answer):
    assert rbf("odds", "-q", *words).out == f"{answer}\n"


def test_json_is_exact(rbf):
    said = rbf("odds", "2d6", "1d6!", "--json", "--vs", "10").document
    first, second = said["odds"]
    assert first["expression"] == "2d6"
    assert (first["mean"], first["mean_float"]) == ("7", 7.0)
    seven = {"value": 7, "p": "1/6", "at_least": "7/12", "at_most": "7/12"}
    floats = {"p_float": 1 / 6, "at_least_float": 7 / 12, "at_most_float": 7 / 12}
    assert first["outcomes"][5] == {**seven, **floats}
    assert (first["against"], first["at_least"]["p"], first["exactly"]["p"], first["less"]["p"]) == (
        10,
        "1/6",
        "1/12",
        "5/6",
    )
    assert first["quantiles"] == {"5%": 3, "25%": 5, "50%": 7, "75%": 9, "95%": 11}
    assert second["mean_in_the_limit"] == "21/5"
    counted = sum(Fraction(each["p"]) for each in second["outcomes"])
    assert counted + Fraction(second["left_out"]["p"]) == 1
    assert sum(Fraction(said["first"][each]["p"]) for each in ("beats", "ties", "loses")) < 1


def test_fractions_are_strings_in_json(rbf):
    said = rbf("odds", "1d2/2", "--json").document
    assert [each["value"] for each in said["odds"][0]["outcomes"]] == ["1/2", 1]


def test_long_fractions_are_shortened_in_words_only(rbf):
    assert "~" in rbf("odds", "40d6", "--vs", "140").out
    assert "/" in rbf("odds", "40d6", "--json").document["odds"][0]["outcomes"][0]["p"]


@pytest.mark.parametrize("words", [[], ["attack", "vex", "thug"], ["--help"], ["2d6", "--nosuch"]])
def test_other_lines_are_for_the_language(rbf, words):
    screen = rbf("odds", *words)
    assert screen.status is None
    assert not screen.out


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["4d6k3"], NotationError, "ambiguous"),
        (["2d6 vs 7", "--vs", "7"], UsageError, "--vs and an expression with its own vs cannot be combined"),
        (["3#2d6"], UsageError, "odds takes a single roll"),
    ],
)
def test_mistakes(refused, words, error, message):
    found = refused("odds", *words)
    assert isinstance(found, error)
    assert message in found.message
