"""A value of a wrong type is one mistake: it is left out, and everything else is still looked at."""

import tomllib
from pathlib import Path

import msgspec
import pytest
import tomli_w

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.kernel.further_mistakes import further_mistakes
from rbfcli.kernel.type_mistakes import type_mistakes
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.expansion import Expansion
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.store.includes import read_with_includes
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import load

SHIPPED = sorted(each.stem for each in Path(find_encounter("duel")).parent.glob("*.toml"))
WRONG = ([["x"]],)


def leaves(value, path=()):
    """The path of every value that is no table."""
    for key, each in value.items():
        if isinstance(each, dict):
            yield from leaves(each, (*path, key))
        yield (*path, key)


def with_value(tables, path, value):
    key, *rest = path
    return {**tables, key: with_value(tables[key], rest, value) if rest else value}


def raw_fight(name):
    tables = read_with_includes(find_encounter(name), Budget()).tables
    raw = {key: value for key, value in tables.items() if key not in ("format", "include")}
    return {**raw, "combatants": Expansion(raw["combatants"], raw.get("blocks", {}), [], Budget()).made}


@pytest.mark.parametrize("name", SHIPPED)
def test_a_value_of_a_wrong_type_makes_nothing_else_wrong(name):
    raw = raw_fight(name)
    rules = load(raw["system"])
    for path in leaves(raw):
        for wrong in WRONG:
            tables = with_value(raw, path, wrong)
            if path[0] != "blocks" and any(type_mistakes(tables, rules.fight)):
                found = list(further_mistakes(rules, tables, authored=True))
                assert not found, (path, [each.line for each in found])


TWO_KINDS = """
format = 1
system = "rbf"
[combatants.ann]
name = "Ann"
hp = "lots"
weapons = ["sword", "swrd"]
damage = "1d"
[combatants.bob]
name = "Bob"
seen_by = ["nobody"]
sped = 3
[combatants.zed]
name = 7
weapons = [1, "swrd"]
[board.places.pier]
at = "far"
[[board.lying]]
weapon = "swrd"
"""
TOLD = [
    "f.toml:5: combatants.ann.hp must be a whole number",
    "f.toml:6: combatants.ann.weapons[2]: there is no weapon 'swrd'",
    "f.toml:7: combatants.ann.damage: ",
    "f.toml:10: combatants.bob.seen_by: only a save has this key",
    "f.toml:11: combatants.bob.sped: unknown key",
    "f.toml:13: combatants.zed.name must be text",
    "f.toml:14: combatants.zed.weapons[1] must be text, not 1",
    "f.toml:14: combatants.zed.weapons[2]: there is no weapon 'swrd'",
    "f.toml:16: board.places.pier.at must be a whole number",
    "f.toml:18: board.lying[1].weapon: there is no weapon 'swrd'",
]


def as_told(lines, said):
    assert len(lines) == len(said), lines
    for line, start in zip(lines, said, strict=True):
        assert line.startswith(start), line


def test_types_and_references_of_an_encounter_are_told_together(tmp_path):
    (tmp_path / "f.toml").write_text(TWO_KINDS.lstrip(), encoding="utf-8")
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(tmp_path / "f.toml"), "x", source="f")
    as_told(wrong.value.message.replace(str(tmp_path) + "/", "").split("\n"), TOLD)


def test_what_an_included_file_says_wrong_is_told_with_the_rest(tmp_path):
    party = 'format = 1\nsystem = "rbf"\n[combatants.zed]\nname = "Zed"\nhp = "lots"\n'
    (tmp_path / "party.toml").write_text(party, encoding="utf-8")
    fight = 'format = 1\nsystem = "rbf"\ninclude = ["party.toml"]\n[combatants.ann]\nname = "Ann"\nheld = "swrd"\n'
    (tmp_path / "f.toml").write_text(fight, encoding="utf-8")
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(tmp_path / "f.toml"), "x", source="f")
    assert "combatants.ann.held: there is no weapon 'swrd'" in wrong.value.message
    assert "party.toml:5: combatants.zed.hp must be a whole number" in wrong.value.message


def edited(change):
    session = from_encounter(find_encounter("duel"), "x", source="duel")
    tables = tomllib.loads(to_bytes(session).decode())
    change(tables["fight"])
    with pytest.raises(InvalidFile) as wrong:
        from_bytes(tomli_w.dumps(tables).encode(), "save.toml")
    return [line.partition(": ")[2] for line in wrong.value.message.split("\n")]


def test_types_and_references_of_a_save_are_told_together():
    def change(fight):
        fight["combatants"]["ada"].update(hp="lots", held="swrd")
        fight["active"] = "nobody"

    found = edited(change)
    assert sorted(each.partition(" ")[0].strip(":") for each in found) == [
        "fight.active",
        "fight.combatants.ada.held",
        "fight.combatants.ada.hp",
    ]


def test_what_the_gm_set_wrong_before_is_no_mistake_of_the_hand():
    session = from_encounter(find_encounter("relay-road"), "x", source="relay-road")
    session.perform(read_line("set sela crossed.vest=2", session.rules, session.fight))
    tables = tomllib.loads(to_bytes(session).decode())
    tables["fight"]["combatants"]["sela"]["strength"] = "lots"
    with pytest.raises(InvalidFile, match=r"strength must be a whole number") as wrong:
        from_bytes(tomli_w.dumps(tables).encode(), "save.toml")
    assert "crossed" not in wrong.value.message


def test_types_and_references_of_an_edit_are_told_together():
    session = from_encounter(find_encounter("duel"), "x", source="duel")
    steps = [["set", ["combatants", "ada", "hp"], "lots"], ["set", ["combatants", "ada", "held"], "swrd"]]
    with pytest.raises(UsageError) as wrong:
        session.perform(read_line(f"edit '{msgspec.json.encode(steps).decode()}'", session.rules, session.fight))
    assert "combatants.ada.hp must be a whole number" in wrong.value.message
    assert "combatants.ada.held: there is no weapon 'swrd'" in wrong.value.message


@pytest.mark.parametrize("line", ["set ada hp=lots held=swrd", "add Zed hp=lots held=swrd"])
def test_types_and_references_that_were_typed_are_told_together(line):
    session = from_encounter(find_encounter("duel"), "x", source="duel")
    with pytest.raises(UsageError) as wrong:
        session.perform(read_line(line, session.rules, session.fight))
    assert "hp must be a whole number, not 'lots'" in wrong.value.message
    assert "held: there is no weapon 'swrd'" in wrong.value.message
