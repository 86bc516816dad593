"""All output of `--json` is valid: every verb of every system, scripts, transcripts, pauses, failures, the lab."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rbfcli.commands.json_schema import DOCUMENTS
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import LimitReached, PluginBug, RbfError
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import one_liner_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.model.commands import verb_name
from rbfcli.render.json import error_line
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.saves import from_bytes
from rbfcli.storage.paths import list_scripts
from rbfcli.systems.registry import SHIPPED, load
from rbfcli.testing.fights import SAVED, Player
from tests.program import run_rbf
from tests.protocol.documents import EVENTS, Program, all_of

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
ENCOUNTERS = {
    "rbf": ("dock-ambush", "duel"),
    "threat": ("mine-raid", "worm-hunt"),
    "rpj": ("relay-road", "hangar-seven"),
    "futurepath": ("depot-raid", "pump-station"),
    "bgc": ("street-arrest", "hangar-breach"),
    "generic": ("weir-at-dusk", "flooded-crypt"),
}
PLAYED = (
    *list_scripts(),
    *(str(path) for path in sorted(TRANSCRIPTS.glob("*/*.txt")) if path.stem not in list_scripts()),
)
SEEN: list[Program] = []
# Lines about a fight that has begun; WHO and FOE are two of it.
ABOUT_A_FIGHT = (
    "show", "show WHO", "actions WHO", "actions WHO --all", "actions WHO --odds", "suggest WHO", "log",
    "log --last 1", "log --script", "log --format json", "undo", "redo", "undo --dry-run", "note hello", "save-as -",
    "save-as kept.toml", "export people", "export people -", "export people people.csv", "export people people.json",
    "check encounter.toml", "check encounter.toml kept.toml nowhere.toml", "restore --list",
    "watch --once", "watch --players --once",
    "where", "odds attack WHO FOE", "odds note a --against note b", "odds init", "rules attack",
    "help attack", "attack --help", "add Guest --from nobody", "damage FOE 1", "heal FOE 1", "set FOE notes=odd",
    "condition add FOE prone", "condition remove FOE prone", "split cellar FOE --force",
    "switch cellar", "switch main", "join cellar --force", "turn next", "turn back", "remove FOE",
    "import people.json --to again.toml --system SYSTEM", "import people.json", "end", "restore", "start nothing-here",
)  # fmt: skip
WITHOUT_A_FIGHT = (
    "roll 2d6", "roll 3d6kh2+1 4d6!>5 -n 2 --label x", "roll 2d8 --vs 9 --system rbf", "roll d100 --vs 50 --system bgc",
    "roll 1d6/2", "roll 2d", "roll", "roll 1d6 --vs", "odds 3d6", "odds 2d6 1d12", "odds 1d6! --vs 4", "odds 1d2/2",
    "odds 3d6 > 10", "odds 2d6 1d4 1d8 --vs 3", "odds 1000000d1000000!", "rules", "rules rbf", "rules RBF-ATK-4",
    "rules zzz", "systems", "schema bgc", "schema json", "schema zzz", "where", "doctor", "completion bash",
    "completion ksh", "help", "help dice", "help --man rbf", "help zzz", "--help", "--version", "-V", "", "tour",
    "example rpj", "example threat ambush", "create-system protogame", "create-system protogame", "create-system 1",
    "show", "frobnicate", "atack a b", "--frob", "attack", "actions", "undo", "check nowhere.toml", "start nowhere",
    "stabilize --system rpj --dice 1,2,3,4", "stabilize --system threat", "odds attack --system rbf --mod 4 --tn 14",
    "attack --system rbf --mod 4 --tn 14 --damage 9", "damage-save --system rpj --saves 10,12,15 --damage 3",
    "attack --system zzz", "import nowhere.csv", "watch --once", "new zzz", "run nowhere", "restore", "repl --frob",
    "simulate duel -n 3 --seed s --jobs 1", "simulate duel -n 2 --seed s --jobs 1 --sweep ada.hp=14..15",
    "simulate duel -n 2 --seed s --jobs 1 --compare dock-ambush", "simulate duel --seed s --replay 2",
    "simulate nowhere", "simulate duel -n 0", "simulate duel --exact --rounds 1",
)  # fmt: skip
SCRIPT = """new rbf --seed x
let n = [1, 1/2, 1..3]
let text = "own words"
print hello $n
add Ada side=crew hp=15 skills.melee=3 weapons=sword,pistol
add Thug tn=10 hp=20 side=foes
if 1 > 0 { seed y }
repeat 2 { note x }
for each in [1, 2] { print $each }
dice 5,7,3,3
init
expect 1 == 2 else "odd"
expect refused { stabilize ada }
attack nobody ada
attack ada thug --with sword --frob
turn next
"""


def verbs_tried(rbf, system):
    """A line of each verb of a system: its examples, as far as they go, and the verb alone."""
    for kind in load(system).verbs:
        for line in (*kind.examples[:1], verb_name(kind)):
            rbf.one(*split_words(line), "--force")
        for line in kind.examples[1:]:
            rbf.one(*split_words(line), "--dry-run")


@pytest.mark.parametrize("system", SHIPPED)
def test_every_verb_in_every_system(rbf, system):
    SEEN.append(rbf)
    for encounter in ENCOUNTERS[system]:
        rbf.one("start", encounter, "--seed", "docks", "--force")
        rbf.one("init")
        verbs_tried(rbf, system)
    verbs = {verb_name(kind) for kind in load(system).verbs}
    assert rbf.verbs >= verbs

    rbf.one("start", ENCOUNTERS[system][0], "--force")  # the verbs tried include `switch`, to any fight of theirs
    rbf.one("init")
    whole = rbf.one("show")["fight"]
    who = whole["active"] if whole["active"] in whole["combatants"] else next(iter(whole["combatants"]))
    foe = next(name for name, one in whole["combatants"].items() if one["side"] != whole["combatants"][who]["side"])
    for line in (
        *ABOUT_A_FIGHT,
        f"show --reach {who}",
        f"show --between {who} {foe}",
        f"start {ENCOUNTERS[system][0]} --force",
    ):
        rbf.one(*(({"WHO": who, "FOE": foe, "SYSTEM": system}).get(word, word) for word in line.split()))
    for verb in one_liner_verbs(load(system)):
        rbf.one(verb, "--system", system)


def test_every_verb_of_the_program_and_every_failure(rbf):
    SEEN.append(rbf)
    for line in WITHOUT_A_FIGHT:
        rbf.one(*line.split())
    for verb in {*VERBS} - {"run", "repl", "watch"}:
        rbf.one(verb, "--help")
        rbf.one(verb)
        rbf.one(verb, "--no-such-option", "1", "2", "3", "4", "5")


def test_statements_of_scripts_and_their_failures(rbf):
    SEEN.append(rbf)
    (rbf.folder / "all.rbf").write_text(SCRIPT)
    (rbf.folder / "unread.rbf").write_text("print a\nlet = 3\n")
    (rbf.folder / "same.txt").write_text("> print a\na\n")
    (rbf.folder / "other.txt").write_text("> print a\nb\n")
    (rbf.folder / "failing.txt").write_text("> expect 1 == 2\n")
    (rbf.folder / "wrong.txt").write_text("> print a\na\n> if 1 {\n")
    told = rbf.many("run", "all.rbf", "--keep-going")
    assert [each["command"] for each in told if not each["ok"]]
    assert rbf.many("run", "all.rbf")
    assert {"let", "print", "statement", "played"} <= rbf.names
    assert [each["ok"] for each in rbf.many("run", "unread.rbf")] == [False]
    assert [each["failures"] != [] for each in rbf.many("run", ".")] == [True, True]
    for name, sound in {"same": True, "other": False, "failing": False, "wrong": False}.items():
        assert rbf.one("run", f"{name}.txt", "--check")["ok"] is sound
    assert rbf.one("run", "other.txt", "--check")["difference"] == {"line": 2, "expected": "b", "got": "a"}


@pytest.mark.parametrize("name", PLAYED, ids=lambda name: "-".join(Path(name).parts[-2:]))
def test_scripts_and_transcripts(rbf, name):
    """Every line of the shipped scripts and of the golden transcripts, on a save whose fight is then looked at."""
    SEEN.append(rbf)
    assert rbf.many("run", name, "-e", "encounter.toml")
    if rbf.one("show")["ok"]:
        for line in ("log", "watch --players --once", "actions", "log --format json"):
            rbf.one(*line.split())


def test_an_answer_in_advance_that_nobody_asked_for(rbf):
    SEEN.append(rbf)
    rbf.one("start", "dock-ambush", "--seed", "docks")
    rbf.one("init")
    rbf.one(*["attack", "joss", "thug1", "--force", "--answer", "critical=double", "--dice", "3,2"])
    assert "unasked" in rbf.events


@pytest.mark.parametrize("system", SHIPPED)
def test_fights_of_the_random_player(rbf, system):
    """Plausible lines, with any questions on the way, and what players see of them."""
    SEEN.append(rbf)
    for number, encounter in enumerate(ENCOUNTERS[system]):
        player = Player(encounter, f"protocol {number}")
        storage = MemoryStorage()
        talk = CommandService(storage, Style())
        lines = [f"start {encounter} --seed {number}", "init", *[""] * 60]
        for line in lines:
            typed = line or player.next_line()
            if typed != SAVED:
                typed = typed.removeprefix("expect refused { ").removesuffix(" }")
                rbf.held(answer(talk, typed))
            player.session = storage.load()
        try:
            raw = save_of(player)
        except LimitReached:
            continue  # it ran out of its bounds: in a file, the line that did it would have been refused
        (rbf.folder / "encounter.toml").write_bytes(raw)
        for line in ("show", "watch --players --once", "log"):
            rbf.one(*line.split())


def answer(talk, line):
    """What a line prints in JSON."""
    try:
        return talk.perform([*split_words(line), "--json"]).text
    except (RbfError, PluginBug) as wrong:
        return error_line(line, wrong)


def save_of(player):
    from rbfcli.session.saves import to_bytes

    raw = to_bytes(player.session)
    assert from_bytes(raw, "x").session.fight == player.session.fight
    return raw


def test_no_document_and_no_event_was_left_out():
    """Runs last in this module: what the tests before it saw is all that the schema declares."""
    if len(SEEN) < 2 * len(SHIPPED) + 3 + len(PLAYED):
        pytest.skip("the other tests of this module were not run in this process")
    assert set(DOCUMENTS) - all_of(SEEN, "names") == set()
    assert set(EVENTS) - all_of(SEEN, "events") == set()
    assert set(VERBS) - all_of(SEEN, "verbs") - {"repl"} == set()


# `-` is standard input where a file is read, and standard output where one is written; the bytes never differ (J).


ENCOUNTER = """format = 1
system = "rbf"
[combatants.ada]
side = "blue"
hp = 15
tn = 9
[combatants.bo]
side = "red"
hp = 15
tn = 9
"""
PEOPLE = "id,name,side,hp,tn\ndi,Di,blue,9,9\ncy,Cy,red,9,9\n"
FORMULA = 'id,name,side,hp,tn,notes\nx,Xan,blue,9,9,"=HYPERLINK(""x"")"\ny,Yo,red,9,9,@SUM\n'


def rbf(folder, *words, stdin="", **environ):
    """A run of the program in a folder, with some text on its standard input."""
    return run_rbf(*words, cwd=folder, stdin=stdin.encode(), environ=environ)


def started(folder, *words, **environ):
    """A run of the program in a process of its own."""
    command = [sys.executable, "-m", "rbfcli", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, env={**os.environ, **environ})


def test_encounters_saves_and_people_are_read_from_standard_input(tmp_path):
    checked = rbf(tmp_path, "check", "-", "--json", stdin=ENCOUNTER)
    (found,) = json.loads(checked.stdout)["files"]
    assert (found["file"], found["finding"][:24]) == ("-", "OK: rbf encounter, 2 com")
    assert rbf(tmp_path, "start", "-", stdin=ENCOUNTER).returncode == 0
    assert b"OK: save" in rbf(tmp_path, "check", "-", stdin=(tmp_path / "encounter.toml").read_text()).stdout

    joined = json.loads(rbf(tmp_path, "import", "-", "--format", "csv", "--json", stdin=PEOPLE).stdout)
    assert joined["joined"] == ["di", "cy"]
    assert b"Cy" in rbf(tmp_path, "show").stdout
    made = rbf(tmp_path, "import", "-", "--format", "csv", "--to", "-", "--system", "rbf", stdin=PEOPLE)
    assert rbf(tmp_path, "check", "-", stdin=made.stdout.decode()).returncode == 0
    assert not (tmp_path / "-").exists()


def test_what_is_wrong_on_standard_input_is_told_with_its_line(tmp_path):
    wrong = rbf(tmp_path, "check", "-", stdin=ENCOUNTER + "size = 3\n")
    assert wrong.returncode == 3
    assert b"-:11" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("import", "-"), "--format csv"),
        (("check", "-", "--fix"), "standard input cannot be corrected; try: check FILE --fix"),
        (("start", "duel", "-e", "-"), "the save must be a file, not standard output"),
        (("watch", "--html", "-"), "--html - needs --once"),
        (("run", "duel", "--junit", "-", "--json"), "cannot both go to standard output"),
    ],
)
def test_what_cannot_be_a_stream_is_said(tmp_path, words, said):
    rbf(tmp_path, "start", "duel")
    done = rbf(tmp_path, *words)
    assert done.returncode in (2, 3)
    assert said in (done.stdout if "--json" in words else done.stderr).decode()
    assert not (tmp_path / "-").exists()


@pytest.mark.parametrize("line", ["import - --format csv", "check -", "start - --force"])
def test_a_script_on_standard_input_is_not_read_as_a_file(tmp_path, line):
    done = rbf(tmp_path, "run", "-", "--json", stdin=f"start duel\n{line}\nshow\n")
    answers = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each["ok"] for each in answers] == [True, False, True]
    assert "shell" in answers[1]["error"]["message"]


def test_files_are_written_to_standard_output(tmp_path):
    rbf(tmp_path, "start", "duel", "--seed", "x")
    assert rbf(tmp_path, "export", "people", "-").stdout.startswith(b"id,name,side")
    assert json.loads(rbf(tmp_path, "export", "people", "-", "--format", "json").stdout)["system"] == "rbf"
    assert b'system = "rbf"' in rbf(tmp_path, "save-as", "-").stdout
    assert rbf(tmp_path, "watch", "--once", "--html", "-").stdout.startswith(b"<!DOCTYPE html>")
    assert b"<testsuites" in rbf(tmp_path, "run", "duel", "-q", "--junit", "-").stdout
    assert not (tmp_path / "-").exists()


def test_no_cell_is_a_formula(tmp_path):
    rbf(tmp_path, "new", "rbf")
    assert rbf(tmp_path, "import", "-", "--format", "csv", stdin=FORMULA).returncode == 0
    cells = rbf(tmp_path, "export", "people", "-").stdout.decode()
    assert "\n" in cells
    assert "\r" not in cells
    assert "'=HYPERLINK" in cells
    assert "'@SUM" in cells


LINES = (
    ("show", "--json"),
    ("init", "--json"),
    ("actions", "ada", "--odds", "--json"),
    ("suggest", "ada", "--json"),
    ("attack", "ada", "bosun", "--force", "--json"),
    ("log", "--json"),
    ("log", "--format", "json"),
    ("watch", "--players", "--once", "--json"),
    ("export", "people", "-", "--json"),
    ("odds", "4d6kh3", "--json"),
    ("roll", "4d6kh3", "--seed", "x", "--json"),
    ("rules", "cover", "--json"),
    ("schema", "json"),
    ("--help", "--json"),
    ("attack", "nobody", "bosun", "--json"),
)
PLACES = (
    {"PYTHONHASHSEED": "0", "LC_ALL": "C", "TZ": "UTC"},
    {"PYTHONHASHSEED": "4711", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"},
    {"PYTHONHASHSEED": "31", "LC_ALL": "ar_EG.UTF-8", "TZ": "America/St_Johns", "PYTHONUTF8": "0", "COLUMNS": "40"},
)


@pytest.mark.slow
def test_the_bytes_are_the_same_everywhere(tmp_path):
    """J-07: for any hash seed, language and time zone."""
    printed = []
    for number, place in enumerate(PLACES):
        folder = tmp_path / str(number)
        folder.mkdir()
        started(folder, "start", "duel", "--seed", "same", **place)
        done = [started(folder, *words, **place) for words in LINES]
        printed.append([each.stdout for each in done] + [(folder / "encounter.toml").read_bytes()])
    for first, *others in zip(*printed, strict=True):
        assert [first] * len(others) == others
