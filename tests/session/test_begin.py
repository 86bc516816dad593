"""A fight as it begins from a file: combatants enter one after the other, and a mistake names the file."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.errors import InvalidFile, UsageError
from rbfcli.session.begin import from_encounter
from rbfcli.session.encounter import entered
from rbfcli.store.paths import find_encounter


@pytest.fixture
def duel():
    """The session of a shipped encounter, as it begins."""
    return from_encounter(find_encounter("duel"), "begin", source="duel")


def test_each_combatant_enters_a_fight_with_those_before_it(duel):
    seen = []

    def prepare(fight, one):
        seen.append(list(fight.combatants))
        return one

    mistakes, fight = entered(replace(duel.rules, prepare=prepare), duel.fight)
    assert (mistakes, list(fight.combatants)) == ([], ["ada", "bosun"])
    assert seen == [[], ["ada"]]


def test_a_combatant_that_cannot_enter_is_a_mistake_of_the_file(duel):
    def prepare(_fight, one):
        raise UsageError(f"{one.name} carries nothing", hint="a sword")

    mistakes, _ = entered(replace(duel.rules, prepare=prepare), duel.fight)
    assert [each.line for each in mistakes] == [
        "combatants.ada: Ada Quill carries nothing; a sword",
        "combatants.bosun: The bosun carries nothing; a sword",
    ]


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        ('[spells.bolt]\nname = "Bolt"\ncondition = "stuned"\n', "did you mean stunned"),
        ('[items.salve]\nname = "Salve"\ncures = ["bleeding", "blnded"]\n', "did you mean blinded"),
    ],
)
def test_a_table_that_names_what_there_is_not_is_a_mistake_of_the_file(tmp_path, table, hint):
    path = tmp_path / "f.toml"
    path.write_text(f'format = 1\nsystem = "rbf"\n{table}')
    with pytest.raises(InvalidFile, match=r"f\.toml:[35]: (spells|items)\..*: there is no condition") as wrong:
        from_encounter(str(path), "tables", source="f.toml")
    assert wrong.value.hint.startswith(hint)


@pytest.mark.parametrize("cured", ["say seasick", "stunned"])
def test_a_table_may_name_conditions_and_own_words(tmp_path, cured):
    path = tmp_path / "f.toml"
    path.write_text(
        'format = 1\nsystem = "rbf"\n[combatants.ada]\nname = "Ada"\nconditions."say dizzy" = {}\n'
        f'[items.salve]\nname = "Salve"\ncures = ["{cured}"]\n'
    )
    assert from_encounter(str(path), "tables", source="f.toml").fight.items["salve"].cures == (cured,)


@pytest.mark.parametrize("key", ['""', '" "', '"-x"', '"--help"', '"\\u200b"', '"a\\u202eb"'])
@pytest.mark.parametrize("table", ["combatants", "weapons", "blocks", "board.places"])
def test_an_id_that_nobody_could_type_is_a_mistake_of_the_file(tmp_path, table, key):
    path = tmp_path / "f.toml"
    path.write_text(f'format = 1\nsystem = "rbf"\n[{table}.{key}]\nname = "Nobody"\n')
    with pytest.raises(InvalidFile, match=f"{table}.*: an? "):
        from_encounter(str(path), "ids", source="f.toml")
