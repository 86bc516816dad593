"""A table for FuturePath: a fight begun from the yard, lines played on it with dice by hand."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import RbfError
from rbfcli.dice.sources import SeededDice
from rbfcli.engine.play import offers
from rbfcli.engine.scene import Scene
from rbfcli.lab.odds import command_odds
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.model.events import CustomEvent, FieldChanged, Rolled
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.testing.laws import state
from tests.showing import opened
from tests.systems.futurepath.telling import check_events, check_lines, check_refusal

YARD = str(Path(__file__).with_name("yard.toml"))


class Table:
    """One session and what its last line came to."""

    def __init__(self):
        self.session = Session(opened(YARD).rules, opened(YARD).start, source=YARD)
        self.last = None

    def do(self, line, *faces):
        """Play a line with faces by hand; the outcome."""
        words = f"{line} --dice {','.join(map(str, faces))}" if faces else line
        before = self.session.fight
        self.last = self.session.perform(read_line(words, self.session.rules, before))
        check_events(self.last.events, (before, self.session.fight))
        return self.last.outcome

    def set(self, who, *pairs):
        """Set fields of a sheet without asking the rules, and return the table."""
        self.do(f"set {who} {' '.join(pairs)} --force")
        return self

    def put(self, **squares):
        """Put people on squares; the table itself."""
        for who, square in squares.items():
            self.set(who, f"square={square}")
        return self

    def arm(self, weapon_id, **fields):
        """Write other fields of a weapon into the fight; the table itself."""
        fight = self.session.fight
        weapons = {**fight.weapons, weapon_id: replace(fight.weapons[weapon_id], **fields)}
        self.session.fight = replace(fight, weapons=weapons)
        return self

    def draw(self, *rows):
        """Draw another map; the table itself."""
        fight = self.session.fight
        self.session.fight = replace(fight, board=replace(fight.board, map="\n".join(rows)))
        return self

    def refused(self, line):
        """Play a line that has to be refused and leave no trace; the error."""
        before = state(self.session)
        with pytest.raises(RbfError) as caught:
            self.do(line)
        assert state(self.session) == before
        check_refusal(caught.value)
        check_lines(caught.value, self.session)
        return caught.value

    def reload(self):
        """Write the session to a save and read it again; the table itself."""
        loaded = from_bytes(to_bytes(self.session), "save.toml")
        assert not loaded.edited
        self.session = loaded.session
        return self

    def odds(self, line):
        """The exact odds of a line."""
        command = read_line(line, self.session.rules, self.session.fight)
        return command_odds(self.session.rules, self.session.fight, command)

    def rolls(self, label=""):
        """Return the rolls of the last line, or those with one label."""
        found = [each for each in self.last.events if isinstance(each, Rolled)]
        return [each for each in found if not label or each.label == label]

    def told(self, what):
        """The facts of something that happened in the last line; None where it did not."""
        return next(
            (dict(each.facts) for each in self.last.events if isinstance(each, CustomEvent) and each.what == what), None
        )

    def happened(self):
        """What happened in the last line besides rolls and changes: its name, rule and people."""
        found = [each for each in self.last.events if isinstance(each, CustomEvent)]
        return [(each.what, each.rule, each.who, each.target) for each in found]

    def changes(self, field):
        """The rules that set a field in the last line, of whom, and to what."""
        found = [each for each in self.last.events if isinstance(each, FieldChanged) and each.field == field]
        return [(each.rule, each.who, each.after) for each in found]

    def offers(self, who):
        """Return the lines that `actions` lists for a combatant."""
        return [line_for(each.command) for each in offers(self.session.rules, self.session.fight, who)]

    def costs(self, who):
        """Return the cost of each line that `actions` lists for a combatant."""
        return {line_for(each.command): each.cost for each in offers(self.session.rules, self.session.fight, who)}

    def __getattr__(self, who):
        """A combatant, or a field of the fight."""
        fight = self.session.fight
        return fight.combatants[who] if who in fight.combatants else getattr(fight, who)


@pytest.fixture
def yard():
    """The yard before the first round."""
    return Table()


@pytest.fixture
def table(yard):
    """The yard in round 1, with the crew's turn running."""
    yard.do("init --set crew=9 --set toughs=5 --set neutral=1")
    return yard


@pytest.fixture
def scene(yard):
    """A scene over the yard."""
    return Scene(yard.session.fight, SeededDice("yard"), yard.session.rules)
