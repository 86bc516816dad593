"""Whatever `--json` prints is sound: every verb of every system, scripts and transcripts, pauses, failures, the lab."""

from pathlib import Path

import pytest

from rbfcli.conformance.player import SAVED, Player
from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.command import verb_of
from rbfcli.kernel.errors import LimitReached, PluginFault, RbfError
from rbfcli.language.fights import one_liner_verbs
from rbfcli.language.verbs import VERBS
from rbfcli.language.words import split_words
from rbfcli.render.json_lines import error_line
from rbfcli.render.shapes.documents import DOCUMENTS
from rbfcli.render.style import Style
from rbfcli.session.saves import from_bytes
from rbfcli.session.storage import MemoryStorage
from rbfcli.store.paths import list_scripts
from rbfcli.systems.catalogue import SHIPPED, load
from tests.protocol.documents import EVENTS, Program, all_of

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
ENCOUNTERS = {
    "rbf": ("dock-ambush", "duel"),
    "threat": ("mine-raid", "worm-hunt"),
    "rpj": ("relay-road", "hangar-seven"),
    "futurepath": ("depot-raid", "pump-station"),
    "bgc": ("street-arrest", "hangar-breach"),
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
    "condition add FOE prone", "condition remove FOE prone", "turn next", "turn back", "remove FOE",
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
    "simulate nowhere", "simulate duel -n 0", "simulate rpj/duel --exact --rounds 5",
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
        for line in (*kind.examples[:1], verb_of(kind)):
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
    verbs = {verb_of(kind) for kind in load(system).verbs}
    assert rbf.verbs >= verbs

    whole = rbf.one("show")["fight"]
    who = whole["active"] if whole["active"] in whole["combatants"] else next(iter(whole["combatants"]))
    foe = next(name for name, one in whole["combatants"].items() if one["side"] != whole["combatants"][who]["side"])
    for line in (*ABOUT_A_FIGHT, f"show --reach {who}", f"start {ENCOUNTERS[system][0]} --force"):
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
    """Whatever a table might type, with whatever the rules ask on the way, and what players see of it."""
    SEEN.append(rbf)
    for number, encounter in enumerate(ENCOUNTERS[system]):
        player = Player(encounter, f"protocol {number}")
        storage = MemoryStorage()
        talk = Interpreter(storage, Style())
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
    except (RbfError, PluginFault) as wrong:
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
