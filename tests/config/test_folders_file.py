"""`rbf.toml` of a folder: it outranks the user's file, is found from below, and can neither run nor reach anything."""

import json

import pytest

from rbfcli.kernel.limits import FOLDERS_ABOVE
from rbfcli.store.paths import folders_file

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


def test_its_rolls_and_aliases_come_before_those_of_the_user(begun):
    begun.write('[rolls]\nhit = "1d1+1"\nmiss = "1d1"\n[alias]\nlow = "note {*}"\nhigh = "note user"\n')
    (begun.folder / "rbf.toml").write_text('[rolls]\nhit = "1d1+2"\n[alias]\nhigh = "low folder"\n')

    assert (begun.run("roll", "hit", "-q").stdout, begun.run("roll", "miss", "-q").stdout) == ("3\n", "1\n")
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
    assert f"{word} is outside the folder {begun.folder}; an alias uses files below it" in done.stderr
    assert begun.run("fine").returncode == 0
    (begun.folder / "rbf.toml").unlink()
    assert "outside" not in begun.write(f'[alias]\nleak = "{line}"\n').run("leak", "-n").stderr


def test_it_names_no_program_and_what_is_wrong_in_it_is_told(rbf, here):
    rbf.write('pager = "cat"')
    here('pager = "touch P"\ncolr = "auto"\n')
    done = rbf.run("doctor", "--json")
    assert done.stderr.splitlines() == [
        f"rbf: {rbf.folder}/rbf.toml:1: pager belongs into your own config.toml: it runs a program",
        f"rbf: {rbf.folder}/rbf.toml:2: there is no setting 'colr'; did you mean color?",
    ]
    told = json.loads(done.stdout)
    assert told["settings"]["pager"]["found"] == "cat (config.toml)"
    assert told["paths"]["config_here"]["ok"] is False
    assert told["paths"]["config"]["ok"] is True


def test_an_encounter_of_that_name_is_no_file_of_settings(rbf, here):
    here('format = 1\nsystem = "rbf"\n[combatants.ada]\nname = "Ada"\nside = "crew"\nhp = 3\n')
    done = rbf.run("start", "rbf.toml")
    assert (done.returncode, done.stderr) == (0, "1 warning: rbf check rbf.toml\n")
