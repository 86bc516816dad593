"""`check` of several files: what is wrong with each, all at once, and the status of the worst."""

import json

import pytest

GOOD = """format = 1
system = "rbf"
[combatants]
thug = { side = "dockers" }
[combatants.vex]
name = "Vex"
"""
SPED = GOOD + "sped = 3\n"
HELD = GOOD + 'held = "knif"\nplace = "roof"\n'


@pytest.fixture
def files(rbf):
    """A sound encounter, two with mistakes, and a save that was edited by hand."""
    for name, text in (("good", GOOD), ("sped", SPED), ("held", HELD)):
        (rbf.folder / f"{name}.toml").write_text(text)
    rbf.out("start", "./good.toml", "--seed", "x", "-e", "save.toml")
    save = rbf.folder / "save.toml"
    save.write_text(save.read_text().replace('name = "Vex"', 'name = "Vexa"'))
    return rbf


def test_the_mistakes_of_all_files_are_told(files):
    done = files.run("check", "sped.toml", "good.toml", "nowhere.toml", "held.toml", "save.toml")
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        "good.toml: a sound encounter of rbf with 2 combatants",
        "save.toml: was edited by hand since the last command",
    ]
    said = done.stderr.splitlines()
    assert [each.partition(": ")[2].partition(": ")[0] for each in said] == [
        "sped.toml:7",
        "there is no file nowhere.toml; rbf systems lists those that come with rbf; or give the path of a file",
        "held.toml:7",
        "held.toml:8",
    ]


@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["good"], 0),
        (["good", "good"], 0),
        (["good", "save"], 1),
        (["save", "good"], 1),
        (["sped", "save"], 3),
        (["save", "good", "held"], 3),
        (["nowhere", "good"], 3),
    ],
)
def test_the_status_is_that_of_the_worst(files, names, status):
    assert files.run("check", *(f"{name}.toml" for name in names)).returncode == status


def test_as_json_every_file_has_its_finding(files):
    done = files.run("check", "good.toml", "save.toml", "held.toml", "--json")
    (line,) = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, line["ok"], line["error"]["kind"]) == (3, False, "file")
    assert [(each["file"], each["ok"], each["status"]) for each in line["files"]] == [
        ("good.toml", True, 0),
        ("save.toml", False, 1),
        ("held.toml", False, 3),
    ]
    assert "held.toml:7: combatants.vex.held" in line["files"][2]["finding"]
    assert done.stderr == ""
    assert line["error"]["message"].count("\n") == 1
    sound = json.loads(files.out("check", "good.toml", "--json"))
    assert sound.keys() == line.keys()
    assert (sound["ok"], sound["error"]) == (True, None)


def test_one_file_that_nothing_can_be_saved_of_does_not_stop_a_repair(files):
    save = files.folder / "save.toml"
    save.write_text(save.read_text().partition("\n[fight]")[0])
    (files.folder / "empty.toml").write_text("")
    done = files.run("check", "empty.toml", "save.toml", "--repair")
    assert done.returncode == 3
    assert "are saved in save-repaired.toml" in done.stdout
    assert done.stderr.startswith("rbf: empty.toml: neither the start of the fight nor the fight can be read")
    assert (files.folder / "save-repaired.toml").exists()


def test_all_files_share_a_budget_and_those_left_are_named(files):
    crowd = GOOD + "".join(f"[combatants.a{number}]\nhp = 5\n" for number in range(1_000))
    (files.folder / "crowd.toml").write_text(crowd)
    done = files.run("check", *["crowd.toml"] * 4, "good.toml")
    assert done.returncode == 5
    assert done.stdout.splitlines() == ["crowd.toml: a sound encounter of rbf with 1002 combatants"] * 2
    assert "crowd.toml was not checked: the files before it took all that one command may" in done.stderr
    assert "good.toml was not checked" in done.stderr
    assert "check fewer at once" in done.stderr
