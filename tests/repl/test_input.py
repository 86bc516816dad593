"""What no one means to type: binary, a megabyte on one line, escape sequences; said so, and nothing of it is done."""

import pytest

from rbfcli.core.limits import TYPED_BYTES
from rbfcli.repl import input as typed_text
from rbfcli.repl.input import is_open, typed_items
from tests.repl.test_keys import ENTER, reads

PASTE, END = "\x1b[200~", "\x1b[201~"
MEGABYTE = 1_000_000


def test_a_pasted_megabyte_is_refused_as_a_whole(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("sho")
    prompt.wait_for("sho")
    prompt.pour(f"{PASTE}{'x' * MEGABYTE}{END}")
    prompt.wait_for("one input can have at most 65,536 bytes, not 1,000,000", "rbf>")
    prompt.type("w\r")
    prompt.wait_for("no such file: save.toml", "rbf>")
    prompt.type("\x04")
    assert prompt.finish() == 0


def test_a_megabyte_without_the_marks_of_a_paste_is_refused_when_it_is_entered(terminal):
    prompt = terminal()
    prompt.wait_for("rbf>")
    prompt.type("roll 1d1 ")
    prompt.pour("1" * (MEGABYTE // 10))
    prompt.type("\r")
    prompt.wait_for("one input can have at most 65,536 bytes, not 100,009", "rbf>")
    prompt.type("\x04")
    assert prompt.finish() == 0


# What is pasted: lines in order up to the first mistake, transcripts, and what is no text.


BEGIN, END_OF_PASTES = "\x1b[200~", "\x1b[201~"


def hp(talk):
    """The hit points of Vex."""
    return talk.watch.view().context.fight.combatants["vex"].hp


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("show", [(1, "show")]),
        ("> show", [(1, "show")]),
        ("a\n\n# remark\n  b # why\n", [(1, "a"), (4, "b # why")]),
        ("> a\noutput\n> b\n", [(1, "a"), (3, "b")]),
        ("rbf> show", [(1, "show")]),
        ("$ rbf show", [(1, "rbf show")]),
        ("not started> init", [(1, "init")]),
        ("refused, round 2, Dockside thug 1> turn", [(1, "turn")]),
        ("rbf> a\noutput\nround 1, Vex>\nround 1, Vex> b", [(1, "a"), (4, "b")]),
        ('note "round 1, Vex> turn"', [(1, 'note "round 1, Vex> turn"')]),
        ("> repeat 2 {\n> a\n> }\n> a\nsays\n", [(1, "repeat 2 {\na\n}"), (4, "a")]),
        ("a \\\nb\nc", [(1, "a b"), (3, "c")]),
        ("if x { a }\nlet y = 1", [(1, "if x { a }"), (2, "let y = 1")]),
        ("a\r\nb\r\n", [(1, "a"), (2, "b")]),
    ],
)
def test_what_was_entered_comes_apart(text, items):
    assert typed_items(text) == items


@pytest.mark.parametrize(
    ("text", "is_it"),
    [
        ("repeat 2 {", True),
        ("repeat 2 {\na\n}", False),
        ("if x {\n} else {", True),
        ("repeat {", False),
        ("note {", False),
        ('print "{"', False),
        ("a \\", True),
        ("a \\\\", False),
        ("# a \\", False),
        ("", False),
    ],
)
def test_whether_a_text_goes_on(text, is_it):
    assert is_open(text) is is_it


def test_a_paste_stops_at_the_first_mistake_and_says_how_far_it_came(fight):
    printed, wrong = fight.say("damage vex 1\n\nlet n = 2\ndamage vex $n\ndamage nobody 1\ndamage vex 5\nshow\n")
    assert hp(fight) == 9
    assert wrong.split("\n")[0].startswith("rbf: unknown combatant 'nobody'")
    assert wrong.endswith("rbf: stopped at line 5: 3 of 6 run, 3 not")
    assert printed.startswith("> damage vex 1\n")
    assert fight.status == 1


def test_an_expectation_that_fails_does_not_stop_a_paste(fight):
    _, wrong = fight.say("expect vex.hp == 1\ndamage vex 1")
    assert "expected vex.hp == 1, but vex.hp is 12" in wrong
    assert hp(fight) == 11


def test_a_paste_that_cannot_be_read_changes_nothing(fight):
    _, wrong = fight.say("damage vex 1\nlet = 3\ndamage vex 1\n")
    assert wrong == "rbf: line 2, column 5: expected the name of a variable; use letters, digits and _"
    assert hp(fight) == 12
    assert fight.status == 2


def test_leaving_leaves_the_rest_of_a_paste(fight):
    fight.say("damage vex 1\nexit\ndamage vex 1")
    assert hp(fight) == 11
    assert fight.finished


@pytest.mark.parametrize("odd", ["\0", "\x1b[31m", "\x07", "\x7f", "\ufffd"])
def test_a_paste_that_is_not_text_is_refused(fight, odd):
    _, wrong = fight.say(f"damage vex 1\nnote {odd}\n")
    assert wrong.startswith("rbf: this is not text: it contains the character U+")
    assert wrong.endswith("; nothing was run")
    assert hp(fight) == 12


@pytest.mark.parametrize("text", ["damage vex 1\n" * 80_000, "x" * 1_000_000, "repeat 2 {\n" * 100_000, "é" * 40_000])
def test_a_paste_that_is_too_much_is_refused(fight, text):
    _, wrong = fight.say(text)
    size = len(text.encode())
    assert f"one input can have at most {TYPED_BYTES:,} bytes, not {size:,}; nothing was run" in wrong
    assert fight.status == 5
    assert hp(fight) == 12
    assert not fight.in_block


def test_a_paste_is_shown_and_runs_at_enter(fight, typed):
    text = "damage vex 1\nrepeat 2 {\n  damage vex 1\n}"
    typed(fight, f"{BEGIN}{text}\r\n{END_OF_PASTES}", reads(text), ENTER)
    assert hp(fight) == 9


def test_a_paste_can_be_edited_before_it_runs(fight, typed):
    typed(fight, f"{BEGIN}damage vex 1\rdamage vex 1{END_OF_PASTES}", reads("damage vex 1\ndamage vex 1"), "0", ENTER)
    assert hp(fight) == 1


@pytest.mark.parametrize("text", ["x" * 2_000, "damage vex 1\nnote \0\n"])
def test_a_paste_that_is_refused_leaves_the_line_as_it_was(fight, typed, monkeypatch, text):
    monkeypatch.setattr(typed_text, "TYPED_BYTES", 1_000)
    typed(fight, "damage vex", f"{BEGIN}{text}{END_OF_PASTES}", lambda _: fight.errors, " 1", ENTER)
    assert hp(fight) == 11
    assert "nothing was run" in fight.errors[-1]


def test_enter_goes_on_while_a_block_is_open(fight, typed):
    typed(fight, "repeat 2 {", ENTER, reads("repeat 2 {\n"), "damage vex 1", ENTER, "}", ENTER)
    assert hp(fight) == 10


def test_ctrl_c_drops_a_block(fight, typed):
    typed(fight, "repeat 2 {", ENTER, "damage vex 1\x03", reads(""), "damage vex 3", ENTER)
    assert hp(fight) == 9
