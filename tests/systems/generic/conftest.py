"""A table for generic: a fight begun from a text of an encounter, lines played on it with dice by hand."""

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.model.events import ConditionLost, FieldChanged, QuestionAsked, Rolled
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.testing.laws import is_of_the_ledger, state

PEOPLE = """
[combatants.ann]
name = "Ann"
side = "us"
pc = true
hp = 20
ac = 15
initiative_bonus = 1
saves = { con = 3, dex = 1 }
attacks.axe = { to_hit = 5, damage = "1d8+3 slashing" }
attacks.bolt = { to_hit = 4, damage = "1d6 fire", versus = "ref", uses = "bolts" }
attacks.mix = { to_hit = 5, damage = "1d6+1 slashing + 1d4 fire" }
powers.blast = { save = "dex", dc = 12, damage = "2d6 fire", uses = "slots" }
powers.all = { save = "dex", dc = 12, damage = "2d6 fire", half = false }
powers.fear = { save = "wis", dc = 12, condition = "frightened", save_ends = true, concentration = true }
powers.daze = { save = "wis", dc = 12, condition = "stunned", rounds = 1, concentration = true }
counters.slots = { most = 2, on = "long" }
counters.bolts = { most = 1, on = "short" }
counters.clock = { most = 4 }
counters.legend = { most = 3, on = "turn" }
counters.surge = { most = 1, on = "round" }
counters.breath = { most = 1, on = "recharge 5-6" }

[combatants.ben]
name = "Ben"
side = "us"
pc = true
hp = 10
saves = { con = 1 }
attacks.knife = { to_hit = 3, damage = "1d4" }

[combatants.rat]
name = "Rat"
group = "rats"
count = 2
hp = 9
ac = 12
defenses = { ref = 14 }
initiative_bonus = 2
saves = { dex = 2 }
attacks.bite = { to_hit = 4, damage = "1d6 piercing" }

[combatants.ogre]
name = "Ogre"
hp = 30
ac = 11
resist = ["fire"]
immune = ["acid"]
vulnerable = ["cold 3"]
attacks.club = { to_hit = 6, damage = "2d6+4" }
"""
ORDER = "init --set ann=20 --set ben=15 --set rats=10 --set ogre=5"


def check(event, session):
    """What an event says of its roll or question has a rule, and who it names is in the fight."""
    shared = {each for one in session.fight.combatants.values() for each in (one.side, one.group)}
    assert {getattr(event, each, "") for each in ("who", "target")} <= {"", *session.fight.combatants, *shared}, event
    if isinstance(event, QuestionAsked):
        is_of_the_ledger(session, event.question.rule, event.question.kind)
    for each in (*event.modifiers, *event.edges) if isinstance(event, Rolled) else ():
        is_of_the_ledger(session, each.rule, each.why)
        assert bool(each.rule) != (each.why in ("modifier", "as stated")), each


class Table:
    """One session and what its last line came to."""

    def __init__(self, path, options, lines):
        text = "".join(f"{key} = {value}\n" for key, value in options.items())
        path.write_text(f'format = 1\nsystem = "generic"\n[options]\n{text}{PEOPLE}')
        self.session = from_encounter(str(path), "table", source=str(path))
        self.last = self.before = None
        for line in lines:
            self.do(line)

    def do(self, line, *faces):
        """Play a line with faces by hand; the outcome."""
        words = f"{line} --dice {','.join(map(str, faces))}" if faces else line
        self.before = self.fight
        self.last = self.session.perform(read_line(words, self.session.rules, self.fight))
        for event in self.last.events:
            is_of_the_ledger(self.session, event.rule, words)
            check(event, self.session)
        return self.last.outcome

    def refused(self, line):
        """Play a line that has to be refused, without a trace in the save; the error."""
        before = state(self.session)
        with pytest.raises(RbfError) as caught:
            self.do(line)
        assert state(self.session) == before
        is_of_the_ledger(self.session, caught.value.rule, line)
        return caught.value

    def odds(self, line):
        """The exact odds of a line."""
        return command_odds(self.session.rules, self.fight, read_line(line, self.session.rules, self.fight))

    def rolls(self, label):
        """The rolls of the last line with a label."""
        return [each for each in self.last.events if isinstance(each, Rolled) and each.label == label]

    def cited(self):
        """The rule of each field that the last line changed, by combatant and field."""
        return {(each.who, each.field): each.rule for each in self.last.events if isinstance(each, FieldChanged)}

    def ended(self):
        """The conditions that ended in the last line, each with its rule."""
        return {(each.who, each.name): each.rule for each in self.last.events if isinstance(each, ConditionLost)}

    def lines(self):
        """What the last line printed."""
        return narrate(self.last.events, self.before, self.fight, self.session.rules, Style())

    def order(self):
        """Who acts in which order."""
        return [slot.who for slot in self.fight.order]

    def offered(self):
        """The questions that are open: who is asked what."""
        return [(each.who, each.kind) for each in self.fight.questions]

    @property
    def fight(self):
        """The fight as it is."""
        return self.session.fight

    def __getattr__(self, who):
        """A combatant."""
        return self.session.fight.combatants[who]


@pytest.fixture
def table(tmp_path):
    """A table before its first round, with options in TOML and lines played beforehand."""
    return lambda *lines, **options: Table(tmp_path / "table.toml", options, lines)


@pytest.fixture
def begun(table):
    """As `table`, in round 1: Ann, Ben, the rats, the ogre."""
    return lambda *lines, **options: table(ORDER, *lines, **options)
