"""`rbf odds` of dice: tables, bars, numbers to reach, comparisons, JSON."""

from fractions import Fraction

import pytest

from rbfcli.kernel.errors import NotationError, UsageError


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
        "4d6kh3 against 15\n"
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
        (["2d6 vs 7", "--vs", "7"], UsageError, "leave out --vs"),
        (["3#2d6"], UsageError, "not of a repeat"),
    ],
)
def test_mistakes(refused, words, error, message):
    found = refused("odds", *words)
    assert isinstance(found, error)
    assert message in found.message
