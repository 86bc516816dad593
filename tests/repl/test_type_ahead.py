"""What is said of lines that were entered behind a mistake; how they are taken back is in `test_tmux.py`."""

import pytest

from rbfcli.repl.type_ahead import taken_back


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
