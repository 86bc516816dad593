"""Equal values have the same JSON, whatever they are made of."""

import msgspec
import pytest

from rbfcli.kernel.settled import settled


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
    assert msgspec.json.encode(settled(Sheet(**same))) == b"{}"


def test_what_is_no_default_stays():
    other = Sheet(number=2, large=3, share=0.5, flag=True, word="a", name="b", row=(3,), nothing=4)

    assert settled(other) is other
