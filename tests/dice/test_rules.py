"""Dice notation rule by rule, beyond the vectors: what a pool remembers, the order of draws, limits at the table."""

from fractions import Fraction

import pytest

from rbfcli.kernel.dice.given import Given
from rbfcli.kernel.dice.seeded import Seeded
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.notation.expressions import expressions
from rbfcli.kernel.notation.parsing import parse
from rbfcli.kernel.notation.plan import roll, roll_line


def given(expression, *faces):
    """The expression rolled with exactly these faces."""
    dice = Given(faces, Seeded("x"))
    rolled = roll(expression, dice)
    dice.finish()
    assert [die.face for die in rolled.dice] == list(faces)
    return rolled


def shown(rolled):
    """Natural face, value, kept and the reasons of each die."""
    return [(die.face, die.value, die.kept, [what for what, _ in die.why]) for die in rolled.dice]


def test_rule_1_white_space_is_free():
    assert parse(" 4 d 6 kh 3 + 2 ") == parse("4d6kh3+2")
    assert parse("3d6\t!\n>= 5") == parse("3d6!>=5")
    assert parse("1 d %") == parse("d100")


def test_rule_1_a_comment_is_kept_and_means_nothing():
    assert parse("2d6 # fire").comment == "fire"
    assert parse("2d6 # fire").expression == parse("2d6").expression


def test_rule_1_a_label_stays_on_its_part():
    assert given("1d8[fire] + 1d6[cold]", 3, 4).total == 7


def test_rule_1_functions():
    assert [
        roll(each, Seeded("x")).total for each in ("floor(7/2)", "ceil(7/2)", "round(7/2)", "abs(-4)", "min(3,1,2)")
    ] == [
        3,
        4,
        4,
        4,
        1,
    ]


def test_rule_1_against_a_number_or_dice():
    rolled = given("1d20+5 vs 15", 9)
    assert (rolled.total, rolled.against, rolled.margin) == (14, 15, -1)
    rolled = given("1d20+3 vs 1d20", 9, 2)
    assert (rolled.against, rolled.margin) == (2, 10)


def test_rule_1_a_plain_line_is_held_against_nothing():
    rolled = given("2d6", 1, 2)
    assert (rolled.against, rolled.margin) == (None, None)


def test_rule_2_parentheses_break_the_chain():
    assert given("4d6kh1kl1", 6, 5, 2, 1).total == 7
    assert given("(4d6kh3)kh1kl1", 6, 5, 2, 1).total == 8
    assert given("4d6mi2kl1mi3", 1, 5, 6, 4).total == 3


def test_rule_3_of_equals_the_earliest_stays():
    assert [die.kept for die in given("3d6kh1", 4, 4, 4).dice] == [True, False, False]
    assert [die.kept for die in given("3d6kl1", 4, 4, 4).dice] == [True, False, False]
    assert [die.kept for die in given("3d6dl1", 4, 4, 4).dice] == [True, True, False]
    assert [die.kept for die in given("3d6dh1", 4, 4, 4).dice] == [True, True, False]


def test_rule_3_a_short_d_drops_the_lowest():
    assert given("4d6d1", 6, 1, 4, 4).total == 14


def test_rule_4_a_reroll_lies_where_the_die_lay():
    rolled = given("2d6ro1kh1", 1, 6, 6)
    assert shown(rolled) == [
        (1, 1, False, ["rerolled"]),
        (6, 6, False, ["dropped"]),
        (6, 6, True, ["rethrown"]),
    ]


def test_rule_4_ra_adds_one_die_for_the_first_that_fits():
    assert shown(given("2d6ra>=5", 5, 6, 1))[2] == (1, 1, True, ["added"])


def test_rule_5_a_compounding_die_takes_the_further_ones_in():
    assert shown(given("2d6!!", 6, 2, 6, 3)) == [
        (6, 15, True, []),
        (2, 2, True, []),
        (6, 6, False, ["added", "folded"]),
        (3, 3, False, ["added", "folded"]),
    ]


def test_rule_5_penetrating_tests_the_natural_face():
    assert shown(given("1d6!p", 6, 6, 3)) == [
        (6, 6, True, []),
        (6, 5, True, ["added", "weakened"]),
        (3, 2, True, ["added", "weakened"]),
    ]


def test_rule_6_marks_and_bounds():
    rolled = given("2d20crit>=19mi5", 19, 2)
    assert (rolled.total, shown(rolled)) == (24, [(19, 19, True, ["critical"]), (2, 5, True, ["raised"])])
    assert given("2d6ma4", 6, 1).total == 5


def test_rule_6_counting_a_group_counts_totals_of_parts():
    assert given("{1d6+1, 2d6, 4}t>=5", 5, 2, 2).total == 1


def test_rule_7_braces_and_parentheses_are_the_same():
    assert parse("{1d6,1d8}kh1") == parse("(1d6,1d8)kh1")
    assert given("{1d6,1d8}", 3, 4).total == 7


def test_rule_7_a_kept_group_may_be_selected_from_again():
    assert given("({1d6, 1d8, 1d10}kh2)kl1", 3, 8, 5).total == 5


def test_rule_9_counts_and_sides_draw_before_their_pool():
    rolled = given("(1d4)d(1d6)", 2, 5, 4, 5)
    assert rolled.total == 9
    assert [die.sides for die in rolled.dice] == [4, 6, 5, 5]


def test_rule_9_modifier_by_modifier_depth_first():
    rolled = given("3d6!ro1", 6, 1, 6, 6, 1, 2, 4, 5)
    assert rolled.total == 6 + 6 + 6 + 2 + 4 + 5
    assert given("{1d6,1d8}kh1+1d4", 3, 4, 2).total == 6


def test_rule_10_arithmetic_is_exact():
    rolled = given("(1d6+0.1)*3/7", 2)
    assert (rolled.exact, rolled.total) == (Fraction(9, 10), 0)
    assert roll("0.1+0.2-0.3", Seeded("x")).exact == 0
    assert roll("-7/2", Seeded("x")).total == -3


@pytest.mark.parametrize(
    "expression", ["1d6/(1d1-1)", "(1d4-9)d6", "1d(1d6-9)", "2**(1d1/2)", "(1d1)d(1d1)!", "1d(1d1)rr1"]
)
def test_rule_10_what_the_dice_make_impossible_is_an_error(expression):
    with pytest.raises(UsageError):
        roll(expression, Seeded("x"))


@pytest.mark.parametrize(
    "expression",
    ["(1d1+1000)d6", "500d6+(1d1+500)d6", "1d(1d1+1000000)", "1000d6!", "9**(9**(1d1+4))", "1d1000000rr<1000000"],
)
def test_rule_11_limits_that_only_the_dice_decide(expression):
    with pytest.raises(LimitReached):
        roll(expression, Seeded("x"))


def test_rule_11_a_line_that_does_not_parse_draws_no_dice():
    seeded = Seeded("x")
    with pytest.raises(UsageError):
        roll("2d6+4d6k3", seeded)
    assert seeded.drawn == 0


@pytest.mark.parametrize("bracket", ["({})", "({})kh1", "max({})", "-({})", "({})[a]"])
def test_rule_11_brackets_nest_as_deep_as_they_may(bracket):
    text = "1d6"
    for _ in range(128):
        text = bracket.format(text)
    assert abs(given(text, 4).total) == 4
    with pytest.raises(LimitReached):
        parse(bracket.format(text))


def test_rule_13_a_quick_total_is_that_of_the_table():
    """A sum of pools is rolled without its table; laying that out afterwards brings the same total and kept dice."""
    for expression in ("2d8+3", "4d6kh3-1d4", "3d6dl1+2d10kl1", "-2d6dh5+4dF", "3d6kh0", "2d20kh1[aim]+5"):
        for seed in map(str, range(20)):
            rolled = roll(expression, Seeded(seed))
            assert rolled.exact == rolled.total


def test_rule_14_each_die_says_whether_it_was_given():
    rolled = roll("3d6!", Given([6, 2], Seeded("x")))
    assert [die.given for die in rolled.dice[:3]] == [True, True, False]


def test_repeats_are_several_rolls():
    assert [each.total for each in roll_line(parse("3#1d6+1"), Given([1, 2, 3], Seeded("x")))] == [2, 3, 4]
    with pytest.raises(UsageError, match="one roll is wanted"):
        roll("3#1d6", Seeded("x"))


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["2d6", "+", "3"], ["2d6+3"]),
        (["2d6", "1d8"], ["2d6", "1d8"]),
        (["2d6", "-1"], ["2d6-1"]),
        (["2", "d6"], ["2d6"]),
        (["1d20", "vs", "15"], ["1d20 vs 15"]),
        (["4d6", "kh3"], ["4d6kh3"]),
        (["2d6 + 1", "d8"], ["2d6+1", "d8"]),
        (["floor", "(7/2)"], ["floor(7/2)"]),
    ],
)
def test_words_as_shells_split_them(words, lines):
    assert expressions(words) == [parse(line) for line in lines]
