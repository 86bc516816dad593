"""The ground in the width of a screen: lines that wrap, lists that break between their words, strips in bands."""

import pytest

from rbfcli.kernel.picture import Strips
from rbfcli.render.cells import width
from rbfcli.render.picture import drawn

GRID = Strips(strips=tuple((f"{name} ", "..", "##") for name in "ABCDEFGH"), labels=("", "1", "2"), gap=0)


def test_a_line_goes_on_below_behind_an_indent():
    assert drawn(("  8 m  crates: ada, tamsin",), 20) == ["  8 m  crates: ada,", "      tamsin"]


def test_a_list_breaks_between_its_words():
    assert drawn((("~ difficult", "# wall", "+ hatch P6"),), 22) == ["~ difficult; # wall;", "+ hatch P6"]


def test_strips_stand_side_by_side_behind_their_labels():
    assert drawn((GRID,), 20) == ["  A B C D E F G H", "1 ................", "2 ################"]


def test_strips_that_do_not_fit_stand_below_with_the_labels_again():
    assert drawn((GRID,), 12) == [
        "  A B C D E",
        "1 ..........",
        "2 ##########",
        "  F G H",
        "1 ......",
        "2 ######",
    ]


@pytest.mark.parametrize(("room", "first"), [(40, "  A B C D E F G H"), (12, "  C D E F")])
def test_where_not_all_strips_fit_those_with_somebody_in_them_are_enough(room, first):
    around = Strips(strips=GRID.strips, labels=GRID.labels, gap=0, from_strip=2, to_strip=6)
    assert drawn((around,), room)[0] == first
    assert [line for line in drawn((around,), room) if ".." in line or "##" in line] == drawn((around,), room)[1:3]


def test_a_long_name_in_a_strip_wraps_in_it():
    lines = drawn((Strips(strips=(("[0]", "a place with a rather long name of its own"), ("[1]",))),), 60)
    assert lines == ["[0]                         [1]", "a place with a rather long", "  name of its own"]


def test_what_comes_from_users_is_made_safe():
    assert drawn(("\x1b[31mred", ("\u202e",), Strips(strips=(("\x07",),), labels=("\x1b",))), 40) == [
        "\\x1b[31mred",
        "\\u202e",
        "\\x1b \\x07",
    ]


@pytest.mark.parametrize("room", [40, 80])
def test_wide_letters_take_two_cells(room):
    lines = drawn((Strips(strips=(("竜" * 30, "x"), ("y", "y"))), "  16 m  " + "竜" * 40), room)
    assert all(width(line) <= room for line in lines)
    assert "".join(lines).count("竜") == 70


def test_the_strips_that_are_left_out_are_named():
    narrow = Strips(strips=GRID.strips, labels=GRID.labels, gap=0, from_strip=2, to_strip=7)
    assert drawn((narrow,), 40)[0] == "  A B C D E F G H"
    assert drawn((narrow,), 12)[:4] == ["  C D E F G", "1 ..........", "2 ##########", "nobody near,"]
    assert " ".join(each.strip() for each in drawn((narrow,), 12)[3:]) == "nobody near, not drawn: A to B, H"
