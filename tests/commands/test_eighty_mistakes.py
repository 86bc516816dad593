"""Eighty mistakes that beginners make: what is typed, and what the answer has to say.

Marks: 3 carries the line out in the one sense that it has, or names what is wrong and what to type; 2 is right, but the
user has to look it up; 1 misleads or is useless; 0 takes the line in a wrong sense without a word.
"""

import json
import re
import shlex
from statistics import mean

import pytest
from msgspec import Struct

from rbfcli.render.sentences import Style
from rbfcli.repl.conversation import Conversation
from tests.program import run_rbf

LEAST = 2.8
HALF = 40
VERBS = {"script": "run", "file": "check", "start": "start"}
NAMES = {"script": "s.rbf", "file": "f.toml", "start": "f.toml"}
PEOPLE = ("ada", "joss", "tamsin", "pell", "thug1", "thug2", "thug3", "thug4", "gunner1", "gunner2")
WEAPON = '[weapons.rifle]\nname = "rifle"\nskill = "shoot"\ndamage = 10\n'
HEAD = f'format = 1\nsystem = "rbf"\n{WEAPON}'
START = "start dock-ambush --seed a\n"
BEGIN = f"{START}init {' '.join(f'--set {who}={40 - place}' for place, who in enumerate(('joss', *PEOPLE[:1])))}\n"


class Typed(Struct, frozen=True):
    """One mistake: its number, the lines typed, parts of the answer to the last, and what there is before.

    `up` is who acts in the fight at the docks, empty: there is no save. `at` is the shell, the prompt, a `script`,
    or a `file` to check or `start`, whose text the lines are.
    """

    number: int
    lines: str
    answer: tuple[str, ...]
    mark: int = 3
    up: str = "joss"
    at: str = "shell"
    before: tuple[str, ...] = ()


def at_prompt(number, lines, *answer, mark=3, up="joss", before=()):
    return Typed(number, lines, answer, mark, up, "prompt", before)


def at_shell(number, lines, *answer, mark=3, up="joss", before=()):
    return Typed(number, lines, answer, mark, up, "shell", before)


def script(number, lines, *answer, mark=3):
    return Typed(number, lines, answer, mark, "", "script")


def file(number, lines, *answer, mark=3):
    return Typed(number, lines, answer, mark, "", "file")


TABLE = (
    at_shell(1, "show", "no such file: encounter.toml; `rbf start NAME` creates one", up=""),
    at_shell(2, "start dock-ambsh", "did you mean dock-ambush?", up=""),
    at_shell(3, "start", "missing SOURCE", "for example: start dock-ambush", "`systems` lists the bundled ones", up=""),
    at_shell(4, "new", "missing SYSTEM", "systems: rbf, threat, rpj, futurepath, bgc, generic", up=""),
    at_shell(
        5, "new dnd", "unknown rule system 'dnd'", "rule systems: rbf, threat", "for another game: new generic", up=""
    ),
    at_shell(6, "init", "no combatants in the fight yet", "add NAME", up="", before=("new rbf",)),
    at_shell(7, "atack joss thug1", "did you mean attack?"),
    at_shell(8, "attack joss", "missing TARGETS", "now possible, among others: `attack thug1`, `attack thug2`"),
    at_shell(9, "attack thug1", "Dockside thug 1 is 8 m away", "move ada", up="ada"),
    at_shell(10, "attack josss gunner1", "did you mean joss?"),
    at_shell(11, "attack joss thug", "'thug' could mean thug1, thug2, thug3, thug4"),
    at_shell(12, "attack joss gunner1", "it is not Joss Marlow's turn", "turn to joss", "--force", up="thug3"),
    at_shell(13, "attack joss gunner1 --wth rifle", "unknown option '--wth'", "did you mean --with?"),
    at_shell(14, "attack joss gunner1 --weak", "--weak is an option of futurepath; this fight is rbf"),
    at_shell(15, "attack joss gunner1 --dice 5 7", "did you mean `attack joss gunner1 --dice 5,7`?"),
    at_shell(16, "attack joss gunner1 --dice a,b", "each face must be a whole number, not 'a'", "--dice 5,7"),
    at_shell(17, "roll 4d6k3", "write 4d6kh3 or 4d6k=3", "     ^"),
    at_shell(18, "damage thug1", "missing AMOUNT", "for example: damage thug1 4"),
    at_shell(19, "damage 5 thug1", "damage thug1 5\n", "HP 20 -> 15"),
    at_shell(20, "damage thug1 -5", "AMOUNT must be from 0", "did you mean `heal thug1 5`?"),
    at_shell(21, "heal ada 5", "Ada Quill is already at full health: 15 of 15"),
    at_shell(22, "condition ada prone", "condition add ada prone\n", "prone"),
    at_shell(23, "condition add ada prnoe", "unknown condition 'prnoe'", "did you mean prone?"),
    at_shell(24, "choose dubble", "did you mean double?", before=("attack gunner1 --dice 8,8",)),
    at_shell(25, "set ada hpp=5", "unknown key 'hpp'", "did you mean hp?"),
    at_shell(26, "set ada hp=abc", "hp must be a whole number", "not 'abc'"),
    at_shell(27, "set ada hp 5", "hp=5"),
    at_shell(28, "move ada nowhere", "unknown place 'nowhere'", "gangway, crates, winch, quay", up="ada"),
    at_shell(29, "add goblin --from orc", "unknown stat block 'orc'", "stat blocks: recruit, docker"),
    at_shell(30, "undo 99", "cannot undo 99 commands: only 1 so far"),
    at_shell(31, "redo", "nothing to redo"),
    at_prompt(32, "n", "Ada Quill's turn"),
    at_shell(33, "kill", "try: `damage WHO N` or `remove WHO`"),
    at_prompt(34, "watch", "works only in a shell", "in another terminal: rbf watch"),
    at_shell(35, "rules bgc wounds", "BGC-WND-1", up=""),
    at_shell(36, "rules cover", "RBF-COV-1", "RPJ-COV-1", "FP-COV-1", up=""),
    file(37, f'{HEAD}[combatants.orc]\ntn = 12\nweapons = ["rifel"]\n', "weapons[1]", "did you mean rifle?"),
    at_shell(38, "add goblin", "goblin joins as a player character", "For an enemy, give a TN: add NAME tn=12"),
    at_prompt(39, "repeat 3 {\n  damage thug1 1\n}", "HP 18 -> 17"),
    at_prompt(40, "run ../fight.rbf", "HP 20 -> 19", "done"),
    at_prompt(41, "2d6+3", "2d6 ["),
    at_shell(42, "roll 2d20 advantage", "2d20kh1 keeps the higher of two dice", up=""),
    at_shell(43, "attack gunner1 with hunting rifle", "attack joss gunner1 --with rifle\n"),
    at_shell(44, "attack gunner1 -w rifle", "unknown option '-w'", "did you mean --with?"),
    at_shell(45, "turn pell", "turn to pell\n", "-- Pell Arno's turn --"),
    at_shell(46, "damage thug1 2d6", "of 2d6", "Dockside thug 1: HP 20 -> "),
    at_shell(47, "damage thug1 fire 5", "damage thug1 5 --type fire\n", "HP 20 -> 15"),
    at_shell(48, "damage thug1,thug2 3", "damage thug1 thug2 3\n", "Dockside thug 2: HP 20 -> 17"),
    at_shell(49, "add goblin x3", "add goblin --count 3\n", "goblin 3 joins the fight"),
    at_shell(50, "add goblin*4", "add goblin --count 4\n", "goblin 4 joins the fight"),
    at_shell(51, "move joss 5m", "Joss Marlow moves 5 m to metre 5"),
    at_shell(52, "move joss forward 5", "`move joss +5`", "`move joss -5m`", "places: gangway, crates, winch, quay"),
    at_shell(53, "odds gunner1", "odds of attack joss gunner1"),
    at_shell(54, "init ada=15", "init --set ada=15\n", "15 Ada Quill", up="", before=("start dock-ambush",)),
    at_shell(55, "set hp=5", "set joss hp=5\n", "Joss Marlow: HP 13 -> 5"),
    at_shell(56, "condition ada", "missing NAME", "try: `condition add ada NAME`"),
    at_prompt(57, "alias a actions", "unknown alias 'a actions'; to save one: alias a = actions"),
    at_shell(58, "attack gunner1 57", "unknown combatant '57'", "did you mean `attack gunner1 --dice 5,7`?"),
    at_shell(59, "Attack joss gunner1", "Winch gunner 1"),
    at_prompt(60, "rbf attack thug1", "Dockside thug 1"),
    at_shell(61, "attack gunner 1", "did you mean `attack gunner1`?"),
    at_shell(62, "attack gunner1 5,7", "did you mean `attack gunner1 --dice 5,7`?"),
    at_prompt(63, "attack gunner1; turn", "a line takes one command", "`attack gunner1`"),
    script(64, "x = 3\n", "let x = 3"),
    script(65, f"{START}if true\n{{\nprint inside\n}}\n", "inside\n"),
    script(66, f"{START}for c in ada bosun {{\nprint $c\n}}\n", "for c in [ada, bosun] {"),
    script(
        67,
        f"{BEGIN}attack joss gunner1 --force --dice 1,1\nexpect last.outcome == hit\n",
        "unknown outcome 'hit'",
        "critical, success, struggle, failure",
    ),
    script(68, f"{START}print ada.hp\n", "ada.hp\n", "for the value, write ${ada.hp}"),
    script(69, f"{START}if 1 == 1 && 2 == 2 {{\nprint a\n}}\n", "use the word and"),
    script(70, f"{START}if ada.hp = 15 {{\nprint a\n}}\n", "compare with =="),
    script(71, f"{START}if ada.hp == 15 {{\nprint a\n", "the { on line 2, column 17 is never closed"),
    file(72, f'{HEAD}[combatants.ada]\nweapons = "sword"\n', "must be a list", 'weapons = ["sword"]'),
    file(73, f"{HEAD}[combatants.ada]\nhp = 12/15\n", "write one number per key: hp = 12 and max_hp = 15"),
    file(74, f"{HEAD}[combatants.ada]\nside = \u201ccrew\u201d\n", "strings need straight quotes"),
    file(75, "system: rbf\ncombatants:\n  ada:\n    hp: 12\n", "looks like YAML", "rbf example"),
    file(76, f'{HEAD}[[combatants]]\nid = "ada"\n', "combatants must be a table", "[combatants.NAME]"),
    Typed(77, f'{HEAD}[combatants.ada]\nside = "crew"\n', ("15/15",), 2, "", "start"),
    file(78, f'{HEAD}[combatants.ada]\ncount = "2d4"\n', "a whole number from 1", "--count 2d4"),
    file(79, 'format = 1\nsystem = "RBF"\n', "unknown rule system 'RBF'", "did you mean rbf?"),
    file(80, f"{HEAD}[combatant.ada]\nhp = 12\n", "combatant: unknown key", "did you mean combatants?"),
)
ROWS = pytest.mark.parametrize("row", TABLE, ids=[f"{row.number}" for row in TABLE])


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Saves of the fight at the docks by who acts."""
    saves = {}

    def save(up):
        if up not in saves:
            folder = tmp_path_factory.mktemp(up)
            run_rbf("start", "dock-ambush", "--seed", "docks", cwd=folder)
            counts = {who: 20 - place for place, who in enumerate(PEOPLE)} | {up: 40}
            sets = [word for who, count in counts.items() for word in ("--set", f"{who}={count}")]
            assert not run_rbf("init", *sets, cwd=folder).returncode
            saves[up] = (folder / "encounter.toml").read_bytes()
        return saves[up]

    return save


def shell(line, folder):
    ran = run_rbf(*shlex.split(line), cwd=folder)
    return ran.stdout + ran.stderr


def folder_of(row, begun, tmp_path):
    """A folder with what there is before a mistake."""
    folder = tmp_path / "here"
    folder.mkdir()
    (tmp_path / "fight.rbf").write_text("damage thug1 1\nprint done\n")
    if row.up:
        (folder / "encounter.toml").write_bytes(begun(row.up))
    for line in row.before:
        shell(line, folder)
    if row.at in VERBS:
        (folder / NAMES[row.at]).write_text(row.lines)
    return folder


def prompt(text, folder, monkeypatch):
    said = []
    monkeypatch.chdir(folder)
    talk = Conversation("encounter.toml", Style(), said.append, said.append, {})
    talk.enter(text)
    return "".join(said)


@ROWS
def test_the_answer_says_what_would_be_right(row, begun, tmp_path, monkeypatch):
    """Each part of the answer is there, and the lines that it proposes are accepted."""
    folder = folder_of(row, begun, tmp_path)
    match row.at:
        case "shell":
            answer = shell(row.lines, folder)
        case "prompt":
            answer = prompt(row.lines, folder, monkeypatch)
        case kind:
            answer = shell(f"{VERBS[kind]} {NAMES[kind]}", folder)
    missing = [part for part in row.answer if part not in answer]
    assert not missing, answer
    for line in re.findall(r"did you mean `([^`]*)`", answer):
        assert not run_rbf(*shlex.split(line), "--dry-run", cwd=folder).returncode, line


def test_the_mean_of_both_halves_is_high_enough():
    """One mark for each of the eighty."""
    assert [row.number for row in TABLE] == [*range(1, 2 * HALF + 1)]
    assert mean(row.mark for row in TABLE[:HALF]) >= LEAST
    assert mean(row.mark for row in TABLE[HALF:]) >= LEAST


LISTED = re.compile(r"(?:[a-z]+s|[a-z]+s (?:of|on|in) [^:;]+): ([^;()`]+)")
PLACEHOLDER = re.compile(r"\b[A-Z]+\b(?![^`]*\.)|[\[|…]")


@ROWS
def test_the_suggestions_of_an_error_in_json_hold_what_its_hint_names(row, begun, tmp_path):
    if row.at == "prompt":
        return
    folder = folder_of(row, begun, tmp_path)
    line = f"{VERBS[row.at]} {NAMES[row.at]}" if row.at in VERBS else row.lines
    told = [json.loads(each) for each in run_rbf(*shlex.split(line), "--json", cwd=folder).stdout.splitlines()]
    errors = [each["error"] for each in told if each.get("error")]
    errors += [wrong for each in told for file in each.get("files", ()) for wrong in file["errors"]]
    for each in errors:
        named = [text for text in re.findall("`([^`]*)`", each["hint"]) if not PLACEHOLDER.search(text)]
        named += [word for words in LISTED.findall(each["hint"]) for word in words.split(", ")]
        assert {*named} <= {*each["suggestions"]}
        assert not [text for text in each["suggestions"] if PLACEHOLDER.search(text)]
        assert each["suggestions"] or not each["hint"].startswith("did you mean")
