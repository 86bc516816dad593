"""An interrupt ends the program from its first line on: by the signal, without a word.

What comes before that line is Python: its own start, the imports of `site`, and of the module with our first line.
"""

import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

import rbfcli
from tests.time_limit import let_work

pytestmark = pytest.mark.slow

LONG = os.environ.get("RBF_FUZZ") == "1"
TIMES = 300 if LONG else 16
LONGEST = 0.15  # seconds of a processor: a start takes less
A_TICK = 1 / os.sysconf("SC_CLK_TCK")
RBF = Path(sysconfig.get_path("scripts")) / "rbf"
MISS = ("attack", "joss", "thug1", "--force", "--dice", "1,1")
LINES = (("roll", "2d6"), ("show",), MISS, ("repl",))
STARTS = ([sys.executable, "-m", "rbfcli"], [str(RBF)])
FRAME = re.compile(r'File "[^"]*/rbfcli/([^"]+)", line \d+, in (\S+)')
STRACE, VALGRIND = shutil.which("strace"), shutil.which("valgrind")
UNNEEDED = {
    "typing_extensions",
    "inspect",
    "pathlib",
    "tomllib",
    "typer",
    "rich",
    "rapidfuzz",
    "rbfcli.language.manual",
    "rbfcli.render.json_types",
    "rbfcli.lab.simulate",
}
# The files of the program that a command may load, and their lines.
LOADED = {
    ("roll", "2d6+1"): (23, 5_000),
    ("show",): (73, 16_600),
    ("attack", "joss", "thug1", "--force", "--dice", "5,7", "-n"): (75, 18_000),
    ("undo",): (78, 18_800),
    ("attack", "--help"): (91, 22_000),
    ("__complete", ":", "attack"): (73, 17_600),
}
SLOW_IN_EVERY_LINE = {"language/grammar.py: re.compile"}  # each line is cut into words by it
# How many times the instructions of `python -c pass` it may take.
INSTRUCTIONS = {
    ("roll", "2d6+1"): 2.2,
    ("show",): 6.3,
    ("attack", "joss", "thug1", "--force", "--dice", "5,7", "-n"): 7,
    ("attack", "--help"): 8.5,
    ("__complete", ":", "attack"): 7,
}
PACKAGE, MOST_LATE = Path(rbfcli.__file__).parent, 60
FIRST_LINES = {"__init__.py", "__main__.py", "cli/__init__.py", "cli/main.py"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A folder with a fight in its first turn."""
    folder = tmp_path_factory.mktemp("begun")
    subprocess.run([*STARTS[0], "start", "dock-ambush", "--seed", "s"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*STARTS[0], "init"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*STARTS[0], *MISS], cwd=folder, check=True, capture_output=True)
    return folder


def open_process(command, folder):
    streams = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, cwd=folder, text=True, stdin=subprocess.DEVNULL, **streams)


def before_our_first_line(error):
    """Whether a traceback is of the time before: Python's start, or the import of the module of that line."""
    frames = FRAME.findall(error)
    return "KeyboardInterrupt" in error and all(file in FIRST_LINES and name == "<module>" for file, name in frames)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def test_a_signal_at_any_moment_of_the_start_ends_the_program(begun, number, figure):
    chance = random.Random(number)  # noqa: S311 - moments to interrupt at
    died = done = early = 0
    for at in range(TIMES):
        command = [*STARTS[at % 2], *LINES[at // 2 % len(LINES)]]
        with open_process(command, begun) as process:
            let_work(process, chance.random() * LONGEST)
            time.sleep(chance.random() * A_TICK)  # any moment will do: nothing is waited for
            process.send_signal(number)
            _, error = process.communicate()
        if process.returncode == -number and not error:
            died += 1
        elif number == signal.SIGINT and before_our_first_line(error):
            early += 1
        else:
            assert (process.returncode, error) == (0, ""), command
            done += 1
    assert died
    figure(
        f"{number.name} during {TIMES} starts: died {died}, had finished {done}, in Python's own start {early}, wrong 0"
    )


@pytest.mark.skipif(not STRACE, reason="strace is not installed")
@pytest.mark.parametrize("line", LINES[:3], ids=lambda line: line[0])
def test_an_interrupt_at_every_file_opened_ends_the_program(begun, tmp_path, line, figure):
    command = [*STARTS[0], *line, "-e", shutil.copy(begun / "encounter.toml", tmp_path)]
    numbers = opened_by_us(command, tmp_path)
    tried = numbers if LONG else numbers[:: len(numbers) // 6]
    died = 0
    for number in tried:
        inject = ["-e", "trace=openat", "-e", f"inject=openat:signal=INT:when={number}"]
        with open_process([STRACE, "-o", "trace", *inject, *command], tmp_path) as process:
            _, error = process.communicate()
        hit = "--- SIGINT" in (tmp_path / "trace").read_text()
        assert (error, process.returncode) == ("", -signal.SIGINT if hit else 0)
        died += hit
    assert died >= len(tried) - 1
    assert {path.name for path in tmp_path.iterdir()} <= {"trace", "encounter.toml", ".encounter.toml.lock"}
    figure(f"SIGINT at {len(tried)} of {len(numbers)} files opened by rbf {line[0]}: died {died}, wrong 0")


def opened_by_us(command, folder):
    """The numbers of the files opened after our first line, among all that a process opens once it is compiled."""
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    traced = [STRACE, "-o", "trace", "-e", "trace=openat,rt_sigaction", *command]
    subprocess.run(traced, cwd=folder, check=True, capture_output=True)
    calls = (folder / "trace").read_text().splitlines()
    first = next(at for at, call in enumerate(calls) if call.startswith("rt_sigaction(SIGINT, {sa_handler=SIG_DFL"))
    opened = [at for at, call in enumerate(calls) if call.startswith("openat(")]
    return [1 + opened.index(at) for at in opened if at > first]


@pytest.mark.parametrize("line", [*LINES[:3], ("actions",), ("undo",), ("run", "-")], ids=lambda line: line[0])
def test_what_a_verb_does_not_need_stays_out_of_its_start(begun, tmp_path, line):
    """Each of these takes longer to import than a verb takes to run."""
    save = shutil.copy(begun / "encounter.toml", tmp_path)
    modules = modules_after([*line, "-e", save], begun)

    assert "msgspec" in modules
    assert UNNEEDED.isdisjoint(modules)


def test_typing_extensions_can_be_imported_after_the_start():
    program = (
        "import sys\nfrom rbfcli.cli.process import import_msgspec\nimport_msgspec(); import_msgspec()\n"
        "print('msgspec' in sys.modules, 'typing_extensions' in sys.modules)\n"
        "import typing_extensions; import_msgspec(); print(sys.modules['typing_extensions'].__name__)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "True False\ntyping_extensions\n"


@pytest.mark.parametrize("line", LOADED, ids=" ".join)
def test_a_command_loads_few_files_and_lines(begun, tmp_path, line):
    """What a command loads is most of the time that it takes: keep what it does not need out of its imports."""
    files = loaded_by(line, shutil.copytree(begun, tmp_path / "begun"))
    lines = sum(len(Path(file).read_text(encoding="utf-8").splitlines()) for file in files)

    most_files, most_lines = LOADED[line]
    assert len(files) <= most_files, sorted(files)
    assert lines <= most_lines


@pytest.mark.parametrize("line", LOADED, ids=" ".join)
def test_what_a_command_loads_builds_nothing_slow(begun, tmp_path, line):
    """A pattern or a named tuple costs 0.1 ms or more: compile at the first use, and let records be structs."""
    files = loaded_by(line, shutil.copytree(begun, tmp_path / "begun"))

    slow = {
        f"{Path(file).relative_to(PACKAGE)}: {found}"
        for file in files
        for each in ast.parse(Path(file).read_text(encoding="utf-8")).body
        for found in slow_in(each)
    }
    assert slow <= SLOW_IN_EVERY_LINE


def slow_in(statement):
    """What a statement of a module builds while it is imported."""
    if isinstance(statement, ast.ClassDef):
        return [base.id for base in statement.bases if isinstance(base, ast.Name) and base.id == "NamedTuple"]
    if isinstance(statement, ast.Assign | ast.AnnAssign):
        calls = [node.func for node in ast.walk(statement) if isinstance(node, ast.Call)]
        return [ast.unparse(each) for each in calls if ast.unparse(each) == "re.compile"]
    return []


def test_a_roll_with_settings_loads_no_typing_extensions(tmp_path):
    settings = tmp_path / "rbf.toml"
    settings.write_text('color = "never"\n')

    assert "typing_extensions" not in modules_after(["roll", "2d6"], tmp_path)


def test_an_alias_that_is_not_typed_loads_no_scripts(begun, tmp_path):
    folder = shutil.copytree(begun, tmp_path / "begun")
    (folder / "rbf.toml").write_text('[alias]\nhit = "attack joss thug1"\n')

    assert "rbfcli.script.run" not in modules_after(["show"], folder)
    assert "rbfcli.language.aliases" not in modules_after(["show"], begun)


def loaded_by(line, folder):
    """The files of the program that a command loads."""
    named = modules_after(line, folder)
    return {find_spec(each).origin for each in named if each.startswith("rbfcli")}


def modules_after(line, folder):
    """The names of all modules at the end of a command that succeeds."""
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(f'{status} ' + ' '.join(sys.modules))\n"
        "from rbfcli.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *line], cwd=folder, input="", capture_output=True, text=True, check=True
    )
    status, *modules = done.stderr.split()
    assert status == "0"
    return set(modules)


def test_imports_inside_functions_are_few():
    """Each has its reason (`noqa: PLC0415 - why`): what most starts do not need, an extra, or a cycle."""
    late = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path in PACKAGE.rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Import | ast.ImportFrom)
    ]

    assert len(late) <= MOST_LATE, late


@pytest.mark.skipif(not (LONG and VALGRIND), reason="counting takes seconds, RBF_FUZZ=1, and valgrind")
@pytest.mark.parametrize("line", INSTRUCTIONS, ids=" ".join)
def test_a_command_takes_few_instructions_more_than_python_itself(begun, line, figure):
    """Instructions are counted, as a share of those of `python -c pass`: time depends on the machine and its load."""
    times = instructions(["-m", "rbfcli", *line], begun) / instructions(["-c", "pass"], begun)

    figure(f"rbf {' '.join(line)}: {times:.2f} times the instructions of python -c pass")
    assert times <= INSTRUCTIONS[line]


def instructions(words, folder):
    """How many instructions Python takes for something, once everything is compiled."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *words], cwd=folder, env=environ, check=True, capture_output=True)
    counting = [VALGRIND, "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
    done = subprocess.run(
        [*counting, sys.executable, *words], cwd=folder, env=environ, check=True, capture_output=True, text=True
    )
    return int(re.search(r"I\s+refs:\s+([0-9,]+)", done.stderr)[1].replace(",", ""))
