"""How many cells a text takes, and texts made to fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.render.cells import cut, flowed, folded, padded, width, wrapped
from rbfcli.render.safe import safe
from tests.render.names import HOSTILE

TEXTS = st.one_of(st.text(max_size=80), st.sampled_from(HOSTILE), st.lists(st.sampled_from(HOSTILE)).map(" ".join))


@pytest.mark.parametrize(
    ("text", "cells"), [("Ada", 3), ("Jürgen", 6), ("竜", 2), ("e\u0301a", 2), ("한국", 4), ("█░", 2)]
)
def test_a_text_takes_the_cells_that_a_terminal_gives_it(text, cells):
    assert width(text) == cells


@pytest.mark.parametrize(
    ("text", "cells", "said"),
    [
        ("Ada", 3, "Ada"),
        ("Dockside thug", 10, "Dockside.."),
        ("Dockside thug 12", 12, "Docksid.. 12"),
        ("Model 1000000", 10, "Model 10.."),
        ("竜竜竜竜竜", 7, "竜竜.."),
    ],
)
def test_what_is_cut_keeps_the_number_it_ends_with(text, cells, said):
    assert cut(text, cells) == said


def test_a_long_line_breaks_at_spaces_and_keeps_those_it_does_not_break_at():
    assert wrapped("  8 m  crates (medium cover): ada, tamsin", 32, "    ") == [
        "  8 m  crates (medium cover):",
        "    ada, tamsin",
    ]


def test_a_word_that_is_longer_than_a_line_is_folded():
    assert wrapped("x" * 25, 10, "  ") == ["x" * 10, "  " + "x" * 8, "  " + "x" * 7]
    assert flowed(["one", "y" * 12], 8, ", ", "  ", "  ") == ["  one,", "  yyyyyy", "  yyyyyy"]


@given(TEXTS, st.integers(8, 60))
def test_nothing_is_wider_than_its_cells_and_no_letter_is_lost(text, cells):
    told = safe(text)
    assert all(width(line) <= cells for line in folded(told, cells))
    assert "".join(folded(told, cells)) == told
    assert width(cut(told, cells)) <= cells
    for lines in (wrapped(told, cells, "  "), flowed(told.split(), cells, ", ", "  ", "  ")):
        assert all(width(line) <= cells for line in lines)
        assert "".join("".join(lines).split()).replace(",", "") == "".join(told.split()).replace(",", "")


@given(TEXTS)
def test_a_padded_text_is_as_wide_as_asked(text):
    told = safe(text)
    assert width(padded(told, width(told) + 3)) == width(told) + 3
