"""A BGC fight that takes lines, its dice given by hand."""

from pathlib import Path

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.dice.sources import ManualDice, SeededDice
from rbfcli.engine.play import execute
from rbfcli.engine.scene import Scene
from rbfcli.language.parser import read_line
from rbfcli.model.events import CustomEvent, Rolled
from tests.showing import opened
from tests.systems.bgc.telling import check, check_refusal

ALLEY = str(Path(__file__).with_name("alley.toml"))
SPEEDS = "46,30,20,20"


class Table:
    """Plays lines and keeps the last thing that was played."""

    def __init__(self):
        self.rules, self.fight = opened(ALLEY).rules, opened(ALLEY).fight

    def type(self, *lines):
        """Play lines; what the last one did."""
        for line in lines:
            self.played = execute(self.rules, self.fight, read_line(line, self.rules, self.fight))
            for event in self.played.events:
                check(event, (self.fight, self.played.fight))
            self.fight = self.played.fight
        return self.played

    def refused(self, line):
        """The error of a line that is refused, the fight untouched."""
        before = self.fight
        with pytest.raises(RbfError) as wrong:
            self.type(line)
        assert self.fight is before
        check_refusal(wrong.value)
        return wrong.value

    def one(self, who):
        """A fighter as it is now."""
        return self.fight.combatants[who]

    def rolls(self):
        """The rolls of the last line: label, score or target, outcome."""
        return [
            (event.label, event.against, event.outcome) for event in self.played.events if isinstance(event, Rolled)
        ]

    def happened(self):
        """What happened in the last line besides rolls and changes."""
        return [event.what for event in self.played.events if isinstance(event, CustomEvent)]

    def told(self, what):
        """The events of one thing that happened in the last line."""
        return [event for event in self.played.events if isinstance(event, CustomEvent) and event.what == what]

    def scene(self, *faces):
        """A scene of the fight whose dice show these faces."""
        return Scene(self.fight, ManualDice(faces, SeededDice("alley")), self.rules)


@pytest.fixture
def table():
    """A table before the first round: nothing has to be declared."""
    return Table()


@pytest.fixture
def round_one(table):
    """Round 1: Rin passes by 17 and is first (4 actions), Mako 20, thug 20, giant 20."""
    table.type(f"init --dice {SPEEDS}")
    return table
