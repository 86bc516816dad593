"""Lines that were entered behind a mistake are taken back, and named; on a terminal of its own in `test_tmux.py`."""

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.typeahead import get_typeahead
from prompt_toolkit.keys import Keys

from rbfcli.repl.type_ahead import take_back, taken_back


@pytest.mark.parametrize(
    ("typed", "lines", "left"),
    [
        ("show\r", ["show"], []),
        ("show\rdam", ["show"], ["d", "a", "m"]),
        ("show\rnote a\r\x04", ["show", "note a"], [Keys.ControlD]),
        ("show\r\x03", ["show"], [Keys.ControlC]),
        ("show\rsho\x03\rx", ["show"], ["x"]),
        ("sho\x15hit\x7f\x08\x7f\x7f\x7felp\r", ["elp"], []),
        ("dam", [], ["d", "a", "m"]),
        ("\x04", [], [Keys.ControlD]),
        ("\r", [], []),
        ("", [], []),
    ],
)
def test_whole_lines_are_taken_back_and_what_is_typed_behind_them_stays(typed, lines, left):
    with create_pipe_input() as pipe:
        pipe.send_text(typed)
        assert take_back(pipe) == lines
        assert [each.key for each in get_typeahead(pipe)] == left


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["show"], "1 line that was entered behind it was not carried out: `show`"),
        (["a", " b "], "2 lines that were entered behind it were not carried out: `a`, `b`"),
        (["a", "b", "c", "d"], "4 lines that were entered behind it were not carried out: `a`, `b`, ... `d`"),
        (["a\x1b"], "1 line that was entered behind it was not carried out: `a\\x1b`"),
    ],
)
def test_lines_that_were_taken_back_are_named(lines, told):
    assert taken_back(lines) == f"rbf: {told}"
