"""What a terminal shows and what a pipe gets: colour, tables, width, and nothing a name can do to them."""

from __future__ import annotations

import json
import os
import platform
import pty
import re
import select
import subprocess
import sys
import tomllib

import pytest

from rbfcli import __version__
from rbfcli.cli import front_ends
from rbfcli.cli.front_ends import ProgressLine
from rbfcli.cli.main import run
from rbfcli.cli.process import Output
from rbfcli.language.verbs import SYNONYMS

# C-05: what is to be read aloud has no escape, no drawing and no second column, on a terminal too.


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
def aloud_screen(tmp_path, monkeypatch, save):
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
def test_nothing_is_drawn(aloud_screen, monkeypatch, mode):
    words, environ = MODES[mode]
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    drawn = {line: DRAWN.findall(aloud_screen(*line.split(), *words)) for line in LINES}

    assert {line: found for line, found in drawn.items() if found} == {}


def test_somebody_is_one_line_of_words(aloud_screen):
    assert "\nada: Ada Quill, crew, HP 15/15, weapon sword, armour 2, " in aloud_screen("show", "--plain")


def test_without_it_there_is_something_to_leave_out(aloud_screen):
    assert [
        line for line in ("show", "watch --once", "help attack") if not DRAWN.search(aloud_screen(*line.split()))
    ] == []


def test_a_dumb_terminal_gets_no_escape(aloud_screen, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    assert [line for line in LINES if "\x1b" in aloud_screen(*line.split())] == []


SGR = re.compile(r"\x1b\[[0-9;]*m")
HOSTILE = [
    "[red]x[/red]",
    "[/bad]",
    "[link=file:///etc/passwd]y[/link]",
    ":smile:",
    "[@click=app.bell]z",
    "back\\slash",
]


def on_a_terminal(rbf, *words, **environ):
    """What a run prints to a terminal of 100 columns, line feeds as a pipe would have them."""
    reader, terminal = pty.openpty()
    settings = {**os.environ, "TERM": "xterm", "COLUMNS": "100", **environ}
    with subprocess.Popen(
        [sys.executable, "-m", "rbfcli", *words], cwd=rbf.folder, stdout=terminal, stderr=terminal,
        stdin=subprocess.DEVNULL, env=settings,
    ) as process:  # fmt: skip
        os.close(terminal)
        parts = []
        while select.select([reader], [], [], 300)[0]:
            try:
                part = os.read(reader, 65_536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        process.wait(300)
    os.close(reader)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_a_pipe_gets_no_control_character(begun):
    for words in (("show",), ("log",), ("attack", "ada", "thug1", "--dice", "5,7", "--force", "--explain")):
        out = begun.out(*words)
        assert out.replace("\n", "").isprintable()
    assert "\x1b" not in begun.out("show", environ={"GITHUB_ACTIONS": "1", "PY_COLORS": "1"})


@pytest.mark.slow
@pytest.mark.parametrize("words", [("show",), ("attack", "ada", "thug1", "--dice", "5,7", "--force", "-n"), ("log",)])
def test_colour_adds_nothing_but_colour(begun, words):
    coloured = on_a_terminal(begun, *words)
    assert SGR.search(coloured)
    plain = on_a_terminal(begun, *words, NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]m", plain)
    assert SGR.sub("", coloured) == SGR.sub("", plain)


@pytest.mark.parametrize(
    ("words", "environ", "coloured"),
    [
        ((), {"RBF_COLOR": "always"}, True),
        (("--color", "never"), {"RBF_COLOR": "always"}, False),
        (("--color", "auto"), {"RBF_COLOR": "always"}, False),
        (("--color", "always"), {"RBF_COLOR": "never"}, True),
        ((), {"RBF_COLOR": "never", "FORCE_COLOR": "1"}, False),
    ],
)
def test_the_variable_decides_colour_unless_the_option_does(begun, words, environ, coloured):
    for verb in (("turn", "-n"), ("roll", "1d6")):
        assert bool(SGR.search(begun.out(*verb, *words, environ=environ))) is coloured


@pytest.mark.slow
def test_a_dumb_terminal_gets_no_escape_at_all(begun):
    assert "\x1b" not in on_a_terminal(begun, "show", TERM="dumb")
    assert "\x1b" not in on_a_terminal(begun, "show", "--plain")


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["0", "1", "39", "80", "500", "100000", "-1", "abc"])
def test_a_table_fits_any_terminal(begun, columns):
    shown = SGR.sub("", on_a_terminal(begun, "show", COLUMNS=columns))
    assert 0 < len(shown) < 65_536
    assert max(map(len, shown.splitlines())) <= 200


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_markup_in_a_name_is_a_name(rbf, name):
    rbf.out("new", "rbf", "--seed", "x")
    rbf.out("add", name, "hp=3")
    assert name in rbf.out("show")
    assert name in SGR.sub("", on_a_terminal(rbf, "show"))


@pytest.mark.parametrize("name", ["\x1b[31mred", "a\u202eb", "bell\x07", "\x9b31m", "zero\u200bwidth"])
def test_a_name_that_plays_with_the_terminal_is_refused_and_shown_escaped(rbf, name):
    rbf.out("new", "rbf", "--seed", "x")
    done = rbf.run("add", name, "hp=3")
    assert done.returncode == 2
    assert done.stderr.rstrip("\n").isprintable()


def test_a_name_put_into_the_save_by_hand_is_refused_and_shown_escaped(rbf):
    rbf.out("new", "rbf", "--seed", "x")
    rbf.out("add", "Vex", "hp=3")
    rbf.save.write_text(rbf.save.read_text().replace('name = "Vex"', 'name = "V\\u001b[31mx\\u202e"'))
    for words in (("show",), ("show", "vex"), ("actions", "vex"), ("damage", "vex", "1"), ("show", "--json")):
        done = rbf.run(*words)
        assert done.returncode == 3
        assert "the text contains an invisible character" in done.stderr + done.stdout
        assert (done.stdout + done.stderr).replace("\n", "").isprintable()


@pytest.mark.slow
@pytest.mark.parametrize("columns", [40, 60, 80])
def test_what_is_wrong_breaks_between_words_where_the_terminal_ends(begun, columns):
    line = ("start", "duel")
    shown = on_a_terminal(begun, *line, COLUMNS=str(columns)).rstrip("\n")
    piped = begun.run(*line).stderr.rstrip("\n")

    assert "\n" not in piped
    assert " ".join(shown.split()) == piped
    assert max(map(len, shown.split("\n"))) <= columns < len(piped)


@pytest.mark.slow
def test_a_long_result_breaks_between_words_on_a_terminal_alone(begun):
    line = ("note", "the crane swings over the quay, and everybody below it looks up for as long as a breath takes")
    shown = on_a_terminal(begun, *line, NO_COLOR="1", COLUMNS="60").rstrip("\n")

    assert max(map(len, shown.split("\n"))) <= 60
    assert " ".join(shown.split()) == begun.out(*line).rstrip("\n")


@pytest.mark.slow
def test_rules_break_between_words_on_a_terminal(begun):
    shown = on_a_terminal(begun, "rules", "threat", NO_COLOR="1", COLUMNS="50").rstrip("\n")

    assert max(map(len, shown.split("\n"))) <= 50
    assert " ".join(shown.split()) == " ".join(begun.out("rules", "threat").split())


# `--plain`: a record a line, a tab between its cells, nothing cut and nothing aligned (J-04).


LISTS = {
    "systems": ("system\trbf\t2d8\tRBF: Combat and Crises", "encounter\tduel"),
    "rules": ("RBF-TST-1\tA test is 2d8",),
    "rules rbf": ("RBF-TST-1\tA test is 2d8",),
    "restore --list": ("1\tAmbush at the docks (rbf), round 1, Dockside thug 1's turn, 1 command",),
    "actions": ("1\t",),
    "suggest": ("1\tattack ",),
}


@pytest.mark.parametrize(("line", "records"), LISTS.items(), ids=LISTS)
@pytest.mark.parametrize("columns", ["30", "200"])
def test_a_list_is_a_record_a_line(begun, line, records, columns):
    begun.out("start", "dock-ambush", "--seed", "docks", "--force")
    begun.out("init", "--set", "joss=40")
    begun.out("turn")
    told = begun.out(*line.split(), "--plain", environ={"COLUMNS": columns}).splitlines()
    for record in records:
        assert any(each.startswith(record) for each in told), told
    assert all("\t" in each for each in told if not each.startswith("and "))
    assert not any(each.startswith(" ") for each in told)
    assert told == begun.out(*line.split(), environ={"RBF_PLAIN": "1"}).splitlines()


@pytest.mark.parametrize("word", [word for word, line in SYNONYMS.items() if line == ("show",)])
def test_another_word_for_show_looks_like_show_in_a_pipe_of_a_given_width(begun, word):
    assert begun.out(word, environ={"COLUMNS": "80"}) == begun.out("show", environ={"COLUMNS": "80"})


def test_the_cells_of_an_action_are_those_of_its_json(begun):
    begun.out("start", "dock-ambush", "--seed", "docks", "--force")
    begun.out("init", "--set", "joss=40")
    begun.out("turn")
    told = [each.split("\t") for each in begun.out("actions", "joss", "--plain").splitlines()]
    rows = json.loads(begun.out("actions", "joss", "--json"))["actions"]
    assert [(number, cost, effect, rule) for number, _, cost, effect, rule, _ in told] == [
        (str(row["number"]), row["cost"], row["effect"], row["rule"]) for row in rows
    ]


# How far a simulation is, drawn on standard error: where that can be drawn on, and for what takes a while (C-06).


class Screen:
    """Standard error that keeps what was drawn on it."""

    def __init__(self, *, error_is_terminal=True, columns=80, **environ):
        self.error_is_terminal = error_is_terminal
        self.error_columns = columns
        self.environ = {"TERM": "xterm", **environ}
        self.drawn = []

    def progress(self, text):
        """Keep what is drawn."""
        self.drawn.append(text)


@pytest.fixture
def drawn(monkeypatch):
    """What is drawn where fights are told of at some times, in seconds since the beginning."""

    def draw(screen, *times, plain=False, about=""):
        clock = iter((100.0, *(100.0 + each for each in times)))
        monkeypatch.setattr(front_ends.time, "monotonic", lambda: next(clock))
        progress = ProgressLine(screen, plain=plain)
        for number, _ in enumerate(times, 1):
            progress.tell(number, 10, about)
        progress.clear()
        return [each.strip() for each in screen.drawn]

    return draw


def test_what_is_done_within_half_a_second_draws_nothing(drawn):
    assert drawn(Screen(), 0.1, 0.3, 0.49) == []


def test_it_is_drawn_anew_a_few_times_a_second_and_taken_away(drawn):
    assert drawn(Screen(), 0.4, 0.5, 0.6, 0.8) == [
        "2 of 10 fights, 2 s left, 4 a second [####................]",
        "4 of 10 fights, 1 s left, 5 a second [########............]",
        "",
    ]


def test_a_number_that_is_not_certain_is_told_as_about_so_many(drawn):
    assert drawn(Screen(), 0.5, about="about") == [
        "1 of about 10 fights, 4 s left, 2 a second [##..................]",
        "",
    ]


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (60, "2 of 10 fights, 2 s left, 4 a second [####................]"),
        (37, "2 of 10 fights, 2 s left, 4 a second"),
        (25, "2 of 10 fights, 2 s left"),
        (10, "2 of 10 f"),
        (0, "2 of 10 fights, 2 s left, 4 a second [####................]"),
    ],
)
def test_the_line_never_fills_a_narrow_terminal_to_its_last_column(drawn, columns, line):
    assert drawn(Screen(columns=columns), 0.4, 0.5) == [line, ""]


@pytest.mark.parametrize(
    ("screen", "plain"), [(Screen(error_is_terminal=False), False), (Screen(TERM="dumb"), False), (Screen(), True)]
)
def test_nothing_is_drawn_where_that_would_be_noise(drawn, screen, plain):
    assert drawn(screen, 1, 2, 3, plain=plain) == []


def test_before_the_first_fight_is_over_it_is_told_how_long_that_takes(monkeypatch):
    screen, clock = Screen(), iter((100.0, 100.3, 103.0))
    monkeypatch.setattr(front_ends.time, "monotonic", lambda: next(clock))
    progress = ProgressLine(screen, plain=False)
    progress.tell(0, 1000)
    progress.tell(0, 1000)
    assert [each.strip() for each in screen.drawn] == ["0 of 1,000 fights, 3 s [....................]"]


def test_a_slow_rate_has_digits_behind_the_point(drawn):
    assert drawn(Screen(), 4) == ["1 of 10 fights, 36 s left, 0.25 a second [##..................]", ""]


# `--version` names the formats that a save and the JSON really have.


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_names_the_formats_in_use(rbf, option):
    rbf.out("start", "duel", "--seed", "v")
    save = tomllib.loads(rbf.save.read_text())["format"]
    output = json.loads(rbf.out("--json", "roll", "1d6"))["format"]
    said = f"rbf {__version__} (Python {platform.python_version()}, save format {save}, output format {output})\n"
    assert rbf.out(option) == said
