"""A fight that waits for an answer, closed and opened again, edited by hand, undone."""

import re

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.render.style import Style
from rbfcli.session.storage import FileStorage

BEGIN = ("start duel --seed docks", "init", "attack ada bosun --force --dice 8,8")


@pytest.fixture
def notices():
    return []


@pytest.fixture
def rbf(tmp_path, notices):
    """Perform a line on the save, opened anew each time, as a shell does."""
    path = tmp_path / "encounter.toml"

    def perform(line):
        return Interpreter(FileStorage(str(path), notices.append), Style()).perform(line.split()).text

    perform.path = path
    for line in BEGIN:
        perform(line)
    return perform


def refused(rbf, line):
    before = rbf.path.read_bytes()
    with pytest.raises(RbfError) as wrong:
        rbf(line)
    assert rbf.path.read_bytes() == before
    return wrong.value


def test_it_is_answered_after_the_program_was_closed(rbf):
    assert "  choose 1 double, 2 " in rbf("show")
    assert "The bosun: HP 30 -> 8" in rbf("choose double")
    assert "waiting" not in rbf("show")


def test_the_gm_edits_the_fight_while_it_waits(rbf):
    rbf("set bosun hp=40")
    rbf("condition add bosun prone")
    assert "The bosun: HP 40 -> 18" in rbf("choose double")


def test_undo_and_redo_while_it_waits_and_after(rbf):
    rbf("choose double")
    waiting = rbf("undo")
    assert "choose double" in waiting
    assert "  choose 1 double, 2 " in rbf("show")
    rbf("redo")
    assert "choose" not in rbf("show")
    rbf("undo 2")
    assert "choose" not in rbf("show")


def test_a_save_edited_by_hand_goes_on_with_the_edit(rbf, notices):
    edited(rbf, (r"\nhp = 30\n", "\nhp = 29\n"))
    assert "The bosun: HP 29 -> 7" in rbf("choose double")
    assert notices == [f"{rbf.path} was edited by hand; log --last 1 tells what is different"]
    assert rbf("log --last 2").splitlines()[1] == "The bosun: HP 30 -> 29"
    assert "? Ada Quill scored a critical success" in rbf("undo")
    assert rbf("undo").startswith('undone: edit "[[')
    assert "HP           30/30" in rbf("show bosun")


def test_a_save_whose_start_was_edited_too_is_a_new_start_that_still_waits(rbf, notices):
    text = rbf.path.read_text()
    rbf.path.write_text(text.replace('title = "Duel on the pier"\n', 'title = "By hand"\n', 2))
    assert "The bosun: HP 30 -> 8" in rbf("choose double")
    assert notices[0] == f"{rbf.path} was edited by hand; its journal does not lead to it, so it is a new start"
    assert "only 1 command can be undone" in refused(rbf, "undo 2").message
    assert notices[1] == "the save as it was is kept, with its journal: rbf restore brings it back"
    assert rbf("restore --list").startswith("1: By hand (rbf), round 1, Ada Quill's turn")


def test_json_shows_the_question_and_not_the_memory_of_the_pause(rbf):
    shown = rbf("show --json")
    assert '"questions":[{"kind":"critical"' in shown
    assert "paused" not in shown
    assert "paused" not in rbf("note x --json")
    assert "paused" not in rbf("log --json")
    assert "resumed" not in rbf("choose double --json")


def test_a_dry_run_of_an_answer_changes_nothing(rbf):
    before = rbf.path.read_bytes()
    assert "The bosun: HP 30 -> 8" in rbf("choose double -n")
    assert rbf.path.read_bytes() == before


def test_the_odds_of_an_answer(rbf):
    assert "The bosun: loses 22.00 on average" in rbf("odds choose double")


def test_ending_a_fight_that_waits_says_what_is_given_up(rbf):
    assert rbf("end").startswith("broken off: Ada Quill, attack")


def edited(rbf, *changes):
    """Change texts in the fight of the save by hand."""
    start, mid, fight = rbf.path.read_text().partition("\n[fight]\n")
    for old, new in changes:
        assert re.search(old, fight, re.DOTALL)
        fight = re.sub(old, new, fight, count=1, flags=re.DOTALL)
    rbf.path.write_text(start + mid + fight)


EDITED_PAUSES = [
    (r'\nbefore = "[^\n]*', '\nbefore = "?"'),
    (r'\ncommand = "[^\n]*', r'\ncommand = "attack"'),
    (r'\ncommand = "[^\n]*', '\ncommand = \'{"verb":"sing"}\''),
    (r'rule = "RBF-ATK-2"', 'rule = "RBF-ATK-3"'),
    (r"\[\[fight\.questions\]\].*?(?=\[fight\.paused\])", ""),
    (r"\[fight\.paused\].*?(?=\[fight\.)", ""),
]


@pytest.mark.parametrize(
    "change", EDITED_PAUSES, ids=["before", "no-json", "no-verb", "rule", "no-question", "no-pause"]
)
def test_what_waits_is_given_up_where_a_hand_was_at_it(rbf, notices, change):
    edited(rbf, change)
    assert "waiting" not in rbf("show")
    assert notices[0].endswith("was edited by hand; what it waited for is given up")
    assert "no question is open" in refused(rbf, "choose double").message
    rbf("note on")
    assert "? Ada Quill scored a critical success" in rbf("undo 2")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((r'\nheld = "sword"', '\nheld = "swrd"'), "fight.combatants.ada.held: there is no weapon 'swrd'"),
        ((r'\nactive = "ada"', '\nactive = "nobody"'), "fight.active: there is no combatant 'nobody'"),
    ],
)
def test_a_save_edited_by_hand_that_names_what_there_is_not_is_no_save(rbf, change, said):
    edited(rbf, change)
    for line in ("show", "choose double", "note x --force"):
        assert said in refused(rbf, line).message
