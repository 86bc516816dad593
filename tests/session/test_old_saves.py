"""Saves that an older rbf wrote: each loads, goes on, and is kept beside what is written."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, RbfError
from rbfcli.model.commands import verb_name
from rbfcli.render.sentences import Style
from rbfcli.session.edits import of_today, repaired
from rbfcli.session.file_store import FileStorage
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import SAVE_FORMAT
from rbfcli.storage.toml import read_toml, walk
from rbfcli.systems.registry import load

FILES = Path(__file__).parent / "saves"


class OldSave(NamedTuple):
    """A save: the number of its format, its name in the file of all saves of that format, and its text."""

    number: int
    name: str
    text: str


def kept_of(number):
    """Return the saves of a format; in their file a line `#### NAME` stands above each."""
    _, *parts = re.split(r"^#### (.*)\n", (FILES / f"format_{number}.txt").read_text(), flags=re.MULTILINE)
    return [OldSave(number, name, text) for name, text in zip(parts[::2], parts[1::2], strict=True)]


SAVES = {number: kept_of(number) for number in range(1, SAVE_FORMAT + 1)}
OLD = [save for number, saves in SAVES.items() if number < SAVE_FORMAT for save in saves]
EVERY = [*OLD, *SAVES[SAVE_FORMAT]]


def named(save):
    """A test's name for a save."""
    return f"format_{save.number}-{save.name}"


def of(number, name):
    """A save of a format."""
    return next(each for each in SAVES[number] if each.name == name)


def damaged(table, path, value):
    """A table with another value at a path; None: without it."""
    first, *rest = path
    if isinstance(table, list):
        return [damaged(each, rest, value) if rest and at == int(first) else each for at, each in enumerate(table)]
    if rest:
        return {**table, first: damaged(table[first], rest, value)}
    return {key: each for key, each in table.items() if key != first} | ({} if value is None else {first: value})


@pytest.fixture
def notices():
    return []


@pytest.fixture
def opened(tmp_path, notices):
    def open_copy(old):
        path = tmp_path / "encounter.toml"
        path.write_text(old.text)
        return path, CommandService(FileStorage(str(path), notices.append), Style())

    return open_copy


@pytest.mark.parametrize("old", OLD, ids=named)
def test_the_old_file_is_kept_when_the_next_command_is_saved(opened, notices, old):
    path, rbf = opened(old)
    rbf.perform(["note", "a new rbf"])
    number = old.number
    kept = f"encounter.toml.v{number}.bak"
    assert (path.parent / kept).read_bytes() == old.text.encode()
    assert path.read_text().splitlines()[2] == f"format = {SAVE_FORMAT}"
    written = f"{path} was written by an older version (format {number})"
    assert notices == [f"{written}; the next command keeps it as {path}.v{number}.bak"]
    rbf.perform(["note", "and on"])
    assert len(notices) == 1


@pytest.mark.parametrize("old", SAVES[SAVE_FORMAT], ids=named)
def test_one_of_this_format_opens_without_a_word(opened, notices, old):
    """So a change of what marks cover, or of what a save means, is noticed: it needs a new number."""
    path, rbf = opened(old)
    assert rbf.perform(["show"]).status == 0
    assert notices == []
    rbf.perform(["note", "on"])
    assert [each.name for each in path.parent.iterdir() if each.name.endswith(".bak")] == []


@pytest.mark.parametrize("old", EVERY, ids=named)
def test_it_is_shown_goes_back_to_its_start_and_forth_again_and_attacks(opened, old):
    path, rbf = opened(old)
    assert rbf.perform(["show"]).status == 0
    session = rbf.storage.load()
    count, fight = len(session.journal), session.fight
    rbf.perform(["undo", str(count)])
    assert rbf.storage.load().fight == session.start
    rbf.perform(["redo", str(count)])
    assert rbf.storage.load().fight == fight
    assert rbf.perform(["check", str(path)]).status == 0
    if session.undone:
        rbf.perform(["redo", str(len(session.undone))])
        assert rbf.storage.load().undone == []
    if fight.questions:
        rbf.perform(["undo"])
    foes = [who for who, one in fight.combatants.items() if one.side != next(iter(fight.combatants.values())).side]
    rbf.perform(["attack", next(iter(fight.combatants)), foes[0], "--force"])
    assert len(rbf.storage.load().journal) > len(session.journal) - 1


@pytest.mark.parametrize(
    ("name", "answer", "told"),
    [
        ("rbf-riposte", "strike", "Tamsin Roe strikes back at Dockside thug 1 with bare hands"),
        ("rbf-riposte", "no", "Tamsin Roe chooses no"),
        ("futurepath-opportunity", "strike", "the guard attacks Gort Ilesh with the knife"),
        ("futurepath-opportunity", "pass", "Gort Ilesh moves B6-A7-B8, 10 ft"),
    ],
)
def test_a_reaction_that_waits_for_an_answer_takes_the_one_it_offered(opened, name, answer, told):
    _, rbf = opened(of(4, name))
    assert told in rbf.perform(["choose", answer]).text
    assert not rbf.storage.load().fight.questions


@pytest.mark.parametrize(
    ("name", "then"),
    [
        ("rbf-begun", {"climb_cost": 0, "free_acts_end_aim": False}),
        ("futurepath-ridge", {"search_range": 1000}),
        ("threat-begun", {"accessory": "spend"}),
    ],
)
def test_it_goes_on_by_the_options_it_was_played_by(opened, name, then):
    _, rbf = opened(of(4, name))
    session = rbf.storage.load()
    for fight in (session.start, session.fight):
        assert {option: getattr(fight.options, option) for option in then} == then
    made = type(session.fight.options)()
    assert all(getattr(made, option) != value for option, value in then.items())


def test_one_whose_journal_leads_elsewhere_stands_as_it_was_saved_and_undo_goes_back_by_its_steps(opened, notices):
    path, rbf = opened(of(3, "89cd2ec-rbf-begun"))
    path.write_text(path.read_text().replace("attack joss thug1 --force", "attack joss thug1 --force --mod 5"))
    rbf.perform(["note", "on"])
    assert "replaying its journal now gives a different fight, so the saved one is kept" in notices[0]
    assert "by hand" not in notices[0]
    session = rbf.storage.load()
    rbf.perform(["undo", str(len(session.journal))])
    assert rbf.storage.load().fight == session.start


def test_a_line_that_differs_is_named_and_no_later_one(opened):
    path, rbf = opened(of(2, "d12bdf7-rbf-begun"))
    path.write_text(path.read_text().replace("attack joss thug1 --force", "attack joss thug1 --force --mod 5"))
    rbf.perform(["note", "a later line"])
    told = rbf.perform(["check", str(path)]).text
    assert "one of the lines 1 to 6 of the journal now gives a different result" in told
    assert "a later line" not in told


def test_of_lines_whose_fights_are_known_the_one_that_differs_is_named(opened, monkeypatch):
    path, rbf = opened(of(4, "rbf-begun"))
    rbf.perform(["note", "a later line"])
    verbs = load("rbf").verbs
    attack = next(kind for kind in verbs if verb_name(kind) == "attack")
    real = verbs[attack]
    monkeypatch.setitem(verbs, attack, lambda scene, command: real(scene, replace(command, mod=3)))
    told = rbf.perform(["check", str(path)]).text
    assert "line 2 of the journal now gives a different result" in told
    assert "attack joss thug1" in told
    assert "a later line" not in told


@pytest.mark.parametrize("old", EVERY, ids=named)
def test_looking_at_it_writes_nothing(opened, old):
    path, rbf = opened(old)
    rbf.perform(["show"])
    assert [each.name for each in path.parent.iterdir()] == ["encounter.toml"]
    assert path.read_bytes() == old.text.encode()


@pytest.mark.parametrize(("name", "answer"), [("rbf-critical", "double"), ("threat-ultra", "double")])
def test_what_it_waited_for_is_answered(opened, name, answer):
    path, rbf = opened(of(1, name))
    assert rbf.storage.load().fight.paused is not None
    rbf.perform(["choose", answer])
    assert from_bytes(path.read_bytes(), "save").session.fight.paused is None


def test_a_question_that_the_journal_does_not_lead_to_is_given_up(opened, notices):
    path, rbf = opened(of(1, "rbf-critical"))
    path.write_text(path.read_text().replace("8,8", "8,1"))
    rbf.perform(["show"])
    assert "its open question was dropped: critical" in notices[0]
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
    path, rbf = opened(of(1, "rbf-own-words"))
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
    path, rbf = opened(of(1, "rbf-own-words"))
    path.write_text(path.read_text().replace('choose "the lamp comes down on it"', line, 1))
    session = rbf.storage.load()
    assert session.journal[2] == line
    assert session.journal[3:] == ['condition add bosun "soaked to the skin"', *session.journal[4:]]
    with pytest.raises(RbfError):
        rbf.perform(["undo"])


# A fight that waits for an answer, closed and opened again, edited by hand, undone.


BEGIN = ("start duel --seed docks", "init", "attack ada bosun --force --dice 8,8")


@pytest.mark.parametrize("old", OLD, ids=named)
def test_a_damaged_fight_of_an_old_save_is_left_to_the_check(old):
    tables = read_toml(old.text.encode(), old.name)
    rules = load(tables["system"])
    for path in [each for each, _ in walk(tables["fight"]) if each]:
        for damage in (None, 5, "x", [5], {"x": 5}):
            of_today({**tables, "fight": damaged(tables["fight"], path, damage)}, old.number, rules)


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        ("rbf-missed", "bonus = []\n", "", "missed"),
        ("rbf-missed", 'targets = [\n    "bosun",\n]\n', "", "missed"),
        ("bgc-plain", "[fight.combatants.tove]", '[fight.combatants.tove]\nrisks = "one"\nat_risk = ["move"]', "risks"),
        ("futurepath-plain", "title", "options = 3\ntitle", "options"),
        ("threat-ultra", "options", "option", "option"),
    ],
)
def test_an_old_save_with_a_lost_value_is_refused_and_repaired(name, before, after, told):
    old = of(1, name)
    head, fight, rest = old.text.partition("\n[fight")
    assert before in fight + rest
    raw = (head + (fight + rest).replace(before, after)).encode()
    with pytest.raises(InvalidFile, match=told):
        from_bytes(raw, "old.toml")
    assert repaired(raw, "old.toml")[0].rules.name == name.partition("-")[0]


@pytest.fixture
def rbf(tmp_path, notices):
    """Perform a line on the save, opened anew each time, as a shell does."""
    path = tmp_path / "encounter.toml"

    def perform(line):
        return CommandService(FileStorage(str(path), notices.append), Style()).perform(line.split()).text

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
    assert "The bosun: HP 44 -> 22" in rbf("choose double")
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
    edited(rbf, (r"\nhp = 44\n", "\nhp = 43\n"))
    assert "The bosun: HP 43 -> 21" in rbf("choose double")
    assert notices == [f"{rbf.path} was edited by hand; log --last 1 shows what changed"]
    assert rbf("log --last 2").splitlines()[1] == "The bosun: HP 44 -> 43"
    assert "? Ada Quill scored a critical success" in rbf("undo")
    assert rbf("undo").startswith('undone: edit "[[')
    assert "HP           44/44" in rbf("show bosun")


def test_a_notice_names_what_an_edit_by_hand_changed_besides(tmp_path, notices):
    path = tmp_path / "relay.toml"
    CommandService(FileStorage(str(path), notices.append), Style()).perform(["start", "relay-road", "--seed", "x"])
    start, sela, fight = path.read_text().partition("[fight.combatants.sela]")
    path.write_text(start + sela + fight.replace('region = "0"', 'region = "2"', 1))
    session = FileStorage(str(path), notices.append).load()
    assert session.fight.combatants["sela"].cover == ""
    assert notices == [f"{path} was edited by hand; this also changed sela.cover"]


def test_a_save_whose_start_was_edited_too_is_a_new_start_that_still_waits(rbf, notices):
    text = rbf.path.read_text()
    rbf.path.write_text(text.replace('title = "Duel on the pier"\n', 'title = "By hand"\n', 2))
    assert "The bosun: HP 44 -> 22" in rbf("choose double")
    assert notices[0] == f"{rbf.path} was edited by hand; its journal does not lead to it, so it is a new start"
    assert "cannot undo 2 commands: only 1 so far" in refused(rbf, "undo 2").message
    assert notices[1] == "the old save is kept, with its journal: rbf restore brings it back"
    assert rbf("restore --list").startswith("now: By hand (rbf), round 1, Ada Quill's turn")


def test_json_shows_the_question_and_not_the_memory_of_the_pause(rbf):
    shown = rbf("show --json")
    assert '"questions":[{"kind":"critical"' in shown
    assert "paused" not in shown
    assert "paused" not in rbf("note x --json")
    assert "paused" not in rbf("log --json")
    assert "resumed" not in rbf("choose double --json")


def test_a_dry_run_of_an_answer_changes_nothing(rbf):
    before = rbf.path.read_bytes()
    assert "The bosun: HP 44 -> 22" in rbf("choose double -n")
    assert rbf.path.read_bytes() == before


def test_the_odds_of_an_answer(rbf):
    assert "The bosun: loses 22.00 on average" in rbf("odds choose double")


def test_ending_a_fight_that_waits_says_what_is_given_up(rbf):
    assert rbf("end").startswith("abandoned: Ada Quill, attack")


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
    assert notices[0].endswith("was edited by hand; its open question was dropped")
    assert "no question to answer" in refused(rbf, "choose double").message
    rbf("note on")
    assert "? Ada Quill scored a critical success" in rbf("undo 2")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ((r'\nheld = "sword"', '\nheld = "swrd"'), "fight.combatants.ada.held: unknown weapon 'swrd'"),
        ((r'\nactive = "ada"', '\nactive = "nobody"'), "fight.active: unknown combatant 'nobody'"),
    ],
)
def test_a_save_edited_by_hand_that_names_what_there_is_not_is_no_save(rbf, change, said):
    edited(rbf, change)
    for line in ("show", "choose double", "note x --force"):
        assert said in refused(rbf, line).message
