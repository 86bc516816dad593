"""The form that saves are written in is read as TOML reads it, and whatever else TOML allows is left to TOML."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.store.plain_toml import plain_tables
from rbfcli.store.plain_values import NotPlain
from rbfcli.store.toml_text import read_toml
from rbfcli.store.toml_writing import write_toml
from tests.store.toml_pieces import PIECES

NUMBERS = st.integers(-(2**53), 2**53)
TEXTS = st.text(max_size=12)
PLAIN = st.recursive(
    NUMBERS | TEXTS | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)

LETTERS = ("", *"ab=[]{}\"', \n.10-#\\_é", "'''", '"""')
MORE_PIECES = (
    *("a = [1 2]", "a = [,]", "a = [1,2 , 3,]", "a = [ ]", "a = [[], [1]]", "a = {}", "b = { x = 1 }", "b = {x = 1}"),
    *(
        "b = { x = 1, y = [\n1] }",
        "b = { x = 1, x = 2 }",
        "b = { x = 1, }",
        "b = {xy = 1 }",
        "b = {=x = 1 }",
        "b = {  x = 1 }",
        "[b.x]",
        "[1.2]",
        "1 = 2",
        "- = 1",
    ),
    *('a = """\nx\n"""', 'a = """x"""', "a = '''\nx y\n'''", "a = '''\nx''''", '"""a""" = 1', 'a = ""x"', '"" = 1'),
    *("[[b]", "[b]]", "[a.b.c]", "[a.c]", '[a."b.c"]', "[a-1.b]", "[a.1b]", "b = false", "a.b = 1", "c = 3\nd = 4"),
    *("a = [\n    1,\n    2,\n]", "a = [\n    1\n]", "a = [\n    1,\n\n]", 'a = [\n    "a, b",\n    3,\n]'),
    *("a = [\n    { x = 1, y = true },\n    { x = -2 },\n]", "a = [\n    { x = 1, x = 2 },\n]", "a = [\n    {},\n]"),
    *('a = [\n    { x = ", y = 1" },\n]', "a = '''\nx\n\n[b]\ny = 1\n'''", 'a = """\nx\n\n[b]\n"""'),
    *("a = 007", "a = -07", "a = 9999999999999999", "a = -1", 'a = "x", ', "a = true ", "a = truex", '[a.""]'),
)
BETWEEN = ("\n", "\n\n", "\n\n[")


def body(tables):
    """The text of tables as a save has it, without the comment on top."""
    return write_toml(tables).decode().partition("\n\n")[2]


@given(st.dictionaries(TEXTS, PLAIN, max_size=4))
def test_what_is_read_is_what_toml_reads(tables):
    text = body({"fight": tables})
    try:
        found = plain_tables(text)
    except NotPlain:
        assert "\\" in text or '"""' in text or not text.replace("\n", "").isprintable()
        return
    assert found == read_toml(text.encode(), "save")


def test_texts_of_several_lines_and_lists_of_tables_are_read():
    tables = {"fight": {"map": "..#\n.#.\n", "order": [{"who": "ada", "count": 3}], "sheet": {"Old Mags": {}}}}

    assert plain_tables(body(tables)) == tables


@given(st.lists(st.sampled_from((*PIECES, *MORE_PIECES)), max_size=9), st.lists(st.sampled_from(BETWEEN), min_size=9))
def test_lines_in_any_order_are_read_as_tomllib_reads_them(lines, between):
    agrees("".join(map("".join, zip(lines, between, strict=False))))


@pytest.mark.parametrize("between", BETWEEN)
def test_any_two_lines_are_read_as_tomllib_reads_them(between):
    pieces = (*PIECES, *MORE_PIECES)
    assert sum(agrees(f"{first}{between}{second}") for first in pieces for second in pieces) > 0


def test_tables_that_say_the_same_are_tables_of_their_own():
    tables = plain_tables("[a.x]\nhp = 1\nis = true\n\n[a.y]\nhp = 1\nis = true\n\n[a.z]\nhp = 1\nheld = []\n")
    tables["a"]["x"]["hp"] = 2

    assert tables == {"a": {"x": {"hp": 2, "is": True}, "y": {"hp": 1, "is": True}, "z": {"hp": 1, "held": []}}}


@given(st.data())
def test_what_a_hand_does_to_a_save_is_read_as_tomllib_reads_it(data):
    text = body({"fight": {"map": "..#\n", "order": [{"who": "ada", "count": 3}], "ada": {"hp": 12, "held": ["a"]}}})
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(LETTERS)) + text[at + data.draw(st.integers(0, 2)) :]
    agrees(text)


def test_a_save_is_plain_from_its_first_line_on():
    tables = {"journal": "init  # 12ab\nattack ada thug1\n", "most": 2**53, "least": -(2**53), "fight": {"a": {"b": 0}}}
    text = write_toml(tables).decode()

    assert text.startswith("# ")
    assert plain_tables(text) == tables


def agrees(text):
    """Whether it was read; if so, as by tomllib."""
    try:
        found = plain_tables(text)
    except NotPlain:
        return False
    assert repr(found) == repr(tomllib.loads(text))
    return True


@pytest.mark.parametrize(
    "text",
    [
        "a = 'literal'",
        'a = "esc\\u0061pe"',
        "a = 1 # comment",
        "a=1",
        "a = [1 2]",
        "a = [,]",
        "b = { x = 1, x = 2 }",
        "b = { x = 1, }",
        "b = {x = 1}",
        "b = { x = 1 }\n[b.c]",
        "[a]\n[a]",
        "[a.b]\n[a]",
        "a = 007",
        "a = -01",
        f"a = {2**53 + 1}",
        "a = " + "[" * 20 + "]" * 20,
        '"""a""" = 1',
        'a = """x"""',
        "a = '''\nx''''",
        'a = "\x07"',
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
