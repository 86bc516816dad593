"""Sheets from words and stat blocks."""

from collections.abc import Mapping

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.fight import Combatant
from rbfcli.kernel.sheets import copies, free_id, from_blocks, read_pairs, slug, with_pairs
from rbfcli.systems.rbf.sheet import Fighter


@pytest.mark.parametrize(
    ("name", "made"), [("Siege Drone", "siege-drone"), ("Orc#1", "orc-1"), ("  ", "nameless"), ("Zoë", "zoë")]
)
def test_an_id_is_made_of_the_letters_of_a_name(name, made):
    assert slug(name) == made


def test_ids_are_numbered_where_they_are_taken():
    assert free_id("orc", ["elf"]) == "orc"
    assert free_id("orc", ["orc", "orc2"]) == "orc3"
    assert copies("orc", "Orc", 2, ["orc1"]) == [("orc2", "Orc 2"), ("orc3", "Orc 3")]


def test_a_block_builds_on_another_and_its_own_keys_win():
    blocks = {"thug": {"hp": 20, "tn": 12}, "boss": {"from": "thug", "hp": 90}}
    assert from_blocks({"from": "boss"}, blocks) == {"hp": 90, "tn": 12}


@pytest.mark.parametrize(
    ("blocks", "message"),
    [({"a": {"from": "b"}, "b": {"from": "a"}}, "in a circle"), ({"a": {"from": "c"}}, "no stat block 'c'")],
)
def test_blocks_that_lead_nowhere_are_an_error(blocks, message):
    with pytest.raises(UsageError, match=message):
        from_blocks({"from": "a"}, blocks)


def test_pairs_set_fields_of_every_type():
    pairs = ["hp=7", "skills.shoot=4", "talents=Sniper,Brute", "armour_broken=true", "cover=light"]
    made = with_pairs({"name": "Vex"}, read_pairs(pairs, Fighter), Fighter, "Vex")
    assert made == Fighter(
        name="Vex", hp=7, skills={"shoot": 4}, talents=("Sniper", "Brute"), armour_broken=True, cover="light"
    )


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("hp=x", "hp"),
        ("hitpoints=7", "hitpoints"),
        ("cover=thick", "cover"),
        ("hp.max=7", "hp.max"),
        ("speed=-1", "speed"),
    ],
)
def test_a_pair_that_does_not_fit_names_what_is_wrong(pair, message):
    with pytest.raises(UsageError, match=message):
        with_pairs({"name": "Vex", "hp": 3}, read_pairs([pair], Fighter), Fighter, "Vex")


def test_pairs_may_stand_in_any_order_before_the_sheet_is_whole():
    made = with_pairs({"name": "Mira"}, read_pairs(["side=crew", "talents=Sniper", "hp=7"], Fighter), Fighter, "Mira")
    assert (made.side, made.talents, made.hp) == ("crew", ("Sniper",), 7)
    with pytest.raises(UsageError, match="Mira needs name"):
        with_pairs({}, read_pairs(["side=crew"], Fighter), Fighter, "Mira")


def test_pairs_leave_the_stat_block_they_build_on_alone():
    block = {"name": "Mira", "hp": 7, "skills": {"shoot": 1}}
    pairs = read_pairs(["skills.shoot=4"], Fighter)
    assert with_pairs(dict(block), pairs, Fighter, "Mira").skills == {"shoot": 4}
    assert block["skills"] == {"shoot": 1}


def test_pairs_set_lists_under_the_keys_of_a_mapping():
    class Layered(Combatant, frozen=True, kw_only=True):
        layers: Mapping[str, tuple[int, ...]]

    pairs = read_pairs(["layers.vest=9,10", "layers.base=10,12,14", "side=crew"], Layered)
    made = with_pairs({"name": "Vex"}, pairs, Layered, "Vex")
    assert made == Layered(name="Vex", side="crew", layers={"vest": (9, 10), "base": (10, 12, 14)})
    with pytest.raises(UsageError, match=r"layers\.vest must be a whole number, not '9,ten'"):
        with_pairs({"name": "Vex"}, read_pairs(["layers.vest=9,ten"], Layered), Layered, "Vex")
