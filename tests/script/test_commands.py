"""Plain commands, comments, and what a run prints in each of its forms."""

import json

import pytest


def test_commands_are_played_in_memory_and_leave_nothing_behind(run, folder):
    before = sorted(path.name for path in folder.iterdir())
    ran = run("start pit.toml --seed s\ninit\nattack vex thug1 --dice 5,7\nexpect thug1.hp == 9\n", quiet=True)
    assert (ran.status, ran.out, ran.error) == (0, "", "")
    assert sorted(path.name for path in folder.iterdir()) == sorted([*before, "test.rbf"])


def test_output_is_a_transcript(run):
    ran = run("start pit.toml --seed s\ninit\n\n# Vex strikes\nattack vex thug1 --dice 5,7  # by hand\n")
    assert ran.status == 0
    assert "> attack vex thug1 --dice 5,7\nVex hits Thug 1: 15 against 12, by 3  [5 7] +3" in ran.out
    assert "# Vex" not in ran.out


def test_output_without_the_commands(run):
    ran = run("start pit.toml --seed s\ninit\nprint > hello\nnote a\n", echo=False)
    assert ran.out.endswith("> hello\nnote: a\n")
    assert "> note" not in ran.out


def test_a_hash_inside_a_word_and_an_apostrophe_are_letters(fight):
    ran = fight("print Orc#1 isn't here # but this is a comment", "print 'in # quotes'")
    assert ran.out == "Orc#1 isn't here\nin # quotes\n"


def test_a_backslash_goes_on_in_the_next_line(fight):
    assert fight("print one \\", "  two").out == "one two\n"


def test_a_comment_does_not_go_on(fight):
    assert fight("# no more \\", "print here").out == "here\n"


def test_bom_and_carriage_returns_are_taken_off(run, folder):
    (folder / "windows.rbf").write_bytes(b"\xef\xbb\xbfprint a\r\nprint b\r\n")
    assert run("windows.rbf", quiet=True).out == "a\nb\n"


def test_json_is_one_object_a_statement(fight):
    ran = fight("attack vex thug1 --dice 5,7", "expect thug1.hp == 9", "print hello", "let n = 3/4", json=True)
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert [each["ok"] for each in told] == [True] * 6
    assert told[2]["command"] == "attack vex thug1 --dice 5,7"
    assert told[2]["outcome"] == "success"
    assert told[4] == {"format": "rbf/1", "ok": True, "command": "print hello", "text": "hello"}
    assert told[5]["value"] == "3/4"


def test_nothing_is_expanded_as_a_shell_would(fight, folder):
    ran = fight("attack vex $(touch P) `touch P`")
    assert ran.status == 1
    assert "there is no combatant '$(touch'" in ran.error
    assert not (folder / "P").exists()


@pytest.mark.parametrize("option", ["-e", "--encounter", "--enc"])
def test_a_line_cannot_work_on_another_save(fight, option):
    ran = fight(f"damage vex 1 {option} other.toml")
    assert ran.status == 2
    assert "a command in a script cannot name another save" in ran.error


def test_a_line_cannot_wait_in_its_own_way(fight):
    ran = fight("damage vex 1 --lock-timeout 5")
    assert ran.status == 2
    assert "a command in a script cannot wait for the save in its own way; rbf run SCRIPT --lock-timeout N" in ran.error


def test_control_characters_are_shown_not_obeyed(fight):
    assert fight("print a\x1b[31mb").out == "a\\x1b[31mb\n"
    assert "\x1b" not in fight("no\x1bverb").error


def test_a_relative_encounter_is_looked_for_beside_the_script(run, folder, monkeypatch):
    ran = run("start pit.toml --seed s\n")
    (folder / "deeper").mkdir()
    monkeypatch.chdir(folder / "deeper")
    assert run("../test.rbf").out == ran.out


def test_a_script_means_the_same_files_wherever_it_is_run(run, folder, monkeypatch):
    run("start pit.toml --seed s\nprint $title\n")
    (folder / "deeper").mkdir()
    (folder / "deeper" / "pit.toml").write_text((folder / "pit.toml").read_text().replace("The pit", "Deeper"))
    monkeypatch.chdir(folder / "deeper")
    assert run("../test.rbf", quiet=True).out == "The pit\n"


def test_shipped_scripts_run_by_name_from_any_folder(run):
    ran = run("duel", quiet=True)
    assert (ran.status, ran.out, ran.error) == (0, "", "")


def test_a_script_that_is_not_there_names_itself(run):
    ran = run("nowhere.rbf")
    assert (ran.status, ran.error) == (3, "there is no script nowhere.rbf")


def test_a_script_too_big_is_refused_before_it_is_read(run, folder):
    (folder / "big.rbf").write_text("# much\n" * 200_000)
    assert run("big.rbf").status == 3


def test_what_is_no_text_is_refused_with_its_place(run, folder):
    (folder / "binary.rbf").write_bytes(b"print a\nprint \xff\n")
    ran = run("binary.rbf")
    assert (ran.status, ran.error) == (3, "binary.rbf:2:7: not UTF-8 text")


@pytest.mark.parametrize("line", ["roll 1d6 --seed a", "odds 1d6"])
def test_json_of_dice_names_the_line_as_it_stands_in_the_script(run, line):
    assert json.loads(run(f"{line}\n", json=True).out)["command"] == line
