"""The journal of a save: every line carries its mark, so that what was altered or plays differently is noticed."""

import pytest
from msgspec.structs import replace

from rbfcli import __version__
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, LimitReached, OverwriteRefused, RbfError, Refusal
from rbfcli.core.limits import STEPS_BACK
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session import session as journal
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import chained
from rbfcli.storage.paths import find_encounter

LINES = ("init", "note one", "set ada hp=9", "damage ada 2 --force", "note five")


class Save:
    """A save that every line opens anew, as a shell does."""

    def __init__(self, path):
        self.path = path
        self.notices = []

    def reply(self, line):
        """What comes of a line."""
        return CommandService(FileStorage(str(self.path), self.notices.append), Style()).perform(line.split())

    def __call__(self, line):
        """What a line prints."""
        return self.reply(line).text

    def refused(self, line, kind=RbfError):
        """The error of a line, which leaves the save as it was."""
        before = self.path.read_bytes()
        with pytest.raises(kind) as wrong:
            self(line)
        assert self.path.read_bytes() == before
        return wrong.value

    def edit(self, old, new):
        """Change the save by hand."""
        text = self.path.read_text()
        assert old in text
        self.path.write_text(text.replace(old, new, 1))

    @property
    def session(self):
        """The session that the save holds."""
        return from_bytes(self.path.read_bytes(), "save").session


@pytest.fixture
def save(tmp_path):
    made = Save(tmp_path / "encounter.toml")
    for line in ("start duel --seed docks", *LINES):
        made(line)
    return made


@pytest.fixture
def upgraded(monkeypatch):
    """A program by whose rules damage is one more than it was."""
    original = journal.execute

    def play(rules, fight, command, dice=None):
        if type(command).__name__ == "Damage":
            command = replace(command, amount=command.amount + 1)
        return original(rules, fight, command, dice)

    def upgrade():
        monkeypatch.setattr(journal, "execute", play)

    return upgrade


@pytest.fixture
def never_played(monkeypatch):
    def refuse(*_):
        pytest.fail("a line was played again")

    return lambda: monkeypatch.setattr(journal, "execute", refuse)


def test_each_line_is_a_line_of_a_script_with_its_marks_in_a_comment(save):
    text = save.path.read_text()
    journal = text.partition("journal = '''\n")[2].partition("'''")[0].splitlines()
    assert [line.partition("  # ")[0] for line in journal] == save.session.journal
    marks = [line.partition("  # ")[2].split() for line in journal]
    assert {len(each) for pair in marks for each in pair} == {12}
    assert len({chain for chain, _ in marks}) == len(LINES)
    assert 'played_by = "rbfcli ' in text


def test_undo_goes_back_without_playing_anything_again(save, never_played):
    fights = [save.session.start, *(each.played.fight for each in save.session.replay())]
    never_played()
    session = save.session
    for count in range(1, len(LINES) + 1):
        again = session.twin()
        again.undo(count)
        assert again.fight == fights[-1 - count]
        assert list(again.fight.combatants) == list(fights[-1 - count].combatants)


def test_a_line_that_no_longer_reads_is_named_wherever_it_is_played_again(save):
    """`turn --mod` was taken without effect; a save of that time opens, and undo goes back behind the line."""
    save("turn")
    session, text = save.session, save.path.read_text()
    last = session.entries[-1]
    line = f"{last.line} --mod 2"
    before = session.entries[-2].chain
    old = f"{last.line}  # {last.chain} {last.fight}"
    save.path.write_text(text.replace(old, f"{line}  # {chained(before, line, last.fight)} {last.fight}"))
    number = len(session.entries)
    said = f"line {number} of the journal now gives a different result than it did with rbfcli {__version__}: {line}: "
    assert save.reply("show").status == 0
    for typed in (f"check {save.path}", "log --last 1", "log --format text"):
        try:
            told = save.reply(typed)
            words = told.text + told.notice
        except RbfError as wrong:
            words = wrong.message
        assert f"{said}unknown option '--mod'" in words, typed
        assert words.count("now gives a different result") == 1, typed
    undone = save.reply("undo")
    assert f"{said}unknown option '--mod'" in undone.text + undone.notice
    for typed in ("redo", "redo --force"):
        assert f"{said}unknown option '--mod'" in save.refused(typed).message


def test_undo_goes_back_to_what_was_though_the_rules_are_others_and_says_what_redo_would_do(save, upgraded):
    before = save.session
    upgraded()
    reply = save.reply("undo 2")
    assert save.session.fight.combatants["ada"].hp == 9
    said = f"line 4 of the journal now gives a different result than it did with {before.played_by}"
    assert reply.notice == f"{said}: damage ada 2 --force\n"
    wrong = save.refused("redo 2", Refusal)
    assert "line 4 of the journal now gives a different result" in wrong.message
    assert "redo --force" in wrong.hint
    save("redo 2 --force")
    assert save.session.fight.combatants["ada"].hp == 6
    assert save.reply("check " + str(save.path)).status == 0


@pytest.mark.parametrize("line", ["log", "log --script", "check {}"])
def test_a_line_that_plays_differently_today_is_named(save, upgraded, line):
    assert save.reply(line.format(save.path)).status == 0
    upgraded()
    reply = save.reply(line.format(save.path))
    assert reply.status == 1
    assert "line 4 of the journal now gives a different result" in reply.notice + reply.text


@pytest.mark.parametrize(
    ("old", "new", "number"),
    [
        ("note one  #", "note two  #", 2),
        ("set ada hp=9  #", "set ada hp=8  #", 3),
        ("note five  # ", "note five  # 0", 5),
    ],
)
def test_a_line_that_was_altered_is_named(save, old, new, number):
    save.edit(old, new)
    for line in ("log --script", f"check {save.path}", "undo"):
        reply = save.reply(line)
        assert f"line {number} of the journal was altered" in reply.notice + reply.text
        assert reply.status == (0 if line == "undo" else 1)
    assert save.session.fight.combatants["ada"].hp == 7


def test_undo_does_not_go_back_to_a_start_that_was_altered(save):
    save.edit('[start.combatants.ada]\nname = "Ada Quill"', '[start.combatants.ada]\nname = "Ada Quell"')
    save("undo 4")
    wrong = save.refused("undo 1", Refusal)
    assert "line 1 of the journal was altered" in wrong.message
    assert "undo --force" in wrong.hint
    save("undo 1 --force")
    assert save.session.fight.combatants["ada"].name == "Ada Quell"


def test_undo_does_not_go_back_to_an_altered_start_of_a_journal_whose_marks_are_gone(tmp_path):
    save = Save(tmp_path / "encounter.toml")
    save("start duel --seed docks")
    save("init")
    save.edit('[start.combatants.ada]\nname = "Ada Quill"', '[start.combatants.ada]\nname = "Ada Quell"')
    (line,) = (each for each in save.path.read_text().split("\n") if each.startswith("init  #"))
    save.edit(line, "init")
    assert "does not lead to the fight" in save.refused("undo 1", Refusal).message


@pytest.mark.parametrize("how", ["undo 2", "undo 2 --force"])
def test_undo_does_not_go_back_to_a_start_that_no_save_could_hold(tmp_path, how):
    save = Save(tmp_path / "encounter.toml")
    save("start duel --seed docks")
    save("init")
    save.edit('weapons = [\n    "sword"', 'weapons = [\n    "sward"')
    (line,) = (each for each in save.path.read_text().split("\n") if each.startswith("init  #"))
    save.edit(line, "init")
    save('note "goes on"')
    assert (
        "the start of the fight is invalid: combatants.ada.weapons[1]: unknown weapon 'sward'"
        in save.refused(how).message
    )


def test_undo_goes_back_to_a_hand_with_a_weapon_that_the_gm_took_from_its_sheet(save):
    save("set ada weapons=unarmed")
    between = save.session.fight
    save("set ada held=unarmed")
    save("undo")
    assert save.session.fight == between
    assert between.combatants["ada"].held == "sword"


def test_undo_goes_back_to_the_start_behind_an_altered_line_where_what_is_kept_leads_there(save):
    start = save.session.start
    save.edit("init  #", "turn  #")
    save("undo 5")
    assert save.session.fight == start


def test_a_line_that_was_taken_out_or_put_in_is_named(save):
    text = save.path.read_text()
    lines = text.splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line.startswith("note one  #"))
    save.path.write_text("".join(lines[:at] + lines[at + 1 :]))
    assert "line 2 of the journal was altered, or a line before it was removed: set ada hp=9" in save(
        f"check {save.path}"
    )
    save.path.write_text("".join([*lines[: at + 1], "note more\n", *lines[at + 1 :]]))
    assert "line 4 of the journal was altered" in save(f"check {save.path}")


def test_an_undone_line_that_was_altered_is_named(save):
    save("undo 2")
    save.edit("damage ada 2 --force  #", "damage ada 9 --force  #")
    assert "line 4 of the journal was altered" in save(f"check {save.path}")
    assert "line 4 of the journal now gives a different result" in save.refused("redo", Refusal).message


def test_redo_names_only_the_line_that_comes_out_otherwise():
    """The lines redone before it came out as they were."""
    session = from_encounter(find_encounter("duel"), "seed", "duel")
    for line in ("note one", "note two", "note three"):
        session.perform(read_line(line, session.rules, session.fight))
    session.seal()
    session.undo(3)
    session.undone_entries[0] = replace(session.undone_entries[0], fight="0")
    with pytest.raises(Refusal, match=r"^line 3 of the journal now gives a different result.*: note three"):
        session.redo(3)


def test_undo_says_that_a_line_was_altered_and_goes_back_all_the_same(save):
    save.edit("note one  #", "note two  #")
    reply = save.reply("undo 2")
    assert "line 2 of the journal was altered" in reply.notice
    assert save.session.fight.combatants["ada"].hp == 9


def test_where_the_steps_back_are_gone_the_lines_before_are_played_again(save):
    text = save.path.read_text()
    head, rest = text.split("back = '''\n", 1)
    save.path.write_text(f'{head}back = ""\n' + rest.partition("'''\n")[2])
    save("undo 2")
    assert save.session.fight.combatants["ada"].hp == 9


@pytest.mark.parametrize("spoilt", ['[["set",["combatants","ada","hp"],3]]', '[["gone",["combatants","x","y"]]]', "?"])
def test_steps_back_that_were_altered_are_not_followed(save, spoilt):
    head, rest = save.path.read_text().split("back = '''\n", 1)
    steps, mid, tail = rest.partition("'''\n")
    save.path.write_text(f"{head}back = '''\n" + "".join(f"{spoilt}\n" for _ in steps.splitlines()) + mid + tail)
    save("undo 2")
    assert save.session.fight.combatants["ada"].hp == 9


def test_nobody_goes_back_where_neither_the_steps_nor_the_journal_are_sure(save, upgraded):
    head, rest = save.path.read_text().split("back = '''\n", 1)
    save.path.write_text(f'{head}back = ""\n' + rest.partition("'''\n")[2])
    upgraded()
    wrong = save.refused("undo", Refusal)
    assert "line 4 of the journal now gives a different result" in wrong.message
    assert "undo --force" in wrong.hint
    save("undo --force")
    assert save.session.fight.combatants["ada"].hp == 6


def test_only_the_latest_lines_keep_the_way_back(monkeypatch, save):
    monkeypatch.setattr("rbfcli.session.session.STEPS_BACK", 2)
    monkeypatch.setattr("rbfcli.session.session.STEPS_BACK", 2)
    session = save.session
    for number in range(4):
        session.perform(read_line(f"note {number}", session.rules, session.fight))
    again = from_bytes(to_bytes(session), "save").session
    assert [bool(each.back) for each in again.entries[-3:]] == [False, True, True]
    again.undo(3)
    assert again.journal[-1] == "note 0"
    assert STEPS_BACK == 1000


def test_an_order_of_combatants_comes_back_with_one_who_was_removed(save):
    names = list(save.session.fight.combatants)
    save(f"remove {names[0]}")
    save("undo")
    assert list(save.session.fight.combatants) == names


HAND = [
    ("hp = 7\n", "hp = 3\n", "Ada Quill: HP 7 -> 3"),
    ("round = 1\n", "round = 2\n", "round 1 -> 2"),
]


@pytest.mark.parametrize(("old", "new", "told"), HAND)
def test_what_a_hand_changed_is_an_entry_that_is_told_undone_and_played_again(save, old, new, told):
    head, mid, fight = save.path.read_text().partition("\n[fight]\n")
    assert old in fight
    save.path.write_text(head + mid + fight.replace(old, new, 1))
    save("note on")
    assert len(save.session.journal) == len(LINES) + 2
    assert told in save("log")
    assert save.reply(f"check {save.path}").status == 0
    save("undo 2")
    assert save.reply(f"check {save.path}").status == 0
    save("redo 2")
    assert new in save.path.read_text()


def test_an_edit_that_changes_nothing_is_none(save):
    save.path.write_text(save.path.read_text() + "\n# a remark\n")
    save("note on")
    assert save.notices == []


def test_a_line_that_would_not_read_back_is_not_saved(save, monkeypatch):
    monkeypatch.setattr("rbfcli.session.session.line_for", lambda _: "note something else")
    wrong = save.refused("note on", OverwriteRefused)
    assert wrong.message == "the line 'note something else' would not read back as written"


def test_a_number_past_its_bound_is_not_saved(save):
    session = save.session
    ada = replace(session.fight.combatants["ada"], hp=10_000_000)
    session.fight = replace(session.fight, combatants={**session.fight.combatants, "ada": ada})
    with pytest.raises(LimitReached, match=r"combatants.ada.hp must be a whole number .*, not 10000000"):
        to_bytes(session)


def test_a_value_of_another_type_is_not_saved(save):
    session = save.session
    ada = replace(session.fight.combatants["ada"], talents=["crack shot"])
    session.fight = replace(session.fight, combatants={**session.fight.combatants, "ada": ada})
    with pytest.raises(OverwriteRefused, match="the fight would not read back as written"):
        to_bytes(session)


@pytest.fixture
def tracked(tmp_path):
    made = Save(tmp_path / "encounter.toml")
    for line in ("start mine-raid --seed docks", "init", "set fight board.threat=9"):
        made(line)
    return made


def test_what_the_gm_set_does_not_forbid_an_edit_of_something_else(tracked):
    head, mid, fight = tracked.path.read_text().partition("\n[fight]\n")
    assert "threat = 9\n" in fight
    tracked.path.write_text(head + mid + fight.replace('seed = "docks"\n', 'seed = "pier"\n', 1))
    tracked("note on")
    assert tracked.session.journal[-2] == 'edit "[[\\"set\\",[\\"seed\\"],\\"pier\\"]]"'


def test_an_edit_is_refused_for_what_it_makes_wrong_itself_typed_or_not(tracked):
    tracked.edit("threat = 9\n", "threat = 12\n")
    assert "board.threat must be from 1 to 5, not 12" in tracked.refused("note on").message
    tracked.edit("threat = 12\n", "threat = 9\n")
    typed = tracked.refused('edit [["set",["board","threat"],12]]')
    assert "board.threat must be from 1 to 5, not 12" in typed.message


def test_an_edit_that_the_rules_refuse_is_a_mistake_of_the_file(save, monkeypatch):
    def refuse(*_):
        raise Refusal("the rules say no")

    monkeypatch.setattr("rbfcli.session.session.Session.perform", refuse)
    head, mid, fight = save.path.read_text().partition("\n[fight]\n")
    save.path.write_text(head + mid + fight.replace("hp = 7\n", "hp = 3\n", 1))
    wrong = save.refused("show", InvalidFile)
    assert wrong.message == f"{save.path}: the rules say no"
