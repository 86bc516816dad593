"""Folded odds are those of every single path, added up."""

from collections import Counter
from fractions import Fraction
from itertools import islice

import pytest

from rbfcli.interpreter.command_odds import ratio_in_short
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.dice.branching import walk
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.offers import offers
from rbfcli.kernel.play import play
from rbfcli.lab.endings import Endings
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import read_line
from rbfcli.language.writer import line_for
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter

# The systems with commands that roll and ask nothing; those of bgc are counted by its own tests of brute force.
FIGHTS = (("dock-ambush", ()), ("hangar-seven", ()), ("mine-raid", ("init",)), ("ridge-crossing", ("init",)))
FEW_STEPS, MOST_WEIGHED = 3_000, 3


def begun(name, lines=("init",)):
    session = from_encounter(find_encounter(name), "lab", source=name)
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    return session


def weighable(session):
    """Some of the commands offered to anybody that fall in several ways and ask nothing, each with all its paths."""
    rules, fight = session.rules, session.fight
    found = {line_for(each.command): each.command for who in fight.combatants for each in offers(rules, fight, who)}
    every = ((command, paths_of(session, command)) for _, command in sorted(found.items(), reverse=True))
    return islice(((command, paths) for command, paths in every if len(paths) > 1), MOST_WEIGHED)


def paths_of(session, command):
    """Every path of a command with its chance; nothing where they are many or somebody is asked."""
    try:
        paths = walk(lambda dice: play(session.rules, session.fight, command, dice), Budget(FEW_STEPS))
    except RbfError:
        return []
    return [] if any(played.fight.paused for _, played in paths) else paths


@pytest.mark.parametrize(("name", "lines"), FIGHTS)
def test_folded_odds_are_those_of_every_path(name, lines):
    """Outcomes, losses and falls of all that is offered and asks nothing are counted path by path."""
    session, weighed = begun(name, lines), 0
    health = session.rules.health
    for command, walked in weighable(session):
        odds = command_odds(session.rules, session.fight, command)
        outcomes, losses = Counter(), {}
        for chance, played in walked:
            outcomes[played.outcome] += chance
            for who, one in session.fight.combatants.items():
                lost = health(one)[0] - health(played.fight.combatants[who])[0]
                losses.setdefault(who, Counter())[lost] += chance
        assert odds.outcomes == outcomes
        assert {who: odds.losses.get(who, {0: 1}) for who in losses} == losses
        assert all(odds.downs[who] == fallen(session, walked, who) for who in odds.downs)
        weighed += 1
    assert weighed


def fallen(session, walked, who):
    standing = session.rules.standing
    return sum((chance for chance, played in walked if not standing(played.fight.combatants[who])), Fraction(0))


def test_what_is_kept_does_not_grow_with_the_number_of_paths():
    """A crew's throws fall in many ways, and come to a handful of endings."""
    session, paths, kept = begun("mine-raid"), 0, 0
    for command, walked in weighable(session):
        endings = Endings(session.rules, session.fight, command, Budget()).ends
        paths, kept = paths + len(walked), kept + len(endings)
        assert sum(endings.values()) == 1
    assert paths > 4 * kept > 0


@pytest.mark.parametrize(
    ("chance", "told"),
    [
        ("7/16", "7/16"),
        ("1", "1"),
        ("1967/204800", "1967/204800"),
        ("104545/559872", "~31/166"),
        ("1/12345678901", "~1/12345678901"),
        ("58254171/262144000", "~2/9"),
        ("12345678900/12345678901", "~1"),
    ],
)
def test_a_long_fraction_is_told_by_a_short_one_that_is_near(chance, told):
    assert ratio_in_short(Fraction(chance)) == told
