"""Counts set by hand are numbers, and of a size that a save can hold."""

import pytest

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.settings import given_counts, given_numbers


def test_words_become_numbers():
    assert given_numbers(("ada=9", "bosun=-3")) == {"ada": 9, "bosun": -3}
    assert given_counts(("ada=9,4", "bosun=0")) == {"ada": (9, 4), "bosun": (0,)}
    assert given_numbers(()) == {}


@pytest.mark.parametrize("text", ["", "x", "--5", "1.5", "5-", "\u0663", "\u00b2", "1000000", "9,4"])
def test_anything_else_is_refused_with_an_example(text):
    with pytest.raises(UsageError, match="must be a whole number") as wrong:
        given_numbers((f"ada={text}",), example=17)
    assert wrong.value.hint == "--set ada=17"


def test_the_example_can_be_typed_for_an_id_with_a_space():
    with pytest.raises(UsageError) as wrong:
        given_numbers(("Old Tom=x",))
    assert wrong.value.hint == '--set "Old Tom=9"'


@pytest.mark.parametrize("text", ["9,", "9,x", ",9"])
def test_every_one_of_several_counts_is_a_number(text):
    with pytest.raises(UsageError, match="must be a whole number"):
        given_counts((f"ada={text}",))
