"""`show --reach WHO`: the squares that are marked are those the rules let somebody move to (FP-MOV-1, FP-FLD-3)."""

import pytest

from rbfcli.kernel.errors import Refusal
from rbfcli.language.fights import read_line
from rbfcli.systems.futurepath.ground.map import size_of
from rbfcli.systems.futurepath.ground.squares import name_of, read_square
from rbfcli.systems.futurepath.ground.standing import threatened
from rbfcli.systems.futurepath.picture import reach


def marks(fight, who):
    """The second letter of each square of the map with somebody's reach."""
    grid = reach(fight, who)[0]
    return {
        (column, row): cell[1]
        for column, (_, *cells) in enumerate(grid.strips)
        for row, cell in enumerate(cells)
        if len(cell) > 1
    }


def goes(session, line):
    """Whether the rules let somebody go somewhere."""
    try:
        session.preview(read_line(line, session.rules, session.fight))
    except Refusal:
        return False
    return True


@pytest.mark.parametrize(
    "lines",
    [(), ("set hale speed=20",), ("condition add hale grappled",), ("set yara square=",), ("set gort square=C1",)],
)
def test_the_marked_squares_are_those_that_can_be_moved_to(table, lines):
    """FP-MOV-1, FP-MOV-2, FP-MOV-4: a move and a sprint, round walls and people, over difficult and uneven ground."""
    for line in lines:
        table.do(line)
    session, fight = table.session, table.session.fight
    columns, rows = size_of(fight.board)
    found, here = marks(fight, "hale"), read_square(fight.combatants["hale"].square)
    taken = {read_square(one.square) for one in fight.combatants.values()}
    taken |= {read_square(thing.square) for thing in fight.board.objects.values()}
    for square in ((column, row) for column in range(columns) for row in range(rows)):
        if square not in taken and square != here:
            name, mark = name_of(square), found.get(square, "").casefold()
            assert (mark == "m") == goes(session, f"move hale {name}"), name
            assert (mark in ("m", "s")) == goes(session, f"sprint hale {name}"), name


def test_what_enemies_threaten_is_in_capitals(table):
    """FP-FLD-3."""
    fight = table.session.fight
    danger = threatened(fight, "hale")
    found = marks(fight, "hale")
    assert danger
    assert {square for square, mark in found.items() if mark in "MST"} <= set(danger)
    assert any(mark in "MS" for mark in found.values())


def test_who_is_on_no_square_has_no_reach(table):
    """FP-FLD-1."""
    table.set("hale", "square=")
    assert reach(table.session.fight, "hale") == ()
