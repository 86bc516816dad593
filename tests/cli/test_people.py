"""`export` and `import` from the shell."""

import json

import pytest

GOBLIN = {
    "StatBlock": {"Name": "Bog imp", "HP": {"Value": 7}, "AC": {"Value": 15}, "Actions": [{"Name": "Bite"}]},
    "Id": "c",
}


@pytest.fixture
def begun(rbf):
    rbf.out("start", "duel", "--seed", "pier")
    return rbf


def test_people_go_out_as_a_table_and_come_into_another_fight(begun):
    text = begun.out("export", "people")
    assert text.startswith("id,name,side,hp,max_hp,")
    assert begun.out("export", "people", "all.csv") == "all.csv: 2 combatants of rbf\n"
    assert (begun.folder / "all.csv").read_text(encoding="utf-8") == text
    assert begun.run("export", "people", "all.csv").returncode == 1
    begun.out("remove", "*")
    assert begun.out("import", "all.csv") == "all.csv: 2 combatants join the fight: ada, bosun\n"
    assert begun.out("export", "people") == text
    begun.out("check", "encounter.toml")
    assert begun.run("import", "all.csv").returncode == 3
    begun.out("undo")
    assert json.loads(begun.out("show", "--json"))["fight"].get("combatants", {}) == {}


def test_a_fight_changes_in_a_dry_run_no_more_than_by_a_wrong_file(begun):
    before = (begun.folder / "encounter.toml").read_bytes()
    (begun.folder / "good.csv").write_text("name,tn\n=Rat,9\n", encoding="utf-8")
    (begun.folder / "bad.csv").write_text("name,tn\nRat,x\n", encoding="utf-8")
    assert "join" in begun.out("import", "good.csv", "--dry-run")
    done = begun.run("import", "bad.csv", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["kind"]) == (3, "file")
    for words in (["none.csv"], ["bad.txt"], ["good.csv", "--only", "x"], ["good.csv", "--format", "json"]):
        assert begun.run("import", *words).returncode in {2, 3}
    assert begun.run("import", "good.csv", "--system", "bgc").returncode == 1
    assert (begun.folder / "encounter.toml").read_bytes() == before
    reply = json.loads(begun.out("import", "good.csv", "--json"))
    assert (reply["joined"], reply["weapons"], reply["not_mapped"]) == (["rat"], [], [])
    assert '"\'=Rat"' in begun.out("export", "people") or "'=Rat" in begun.out("export", "people")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import nofile", "there is no file nofile to import; give the path of a file of CSV or JSON"),
        ("import peple.csv", "there is no file peple.csv to import; did you mean people.csv?"),
        ("import encounter.toml", "is a save, not a table of people; rbf export people FILE.csv -e encounter.toml"),
        ("import yard.toml", "yard.toml is an encounter, not a table of people; rbf start yard.toml"),
        ("import yard.rbf", "yard.rbf is a script, not a table of people; rbf run yard.rbf"),
        ("import people people.csv", "did you mean `import people.csv`?"),
        ("export o.csv", "TABLE can only be people, not 'o.csv'; did you mean `export people o.csv`?"),
    ],
)
def test_what_was_meant_is_said(begun, line, said):
    (begun.folder / "people.csv").write_text("name,tn\nRat,9\n", encoding="utf-8")
    (begun.folder / "yard.rbf").write_text("note x\n", encoding="utf-8")
    begun.out("save-as", "yard.toml")
    done = begun.run(*line.split())
    assert done.returncode in {2, 3}
    assert said in done.stderr


def test_improved_initiative_becomes_an_encounter_that_starts(rbf):
    path = rbf.folder / "imps.json"
    path.write_text(json.dumps({"Name": "Bog", "Combatants": [GOBLIN, {**GOBLIN, "Id": "d"}]}), encoding="utf-8")
    done = rbf.run("import", "imps.json", "--system", "futurepath", "--to", "bog.toml")
    assert (done.returncode, done.stdout) == (0, "bog.toml: 2 combatants; start bog.toml\n")
    assert done.stderr == "not mapped: StatBlock.Actions: Bog imp\n"
    rbf.out("check", "bog.toml")
    rbf.out("start", "bog.toml")
    assert "Bog imp" in rbf.out("show")
    text = rbf.out("import", "imps.json", "--to", "-")
    assert text == (rbf.folder / "bog.toml").read_text(encoding="utf-8")
    assert 'title = "Bog"' in text
    assert rbf.run("import", "imps.json", "--to", "bog.toml").returncode == 1
    assert rbf.run("-e", "none.toml", "import", "imps.json", "--to", "x.toml").returncode == 2
    assert rbf.run("import", "imps.json", "--format", "csv").returncode == 3
