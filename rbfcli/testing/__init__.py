"""The laws of rule systems, for tests of their authors."""

from collections.abc import Callable

from msgspec import Struct

from rbfcli.testing import conditions, fights, odds, offers, output, questions, source, state
from rbfcli.testing.fights import play_fights

LAWS_OF_SYSTEMS = (
    *source.LAWS_OF_SLIPS,
    output.every_template_has_its_facts,
    *source.LAWS_OF_SYSTEMS,
    *source.LAWS_OF_SOURCES,
    fights.every_example_comes_out_as_told,
    odds.examples_have_the_odds_of_all_dice,
)
LAWS_OF_ENCOUNTERS = (
    source.every_answer_is_of_its_type,
    *fights.LAWS_OF_ENCOUNTERS,
    *odds.LAWS_OF_ODDS,
    *questions.LAWS_OF_QUESTIONS,
    *offers.LAWS_OF_OFFERS,
    *conditions.LAWS_OF_WHAT_LASTS,
    *output.LAWS_OF_TELLING,
    *state.LAWS_OF_SOUNDNESS,
    *state.LAWS_OF_SIGHT,
)
LAWS_OF_ALL_ENCOUNTERS = (
    *conditions.LAWS_OF_BOTH_SIDES,
    *questions.LAWS_OF_INTERRUPTIONS,
    *offers.LAWS_OF_REACH,
)


class Law(Struct, frozen=True):
    """A law with what it is held to: called, it raises LawViolation where the law is broken."""

    law: Callable[..., object]
    given: tuple[object, ...]

    def __call__(self) -> None:
        """Hold the system to it. Raises LawViolation."""
        self.law(*self.given)

    def __str__(self) -> str:
        """The law in words."""
        return self.law.__name__.replace("_", "-")


def laws_for(system: str, *encounters: str, fights: int = 5) -> list[Law]:
    """Every law for a system and its encounters, and so many fights at random on each of them."""
    return [
        *(Law(law, (system,)) for law in LAWS_OF_SYSTEMS),
        *(Law(law, (path,)) for law in LAWS_OF_ENCOUNTERS for path in encounters),
        *(Law(law, (encounters,)) for law in LAWS_OF_ALL_ENCOUNTERS),
        *(Law(play_fights, (path, range(fights))) for path in encounters),
    ]
