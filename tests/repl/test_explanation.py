"""What the prompt says of the word at the cursor, by F1 and by a question mark at the end of a line."""

import pytest

from rbfcli.repl.completer import known_names
from rbfcli.repl.question_mark import asks_at_end, without_marks

ENTER, F1 = "\r", "\x1bOP"


def told(conversation, text, cursor=None):
    conversation.printed.clear()
    conversation.explain(text, len(text) if cursor is None else cursor, known_names())
    return "".join(conversation.printed)


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("attack", "attack: Attack: a player rolls to hit"),
        ("atta", "attack: Attack: a player rolls to hit"),
        ("next", "next: short for turn next"),
        ("exit", "exit: Leave the prompt."),
        ("frobnicate", "rbf: there is no verb 'frobnicate'"),
        ("declare", "rbf: declare belongs to bgc; this fight is rbf"),
        ("attack goblin1 --mod", "--mod N: a modifier for this roll (-1000 to 1000"),
        ("attack goblin1 --foo", "rbf: attack has no option --foo"),
        ("attack goblin1 --wi", "--with WEAPON: with what"),
        ("attack goblin9", "rbf: there is no combatant 'goblin9'; did you mean goblin"),
        ("roll 2d6+3", "2d6 + 3: from 5 to 15, mean 10; deviation 2.415"),
        ("roll 2d6+", "rbf: "),
        ("turn nex", "[STEP]: what to do with the turn"),
        ("set vex hp=3", "PAIRS…: KEY=VALUE"),
        ("damage vex 3", "AMOUNT: how much"),
        ("3", "3: the action with this number, as last listed"),
        ("# hi", "a comment: "),
        ("", "F1, or ? behind a word, explains it"),
    ],
)
def test_explains_the_word_at_the_cursor(fight, text, first):
    assert told(fight, text).startswith(first)


def test_explains_somebody_by_the_line_of_the_roster(fight):
    said = told(fight, "attack goblin2")
    assert "goblin2" in said
    assert "9/9" in said
    assert "goblin1" not in said
    assert told(fight, "damage gob*").count("9/9") == 3


def test_explains_a_condition_and_a_key(fight):
    assert "(RBF-PRN-1)" in told(fight, "condition add vex prone")
    assert "  hp: hit points" in told(fight, "set vex hp=3")
    assert "there is no key 'nope'" in told(fight, "set vex nope=3")


def test_explains_what_a_word_of_the_system_means(fight):
    assert "\n  hold: wait with the turn" in told(fight, "turn hold")
    assert "\n  stun: an action less on the next turn" in told(fight, "attack goblin1 --technique stun")
    assert "\n  knife: " in told(fight, "attack vex goblin1 --with knife")


def test_explains_the_word_the_cursor_is_in(fight):
    assert told(fight, "attack goblin1 --mod 2", 3).startswith("attack: ")
    assert "goblin1" in told(fight, "attack goblin1 --mod 2", 9)
    assert told(fight, "attack goblin1   ", 17) == told(fight, "attack goblin1")


def test_what_a_user_wrote_cannot_play_with_the_terminal(fight):
    for text in ("\x1b[2J", "attack \x1b]0;x\x07", "roll \x1b[31m", "set vex \x1bx=1", "attack vex --\x1b"):
        assert told(fight, text).replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("attack?", True),
        ("attack ?", True),
        ("attack goblin1?", True),
        ("attack goblin?", False),
        ("attack goblin1 --mod?  ", True),
        ("note who is it?", False),
        ("note 'who?'", False),
        ("choose say where?", False),
        ("?", False),
        ("? attack", False),
        ("attack 'x?", False),
        ("", False),
    ],
)
def test_a_question_mark_asks_at_the_end_of_a_line(fight, text, asks):
    assert asks_at_end(text, fight.watch.view().context) is asks


def test_marks_are_no_part_of_the_line():
    assert [without_marks(each) for each in ("? attack", "attack?", " ?x ?")] == ["  attack", "attack ", "  x  "]


def test_f1_explains_and_keeps_what_is_typed(fight, typed, monkeypatch):
    lines = []
    monkeypatch.setattr(type(fight), "enter", lambda _, text: lines.append(text))
    typed(fight, "damage vex", F1, lambda _: fight.printed, " 3", ENTER)
    assert lines == ["damage vex 3"]
    assert "12/12" in "".join(fight.printed)


def test_a_question_is_answered_and_the_line_goes_on(fight, typed, monkeypatch):
    lines = []
    monkeypatch.setattr(type(fight), "enter", lambda _, text: lines.append(text))
    typed(fight, "damage vex?", ENTER, lambda _: fight.printed, " 3", ENTER)
    assert lines == ["damage vex 3"]
    assert "12/12" in "".join(fight.printed)
