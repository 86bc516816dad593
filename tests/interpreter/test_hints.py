"""What a line that does not read is answered with."""

import pytest

from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import RbfError
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.storage import MemoryStorage


def test_free_text_is_not_put_in_another_order():
    """Who is up is named first; the words behind it stay as they were said."""
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start hangar-breach --seed towards", "init --set nadia=99"):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words("move towards loader"))
    assert wrong.value.hint == "did you mean `move nadia towards loader`?"


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("drownd1", "did you mean drowned1 or drowned2?"),
        ("drne", "known: nadir, tamsin, hexer, drowned1, drowned2"),
        ("drowned1 2d6", "did you mean `cast nadir lance drowned1 --damage 2d6`?"),
        ("drowned1 d6", "did you mean `cast nadir lance drowned1 --damage d6`?"),
    ],
)
def test_a_misspelt_name_is_no_amount(typed, hint):
    """`cast nadir lance drownd1` was answered with `--damage drownd1`."""
    interpreter = Interpreter(MemoryStorage(), Style())
    for line in ("start drowned-chapel --seed x", "init --set nadir=99"):
        interpreter.perform(split_words(line))
    with pytest.raises(RbfError) as wrong:
        interpreter.perform(split_words(f"cast nadir lance {typed}"))
    assert wrong.value.hint == hint


@pytest.mark.parametrize("line", ["run -e a -e b", "odds -e a -e b"])
def test_no_option_is_advised_as_the_value_of_another(line):
    with pytest.raises(RbfError) as wrong:
        Interpreter(MemoryStorage(), Style()).perform(split_words(line))
    assert " -e -e " not in wrong.value.hint
