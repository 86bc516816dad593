"""The form that saves are written in is read as TOML reads it, and whatever else TOML allows is left to TOML."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.store.plain_toml import NotPlain, plain_tables
from rbfcli.store.toml_text import read_toml, write_toml

NUMBERS = st.integers(-(2**53), 2**53)
TEXTS = st.text(max_size=12)
PLAIN = st.recursive(
    NUMBERS | TEXTS | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def body(tables):
    """The text of tables as a save has it, without the comment on top."""
    return write_toml(tables).decode().partition("\n\n")[2]


@given(st.dictionaries(TEXTS, PLAIN, max_size=4))
def test_what_is_read_is_what_toml_reads(tables):
    text = body({"fight": tables})
    try:
        found = plain_tables(text)
    except NotPlain:
        assert "\\" in text or '"""' in text
        return
    assert found == read_toml(text.encode(), "save")


def test_texts_of_several_lines_and_lists_of_tables_are_read():
    tables = {"fight": {"map": "..#\n.#.\n", "order": [{"who": "ada", "count": 3}], "sheet": {"Old Mags": {}}}}

    assert plain_tables(body(tables)) == tables


@pytest.mark.parametrize(
    "text",
    [
        "a = 'literal'",
        'a = "esc\\u0061pe"',
        "a = 1 # comment",
        "# comment",
        "a=1",
        "a = 1.5",
        "a = 0x1f",
        "a = 1979-05-27",
        "a = 1\na = 2",
        "a.b = 1",
        "[a] # comment",
        "[[a]]",
        "[ a ]",
        "a = [1, # comment\n2]",
        'a = "open',
        'a = """open',
        "a = [1",
        "a = 1\r",
        "a = 1\n[a]",
        'a = """x""""',
    ],
)
def test_what_saves_are_not_written_with_is_left_to_toml(text):
    with pytest.raises(NotPlain):
        plain_tables(text)
