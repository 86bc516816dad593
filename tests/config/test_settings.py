"""Settings of the configuration file: which outranks which, and what is wrong is told and costs nothing else."""

import json
import os
import subprocess
import sys

import pytest

from rbfcli.config import read_config
from rbfcli.core.limits import CONFIG_BYTES, FOLDERS_ABOVE, LOCK_SECONDS
from rbfcli.language.grammar import CommonOptions, grammar_of
from rbfcli.language.page import Terms
from rbfcli.language.program_verbs import Repl
from rbfcli.language.topics import SETTINGS, sections_of, setting_rows
from rbfcli.storage.paths import folders_file

PLAIN = {"FORCE_COLOR": "", "CLICOLOR_FORCE": "", "NO_COLOR": "", "RBF_PLAIN": ""}


def coloured(rbf, *words, **environ):
    """Whether a roll is coloured."""
    return "\x1b[" in rbf.run("roll", "2d20kh1", "--dice", "20,3", *words, environ={**PLAIN, **environ}).stdout


def test_a_flag_outranks_the_environment_that_the_file_that_the_default(rbf):
    assert not coloured(rbf)
    rbf.write('color = "always"')
    assert coloured(rbf)
    assert coloured(rbf, NO_COLOR="1")
    assert not coloured(rbf, RBF_COLOR="never")
    assert coloured(rbf, "--color", "always", RBF_COLOR="never")


def test_the_file_counts_for_every_verb(begun):
    begun.write('color = "always"')
    assert "\x1b[" in begun.run("help", "attack", environ=PLAIN).stdout
    assert "\x1b[" not in begun.run("help", "attack", environ={**PLAIN, "RBF_PLAIN": "1"}).stdout


def test_plain_of_the_file_and_of_the_environment(begun):
    begun.write("plain = true\ncolor = 'always'")
    spoken = begun.run("show", "--plain").stdout
    unset = {name: value for name, value in PLAIN.items() if name != "RBF_PLAIN"}
    assert begun.run("show", environ=unset).stdout == spoken
    assert begun.run("show", environ={**unset, "RBF_PLAIN": ""}).stdout != spoken


def test_the_file_says_how_long_to_wait(begun):
    begun.write("lock_timeout = 0")
    settings = json.loads(begun.run("doctor", "--json").stdout)["settings"]
    assert settings["lock_timeout"] == {"ok": True, "found": "0 (config.toml)"}
    named = begun.run("doctor", "--json", environ={"RBF_LOCK_TIMEOUT": "3"})
    assert json.loads(named.stdout)["settings"]["lock_timeout"]["found"] == "3 (RBF_LOCK_TIMEOUT)"


def test_another_file_is_named_by_the_environment(rbf):
    rbf.write('color = "always"')
    other = rbf.folder / "other.toml"
    other.write_text('color = "never"')
    assert not coloured(rbf, RBF_CONFIG=str(other))
    assert not coloured(rbf, RBF_CONFIG="/dev/null")
    done = rbf.run("roll", "1d1", environ={"RBF_CONFIG": "nothing.toml"})
    assert (done.returncode, done.stdout) == (0, "1d1 [1] = 1\n")
    assert done.stderr.startswith("rbf: no such file: nothing.toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("colour = 'never'", ":1: colour: unknown key; did you mean color?"),
        ("\ncolor = 'sometimes'", ":2: color must be one of 'always', 'auto', 'never', not 'sometimes'"),
        ("color = true", ":1: color must be one of 'always', 'auto', 'never', not true"),
        ("plain = 1", ":1: plain must be true or false, not 1"),
        ("plain = 'yes'", ":1: plain must be true or false, not 'yes'"),
        ("lock_timeout = -1", ":1: lock_timeout must be a whole number from 0 to 86400, not -1"),
        ("lock_timeout = true", ":1: lock_timeout must be a whole number from 0 to 86400, not true"),
        ("lock_timeout = '3'", ":1: lock_timeout must be a whole number from 0 to 86400, not '3'"),
        ("pager = 3", ":1: pager must be a string, not 3"),
        ("enter = []", ":1: enter must be one of 'ask', 'next', 'off', not a list of 0"),
        ("[enter]", ":1: enter must be one of 'ask', 'next', 'off', not a table"),
        ("alias = 3", ":1: alias must be a table, not 3"),
        ("[alais]", ":1: alais: unknown key; did you mean alias or plain?"),
        ("plain = true\nplain = true", ":2"),
        ("[alias]\na = 'show'\na = 'log'", ":3"),
        ("plain = ", ":1"),
        (b"plain = \xff", ":1: the byte 0xff is not UTF-8 text"),
        ("x = 1.5", ":1: x is 1.5"),
        (b"#" * (CONFIG_BYTES + 1), f" is too large: a configuration can have at most {CONFIG_BYTES:,} bytes; it is"),
        (
            b"#" * 10_000_000,
            " is too large: a file can have at most 8,388,608 bytes; it is ignored, and all settings",
        ),
        ("a = " + "[" * 10_000, ": tables are nested more than 64 deep"),
        (b"\0", ":1"),
    ],
)
def test_what_is_wrong_is_told_once_and_the_command_is_done(rbf, text, told):
    done = rbf.write(text).run("roll", "1d1")
    assert (done.returncode, done.stdout) == (0, "1d1 [1] = 1\n")
    assert done.stderr.startswith("rbf: ")
    assert f"{rbf.file}{told}" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_setting_that_is_wrong_leaves_the_others(rbf):
    found = read_config(str(rbf.write('color = "no"\nenter = "next"\nbell = true\nplain = false\n').file))
    assert found.settings == {
        "enter": ("next", "config.toml"),
        "bell": ("1", "config.toml"),
        "plain": ("", "config.toml"),
    }
    assert len(found.mistakes) == 1


def test_many_mistakes_are_told_up_to_a_number(rbf):
    found = read_config(str(rbf.write("".join(f"x{at} = 1\n" for at in range(1_000))).file))
    assert len(found.mistakes) == 20


def test_a_folder_a_pipe_and_a_loop_in_the_place_of_the_file(rbf):
    rbf.file.mkdir()
    assert rbf.run("roll", "1d1").stdout == "1d1 [1] = 1\n"
    rbf.file.rmdir()
    rbf.file.symlink_to(rbf.file)
    done = rbf.run("roll", "1d1")
    assert (done.returncode, done.stdout) == (0, "1d1 [1] = 1\n")
    assert "config.toml" in done.stderr


def test_without_a_file_nothing_of_it_is_imported(begun):
    command, environ = [sys.executable, "-m", "rbfcli", "show"], {**os.environ, "PYTHONVERBOSE": "1"}
    done = subprocess.run(command, cwd=begun.folder, env=environ, capture_output=True, text=True, check=True)
    assert "import 'rbfcli.storage.paths'" in done.stderr
    assert "rbfcli.config" not in done.stderr


def test_where_and_doctor_name_the_file(begun):
    assert begun.run("where").stdout == "encounter.toml\n"
    begun.write('color = "sometimes"')
    assert begun.run("where").stdout == f"encounter.toml\nconfig: {begun.file}\n"
    assert begun.run("where", "-q").stdout == "encounter.toml\n"
    assert json.loads(begun.run("where", "--json").stdout)["config"] == str(begun.file)
    done = begun.run("doctor")
    assert done.returncode == 1
    assert (
        f"config           WRONG: {begun.file}:1: color must be one of 'always', 'auto', 'never', not 'sometimes'"
        in done.stdout
    )
    begun.write('[alias]\nshow = "log"\nmine = "log"\n')
    done = begun.run("doctor")
    assert "WRONG: " in done.stdout
    assert "  aliases          mine\n" in done.stdout


def test_the_colour_of_the_file_decides(begun):
    begun.write('color = "always"')
    found = json.loads(begun.run("doctor", "--json", environ=PLAIN).stdout)["output"]["colour_on_stdout"]["found"]
    assert found == "yes: color is always"


def test_the_values_are_those_of_the_options():
    assert SETTINGS["color"].values == grammar_of(CommonOptions).options["--color"].spec.choices
    assert SETTINGS["enter"].values == grammar_of(Repl).options["--enter"].spec.choices
    assert float(SETTINGS["lock_timeout"].default) == LOCK_SECONDS


def test_help_documents_every_key():
    parts = [part for section in sections_of("config") for part in section.parts]
    assert Terms(setting_rows()) in parts
    assert {row[0].split()[0] for row in setting_rows()} == {*SETTINGS, "[alias]"}


# `rbf.toml` of a folder: it outranks the user's file, is found from below, and can neither run nor reach anything.


BARE = {"FORCE_COLOR": "", "CLICOLOR_FORCE": "", "NO_COLOR": ""}


@pytest.fixture
def here(rbf):
    """Writes the file of the folder."""
    return (rbf.folder / "rbf.toml").write_text


def settings(rbf, *words, **environ):
    """What `doctor` says of each setting."""
    told = json.loads(rbf.run("doctor", "--json", *words, environ={**BARE, **environ}).stdout)["settings"]
    return {key: each["found"] for key, each in told.items()}


def test_option_environment_folder_user_default(rbf, here):
    """E-01: all five levels, each with where it comes from."""
    assert settings(rbf)["color"] == "auto (default)"
    rbf.write('color = "never"\nbell = true')
    assert settings(rbf)["color"] == "never (config.toml)"
    here('color = "always"')
    assert settings(rbf)["color"] == "always (rbf.toml)"
    assert settings(rbf)["bell"] == "1 (config.toml)"
    assert settings(rbf, RBF_COLOR="never")["color"] == "never (RBF_COLOR)"

    for words, environ, coloured in (
        ([], {}, True),
        ([], {"RBF_COLOR": "never"}, False),
        (["--color", "always"], {"RBF_COLOR": "never"}, True),
    ):
        said = rbf.run("roll", "2d20kh1", "--dice", "20,3", *words, environ={**BARE, **environ}).stdout
        assert ("\x1b[" in said) is coloured


def test_it_is_found_from_below_up_to_home_and_named(rbf, here, monkeypatch):
    here("bell = true")
    below = rbf.folder / "a" / "b"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    path = str(rbf.folder / "rbf.toml")
    assert folders_file({}) == path
    assert folders_file({"RBF_CONFIG": "/dev/null"}) == ""
    monkeypatch.setenv("HOME", str(below))
    assert folders_file({}) == ""
    monkeypatch.setenv("HOME", str(rbf.folder))
    assert folders_file({}) == path
    (rbf.folder / "a" / "rbf.toml").touch()
    assert folders_file({}) == str(rbf.folder / "a" / "rbf.toml")

    assert rbf.run("where").stdout == f"encounter.toml\nconfig: {path}\n"
    assert json.loads(rbf.run("where", "--json").stdout)["folder_config"] == path


def test_so_many_folders_are_looked_into(tmp_path, monkeypatch):
    (tmp_path / "rbf.toml").touch()
    deep = tmp_path.joinpath(*["x"] * (FOLDERS_ABOVE - 1))
    (deep / "x").mkdir(parents=True)
    monkeypatch.chdir(deep)
    assert folders_file({}) == str(tmp_path / "rbf.toml")
    monkeypatch.chdir(deep / "x")
    assert folders_file({}) == ""


def test_its_aliases_come_before_those_of_the_user(begun):
    begun.write('[alias]\nlow = "note {*}"\nhigh = "note user"\n')
    (begun.folder / "rbf.toml").write_text('[alias]\nhigh = "low folder"\n')

    assert begun.run("high").stdout == "note: folder\n"
    offered = begun.run("__complete", ":").stdout
    assert {"high\tlow folder", "low\tnote {*}"} <= {*offered.splitlines()}


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("save-as ../x.toml", "../x.toml"),
        ("export people /else/x.csv", "/else/x.csv"),
        ("log -e ../x.toml", "../x.toml"),
        ("log --encounter=../../x.toml", "../../x.toml"),
        ("run ../x.rbf", "../x.rbf"),
        ("watch ../x.toml --once", "../x.toml"),
    ],
)
def test_its_aliases_lead_nowhere_else(begun, line, word):
    """E-04: it may come with a folder of somebody else's."""
    (begun.folder / "rbf.toml").write_text(f'[alias]\nleak = "{line}"\nfine = "note a/b and ... 3:2"\n')
    done = begun.run("leak")
    assert done.returncode == 3
    assert f"{word} is outside the folder {begun.folder}; an alias can only use files below it" in done.stderr
    assert begun.run("fine").returncode == 0
    (begun.folder / "rbf.toml").unlink()
    assert "outside" not in begun.write(f'[alias]\nleak = "{line}"\n').run("leak", "-n").stderr


def test_it_names_no_program_and_what_is_wrong_in_it_is_told(rbf, here):
    rbf.write('pager = "cat"')
    here('pager = "touch P"\ncolr = "auto"\n')
    done = rbf.run("doctor", "--json")
    assert done.stderr.splitlines() == [
        f"rbf: {rbf.folder}/rbf.toml:1: pager runs a program, so only your own config.toml can set it",
        f"rbf: {rbf.folder}/rbf.toml:2: colr: unknown key; did you mean color?",
    ]
    told = json.loads(done.stdout)
    assert told["settings"]["pager"]["found"] == "cat (config.toml)"
    assert told["paths"]["config_here"]["ok"] is False
    assert told["paths"]["config"]["ok"] is True


def test_an_encounter_of_that_name_is_no_file_of_settings(rbf, here):
    here('format = 1\nsystem = "rbf"\n[combatants.ada]\nname = "Ada"\nside = "crew"\nhp = 3\n')
    done = rbf.run("start", "rbf.toml")
    assert (done.returncode, done.stderr) == (0, "1 warning: rbf check rbf.toml\n")
