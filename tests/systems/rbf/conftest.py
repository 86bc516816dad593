"""A table with a small RBF fight: typed lines, refusals without a trace, and complete output."""

import os
from pathlib import Path
from string import Formatter

import msgspec
import pytest

from rbfcli.core.errors import RbfError
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.model.events import NOTHING_CHANGES, ConditionGained, CustomEvent, QuestionAsked, Rolled, without_pauses
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.session.session import Session
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Fighter, RbfFight, Weapon
from rbfcli.testing.laws import state

WEAPONS = {
    "sword": Weapon(name="sword", skill="melee", damage=8, traits=("blade",)),
    "knife": Weapon(name="knife", skill="melee", damage=4, traits=("blade",)),
    "claymore": Weapon(name="claymore", skill="melee", damage=12, hands=2, traits=("blade", "long")),
    "axe": Weapon(name="axe", skill="melee", damage=12, traits=("blade", "axe")),
    "maul": Weapon(name="maul", skill="melee", damage=6, hands=2, traits=("blunt",)),
    "spear": Weapon(name="spear", skill="melee", damage=8, hands=2, traits=("thrust", "long")),
    "pistol": Weapon(name="pistol", skill="shoot", damage=6, range=30, ammo=6, traits=("projectile",)),
    "second": Weapon(name="second pistol", skill="shoot", damage=6, range=30, ammo=6, traits=("projectile",)),
    "rifle": Weapon(name="hunting rifle", skill="shoot", damage=10, hands=2, range=200, ammo=4, traits=("projectile",)),
    "auto": Weapon(
        name="auto-rifle", skill="shoot", damage=12, hands=2, range=100, ammo=10, autofire=True, traits=("projectile",)
    ),
    "smg": Weapon(name="machine pistol", skill="shoot", damage=7, autofire=True),
    "bow": Weapon(name="bow", skill="shoot", damage=8, hands=2, range=60, traits=("projectile", "bow", "silenced")),
    "rail": Weapon(name="rail gun", skill="shoot", damage=10, hands=2, traits=("projectile", "large")),
    "grenade": Weapon(name="grenade", skill="heavy", damage=15, range=30, radius=2, traits=("blast",)),
    "flamer": Weapon(name="flamer", skill="heavy", damage=9, kind="fire"),
    "hook": Weapon(name="cargo hook", skill="melee", damage=8, traits=("blade",)),
}


REFUSALS = Path(__file__).with_name("refusals.txt")
RULE_IDS = {"GM", *(entry.id for entry in RULES.ledger())}
WORDS = {NOTHING_CHANGES: "", **RULES.words}
LABELS = {"damage", "strain", "falling", "dropping prone", "bleeding", "healing", "rounds to live", "initiative"}
LABELS |= {word.removeprefix("roll.") for word in RULES.words if word.startswith("roll.")}


def is_well_told(event, people):
    """What every event keeps to: rules of the ledger, people of the fight, words with all that they speak of."""
    assert event.rule in RULE_IDS
    for field in ("who", "target", "by"):
        assert getattr(event, field, "") in people, (field, event)
    match event:
        case CustomEvent(what=what, facts=facts):
            spoken = names_in(WORDS[what])
            assert spoken <= {"who", "target", *facts}, (what, facts)
            assert None not in facts.values(), (what, facts)
            assert {"who"} & spoken <= {"who" if event.who else ""}, event
            assert {"target"} & spoken <= {"target" if event.target else ""}, event
        case QuestionAsked(question=question):
            assert question.rule in RULE_IDS
            assert question.who in people
            assert names_in(RULES.words[f"question.{question.kind}"]) <= {"who", *question.facts}, question
            assert question.facts.get("target", "") in people
        case Rolled():
            assert {each.rule for each in (*event.modifiers, *event.edges)} <= {"", *RULE_IDS}
            assert event.label in LABELS or not (event.target or event.expression), event.label
        case ConditionGained(condition=condition):
            assert {condition.by, condition.whose} <= people, event


def names_in(template):
    """The names that a template of words speaks of."""
    return {name.removesuffix("'s") for _, name, _, _ in Formatter().parse(template) if name}


def is_in_the_list(refusal):
    """All refusals as a GM reads them are in the list; REWRITE=1 adds new ones: read the diff."""
    known = REFUSALS.read_text(encoding="utf-8").splitlines() if REFUSALS.exists() else []
    if os.environ.get("REWRITE") and refusal not in known:
        REFUSALS.write_text("\n".join(sorted({*known, refusal})) + "\n", encoding="utf-8")
        return
    assert refusal in known


class Table:
    """One fight, driven by lines as they are typed."""

    def __init__(self, fight):
        self.session = Session(RULES, fight)

    @property
    def fight(self):
        """Return the current fight."""
        return self.session.fight

    def one(self, who):
        """Return the current sheet of a fighter."""
        return self.fight.combatants[who]

    def do(self, line):
        """Play a line, and check that everything it does has words."""
        before = self.fight
        played = self.session.perform(read_line(line, RULES, before))
        people = {"", *before.combatants, *self.fight.combatants}
        for event in without_pauses(played.events):
            is_well_told(event, people)
        return played

    def do_all(self, *lines):
        """Play lines; what the last did."""
        return [self.do(line) for line in lines][-1]

    def tell(self, line, *, explain=False):
        """Play a line and return its output."""
        before = self.fight
        return "\n".join(narrate(self.do(line).events, before, self.fight, RULES, Style(explain=explain)))

    def refused(self, line, rule):
        """A line the rules refuse, naming their rule; it leaves no trace."""
        before = state(self.session)
        with pytest.raises(RbfError) as refusal:
            self.do(line)
        assert state(self.session) == before
        assert refusal.value.rule == rule, refusal.value.message
        said = f"{refusal.value.message}; {refusal.value.hint}"
        is_in_the_list(f"{rule}: {said}")
        return said

    def odds(self, line):
        """The exact chances of a line."""
        return command_odds(RULES, self.fight, read_line(line, RULES, self.fight))

    def reopen(self):
        """Close the fight and open it again from its save."""
        loaded = from_bytes(to_bytes(self.session), "save")
        assert not loaded.edited
        self.session = loaded.session

    def events(self, played, what):
        """The happenings of one name."""
        return [each for each in played.events if isinstance(each, CustomEvent) and each.what == what]

    def rolls(self, played):
        """The rolls of a line."""
        return [each for each in played.events if isinstance(each, Rolled)]


def people():
    """Three players and three enemies, nowhere in particular."""
    return {
        "ada": Fighter(
            name="Ada",
            side="crew",
            hp=15,
            armour=3,
            weapons=("sword",),
            skills={"melee": 3, "dodge": 3, "athletics": 2},
        ),
        "joss": Fighter(
            name="Joss",
            side="crew",
            hp=15,
            weapons=("pistol", "rifle"),
            skills={"shoot": 3, "dodge": 2, "perception": 2},
        ),
        "tamsin": Fighter(name="Tamsin", side="crew", hp=19, skills={"brawl": 5, "dodge": 4}),
        "thug": Fighter(
            name="Thug", tn=12, hp=20, damage=12, damage_max=20, weapons=("hook",), skills={"metaphysics": 1}
        ),
        "other": Fighter(name="Other", tn=14, hp=60, damage=18, damage_max=30),
        "boss": Fighter(name="Boss", tn=16, hp=140, damage=24, damage_max=40, actions=3),
    }


@pytest.fixture
def table():
    """Set up a table: change sheets by name (`ada={"talents": ("Brute",)}`); None removes a combatant."""

    def lay(*, options=None, board=None, weapons=None, more=None, **changes):
        sheets = people()
        for who, change in changes.items():
            if change is None:
                del sheets[who]
            else:
                sheets[who] = msgspec.structs.replace(sheets[who], **change)
        empty = RbfFight(system="rbf", seed="table", weapons={**WEAPONS, **(weapons or {})}, **(more or {}))
        if options:
            empty = msgspec.structs.replace(empty, options=msgspec.structs.replace(empty.options, **options))
        if board:
            empty = msgspec.structs.replace(empty, board=msgspec.structs.replace(empty.board, **board))
        ready = {who: RULES.prepare(empty, one) for who, one in sheets.items()}
        return Table(msgspec.structs.replace(empty, combatants=ready))

    return lay
