"""A table for RPJ: a fight begun from the field, lines played on it with dice by hand."""

from pathlib import Path

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.engine.play import execute, offers
from rbfcli.lab.odds import command_odds
from rbfcli.language.grammar import line_for, split_words
from rbfcli.language.parser import one_liner_verbs, parse_line, read, read_line
from rbfcli.model.events import ConditionLost, CustomEvent, RefusalOverridden, Rolled
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.session import Session
from rbfcli.systems import registry
from rbfcli.testing.laws import state
from tests.showing import opened

FIELD = str(Path(__file__).with_name("field.toml"))


class Table:
    """One session and what its last line came to."""

    def __init__(self, *lines):
        self.session = Session(opened(FIELD).rules, opened(FIELD).start, source=FIELD)
        self.last = self.before = None
        for line in lines:
            self.do(line)

    def do(self, line, *faces):
        """Play a line with faces by hand; the outcome."""
        words = f"{line} --dice {','.join(map(str, faces))}" if faces else line
        self.before = self.fight
        self.last = self.session.perform(read_line(words, self.session.rules, self.session.fight))
        return self.last.outcome

    def refused(self, line):
        """Play a line that has to be refused, without a trace in the save; the error."""
        before = state(self.session)
        with pytest.raises(RbfError) as caught:
            self.do(line)
        assert state(self.session) == before
        return caught.value

    def odds(self, line):
        """The exact odds of a line."""
        return command_odds(self.session.rules, self.session.fight, read_line(line, self.session.rules, self.fight))

    def turn_of(self, who):
        """Continue until a combatant's turn."""
        while self.fight.active != who:
            self.do("turn next")

    def told(self, what):
        """The facts of what happened in the last line; None where it did not."""
        return next((dict(each.facts) for each in self.last.events if _is(each, what)), None)

    def happened(self, what):
        """How often something happened in the last line."""
        return sum(_is(each, what) for each in self.last.events)

    def rule(self, what):
        """The rule by which something happened in the last line."""
        return next(each.rule for each in self.last.events if _is(each, what))

    def whom(self, what):
        """Who something happened to in the last line, and by or with whom."""
        return next((each.who, each.target) for each in self.last.events if _is(each, what))

    def rolls(self, label=""):
        """Return the rolls of the last line, or those with one label."""
        return [each for each in self.last.events if isinstance(each, Rolled) and label in ("", each.label)]

    def rules_of(self, kind):
        """The rules that events of a kind in the last line cite."""
        return {each.rule for each in self.last.events if type(each).__name__ == kind}

    def cited(self):
        """The rules that the last line cites, each with who and what it was about, in the order of the events."""
        found = {}
        for each in self.last.events:
            found.setdefault(each.rule, []).append(_about(each))
        return {rule: ", ".join(dict.fromkeys(what)) for rule, what in found.items()}

    def forced(self):
        """What the last line did against the rules."""
        return [each for each in self.last.events if isinstance(each, RefusalOverridden)]

    def ended(self):
        """The conditions that ended in the last line, each with its rule."""
        return {(each.who, each.name): each.rule for each in self.last.events if isinstance(each, ConditionLost)}

    def lines(self):
        """What the last line printed."""
        return narrate(self.last.events, self.before, self.fight, self.session.rules, Style())

    def offers(self):
        """Who is asked what now."""
        return [(each.who, each.kind) for each in self.fight.questions]

    def actions(self, who):
        """Return the lines a combatant can type now, each with its cost."""
        return {line_for(each.command): each.cost for each in offers(self.session.rules, self.fight, who)}

    @property
    def fight(self):
        """Return the current fight."""
        return self.session.fight

    def __getattr__(self, who):
        """A combatant."""
        return self.session.fight.combatants[who]


def _about(event):
    """What an event is about in a few words: ann hp, ann attack, ann TurnBegan."""
    names = ("field", "label", "what", "name", "message")
    subject = next((getattr(event, name) for name in names if hasattr(event, name)), type(event).__name__)
    return f"{getattr(event, 'who', '')} {subject}".strip()


def _is(event, what):
    return isinstance(event, CustomEvent) and event.what == what


ORDER = "init --set ann=40 --set bob=30 --set rook=20 --set pike=10"


@pytest.fixture
def start():
    """A table before its first round, after some lines."""
    return Table


@pytest.fixture
def field(start):
    """Round 1: Ann in the ditch, then Bob and Rook side by side in region 1, then Pike in region 2."""
    return start(ORDER)


@pytest.fixture
def begin(start):
    """As `field`, with lines played before the first round."""
    return lambda *lines: start(*lines, ORDER)


def standing_in(line):
    """Return the rules, and the stand-in fight and command for a line from numbers alone."""
    rules = registry.load("rpj")
    numbers = read(parse_line(split_words(line)), one_liner_verbs(rules)).command
    return rules, *rules.one_liners[type(numbers)](numbers)


@pytest.fixture
def one_liner():
    """Play a line from numbers alone; what it came to."""
    return lambda line, *faces: execute(*standing_in(f"{line} --dice {','.join(map(str, faces))}" if faces else line))


@pytest.fixture
def one_liner_odds():
    """The exact odds of a line from numbers alone."""
    return lambda line: command_odds(*standing_in(line))


@pytest.fixture
def stand_in():
    """Return the stand-in fight and the command for a line from numbers alone."""
    return lambda line: standing_in(line)[1:]
