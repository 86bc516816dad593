"""The screen of a fight of each system at five widths, with and without colour; REWRITE=1 writes them anew."""

import os
import re
from pathlib import Path

import pytest

from rbfcli.language.fights import read_line
from rbfcli.render.cells import width
from rbfcli.render.people import ACTIVE, people
from rbfcli.render.safe import safe
from rbfcli.render.screen import fight_lines
from rbfcli.render.style import Style
from rbfcli.systems.catalogue import SHIPPED
from tests.render.fights import FIGHTS, begun

SCREENS = Path(__file__).with_name("screens")
REWRITE = os.environ.get("REWRITE") == "1"
WIDTHS = (40, 60, 80, 100, 120)
LOOKS = {
    "plain": {"blocks": False, "colour": False},
    "colour": {"blocks": True, "colour": True},
}
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
LINES, COLUMNS = 24, 80


def screen(system, columns, **look):
    """The lines of the screen of a fight."""
    session = begun(system)
    return fight_lines(session.fight, session.rules, Style(tables=True, width=columns, **look))


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("system", FIGHTS)
def test_the_screen_of_a_fight(system, look):
    """Byte for byte; escapes are written out."""
    told = (
        f"{'=' * columns}\n" + "".join(f"{safe(line)}\n" for line in screen(system, columns, **LOOKS[look]))
        for columns in WIDTHS
    )
    golden, now = SCREENS / f"{system}-{look}.txt", "".join(told)
    if REWRITE:
        golden.write_text(now, encoding="utf-8")
    assert now == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("system", FIGHTS)
@pytest.mark.parametrize("columns", [*WIDTHS, 41, 59, 61, 200])
def test_colour_says_nothing_alone_and_no_line_is_too_wide(system, columns):
    """C-03: without its escapes a coloured screen is the other one."""
    plain = screen(system, columns, blocks=True)
    assert [ESCAPE.sub("", line) for line in screen(system, columns, blocks=True, colour=True)] == plain
    assert all(width(line) <= columns for line in plain)
    assert not any(line.endswith(" ") for line in plain)


@pytest.mark.parametrize("system", FIGHTS)
def test_a_fight_fits_the_smallest_screen(system):
    """With the prompt and its toolbar below."""
    assert len(screen(system, COLUMNS, blocks=True)) <= LINES - 2


def test_the_screens_are_those_of_all_shipped_systems():
    assert set(FIGHTS) == set(SHIPPED)


@pytest.mark.parametrize("system", FIGHTS)
def test_nobody_acts_in_a_fight_that_is_over(system):
    session = begun(system)
    session.perform(read_line("end --force", session.rules, session.fight))
    assert not [one.who for one in people(session.fight, session.rules) if one.marker == ACTIVE]
