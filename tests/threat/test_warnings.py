"""What is sound and perhaps not meant on the tracker: the key, the words, the rule, and none where all is right."""

import pytest
from msgspec.structs import replace

from rbfcli.systems.threat import RULES
from tests.showing import armed, cited, on_sheet

NEVER = "no rule ever reads it"
MACHINES = f"weapons.lance.doubles[1]: {NEVER}: nobody has the trait 'machine'; leave it out (THR-DMG-1)"


@pytest.fixture
def fight(start):
    return on_sheet(start().session.fight, "worm", traits=("machine",))


def test_the_usual_pit_has_nothing_odd(fight):
    """THR-OFF-1, THR-BOSS-1: a crew, enemies, a boss with its move, a machine for the lance."""
    assert [cited(RULES.warnings(fight, who)) for who in ("", *fight.combatants)] == [[]] * 8


def test_traits_that_nobody_has(fight):
    """THR-DMG-1: each by its number."""
    assert cited(RULES.warnings(on_sheet(fight, "worm", traits=()), "")) == [MACHINES]
    lance = replace(fight.weapons["lance"], doubles=("beast", "machine", "ghost"))
    assert cited(RULES.warnings(armed(fight, lance=lance), "")) == [
        f"weapons.lance.doubles[{number}]: {NEVER}: nobody has the trait '{trait}'; leave it out (THR-DMG-1)"
        for number, trait in ((1, "beast"), (3, "ghost"))
    ]


@pytest.mark.parametrize(("threat", "fits"), [(0, False), (1, True), (5, True), (6, False)])
def test_a_threat_that_the_sheet_has_not(fight, threat, fits):
    """THR-TRACK-1: from 1 to 5."""
    told = f"options.threat: the sheet goes from 1 to 5, and {threat} is outside (THR-TRACK-1)"
    there = replace(fight, options=replace(fight.options, threat=threat))
    assert cited(RULES.warnings(there, "")) == ([] if fits else [told])


def test_one_side_is_missing(fight):
    """THR-OFF-1: a PC is of the crew whatever its side; without anybody there is nothing to say."""
    told = 'nobody is on the crew\'s side (crew), and nobody is a PC: no one acts in Offense; side = "crew" (THR-OFF-1)'
    guards = {who: one for who, one in fight.combatants.items() if one.side == "guards"}
    assert cited(RULES.warnings(replace(fight, combatants=guards), "")) == [f"combatants: {told}"]
    assert cited(RULES.warnings(on_sheet(replace(fight, combatants=guards), "worm", side="crew"), "")) == []
    crew = {who: one for who, one in fight.combatants.items() if one.side == "crew"}
    assert cited(RULES.warnings(replace(fight, combatants=crew), "")) == [
        "combatants: all are of the crew: there is no enemy; another side (THR-OFF-1)",
        MACHINES,
    ]
    assert cited(RULES.warnings(replace(fight, combatants={}), "")) == [MACHINES]


def test_the_move_of_a_boss_is_of_a_boss(fight):
    """THR-BOSS-1: the move and its damage, each where it is given."""
    told = f"{NEVER}: only a boss has a boss move (boss = true); leave it out (THR-BOSS-1)"
    plain = on_sheet(fight, "worm", boss=False)
    assert cited(RULES.warnings(plain, "worm")) == [
        f"combatants.worm.boss_move: {told}",
        f"combatants.worm.boss_damage: {told}",
    ]
    assert cited(RULES.warnings(on_sheet(plain, "worm", boss_move=""), "worm")) == [
        f"combatants.worm.boss_damage: {told}"
    ]
