"""Saves that an older rbf wrote: each loads, goes on, and is kept beside what is written."""

from pathlib import Path

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.render.style import Style
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.storage import FileStorage

OLD = sorted(Path(__file__).with_name("format_1").glob("*.toml"))
OF_2 = sorted(Path(__file__).with_name("format_2").glob("*.toml"))


@pytest.fixture
def notices():
    return []


@pytest.fixture
def opened(tmp_path, notices):
    def open_copy(old):
        path = tmp_path / "encounter.toml"
        path.write_bytes(old.read_bytes())
        return path, Interpreter(FileStorage(str(path), notices.append), Style())

    return open_copy


@pytest.mark.parametrize("old", [*OLD, *OF_2], ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_loads_and_the_old_file_is_kept_when_the_next_command_is_saved(opened, notices, old):
    path, rbf = opened(old)
    rbf.perform(["note", "a new rbf"])
    number = old.parent.name[-1]
    assert (path.parent / f"encounter.toml.v{number}.bak").read_bytes() == old.read_bytes()
    assert path.read_text().splitlines()[2] == "format = 3"
    assert f"is a save of format {number}" in notices[0]
    rbf.perform(["note", "and on"])
    assert len(notices) == 1


@pytest.mark.parametrize("old", OF_2, ids=lambda path: path.stem)
def test_one_of_format_2_goes_back_to_its_start_and_forth_again(opened, old):
    path, rbf = opened(old)
    session = rbf.storage.load()
    count, fight = len(session.journal), session.fight
    rbf.perform(["undo", str(count)])
    assert rbf.storage.load().fight == session.start
    rbf.perform(["redo", str(count)])
    assert rbf.storage.load().fight == fight
    assert rbf.perform(["check", str(path)]).status == 0
    rbf.perform(["undo"])


def test_one_of_format_2_that_was_edited_by_hand_is_a_new_start(opened, notices):
    path, rbf = opened(next(each for each in OF_2 if each.stem == "rbf-undone"))
    path.write_text(path.read_text().replace('title = "Ambush at the docks"', 'title = "At night"'))
    rbf.perform(["note", "on"])
    assert "is a save of format 2" in notices[-1]
    assert "a new start" in notices[-1]
    assert rbf.storage.load().journal == ["note on"]


@pytest.mark.parametrize("old", OLD, ids=lambda path: path.stem)
def test_looking_at_it_writes_nothing(opened, old):
    path, rbf = opened(old)
    rbf.perform(["show"])
    assert [each.name for each in path.parent.iterdir()] == ["encounter.toml"]
    assert path.read_bytes() == old.read_bytes()


@pytest.mark.parametrize(("name", "answer"), [("rbf-critical", "double"), ("threat-ultra", "double")])
def test_what_it_waited_for_is_answered(opened, name, answer):
    path, rbf = opened(next(each for each in OLD if each.stem == name))
    assert rbf.storage.load().fight.paused is not None
    rbf.perform(["choose", answer])
    assert from_bytes(path.read_bytes(), "save").session.fight.paused is None


def test_a_question_that_the_journal_does_not_lead_to_is_given_up(opened, notices):
    path, rbf = opened(next(each for each in OLD if each.stem == "rbf-critical"))
    path.write_text(path.read_text().replace("8,8", "8,1"))
    rbf.perform(["show"])
    assert "what it waited for is given up: critical" in notices[0]
    session = rbf.storage.load()
    assert session.fight.questions == ()
    assert from_bytes(to_bytes(session), "save").session.fight == session.fight


OWN_WORDS = """\
init
attack ada bosun --force --dice 8,8
choose say "the lamp comes down on it"
condition add bosun "say soaked to the skin"
check ada "say cooking" --dice 8 --tn 12
attack bosun ada --force --dice 1,1 --condition "say blind with rage"
"""


def test_own_words_stand_behind_say_and_the_journal_plays_again(opened):
    path, rbf = opened(next(each for each in OLD if each.stem == "rbf-own-words"))
    rbf.perform(["redo"])
    session = from_bytes(path.read_bytes(), "save").session
    assert "\n".join(session.journal) == OWN_WORDS + 'note "it rains"'
    *_, last = session.replay()
    assert "soaked to the skin" in last.played.fight.combatants["bosun"].conditions
    rbf.perform(["undo", "3"])
    assert "choose say" in rbf.perform(["undo", "2"]).text
    assert rbf.storage.load().fight.paused is not None


@pytest.mark.parametrize("line", ['sing "the lamp comes down on it"', 'choose "the lamp', "choose"])
def test_a_journal_that_no_longer_plays_is_kept_as_it_is(opened, line):
    path, rbf = opened(next(each for each in OLD if each.stem == "rbf-own-words"))
    path.write_text(path.read_text().replace('choose "the lamp comes down on it"', line, 1))
    session = rbf.storage.load()
    assert session.journal[2] == line
    assert session.journal[3:] == ['condition add bosun "soaked to the skin"', *session.journal[4:]]
    with pytest.raises(RbfError):
        rbf.perform(["undo"])
