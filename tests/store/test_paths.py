"""Files are where the documentation says, and nowhere else."""

import pytest

from rbfcli.kernel.errors import InvalidFile
from rbfcli.store import paths


def test_the_save_is_the_one_asked_for_then_the_one_of_the_environment_then_the_one_here():
    assert paths.save_path("a.toml", {"RBF_ENCOUNTER": "b.toml"}) == "a.toml"
    assert paths.save_path(None, {"RBF_ENCOUNTER": "b.toml"}) == "b.toml"
    assert paths.save_path(None, {"RBF_ENCOUNTER": ""}) == "encounter.toml"
    assert paths.save_path(None, {}) == "encounter.toml"


@pytest.mark.parametrize(
    ("folder", "variable", "usual"),
    [
        (paths.config_folder, "XDG_CONFIG_HOME", "/home/ann/.config/rbfcli"),
        (paths.state_folder, "XDG_STATE_HOME", "/home/ann/.local/state/rbfcli"),
    ],
)
def test_own_folders_follow_xdg_and_only_absolute_ones_count(monkeypatch, folder, variable, usual):
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setattr("sys.platform", "linux")
    assert folder({variable: "/x"}) == "/x/rbfcli"
    assert folder({variable: "x"}) == folder({variable: ""}) == folder({}) == usual
    monkeypatch.setenv("HOME", "nowhere")
    assert folder({}) is None
    monkeypatch.setattr("sys.platform", "freebsd14")
    assert folder({variable: "/x"}) == "/x/rbfcli"


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A checkout with a package and what it ships beside it."""
    (tmp_path / "rbfcli").mkdir()
    for folder, name in (
        ("encounters", "dock-ambush.toml"),
        ("encounters", "Not_A_Name.toml"),
        ("scripts", "duel.rbf"),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).touch()
    (tmp_path / "encounters" / "README.md").touch()
    monkeypatch.setattr(paths, "_PACKAGE", str(tmp_path / "rbfcli"))
    return tmp_path


def test_what_is_shipped_is_listed_and_found_by_name_in_a_checkout(shipped):
    assert paths.list_encounters() == ("dock-ambush",)
    assert paths.list_scripts() == ("duel",)
    assert paths.find_encounter("dock-ambush") == str(shipped / "encounters" / "dock-ambush.toml")
    assert paths.find_script("duel") == str(shipped / "scripts" / "duel.rbf")


def test_a_wheel_brings_its_own(shipped):
    packed = shipped / "rbfcli" / "_data" / "encounters"
    packed.mkdir(parents=True)
    (packed / "duel.toml").touch()
    assert paths.list_encounters() == ("duel",)
    assert paths.find_encounter("duel") == str(packed / "duel.toml")


def test_a_shipped_text_is_read_and_a_missing_one_is_said(shipped):
    (shipped / "completions").mkdir()
    (shipped / "completions" / "rbf").write_text("complete é\n", encoding="utf-8")
    assert paths.shipped_text("completions", "rbf") == "complete é\n"
    with pytest.raises(InvalidFile, match="no completions"):
        paths.shipped_text("completions", "rbf.fish")


def test_where_nothing_is_shipped_the_list_is_empty(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "_PACKAGE", str(tmp_path / "rbfcli"))
    assert paths.list_encounters() == ()


@pytest.mark.parametrize("path", ["./dock-ambush", "fights/x.toml", "../dock-ambush", "x" * 65, "Dock", "", "a\0b"])
@pytest.mark.usefixtures("shipped")
def test_a_path_is_taken_as_it_is(path):
    assert paths.find_encounter(path) == path


def test_a_file_here_may_have_the_form_of_a_name(shipped, monkeypatch):
    monkeypatch.chdir(shipped)
    (shipped / "mine").touch()
    (shipped / "dock-ambush").touch()
    assert paths.find_encounter("mine") == "mine"
    assert paths.find_encounter("dock-ambush").endswith("dock-ambush.toml")


@pytest.mark.usefixtures("shipped")
def test_an_unknown_name_is_answered_with_the_nearest_or_with_all():
    with pytest.raises(InvalidFile, match="dock-ambsh is not a file") as unknown:
        paths.find_encounter("dock-ambsh")
    assert unknown.value.suggestions == ("dock-ambush",)
    with pytest.raises(InvalidFile) as unknown:
        paths.find_script("zzz")
    assert unknown.value.hint == "there are duel; or give the path of a file"
