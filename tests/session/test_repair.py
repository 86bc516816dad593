"""A damaged save: what its journal still leads to is written into a new file, and what was lost is said."""

import contextlib

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, Refusal
from rbfcli.render.sentences import Style
from rbfcli.session.edits import repaired
from rbfcli.session.file_store import FileStorage, MemoryStorage
from rbfcli.session.saves import from_bytes

LINES = ("init", "note one", "set ada hp=9", "damage ada 2 --force", "note five")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "encounter.toml"


@pytest.fixture
def rbf(path):
    def perform(line):
        return CommandService(FileStorage(str(path), lambda _: None), Style()).perform(line.split())

    for line in ("start duel --seed docks", *LINES):
        perform(line)
    return perform


@pytest.fixture
def repair(rbf, path):
    """Repair the save, damaged as a text or as bytes; the reply and the session in the new file."""

    def damaged(damage):
        text = path.read_text()
        found = damage(text)
        path.write_bytes(found if isinstance(found, bytes) else found.encode())
        before = path.read_bytes()
        reply = rbf(f"check {path} --repair")
        assert path.read_bytes() == before
        new = path.with_name("encounter-repaired.toml")
        return reply, from_bytes(new.read_bytes(), "new").session if new.exists() else None

    return damaged


def line_of(text, line):
    return next(each for each in text.splitlines(keepends=True) if each.startswith(f"{line}  #"))


def test_a_sound_save_is_left_alone(repair):
    reply, session = repair(lambda text: text)
    assert (reply.status, session) == (0, None)
    assert "OK: nothing to repair" in reply.text


def test_a_save_whose_end_is_cut_off_is_saved_whole(repair, path):
    reply, session = repair(lambda text: text[: text.index("[fight.combatants.bosun]")])
    assert session.journal == list(LINES)
    assert session.fight.combatants["ada"].hp == 7
    assert f"saved 5 commands in {path.with_name('encounter-repaired.toml')}; this file is unchanged" in reply.text
    assert "lost: the last state of the fight cannot be read; it is now where the journal ends" in reply.text
    assert reply.status == 1


def test_a_line_that_stands_there_twice_is_taken_once(repair):
    reply, session = repair(lambda text: text.replace(line_of(text, "note one"), line_of(text, "note one") * 2))
    assert session.journal == list(LINES)
    assert "line 3 of the journal is a duplicate: note one" in reply.text


def test_what_a_merge_left_between_the_lines_is_left_out(repair):
    reply, session = repair(
        lambda text: text.replace(line_of(text, "note one"), f"<<<<<<<\n{line_of(text, 'note one')}")
    )
    assert session.journal == list(LINES)
    assert "line 2 of the journal does not follow from the lines before it: <<<<<<<" in reply.text


def test_behind_a_line_that_was_altered_nothing_follows(repair):
    reply, session = repair(lambda text: text.replace("set ada hp=9  #", "set ada hp=8  #"))
    assert session.journal == ["init", "note one"]
    assert "line 3 of the journal does not follow from the lines before it: set ada hp=8" in reply.text
    assert "the saved fight does not match its journal" in reply.text


def test_bytes_that_nobody_can_read_are_passed_over(repair):
    def spoil(text):
        head, tail = text.encode().split(b"[fight.combatants.ada]", 1)
        return head + b"[fight.combatants.ada]\n\xff\xfe\0" + tail

    reply, session = repair(spoil)
    assert session.journal == list(LINES)
    assert reply.status == 1


@pytest.mark.usefixtures("rbf")
def test_a_journal_that_is_cut_off_leads_as_far_as_it_can(path):
    text = path.read_text()
    start = text[text.index("[start]") :]
    cut = text[: text.index("damage ada")] + "dama"
    session, _ = repaired((cut + "\n'''\n" + start).encode(), "save")
    assert session.journal == ["init", "note one", "set ada hp=9"]
    assert session.fight.combatants["ada"].hp == 9


def test_where_the_start_is_lost_the_fight_is_a_new_start(repair):
    def spoil(text):
        return text.replace("\n[start.combatants.ada]\n", "\n[start.combatants.ada]\nhp = = 3\n")

    reply, session = repair(spoil)
    assert session.journal == []
    assert session.fight.combatants["ada"].hp == 7
    assert "lost: the start and the journal; the fight now starts from its last state" in reply.text


@pytest.mark.parametrize("text", ["", "system = 'rbf'\njournal = '''\n", "\0\0\0"])
def test_where_nothing_can_be_read_nothing_is_written(text):
    with pytest.raises(InvalidFile, match="neither the start of the fight nor the fight can be read"):
        repaired(text.encode(), "save")


def test_each_repair_takes_a_name_of_its_own(rbf, path):
    path.write_text(path.read_text().replace("set ada hp=9  #", "set ada hp=8  #"))
    for _ in range(2):
        rbf(f"check {path} --repair")
    assert sorted(each.name for each in path.parent.glob("*.toml")) == [
        "encounter-repaired.toml",
        "encounter-repaired2.toml",
        "encounter.toml",
    ]


def test_a_dry_run_writes_nothing(rbf, path):
    path.write_text(path.read_text().replace("set ada hp=9  #", "set ada hp=8  #"))
    rbf(f"check {path} --repair -n")
    assert [each.name for each in path.parent.glob("*.toml")] == ["encounter.toml"]


@pytest.mark.usefixtures("rbf")
def test_every_cut_of_a_save_is_answered(path):
    raw = path.read_bytes()
    found = []
    for end in range(0, len(raw), 97):
        with contextlib.suppress(InvalidFile):
            found.append(repaired(raw[:end], "save")[0].journal)
    assert found[-1] == list(LINES)
    assert all(journal == list(LINES)[: len(journal)] for journal in found)


@pytest.mark.parametrize("what", ["[fight]\n", '[fight]\norder = []\nactive = "nobody"\n', "[start]\nround = -1\n"])
def test_what_holds_no_sound_fight_is_refused(what):
    with pytest.raises(InvalidFile, match="neither the start of the fight nor the fight can be read"):
        repaired(f'system = "rbf"\n{what}'.encode(), "save")


@pytest.mark.usefixtures("rbf")
def test_a_revision_that_is_no_number_is_left_behind(path):
    text = path.read_text().replace("revision = 5", 'revision = "x"')
    found, _ = repaired(text.encode(), "save")
    assert (found.revision, len(found.journal)) == (0, len(LINES))


# A fight that another took the place of is kept, and comes back; so does one whose undone commands were dropped.


@pytest.fixture
def notices():
    return []


@pytest.fixture(params=["file", "memory"])
def restore_rbf(request, tmp_path, notices):
    """Perform a line: on a save that is opened anew each time, or in memory."""
    memory = MemoryStorage()

    def perform(line):
        storage = FileStorage(str(tmp_path / "encounter.toml"), notices.append) if request.param == "file" else memory
        return CommandService(storage, Style()).perform(line.split())

    perform.on_disk = request.param == "file"
    return perform


def test_a_fight_that_was_replaced_comes_back_and_goes_again(restore_rbf, notices):
    restore_rbf("start duel --seed docks")
    restore_rbf("init")
    restore_rbf("start depot-raid --force --seed docks")
    if restore_rbf.on_disk:
        assert notices == ["the fight that was here is kept: rbf restore brings it back"]
    assert restore_rbf("restore").text == (
        "restored: Duel on the pier (rbf), round 1, Ada Quill's turn, 1 command\n"
        "kept: Raid on the depot (futurepath), not started (next: init), 0 commands; switch goes back to it\n"
    )
    assert "Duel on the pier" in restore_rbf("show").text
    assert "undone: init" in restore_rbf("undo").text
    restore_rbf("redo")
    assert "Raid on the depot" in restore_rbf("restore").text
    assert "Duel on the pier" in restore_rbf("restore --list").text


def test_kept_fights_are_listed_and_chosen_by_number(restore_rbf):
    restore_rbf("new rbf --title one")
    for title in ("two", "three"):
        restore_rbf(f"new threat --force --title {title}")
    listed = restore_rbf("restore --list")
    assert [line.partition(" (")[0] for line in listed.text.splitlines()] == ["now: three", "1: one", "2: two"]
    assert listed.notice == "switch 1 goes to that fight, and keeps this one\n"
    restore_rbf("restore 1")
    assert restore_rbf("show --json").text.count('"title":"one"') == 1
    with pytest.raises(Refusal, match="unknown saved fight '9'"):
        restore_rbf("restore 9")
    assert '"kept":[{"number":2,' in restore_rbf("restore --list --json").text


def test_several_fights_of_one_save_are_listed_and_restored_in_turn(restore_rbf):
    """The fight that another one replaces is kept in turn."""
    restore_rbf("start duel --seed docks")
    restore_rbf("start depot-raid --force --seed docks")
    before = restore_rbf("show").text
    kept = restore_rbf("fights").text
    assert kept == restore_rbf("restore --list").text
    restore_rbf("restore")
    assert restore_rbf("show").text != before
    restore_rbf("restore")
    assert restore_rbf("show").text == before


def test_where_nothing_is_kept_restore_says_so(restore_rbf):
    restore_rbf("new rbf")
    assert restore_rbf("restore --list").text == "no other fight is saved here\n"
    with pytest.raises(Refusal, match="no other fight is saved here"):
        restore_rbf("restore")


def test_a_dry_run_brings_nothing_back(restore_rbf):
    restore_rbf("new rbf --title one")
    restore_rbf("new rbf --title two --force")
    assert restore_rbf("restore -n").text.startswith(
        "restored: one (rbf), not started (next: add NAME), 0 commands\nkept: two"
    )
    assert '"title":"two"' in restore_rbf("show --json").text


def test_undone_commands_that_can_no_longer_be_redone_are_kept(tmp_path, notices):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return CommandService(FileStorage(str(path), notices.append), Style()).perform(line.split())

    for line in ("new rbf", "note one", "note two", "undo 2", "note three"):
        rbf(line)
    assert notices == ["2 undone commands were set aside; restore brings them back"]
    rbf("restore")
    assert "note two" in rbf("redo 2").text
    rbf("note four")
    assert len(notices) == 1


def test_a_save_that_was_deleted_comes_back_if_another_was_kept(tmp_path):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return CommandService(FileStorage(str(path), lambda _: None), Style()).perform(line.split())

    rbf("new rbf --title one")
    rbf("new rbf --title two --force")
    path.unlink()
    rbf("restore")
    assert '"title":"one"' in rbf("show --json").text


def test_a_kept_save_that_cannot_be_read_is_told_of_and_not_brought_back(tmp_path, notices):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return CommandService(FileStorage(str(path), notices.append), Style()).perform(line.split())

    rbf("new rbf --title one")
    rbf("new rbf --title two --force")
    path.with_name(".encounter.toml.kept-1").write_text("?")
    before = path.read_bytes()
    with pytest.raises(InvalidFile):
        rbf("restore")
    assert path.read_bytes() == before
    assert rbf("restore --list").text == "no other fight is saved here\n"
    assert notices[-1].startswith("1 cannot be read: ")


def test_the_same_save_is_kept_once(tmp_path):
    path = tmp_path / "encounter.toml"

    def rbf(line):
        return CommandService(FileStorage(str(path), lambda _: None), Style()).perform(line.split())

    rbf("new rbf --title one")
    before = path.read_bytes()
    for _ in range(2):
        rbf("new rbf --title two --force")
        path.write_bytes(before)
    assert [each.name for each in tmp_path.glob(".*kept*")] == [".encounter.toml.kept-1"]
