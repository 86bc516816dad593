"""Files that are not what they should be: one clear error each, status 3, nothing lost."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rbfcli.core.errors import EXIT_STATUSES
from rbfcli.language.verbs import SYNONYMS
from rbfcli.repl.conversation import LEAVING, OWN_VERBS
from tests.cli.test_beginners import typed

GOOD = """format = 1
system = "rbf"
[combatants.vex]
name = "Vex"
hp = 12
"""

BAD = {
    "empty": ("", "format"),
    "not TOML": ("format = 1\n=\n", "2"),
    "of no format": ('system = "rbf"\n', "format"),
    "newer": (GOOD.replace("format = 1", "format = 3"), "made by a newer rbf (format 3); this one reads up to 1"),
    "without a system": ("format = 1\n", "system"),
    "of an unknown system": (GOOD.replace('"rbf"', '"rfb"'), "unknown rule system 'rfb'"),
    "with an unknown key": (GOOD + "hpp = 3\n", "hp"),
    "with an unknown table": (GOOD + "[combatant.x]\nname = 'X'\n", "combatants"),
    "of a wrong type": (GOOD.replace("hp = 12", 'hp = "twelve"'), "combatants.vex.hp"),
    "out of range": (GOOD + "speed = -1\n", "combatants.vex.speed"),
    "with two of one id": (GOOD + '[combatants.vex]\nname = "Vex again"\n', "vex"),
    "with a block nobody knows": (GOOD + '[combatants.orc]\nfrom = "orc"\n', "unknown stat block 'orc'"),
    "with too many copies": (GOOD + "count = 100000\n", "count"),
    "deeply nested": (GOOD + "x = " + "[" * 2000 + "]" * 2000 + "\n", ""),
    "with two mistakes": (GOOD.replace("hp = 12", 'hp = "x"') + "speed = -1\n", "combatants.vex.speed"),
}


@pytest.mark.parametrize(("text", "said"), BAD.values(), ids=BAD.keys())
def test_an_encounter_with_a_mistake_is_answered_with_the_place(rbf, text, said):
    (rbf.folder / "bad.toml").write_text(text)
    done = rbf.run("start", "./bad.toml")
    assert (done.returncode, done.stdout) == (3, "")
    assert "bad.toml" in done.stderr
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert not rbf.save.exists()


def test_all_mistakes_are_told_at_once_with_their_lines(rbf):
    (rbf.folder / "bad.toml").write_text(GOOD.replace("hp = 12", 'hp = "x"') + "sped = 4\n")
    done = rbf.run("check", "bad.toml")
    assert "bad.toml:5: combatants.vex.hp" in done.stderr
    assert "bad.toml:6: combatants.vex.sped" in done.stderr
    assert "did you mean speed" in done.stderr


@pytest.mark.parametrize("damage", [b"", b"x", b"format = 1\n", b"\xff\xfe", b"format = 2\n"])
def test_a_damaged_save_is_refused_and_left_alone(begun, damage):
    begun.save.write_bytes(damage)
    done = begun.run("turn")
    assert (done.returncode, done.stdout) == (3, "")
    assert begun.save.read_bytes() == damage


READING = (
    "show",
    "show ada",
    "actions",
    "log",
    "log --script",
    "odds attack ada thug1",
    "odds damage-save ada",
    "undo --dry-run",
    "attack ada thug1 --dry-run",
)


@pytest.mark.parametrize("line", READING)
def test_what_only_reads_names_the_save_and_what_is_wrong_with_it(begun, line):
    begun.save.write_text(begun.save.read_text().replace("\nhp = ", "\nhpp = ", 1))
    done = begun.run(*line.split())
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("rbf: encounter.toml:")
    assert "hpp: unknown key; did you mean hp" in done.stderr


def test_dice_and_help_need_no_save(begun):
    begun.save.write_text("format = 3\n")
    assert "mean 21/2" in begun.out("odds", "3d6")
    assert "'thug1' is neither dice nor a command of this fight" in begun.run("odds", "thug1").stderr
    assert begun.out("help", "attack").startswith("attack - ")
    assert begun.out("rules", "rbf", "RBF-ATK-1").startswith("RBF-ATK-1")


@pytest.mark.parametrize("line", ["show", "simulate duel", "odds 1d6", "start duel", "undo --vs 3"])
def test_odds_of_a_verb_that_they_cannot_be_told_of_name_the_verb(begun, line):
    done = begun.run("odds", *line.split())
    assert done.returncode == 2
    assert (
        done.stderr
        == f"rbf: odds needs dice or a command of the fight, not {line.split()[0]}; try: `odds 2d6` or `odds COMMAND`\n"
    )


def test_odds_of_a_command_need_a_fight(rbf):
    done = rbf.run("odds", "attack", "ada", "thug1")
    assert done.returncode == 3
    assert "no such file: encounter.toml; `rbf start NAME` creates one" in done.stderr


def test_an_encounter_is_no_save(rbf):
    (rbf.folder / "encounter.toml").write_text(GOOD)
    done = rbf.run("init")
    assert done.returncode == 3
    assert "is an encounter, not a save" in done.stderr


def test_line_ends_and_byte_order_marks_of_other_editors_are_read(rbf):
    (rbf.folder / "good.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    rbf.out("start", "./good.toml")
    assert b"\r" not in rbf.save.read_bytes()


# Mistakes of a first evening in all five systems: units, commas, capitals, wrong orders, words of another system.


ENCOUNTERS = {
    "rbf": "dock-ambush",
    "threat": "mine-raid",
    "rpj": "relay-road",
    "futurepath": "depot-raid",
    "bgc": "street-arrest",
}
MISTAKES = {
    ("rbf", "damage thug1 5hp"): "AMOUNT must be a whole number, not '5hp'; use 5, without the unit",
    ("rbf", "condition add ada prone --rounds 2rounds"): "not '2rounds'; use 2, without the unit",
    ("rbf", "attack ada thug1 --dice 5.5"): "each face must be a whole number, not '5.5'; `help attack` explains it",
    (
        "rbf",
        "odds attack ada thug1 --weak",
    ): "--weak is an option of futurepath; this fight is rbf; `help attack` lists",
    ("rbf", "show --wdith 3"): "unknown option '--wdith'; options: --between, --reach, --force; see `help show`",
    ("futurepath", "move hale 5ft"): "unknown square '5ft' (FP-FLD-1); squares: A1 to N8",
    ("rbf", "roll 1d6 --lab"): "missing value for --label; --label TEXT: ",
    ("futurepath", "move hale C4,C5"): "unknown square 'C4,C5' (FP-FLD-1); squares: A1 to N8",
    ("futurepath", "attack yara loader --range 5"): "unknown option '--range'; see `help attack`",
    ("rpj", "move 9"): "unknown combatant '9', and unknown place '9'; places: 0, 1, 2, 3, 4",
    ("rpj", "move 1 2"): "unexpected '2'; move [WHO] [TO] [options]",
    ("rpj", "move sella"): "unknown combatant 'sella'; did you mean sela?",
    ("rpj", "cover walls"): "unknown cover 'walls' in the gully (RPJ-COV-1); covers in the gully: bank, none; for ",
    ("bgc", "declare tove atack"): "unknown action category 'atack' (BGC-ACT-1); did you mean attack?",
    (
        "bgc",
        "declare tove 4 attack",
    ): "missing action category before 4 (BGC-ACT-1); try: declare WHO attack 3 defend",
    ("bgc", "attack tove mako --technique trip"): "--technique is an option of rbf; this fight is bgc; `help attack` ",
    ("threat", "init 3"): "unexpected '3'; init [options]",
    (
        "threat",
        "threat five",
    ): "threat must be a number from 0 to 999, or a change such as +1, not 'five'; for ",
    ("threat", "act rill"): "missing TASK (the task); for example: act rill ",
}


@pytest.fixture(scope="module")
def more_mistakes_begun(tmp_path_factory):
    """A fight of each system that has begun, by the name of the system."""
    saves = {}
    for system, encounter in ENCOUNTERS.items():
        save = saves[system] = str(tmp_path_factory.mktemp(system) / "encounter.toml")
        for line in (f"start {encounter} --seed first", "init"):
            assert typed(*line.split(), "-e", save)[0] == 0
    return saves


@pytest.mark.parametrize(("system", "line"), MISTAKES)
def test_a_mistake_says_what_would_have_been_right(more_mistakes_begun, monkeypatch, system, line):
    monkeypatch.setenv("RBF_ENCOUNTER", more_mistakes_begun[system])
    status, told, said = typed(*line.split())

    assert MISTAKES[system, line] in said
    assert (told, status in {1, 2}) == ("", True)


@pytest.mark.parametrize("system", ENCOUNTERS)
def test_the_line_of_a_mistake_has_no_traceback_and_one_sentence(more_mistakes_begun, system):
    for _, line in MISTAKES:
        status, _, said = typed(*line.split(), "-e", more_mistakes_begun[system], "--dry-run")

        assert status in {0, 1, 2}
        assert "Traceback" not in said


@pytest.mark.parametrize(("line", "journal"), [("move 3", "move raider2 3"), ("cautious 3", "cautious raider2 3")])
def test_a_place_alone_is_where_whoever_is_up_goes(tmp_path, line, journal):
    save = tmp_path / "encounter.toml"
    for each in ("start relay-road --seed first", "init --set raider2=40", line):
        assert typed(*each.split(), "-e", str(save))[0] == 0
    script = typed("log", "--script", "-e", str(save))[1]

    assert script.rstrip().endswith(journal)


def test_the_value_of_a_common_option_is_no_word_of_the_line(more_mistakes_begun):
    """It stays in place in a line with reordered words."""
    said = typed("damage", "5", "thug1", "-n", "-e", more_mistakes_begun["rbf"])[1]

    assert said.startswith("damage thug1 5\n")


# A file that is not there is answered with the nearest that is (H-04).


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("-e figt.toml show", "no such file: figt.toml; did you mean fight.toml?"),
        ("-e sub/fihgt.toml attack ada joss", "no such file: sub/fihgt.toml; did you mean sub/fight.toml?"),
        ("check figt.toml", "no such file: figt.toml; did you mean fight.toml?"),
        (
            "check other.toml",
            "no such file: other.toml; `rbf systems` lists the bundled ones; or use the path of a file",
        ),
        ("start figt.toml", "no such file: figt.toml; did you mean fight.toml?"),
        ("run figt.rbf", "no such script: figt.rbf; did you mean fight.rbf?"),
        ("start dok-ambush", "did you mean dock-ambush?"),
        ("-e other.toml show", "no such file: other.toml; `rbf start NAME` creates one"),
        ("-e nowhere/fight.toml show", "no such file: nowhere/fight.toml; `rbf start NAME` creates one"),
        (
            "import nobody.csv --system rbf --to made.toml",
            "no such file: nobody.csv; check its name and its folder",
        ),
        (
            "check nowhere.toml",
            "no such file: nowhere.toml; `rbf systems` lists the bundled ones; or use the path of a file",
        ),
        ("check", "no such file: encounter.toml; `rbf start NAME` creates one"),
        ("show", "no such file: encounter.toml; `rbf start NAME` creates one"),
    ],
)
def test_the_nearest_file_of_the_same_ending_is_named(rbf, line, said):
    (rbf.folder / "sub").mkdir()
    for name in ("fight.toml", "fight.rbf", "sub/fight.toml", ".figt.toml.lock", "figt.txt", "encounters.toml"):
        (rbf.folder / name).touch()
    done = rbf.run(*line.split())
    assert done.returncode == 3
    assert said in done.stderr
    assert not (rbf.folder / "encounter.toml").exists()


@pytest.mark.parametrize(
    ("words", "which"),
    [
        (["damage", "ada", "1", "-e", ""], "--encounter"),
        (["-e", "", "show", "--json"], "--encounter"),
        (["roll", "1d6", "--encounter="], "--encounter"),
        (["repl", ""], "SAVE"),
        (["watch", "--once", "--html", ""], "--html"),
        (["run", ""], "SCRIPT"),
        (["run", "dock-ambush", "--junit", ""], "--junit"),
        (["run", "dock-ambush", "-e", ""], "--encounter"),
        (["start", ""], "SOURCE"),
        (["check", ""], "FILES"),
        (["save-as", ""], "FILE"),
        (["import", ""], "FILE"),
        (["create-system", "skirmish", ""], "FOLDER"),
        (["simulate", ""], "SOURCE"),
        (["simulate", "duel", "-n", "1", "--compare", ""], "--compare"),
        (["simulate", "duel", "-n", "1", "--csv", ""], "--csv"),
        (["simulate", "duel", "-n", "1", "--svg="], "--svg"),
    ],
)
def test_an_empty_word_is_no_file(rbf, words, which):
    """`-e "$SAVE"` with an unset variable means no save, least of all this folder's."""
    rbf.out("start", "duel")
    before = rbf.save.read_bytes()
    done = rbf.run(*words)
    assert done.returncode == 2
    for words_of_it in (f"{which} cannot be empty", "use a file name (is the shell variable set?)"):
        assert words_of_it in (done.stdout if "--json" in words else done.stderr)
    assert rbf.save.read_bytes() == before


# `check` of several files: the errors of each, together, and the worst status.


GOOD_OF_CHECK = """format = 1
system = "rbf"
[combatants]
thug = { side = "dockers" }
[combatants.vex]
name = "Vex"
"""
SPED = GOOD_OF_CHECK + "sped = 3\n"
HELD = GOOD_OF_CHECK + 'held = "knif"\nplace = "roof"\n'


@pytest.fixture
def files(rbf):
    """A sound encounter, two with mistakes, and a save that was edited by hand."""
    for name, text in (("good", GOOD_OF_CHECK), ("sped", SPED), ("held", HELD)):
        (rbf.folder / f"{name}.toml").write_text(text)
    rbf.out("start", "./good.toml", "--seed", "x", "-e", "save.toml")
    save = rbf.folder / "save.toml"
    save.write_text(save.read_text().replace('name = "Vex"', 'name = "Vexa"'))
    return rbf


def test_the_mistakes_of_all_files_are_told(files):
    done = files.run("check", "sped.toml", "good.toml", "nowhere.toml", "held.toml", "save.toml")
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        "good.toml: OK: rbf encounter, 2 combatants",
        "save.toml: was edited by hand since the last command",
    ]
    said = done.stderr.splitlines()
    assert said[1].startswith("rbf: no such file: nowhere.toml; `rbf systems` lists the bundled ones")
    assert [each.partition(": ")[2].partition(": ")[0] for each in said] == [
        "sped.toml:7",
        "no such file",
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
    assert "saved 0 commands in save-repaired.toml" in done.stdout
    assert done.stderr.startswith("rbf: empty.toml: neither the start of the fight nor the fight can be read")
    assert (files.folder / "save-repaired.toml").exists()


def test_all_files_share_a_budget_and_those_left_are_named(files):
    crowd = GOOD_OF_CHECK + "".join(f"[combatants.a{number}]\nhp = 5\n" for number in range(1_000))
    (files.folder / "crowd.toml").write_text(crowd)
    done = files.run("check", *["crowd.toml"] * 4, "good.toml")
    assert done.returncode == 5
    assert done.stdout.splitlines() == ["crowd.toml: OK: rbf encounter, 1002 combatants"] * 2
    assert "crowd.toml was not checked: the other files used up the limit of one command" in done.stderr
    assert "good.toml was not checked" in done.stderr
    assert "check fewer files" in done.stderr


# Every exit status is reachable, said in one line, and leaves the save as it was.


WRONG = [
    (1, ("attack", "ada", "thgu1"), "unknown combatant 'thgu1'; did you mean thug1"),
    (1, ("undo", "9"), "cannot undo 9 commands: only 1 so far"),
    (1, ("stabilize", "ada"), "is not dying (RBF-STB-1)"),
    (2, ("atack", "ada", "thug1"), "unknown command 'atack'; did you mean attack?"),
    (2, ("attack", "ada", "thug1", "--with", "swrod"), "did you mean sword?"),
    (2, ("attack", "ada", "thug"), "'thug' could mean thug1, thug2, thug3, thug4"),
    (2, ("damage-save", "ada", "--tn", "12", "--damage", "5", "--dice", "9"), "9"),
    (2, ("roll", ""), ""),
    (2, ("roll", "2d"), "^"),
    (2, ("note", "a\x1b[31m"), "a word contains an invisible character: \\x1b"),
    (3, ("turn", "-e", "missing.toml"), "no such file: missing.toml"),
    (3, ("start", "dock-ambsh"), "did you mean dock-ambush"),
    (4, ("turn", "-e", "/dev/null"), "/dev/null"),
    (5, ("roll", "1001d6"), ""),
]


@pytest.mark.parametrize(("status", "words", "said"), WRONG)
def test_a_mistake_is_one_line_with_its_status(begun, status, words, said):
    before = begun.save.read_bytes()
    done = begun.run(*words)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("rbf: ")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert begun.save.read_bytes() == before


@pytest.mark.parametrize(("status", "words"), [(status, words) for status, words, _ in WRONG])
def test_with_json_the_mistake_is_an_object_on_stdout_too(begun, status, words):
    done = begun.run(*words, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["ok"], found["format"]) == (status, False, "rbf/1")
    assert found["error"]["message"]


def test_every_status_of_the_table_is_tried():
    tried = {status for status, _, _ in WRONG} | {0, 70, 141}
    assert tried == {status for status, _ in EXIT_STATUSES}


def test_a_bug_has_its_status(rbf):
    assert rbf.run("systems", environ={"RBF_TEST_RAISE": "1"}).returncode == 70


@pytest.mark.skipif(sys.platform == "win32", reason="a shell's PIPESTATUS")
def test_a_reader_that_goes_away_does_not_undo_what_was_saved(begun):
    bash = shutil.which("bash") or "sh"
    line = f'{sys.executable} -m rbfcli note one | true; echo "${{PIPESTATUS[0]}}"'
    done = subprocess.run([bash, "-c", line], cwd=begun.folder, capture_output=True, text=True, check=False)
    assert done.stdout in ("141\n", "0\n")
    assert done.stderr == ""
    assert "\nnote one  # " in begun.save.read_text()


def test_a_full_disk_under_the_output_says_that_the_fight_is_saved(begun):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rbfcli", "note", "one"], cwd=begun.folder, stdout=full, stderr=subprocess.PIPE,
            text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)
    assert "saved, but could not print" in done.stderr
    assert "\nnote one  # " in begun.save.read_text()


@pytest.mark.parametrize("verb", ["check", "start", "simulate"])
def test_a_script_in_place_of_an_encounter_is_answered_with_how_to_run_it(rbf, verb):
    (rbf.folder / "quay.rbf").write_text("start dock-ambush\ninit\n")
    done = rbf.run(verb, "./quay.rbf")
    assert done.returncode == 3
    assert "quay.rbf is a script, not an encounter; " in done.stderr
    assert "rbf run" in done.stderr


@pytest.mark.parametrize("verb", sorted({*OWN_VERBS, *LEAVING} - {*SYNONYMS}))
def test_a_command_of_the_prompt_alone_is_explained_in_the_shell(rbf, verb):
    done = rbf.run(verb)
    assert (done.returncode, done.stdout) == (2, "")
    assert "prompt" in done.stderr
