"""`rbf watch --once`, and whatever may be wrong with a line: one answer, with its status."""

import json
import subprocess
import sys

import pytest


def test_the_gm_sees_what_show_shows(begun):
    assert begun.out("watch", "--once") == begun.out("show")
    shown, watched = (json.loads(begun.out(*words, "--json")) for words in (["show"], ["watch", "--once"]))
    assert watched.pop("command") == "watch --once"
    assert shown.pop("command") == "show"
    assert watched == shown
    assert begun.out("watch", "--once", "-q") == begun.out("show", "-q")


def test_the_save_may_be_named_either_way(begun):
    begun.save.rename(begun.folder / "other.toml")
    assert begun.out("watch", "other.toml", "--once") == begun.out("watch", "-e", "other.toml", "--once")


def test_a_name_alone_means_players(begun):
    by_side, by_sign, by_somebody = (begun.out("watch", "--once", "--as", name) for name in ("crew", "@crew", "joss"))
    assert by_side == by_sign == by_somebody == begun.out("watch", "--once", "--players")
    assert begun.out("watch", "--once", "--as", "dockers") != by_side
    assert "20/20" not in by_side


def test_watching_changes_nothing(begun):
    before = begun.save.read_bytes()
    begun.out("watch", "--players", "--once")
    assert begun.save.read_bytes() == before


@pytest.mark.parametrize(
    ("status", "words", "said"),
    [
        (3, ("--once", "-e", "nowhere.toml"), "there is no file nowhere.toml"),
        (3, ("-e", "nowhere/at/all.toml"), "there is no file nowhere/at/all.toml"),
        (3, ("-e", "folder"), "folder is a folder"),
        (3, ("-e", "notes.txt"), "notes.txt"),
        (2, ("--as", "pel1"), "there is no combatant or side 'pel1'; did you mean pell?"),
        (2, ("--as", "thug"), "'thug' could mean thug1, thug2, thug3"),
        (2, ("--as",), "--as needs a value"),
        (2, ("--html", "encounter.toml", "--once"), "encounter.toml is the save itself; --html table.html"),
        (2, ("--html", "./folder/../encounter.toml"), "is the save itself"),
        (1, ("--html", "notes.txt"), "notes.txt is there already, and no page of rbf watch; --force replaces it"),
        (4, ("--html", "nowhere/page.html"), "there is no folder nowhere"),
        (4, ("--html", "folder"), "folder is a folder"),
        (4, ("--html", "link.html"), "link.html is a symbolic link"),
        (2, ("--once", "--once"), "--once given more than once"),
    ],
)
def test_a_mistake_is_answered(begun, status, words, said):
    (begun.folder / "folder").mkdir()
    (begun.folder / "notes.txt").write_text("mine\n")
    (begun.folder / "link.html").symlink_to("notes.txt")
    before = {path: path.read_bytes() for path in begun.folder.iterdir() if path.is_file()}
    done = begun.run("watch", *words)
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert {path: path.read_bytes() for path in begun.folder.iterdir() if path.is_file()} == before


def test_at_the_prompt_it_says_where_it_works(begun):
    done = begun.run("run", "-", stdin="start duel\nwatch\n")
    assert "watch works from the shell only" in done.stderr


def test_a_page_and_json_are_not_both_to_be_had(begun):
    done = begun.run("watch", "--html", "page.html", "--json")
    assert (done.returncode, json.loads(done.stdout)["error"]["kind"]) == (2, "usage")
    assert "a page and JSON are two forms of the same" in done.stderr


def test_a_common_verb_imports_nothing_of_it(begun):
    """Speed is a feature: `show` knows nothing of pages and players."""
    code = "import os, sys; sys.argv[1:] = ['show']; os._exit = lambda _status: print(*sys.modules)\n"
    code += "from rbfcli.cli.main import main; main()"
    done = subprocess.run([sys.executable, "-c", code], cwd=begun.folder, capture_output=True, text=True, check=False)
    loaded = {name.rpartition(".")[2] for name in done.stdout.split() if name.startswith("rbfcli.")}
    assert "screen" in loaded
    assert loaded.isdisjoint({"watch", "sight", "seen", "page", "players_json", "whole_file", "save_watch"})


@pytest.mark.parametrize("columns", [40, 72])
@pytest.mark.parametrize("words", [("show",), ("show", "joss"), ("watch", "--once"), ("watch", "--once", "--players")])
def test_a_screen_keeps_to_the_width_asked_for_in_a_pipe_too(begun, words, columns):
    narrow = begun.out(*words, environ={"COLUMNS": str(columns)})
    assert max(map(len, narrow.splitlines())) <= columns
    assert all(letter.isprintable() or letter == "\n" for letter in narrow)
    assert narrow != begun.out(*words)


def test_a_width_that_is_none_and_plain_words_change_nothing(begun):
    assert begun.out("show", environ={"COLUMNS": "wide"}) == begun.out("show")
    assert begun.out("show", "--plain", environ={"COLUMNS": "200"}) == begun.out("show", "--plain")
