"""The list of what somebody can do, in the width of a screen."""

import pytest

from rbfcli.render.actions import ActionRow, action_lines
from rbfcli.render.cells import width
from rbfcli.render.style import Style

ROWS = (
    ActionRow("1", "move bay", "1 action", "moves to the bay", ""),
    ActionRow("2", "cautious control --cover console", "whole turn", "moves to the control room", ""),
)


def test_there_is_a_column_for_the_cost_where_it_has_room():
    assert action_lines(ROWS, Style(width=80)) == [
        "1  move bay                          1 action    moves to the bay",
        "2  cautious control --cover console  whole turn  moves to the control room",
    ]


@pytest.mark.parametrize("cells", [40, 44, 60])
def test_no_line_is_wider_than_the_screen(cells):
    assert all(width(line) <= cells for line in action_lines(ROWS, Style(width=cells)))


def test_on_a_narrow_screen_the_cost_follows_its_line_or_stands_below():
    assert action_lines(ROWS, Style(width=40)) == [
        "1  move bay  1 action",
        "      moves to the bay",
        "2  cautious control --cover console",
        "      whole turn",
        "      moves to the control room",
    ]


def test_a_line_that_is_wider_than_the_screen_breaks_between_words():
    row = ActionRow("2", "attack sela --with squad-gun --aimed", "2 actions", "", "RPJ-AIM-1")
    assert action_lines([row], Style(width=34)) == [
        "2  attack sela --with squad-gun",
        "      --aimed",
        "      2 actions",
    ]
