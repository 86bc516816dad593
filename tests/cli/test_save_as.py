"""`save-as` and `example` from the shell: what is written where, and what is refused."""

import json

import pytest


@pytest.fixture
def begun(rbf):
    rbf.out("start", "dock-ambush", "--seed", "docks")
    return rbf


def test_a_fight_becomes_an_encounter_that_starts(begun):
    begun.out("init")
    begun.out("damage", "ada", "4")
    done = begun.run("save-as", "night two.toml")
    assert done.returncode == 0
    assert done.stdout == 'night two.toml: 10 combatants of rbf; start "night two.toml"\n'
    assert done.stderr.startswith("an encounter cannot say: round, order, ")
    begun.out("-e", "second.toml", "start", "night two.toml")
    ada = json.loads(begun.out("-e", "second.toml", "show", "ada", "--json"))["combatant"]
    assert (ada["hp"], ada["max_hp"]) == (11, 15)


def test_a_file_that_is_there_is_replaced_by_force_alone_and_the_save_never(begun):
    (begun.folder / "kept.toml").write_text("mine", encoding="utf-8")
    before = (begun.folder / "encounter.toml").read_bytes()
    done = begun.run("save-as", "kept.toml")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "rbf: there is already a file kept.toml; another name, or --force to replace it\n"
    assert (begun.folder / "kept.toml").read_text(encoding="utf-8") == "mine"
    assert begun.run("save-as", "kept.toml", "--force", "--dry-run").returncode == 0
    assert (begun.folder / "kept.toml").read_text(encoding="utf-8") == "mine"
    begun.out("save-as", "kept.toml", "--force")
    assert "[combatants.ada]" in (begun.folder / "kept.toml").read_text(encoding="utf-8")
    done = begun.run("save-as", "./encounter.toml", "--force")
    assert (done.returncode, done.stderr) == (1, "rbf: ./encounter.toml is the save of this fight; give another name\n")
    assert (begun.folder / "encounter.toml").read_bytes() == before


def test_it_goes_to_standard_output_into_json_and_nowhere_else(begun):
    text = begun.out("save-as", "-", "-q")
    assert text.startswith("# The fight 'Ambush at the docks' as it stood before its first round.\n")
    reply = json.loads(begun.out("save-as", "-", "--json"))
    assert (reply["text"], reply["file"], reply["not_kept"]) == (text, "-", [])
    assert begun.out("save-as", "x.toml", "-q") == ""
    assert begun.run("save-as", "no/such/x.toml").returncode == 4
    assert begun.run("-e", "none.toml", "save-as", "y.toml").returncode == 3


def test_a_script_writes_new_files_in_its_folder_only(begun):
    done = begun.run("run", "-", stdin="start duel\nsave-as ../x.toml\n")
    assert done.returncode == 3
    assert f"../x.toml is outside the folder {begun.folder}; a script on standard input uses files" in done.stderr
    assert not (begun.folder.parent / "x.toml").exists()
    assert begun.run("run", "-", stdin="start duel\nsave-as x.toml\n").returncode == 0
    assert (begun.folder / "x.toml").exists()


def test_an_example_is_printed_checked_and_started(rbf):
    text = rbf.out("example", "rbf", "ambush")
    (rbf.folder / "mine.toml").write_text(text, encoding="utf-8")
    assert "sound encounter of rbf with 6 combatants" in rbf.out("check", "mine.toml")
    rbf.out("start", "mine.toml")
    assert json.loads(rbf.out("example", "rbf", "ambush", "--json"))["text"] == text
    assert rbf.out("example", "bgc") == rbf.out("example", "bgc", "duel")
    done = rbf.run("example", "rbf", "chase")
    assert done.returncode == 2
    assert rbf.run("example", "rbff").returncode == 2
