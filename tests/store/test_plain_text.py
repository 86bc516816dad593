"""What is written without tomli-w is what tomli-w would write, to the letter."""

import pytest
import tomli_w
from hypothesis import example, given
from hypothesis import strategies as st

from rbfcli.store.plain_text import plain_text
from rbfcli.store.plain_values import NotPlain

WORDS = st.sampled_from(("hp", "max-hp", "Old Mags", "7", "-", "", "é", 'a"b', "a\\b", "a\nb", "\u200b", "x" * 40))
VALUES = st.recursive(
    st.integers(-12, 12) | st.booleans() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=8,
)
SHORT = {"order": [{"who": "ada", "n": 1}, {"who": "x" * 70, "n": 2}], "a": [], "b": {}, "c": {"d": {"e": [["f"]]}}}
LIMIT = "x" * 79


@given(st.dictionaries(WORDS, VALUES, max_size=4))
@example(SHORT)
@example({"fight": {"order": [{"who": LIMIT, "n": 1}]}})
@example({"fight": {"order": [{"who": LIMIT + "x", "n": 1}]}})
@example({"fight": {"order": [{"who": LIMIT + "xx", "n": 1}]}})
@example({"fight": {"order": [{"who": LIMIT + "xxx", "n": 1}]}})
@example({"a": [{}], "b": [[{"c": 1}]], "d": [1, {"e": 2}], "f": ({"g": True},)})
def test_it_is_what_tomli_w_writes(tables):
    try:
        text = plain_text(tables)
    except NotPlain:
        return
    assert text == tomli_w.dumps(tables, multiline_strings=True)


def test_what_fights_hold_is_written():
    assert plain_text(SHORT) == tomli_w.dumps(SHORT, multiline_strings=True)


@pytest.mark.parametrize("value", ["a\nb", 'a"b', "a\\b", "\u200b", "\U000e0041", "\r", 1.5, [{"a": "x" * 99}], [{}]])
def test_what_is_written_in_another_way_is_left_to_tomli_w(value):
    with pytest.raises(NotPlain):
        plain_text({"a": value})
