"""Rolls from numbers alone, and the names of outcomes."""

from fractions import Fraction

import pytest

from rbfcli.kernel.errors import NotationError
from rbfcli.kernel.events import Changed, Rolled
from rbfcli.kernel.play import play
from rbfcli.lab.odds import command_odds
from rbfcli.language.fights import one_liner_verbs
from rbfcli.language.reader import read
from rbfcli.systems.catalogue import load
from rbfcli.systems.futurepath.numbers import dice_and_added
from rbfcli.systems.futurepath.verdict import verdict


def stand_ins(line):
    """The fight that stands in for a one-liner, and the real command."""
    rules = load("futurepath")
    command = read(line.split(), one_liner_verbs(rules)).command
    return rules.one_liners[type(command)](command)


def alone(line, *faces):
    """Play a one-liner with faces by hand."""
    given = f" --dice {','.join(map(str, faces))}" if faces else ""
    return play(load("futurepath"), *stand_ins(line + given))


def amount(played):
    """The health that a one-liner takes from the target."""
    lost = (each.before - each.after for each in played.events if isinstance(each, Changed) and each.field == "hp")
    return sum(lost)


ATTACK = "attack --mod 5 --advantage 2 --level 9 --tn 16 --damage 1d8+3"


@pytest.mark.parametrize(
    ("faces", "outcome", "damage"),
    [
        ((6, 2, 3, 5), "success", 8),
        ((5, 2, 3), "failure", 0),
        ((20, 1, 1, 5, 6), "critical", 14),
        ((1, 6, 6), "critical-failure", 0),
    ],
)
def test_an_attack(faces, outcome, damage):
    """FP-ATK-1, FP-ADV-2, FP-CRT-1: worked check 6: d20 and 2d6 at level 9; what is added is added once."""
    played = alone(ATTACK, *faces)
    assert (played.outcome, amount(played)) == (outcome, damage)
    assert [die.sides for die in played.events[0].edge_dice] == [6, 6]


def test_extra_damage_from_numbers():
    """FP-XTR-2 to FP-XTR-5: worked check 7 comes to 34."""
    played = alone("attack --tn 15 --damage 1d8 --extra 2", 20, 5, 6, 19, 2, 7, 8, 15, 1, 1, 4)
    assert amount(played) == 34


def test_a_critical_range_and_a_multiplier():
    """FP-CRT-1."""
    assert amount(alone("attack --tn 30 --damage 1d6 --critical 18 --multiplier 3", 18, 1, 2, 3)) == 6


@pytest.mark.parametrize(
    ("damage", "parts"),
    [("1d8+3", ("1d8", 3)), ("1d8-1", ("1d8", -1)), ("7", ("", 7)), ("2d6+1d4", ("2d6+1d4", 0)), ("d6", ("d6", 0))],
)
def test_what_is_rolled_again_and_what_is_added_once(damage, parts):
    """FP-CRT-1."""
    assert dice_and_added(damage) == parts


def test_a_wrong_damage_draws_no_die():
    """FP-ATK-3."""
    with pytest.raises(NotationError):
        alone("attack --tn 10 --damage 1d8+", 20)


def test_the_odds_of_the_one_liner():
    """FP-ADV-1, FP-ATK-1: every outcome of d20 and 2d6 at +5 against 16."""
    odds = command_odds(load("futurepath"), *stand_ins(ATTACK.replace("1d8+3", "0"))).outcomes
    good = sum(die + one + two + 5 >= 16 for die in range(2, 20) for one in range(1, 7) for two in range(1, 7))
    assert odds["success"] == Fraction(good, 720)
    assert odds["critical"] == odds["critical-failure"] == Fraction(1, 20)
    assert sum(odds.values()) == 1


@pytest.mark.parametrize(
    ("line", "faces", "outcome", "told"),
    [
        ("damage-save --mod 2 --damage 3d6 --dc 15", (4, 5, 6, 13), "success", (7, False)),
        ("damage-save --mod 2 --damage 3d6 --dc 15", (4, 5, 6, 12), "failure", (15, False)),
        ("damage-save --mod 2 --damage 14 --kind coup-de-grace", (11,), "failure", (14, True)),
        ("damage-save --mod 2 --damage 14 --kind coup-de-grace", (12,), "success", (14, False)),
    ],
)
def test_a_save(line, faces, outcome, told):
    """FP-GRN-3, FP-CDG-1: what gets through, and whether it kills."""
    played = alone(line, *faces)
    assert (played.outcome, (amount(played), "dead" in played.fight.combatants["target"].conditions)) == (outcome, told)


@pytest.mark.parametrize(("die", "outcome"), [(14, "success"), (13, "failure"), (1, "critical-failure")])
def test_stabilising(die, outcome):
    """FP-STB-1: against 20."""
    assert alone("stabilize --mod 6", die).outcome == outcome


@pytest.mark.parametrize(("mod", "total"), [(6, 16), (0, 10), (-3, 7), (80, 90)])
def test_stabilising_has_the_modifier_that_was_typed(mod, total):
    """FP-STB-1: as ranks, and what ranks cannot be; one die, also where it slips."""
    rolled = [each for each in alone(f"stabilize --mod {mod}", 10).events if isinstance(each, Rolled)]
    assert [each.total for each in rolled] == [total]


@pytest.mark.parametrize(
    ("damage", "faces", "lost"),
    [("7", (), 7), ("0", (), 1), ("2d6+1d4", (1, 2, 3), 6), ("4d6kh3", (1, 2, 3, 4), 9), ("d6-2", (4,), 2)],
)
def test_any_dice_do_as_damage(damage, faces, lost):
    """FP-ATK-3: a hit does 1 at least."""
    assert amount(alone(f"attack --tn 10 --damage {damage}", 15, *faces)) == lost


def test_dice_of_any_kind_are_rolled_again_on_a_critical():
    """FP-CRT-1, FP-XTR-1: each time whole; what is added, once."""
    assert amount(alone("attack --tn 10 --damage 2d6kh1+1", 20, 1, 2, 3, 4)) == 2 + 4 + 1


def test_dice_of_any_kind_are_logged_as_the_attackers_damage():
    """FP-ATK-3, FP-CRT-1: each time they are rolled."""
    rolled = [
        each for each in alone("attack --tn 10 --damage 2d6kh1", 20, 1, 2, 3, 4).events if isinstance(each, Rolled)
    ]
    assert [(each.who, each.label, each.rule) for each in rolled[1:]] == [("attacker", "damage", "FP-CRT-1")] * 2


@pytest.mark.parametrize(
    ("total", "faces", "outcome"),
    [(16, (10,), "success"), (15, (10,), "failure"), (3, (20,), "critical"), (30, (1, 6, 6), "critical-failure")],
)
def test_roll_vs_names_the_outcome(total, faces, outcome):
    """FP-CRT-1, FP-CRT-2: for `roll --vs 16 --system futurepath`."""
    assert verdict(total, 16, faces) == outcome
