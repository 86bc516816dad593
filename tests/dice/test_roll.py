"""`rbf roll`: its words, its JSON, its options, what it leaves to the language."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from rbfcli.core.errors import LimitReached, NotationError, UsageError
from rbfcli.dice.parser import expressions, parse
from rbfcli.dice.roll import roll, roll_line
from rbfcli.dice.sources import ManualDice, SeededDice
from tests.program import run_rbf


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
        (["1d20+5", "--vs", "15"], "9", "1d20 [9] + 5 = 14 vs 15 (-1), dice by hand"),
        (["1d20+5 vs 15"], "12", "1d20 [12] + 5 = 17 vs 15 (+2), dice by hand"),
        (
            ["2d8+3", "--vs", "12", "--system", "rbf"],
            "5,4",
            "2d8 [5 4] + 3 = 12 vs 12: success (+0), dice by hand",
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
        ([""], NotationError, "missing dice expression, such as 2d6+3"),
        (["2d6", "--dice", "7"], UsageError, "face 1 must be from 1 to 6 on a d6, not 7"),
        (["2d6", "--dice", "1,2,3"], UsageError, "too many faces: 3 was not needed"),
        (["2d6", "--dice", "x"], UsageError, "each face must be a whole number, not 'x'"),
        (["2d6", "--dice", ""], UsageError, "the number of faces must be from 1 to 1,000, not 0"),
        (["2d6", "--dice", "\u0663"], UsageError, "each face must be a whole number, not '٣'"),
        (["2d6", "--vs", "x"], UsageError, "--vs must be a whole number"),
        (["2d6", "--vs", "9" * 30], UsageError, "--vs must be a whole number"),
        (["2d6", "--vs"], UsageError, "missing value for --vs"),
        (["2d6", "-n", "0"], UsageError, "from 1 to 1000"),
        (["2d6", "-n", "1001"], UsageError, "from 1 to 1000"),
        (["2d6 vs 7", "--vs", "7"], UsageError, "--vs and an expression with its own vs cannot be combined"),
        (["2d6", "--system", "rbf"], UsageError, "missing target number"),
        (["2d6", "--system", "os", "--vs", "1"], UsageError, "unknown rule system 'os'"),
        (["0d6", "--system", "rbf", "--vs", "1"], UsageError, "the outcome needs at least one kept die"),
        (["2d6", "--dialect", "klingon"], UsageError, "unknown dialect 'klingon'"),
        (["2d6", "--color", "blue"], UsageError, "--color must be auto, always or never, not 'blue'"),
        (["nosuch"], NotationError, "unknown dice notation 'nosuch'"),
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
        ("roll 1d20adv", "2d20kh1 keeps the higher of two dice (advantage), 2d20kl1 the lower"),
        ("roll 2d20kh", "write 2d20kh1"),
        ("roll 2d6; roll 2d6", "a line takes one command"),
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


# The program itself: what it takes from standard input, what it survives, and what a shell would have eaten.


RBF = [sys.executable, "-m", "rbfcli"]


@pytest.fixture
def shell(tmp_path):
    """Run the program to its end."""

    def run(*words, given=b""):
        return run_rbf(*words, cwd=tmp_path, stdin=given)

    return run


def test_an_expression_a_line(shell):
    done = shell("roll", "-", "--dice", "3,4,5", given=b"1d6+1\n\n# a comment\n2d6 # two\r\n")
    assert done.stdout.decode().splitlines() == ["1d6 [3] + 1 = 4, dice by hand", "two: 2d6 [4 5] = 9, dice by hand"]
    assert done.returncode == 0


def test_a_mistake_is_told_with_its_line_and_the_rest_rolled(shell):
    done = shell("roll", "-", "-q", given=b"1d1\n4d6k3\n2d1\n9999d6\n3d1")
    assert done.stdout == b"1\n2\n3\n"
    assert b"rbf: line 2: ambiguous 'k3'" in done.stderr
    assert b"rbf: line 4: " in done.stderr
    assert done.returncode == 2


def test_only_the_first_mistakes_of_a_pipe_are_tried_in_other_dialects(shell):
    done = shell("roll", "-", given=b"2d6khkl\n" * 30 + b"2d6\n")
    assert done.stderr.count(b"kh needs a number") == 30
    assert done.stderr.count(b"--dialect foundry") == 20
    assert done.stdout.startswith(b"2d6 [")


def test_a_mistake_in_the_dice_of_a_command_is_pointed_at(shell):
    assert shell("start", "dock-ambush").returncode == 0
    done = shell("damage-save", "thug1", "--tn", "12", "--damage", "2d6khkl")
    assert done.stderr.decode().splitlines()[1:] == ["  2d6khkl", "     ^"]


@pytest.mark.slow
def test_what_arrives_together_is_answered_in_its_order_and_what_arrives_alone_at_once():
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen([*RBF, "roll", "-", "-q"], **streams) as talk:
        talk.stdin.write(b"1d1\n9999d6\n2d1\n")
        talk.stdin.flush()
        assert [talk.stdout.readline()[:6] for _ in range(3)] == [b"1\n", b"rbf: l", b"2\n"]
        talk.stdin.write(b"3d1\n")
        talk.stdin.flush()
        assert talk.stdout.readline() == b"3\n"
        talk.stdin.close()
        assert talk.wait() == 5


def test_json_a_line_for_each_line(shell):
    done = shell("roll", "-", "--json", given=b"1d1\n4d6k3\n\xff\n")
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["ok"] for each in documents] == [True, False, False]
    assert documents[0]["command"] == "roll 1d1"
    assert documents[1]["error"]["suggestions"] == ["4d6kh3", "4d6k=3"]


def test_an_input_that_cannot_be_read_is_an_error(tmp_path):
    with (tmp_path / "file").open("wb") as file:
        done = subprocess.run([*RBF, "roll", "-"], stdin=file, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (3, b"")
    assert b"cannot read standard input" in done.stderr


def test_leftover_faces_are_told_at_the_end(shell):
    done = shell("roll", "-", "--dice", "1,2", given=b"1d6\n")
    assert done.returncode == 2
    assert b"too many faces: 2 was not needed" in done.stderr


@pytest.mark.parametrize("name", ["4", "=15"])
def test_a_comparison_that_became_a_redirection_is_told(tmp_path, name):
    with (tmp_path / name).open("wb") as file:
        done = subprocess.run([*RBF, "roll", "3d6"], stdout=file, stderr=subprocess.PIPE, check=True)
    assert b"quote the expression" in done.stderr


def test_any_other_file_is_nothing_special(tmp_path):
    with (tmp_path / "rolls.txt").open("wb") as file:
        done = subprocess.run([*RBF, "roll", "3d6"], stdout=file, stderr=subprocess.PIPE, check=True)
    assert done.stderr == b""


def test_python_modules_that_cost_a_start_stay_out():
    program = (
        "import sys; sys.argv = ['rbf', *sys.argv[1:]]; import os; os._exit = lambda status: sys.stderr.write("
        "' '.join(sorted(sys.modules)))\nfrom rbfcli.cli.main import main; main()"
    )
    heavy = {
        "typing",
        "re",
        "json",
        "hashlib",
        "fractions",
        "dataclasses",
        "msgspec",
        "typer",
        "rich",
        "pathlib",
    }
    for words in (["roll", "2d8+3"], ["roll", "4d6kh3", "--json"], ["roll", "2d6+2", "--vs", "7"], ["odds", "2d8+5"]):
        done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
        encoder = {"json", "re", "enum"} if "--json" in words else set()
        assert (heavy - encoder).isdisjoint(done.stderr.split()), words


def within_bounds(*words):
    """The program in 120 MB of memory and 5 seconds."""
    return ["sh", "-c", 'ulimit -v 122880; ulimit -t 5; exec "$0" "$@"', *RBF, *words]


BOMBS = [
    "9999999999d99999",
    "99999999d9",
    "1d1!",
    "1d1!!",
    "1d6e<7",
    "d6rr<7",
    "(" * 100_000,
    "1d6" + "+1d6" * 30_000,
    "9**9**9",
    "1d0",
    "1d-6",
    "1e400",
    "1_0d6",
    "1d\u0663",
    "1" * 120_000,
    "1d6[" + "x" * 100_000,
    "2d6k1" * 199,
]


@pytest.mark.slow
@pytest.mark.parametrize("bomb", BOMBS, ids=[ascii(each[:20]) for each in BOMBS])
def test_a_dice_bomb_is_refused_in_little_memory(bomb):
    """Z-01: exit 2 or 5, one error, no traceback."""
    done = subprocess.run(within_bounds("roll", "--", bomb), capture_output=True, check=False)
    assert done.returncode in {2, 5}
    assert done.stdout == b""
    assert done.stderr.startswith(b"rbf: ")
    assert b"Traceback" not in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "status"),
    [(b"1" * 10_000_000, 5), (b"(" * 1_000_000, 5), (b"1d6\x00\n", 2), (b"\x00" * 1000, 2), (b"\xff\xfe\n", 2)],
    ids=["digits", "brackets", "NUL", "NULs", "no UTF-8"],
)
def test_bombs_by_standard_input(given, status):
    done = subprocess.run(within_bounds("roll", "-"), input=given, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (status, b"")
    assert len(done.stderr) < 10_000


def test_harmless_cousins_of_bombs_roll(shell):
    assert shell("roll", "0d6").stdout == b"0d6 [] = 0\n"
    assert shell("roll", "-1d1").stdout == b"-1d1 [1] = -1\n"


# Dice notation rule by rule, beyond the vectors: what a pool remembers, the order of draws, limits at the table.


def given(expression, *faces):
    """The expression rolled with exactly these faces."""
    dice = ManualDice(faces, SeededDice("x"))
    rolled = roll(expression, dice)
    dice.finish()
    assert [die.face for die in rolled.dice] == list(faces)
    return rolled


def shown(rolled):
    """Natural face, value, kept and the reasons of each die."""
    return [(die.face, die.value, die.kept, [what for what, _ in die.why]) for die in rolled.dice]


def test_rule_1_white_space_is_free():
    assert parse(" 4 d 6 kh 3 + 2 ") == parse("4d6kh3+2")
    assert parse("3d6\t!\n>= 5") == parse("3d6!>=5")
    assert parse("1 d %") == parse("d100")


def test_rule_1_a_comment_is_kept_and_means_nothing():
    assert parse("2d6 # fire").comment == "fire"
    assert parse("2d6 # fire").expression == parse("2d6").expression


def test_rule_1_a_label_stays_on_its_part():
    assert given("1d8[fire] + 1d6[cold]", 3, 4).total == 7


def test_rule_1_functions():
    assert [
        roll(each, SeededDice("x")).total for each in ("floor(7/2)", "ceil(7/2)", "round(7/2)", "abs(-4)", "min(3,1,2)")
    ] == [
        3,
        4,
        4,
        4,
        1,
    ]


def test_rule_1_against_a_number_or_dice():
    rolled = given("1d20+5 vs 15", 9)
    assert (rolled.total, rolled.against, rolled.margin) == (14, 15, -1)
    rolled = given("1d20+3 vs 1d20", 9, 2)
    assert (rolled.against, rolled.margin) == (2, 10)


def test_rule_1_a_plain_line_is_held_against_nothing():
    rolled = given("2d6", 1, 2)
    assert (rolled.against, rolled.margin) == (None, None)


def test_rule_2_parentheses_break_the_chain():
    assert given("4d6kh1kl1", 6, 5, 2, 1).total == 7
    assert given("(4d6kh3)kh1kl1", 6, 5, 2, 1).total == 8
    assert given("4d6mi2kl1mi3", 1, 5, 6, 4).total == 3


def test_rule_3_of_equals_the_earliest_stays():
    assert [die.kept for die in given("3d6kh1", 4, 4, 4).dice] == [True, False, False]
    assert [die.kept for die in given("3d6kl1", 4, 4, 4).dice] == [True, False, False]
    assert [die.kept for die in given("3d6dl1", 4, 4, 4).dice] == [True, True, False]
    assert [die.kept for die in given("3d6dh1", 4, 4, 4).dice] == [True, True, False]


def test_rule_3_a_short_d_drops_the_lowest():
    assert given("4d6d1", 6, 1, 4, 4).total == 14


def test_rule_4_a_reroll_lies_where_the_die_lay():
    rolled = given("2d6ro1kh1", 1, 6, 6)
    assert shown(rolled) == [
        (1, 1, False, ["rerolled"]),
        (6, 6, False, ["dropped"]),
        (6, 6, True, ["rethrown"]),
    ]


def test_rule_4_ra_adds_one_die_for_the_first_that_fits():
    assert shown(given("2d6ra>=5", 5, 6, 1))[2] == (1, 1, True, ["added"])


def test_rule_5_a_compounding_die_takes_the_further_ones_in():
    assert shown(given("2d6!!", 6, 2, 6, 3)) == [
        (6, 15, True, []),
        (2, 2, True, []),
        (6, 6, False, ["added", "folded"]),
        (3, 3, False, ["added", "folded"]),
    ]


def test_rule_5_penetrating_tests_the_natural_face():
    assert shown(given("1d6!p", 6, 6, 3)) == [
        (6, 6, True, []),
        (6, 5, True, ["added", "weakened"]),
        (3, 2, True, ["added", "weakened"]),
    ]


def test_rule_6_marks_and_bounds():
    rolled = given("2d20crit>=19mi5", 19, 2)
    assert (rolled.total, shown(rolled)) == (24, [(19, 19, True, ["critical"]), (2, 5, True, ["raised"])])
    assert given("2d6ma4", 6, 1).total == 5


def test_rule_6_counting_a_group_counts_totals_of_parts():
    assert given("{1d6+1, 2d6, 4}t>=5", 5, 2, 2).total == 1


def test_rule_7_braces_and_parentheses_are_the_same():
    assert parse("{1d6,1d8}kh1") == parse("(1d6,1d8)kh1")
    assert given("{1d6,1d8}", 3, 4).total == 7


def test_rule_7_a_kept_group_may_be_selected_from_again():
    assert given("({1d6, 1d8, 1d10}kh2)kl1", 3, 8, 5).total == 5


def test_rule_9_counts_and_sides_draw_before_their_pool():
    rolled = given("(1d4)d(1d6)", 2, 5, 4, 5)
    assert rolled.total == 9
    assert [die.sides for die in rolled.dice] == [4, 6, 5, 5]


def test_rule_9_modifier_by_modifier_depth_first():
    rolled = given("3d6!ro1", 6, 1, 6, 6, 1, 2, 4, 5)
    assert rolled.total == 6 + 6 + 6 + 2 + 4 + 5
    assert given("{1d6,1d8}kh1+1d4", 3, 4, 2).total == 6


def test_rule_10_arithmetic_is_exact():
    rolled = given("(1d6+0.1)*3/7", 2)
    assert (rolled.exact, rolled.total) == (Fraction(9, 10), 0)
    assert roll("0.1+0.2-0.3", SeededDice("x")).exact == 0
    assert roll("-7/2", SeededDice("x")).total == -3


@pytest.mark.parametrize(
    "expression", ["1d6/(1d1-1)", "(1d4-9)d6", "1d(1d6-9)", "2**(1d1/2)", "(1d1)d(1d1)!", "1d(1d1)rr1"]
)
def test_rule_10_what_the_dice_make_impossible_is_an_error(expression):
    with pytest.raises(UsageError):
        roll(expression, SeededDice("x"))


@pytest.mark.parametrize(
    "expression",
    ["(1d1+1000)d6", "500d6+(1d1+500)d6", "1d(1d1+1000000)", "1000d6!", "9**(9**(1d1+4))", "1d1000000rr<1000000"],
)
def test_rule_11_limits_that_only_the_dice_decide(expression):
    with pytest.raises(LimitReached):
        roll(expression, SeededDice("x"))


def test_rule_11_a_line_that_does_not_parse_draws_no_dice():
    seeded = SeededDice("x")
    with pytest.raises(UsageError):
        roll("2d6+4d6k3", seeded)
    assert seeded.drawn == 0


@pytest.mark.parametrize("bracket", ["({})", "({})kh1", "max({})", "-({})", "({})[a]"])
def test_rule_11_brackets_nest_as_deep_as_they_may(bracket):
    text = "1d6"
    for _ in range(128):
        text = bracket.format(text)
    assert abs(given(text, 4).total) == 4
    with pytest.raises(LimitReached):
        parse(bracket.format(text))


def test_rule_14_each_die_says_whether_it_was_given():
    rolled = roll("3d6!", ManualDice([6, 2], SeededDice("x")))
    assert [die.given for die in rolled.dice[:3]] == [True, True, False]


def test_repeats_are_several_rolls():
    assert [each.total for each in roll_line(parse("3#1d6+1"), ManualDice([1, 2, 3], SeededDice("x")))] == [2, 3, 4]
    with pytest.raises(UsageError, match="this takes a single roll"):
        roll("3#1d6", SeededDice("x"))


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["2d6", "+", "3"], ["2d6+3"]),
        (["2d6", "1d8"], ["2d6", "1d8"]),
        (["2d6", "-1"], ["2d6-1"]),
        (["2", "d6"], ["2d6"]),
        (["1d20", "vs", "15"], ["1d20 vs 15"]),
        (["4d6", "kh3"], ["4d6kh3"]),
        (["2d6 + 1", "d8"], ["2d6+1", "d8"]),
        (["floor", "(7/2)"], ["floor(7/2)"]),
    ],
)
def test_words_as_shells_split_them(words, lines):
    assert expressions(words) == [parse(line) for line in lines]
