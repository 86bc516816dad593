"""An interrupt ends the program from its first line on: by the signal, without a word.

What comes before that line is Python: its own start, the imports of `site`, and of the module with our first line.
"""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest

LONG = os.environ.get("RBF_FUZZ") == "1"
TIMES = 300 if LONG else 16
LONGEST = 0.15
RBF = Path(sysconfig.get_path("scripts")) / "rbf"
MISS = ("attack", "joss", "thug1", "--force", "--dice", "1,1")
LINES = (("roll", "2d6"), ("show",), MISS, ("repl",))
STARTS = ([sys.executable, "-m", "rbfcli"], [str(RBF)])
FRAME = re.compile(r'File "[^"]*/rbfcli/([^"]+)", line \d+, in (\S+)')
STRACE = shutil.which("strace")
UNNEEDED = {
    "typing_extensions",
    "inspect",
    "msgspec.inspect",
    "msgspec._json_schema",
    "fnmatch",
    "platform",
    "textwrap",
    "tomllib",
    "typer",
    "rich",
    "rapidfuzz",
    "rbfcli.language.manual",
}
FIRST_LINES = {"__init__.py", "__main__.py", "cli/__init__.py", "cli/main.py"}


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """A folder with a fight."""
    folder = tmp_path_factory.mktemp("begun")
    subprocess.run([*STARTS[0], "start", "dock-ambush", "--seed", "s"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*STARTS[0], "init"], cwd=folder, check=True, capture_output=True)
    return folder


def open_process(command, folder):
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen(command, cwd=folder, text=True, **streams)


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
            time.sleep(chance.random() * LONGEST)  # any moment will do: nothing is waited for
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


@pytest.mark.parametrize("line", [("show",), ("actions",), ("undo",), ("roll", "2d6"), MISS], ids=lambda line: line[0])
def test_what_a_verb_does_not_need_stays_out_of_its_start(begun, tmp_path, line):
    """Each of these takes longer to import than a verb takes to run."""
    save = shutil.copy(begun / "encounter.toml", tmp_path)
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(f'{status} ' + ' '.join(sys.modules))\n"
        "from rbfcli.cli.main import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *line, "-e", save], capture_output=True, text=True, check=True
    )
    status, *modules = done.stderr.split()

    assert (status, "msgspec" in modules) == ("0", True)
    assert UNNEEDED.isdisjoint(modules)


def test_what_stayed_out_of_the_start_can_be_imported_later():
    program = (
        "from rbfcli.cli.imports import import_msgspec; import_msgspec(); import_msgspec()\n"
        "import typer, typing_extensions, platform, textwrap, msgspec.toml, uuid\n"
        "print(typing_extensions.__name__, platform.machine(), textwrap.dedent(' a'), msgspec.toml.decode('b = 1'))\n"
        "print(uuid.UUID(int=5).hex[-1], msgspec.json.encode(uuid.UUID(int=0)), msgspec.convert('0' * 32, uuid.UUID))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == (
        f"typing_extensions {os.uname().machine} a {{'b': 1}}\n"
        "5 b'\"00000000-0000-0000-0000-000000000000\"' 00000000-0000-0000-0000-000000000000\n"
    )


def test_what_the_stand_ins_know_is_what_the_modules_know():
    """Types are the very same, and what was taken from a stand-in does what the module would have done."""
    program = (
        "from rbfcli.cli.imports import import_msgspec; import_msgspec()\n"
        "import sys, typing, msgspec; print(sorted({'re', 'datetime', 'operator', 'warnings'} & set(sys.modules)))\n"
        "Name = typing.Annotated[str, msgspec.Meta(pattern='^a+$')]\n"
        "print(msgspec.convert('aa', Name), msgspec.json.schema(Name)['pattern'])\n"
        "import datetime, operator, re, warnings\n"
        "print(typing.get_origin(typing.Pattern[str]) is re.Pattern, typing.get_origin(typing.Match) is re.Match)\n"
        "day = msgspec.convert('2026-11-23', datetime.date)\n"
        "print(type(day) is datetime.date, msgspec.json.encode(datetime.timedelta(1)))\n"
        "kept = [vars(typing).get(one.__name__, one) for one in (operator, warnings)]  # later Pythons have fewer\n"
        "print(kept[0].itemgetter is operator.itemgetter, kept[1].warn is warnings.warn)\n"
        "print(typing.Union[re.Pattern, None], issubclass(typing.SupportsInt, typing.Protocol))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == ("[]\naa ^a+$\nTrue True\nTrue b'\"P1D\"'\nTrue True\ntyping.Optional[re.Pattern] True\n")


@pytest.mark.parametrize("way", ["from msgspec import inspect", "import msgspec.inspect as inspect"])
def test_what_msgspec_has_for_later_is_imported_when_it_is_asked(way):
    program = (
        "from rbfcli.cli.imports import import_msgspec; import_msgspec()\n"
        "import sys, typing, msgspec; print('msgspec.inspect' in sys.modules)\n"
        f"{way}\n"
        "print(inspect.type_info(int) == inspect.IntType(), msgspec.json.schema(list[int])['items'])\n"
        "print(sys.modules['msgspec.inspect'].IntType is inspect.IntType is msgspec.inspect.IntType)\n"
        "print(typing.get_type_hints(type('Late', (), {'__annotations__': {'a': 'int'}})), typing.ForwardRef('b'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout == "False\nTrue {'type': 'integer'}\nTrue\n{'a': <class 'int'>} ForwardRef('b')\n"
