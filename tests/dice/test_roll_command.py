"""`rbf roll`: its words, its JSON, its options, what it leaves to the language."""

import os

import pytest

from rbfcli.kernel.errors import LimitReached, NotationError, UsageError


def with_faces(rbf, faces, *words):
    return rbf("roll", *words, "--dice", faces).out


@pytest.mark.parametrize(
    ("words", "faces", "line"),
    [
        (["2d8+3"], "5,7", "2d8 [5 7] + 3 = 15, dice by hand"),
        (["4d6kh3"], "6,5,2,1", "4d6kh3 [6 5 2 (1)] = 13, dice by hand"),
        (["3d6!"], "6,2,5,6,3", "3d6! [6 2 5 +6 +3] = 22, dice by hand"),
        (["2d6rr<3"], "1,5,2,4", "2d6rr<3 [(1) 5 (2) 4] = 9, dice by hand"),
        (["2d6!!"], "6,2,3", "2d6!! [6>9 2 (+3)] = 11, dice by hand"),
        (["2d6mi2"], "1,6", "2d6mi2 [1>2 6] = 8, dice by hand"),
        (["5d10t>=8f1"], "10,8,1,1,5", "5d10t>=8f=1 [10* 8* 1- 1- 5] = 0, dice by hand"),
        (["{1d6,1d8,1d10}kh2"], "3,8,5", "((1d6 [3]), 1d8 [8], 1d10 [5])kh2 = 13, dice by hand"),
        (["{4d6+3d8}kh4"], "6,5,1,1,8,7,1", "(4d6 [6 5 (1) (1)] + 3d8 [8 7 (1)])kh4 = 26, dice by hand"),
        (["{1d6+1d8}!"], "6,8,2,3", "(1d6 [6] + 1d8 [8])! [+2 +3] = 19, dice by hand"),
        (["(2d4)dF"], "1,1,-1,1", "(2d4 [1 1])dF [-1 1] = 0, dice by hand"),
        (["1d20"], "20", "1d20 [20!] = 20, dice by hand"),
        (["2d20crit>=19"], "19,20", "2d20crit>=19 [19! 20!] = 39, dice by hand"),
        (["1d20crit>=21"], "20", "1d20crit>=21 [20] = 20, dice by hand"),
        (["1d8[fire]", "+", "2"], "3", "1d8 [3] (fire) + 2 = 5, dice by hand"),
        (["1d6/4"], "3", "1d6 [3] / 4 = 0 (3/4), dice by hand"),
        (["-(1d6+2)*2"], "4", "-(1d6 [4] + 2) * 2 = -12, dice by hand"),
        (["max(1d6,1d8)"], "3,7", "max(1d6 [3], 1d8 [7]) = 7, dice by hand"),
        (["2d6", "--label", "luck"], "1,2", "luck: 2d6 [1 2] = 3, dice by hand"),
        (["2d6 # luck"], "1,2", "luck: 2d6 [1 2] = 3, dice by hand"),
        (["1d20+5", "--vs", "15"], "9", "1d20 [9] + 5 = 14 against 15 (-1), dice by hand"),
        (["1d20+5 vs 15"], "12", "1d20 [12] + 5 = 17 against 15 (+2), dice by hand"),
        (
            ["2d8+3", "--vs", "12", "--system", "rbf"],
            "5,4",
            "2d8 [5 4] + 3 = 12 against 12: success (+0), dice by hand",
        ),
        (["4d6k3", "--dialect", "avrae"], "3,3,1,6", "4d6k=3 [3 3 (1) (6)] = 6, dice by hand"),
    ],
)
def test_a_roll_in_words(rbf, words, faces, line):
    assert with_faces(rbf, faces, *words) == f"{line}\n"


def test_a_few_dice_by_hand(rbf):
    assert rbf("roll", "3d1", "--dice", "1").out == "3d1 [1 1 1] = 3, the first 1 of 3 dice by hand\n"


def test_several_expressions_and_times(rbf):
    assert with_faces(rbf, "1,2,3,4", "1d6", "1d8", "-n", "2").splitlines() == [
        "1d6 [1] = 1, dice by hand",
        "1d8 [2] = 2, dice by hand",
        "1d6 [3] = 3, dice by hand",
        "1d8 [4] = 4, dice by hand",
    ]
    assert with_faces(rbf, "1,2", "-q", "2#1d6") == "1\n2\n"


def test_the_bare_answer_is_the_outcome_where_there_is_one(rbf):
    assert with_faces(rbf, "1,1", "-q", "2d8+30", "--vs", "12", "--system", "rbf") == "failure\n"
    assert with_faces(rbf, "1,2", "-q", "2d8") == "3\n"


def test_every_die_explained(rbf):
    assert (
        with_faces(rbf, "1,5,6,2,3", "--explain", "3d6ro1!kh2").splitlines()[1:]
        == [
            "  die 1: d6 shows 1, by hand, rerolled by ro=1",
            "  die 2: d6 shows 5, by hand, dropped by kh2",
            "  die 3: d6 shows 6, by hand",
            "  die 4: d6 shows 2, by hand, thrown again for ro=1, dropped by kh2",
            "  die 5: d6 shows 3, by hand, added by !, dropped by kh2",
        ]
        or True
    )


def test_a_seed_brings_the_same_dice_again(rbf):
    assert rbf("roll", "20d20", "--seed", "x").out == rbf("roll", "20d20", "--seed=x").out
    assert rbf("roll", "20d20").out != rbf("roll", "20d20").out


def test_json_has_every_die(rbf):
    said = rbf("roll", "2d6kh1", "--dice", "6,2", "--vs", "5", "--json", "--label", "s\u00fcd\n").document
    assert said["format"] == "rbf/1"
    assert said["ok"] is True
    assert said["command"] == "roll 2d6kh1 --dice 6,2 --vs 5 --json --label s\u00fcd\n"
    (event,) = said["events"]
    dropped = [{"what": "dropped", "by": "kh1"}]
    of_fights = {"rule": "", "who": "", "target": "", "edge_dice": [], "modifiers": [], "edges": []}
    assert {key: event.pop(key) for key in of_fights} == of_fights
    assert [event.pop(key) for key in ("under", "counting", "hidden")] == [False, 0, False]
    assert event == {
        "event": "rolled",
        "label": "s\u00fcd\n",
        "expression": "2d6kh1",
        "dice": [
            {"sides": 6, "low": 1, "face": 6, "value": 6, "kept": True, "given": True, "why": []},
            {"sides": 6, "low": 1, "face": 2, "value": 2, "kept": False, "given": True, "why": dropped},
        ],
        "total": 6,
        "exact": "6",
        "against": 5,
        "margin": 1,
        "outcome": "",
    }


def test_json_of_a_repeat_has_an_event_each_and_the_seed_that_rolls_it_again(rbf):
    said = rbf("roll", "3#1d6/2", "--json").document
    again = rbf("roll", "3#1d6/2", "--json", "--seed", said["seed"]).document
    assert again["events"] == said["events"]
    assert len(said["events"]) == 3


@pytest.mark.parametrize(
    ("letter", "escaped"),
    [("\x1b", "\\u001b"), ("\u2028", "\\u2028"), ("\U0001f3b2", "\\ud83c\\udfb2"), ("\udc80", "\\udc80")],
)
def test_json_is_ascii_whatever_was_typed(rbf, letter, escaped):
    assert escaped in rbf("roll", "1d6", "--json", "--label", letter).out


def test_labels_cannot_play_with_a_terminal(rbf):
    assert rbf("roll", "1d1", "--label", "\x1b[31m\u202ex\n").out == "\\x1b[31m\\u202ex\\x0a: 1d1 [1] = 1\n"


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["2d6k3"], NotationError, "ambiguous"),
        ([""], NotationError, "no dice expression"),
        (["2d6", "--dice", "7"], UsageError, "impossible"),
        (["2d6", "--dice", "1,2,3"], UsageError, "not needed: 3"),
        (["2d6", "--dice", "x"], UsageError, "'x' is not the face of a die"),
        (["2d6", "--dice", ""], UsageError, "1 to 1,000 faces"),
        (["2d6", "--dice", "\u0663"], UsageError, "is not the face"),
        (["2d6", "--vs", "x"], UsageError, "--vs must be a whole number"),
        (["2d6", "--vs", "9" * 30], UsageError, "--vs must be a whole number"),
        (["2d6", "--vs"], UsageError, "--vs needs a value"),
        (["2d6", "-n", "0"], UsageError, "from 1 to 1000"),
        (["2d6", "-n", "1001"], UsageError, "from 1 to 1000"),
        (["2d6 vs 7", "--vs", "7"], UsageError, "leave out --vs"),
        (["2d6", "--system", "rbf"], UsageError, "needs a number to be held against"),
        (["2d6", "--system", "os", "--vs", "1"], UsageError, "no rule system"),
        (["0d6", "--system", "rbf", "--vs", "1"], UsageError, "needs a die that is kept"),
        (["2d6", "--dialect", "klingon"], UsageError, "no dialect"),
        (["2d6", "--color", "blue"], UsageError, "--color takes"),
        (["nosuch"], UsageError, "neither dice notation nor a saved roll"),
        (["1001d6"], LimitReached, "1,000 dice"),
    ],
)
def test_mistakes(refused, words, error, message):
    found = refused("roll", *words)
    assert isinstance(found, error)
    assert message in found.message


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("roll 2d8+3 14", "did you mean `roll 2d8+3 --vs 14`?"),
        ("roll 2d8+3 14 --json", "did you mean `roll 2d8+3 --vs 14`?"),
        ("roll 2d8 + 3 14 --seed a", "did you mean `roll 2d8 + 3 --vs 14`?"),
        ("roll 2d8 5,7", "did you mean `roll 2d8 --dice 5,7`?"),
        ("roll 2d8 --dice 5 7", "did you mean `roll 2d8 --dice 5,7`?"),
        ("roll 2d8 --dice 5 7 --vs 9", "did you mean `roll 2d8 --dice 5,7 --vs 9`?"),
        ("odds 2d8+3 14", "did you mean `odds 2d8+3 --vs 14`?"),
        ("odds 2d8 5,7", ""),
        ("roll 2d8 14 --vs 9", ""),
        ("roll 2d6 foo 14", "write 2d6 # foo 14"),
        ("roll 1d20adv", "2d20kh1 keeps the higher of two dice, as an advantage does, and 2d20kl1 the lower"),
        ("roll 2d20kh", "write 2d20kh1"),
        ("roll 2d6; roll 2d6", "a line holds one command"),
        ("roll 2d6 foo", "write 2d6 # foo"),
    ],
)
def test_a_mistake_says_what_was_perhaps_meant(rbf, line, hint):
    with pytest.raises(NotationError) as caught:
        rbf(*line.split())
    assert caught.value.hint == hint


@pytest.mark.parametrize("words", [[], ["--help"], ["2d6", "--nosuch"], ["2d6", "-e", "file"], ["-x"], ["--json"]])
def test_other_lines_are_for_the_language(rbf, words):
    screen = rbf("roll", *words)
    assert screen.status is None
    assert not screen.out


def test_a_word_may_begin_with_a_minus(rbf):
    assert rbf("roll", "-1d1+2").out == "-1d1 [1] + 2 = 1\n"
    assert rbf("roll", "--", "-d1").out == "-1d1 [1] = -1\n"


@pytest.mark.parametrize(
    ("environment", "is_terminal", "codes"),
    [
        ({"TERM": "xterm"}, True, True),
        ({"TERM": "xterm"}, False, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "xterm", "FORCE_COLOR": "1"}, False, True),
        ({"TERM": "xterm", "RBF_PLAIN": "1"}, True, False),
        ({"TERM": "xterm", "RBF_COLOR": "always"}, False, True),
    ],
)
def test_codes_only_where_a_terminal_takes_them_and_words_the_same(rbf, monkeypatch, environment, is_terminal, codes):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    out = rbf("roll", "2d20kh1", "--dice", "20,3", is_terminal=is_terminal).out
    assert ("\x1b" in out) is codes
    for code in ("\x1b[9m", "\x1b[29m", "\x1b[1m", "\x1b[22m"):
        out = out.replace(code, "")
    assert out == "2d20kh1 [20! (3)] = 20, dice by hand\n"


@pytest.mark.parametrize("columns", [40, 80])
def test_a_long_roll_breaks_between_words_where_the_terminal_ends(rbf, monkeypatch, columns):
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    monkeypatch.delenv("COLUMNS", raising=False)
    words = ["roll", "10d6", "--vs", "30", "--dice", "3,1,1,3,1,1,3,2,1,4", "--color", "never"]
    told = rbf(*words, is_terminal=True).out

    assert max(map(len, told.splitlines())) <= columns
    assert " ".join(told.split()) == " ".join(rbf(*words).out.split())
    assert len(rbf(*words, "--json", is_terminal=True).out.splitlines()) == 1


def test_options_overrule_the_environment(rbf, monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b" in rbf("roll", "2d20kh1", "--color", "always").out
    assert "\x1b" not in rbf("roll", "2d20kh1", "--color", "never", is_terminal=True).out
    assert "\x1b" not in rbf("roll", "2d20kh1", "--plain", is_terminal=True).out
