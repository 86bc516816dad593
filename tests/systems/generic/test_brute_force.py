"""Exact odds against the rules written down again: plain loops over all faces, no word of the engine."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest


def chances(sides, happens):
    """The exact chance of whatever each row of faces comes to."""
    rows = list(product(*(range(1, each + 1) for each in sides)))
    counted = Counter(happens(*row) for row in rows)
    return {key: Fraction(count, len(rows)) for key, count in counted.items()}


def outcome(face, bonus, against):
    """A d20 and a bonus; 20 and 1 decide."""
    if face in (1, 20):
        return "critical" if face == 20 else "fumble"
    return "success" if face + bonus >= against else "failure"


@pytest.mark.parametrize(("option", "keep"), [("", None), ("--advantage", max), ("--disadvantage", min)])
def test_an_attack(table, option, keep):
    """GEN-ATK-1: over all dice."""
    dice = (20,) if keep is None else (20, 20)
    expected = chances(dice, lambda *faces: outcome((keep or max)(faces), 5, 11))
    assert dict(table().odds(f"attack ann ogre {option}").outcomes) == expected


def test_the_loss_of_an_attack(table):
    """GEN-DMG-1: nothing, 1d8 + 3, or 2d8 + 3 by a critical hit, never more than is left."""

    def lost(face, first, second):
        came = outcome(face, 5, 12)
        if came in ("failure", "fumble"):
            return 0
        return min(9, first + (second if came == "critical" else 0) + 3)

    expected = chances((20, 8, 8), lost)
    found = table().odds("attack ann rat1")
    assert dict(found.losses["rat1"]) == expected
    assert found.downs["rat1"] == expected[9]


@pytest.mark.parametrize("dc", [5, 12, 19])
def test_a_save(table, dc):
    """GEN-SAV-1: over all faces."""
    expected = chances((20,), lambda face: "success" if face + 3 >= dc else "failure")
    assert dict(table().odds(f"save ann con --dc {dc}").outcomes) == expected


def test_the_loss_of_a_save_that_halves(table):
    """GEN-SAV-1: Ann, with +1, loses half of 3d6 on a save, and all of it where she fails."""

    def lost(face, *damage):
        return sum(damage) // (2 if face + 1 >= 12 else 1)

    assert dict(table().odds("save ann dex --dc 12 --half 3d6").losses["ann"]) == chances((20, 6, 6, 6), lost)


@pytest.mark.parametrize(("each", "dice"), [("", (4, 4)), ("--each", (4, 4, 4, 4))])
def test_the_losses_of_damage_to_two(table, each, dice):
    """GEN-DMG-1: both lose one roll of 2d4, or each its own; the chance for one alone is the same."""
    found = table().odds(f"damage rat1 ogre 2d4 {each}")
    assert dict(found.losses["rat1"]) == chances(dice, lambda *faces: sum(faces[:2]))
    assert dict(found.losses["ogre"]) == chances(dice, lambda *faces: sum(faces[-2:]))
