"""The Python API: what the shell answers, as objects; typed, on its page, and refusing what is wrong."""

import ast
import contextlib
import io
import json
import re
import runpy
import subprocess
import sys
import threading
import time
import tomllib
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest

import rbfcli
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.render.json import error_facts
from rbfcli.session.saves import from_bytes
from tests.docs.conftest import ROOT, blocks
from tests.program import run_rbf
from tools.pages.structs import public_calls

PAGE = ROOT / "docs" / "api.md"
MADE = re.findall(r"^<!-- made: (calls|struct) (\S+) ?(.*) -->$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
TO_JOSS = ("init", "turn next")
CLOSED = {
    "do": lambda fight: fight.do("init"),
    "combatants": lambda fight: fight.combatants,
    "question": lambda fight: fight.question,
    "actions": lambda fight: fight.actions(),
    "odds": lambda fight: fight.odds("attack gunner1"),
    "undo": lambda fight: fight.undo(),
    "script": lambda fight: fight.script(),
    "with": lambda fight: fight.__enter__(),
    "simulate": lambda fight: rbfcli.simulate(fight, fights=1),
}
WRONG = {
    "a roll of a number": lambda _: rbfcli.roll(20),
    "a roll of nothing": lambda _: rbfcli.roll(""),
    "several rolls": lambda _: rbfcli.roll("3#2d6"),
    "an option as dice": lambda _: rbfcli.roll("--times=3"),
    "a seed that is none": lambda _: rbfcli.roll("2d6", seed=None),
    "a seed that is a truth": lambda _: rbfcli.roll("2d6", seed=True),
    "a seed that is no text": lambda _: rbfcli.roll("2d6", seed="\ud800"),
    "too many dice": lambda _: rbfcli.odds("1000000d1000"),
    "odds of a command": lambda _: rbfcli.odds("attack"),
    "an unknown comparison": lambda _: rbfcli.odds("2d6").chance("=>", 3),
    "a comparison with text": lambda _: rbfcli.odds("2d6").chance(">=", "3"),
    "an unknown encounter": lambda _: rbfcli.Fight.start("nosuch"),
    "an encounter of no type": lambda _: rbfcli.Fight.start(5),
    "an option as an encounter": lambda _: rbfcli.Fight.start("--force"),
    "a save of no type": lambda _: rbfcli.Fight.open(None),
    "a folder as a save": lambda _: rbfcli.Fight.open("").combatants,
    "a save that is not there": lambda _: rbfcli.Fight.open("nosuch.toml").combatants,
    "an encounter of no file": lambda _: rbfcli.Fight.start("\ud800"),
    "a save of no file": lambda _: rbfcli.Fight.open("\ud800").do("start duel"),
    "a file that cannot be": lambda fight: fight.do("import \ud800.csv"),
    "a file to write that cannot be": lambda fight: fight.do("export people a/\ud800.csv"),
    "a save with a NUL": lambda _: rbfcli.Fight.open("a\0b").do("start duel"),
    "a line that is a number": lambda fight: fight.do(5),
    "a line of nothing": lambda fight: fight.do("\n"),
    "a line with an open quote": lambda fight: fight.do("note 'x"),
    "a line with no text": lambda fight: fight.do("\ud800"),
    "a long line": lambda fight: fight.do("roll " + "(" * 100_000),
    "two lines": lambda fight: fight.do("init\nturn next"),
    "another save": lambda fight: fight.do("show -e other.toml"),
    "a lock's time": lambda fight: fight.do("show --lock-timeout 0"),
    "a verb of the shell": lambda fight: fight.do("repl"),
    "standard input": lambda fight: fight.do("import -"),
    "processes": lambda fight: fight.do("simulate --jobs 2"),
    "a file elsewhere": lambda fight: fight.do("export people ../people.csv"),
    "a file of another kind": lambda fight: fight.do("export people people.py"),
    "a face that is text": lambda fight: fight.do("attack gunner1", dice=["5", "7"]),
    "a face that is impossible": lambda fight: fight.do("attack gunner1", dice=[9, 9]),
    "no faces": lambda fight: fight.do("attack gunner1", dice=[]),
    "faces that are a number": lambda fight: fight.do("attack gunner1", dice=57),
    "too many faces": lambda fight: fight.do("attack gunner1", dice=[5, 7, 1, 1]),
    "an unknown target": lambda fight: fight.do("attack nosuch", dice=[5, 7]),
    "odds of dice in a fight": lambda fight: fight.odds("2d6"),
    "odds of two commands": lambda fight: fight.odds("attack gunner1 --against attack gunner2"),
    "odds in another save": lambda fight: fight.odds("attack gunner1 -e other.toml"),
    "odds of nothing": lambda fight: fight.odds(""),
    "actions of an unknown actor": lambda fight: fight.actions("nosuch"),
    "an option as an actor": lambda fight: fight.actions("--all"),
    "actions of no type": lambda fight: fight.actions(None),
    "a simulation of no type": lambda _: rbfcli.simulate(None),
    "no fights": lambda fight: rbfcli.simulate(fight, fights=0),
    "a number of fights that is a truth": lambda fight: rbfcli.simulate(fight, fights=True),
    "too many fights": lambda fight: rbfcli.simulate(fight, fights=10**30),
}


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def fight():
    """A fight in which it is Joss's turn."""
    fight = rbfcli.Fight.start("dock-ambush", seed="quay")
    for line in TO_JOSS:
        fight.do(line)
    return fight


def shell(*words):
    """What the shell answers."""
    return run_rbf(*words, cwd=Path.cwd())


def in_threads(*tasks):
    """Do several things at once, in turns as short as they can be, and raise what one of them raises."""
    wrong, before = [], sys.getswitchinterval()

    def guarded(task):
        try:
            task()
        except Exception as error:  # noqa: BLE001 - it is raised below, where pytest sees it
            wrong.append(error)

    threads = [threading.Thread(target=guarded, args=(task,)) for task in tasks]
    sys.setswitchinterval(1e-6)
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    sys.setswitchinterval(before)
    if wrong:
        raise wrong[0]


# Its names, and what it costs.


def test_the_public_names_are_those_on_the_page():
    structs = {path.rpartition(".")[2] for kind, path, _ in MADE if kind == "struct"}
    functions = {name for _, path, names in MADE if path == "rbfcli.api" for name in names.split()}

    assert {*rbfcli.__all__} == structs | functions | {"Fight", "RbfError"}
    assert {*dir(rbfcli)} == {"__version__", *rbfcli.__all__}


@pytest.mark.parametrize("name", ["Fight", "DiceChances"])
def test_every_call_of_a_class_is_on_the_page(name):
    shown = {call for _, path, names in MADE if path == f"rbfcli.api.{name}" for call in names.split()}

    assert public_calls(f"rbfcli.api.{name}") == shown


def test_what_the_module_defines_is_what_the_package_shows():
    defined = {
        name
        for name, value in vars(sys.modules[rbfcli.Fight.__module__]).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == "rbfcli.api"
    }

    assert defined | {"RbfError"} == {*rbfcli.__all__}
    assert rbfcli.RbfError is RbfError


def test_the_types_are_those_of_the_names():
    tree = ast.parse((ROOT / "rbfcli" / "__init__.pyi").read_text(encoding="utf-8"))
    imported = [each for node in tree.body if isinstance(node, ast.ImportFrom) for each in node.names]

    assert [each.name for each in imported] == [each.asname for each in imported]
    assert {each.name for each in imported} == {*rbfcli.__all__}


def test_an_import_loads_nothing_and_an_unknown_name_is_an_attribute_error():
    loaded = "[m for m in sys.modules if m.startswith(('rbfcli.', 'msgspec'))]"
    code = f"import sys, rbfcli; hasattr(rbfcli, 'nosuch'); print({loaded})"

    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True).stdout == b"[]\n"
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        rbfcli.nosuch  # noqa: B018 - looking is all


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("total: int = rbfcli.roll('2d6', seed='x').total", ""),
        ("chance: Fraction = rbfcli.odds('2d6').chance('>=', 7)", ""),
        ("rows: list[str] = [each.line for each in rbfcli.Fight.start('duel').actions()]", ""),
        ("share: float = rbfcli.simulate('duel', fights=9).sides['crew'].chance", ""),
        ("text: str = rbfcli.roll('2d6').total", "assignment"),
        ("rbfcli.rol('2d6')", "attr-defined"),
        ("rbfcli.Fight.start('duel').do(5)", "arg-type"),
    ],
)
def test_a_program_that_knows_nothing_else_is_checked_strictly(line, mistake):
    Path("program.py").write_text(f"from fractions import Fraction\n\nimport rbfcli\n\n{line}\nhalf = Fraction(1, 2)\n")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "program.py"],
        env={"MYPYPATH": str(ROOT), "MYPY_CACHE_DIR": str(ROOT / ".mypy_cache" / "api")},
        check=False,
        capture_output=True,
        text=True,
    ).stdout

    assert re.findall(r"^program\.py:.*\[([\w-]+)\]$", told, re.MULTILINE) == [mistake] * bool(mistake)


def test_mypy_checks_the_examples():
    checked = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]["files"]

    assert {str(each.relative_to(ROOT)) for each in (ROOT / "examples").glob("*.py")} <= {*checked}


# The page and the examples, as they are.


def test_the_page_prints_what_it_says():
    code = "\n".join(line for block in blocks(PAGE, "python") for line in block)
    said = re.findall(r"^print\(.+\)  # (.+)$", code, re.MULTILINE)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(code, {})  # noqa: S102 - the page is ours

    assert len(said) > 4
    lines = iter(printed.getvalue().splitlines())
    assert [each for each in said if each not in lines] == []


def test_the_bot_answers_and_keeps_players_from_the_rest(monkeypatch, capsys):
    chat = "mira: !init\njoss: hello\njoss: !turn next\njoss: !attack gunner1 --dice 5,7\njoss: !set joss hp=99\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{chat}joss: !attack nosuch\njoss: ! set joss hp=99\n"))
    runpy.run_path(str(ROOT / "examples" / "bot.py"), run_name="__main__")

    told = capsys.readouterr().out
    assert "Winch gunner 1: HP 20 -> 7" in told
    assert "unknown combatant 'nosuch'" in told
    assert told.count("Only mira can do that.") == 2
    assert "hello" not in told


def test_the_notebook_finds_the_fairest_fight(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["balance.py", "8"])
    runpy.run_path(str(ROOT / "examples" / "balance.py"), run_name="__main__")

    assert re.search(
        r"^5 dockers: .*\n4 dockers: .*\n3 dockers: .*\n2 dockers: .*\nclosest to a fair fight: [2-5] dockers$",
        capsys.readouterr().out,
        re.MULTILINE,
    )


# Dice.


def test_a_roll_is_the_shells():
    facts = json.loads(shell("roll", "2d8+3 vs 12", "--seed", "x", "--json").stdout)
    found = rbfcli.roll("2d8+3 vs 12", seed="x")

    assert (found.total, found.against, found.margin, found.seed) == (15, 12, 3, "x")
    assert found.dice == facts["events"][0]["dice"]


def test_a_roll_that_begins_with_a_sign_is_dice():
    assert rbfcli.roll("-1d1", seed=7).total == -1
    assert rbfcli.odds("-1d2").chances == {-2: Fraction(1, 2), -1: Fraction(1, 2)}


def test_a_seed_can_be_a_number_or_anything():
    assert rbfcli.roll("9d9", seed=7) == rbfcli.roll("9d9", seed="7") != rbfcli.roll("9d9", seed="--force")
    assert rbfcli.roll("9d99") != rbfcli.roll("9d99")


@pytest.mark.parametrize("comparison", [">=", "<=", ">", "<", "==", "!="])
def test_chances_are_exact(comparison):
    rows = [one + other for one in range(1, 7) for other in range(1, 7)]
    counted = sum(eval(f"{row} {comparison} 8") for row in rows)  # noqa: S307 - the comparisons are Python's

    assert rbfcli.odds("2d6").chance(comparison, 8) == Fraction(counted, len(rows))


def test_endless_dice_say_what_is_left_out():
    found = rbfcli.odds("1d6!")

    assert found.left_out > 0
    assert sum(found.chances.values()) + found.left_out == 1
    assert rbfcli.odds("1d6/4").chances[Fraction(1, 4)] == Fraction(1, 6)


# A fight.


def test_a_fight_is_the_shells(fight):
    for line in ("start dock-ambush --seed quay", *TO_JOSS):
        shell(*line.split())
    lines = shell("attack", "gunner1", "--dice", "5,7", "--dry-run").stdout.splitlines()
    facts = json.loads(shell("attack", "gunner1", "--dice", "5,7", "--json").stdout)
    found = fight.do("attack gunner1", dice=[5, 7])

    assert (found.ok, found.outcome) == (True, facts["outcome"])
    assert [*found.events] == facts["events"]
    assert [*found.lines] == lines
    assert str(found) == "\n".join(lines)
    assert fight.script() == shell("log", "--script").stdout
    assert [each.line for each in fight.actions("joss")] == [
        each["line"] for each in json.loads(shell("actions", "joss", "--json").stdout)["actions"]
    ]


def test_odds_of_a_command_are_the_shells_and_change_nothing(fight):
    for line in ("start dock-ambush --seed quay", *TO_JOSS):
        shell(*line.split())
    facts, before = json.loads(shell("odds", "attack", "gunner1", "--json").stdout), fight.script()
    found = fight.odds("attack gunner1")

    assert found.outcomes == {name: Fraction(each["p"]) for name, each in facts["outcomes"].items()}
    assert sum(found.outcomes.values()) == 1
    assert sum(found.losses["gunner1"].values()) == 1
    assert (found.sampled, found.n, fight.script()) == (False, 0, before)


def test_a_question_waits_for_its_answer(fight):
    assert fight.question is None
    fight.do("attack gunner1", dice=[8, 8])
    asked = fight.question

    assert (asked.kind, asked.who, asked.free_text) == ("critical", "joss", True)
    assert "critical success" in asked.text
    fight.do(f"choose {asked.answers[0]}")
    assert fight.question is None
    assert fight.combatants["gunner1"].hp == 0


def test_an_undone_line_never_was(fight):
    before = fight.script()
    first = fight.do("attack gunner1").lines
    fight.undo()

    assert fight.script() == before
    assert fight.do("attack gunner1").lines == first


def test_the_combatants_are_copies(fight):
    fight.do("condition add joss prone")
    fight.combatants["joss"].conditions.clear()
    fight.combatants.clear()

    assert "prone" in fight.combatants["joss"].conditions


def test_a_line_that_reports_problems_is_not_ok(fight):
    result = fight.do("check nosuch.toml")

    assert not result.ok
    assert "nosuch.toml" in result.notices[0]


def test_an_empty_fight_takes_its_first_line():
    fight = rbfcli.Fight()
    with pytest.raises(RbfError, match="no fight has begun"):
        fight.combatants  # noqa: B018 - looking is all
    fight.do("new rbf")

    assert fight.combatants == {}


def test_a_fight_starts_from_a_path():
    Path("here.toml").write_bytes((ROOT / "encounters" / "duel.toml").read_bytes())

    assert rbfcli.Fight.start(Path("here.toml")).combatants.keys() == {"ada", "bosun"}


# What is wrong.


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_an_error_and_changes_nothing(fight, wrong):
    before, die = fight.script(), fight.do("attack gunner1 --dry-run").lines
    with pytest.raises(RbfError) as caught:
        wrong(fight)

    assert caught.value.kind not in ("bug", "plugin")
    assert caught.value.message
    assert (fight.script(), fight.do("attack gunner1 --dry-run").lines) == (before, die)
    assert not [*Path.cwd().iterdir()]


@pytest.mark.parametrize("line", ["attack nosuch", "attack", "atack gunner1", "attack ada", "turn next --dice 1"])
def test_an_error_has_the_fields_of_the_json_error(fight, line):
    lines = "\n".join(("start dock-ambush --seed quay", *TO_JOSS, line))
    answer = run_rbf("run", "-", "--json", cwd=Path.cwd(), stdin=lines)
    with pytest.raises(RbfError) as caught:
        fight.do(f"{line} --json")

    assert json.loads(json.dumps(error_facts(caught.value))) == json.loads(answer.stdout.splitlines()[-1])["error"]
    assert caught.value.status == answer.returncode
    assert caught.value.hint
    assert caught.value.__notes__ == [caught.value.hint]


def test_an_altered_journal_is_an_error_of_the_script():
    with rbfcli.Fight.open("encounter.toml") as fight:
        fight.do("start duel --seed quay")
        fight.do("init")
    save = Path("encounter.toml")
    save.write_text(save.read_text().replace("\ninit  #", "\ninit --force  #"))

    with pytest.raises(RbfError, match="line 1") as caught:
        rbfcli.Fight.open("encounter.toml").script()
    assert (caught.value.kind, caught.value.status) == ("difference", 1)


@pytest.mark.parametrize("call", CLOSED.values(), ids=CLOSED.keys())
def test_a_closed_fight_refuses(fight, call):
    with fight:
        pass

    with pytest.raises(RbfError, match="this fight is closed"):
        call(fight)


def test_a_line_replaces_no_file(fight):
    fight.do("export people people.csv")
    before = Path("people.csv").read_bytes()

    with pytest.raises(RbfError, match=r"people\.csv already exists, and Fight\.do cannot replace files"):
        fight.do("export people people.csv --force")
    assert Path("people.csv").read_bytes() == before


# A save.


def test_each_line_is_saved(fight):
    with rbfcli.Fight.open("encounter.toml") as saved:
        for line in ("start dock-ambush --seed quay", *TO_JOSS):
            saved.do(line)
            assert shell("log", "--script").stdout == saved.script()
        assert saved.script() == fight.script()
        shell("attack", "gunner1", "--dice", "5,7")
        assert saved.combatants["gunner1"].hp == 7
        saved.undo()
    assert shell("log", "--script").stdout == fight.script()


def test_a_save_stays_where_it_was_opened(tmp_path, monkeypatch):
    fight = rbfcli.Fight.open("encounter.toml")
    Path("elsewhere").mkdir()
    monkeypatch.chdir("elsewhere")
    fight.do("start duel")

    assert (tmp_path / "encounter.toml").exists()
    assert not [*Path.cwd().iterdir()]


def test_a_refused_line_and_an_error_in_the_block_leave_the_save():
    with rbfcli.Fight.open("encounter.toml") as fight:
        fight.do("start duel --seed quay")
    before = Path("encounter.toml").read_bytes()

    with pytest.raises(RbfError), rbfcli.Fight.open("encounter.toml") as fight:
        fight.do("attack nosuch")
    assert Path("encounter.toml").read_bytes() == before


def test_a_save_edited_by_hand_is_a_notice():
    with rbfcli.Fight.open("encounter.toml") as fight:
        fight.do("start duel --seed quay")
        save = Path("encounter.toml")
        save.write_text(save.read_text().replace("Duel on the pier", "Duel on the quay"))
        said = fight.do("init").notices

    assert said
    assert not rbfcli.Fight.open("encounter.toml").do("turn next").notices


# Threads.


def test_one_line_runs_at_a_time(fight, monkeypatch):
    carry_out, running, seen = CommandService.carry_out, [], []

    def slowly(service, line):
        running.append(line)
        time.sleep(0.01)
        seen.append(len(running))
        reply = carry_out(service, line)
        running.remove(line)
        return reply

    monkeypatch.setattr(CommandService, "carry_out", slowly)
    in_threads(lambda: fight.do("show"), lambda: rbfcli.roll("2d6"), lambda: fight.odds("attack gunner1"))

    assert seen == [1, 1, 1]


def test_threads_lose_no_line_of_a_fight(fight):
    in_threads(*[lambda: [fight.do("note here") for _ in range(12)]] * 4)

    assert fight.script().count("note here") == 48


def test_threads_lose_no_line_of_a_save():
    rbfcli.Fight.open("encounter.toml").do("start duel --seed quay")

    def write():
        with rbfcli.Fight.open("encounter.toml") as fight:
            for _ in range(6):
                fight.do("note here")
                assert fight.combatants

    in_threads(*[write] * 4)
    session = from_bytes(Path("encounter.toml").read_bytes(), "encounter.toml").session
    assert session.journal.count("note here") == 24
    assert [*session.faults(played=True)] == []


# A notebook and a simulation.


def test_a_notebook_shows_the_players_screen(fight):
    fight.do('set joss name="<b>Joss & co"')
    frame = fight._repr_html_()
    shown = unescape(re.search(r'srcdoc="([^"]*)"', frame)[1])

    assert "&lt;b&gt;Joss &amp; co" in shown
    assert 'http-equiv="refresh"' not in shown
    assert "Winch gunner 1" in shown
    fight.close()
    assert "this fight is closed" in fight._repr_html_()


def test_a_simulation_is_the_shells():
    facts = json.loads(shell("simulate", "duel", "--fights", "9", "--seed", "7", "--json").stdout)
    found = rbfcli.simulate("duel", fights=9, seed=7)

    assert (found.fights, found.seed, found.draws, found.rounds) == (9, "7", facts["draws"], facts["rounds"])
    assert {side: each.wins for side, each in found.sides.items()} == {
        side: each["wins"] for side, each in facts["sides"].items()
    }
    assert found.combatants["ada"].taken == facts["combatants"]["ada"]["taken"]


def test_a_simulation_of_a_fight_begins_where_it_is(fight):
    for who in ("thug1", "thug2", "thug3", "thug4", "gunner1"):
        fight.do(f"damage {who} 99")
    before = fight.script()

    assert rbfcli.simulate(fight, fights=3, seed=7).sides["crew"].chance == 1
    assert fight.script() == before


def test_an_interrupt_stops_a_simulation(monkeypatch):
    from rbfcli.commands import simulate

    def interrupted(*given):
        yield from chunks(*given)
        raise KeyboardInterrupt

    chunks = simulate.simulated
    monkeypatch.setattr(simulate, "simulated", interrupted)

    with pytest.raises(KeyboardInterrupt):
        rbfcli.simulate("duel", fights=5, seed=7)
    with pytest.raises(KeyboardInterrupt):
        rbfcli.Fight.start("duel").do("simulate --fights 5")
