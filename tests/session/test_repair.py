"""A damaged save: what its journal still leads to is written into a new file, and what was lost is said."""

import contextlib

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import InvalidFile
from rbfcli.render.style import Style
from rbfcli.session.repair import repaired
from rbfcli.session.saves import from_bytes
from rbfcli.session.storage import FileStorage

LINES = ("init", "note one", "set ada hp=9", "damage ada 2 --force", "note five")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "encounter.toml"


@pytest.fixture
def rbf(path):
    def perform(line):
        return Interpreter(FileStorage(str(path), lambda _: None), Style()).perform(line.split())

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
    assert "is sound, there is nothing to repair" in reply.text


def test_a_save_whose_end_is_cut_off_is_saved_whole(repair, path):
    reply, session = repair(lambda text: text[: text.index("[fight.combatants.bosun]")])
    assert session.journal == list(LINES)
    assert session.fight.combatants["ada"].hp == 7
    assert (
        f"5 commands are saved in {path.with_name('encounter-repaired.toml')}, and this file is as it was" in reply.text
    )
    assert "lost: the fight as it stood cannot be read: it stands where the journal leads to" in reply.text
    assert reply.status == 1


def test_a_line_that_stands_there_twice_is_taken_once(repair):
    reply, session = repair(lambda text: text.replace(line_of(text, "note one"), line_of(text, "note one") * 2))
    assert session.journal == list(LINES)
    assert "line 3 of the journal stood there twice: note one" in reply.text


def test_what_a_merge_left_between_the_lines_is_left_out(repair):
    reply, session = repair(
        lambda text: text.replace(line_of(text, "note one"), f"<<<<<<<\n{line_of(text, 'note one')}")
    )
    assert session.journal == list(LINES)
    assert "line 2 of the journal does not follow on those before it: <<<<<<<" in reply.text


def test_behind_a_line_that_was_altered_nothing_follows(repair):
    reply, session = repair(lambda text: text.replace("set ada hp=9  #", "set ada hp=8  #"))
    assert session.journal == ["init", "note one"]
    assert "line 3 of the journal does not follow on those before it: set ada hp=8" in reply.text
    assert "the fight stood elsewhere than the journal leads to" in reply.text


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
    found = repaired((cut + "\n'''\n" + start).encode(), "save")
    assert found.session.journal == ["init", "note one", "set ada hp=9"]
    assert found.session.fight.combatants["ada"].hp == 9


def test_where_the_start_is_lost_the_fight_is_a_new_start(repair):
    def spoil(text):
        return text.replace("\n[start.combatants.ada]\n", "\n[start.combatants.ada]\nhp = = 3\n")

    reply, session = repair(spoil)
    assert session.journal == []
    assert session.fight.combatants["ada"].hp == 7
    assert "lost: the start of the fight, and with it the journal" in reply.text


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
            found.append(repaired(raw[:end], "save").session.journal)
    assert found[-1] == list(LINES)
    assert all(journal == list(LINES)[: len(journal)] for journal in found)


@pytest.mark.parametrize("what", ["[fight]\n", '[fight]\norder = []\nactive = "nobody"\n', "[start]\nround = -1\n"])
def test_what_holds_no_sound_fight_is_refused(what):
    with pytest.raises(InvalidFile, match="neither the start of the fight nor the fight can be read"):
        repaired(f'system = "rbf"\n{what}'.encode(), "save")


@pytest.mark.usefixtures("rbf")
def test_a_revision_that_is_no_number_is_left_behind(path):
    text = path.read_text().replace("revision = 5", 'revision = "x"')
    found = repaired(text.encode(), "save").session
    assert (found.revision, len(found.journal)) == (0, len(LINES))
