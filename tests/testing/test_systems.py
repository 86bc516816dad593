"""Every shipped system keeps the laws of the engine."""

import tomllib
from pathlib import Path

import pytest

from rbfcli.storage.paths import find_encounter, list_encounters
from rbfcli.systems.registry import SHIPPED
from rbfcli.testing import LAWS_OF_ENCOUNTERS, LAWS_OF_SYSTEMS
from rbfcli.testing.odds import odds_match_all_dice
from rbfcli.testing.state import secrets_are_kept
from tests.conftest import each_encounter
from tests.laws.answers import LAWS_OF_ANSWERS
from tests.laws.completion import completion_never_fails
from tests.laws.conditions import every_condition_counts, every_effect_counts
from tests.laws.odds import odds_of_examples_match_all_dice
from tests.laws.offers import what_is_accepted_is_offered
from tests.laws.outcomes import outcomes_are_applied
from tests.laws.paths import every_path_leads_somewhere
from tests.laws.reach import every_verb_uses_the_same_reach
from tests.laws.reactions import reactions_end_before_the_action_goes_on
from tests.laws.sheets import no_sheet_is_read_before_a_question_and_used_after_it

SYSTEM_OF = {name: tomllib.loads(Path(find_encounter(name)).read_text())["system"] for name in list_encounters()}
ENCOUNTERS = [name for name, system in SYSTEM_OF.items() if system in SHIPPED]
# Those that take more than two seconds in large fights.
LONG_LAWS = (odds_match_all_dice, secrets_are_kept)
OUR_LAWS_OF_SYSTEMS = (
    no_sheet_is_read_before_a_question_and_used_after_it,
    every_path_leads_somewhere,
    odds_of_examples_match_all_dice,
)
OUR_LAWS_OF_ENCOUNTERS = (
    *LAWS_OF_ANSWERS,
    what_is_accepted_is_offered,
    completion_never_fails,
    outcomes_are_applied,
)


def test_every_shipped_encounter_is_of_a_shipped_system():
    assert set(SYSTEM_OF.values()) <= set(SHIPPED)


@pytest.mark.parametrize("system", SHIPPED)
def test_every_system_ships_two_encounters_or_more(system):
    assert list(SYSTEM_OF.values()).count(system) >= 2


@pytest.mark.parametrize("law", [*LAWS_OF_SYSTEMS, *OUR_LAWS_OF_SYSTEMS])
@pytest.mark.parametrize("system", SHIPPED)
def test_a_shipped_system_keeps(law, system):
    law(system)


@pytest.mark.parametrize("law", [law for law in LAWS_OF_ENCOUNTERS if law not in LONG_LAWS] + [*OUR_LAWS_OF_ENCOUNTERS])
@pytest.mark.parametrize("name", each_encounter())
def test_a_fight_of_a_shipped_encounter_keeps(law, name):
    law(find_encounter(name))


@pytest.mark.parametrize("law", LONG_LAWS)
@pytest.mark.parametrize("name", each_encounter("depot-raid", "dock-ambush", "weir-at-dusk"))
def test_a_fight_of_a_small_encounter_keeps(law, name):
    law(find_encounter(name))


@pytest.mark.parametrize(
    "law",
    [
        every_condition_counts,
        every_effect_counts,
        reactions_end_before_the_action_goes_on,
        every_verb_uses_the_same_reach,
    ],
)
@pytest.mark.parametrize("system", SHIPPED)
def test_all_encounters_of_a_shipped_system_keep(law, system):
    law([find_encounter(name) for name in ENCOUNTERS if SYSTEM_OF[name] == system])
