"""What a line looks like while it is typed."""

import pytest
from prompt_toolkit.document import Document

from rbfcli.kernel.limits import COLOURED_LETTERS
from rbfcli.repl.completer import known_names
from rbfcli.repl.highlighting import LineLexer


def lexer(conversation):
    return LineLexer(conversation.watch.view, known_names, lambda: 0)


def painted(conversation, text, cursor=None):
    """The coloured words of the first line, as `class word`."""
    found = lexer(conversation).lex_document(Document(text, cursor))(0)
    assert "".join(part for _, part in found) == text.split("\n")[0]
    return [f"{style.removeprefix('class:')} {part}" for style, part in found if style]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("attack goblin1 --mod 2 # go", ["verb attack", "name goblin1", "option --mod", "number 2", "comment # go"]),
        ("roll 2d6+1", ["verb roll", "dice 2d6+1"]),
        ("note 'a b'", ["verb note", "string 'a b'"]),
        ("atta", ["verb atta"]),
        ("atta ", ["mistake atta"]),
        ("atx", ["mistake atx"]),
        ("attack gob", ["verb attack", "name gob"]),
        ("attack gob ", ["verb attack", "mistake gob"]),
        ("attack xyz", ["verb attack", "mistake xyz"]),
        ("attack goblin1 --mo", ["verb attack", "name goblin1", "option --mo"]),
        ("attack goblin1 --mo 2", ["verb attack", "name goblin1", "option --mo", "number 2"]),
        ("attack goblin1 --ml 2", ["verb attack", "name goblin1", "mistake --ml", "mistake 2"]),
        ("attack?", ["verb attack"]),
        ("? attack", ["verb attack"]),
        ("status", ["verb status"]),
    ],
)
def test_words_by_what_they_are(fight, text, words):
    assert painted(fight, text) == words


def test_a_word_that_the_cursor_has_left_is_finished(fight):
    assert painted(fight, "atta vex", 4)[0] == "verb atta"
    assert painted(fight, "atta vex", 8)[0] == "mistake atta"


def test_an_answer_is_no_mistake(talk):
    talk.say("start dock-ambush --seed docks", "init --set joss=60", "turn", "attack thug1 --dice 8,8")
    assert painted(talk, "dou ") == []
    assert painted(talk, "doubt ") == ["mistake doubt"]


def test_what_a_line_looks_like_follows_the_fight(fight):
    lex = lexer(fight)
    before = lex.invalidation_hash()
    assert lex.invalidation_hash() == before
    fight.say("add Newcomer hp=3")
    assert lex.invalidation_hash() != before
    assert painted(fight, "damage newcomer") == ["verb damage", "name newcomer"]


def test_a_line_that_is_no_command_is_left_alone(fight):
    assert painted(fight, f"attack {'x' * COLOURED_LETTERS}") == []
