"""Help in the shell: plain in a pipe, drawn on a terminal, never empty or endless whatever the environment says."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pexpect
import pytest

from rbfcli.cli.help import rules_at, show_help, verbs_of
from rbfcli.cli.typer_help import drawn_help
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import UsageError
from rbfcli.language.forms import VerbForm
from rbfcli.language.grammar import grammar_of, own_options
from rbfcli.language.parser import parse_line
from rbfcli.language.verbs import VERBS
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import empty
from rbfcli.session.file_store import FileStorage
from rbfcli.systems.rbf.commands import Attack
from rbfcli.systems.registry import SHIPPED
from tests.program import run_rbf

SOURCE = Path(__file__).parents[2] / "rbfcli"
PROGRAM = [sys.executable, "-m", "rbfcli"]
WIDTHS = {"0": 40, "1": 40, "10": 40, "39": 40, "80": 80, "500": 200, "100000": 200, "-1": 40, "abc": 80, "": 80}
NOISE = {"GITHUB_ACTIONS": "1", "PY_COLORS": "1", "TERMINAL_WIDTH": "x", "_TYPER_FORCE_DISABLE_TERMINAL": "1"}
SGR = re.compile(r"\x1b\[[\d;]*m")
COLOURED = re.compile(r"\x1b\[(?:\d+;)*(?:3\d|4\d|9\d|10\d)")
BOXES = re.compile("[\u2500-\u259f]")
OPTIONS = {parameter.option for parameter in own_options(grammar_of(Attack))}
DRAWN = Style(colour=True, tables=True, width=80)


@pytest.fixture(autouse=True)
def _nowhere(tmp_path, monkeypatch):
    """A folder without a fight."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def save():
    """A fight of RBF in the folder of the test."""
    FileStorage("encounter.toml", print).begin(empty("rbf", "", "seed"), replace=False)
    return "encounter.toml"


def piped(*argv, **environment):
    """What a run prints into a pipe."""
    done = run_rbf(*argv, cwd=".", environ=environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def on_terminal(*argv, **environment):
    """What a run prints on a terminal of 90 columns."""
    base = {key: value for key, value in os.environ.items() if key != "TERM"}
    environment = {**base, "RBF_PAGER": "off", "TERM": "xterm", **environment}
    command, screen = [*PROGRAM, *argv], {"encoding": "utf-8", "dimensions": (24, 90), "timeout": 60}
    run = pexpect.spawn(command[0], command[1:], env=environment, **screen)
    run.expect(pexpect.EOF)
    run.close()
    assert run.exitstatus == 0
    return run.before.replace("\r\n", "\n")


def shown(words, save="", style=DRAWN):
    """What is shown for a line."""
    written = []
    assert show_help(parse_line(words), save, style, written.append) == 0
    return "".join(written)


@pytest.mark.parametrize("line", ["", "-h", "--help", "help", "help attack", "attack -h", "-e none.toml help roll"])
def test_every_way_to_ask_for_help_is_answered_on_standard_output_with_0(line):
    assert piped(*line.split()).splitlines()[2] == "Examples:"


@pytest.mark.parametrize(
    ("shell", "name"), [("bash", "rbf"), ("zsh", "_rbf"), ("fish", "rbf.fish"), ("powershell", "rbf.ps1")]
)
def test_the_program_prints_its_completions_byte_for_byte(shell, name):
    assert piped("completion", shell) == (SOURCE.parent / "completions" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("argv", [["--help"], ["attack", "--help"]], ids="-".join)
def test_help_in_a_pipe_is_plain_and_within_its_width(argv, columns):
    text = piped(*argv, COLUMNS=columns, **NOISE)

    assert "Examples:" in text
    assert max(map(len, text.splitlines())) <= WIDTHS[columns]
    assert len(text) < 65_536
    assert not re.search(r"[\x00-\x09\x0b-\x1f]", text)
    assert not BOXES.search(text)


@pytest.mark.slow
@pytest.mark.parametrize(("columns", "widest"), [("0", 40), ("1", 40), ("60", 60), ("100000", 200), ("abc", 90)])
def test_help_on_a_terminal_is_drawn_within_its_width(columns, widest):
    text = on_terminal("log", "--help", COLUMNS=columns, **NOISE)

    assert COLOURED.search(text)
    assert BOXES.search(text)
    assert max(len(SGR.sub("", line)) for line in text.splitlines()) <= widest
    assert len(text) < 65_536


@pytest.mark.slow
def test_colour_carries_no_meaning_and_no_color_is_heard():
    drawn, bare = on_terminal("log", "-h"), on_terminal("log", "-h", NO_COLOR="1")

    assert not COLOURED.search(bare)
    assert SGR.sub("", drawn) == SGR.sub("", bare)


@pytest.mark.slow
@pytest.mark.parametrize(("argv", "environment"), [(["--plain"], {}), ([], {"TERM": "dumb"}), ([], {"RBF_PLAIN": "1"})])
def test_a_plain_terminal_gets_the_plain_manual(argv, environment):
    text = SGR.sub("", on_terminal("attack", "--help", *argv, **environment))

    assert not BOXES.search(text)
    assert text.splitlines()[2] == "Examples:"


@pytest.mark.parametrize("style", [DRAWN, Style()], ids=["drawn", "plain"])
def test_inside_a_fight_an_attack_shows_exactly_what_its_system_takes(save, style):
    text = SGR.sub("", shown(["attack", "--help"], save, style))
    own, _, _ = text.partition("Global options")

    assert set(re.findall(r"--[a-z-]+", own.rpartition("Options")[2])) - {"--help"} == OPTIONS
    assert "TECHNIQUE" in own
    assert "rbf attack vex" not in own  # nobody is in the fight who could attack


def test_without_a_fight_all_forms_of_a_verb_are_shown():
    text = shown(["attack", "--help"])

    assert "Without a fight" in text
    assert "--technique" in text


def test_by_a_system_alone_its_form_from_numbers_is_shown():
    text = shown(["attack", "--system", "rbf", "--help"])

    assert "--tn N" in text
    assert "--technique" not in text


def test_a_bare_line_and_help_get_one_screen_and_all_gets_everything(save):
    screen = shown([], save, Style())

    assert len(screen.splitlines()) < 24
    assert shown(["--help"], save, Style()) == screen
    assert "push" in screen
    assert "reorient" not in screen
    assert "reorient" in shown(["--help", "--all"], save, Style())
    assert "(rpj)" in shown(["attack", "--help", "--all"], save, Style())
    assert shown(["--help"], "none.toml", Style()) == shown([], "none.toml", Style()) != screen


def test_help_in_a_session_is_that_of_the_shell(save):
    talk = CommandService(FileStorage(save, print), Style())

    assert talk.perform(["help"]).text == shown(["-h"], save, Style())
    assert talk.perform(["help", "--all"]).text == shown(["-h", "--all"], save, Style())
    assert talk.perform(["help", "--man", "dice"]).text.startswith("rbf-dice(7) - ")


def test_an_unknown_verb_is_answered_with_the_nearest():
    with pytest.raises(UsageError) as wrong:
        shown(["atack", "--help"])
    assert wrong.value.suggestions[0] == "attack"


def test_a_save_that_cannot_be_read_is_no_fight(tmp_path):
    (tmp_path / "bad.toml").write_text("system = 3\n[fight]\n")

    assert rules_at(str(tmp_path / "bad.toml")) is rules_at(str(tmp_path / "none.toml")) is None
    assert verbs_of(None)["attack"].systems == set(SHIPPED)


def test_the_environment_is_as_before_afterwards(monkeypatch):
    for name, value in NOISE.items():
        monkeypatch.setenv(name, value)
    before = dict(os.environ)

    drawn_help(VerbForm(VERBS["roll"]), (), DRAWN)

    assert dict(os.environ) == before


def test_nothing_imports_click_or_what_typer_hides():
    hidden = re.compile(r"^\s*(import|from) (click|typer\._)", re.MULTILINE)

    assert [path for path in SOURCE.rglob("*.py") if hidden.search(path.read_text())] == []
