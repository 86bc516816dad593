"""A fight that another took the place of is kept, and comes back; so does one whose undone commands were dropped."""

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import InvalidFile, Refusal
from rbfcli.render.style import Style
from rbfcli.session.storage import FileStorage, MemoryStorage


@pytest.fixture
def notices():
    return []


@pytest.fixture(params=["file", "memory"])
def rbf(request, tmp_path, notices):
    """Perform a line: on a save that is opened anew each time, or in memory."""
    memory = MemoryStorage()

    def perform(line):
        storage = FileStorage(str(tmp_path / "encounter.toml"), notices.append) if request.param == "file" else memory
        return Interpreter(storage, Style()).perform(line.split())

    perform.on_disk = request.param == "file"
    return perform


def test_a_fight_that_was_replaced_comes_back_and_goes_again(rbf, notices):
    rbf("start duel --seed docks")
    rbf("init")
    rbf("start depot-raid --force --seed docks")
    if rbf.on_disk:
        assert notices == ["the fight that was here is kept: rbf restore brings it back"]
    assert rbf("restore").text == "restored: Duel on the pier (rbf), round 1, Ada Quill's turn, 1 command\n"
    assert "Duel on the pier" in rbf("show").text
    assert "undone: init" in rbf("undo").text
    rbf("redo")
    assert "Raid on the depot" in rbf("restore").text
    assert "Duel on the pier" in rbf("restore --list").text


def test_kept_fights_are_listed_and_chosen_by_number(rbf):
    rbf("new rbf --title one")
    for title in ("two", "three"):
        rbf(f"new threat --force --title {title}")
    assert [line[:6] for line in rbf("restore --list").text.splitlines()] == ["1: one", "2: two"]
    rbf("restore 1")
    assert rbf("show --json").text.count('"title":"one"') == 1
    with pytest.raises(Refusal, match="there is no kept fight 9"):
        rbf("restore 9")
    assert '"kept":[{"number":2,' in rbf("restore --list --json").text


def test_where_nothing_is_kept_restore_says_so(rbf):
    rbf("new rbf")
    assert rbf("restore --list").text == "no other fight is kept here\n"
    with pytest.raises(Refusal, match="no other fight is kept here"):
        rbf("restore")


def test_a_dry_run_brings_nothing_back(rbf):
    rbf("new rbf --title one")
    rbf("new rbf --title two --force")
    assert rbf("restore -n").text.startswith("1: one")
    assert '"title":"two"' in rbf("show --json").text


def test_undone_commands_that_can_no_longer_be_redone_are_kept(tmp_path, notices):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return Interpreter(FileStorage(str(path), notices.append), Style()).perform(line.split())

    for line in ("new rbf", "note one", "note two", "undo 2", "note three"):
        rbf(line)
    assert notices == ["2 undone commands are set aside; restore goes back to them"]
    rbf("restore")
    assert "note two" in rbf("redo 2").text
    rbf("note four")
    assert len(notices) == 1


def test_a_save_that_was_deleted_comes_back_if_another_was_kept(tmp_path):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return Interpreter(FileStorage(str(path), lambda _: None), Style()).perform(line.split())

    rbf("new rbf --title one")
    rbf("new rbf --title two --force")
    path.unlink()
    rbf("restore")
    assert '"title":"one"' in rbf("show --json").text


def test_a_kept_save_that_cannot_be_read_is_told_of_and_not_brought_back(tmp_path, notices):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return Interpreter(FileStorage(str(path), notices.append), Style()).perform(line.split())

    rbf("new rbf --title one")
    rbf("new rbf --title two --force")
    path.with_name(".encounter.toml.kept-1").write_text("?")
    before = path.read_bytes()
    with pytest.raises(InvalidFile):
        rbf("restore")
    assert path.read_bytes() == before
    assert rbf("restore --list").text == "no other fight is kept here\n"
    assert notices[-1].startswith("1 cannot be read: ")


def test_the_same_save_is_kept_once(tmp_path):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return Interpreter(FileStorage(str(path), lambda _: None), Style()).perform(line.split())

    rbf("new rbf --title one")
    before = path.read_bytes()
    for _ in range(2):
        rbf("new rbf --title two --force")
        path.write_bytes(before)
    assert [each.name for each in tmp_path.glob(".*kept*")] == [".encounter.toml.kept-1"]
