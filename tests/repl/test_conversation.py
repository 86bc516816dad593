"""What a line entered at the prompt does, whoever typed it."""

import json

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.render.style import Style
from rbfcli.repl.conversation import Conversation


def test_a_prompt_without_a_save_begins_a_fight(talk):
    _, wrong = talk.say("attack vex goblin1")
    assert "there is no file save.toml" in wrong
    assert talk.status == 3
    talk.say("new rbf", "add Vex hp=3")
    assert talk.status == 0
    assert "vex" in talk.watch.view().context.fight.combatants


def test_a_failed_line_leaves_its_status_and_no_trace(fight, tmp_path):
    before = (tmp_path / "save.toml").read_bytes()
    _, wrong = fight.say("attack vex nobody")
    assert wrong.startswith("rbf: there is no combatant 'nobody'")
    assert fight.status == 1
    assert (tmp_path / "save.toml").read_bytes() == before
    assert fight.say("frobnicate")[1].startswith("rbf: there is no verb 'frobnicate'")
    assert fight.say("status")[0].startswith(
        "the last command: not understood (2)\nRBF: Combat and Crises (rbf), round 2"
    )
    assert fight.say("status")[0].startswith("the last command: done (0)\n")


@pytest.mark.parametrize("line", ["# a remark", "  # another", "\n", "\n\n \n"])
def test_an_empty_line_changes_nothing(fight, line):
    fight.say("frobnicate")
    assert fight.say(line) == ("", "")
    assert fight.status == 2


@pytest.mark.parametrize("word", ["exit", "quit", "  exit  ", "q", "bye"])
def test_leaves_by_a_word_and_hears_nothing_more(fight, word):
    assert fight.say(f"{word}\nshow") == ("", "")
    assert fight.finished


def test_lines_entered_together_run_in_their_order(fight):
    printed, _ = fight.say("damage vex 1\nheal vex 1")
    assert printed.index("> damage vex 1") < printed.index("12 -> 11") < printed.index("11 -> 12")
    assert fight.status == 0


def test_check_alone_is_of_the_save_of_the_prompt(fight):
    printed, wrong = fight.say("check")
    assert "\nsave.toml: a sound save: its " in f"\n{printed}"
    assert not wrong


def test_a_question_mark_asks_for_help(fight, monkeypatch):
    asked = []
    perform = Interpreter.perform
    monkeypatch.setattr(Interpreter, "perform", lambda self, words: asked.append(words) or perform(self, ["roll", "1"]))
    fight.say("?", "? attack", "?attack", "attack --help", "-h")
    assert asked == [["help"], ["help", "attack"], ["help", "attack"], ["help", "attack"], ["help"]]


def test_plays_on_its_own_save_alone(fight, tmp_path):
    _, wrong = fight.say("damage vex 3 -e other.toml")
    assert "this prompt uses save.toml" in wrong
    assert "rbf repl other.toml" in wrong
    assert fight.status == 2
    assert not (tmp_path / "other.toml").exists()


def test_how_long_to_wait_is_said_where_the_prompt_is_opened(fight):
    _, wrong = fight.say("damage vex 3 --lock-timeout 0")
    assert wrong.endswith("this prompt waits as long as it was told to; rbf repl --lock-timeout N")
    assert fight.status == 2


def test_errors_are_json_where_json_is_asked_for(fight):
    printed, wrong = fight.say("attack vex nobody --json")
    assert json.loads(printed)["error"]["kind"] == "refused"
    assert wrong == ""


def test_a_bug_costs_one_line(fight, monkeypatch):
    monkeypatch.setattr(Interpreter, "perform", lambda *_: 1 // 0)
    _, wrong = fight.say("show")
    assert wrong.startswith("rbf: internal error: ZeroDivisionError")
    assert "Traceback" not in wrong
    assert fight.status == 70
    assert not fight.finished


def test_a_bug_is_traced_where_that_is_asked_for(monkeypatch):
    told = []
    monkeypatch.setattr(Interpreter, "perform", lambda *_: 1 // 0)
    Conversation("save.toml", Style(), pytest.fail, told.append, {"RBF_DEBUG": "1"}).enter("show")
    assert told[0].startswith("Traceback")
    assert told[1].startswith("rbf: internal error")


def test_an_interrupt_stops_the_command_and_keeps_the_fight(fight, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Interpreter, "perform", interrupted)
        assert fight.say("show")[1] == "rbf: interrupted"
    assert fight.status == 130
    fight.say("damage vex 1")
    assert fight.watch.view().context.fight.combatants["vex"].hp == 11


@pytest.mark.usefixtures("fight")
def test_the_save_on_disk_is_new_before_the_line_is_answered(tmp_path):
    saved = []
    conversation = Conversation(
        "save.toml", Style(), lambda _: saved.append("hp = 7" in (tmp_path / "save.toml").read_text()), pytest.fail, {}
    )
    conversation.enter("damage vex 5")
    assert saved == [True]


def test_what_a_user_wrote_cannot_play_with_the_terminal(fight):
    fight.say('note "\x1b]0;owned\x07"')
    printed, wrong = fight.say("log", "attack \x1b[31m\u202e vex", "\x1b[2J", "damage vex 1 -e \x1b[2J", "log --last 1")
    assert not [letter for letter in printed + wrong if not letter.isprintable() and letter != "\n"]
