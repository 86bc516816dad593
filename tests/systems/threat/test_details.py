"""What `show WHO` tells of a character on the tracker: each number a rule uses, with the parts it is the sum of."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rbfcli.engine.answers import open_now
from rbfcli.language.parser import read_line
from rbfcli.model.fight import Condition
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.threat import RULES
from rbfcli.systems.threat.view import hides, players
from rbfcli.testing import laws
from tests.conftest import LONG
from tests.showing import armed, cited, explained, on_sheet
from tests.systems.threat.conftest import Table

LANCE = ("5 damage", "with jaws", "+1 to the roll", "ignores armour", "doubled against machine", "shreds 1 armour")


def test_the_page_of_a_pc(offense):
    """THR-ROLL-2, THR-DMG-1, THR-START-1: attributes within their limit, wear, and why it takes no part."""
    wear = {"armour": "broken", "rifle": "damaged"}
    fight = on_sheet(offense.session.fight, "rill", eyes=5, jaws=-5, wear=wear, in_zone=False)
    assert explained(RULES, fight, "rill") == [
        "role: PC THR-OFF-1",
        "E/J/L/N",
        "eyes: 3 = on the sheet +5, beyond the limit of 3 -2 THR-ROLL-2",
        "jaws: -3 = on the sheet -5, beyond the limit of 3 +2 THR-ROLL-2",
        "limbs: 2 = on the sheet +2 THR-ROLL-2",
        "nerves: 0 THR-ROLL-2",
        "armour: 1 off each hit, broken: takes off nothing THR-DMG-1",
        "weapon: rifle: 1d6+1 damage, with eyes, damaged THR-DMG-1",
        f"weapon: lance (shock lance): {', '.join(LANCE)} THR-DMG-1",
        "weapon: unarmed (bare hands): 1 damage, with jaws THR-DMG-1",
        "takes part: no: not in the combat zone THR-START-1",
    ]


def test_what_somebody_is_to_the_crew(offense):
    """THR-OFF-1, THR-START-1: a PC, an ally, an enemy, and a PC who is an enemy and not yet noticed."""
    fight = on_sheet(offense.session.fight, "guard1", pc=True, side="guards", noticed=False)
    roles = {who: explained(RULES, fight, who)[0] for who in ("rill", "odile", "guard1", "worm")}
    assert roles == {
        "rill": "role: PC THR-OFF-1",
        "odile": "role: ally THR-OFF-1",
        "guard1": "role: enemy, a PC THR-OFF-1",
        "worm": "role: enemy THR-OFF-1",
    }
    assert explained(RULES, fight, "guard1")[-1] == "takes part: no: not noticed by the enemy THR-START-1"
    assert explained(RULES, fight, "bram")[6:9] == [
        "armour",
        "weapon: shotgun: 1d6 damage, with jaws THR-DMG-1",
        "weapon: unarmed (bare hands): 1 damage, with jaws THR-DMG-1",
    ]


# What players see of a fight by the tracker (THR-START-1, THR-OFF-1).


@pytest.mark.parametrize(
    ("fields", "hidden"),
    [
        ({}, False),
        ({"in_zone": False}, True),
        ({"noticed": False}, True),
        ({"conditions": {"unseen": Condition()}}, True),
    ],
)
def test_who_is_not_there_or_not_noticed_is_hidden(fields, hidden):
    """THR-START-1."""
    fight = Table().session.fight
    who = next(iter(fight.combatants))
    fight = replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **fields)})
    assert hides(fight, who, "anybody") is hidden


def test_the_players_are_the_crew():
    """THR-OFF-1: where there is one."""
    fight = Table().session.fight
    assert players(fight) == (fight.crew_side(),)
    others = {who: replace(one, side="guards", pc=False) for who, one in fight.combatants.items()}
    assert players(replace(fight, combatants=others)) == ()


# Every line of the tracker keeps the engine's laws, with options, choices and dice drawn at random.


PIT = str(Path(__file__).with_name("pit.toml"))
OPTIONS = (
    "sheet=seven",
    "first_phase=defence",
    "tag_ultra=false",
    "tag_damage=both",
    "complications=ask",
    "ultras=ask",
    "ultra_again=false",
    "factor_first=false",
    "accessory=ask",
    "at_zero=last-stand",
    "edge_dice=0",
    "offense_spaces=2,1",
)
CREW, FOES = ("rill", "bram", "odile"), ("guard1", "guard2", "worm")
STATED = (
    "",
    "--complication trade",
    "--ultra escape",
    "--ultra free-attack",
    "--complication durability",
    "--last-stand",
)


@st.composite
def lines(draw):
    """A line of this system's own, sensible more often than not."""
    crew, other, foe = draw(st.sampled_from(CREW)), draw(st.sampled_from(CREW)), draw(st.sampled_from(FOES))
    line = draw(
        st.sampled_from(
            (
                f"attack {crew} {foe}",
                f"attack {foe} {crew}",
                f"tag {crew} {other} {foe}",
                f"act {crew} hide --partner {other}",
                f"act {crew} hide",
                f"damage-save {crew} --damage 1d6",
                f"damage-save {crew} --by {foe}",
                f"boss worm {crew} {other}",
                f"damage {crew} 5",
                f"damage {foe} 5",
                f"set {foe} accessories=hat",
                f"set {crew} accessories=helmet",
                f"heal {foe} 3",
                "add Guard --from guard",
                "threat +1",
                "threat -1",
                "turn",
                "end --escaped",
                f"remove {foe}",
                f"remove {crew}",
            )
        )
    )
    stated = draw(st.sampled_from(STATED)) if line.split()[0] in ("attack", "tag") else ""
    force = draw(st.sampled_from(("", "", "--force")))
    return f"{line} {stated} {force}".strip()


@settings(max_examples=5_000 if LONG else 25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_laws_hold_for_its_own_lines(data):
    session = from_encounter(PIT, data.draw(st.text("abc", min_size=1, max_size=3)), source=PIT)
    for option in data.draw(st.lists(st.sampled_from(OPTIONS), max_size=4)):
        laws.perform(session, f"set fight options.{option}")
    laws.perform(session, "init")
    for _ in range(data.draw(st.integers(1, 10))):
        laws.perform(session, data.draw(lines()))
        while session.fight.paused and data.draw(st.booleans()):
            question = data.draw(st.sampled_from(open_now(session.fight)))
            answers = [f"choose {question.who} {each}" for each in question.answers]
            edits = [f"damage {question.who} 9", f"heal {question.who} 3", f"set {question.who} accessories="]
            laws.perform(session, data.draw(st.sampled_from([*answers, *answers, *edits])))


@pytest.mark.parametrize("line", ["attack rill guard1", "tag rill bram guard1", "act rill hide", "boss worm rill"])
def test_odds_of_every_verb_that_rolls_sum_to_one(offense, line):
    odds = offense.odds(line)
    assert sum(odds.outcomes.values()) == 1
    assert all(sum(losses.values()) == 1 for losses in odds.losses.values())


# Mistakes that only the tracker sees: where it stands on its sheet.


@pytest.fixture
def fight():
    session = from_encounter(find_encounter("mine-raid"), "x", "mine-raid")
    session.perform(read_line("init", session.rules, session.fight))
    return session.fight


@pytest.mark.parametrize(
    ("changes", "lines"),
    [
        ({"threat": 1}, []),
        ({"threat": 5}, []),
        ({"threat": 0}, ["board.threat must be from 1 to 5, not 0"]),
        ({"threat": 6}, ["board.threat must be from 1 to 5, not 6"]),
        ({"tracker": 3}, []),
        ({"tracker": 4}, ["board.tracker must be at most 3 (the spaces), not 4"]),
    ],
)
def test_the_tracker_stands_on_its_sheet(fight, changes, lines):
    """THR-TRACK-1, THR-TRACK-2: from its lowest to its highest row, and no further than its spaces."""
    there = replace(fight, board=replace(fight.board, **changes))
    found = [*RULES.mistakes(there, "")]
    assert [each.line for each in found] == lines
    assert all(each.left_to_rules for each in found)
    assert [*RULES.mistakes(there, "rill")] == []


def test_before_the_first_phase_there_is_no_row(fight):
    """THR-TRACK-1: the sheet is not in use yet."""
    assert [*RULES.mistakes(replace(fight, phase="", board=replace(fight.board, threat=0)), "")] == []


# What is sound and perhaps not meant on the tracker: the key, the words, the rule, and none where all is right.


NEVER = "no rule uses it"
MACHINES = f"weapons.lance.doubles[1]: {NEVER}: no combatant has the trait 'machine'; remove it (THR-DMG-1)"


@pytest.fixture
def warnings_fight(start):
    return on_sheet(start().session.fight, "worm", traits=("machine",))


def test_the_usual_pit_has_nothing_odd(warnings_fight):
    """THR-OFF-1, THR-BOSS-1: a crew, enemies, a boss with its move, a machine for the lance."""
    assert [cited(RULES.warnings(warnings_fight, who)) for who in ("", *warnings_fight.combatants)] == [[]] * 8


def test_traits_that_nobody_has(warnings_fight):
    """THR-DMG-1: each by its number."""
    assert cited(RULES.warnings(on_sheet(warnings_fight, "worm", traits=()), "")) == [MACHINES]
    lance = replace(warnings_fight.weapons["lance"], doubles=("beast", "machine", "ghost"))
    assert cited(RULES.warnings(armed(warnings_fight, lance=lance), "")) == [
        f"weapons.lance.doubles[{number}]: {NEVER}: no combatant has the trait '{trait}'; remove it (THR-DMG-1)"
        for number, trait in ((1, "beast"), (3, "ghost"))
    ]


@pytest.mark.parametrize(("threat", "fits"), [(0, False), (1, True), (5, True), (6, False)])
def test_a_threat_that_the_sheet_has_not(warnings_fight, threat, fits):
    """THR-TRACK-1: from 1 to 5."""
    told = f"options.threat must be from 1 to 5, not {threat} (THR-TRACK-1)"
    there = replace(warnings_fight, options=replace(warnings_fight.options, threat=threat))
    assert cited(RULES.warnings(there, "")) == ([] if fits else [told])


def test_one_side_is_missing(warnings_fight):
    """THR-OFF-1: a PC is of the crew whatever its side; without anybody there is nothing to say."""
    told = 'no combatant is a PC or on the crew\'s side (crew), so no one can act in Offense; side = "crew" (THR-OFF-1)'
    guards = {who: one for who, one in warnings_fight.combatants.items() if one.side == "guards"}
    assert cited(RULES.warnings(replace(warnings_fight, combatants=guards), "")) == [f"combatants: {told}"]
    assert cited(RULES.warnings(on_sheet(replace(warnings_fight, combatants=guards), "worm", side="crew"), "")) == []
    crew = {who: one for who, one in warnings_fight.combatants.items() if one.side == "crew"}
    assert cited(RULES.warnings(replace(warnings_fight, combatants=crew), "")) == [
        "combatants: all combatants are on the crew's side; give the enemies another side (THR-OFF-1)",
        MACHINES,
    ]
    assert cited(RULES.warnings(replace(warnings_fight, combatants={}), "")) == [MACHINES]


def test_the_move_of_a_boss_is_of_a_boss(warnings_fight):
    """THR-BOSS-1: the move and its damage, each where it is given."""
    told = f"{NEVER}: only a boss has a boss move (boss = true); remove it (THR-BOSS-1)"
    plain = on_sheet(warnings_fight, "worm", boss=False)
    assert cited(RULES.warnings(plain, "worm")) == [
        f"combatants.worm.boss_move: {told}",
        f"combatants.worm.boss_damage: {told}",
    ]
    assert cited(RULES.warnings(on_sheet(plain, "worm", boss_move=""), "worm")) == [
        f"combatants.worm.boss_damage: {told}"
    ]
