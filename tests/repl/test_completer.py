"""Completion as the prompt shows it, and what a line looks like while it is typed."""

from collections import Counter

import pytest
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import TransformationInput

from rbfcli.core.limits import COLOURED_LETTERS
from rbfcli.language.aliases import read_alias
from rbfcli.language.completion import Suggestion
from rbfcli.repl import highlighting as completer
from rbfcli.repl.highlighting import FightCompleter, LineLexer, ShowHiddenCharacters, files_in, known_names
from rbfcli.repl.input import asks_at_end, without_marks
from rbfcli.repl.terminal_session import AcceptedFromHistory
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter, list_encounters


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


def test_the_menu_of_encounters_says_system_size_and_title(fight):
    """Every bundled one; stat blocks with a count and things are counted as they fight."""
    found = {each.text: each.display_meta_text for each in completions(fight, "start ")}
    assert found["dock-ambush"] == "rbf, 4 against 6: Ambush at the docks"
    assert found["losing-air"] == "rbf, 4: The Calloway loses air"
    for name in list_encounters():
        begun = from_encounter(find_encounter(name), "menu", source=name)
        sizes = Counter(one.side for one in begun.fight.combatants.values() if not begun.rules.is_thing(one))
        assert found[name] == f"{begun.rules.name}, {' against '.join(map(str, sizes.values()))}: {begun.fight.title}"


@pytest.mark.parametrize("refused", ["atack vex", "expect 1 == 2", "alias nothing", "print $nothing"])
def test_a_refused_line_is_not_suggested(fight, refused):
    """Neither one that no verb begins, nor one that cannot be tried: a statement, or one of the prompt's own words."""
    fight.enter(refused)
    history = InMemoryHistory()
    history.append_string(refused)
    assert AcceptedFromHistory(fight).get_suggestion(Buffer(history=history), Document(refused[:3])) is None


# What a line looks like while it is typed.


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
        ("atta ", ["verb atta"]),
        ("st ", ["mistake st"]),
        ("atx ", ["mistake atx"]),
        ("attack gob", ["verb attack", "name gob"]),
        ("attack gob ", ["verb attack", "mistake gob"]),
        ("attack xyz ", ["verb attack", "mistake xyz"]),
        ("attack goblin1 --mo", ["verb attack", "name goblin1", "option --mo"]),
        ("attack goblin1 --mo 2", ["verb attack", "name goblin1", "option --mo", "number 2"]),
        ("attack goblin1 --ml 2 ", ["verb attack", "name goblin1", "mistake --ml", "mistake 2"]),
        ("attack?", ["verb attack"]),
        ("rbf> attack xyz ", []),
        ("? attack", ["verb attack"]),
        ("status", ["verb status"]),
    ],
)
def test_words_by_what_they_are(fight, text, words):
    assert painted(fight, text) == words


def test_a_word_that_the_cursor_has_left_is_finished(fight):
    assert painted(fight, "sta vex", 3)[0] == "verb sta"
    assert painted(fight, "sta vex", 7)[0] == "mistake sta"


def test_an_answer_is_no_mistake(talk):
    talk.say("start dock-ambush --seed docks", "init --set joss=60", "turn", "attack thug1 --dice 8,8")
    assert painted(talk, "dou ") == ["verb dou"]
    assert painted(talk, "doubt ") == ["mistake doubt"]


DOCKS = ("start dock-ambush --seed docks", "init --set joss=60", "turn")
ROAD = ("start relay-road --seed road", "init --set corin=40")


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (DOCKS, "attack gunner1 with rifle"),
        (DOCKS, "odds attack gunner1 --against attack thug1"),
        (DOCKS, "t n"),
        (DOCKS, "delay until 12"),
        (ROAD, "move to the wreck"),
        (ROAD, "move to wreck behind hull"),
    ],
)
def test_a_right_line_is_not_marked_while_it_is_typed(talk, lines, text):
    """No word of it is a mistake, neither after each letter nor when the line is complete."""
    talk.say(*lines)
    typed = [text[:end] for end in range(1, len(text) + 1)]
    marked = [each for each in (*typed, f"{text} ") if "mistake" in " ".join(painted(talk, each, len(each)))]
    assert marked == []
    assert talk.say(text)[1] == ""


def test_the_wrong_word_of_a_spoken_line_is_marked(talk):
    talk.say(*DOCKS)
    assert painted(talk, "attack the gunnr with rifel ")[1:] == [
        "mistake gunnr",
        "option with",
        "mistake rifel",
    ]


def test_what_a_line_looks_like_follows_the_fight(fight):
    lex = lexer(fight)
    before = lex.invalidation_hash()
    assert lex.invalidation_hash() == before
    fight.say("add Newcomer hp=3")
    assert lex.invalidation_hash() != before
    assert painted(fight, "damage newcomer") == ["verb damage", "name newcomer"]


def test_a_line_that_is_no_command_is_left_alone(fight):
    assert painted(fight, f"attack {'x' * COLOURED_LETTERS}") == []


# What the prompt says of the word at the cursor, by F1 and by a question mark at the end of a line.


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
        ("frobnicate", "rbf: unknown command 'frobnicate'"),
        ("declare", "rbf: declare is a command of bgc; this fight is rbf"),
        ("attack goblin1 --mod", "--mod N: modifier for this roll (-1000 to 1000"),
        ("attack goblin1 --foo", "rbf: unknown option '--foo'"),
        ("attack goblin1 --wi", "--with WEAPON: weapon to use"),
        ("attack goblin9", "rbf: unknown combatant 'goblin9'; did you mean goblin"),
        ("roll 2d6+3", "EXPRESSIONS…: dice notation"),
        ("roll 2d6+", "rbf: "),
        ("mve crates", "rbf: unknown command 'mve'; did you mean move?"),
        ("exit now", "exit: Leave the prompt."),
        ("turn nex", "[STEP]: what to do with the turn"),
        ("set vex hp=3", "PAIRS…: KEY=VALUE"),
        ("damage vex 3", "AMOUNT: how much"),
        ("", "F1, or ? after a word, explains it"),
    ],
)
def test_explains_the_word_at_the_cursor(fight, text, first):
    assert told(fight, text).startswith(first)


def test_explains_an_option_without_its_dashes(talk):
    talk.say(*DOCKS)
    first, value = told(talk, "attack gunner1 with rifle").splitlines()[:2]
    assert first.startswith("--with WEAPON: ")
    assert value.strip().startswith("rifle: 2d8 +3 shoot")


def test_explains_somebody_by_the_line_of_the_roster(fight):
    said = told(fight, "attack goblin2")
    assert "goblin2" in said
    assert "9/9" in said
    assert "goblin1" not in said
    assert told(fight, "damage gob*").count("9/9") == 3


def test_explains_a_condition_and_a_key(fight):
    assert "  prone: disadvantage 1 on melee" in told(fight, "condition add vex prone")
    assert "  hp: hit points" in told(fight, "set vex hp=3")
    assert "  keys: " in told(fight, "set vex nope=3")


def test_explains_what_a_word_of_the_system_means(fight):
    assert "\n  hold: hold this turn" in told(fight, "turn hold")
    assert "\n  stun: one fewer action next turn" in told(fight, "attack goblin1 --technique stun")
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


@pytest.mark.parametrize("text", ["atta", "attack ", "attack goblin1 --w", "condition add vex pro"])
def test_the_name_of_the_program_changes_no_completion_and_no_colour(fight, text):
    assert completions(fight, f"rbf {text}") == completions(fight, text)
    assert painted(fight, f"rbf {text}") == painted(fight, text)


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
