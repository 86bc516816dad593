"""The laws every rule system keeps, for the tests of its author: call each of the three tuples in a test of its own.

Those of a system take its name, those of an encounter the file of one, and those of all encounters every file of a
system: what one has no room for, another has. `player` plays whole fights at random under the laws of a line. All of
them at once, for `pytest.mark.parametrize`, are `laws_for("NAME", "ENCOUNTER.toml")`. What breaks one is told as
`NAME (file.py:22): ...`, where a line can be named.
"""

from collections.abc import Callable

from msgspec import Struct

from rbfcli.conformance import (
    both_sides,
    encounters,
    examples,
    interruptions,
    lasting,
    odds,
    offers,
    pauses,
    reach,
    sight,
    slips,
    soundness,
    sources,
    systems,
    telling,
    templates,
)
from rbfcli.conformance.law_broken import LawBroken

LAWS_OF_SYSTEMS = (
    *slips.LAWS_OF_SLIPS,
    templates.every_template_has_its_facts,
    *systems.LAWS_OF_SYSTEMS,
    *sources.LAWS_OF_SOURCES,
    examples.every_example_comes_out_as_told,
    odds.examples_have_the_odds_of_all_dice,
)
LAWS_OF_ENCOUNTERS = (
    slips.every_answer_is_of_its_type,
    *encounters.LAWS_OF_ENCOUNTERS,
    *odds.LAWS_OF_ODDS,
    *pauses.LAWS_OF_QUESTIONS,
    *offers.LAWS_OF_OFFERS,
    *lasting.LAWS_OF_WHAT_LASTS,
    *telling.LAWS_OF_TELLING,
    *soundness.LAWS_OF_SOUNDNESS,
    *sight.LAWS_OF_SIGHT,
)
LAWS_OF_ALL_ENCOUNTERS = (
    *both_sides.LAWS_OF_BOTH_SIDES,
    *interruptions.LAWS_OF_INTERRUPTIONS,
    *reach.LAWS_OF_REACH,
)


class Law(Struct, frozen=True):
    """A law with what it is held to: called, it raises LawBroken where the law is broken."""

    law: Callable[..., object]
    given: tuple[object, ...]

    def __call__(self) -> None:
        """Hold the system to it. Raises LawBroken."""
        self.law(*self.given)

    def __str__(self) -> str:
        """The law in words."""
        return self.law.__name__.replace("_", "-")


def laws_for(system: str, *encounters: str, fights: int = 5) -> list[Law]:
    """Every law for a system and its encounters, and so many fights at random on each of them."""
    from rbfcli.conformance.player import play_fights

    return [
        *(Law(law, (system,)) for law in LAWS_OF_SYSTEMS),
        *(Law(law, (path,)) for law in LAWS_OF_ENCOUNTERS for path in encounters),
        *(Law(law, (encounters,)) for law in LAWS_OF_ALL_ENCOUNTERS),
        *(Law(play_fights, (path, range(fights))) for path in encounters),
    ]


__all__ = ["LAWS_OF_ALL_ENCOUNTERS", "LAWS_OF_ENCOUNTERS", "LAWS_OF_SYSTEMS", "Law", "LawBroken", "laws_for"]
