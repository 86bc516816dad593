"""Lines as words, and words as they have to be typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.visible import quoted
from rbfcli.language.words import scan, split_words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack vex thug", ["attack", "vex", "thug"]),
        ("  attack\tvex  ", ["attack", "vex"]),
        ("# a comment", []),
        ("roll 2d8 # to hit", ["roll", "2d8"]),
        ("damage Orc#1 3", ["damage", "Orc#1", "3"]),
        ("note don't shoot", ["note", "don't", "shoot"]),
        ("note 'two words'", ["note", "two words"]),
        ('note "a \\"b\\" c"', ["note", 'a "b" c']),
        ('add "Siege Drone" hp=5', ["add", "Siege Drone", "hp=5"]),
        ('set vex name="Vex the Quick"', ["set", "vex", "name=Vex the Quick"]),
        ("set vex name='Vex the Quick'", ["set", "vex", "name=Vex the Quick"]),
        ('note ""', ["note", ""]),
        ("", []),
    ],
)
def test_quotes_group_and_comments_end_a_line(line, words):
    assert split_words(line) == words


@pytest.mark.parametrize("line", ['note "open', "note 'open", 'note a"b'])
def test_an_open_quote_is_an_error_that_names_its_column(line):
    with pytest.raises(UsageError, match="quote at column 6"):
        split_words(line)


def test_words_know_where_they_stand():
    assert [(word.start, word.end) for word in scan('add "a b" c')] == [(0, 3), (4, 9), (10, 11)]
    assert scan("note 'half")[-1].open_quote == "'"


@given(st.lists(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]))))
def test_quoted_words_read_as_themselves(words):
    assert split_words(" ".join(map(quoted, words))) == words
