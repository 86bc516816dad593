"""What differs between two fights of one shape, by its path."""

import pytest

from rbfcli.kernel.evolve import with_field
from rbfcli.lab.tracked.layout import Layout
from rbfcli.lab.tracked.parts import Misfit
from tests.lab.fights import begun


def test_what_differs_is_told_by_its_path():
    fight = begun("duel").fight
    layout = Layout(fight, frozenset())
    who = next(iter(fight.combatants))
    other = with_field(with_field(fight, ("combatants", who, "hp"), 1), ("turn",), fight.turn + 1)
    assert layout.differences(fight, fight) == set()
    assert (
        layout.differences(fight, other) == layout.differences(other, fight) == {("combatants", who, "hp"), ("turn",)}
    )
    # what only was made anew is the same
    assert layout.differences(other, with_field(other, ("combatants", who, "hp"), 1)) == set()


def test_what_varies_as_a_cell_differs_too():
    fight = begun("duel").fight
    layout = Layout(fight, frozenset({("turn",)}))
    assert layout.differences(fight, with_field(fight, ("turn",), 7)) == {("turn",)}


def test_fights_of_others_are_of_no_shape_in_common():
    fight = begun("duel").fight
    people = dict(fight.combatants)
    people.popitem()
    with pytest.raises(Misfit):
        Layout(fight, frozenset()).differences(fight, with_field(fight, ("combatants",), people))
