"""Invariants of rule systems, for the tests of their authors."""

from collections.abc import Callable

from msgspec import Struct

from rbfcli.testing import fights, odds, offers, output, source, state
from rbfcli.testing.fights import play_fights

LAWS_OF_SYSTEMS = (
    source.every_struct_is_frozen,
    source.every_kind_of_word_is_known,
    source.every_rule_is_in_the_ledger,
    source.rules_are_deterministic,
    output.every_template_has_its_facts,
    source.shared_verbs_are_there,
    source.questions_of_verbs_are_known,
    source.every_verb_has_help_and_an_example,
    source.an_empty_fight_refuses_without_a_trace,
    source.the_ledger_is_complete,
    source.every_condition_is_a_row,
    fights.every_example_gives_its_result,
)
LAWS_OF_ENCOUNTERS = (
    source.every_answer_is_of_its_type,
    odds.odds_match_all_dice,
    *offers.LAWS_OF_OFFERS,
    state.conditions_that_count_turns_end,
    state.every_reference_is_checked,
    state.secrets_are_kept,
)


class Law(Struct, frozen=True):
    """A law with its arguments; calling it raises LawViolation if the law is broken."""

    law: Callable[..., object]
    given: tuple[object, ...]

    def __call__(self) -> None:
        """Check the law. Raises LawViolation."""
        self.law(*self.given)

    def __str__(self) -> str:
        """Return the name of the law, with hyphens."""
        return self.law.__name__.replace("_", "-")


def laws_for(system: str, *encounters: str, fights: int = 5) -> list[Law]:
    """Return every law for a system and its encounters, plus random fights on each encounter."""
    return [
        *(Law(law, (system,)) for law in LAWS_OF_SYSTEMS),
        *(Law(law, (path,)) for law in LAWS_OF_ENCOUNTERS for path in encounters),
        *(Law(play_fights, (path, range(fights))) for path in encounters),
    ]
