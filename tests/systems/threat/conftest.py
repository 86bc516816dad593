"""A table for threat: a fight begun from the pit, lines played on it with dice by hand."""

from pathlib import Path

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.model.events import NOTHING_CHANGES, CustomEvent, Paused, Resumed, Rolled
from rbfcli.session.session import Session
from rbfcli.systems import registry
from tests.showing import opened

RULES = {"GM", *(each.id for each in registry.load("threat").ledger())}
WORDS = {NOTHING_CHANGES, *registry.load("threat").words}
PIT = str(Path(__file__).with_name("pit.toml"))


class Table:
    """One session and what its last line came to."""

    def __init__(self, *settings):
        self.session = Session(opened(PIT).rules, opened(PIT).start, source=PIT)
        self.last = None
        for line in settings:
            self.do(line)

    def do(self, line, *faces):
        """Play a line with faces by hand; the outcome."""
        words = f"{line} --dice {','.join(map(str, faces))}" if faces else line
        before = self.session.fight
        self.last = self.session.perform(read_line(words, self.session.rules, before))
        people = {"", *before.combatants, *self.session.fight.combatants}
        for event in self.last.events:
            assert {getattr(event, each, "") for each in ("who", "target")} <= people, event
            assert event.rule in RULES or isinstance(event, Paused | Resumed), event
            assert not isinstance(event, CustomEvent) or event.what in WORDS, event
        return self.last.outcome

    def refused(self, line):
        """Play a line that has to be refused and leave no trace; the error."""
        before = (self.session.fight, list(self.session.journal))
        with pytest.raises(RbfError) as caught:
            self.do(line)
        assert (self.session.fight, list(self.session.journal)) == before
        assert caught.value.rule in {"", *RULES}
        return caught.value

    def odds(self, line):
        """The exact odds of a line."""
        return command_odds(
            self.session.rules, self.session.fight, read_line(line, self.session.rules, self.session.fight)
        )

    def rolls(self):
        """The rolls of the last line."""
        return [each for each in self.last.events if isinstance(each, Rolled)]

    def told(self, what):
        """The facts of something that happened in the last line; None where it did not."""
        return next(
            (dict(each.facts) for each in self.last.events if isinstance(each, CustomEvent) and each.what == what), None
        )

    def __getattr__(self, who):
        """A combatant, or a field of the fight."""
        fight = self.session.fight
        return fight.combatants[who] if who in fight.combatants else getattr(fight, who)


@pytest.fixture
def start():
    """A table in Offense (or what the first line says), with options set before."""

    def begin(*settings, init="init"):
        return Table(*(f"set fight options.{each}" for each in settings), init)

    return begin


@pytest.fixture
def offense(start):
    """The pit in its first Offense, at threat 3."""
    return start()


@pytest.fixture
def defence(start):
    """The pit in a first Defence, at threat 3."""
    return start(init="init --phase defence")
