"""BGC from numbers alone: the real verbs on an attacker and a target who stand in."""

import pytest

from rbfcli.kernel.events import Rolled
from rbfcli.kernel.play import play
from rbfcli.language.fights import one_liner_verbs
from rbfcli.language.reader import read
from rbfcli.systems.catalogue import load


def played(line):
    """What a line comes to without a fight: outcome, faces, levels that the target lost."""
    rules = load("bgc")
    stated = read(line.split(), one_liner_verbs(rules)).command
    fight, command = rules.one_liners[type(stated)](stated)
    done = play(rules, fight, command)
    faces = [die.face for event in done.events if isinstance(event, Rolled) for die in event.dice]
    lost = fight.combatants["target"].levels - done.fight.combatants["target"].levels
    return done.outcome, faces, lost


@pytest.mark.parametrize(
    ("line", "come_to"),
    [("attack --score 60 --dice 30", ("pass", [30], 0)),
     ("attack --score 60 --dice 61", ("fail", [61], 0)),
     ("attack --score 60 --dice 96", ("botch", [96], 0)),
     ("attack --score 60 --called 30 --mod 10 --dice 40", ("pass", [40], 0)),
     ("attack --score 60 --defend 50 --dice 50,30", ("defended", [50, 30], 0)),
     ("attack --score 60 --defend 50 --dice 30,97", ("pass", [30, 97], 0)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 30,35,30", ("pass", [30, 35, 30], 5)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 5,35,30", ("critical", [5, 35, 30], 10)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 30,45,30", ("pass", [30, 45, 30], 0)),
     ("attack --score 60 --called 30 --damage 5 --penetration 60 --armour 45 --dice 30,90,44",
      ("pass", [30, 90, 44], 10)),
     ("attack --score 60 --damage 5 --penetration 99 --quality good --dice 30,1,99,3", ("pass", [30, 1, 99, 3], 8)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --dice 35,30", ("through", [35, 30], 5)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --critical --dice 35,30", ("through", [35, 30], 10)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --mod 20 --dice 35,40", ("held", [35, 40], 0)),
     ("stabilize --score 50 --dice 50", ("pass", [50], 0)),
     ("stabilize --score 50 --mod -10 --dice 41", ("fail", [41], 0))],
)  # fmt: skip
def test_numbers_alone_are_played_by_the_verbs(line, come_to):
    """BGC-ATK-1, BGC-CAL-1, BGC-CRT-1, BGC-DMG-2, BGC-DMG-3, BGC-STB-1."""
    assert played(line) == come_to


def test_a_critical_called_shot_kills_the_target():
    """BGC-CAL-2: no armour is rolled."""
    assert played("attack --score 60 --called 30 --damage 5 --penetration 60 --armour 45 --dice 5")[:2] == (
        "critical",
        [5],
    )
