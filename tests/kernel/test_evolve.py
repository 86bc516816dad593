"""What each event makes of a fight."""

from typing import get_args

from rbfcli.kernel import evolve
from rbfcli.kernel.events import AnyEvent


def test_every_event_has_a_change_of_its_own():
    """The table is complete: mypy does not see it as it would see a `match`."""
    assert set(evolve.AFTER) == set(get_args(AnyEvent))
