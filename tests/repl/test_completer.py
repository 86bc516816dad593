"""Completion as the prompt shows it, and what a line looks like while it is typed."""

import pytest
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import TransformationInput

from rbfcli.language.aliases import read_alias
from rbfcli.language.suggest import Suggestion
from rbfcli.repl import completer
from rbfcli.repl.completer import FightCompleter, files_in, known_names
from rbfcli.repl.key_session import AcceptedFromHistory
from rbfcli.repl.visible_input import ShowHiddenCharacters


def completions(conversation, text, cursor=None):
    return [*FightCompleter(conversation.watch.view).get_completions(Document(text, cursor), CompleteEvent())]


def test_offers_what_the_language_suggests(fight):
    (first, *_) = completions(fight, "attack vex gb2")
    assert (first.text, first.start_position) == ("goblin2", -3)
    assert first.display_meta_text == "goblin 2, foes, 9/9"


def test_offers_words_of_the_line_the_cursor_is_in(fight):
    assert completions(fight, "turn next\nattack vex gob")[0].text == "goblin1"
    assert completions(fight, "sta\nturn next", 3)[0].start_position == -3


def test_offers_its_own_words_and_what_is_shipped(talk):
    assert [each.text for each in completions(talk, "exi")] == ["exit"]
    assert [each.text for each in completions(talk, "new ")][:1] == ["rbf"]
    assert "dock-ambush" in [each.text for each in completions(talk, "start ")]
    assert [each.text for each in completions(talk, "attack --system rbf --tn")] == ["--tn"]
    assert completions(talk, "attack --system nobody --tn") == []


def test_offers_statements_after_verbs_and_aliases_with_what_they_stand_for(fight):
    fight.aliases = {"repeal": read_alias("repeal", "note {1}")}
    offered = {
        each.text: each.display_meta_text
        for each in FightCompleter(fight.watch.view, fight.aliases).get_completions(Document("re"), CompleteEvent())
    }
    assert offered["repeat"] == "Run a block N times."
    assert offered["repeal"] == "note {1}"
    assert [*offered].index("reload") < [*offered].index("repeat")
    assert "let" in [each.text for each in completions(fight, "help le")]


@pytest.mark.parametrize(
    ("text", "offer", "start"),
    [
        ("repeat 2 { attack vex gob", "goblin1", -3),
        ("repeat 2 { attack vex goblin1 }", None, 0),
        ("if x { show } else { atta", "attack", -4),
        ("repeat 2 {\n  atta", "attack", -4),
        ("expect refused { stabil", "stabilize", -6),
        ("let x = atta", None, 0),
    ],
)
def test_offers_what_fits_in_a_block(fight, text, offer, start):
    found = completions(fight, text)
    assert (found[0].text, found[0].start_position) == (offer, start) if offer else found == []


def test_lists_files_and_folders(tmp_path):
    (tmp_path / "duel.toml").touch()
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "a b.toml").touch()
    assert files_in("") == ("duel.toml", "more/")
    assert files_in("more/") == ("a b.toml",)
    assert files_in("missing/") == files_in("\0") == files_in("duel.toml/") == ()


def test_what_is_asked_can_be_answered_from_the_menu(talk):
    talk.say("start dock-ambush --seed docks", "init --set joss=60", "turn", "attack thug1 --dice 8,8")
    assert [each.text for each in completions(talk, "")][:2] == ["double", "silent"]
    assert completions(talk, "dou")[0].text == "double"


def test_a_menu_cannot_play_with_the_terminal(fight, monkeypatch):
    hostile = "\x1b[2J\u202ex"
    monkeypatch.setattr(completer, "suggest", lambda *_: [Suggestion(hostile, 0, hostile)])
    (offer,) = completions(fight, "")
    assert offer.text == hostile
    assert offer.display_text == offer.display_meta_text == "\\x1b[2J\\u202ex"


def transformed(*fragments):
    control = BufferControl(Buffer())
    return ShowHiddenCharacters().apply_transformation(
        TransformationInput(control, Document(), 0, lambda place: place, [*fragments], 80, 24)
    )


def test_a_plain_line_is_shown_as_it_is():
    assert transformed(("", "attack vé"), ("class:x", " x")).fragments == [("", "attack vé"), ("class:x", " x")]


@pytest.mark.parametrize("text", ["a\x1bb", "\u202e", "ab\x07\u200b"])
def test_what_a_terminal_would_obey_is_shown_in_words(text):
    shown = transformed(("class:x", text))
    assert "".join(part for _, part, *_ in shown.fragments).isprintable()
    for place in range(len(text) + 2):
        assert shown.display_to_source(shown.source_to_display(place)) == min(place, len(text))


def test_a_column_inside_an_escape_belongs_to_its_character():
    shown = transformed(("", "a\x1bb"))
    assert [shown.display_to_source(column) for column in range(7)] == [0, 1, 1, 1, 1, 2, 3]


def test_names_are_looked_up_once():
    assert known_names() is known_names()


@pytest.mark.parametrize(
    ("typed", "rest"),
    [("damage v", "ex 3"), ("attack v", None), ("start d", None), ("let", " n = 3"), ("", None)],
)
def test_suggests_in_grey_only_a_line_that_would_be_accepted(fight, typed, rest):
    """A line of the history that the fight refuses now is passed over, and an older one is suggested."""
    history = InMemoryHistory()
    for line in ("let n = 3", "damage vex 3", "damage vanished 2", "attack vanished goblin1", "start duel"):
        history.append_string(line)
    found = AcceptedFromHistory(fight).get_suggestion(Buffer(history=history), Document(typed))
    assert (found and found.text) == rest
