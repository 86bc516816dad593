"""Scripts on a save: all or nothing, under its lock; or a save after every line."""

import json
import os
from pathlib import Path

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import StorageFailed
from rbfcli.core.limits import LINE_BYTES, STEPS
from rbfcli.session.saves import from_bytes
from rbfcli.session.session import read_entries
from rbfcli.storage.save_file import LockedFile

BEGIN = "start pit.toml --seed s\ninit --set vex=20\n"


def journal(save):
    """The lines that a save holds."""
    return from_bytes(save.read_bytes(), "save").session.journal


@pytest.fixture
def save(run, folder):
    """A save in which the fight has begun."""
    assert run(BEGIN, save="save.toml").status == 0
    return folder / "save.toml"


def test_a_script_can_begin_the_fight_of_a_save(save):
    assert save.read_text().count("init --set vex=20") == 1


@pytest.mark.usefixtures("save")
def test_a_script_goes_on_with_a_save(run):
    assert run("attack vex thug1 --dice 5,7\nnote done\n", save="save.toml").status == 0
    ran = run("expect thug1.hp == 9\nlog --script\n", save="save.toml")
    assert ran.out.endswith("attack vex thug1 --dice 5,7\nnote done\n")


@pytest.mark.parametrize("last", ["atack vex thug1", "attack thug1 vex", "expect vex.hp == 1", "let = 1", "dice 5"])
def test_nothing_is_saved_where_a_line_fails(run, save, last):
    before, changed = save.read_bytes(), save.stat().st_mtime_ns
    ran = run(f"note a\nnote b\n{last}\n", save="save.toml", keep_going=True)
    assert ran.status in {1, 2}
    assert "rbf: save.toml was not saved: some lines failed" in ran.error
    assert (save.read_bytes(), save.stat().st_mtime_ns) == (before, changed)


def test_looking_writes_nothing(run, save):
    changed = save.stat().st_mtime_ns
    assert run("show\nexpect vex.hp == 15\n", save="save.toml").status == 0
    assert save.stat().st_mtime_ns == changed


def test_a_dry_run_writes_nothing(run, save):
    before = save.read_bytes()
    for each in (False, True):
        assert run("note a\n", save="save.toml", dry_run=True, each=each).status == 0
    assert save.read_bytes() == before


def test_an_import_of_many_is_a_line_of_a_script(run, save):
    """A line of `edit` is as long as a script may be, any other 64 KiB."""
    guards = {f"guard{n}": {"name": f"Guard {n}", "tn": 12, "side": "foes"} for n in range(700)}
    edit = f"edit '{json.dumps([['set', ['combatants', who], one] for who, one in guards.items()])}'\n"
    assert run(edit, save="save.toml").status == 0
    played = journal(save)
    assert max(map(len, played)) > LINE_BYTES
    ran = run("\n".join(["start pit.toml --seed s", *played, 'expect guard699.name == "Guard 699"', ""]))
    assert (ran.status, ran.error) == (0, "1 expectation, 0 failed")


def test_undo_and_what_follows_is_saved(run, save):
    run("note a\n", save="save.toml")
    assert run("undo\nnote b\n", save="save.toml").status == 0
    assert "note b" in save.read_text()
    assert "note a" not in save.read_text()


def test_a_fight_that_is_there_is_not_begun_anew_unawares(run, save):
    before = save.read_bytes()
    assert run(BEGIN, save="save.toml").status == 1
    assert save.read_bytes() == before
    assert run(BEGIN.replace("start", "start --force") + "note anew\n", save="save.toml").status == 0
    assert b"anew" in save.read_bytes()


def test_a_script_may_begin_a_second_fight(run, folder):
    assert run(f"{BEGIN}end\n{BEGIN}note second\n", save="save.toml").status == 0
    assert "second" in (folder / "save.toml").read_text()


def test_a_save_that_is_not_there_is_named(run, folder):
    ran = run("note a\n", save="nowhere.toml")
    assert ran.status == 3
    assert "no such file: nowhere.toml" in ran.error
    assert not [path.name for path in folder.iterdir() if "nowhere" in path.name]


def test_each_saves_after_every_line(run, save):
    ran = run("note a\nattack thug1 vex\nnote b\n", save="save.toml", each=True, keep_going=True)
    assert ran.status == 1
    assert [name in save.read_text() for name in ("note a", "note b")] == [True, True]


def test_each_keeps_what_was_done_before_a_mistake(run, save):
    run("note a\nattack thug1 vex\nnote b\n", save="save.toml", each=True)
    assert [name in save.read_text() for name in ("note a", "note b")] == [True, False]


def test_each_needs_a_save(run):
    ran = run("print a\n", each=True)
    assert (ran.status, ran.error) == (2, "--each needs a save")


def test_the_save_is_locked_while_the_script_of_a_file_runs(run, save, monkeypatch):
    refused = []

    def look(self, line):
        reply = carry_out(self, line)
        with pytest.raises(StorageFailed) as failed, LockedFile(str(save), timeout=0):
            pass
        refused.append(failed.value.message)
        return reply

    carry_out = CommandService.carry_out
    monkeypatch.setattr(CommandService, "carry_out", look)
    assert run("note a\nnote b\n", save="save.toml").status == 0
    assert len(refused) == 2
    with LockedFile(str(save), timeout=0):
        assert "note b" in save.read_text()


@pytest.mark.parametrize("each", [False, True])
def test_the_save_is_free_while_a_script_waits_for_its_next_line(driven, run, save, each):
    process = driven(json.dumps({"each": each}), save="save.toml")
    told_line(process, "note a\n")
    assert run("note elsewhere\n", save="save.toml", lock_seconds=0).status == 0
    assert "note elsewhere" in save.read_text()
    _, error = process.communicate("note b\n" if each else "")
    if each:
        assert (process.returncode, error) == (0, "")
        assert journal(save)[-3:] == ["note a", "note elsewhere", "note b"]
    else:
        assert process.returncode == 4
        assert error.startswith("rbf: save.toml was not saved: another command has changed it since the script began;")
        assert "note a" not in save.read_text()


def test_a_fight_that_another_begins_meanwhile_stands(driven, run, folder):
    process = driven(save="save.toml")
    told_line(process, "start pit.toml --seed mine\n")
    assert run("start pit.toml --seed theirs\n", save="save.toml").status == 0
    _, error = process.communicate("note a\n")
    assert (process.returncode, "another command has changed it" in error) == (4, True)
    assert "theirs" in (folder / "save.toml").read_text()


def test_a_script_that_arrives_saves_at_its_end(driven, save):
    process = driven(save="save.toml")
    told_line(process, "note a\n")
    assert "note a" not in save.read_text()
    process.communicate("note b\n")
    assert process.returncode == 0
    assert journal(save)[-2:] == ["note a", "note b"]


def test_a_script_waits_for_the_save_as_long_as_it_is_told_to(run, save):
    with LockedFile(str(save)):
        for each in (False, True):
            ran = run("note a\n", save="save.toml", lock_seconds=0, each=each)
            assert (ran.status, f"in use by process {os.getpid()}" in ran.error) == (4, True)


def told_line(process, line):
    """Send a line, and wait until it is carried out."""
    process.stdin.write(line)
    process.stdin.flush()
    assert process.stdout.readline() == f"> {line}"


def test_a_script_that_is_killed_leaves_the_old_save(driven, save):
    before = save.read_bytes()
    process = driven(save="save.toml")
    process.stdin.write("note a\n")
    process.stdin.flush()
    assert process.stdout.readline() == "> note a\n"
    process.kill()
    process.wait()
    assert save.read_bytes() == before


def test_a_save_edited_by_hand_is_noticed(run, save):
    save.write_text(save.read_text().replace("hp = 15", "hp = 14"))
    ran = run("expect vex.hp == 14\n", save="save.toml")
    assert (ran.status, "edited by hand" in ran.error) == (0, True)


@pytest.mark.usefixtures("save")
def test_no_descriptor_stays_open(run):
    before = len(list(Path("/proc/self/fd").iterdir()))
    run("note a\n", save="save.toml")
    run("atack\n", save="save.toml")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_a_script_is_one_step_to_undo_and_to_redo(run, save):
    before = save.read_text().partition("[fight]")[2]
    assert run("note a\nnote b\nattack vex thug1 --dice 5,7\n", save="save.toml").status == 0
    after = save.read_text().partition("[fight]")[2]
    assert run("undo\n", save="save.toml", each=True).out.count("undone: ") == 3
    assert save.read_text().partition("[fight]")[2] == before
    assert journal(save) == ["init --set vex=20"]
    assert run("redo\n", save="save.toml", each=True).out.count("redone: ") == 3
    assert save.read_text().partition("[fight]")[2] == after
    assert run("undo 2\n", save="save.toml", each=True).out.count("undone: ") == 4
    assert "nothing to undo" in run("undo\n", save="save.toml", each=True).error


def test_lines_saved_one_by_one_are_as_many_steps(run, save):
    assert run("note a\nnote b\n", save="save.toml", each=True).status == 0
    assert run("undo\n", save="save.toml", each=True).out == "> undo\nundone: note b\nnow: round 1, Vex's turn\n"
    assert journal(save)[-1] == "note a"


def test_a_step_begins_behind_what_a_script_took_back(run, save):
    assert run("note a\n", save="save.toml").status == 0
    assert run("undo\nnote b\nnote c\n", save="save.toml").status == 0
    assert run("undo\n", save="save.toml", each=True).out.count("undone: note") == 2
    assert journal(save) == ["init --set vex=20"]


def test_a_line_written_by_hand_may_end_like_one_that_is_joined():
    joined = read_entries("note a  # 0123456789ab ba9876543210 +\nnote b +\n", "")
    assert [(each.line, each.joined) for each in joined] == [("note a", True), ("note b +", False)]


# Lines that look ahead: they answer as far as a part of the budget goes, and the script goes on behind them.


BUSY = "start pump-station --seed q", "init"
BLAST, RUN, SHOT = "throw hale frag tough2", "technique hale overrun tough2", "attack gort guard"


@pytest.fixture
def told(run):
    """Run lines in a fight with very much to do, and get the status, what each printed as JSON, and the error."""

    def told(*lines, **options):
        ran = run("\n".join([*BUSY, *lines, ""]), json=True, **options)
        return ran.status, [json.loads(each) for each in ran.out.splitlines()][len(BUSY) :], ran.error

    return told


@pytest.mark.slow
def test_a_line_that_ranks_all_there_is_to_do_leaves_something_to_the_next(told):
    status, replies, _ = told("suggest", "print on")
    assert status == 0
    assert replies[0]["ranked"]
    assert replies[1]["text"] == "on"


@pytest.mark.slow
def test_several_lines_that_look_ahead_answer(told):
    lines = ["suggest", f"odds {SHOT}", "suggest hale", f"odds {BLAST}", f"odds {RUN}", "suggest gort"]
    status, replies, _ = told(*lines)
    assert status == 0
    for line, reply in zip(lines, replies, strict=True):
        assert reply["ranked" if line.startswith("suggest") else "outcomes"], line


def test_odds_that_are_sampled_leave_something_to_the_next(run, monkeypatch):
    monkeypatch.setattr("rbfcli.lab.odds.PLAYS_OF_ODDS", 3)
    lines = ["start dock-ambush --seed q", *["odds attack joss gunner1"] * 2, "suggest ada", ""]
    ran = run("\n".join(lines))
    assert (ran.status, ran.out.count("sampled: played")) == (0, 2)


@pytest.mark.parametrize("line", ["suggest", f"odds {BLAST}", f"odds {SHOT}", f"print ${{odds({SHOT}).success}}"])
@pytest.mark.parametrize("loop", [pytest.param("repeat 100000", marks=pytest.mark.slow), "while true"])
@pytest.mark.parametrize("part", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_a_loop_of_them_ends(told, monkeypatch, part, loop, line):
    """With a part of the budget of a script, and with all of it."""
    monkeypatch.setattr("rbfcli.script.context.STEPS", STEPS // part)
    status, replies, _ = told(f"{loop} {{", line, "}")
    assert status == 5
    assert "--max-steps N allows more" in replies[-1]["error"]["hint"]


@pytest.mark.parametrize("keep_going", [False, True])
def test_each_line_that_arrives_has_a_budget_of_its_own(driven, keep_going):
    """At the prompt as well: it runs lines like these."""
    process = driven(json.dumps({"json": True, "keep_going": keep_going}))
    out, _ = process.communicate("\n".join([*BUSY, "suggest", "suggest", "suggest", "print on", ""]))
    replies = [json.loads(each) for each in out.splitlines()][len(BUSY) :]
    assert [len(each["ranked"]) for each in replies[:3]] == [len(replies[0]["ranked"])] * 3
    assert replies[0]["ranked"]
    assert replies[3]["text"] == "on"
    assert process.returncode == 0
