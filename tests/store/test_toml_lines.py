"""What reads large files line by line reads them as tomllib does, or leaves them to it."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.kernel.verbs import Note
from rbfcli.session.begin import from_encounter
from rbfcli.session.saves import to_bytes
from rbfcli.store import toml_lines
from rbfcli.store.paths import find_encounter
from rbfcli.store.toml_lines import Uncommon, read_lines
from rbfcli.store.toml_text import WORTH_IT, parse
from rbfcli.store.toml_writing import write_toml
from tests.store.toml_pieces import PIECES


def agrees(text):
    """Whether it was read; if so, as by tomllib."""
    try:
        found = read_lines(text)
    except Uncommon:
        return False
    assert found == tomllib.loads(text)
    return True


@given(st.lists(st.sampled_from(PIECES), max_size=9).map("\n".join))
def test_lines_in_any_order_are_read_as_tomllib_reads_them(text):
    agrees(text)


def test_any_two_lines_are_read_as_tomllib_reads_them():
    assert sum(agrees(f"{first}\n{second}") for first in PIECES for second in PIECES) > len(PIECES)


@pytest.mark.parametrize("name", ["dock-ambush", "street-arrest", "mine-raid", "relay-road", "pump-station"])
def test_every_save_is_read(name):
    session = from_encounter(find_encounter(name), "x", source=name)
    session.perform(Note(text=("It rains.",)))

    assert agrees(to_bytes(session).decode())


def test_a_large_file_is_read_by_it_and_one_that_is_wrong_is_told_as_ever(monkeypatch):
    tables = {"fight": {f"a{number}": {"hp": number, "name": "Old Mags"} for number in range(WORTH_IT // 20)}}
    text = write_toml(tables).decode()
    with pytest.raises(InvalidFile, match=r"^x:\d+, column 6: not valid TOML"):
        parse(f"{text}hp = \n", "x", Budget())

    monkeypatch.setattr(toml_lines.tomllib, "loads", lambda _: pytest.fail("tomllib is asked"))
    assert parse(text, "x", Budget()) == tables


def test_so_many_uncommon_statements_are_left_to_tomllib(monkeypatch):
    monkeypatch.setattr(toml_lines, "MOST_UNCOMMON", 2)

    assert agrees("a = 'x'\n['b']\n[c]")
    assert not agrees("a = 'x'\nb = 'x'\n['c']")
