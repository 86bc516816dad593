"""Colour is decided by one table, a stream at a time; a width is never absurd."""

import pytest

from rbfcli.render.colour import line_width, wants_colour
from rbfcli.render.style import CODES

XTERM = {"TERM": "xterm-256color"}
TABLE = [
    # flag, environment, on a terminal, colour
    (None, XTERM, True, True),
    (None, XTERM, False, False),
    (None, {}, True, False),
    (None, {"TERM": ""}, True, False),
    (None, {"TERM": "dumb"}, True, False),
    (None, {**XTERM, "NO_COLOR": "1"}, True, False),
    (None, {**XTERM, "NO_COLOR": ""}, True, True),
    (None, {**XTERM, "NO_COLOR": "0"}, True, False),
    (None, {**XTERM, "FORCE_COLOR": "1"}, False, True),
    (None, {**XTERM, "FORCE_COLOR": "3"}, True, True),
    (None, {**XTERM, "FORCE_COLOR": "0"}, False, False),
    (None, {**XTERM, "FORCE_COLOR": "0"}, True, True),
    (None, {**XTERM, "FORCE_COLOR": ""}, False, False),
    (None, {**XTERM, "CLICOLOR_FORCE": "1"}, False, True),
    (None, {**XTERM, "CLICOLOR_FORCE": "0"}, False, False),
    (None, {"TERM": "dumb", "FORCE_COLOR": "1"}, True, True),
    (None, {"TERM": "dumb", "FORCE_COLOR": "0"}, True, False),
    (None, {**XTERM, "NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
    (None, {**XTERM, "NO_COLOR": "", "FORCE_COLOR": "1"}, False, True),
    (None, {"RBF_COLOR": "always"}, False, True),
    (None, {**XTERM, "RBF_COLOR": "never"}, True, False),
    (None, {**XTERM, "RBF_COLOR": "always", "NO_COLOR": "1"}, False, True),
    (None, {**XTERM, "RBF_COLOR": "never", "FORCE_COLOR": "1"}, True, False),
    (None, {**XTERM, "RBF_COLOR": "auto", "NO_COLOR": "1"}, True, False),
    (None, {**XTERM, "RBF_COLOR": "purple"}, True, True),
    ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
    ("always", {"RBF_COLOR": "never"}, False, True),
    ("never", {**XTERM, "FORCE_COLOR": "1"}, True, False),
    ("never", {**XTERM, "RBF_COLOR": "always"}, True, False),
    ("auto", {**XTERM, "RBF_COLOR": "never"}, True, True),
    ("auto", {**XTERM, "NO_COLOR": "1"}, True, False),
    ("auto", XTERM, False, False),
]


@pytest.mark.parametrize(("flag", "environ", "is_tty", "colour"), TABLE)
def test_colour_is_decided_by_the_table(flag, environ, is_tty, colour):
    assert wants_colour(flag, environ, is_tty=is_tty) is colour


def test_the_config_stands_between_the_flag_and_the_environment():
    assert wants_colour(None, {"NO_COLOR": "1"}, is_tty=False, config="always")
    assert wants_colour(None, {"RBF_COLOR": "always"}, is_tty=False, config="never")
    assert not wants_colour(None, {"FORCE_COLOR": "1"}, is_tty=True, config="never")
    assert not wants_colour("never", XTERM, is_tty=True, config="always")


def test_all_colours_are_of_the_sixteen_that_a_theme_decides():
    """C-04; and what is good or bad has a word besides (C-03, tests/render/test_screens.py)."""
    codes = {int(part) for code in CODES.values() for part in code.split(";")}
    assert codes <= {1, 2, 4, *range(30, 38), *range(90, 98)}


@pytest.mark.parametrize(
    ("columns", "width"),
    [("0", 40), ("1", 40), ("10", 40), ("39", 40), ("40", 40), ("80", 80), ("500", 200), ("100000", 200), ("-1", 40)],
)
def test_a_width_asked_for_is_kept_within_reason(columns, width):
    assert line_width({"COLUMNS": columns}, measured=100) == width


@pytest.mark.parametrize("columns", ["abc", "", "9" * 5000, "8e1", "\udc80"])
def test_a_width_that_is_no_number_is_not_asked_for(columns):
    assert line_width({"COLUMNS": columns}, measured=100) == 100
    assert line_width({"COLUMNS": columns}) == 80


@pytest.mark.parametrize(("measured", "width"), [(None, 80), (0, 80), (20, 40), (120, 120), (1000, 200)])
def test_the_width_of_the_terminal_counts_where_none_is_asked_for(measured, width):
    assert line_width({}, measured) == width
