"""Statements of scripts at the prompt: variables that last, blocks that are whole or nothing, scripts on this fight."""

from pathlib import Path

import pytest

from rbfcli.language.forms import statement_rows, statements
from rbfcli.script.commands import CommandRunner
from rbfcli.script.parser import READERS
from rbfcli.session.saves import from_bytes


@pytest.fixture
def saved(tmp_path):
    """The save as it is now."""
    return (tmp_path / "save.toml").read_bytes


def journal(talk):
    """The lines that were played."""
    return from_bytes(Path(talk.path).read_bytes(), talk.path).session.journal


def test_every_statement_of_scripts_is_one_of_the_prompt_and_has_help():
    assert statements().keys() == READERS.keys()
    assert [form.split()[0] for form, _ in statement_rows()].count("expect") == 2


def test_a_variable_lasts_and_stands_for_itself_in_words(fight):
    assert fight.say("let who = turn") == ("who = vex\n", "")
    assert fight.say('let many = roll("2d1") * 2')[0] == "many = 4\n"
    assert "12 -> 8" in fight.say("damage $who $many")[0]
    assert "8 -> 7" in fight.say("damage ${turn} ${many - 3}")[0]
    assert journal(fight)[-2:] == ["damage vex 4", "damage vex 1"]


def test_a_name_in_single_quotes_or_behind_a_backslash_is_no_variable(fight):
    fight.say("let who = turn", "note '$who'", 'note "\\$who"')
    assert journal(fight)[-2:] == ['note "\\$who"', 'note "\\$who"']


def test_a_variable_that_is_not_there_is_named(fight):
    _, wrong = fight.say("let target = 3", "damage vex $tarhet")
    assert wrong == "rbf: unknown name 'tarhet'; did you mean target?"
    assert fight.status == 2


def test_the_last_command_counts_whoever_typed_it(fight):
    fight.say("aim vex")
    fight.say("attack vex goblin1 --with knife --dice 8,8")
    assert fight.say('expect last.outcome == "critical" else "no"', "let sum = last.total")[0].startswith("sum = ")
    assert fight.status == 0


def test_faces_are_given_ahead_and_used_once(fight):
    assert fight.say("dice 5,7")[0] == "the next dice show 5, 7\n"
    assert fight.say("roll 2d8")[0].startswith("2d8 [5 7] = 12")
    assert "dice by hand" not in fight.say("roll 2d8")[0]


def test_a_seed_holds_for_rolls_and_for_the_fight(fight):
    fight.say("seed tuesday")
    first = fight.say("roll 4d20")[0]
    fight.say("seed tuesday")
    assert fight.say("roll 4d20")[0] == first
    assert journal(fight)[-1] == "set fight seed=tuesday"


def test_an_expectation_that_fails_is_told_and_the_prompt_goes_on(fight):
    _, wrong = fight.say("expect vex.hp == 3")
    assert wrong == "rbf: prompt:1:1: expected vex.hp == 3, but vex.hp is 12"
    assert fight.status == 1
    assert fight.say("expect vex.hp == 12") == ("", "")
    assert fight.status == 0


def test_print_says_a_line(fight):
    assert fight.say('print "${vex.hp} left" for Vex') == ("12 left for Vex\n", "")


def test_a_block_is_one_command_to_undo_and_shows_what_it_did(fight, saved):
    before = saved()
    printed, wrong = fight.say("repeat 3 { damage vex 1 }")
    assert wrong == ""
    assert printed.count("> damage vex 1\n") == 3
    assert "10 -> 9" in printed
    undone, _ = fight.say("undo")
    assert undone.count("undone: damage vex 1") == 3
    assert saved().partition(b"[fight]")[2] == before.partition(b"[fight]")[2]
    assert "10 -> 9" not in fight.say("redo")[0]
    assert fight.watch.view().context.fight.combatants["vex"].hp == 9


def test_a_block_goes_on_until_its_braces_close(fight):
    fight.enter("for who in [goblin1, goblin2] {")
    assert fight.in_block
    fight.enter("  damage $who 2")
    assert fight.in_block
    fight.enter("}")
    assert not fight.in_block
    assert journal(fight)[-2:] == ["damage goblin1 2", "damage goblin2 2"]


def test_a_line_that_ends_in_a_backslash_goes_on(fight):
    fight.enter("damage vex \\")
    assert fight.in_block
    fight.enter("3")
    assert journal(fight)[-1] == "damage vex 3"


def test_a_block_that_is_dropped_is_forgotten(fight):
    fight.enter("repeat 3 {")
    fight.drop_block()
    assert "12 -> 11" in fight.say("damage vex 1")[0]


def test_the_end_of_the_input_in_a_block_is_an_error(fight):
    fight.enter("repeat 3 {")
    fight.errors.clear()
    fight.end()
    assert fight.errors == ["rbf: prompt:1:11: the { on line 1, column 10 is never closed\n  repeat 3 {\n            ^"]
    assert fight.status == 2


@pytest.mark.parametrize(
    ("block", "status", "told"),
    [
        ("repeat 2 {\ndamage vex 1\nattack vex nobody\n}", 1, "rbf: prompt:3:1: unknown combatant 'nobody'"),
        ("repeat 2 {\ndamage vex 1\nexpect vex.hp == 12\n}", 1, "expected vex.hp == 12, but vex.hp is 11"),
        ("repeat 2 {\ndamage vex 1\nlet x = nobody\n}", 2, "rbf: prompt:3:9: unknown name 'nobody'"),
        ("repeat 2 {\ndamage vex 1\nrun x.rbf\n}", 2, "run works only in a shell"),
    ],
)
def test_a_block_is_carried_out_whole_or_not_at_all(fight, saved, block, status, told):
    before = saved()
    fight.say("let x = 7")
    printed, wrong = fight.say(block)
    assert "> damage vex 1" in printed
    assert told in wrong
    assert wrong.endswith("rbf: the fight has not changed: all of it is done, or nothing")
    assert fight.status == status
    assert saved() == before
    assert fight.say("print $x")[0] == "7\n"


def test_a_block_that_fails_gives_back_variables_and_faces(fight):
    fight.say("let x = 7", "dice 3,4", "if true {\nlet x = 8\nroll 1d8\nfrobnicate\n}")
    assert fight.say("print $x", "roll 2d8")[0].startswith("7\n2d8 [3 4]")


def test_a_loop_without_end_hits_the_limit_and_changes_nothing(fight, saved):
    before = saved()
    printed, wrong = fight.say("while true { damage vex 0 }")
    assert "; do less at once; run FILE --max-steps N allows more" in wrong
    assert fight.status == 5
    assert saved() == before
    assert len(printed.splitlines()) <= 13


def test_an_interrupt_stops_a_block_and_keeps_the_fight(fight, saved, monkeypatch):
    before = saved()
    perform = CommandRunner.perform

    def interrupted(self, words):
        perform(self, words)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(CommandRunner, "perform", interrupted)
        assert fight.say("repeat 3 { damage vex 1 }")[1] == "rbf: interrupted; the fight has not changed"
    assert fight.status == 130
    assert saved() == before
    assert "12 -> 11" in fight.say("damage vex 1")[0]


def test_a_script_is_played_on_this_fight_and_is_one_step(fight, tmp_path):
    (tmp_path / "two.rbf").write_text("damage vex 1\nexpect vex.hp == 11\ndamage vex 1\n")
    printed, told = fight.say("run two.rbf")
    assert "11 -> 10" in printed
    assert told == "1 expectation, 0 failed"
    assert fight.say("undo")[0].count("undone: ") == 2
    assert fight.watch.view().context.fight.combatants["vex"].hp == 12


def test_a_script_that_fails_leaves_the_fight(fight, tmp_path, saved):
    (tmp_path / "two.rbf").write_text("damage vex 1\nattack vex nobody\n")
    before = saved()
    assert "save.toml was not saved: some lines failed" in fight.say("run two.rbf")[1]
    assert fight.status == 1
    assert saved() == before


def test_what_cannot_be_run_is_refused_with_the_reason(fight, tmp_path):
    (tmp_path / "folder").mkdir()
    assert "run - is not available at the prompt" in fight.say("run -")[1]
    assert "folder is a folder; run FILE plays one script" in fight.say("run folder")[1]
    assert "no such script: nothing.rbf" in fight.say("run nothing.rbf")[1]
    assert "this prompt uses save.toml" in fight.say("run two.rbf -e other.toml")[1]


def test_an_included_script_shares_the_variables_and_is_read_again(fight, tmp_path):
    (tmp_path / "part.rbf").write_text("let part = 1\ndamage vex $part\n")
    fight.say("include part.rbf")
    assert fight.say("print $part")[0] == "1\n"
    (tmp_path / "part.rbf").write_text("let part = 2\n")
    fight.say("include part.rbf")
    assert fight.say("print $part")[0] == "2\n"


def test_statements_work_before_a_fight_has_begun(talk):
    assert talk.say("repeat 2 { roll 1d1 }")[0].count("> roll 1d1") == 2
    assert talk.say("let system = 1")[1].startswith("rbf: prompt:1:5: 'system' is a reserved word")
    talk.say('let kind = "rbf"', "new $kind", "add Vex hp=3")
    assert "vex" in talk.watch.view().context.fight.combatants


def test_a_question_in_a_block_is_left_open_as_in_scripts(fight):
    printed, wrong = fight.say("repeat 1 { attack vex goblin1 --with knife --force --dice 8,8 }")
    assert wrong == ""
    assert fight.watch.view().context.fight.questions
    assert "choose" in printed or "1" in printed
    fight.say("1")
    assert fight.status == 0
    assert not fight.watch.view().context.fight.questions


def test_an_open_block_has_a_prompt_of_its_own_on_a_plain_terminal(terminal):
    plain = terminal("plain", TERM="dumb")
    plain.wait_for("rbf> ")
    plain.type("repeat 2 {\n")
    plain.wait_for("... ")
    plain.type("roll 1d1\n}\n")
    plain.wait_for("> roll 1d1", times=2)
    plain.type("while true {\n")
    plain.wait_for("... ", times=3)
    plain.type("\x03")
    plain.wait_for("rbf> ", times=3)
    plain.type("repeat 2 {\n")
    plain.wait_for("... ", times=4)
    plain.type("\x04")
    plain.wait_for("is never closed")
    assert plain.finish() == 0
