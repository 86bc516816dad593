"""Numbers are digits from 0 to 9, and not too many: whoever reads them refuses all others in the same words."""

import re
from pathlib import Path

import pytest

import rbfcli
from rbfcli.core.errors import RbfError, shown
from rbfcli.core.text import natural, number_or_name, read_number, whole_number
from rbfcli.dice import highest
from rbfcli.dice.roll import roll
from rbfcli.dice.sources import read_faces
from rbfcli.engine.play import execute
from rbfcli.engine.turns import given_counts
from rbfcli.language.parser import read_line
from rbfcli.model.commands import Choose
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rpj.map import Shelter, read_cover
from rbfcli.systems.rpj.offers import read_layers
from rbfcli.systems.threat.turns import threat_meant
from tests.engine import asker

ARABIC, FULL_WIDTH, SUPERSCRIPT = "\u0664", "\uff14", "\u00b2"
DIGITS = (ARABIC, FULL_WIDTH, SUPERSCRIPT)
ENDLESS = "4" * 5_000
PACKAGE = Path(rbfcli.__file__).parent


def said_of_line(session, line):
    with pytest.raises(RbfError) as wrong:
        session.perform(read_line(line, session.rules, session.fight))
    return "; ".join(filter(None, (wrong.value.message, wrong.value.hint)))


def said_of_answer(word):
    paused = execute(asker.RULES, asker.at_the_gate("six"), asker.Strike(who="ann", targets=("bob",), dice=(6,))).fight
    with pytest.raises(RbfError) as wrong:
        execute(asker.RULES, paused, Choose(words=(word,)))
    return "; ".join(filter(None, (wrong.value.message, wrong.value.hint)))


def said_of_square(word):
    session = from_encounter(find_encounter("pump-station"), "squares", source="pump-station")
    who = next(iter(session.fight.combatants))
    return said_of_line(session, f"move {who} C{word} --force")


def said_by(read, *given, **more):
    with pytest.raises(RbfError) as wrong:
        read(*given, **more)
    return "; ".join(filter(None, (wrong.value.message, wrong.value.hint)))


READERS = {
    "an option": lambda pier, word: said_of_line(pier, f"attack ada bosun --mod {word}"),
    "an argument": lambda pier, word: said_of_line(pier, f"damage ada {word}"),
    "a negative option": lambda pier, word: said_of_line(pier, f"attack ada bosun --mod -{word}"),
    "a key of set": lambda pier, word: said_of_line(pier, f"set ada hp={word}"),
    "a key in a table of set": lambda pier, word: said_of_line(pier, f"set ada skills.melee={word}"),
    "a place": lambda pier, word: said_of_line(pier, f"move ada {word}"),
    "a place below": lambda pier, word: said_of_line(pier, f"move ada -{word}"),
    "a square": lambda _pier, word: said_of_square(word),
    "a threat": lambda _pier, word: said_by(threat_meant, word, 1),
    "a change of threat": lambda _pier, word: said_by(threat_meant, f"+{word}", 1),
    "the number of an answer": lambda _pier, word: said_of_answer(word),
    "a face": lambda pier, word: said_of_line(pier, f"attack ada bosun --dice 3,{word}"),
    "a face of a roll": lambda _pier, word: said_by(read_faces, word, "--dice 5,7"),
    "dice": lambda _pier, word: said_by(roll, f"{word}d6", None),
    "sides": lambda _pier, word: said_by(roll, f"1d{word}", None),
    "an amount": lambda _pier, word: said_by(highest, word),
    "a count": lambda _pier, word: said_by(given_counts, (f"ada=3,{word}",)),
    "saves": lambda _pier, word: said_by(read_layers, f"9,10/{word}"),
}


@pytest.mark.parametrize("digit", DIGITS)
@pytest.mark.parametrize("reader", READERS)
def test_other_digits_are_refused_everywhere_in_the_same_words(pier, reader, digit):
    before = pier.fight
    assert "use the digits 0 to 9" in READERS[reader](pier, digit)
    assert pier.fight == before


@pytest.mark.parametrize("reader", READERS)
def test_a_number_of_5_000_digits_is_refused_and_not_shown_whole(pier, reader):
    before = pier.fight
    assert len(READERS[reader](pier, ENDLESS)) < 200
    assert pier.fight == before


@pytest.mark.parametrize(
    ("text", "unsigned", "signed"),
    [
        ("0", 0, 0),
        ("007", 7, 7),
        ("999999999", 999_999_999, 999_999_999),
        ("9999999999", None, None),
        ("-12", None, -12),
        ("+12", None, 12),
        ("--1", None, None),
        ("-", None, None),
        ("", None, None),
        ("1.5", None, None),
        ("1_000", None, None),
        (" 1", None, None),
        (ARABIC, None, None),
        (f"1{SUPERSCRIPT}", None, None),
    ],
)
def test_what_is_a_number(text, unsigned, signed):
    assert (natural(text), whole_number(text)) == (unsigned, signed)


@pytest.mark.parametrize("name", ["crates", "b4", "4b", "-", "", "\u56db", "\u00bd"])
def test_a_name_is_no_number(name):
    assert number_or_name(name, "a metre") is None


@pytest.mark.parametrize(("word", "number"), [("4", 4), ("-4", -4), ("+4", 4)])
def test_a_number_stands_where_a_name_may(word, number):
    assert number_or_name(word, "a metre") == number


@pytest.mark.parametrize(
    ("text", "bounds", "message"),
    [
        ("x", {}, "N must be a whole number, not 'x'"),
        ("abcd", {"most_digits": 4}, "N must be a whole number, not 'abcd'"),
        ("12345", {"most_digits": 4}, "N must be a whole number of at most 4 digits, not '12345'"),
        ("5", {"low": 6}, "N must be at least 6, not 5"),
        ("5", {"high": 4}, "N must be at most 4, not 5"),
        ("5", {"low": 6, "high": 9}, "N must be from 6 to 9, not 5"),
    ],
)
def test_a_number_that_does_not_fit_says_what_would(text, bounds, message):
    with pytest.raises(RbfError) as wrong:
        read_number(text, "N", hint="like this", rule="X-1", **bounds)
    assert (wrong.value.message, wrong.value.hint, wrong.value.rule) == (message, "like this", "X-1")


def test_an_error_has_no_hint_and_no_rule_of_its_own():
    with pytest.raises(RbfError) as wrong:
        read_number("x", "N")
    assert (wrong.value.hint, wrong.value.rule) == ("", "")


def test_bounds_are_of_the_number_itself():
    assert [read_number(text, "N", low=-2, high=2) for text in ("-2", "2")] == [-2, 2]


def test_a_long_text_is_cut_short():
    assert (shown("a" * 40), shown("a" * 41)) == (repr("a" * 40), repr("a" * 40 + "\u2026"))


def test_a_metre_beyond_what_a_save_holds_is_refused_even_by_force(pier):
    """RBF-ACT-2: a save with it could not be read again."""
    assert said_of_line(pier, "move ada 1000001 --force") == "a metre must be from -1000000 to 1000000, not 1000001"
    pier.perform(read_line("move ada -1000000 --force", pier.rules, pier.fight))
    assert pier.fight.combatants["ada"].at == -1_000_000


def test_a_large_number_for_a_key_is_told_in_words(pier):
    said = said_of_line(pier, f"set ada hp={ENDLESS}")
    assert said == f"hp must be a whole number from -1000000 to 1000000, not '{'4' * 40}\u2026'"


def test_numbers_of_rpj():
    """RPJ-COV-1, RPJ-DMG-1: cover and saves in their own notation."""
    assert [read_cover(text) for text in ("+3/1f", "+12/10f", "+2/*")] == [
        Shelter(3, 1),
        Shelter(12, 10),
        Shelter(2, None),
    ]
    wrong = ("3/1f", "+3", "+3/1", "+/1f", "+3/f", f"+{ARABIC}/1f", f"+3/{ARABIC}f", f"+{ENDLESS}/1f", "+3/-1f")
    assert [read_cover(text) for text in wrong] == [None] * len(wrong)
    assert read_layers("9, 10/10,12,14") == [(9, 10), (10, 12, 14)]


def test_digits_are_looked_for_in_one_place():
    """Besides the reader: what names a wrong sign of notation, what tells options from numbers, and a file name."""
    looked_for = re.compile(r"\.is(digit|decimal|numeric)\b")
    files = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if looked_for.search(path.read_text())}
    readers = {"core/text.py", "dice/lexer.py"}
    assert files == {*readers, "language/grammar.py", "commands/roll.py"}
