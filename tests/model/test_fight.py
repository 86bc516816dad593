"""What each event makes of a fight."""

from typing import get_args

import msgspec
import pytest

from rbfcli.model import evolve
from rbfcli.model.events import AnyEvent
from rbfcli.model.fight import canonical


def test_every_event_has_a_change_of_its_own():
    """The table is complete: mypy does not see it as it would see a `match`."""
    assert set(evolve.AFTER) == set(get_args(AnyEvent))


# Equal values have the same JSON, whatever they are made of.


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of each kind of default."""

    number: int = 1
    large: int = 1_000
    share: float = 1.0
    flag: bool = False
    word: str = ""
    name: str = "somebody"
    row: tuple[int, ...] = (1, 2)
    nothing: int | None = None


@pytest.mark.parametrize(
    "same",
    [
        {"large": int("1000")},
        {"share": float("1")},
        {"share": 1},
        {"name": str(b"somebody", "ascii")},
        {"row": (*[1, 2],)},
    ],
    ids=str,
)
def test_what_equals_a_default_is_left_out_as_the_default_is(same):
    assert Sheet(**same) == Sheet()
    assert msgspec.json.encode(canonical(Sheet(**same))) == b"{}"


def test_what_is_no_default_stays():
    other = Sheet(number=2, large=3, share=0.5, flag=True, word="a", name="b", row=(3,), nothing=4)

    assert canonical(other) is other
