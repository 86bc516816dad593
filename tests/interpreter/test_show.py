"""`show`: the fight, a sheet, or the ground with what somebody gets to."""

import json

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage


@pytest.fixture
def depot():
    """What a line on the depot prints."""
    interpreter = Interpreter(MemoryStorage(), Style(tables=True, width=80))
    interpreter.perform(split_words("start depot-raid --seed show"))
    interpreter.perform(["init"])
    return lambda line: interpreter.perform(split_words(line)).text


def test_the_reach_of_somebody_is_the_map_alone(depot):
    lines = depot("show --reach hale").splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMN")
    assert ".m" in lines[1]
    assert "m a move, 30 ft; s a sprint, 90 ft; M, S, T threatened by enemies" in lines
    assert not any("HP" in line for line in lines)


def test_a_reach_in_json_is_its_lines(depot):
    told = json.loads(depot("show --reach hale --json"))
    assert (told["who"], told["picture"][0].split()[0]) == ("hale", "A")
    assert depot("show --reach hale -q") == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show hale --reach hale", "a sheet and a reach are two things to show"),
        ("show --reach nobody", "nobody"),
    ],
)
def test_what_cannot_be_shown_is_refused(depot, line, said):
    with pytest.raises(RbfError, match=said):
        depot(line)


def test_where_there_is_no_map_there_is_no_reach(depot):
    depot("set hale square=")
    with pytest.raises(RbfError, match="Hale Brannock stands on no map"):
        depot("show --reach hale")
    depot("start duel --force")
    with pytest.raises(RbfError, match="Ada Quill stands on no map"):
        depot("show --reach ada")


def test_a_sheet_wraps_on_a_terminal(depot):
    assert all(len(line) <= 80 for line in depot("show hale").splitlines())
    assert "threatens    5 ft (FP-FLD-3)" in depot("show hale")


def test_the_turn_of_a_side_is_told_in_the_plural(depot):
    depot("turn")
    assert depot("show").startswith("Raid on the depot (futurepath), round 1, toughs' turn\n")


def test_a_fight_that_is_over_has_no_turn_and_nobody_is_next(depot):
    depot('end "it is late"')
    assert depot("show").splitlines()[:2] == [
        "Raid on the depot (futurepath), round 1, over: it is late",
        "+ crew 3/3   - toughs 4/4",
    ]


def test_the_clock_of_a_condition_is_told_in_rounds(depot):
    depot("start street-arrest --seed clock --force")
    depot("damage mako 17 --dice 1")
    assert "bleeding: 5 rounds left (BGC-WND-4)" in depot("show mako")
