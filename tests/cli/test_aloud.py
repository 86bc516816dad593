"""C-05: what is to be read aloud has no escape, no drawing and no second column, on a terminal too."""

from __future__ import annotations

import os
import re

import pytest

from rbfcli.cli.main import run
from rbfcli.cli.output import Output

DRAWN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2500-\u259f]")
LINES = (
    "show",
    "show ada",
    "actions",
    "log",
    "log --format text",
    "odds 2d8+3 --plot",
    "odds attack ada thug1 --force",
    "roll 4d6kh3 --explain",
    "roll nonsense",
    "help",
    "help attack",
    "help --all",
    "watch --once",
    "watch --players --once",
    "doctor",
    "systems",
    "rules rbf",
)
MODES = {
    "--plain": (["--plain"], {"TERM": "xterm"}),
    "RBF_PLAIN": ([], {"TERM": "xterm", "RBF_PLAIN": "1"}),
    "ACCESSIBLE": ([], {"TERM": "xterm", "ACCESSIBLE": "1"}),
}


@pytest.fixture(scope="module")
def save(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("aloud") / "encounter.toml")
    for line in ("start dock-ambush --seed docks", "init --set ada=40", "damage thug1 20"):
        assert run([*line.split(), "-e", path], Output(os.open(os.devnull, os.O_WRONLY))) == 0
    return path


@pytest.fixture
def screen(tmp_path, monkeypatch, save):
    """Runs a line as on a terminal of 80 columns, and gives what is printed."""
    monkeypatch.setattr(Output, "is_terminal", property(lambda _: True))
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((80, 500)))
    for name in ("RBF_PLAIN", "ACCESSIBLE", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RBF_ENCOUNTER", save)
    monkeypatch.setenv("RBF_PAGER", "off")
    monkeypatch.setenv("TERM", "xterm")

    def printed(*words):
        path = tmp_path / "printed"
        out = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            run([*words], Output(out))
        except Exception as wrong:  # noqa: BLE001 - what is refused is told by the process
            return str(wrong)
        finally:
            os.close(out)
        return path.read_text(encoding="utf-8")

    return printed


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_drawn(screen, monkeypatch, mode):
    words, environ = MODES[mode]
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    drawn = {line: DRAWN.findall(screen(*line.split(), *words)) for line in LINES}

    assert {line: found for line, found in drawn.items() if found} == {}


def test_somebody_is_one_line_of_words(screen):
    assert "\nada: Ada Quill, crew, HP 15/15, weapon sword, armour 2, " in screen("show", "--plain")


def test_without_it_there_is_something_to_leave_out(screen):
    assert [line for line in ("show", "watch --once", "help attack") if not DRAWN.search(screen(*line.split()))] == []


def test_a_dumb_terminal_gets_no_escape(screen, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert [line for line in LINES if "\x1b" in screen(*line.split())] == []
