"""Examples, bestiaries, armouries and parties: found by name, sound, explained, and played under the laws."""

import tomllib

import pytest

from rbfcli.conformance.player import Player
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile
from rbfcli.language.file_verbs import Example
from rbfcli.language.grammar import grammar_of
from rbfcli.language.keys import tables_of
from rbfcli.session.begin import from_encounter
from rbfcli.session.encounter import read_encounter
from rbfcli.session.encounter_warnings import warnings_of
from rbfcli.session.examples import example_of
from rbfcli.store.includes import read_with_includes
from rbfcli.store.paths import find_encounter, list_includes, shipped_include
from rbfcli.systems.catalogue import SHIPPED, load

KINDS = grammar_of(Example).fields["kind"].spec.choices
EXAMPLES = [(system, kind) for system in SHIPPED for kind in KINDS]


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("system", "kind"), EXAMPLES)
def test_an_example_is_sound_whole_and_can_be_played(system, kind, tmp_path):
    """It stands alone, uses all the weapons and stat blocks that it lists, and has two sides."""
    path = written(tmp_path, example_of(load(system), kind))
    tables = tomllib.loads((tmp_path / "mine.toml").read_text(encoding="utf-8"))
    fight = from_encounter(path, "seed", "mine").fight
    assert "include" not in tables
    assert len({one.side for one in fight.combatants.values()}) == 2
    assert {each for one in fight.combatants.values() for each in one.weapons} == set(fight.weapons)
    assert {one.get("from") for one in tables["combatants"].values()} - {None} == set(tables.get("blocks", {}))
    assert len(fight.combatants) == 2 if kind == "duel" else len(fight.combatants) > 4
    Player(path, f"{system} {kind}").play(12)


@pytest.mark.parametrize(("system", "kind"), EXAMPLES)
def test_check_warns_of_nothing_in_an_example(system, kind, tmp_path):
    """Who begins with it has done nothing yet; nor in the encounter that it is made of, with all that this includes."""
    for path in (written(tmp_path, example_of(load(system), kind)), find_encounter(f"{system}/{kind}")):
        assert [each.line for each in warnings_of(read_encounter(path, Budget()))] == []


@pytest.mark.parametrize(("system", "kind"), EXAMPLES)
def test_every_key_of_an_example_is_explained_once(system, kind):
    """By the text of its field, which is where it is defined."""
    rules = load(system)
    text = example_of(rules, kind)
    lines = text.splitlines()
    keys = {key.name: key for table in tables_of(rules) for key in table.keys}
    told = [line for line in lines if line.startswith("# ")]
    assert all(len(line) <= 80 for line in told)
    first = {line.split(" = ")[0]: lines[at - 1] for at, line in reversed([*enumerate(lines)]) if " = " in line}
    for name, before in first.items():
        if name in keys and not name.startswith("#"):
            assert before.startswith("#"), f"{name} is not explained"
    assert "".join(keys["side"].doc.text.split()) in "".join(text.replace("#", "").split())


@pytest.mark.parametrize("name", list_includes())
def test_what_is_included_is_sound_and_its_names_are_known(name):
    session = from_encounter(find_encounter(name), "seed", name)
    assert session.fight.system == name.partition("/")[0]
    assert session.fight.blocks or session.fight.weapons


def test_every_system_ships_a_bestiary_an_armoury_and_a_party():
    assert set(list_includes()) == {f"{each}/{part}" for each in SHIPPED for part in ("armoury", "bestiary", "party")}


@pytest.mark.parametrize("system", SHIPPED)
def test_a_party_fights_the_whole_bestiary(system, tmp_path):
    """Each of the party and one of each stat block, armed from the armoury, under the laws of a line."""
    tables = read_with_includes(shipped_include(f"{system}/bestiary"), Budget()).tables
    people = "".join(f'[combatants.foe-{name}]\nfrom = "{name}"\n' for name in tables["blocks"])
    include = f'include = ["{system}/party", "{system}/bestiary", "{system}/armoury"]'
    path = written(tmp_path, f'format = 1\nsystem = "{system}"\n{include}\n{people}')
    player = Player(path, f"bestiary of {system}")
    assert len(player.session.fight.combatants) == len(tables["blocks"]) + 3
    player.play(25)


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (
            "rbf/bestary",
            "rbf/bestary is not a file and not one of the shipped files to include",
            "did you mean rbf/best",
        ),
        ("rbf/../party", "there is no file rbf/../party to include", ""),
        ("../rbf/party", "../rbf/party is outside the folder", "include only files below it"),
    ],
)
def test_a_name_that_is_none_is_refused_with_the_line(name, message, hint, tmp_path):
    path = written(tmp_path, f'format = 1\nsystem = "rbf"\ninclude = ["{name}"]\n')
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(path, "seed", "mine")
    assert wrong.value.message.startswith(f"{path}:3: include[1]: {message}")
    assert wrong.value.hint.startswith(hint)


def test_a_file_of_ones_own_comes_before_a_shipped_one(tmp_path):
    (tmp_path / "rbf").mkdir()
    (tmp_path / "rbf" / "party").write_text('format = 1\n[combatants.own]\nname = "Own"\n', encoding="utf-8")
    path = written(tmp_path, 'format = 1\nsystem = "rbf"\ninclude = ["rbf/party"]\n')
    assert list(from_encounter(path, "seed", "mine").fight.combatants) == ["own"]
