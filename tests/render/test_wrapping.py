"""Sentences on a terminal: broken between words, never within one, and without losing any."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.render.cells import width
from rbfcli.render.wrapping import fitted

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WORDS = st.lists(
    st.sampled_from(["ada", "hits", "\U0001f409", "岸のならず者", "\x1b[1mOld Mags\x1b[0m", "-", "x" * 9]), min_size=1
)


@pytest.mark.parametrize(
    ("line", "cells", "told"),
    [
        ("it fits", 7, ["it fits"]),
        ("rbf: the rifle is empty; reload joss", 24, ["rbf: the rifle is empty;", "    reload joss"]),
        ("  the winch gunner takes four", 20, ["  the winch gunner", "      takes four"]),
        ("1  strike  a blow now, before the deed", 26, ["1  strike  a blow now,", "           before the deed"]),
        ("Ada hits the thug critically  [8 8] +3", 32, ["Ada hits the thug critically", "    [8 8] +3"]),
        ("\x1b[1mAda Quill\x1b[0m hits", 14, ["\x1b[1mAda Quill\x1b[0m hits"]),
        ("a very-long-path/of/a/file here", 12, ["a", "    very-long-path/of/a/file", "    here"]),
        ("one\ntwo three", 5, ["one", "two", "    three"]),
        ("", 40, [""]),
    ],
)
def test_a_line_breaks_between_words_and_goes_on_below_its_text(line, cells, told):
    assert fitted([line], cells) == told


@given(WORDS, st.integers(30, 60))
def test_no_word_is_lost_and_no_line_too_long(words, cells):
    lines = fitted([" ".join(words)], cells)

    assert " ".join(" ".join(lines).split()) == " ".join(words)
    assert all(width(COLOUR.sub("", line)) <= cells for line in lines)
