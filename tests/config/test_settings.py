"""Settings of the configuration file: which outranks which, and what is wrong is told and costs nothing else."""

import json

import pytest

from rbfcli.config.reading import read_config
from rbfcli.kernel.limits import CONFIG_BYTES, LOCK_SECONDS
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.front_verbs import Repl
from rbfcli.language.grammar import grammar_of
from rbfcli.language.page import Terms
from rbfcli.language.settings import SETTINGS, setting_rows
from rbfcli.language.topics import sections_of

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
    assert done.stderr.startswith("rbf: there is no file nothing.toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("colour = 'never'", ":1: there is no setting 'colour'; did you mean color?"),
        ("\ncolor = 'sometimes'", ':2: color is "sometimes", and must be "auto" or "always" or "never"'),
        ("color = true", ':1: color is true, and must be "auto" or "always" or "never"'),
        ("plain = 1", ":1: plain is 1, and must be true or false"),
        ("plain = 'yes'", ':1: plain is "yes", and must be true or false'),
        ("lock_timeout = -1", ":1: lock_timeout is -1, and must be a whole number from 0 to 86400"),
        ("lock_timeout = true", ":1: lock_timeout is true, and must be a whole number from 0 to 86400"),
        ("lock_timeout = '3'", ':1: lock_timeout is "3", and must be a whole number from 0 to 86400'),
        ("pager = 3", ":1: pager is 3, and must be text in quotes"),
        ("enter = []", ':1: enter is a list, and must be "ask" or "next" or "off"'),
        ("[enter]", ':1: enter is a table, and must be "ask" or "next" or "off"'),
        ("alias = 3", ":1: alias is a table: [alias]"),
        ("[alais]", ":1: there is no setting 'alais'; did you mean alias or plain?"),
        ("plain = true\nplain = true", ":2"),
        ("[alias]\na = 'show'\na = 'log'", ":3"),
        ("plain = ", ":1"),
        (b"plain = \xff", ":1: the byte 0xff is not UTF-8 text"),
        ("x = 1.5", ":1: x is 1.5"),
        (b"#" * (CONFIG_BYTES + 1), f" is larger than {CONFIG_BYTES:,} bytes, the limit for a configuration"),
        (b"#" * 10_000_000, " is larger than"),
        ("a = " + "[" * 10_000, ":1: brackets are nested more than 32 deep"),
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
    assert found.settings == {"enter": "next", "bell": "1", "plain": ""}
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
    done = begun.run("show", environ={"PYTHONVERBOSE": "1"})
    assert "import 'rbfcli.store.paths'" in done.stderr
    assert "rbfcli.config" not in done.stderr


def test_where_and_doctor_name_the_file(begun):
    assert begun.run("where").stdout == "encounter.toml\n"
    begun.write('color = "sometimes"')
    assert begun.run("where").stdout == f"encounter.toml\nconfig: {begun.file}\n"
    assert begun.run("where", "-q").stdout == "encounter.toml\n"
    assert json.loads(begun.run("where", "--json").stdout)["config"] == str(begun.file)
    done = begun.run("doctor")
    assert done.returncode == 1
    assert f'config           WRONG: {begun.file}:1: color is "sometimes"' in done.stdout
    begun.write('[alias]\nshow = "log"\nmine = "log"\n')
    done = begun.run("doctor")
    assert "WRONG: " in done.stdout
    assert "  aliases          mine\n" in done.stdout


def test_the_colour_of_the_file_is_named_as_what_decided(begun):
    begun.write('color = "always"')
    found = json.loads(begun.run("doctor", "--json", environ=PLAIN).stdout)["output"]["colour_on_stdout"]["found"]
    assert found == "yes: config.toml is always"


def test_the_values_are_those_of_the_options():
    assert SETTINGS["color"].values == grammar_of(CommonOptions).options["--color"].spec.choices
    assert SETTINGS["enter"].values == grammar_of(Repl).options["--enter"].spec.choices
    assert float(SETTINGS["lock_timeout"].default) == LOCK_SECONDS


def test_help_documents_every_key():
    parts = [part for section in sections_of("config") for part in section.parts]
    assert Terms(setting_rows()) in parts
    assert {row[0].split()[0] for row in setting_rows()} == {*SETTINGS, "[alias]", "[rolls]"}
