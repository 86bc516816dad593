"""What a terminal shows and what a pipe gets: colour, tables, width, and nothing a name can do to them."""

import os
import pty
import re
import select
import subprocess
import sys

import pytest

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
        while select.select([reader], [], [], 20)[0]:
            try:
                part = os.read(reader, 65_536)
            except OSError:
                break
            if not part:
                break
            parts.append(part)
        process.wait(20)
    os.close(reader)
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_a_pipe_gets_no_control_character(begun):
    for words in (("show",), ("log",), ("attack", "ada", "thug1", "--dice", "5,7", "--force", "--explain")):
        out = begun.out(*words)
        assert out.replace("\n", "").isprintable()
    assert "\x1b" not in begun.out("show", environ={"GITHUB_ACTIONS": "1", "PY_COLORS": "1"})


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


def test_a_dumb_terminal_gets_no_escape_at_all(begun):
    assert "\x1b" not in on_a_terminal(begun, "show", TERM="dumb")
    assert "\x1b" not in on_a_terminal(begun, "show", "--plain")


@pytest.mark.parametrize("columns", ["0", "1", "39", "80", "500", "100000", "-1", "abc"])
def test_a_table_fits_any_terminal(begun, columns):
    shown = SGR.sub("", on_a_terminal(begun, "show", COLUMNS=columns))
    assert 0 < len(shown) < 65_536
    assert max(map(len, shown.splitlines())) <= 200


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
        assert "a text cannot hold the invisible character" in done.stderr + done.stdout
        assert (done.stdout + done.stderr).replace("\n", "").isprintable()


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_what_is_wrong_breaks_between_words_where_the_terminal_ends(begun, columns):
    line = ("attack", "ada", "thug1", "--nosuch")
    shown = on_a_terminal(begun, *line, COLUMNS=str(columns)).rstrip("\n")
    piped = begun.run(*line).stderr.rstrip("\n")

    assert "\n" not in piped
    assert " ".join(shown.split()) == piped
    assert max(map(len, shown.split("\n"))) <= columns < len(piped)


def test_a_long_result_breaks_between_words_on_a_terminal_alone(begun):
    line = ("note", "the crane swings over the quay, and everybody below it looks up for as long as a breath takes")
    shown = on_a_terminal(begun, *line, NO_COLOR="1", COLUMNS="60").rstrip("\n")

    assert max(map(len, shown.split("\n"))) <= 60
    assert " ".join(shown.split()) == begun.out(*line).rstrip("\n")


def test_rules_break_between_words_on_a_terminal(begun):
    shown = on_a_terminal(begun, "rules", "threat", NO_COLOR="1", COLUMNS="50").rstrip("\n")

    assert max(map(len, shown.split("\n"))) <= 50
    assert " ".join(shown.split()) == " ".join(begun.out("rules", "threat").split())
