"""Every shipped system keeps the laws of the engine, under commands and dice drawn at random."""

import tomllib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rbfcli.storage.paths import find_encounter, list_encounters
from rbfcli.systems.registry import SHIPPED
from rbfcli.testing import LAWS_OF_ALL_ENCOUNTERS, LAWS_OF_ENCOUNTERS, LAWS_OF_SYSTEMS
from rbfcli.testing.fights import random_fight, random_fights_keep_the_laws
from tests.conftest import each_encounter

SYSTEM_OF = {name: tomllib.loads(Path(find_encounter(name)).read_text())["system"] for name in list_encounters()}
ENCOUNTERS = [name for name, system in SYSTEM_OF.items() if system in SHIPPED]


def test_every_shipped_encounter_is_of_a_shipped_system():
    assert set(SYSTEM_OF.values()) <= set(SHIPPED)


@pytest.mark.parametrize("system", SHIPPED)
def test_every_system_ships_two_encounters_or_more(system):
    assert list(SYSTEM_OF.values()).count(system) >= 2


@pytest.mark.parametrize("law", LAWS_OF_SYSTEMS)
@pytest.mark.parametrize("system", SHIPPED)
def test_a_shipped_system_keeps(law, system):
    law(system)


@pytest.mark.parametrize("law", [law for law in LAWS_OF_ENCOUNTERS if law is not random_fights_keep_the_laws])
@pytest.mark.parametrize("name", each_encounter())
def test_a_fight_of_a_shipped_encounter_keeps(law, name):
    law(find_encounter(name))


@pytest.mark.parametrize("law", LAWS_OF_ALL_ENCOUNTERS)
@pytest.mark.parametrize("system", SHIPPED)
def test_all_encounters_of_a_shipped_system_keep(law, system):
    law([find_encounter(name) for name in ENCOUNTERS if SYSTEM_OF[name] == system])


def test_the_law_of_random_fights_holds_without_hypothesis():
    random_fights_keep_the_laws(find_encounter("duel"))


@pytest.mark.parametrize("name", each_encounter())
@settings(suppress_health_check=list(HealthCheck), max_examples=settings().max_examples // 2)  # each costs a fight
@given(data=st.data())
def test_laws_hold_for_random_commands(name, data):
    seed = data.draw(st.text("abc", min_size=1, max_size=4))
    count = data.draw(st.integers(1, 12))
    random_fight(find_encounter(name), seed, lambda lines: data.draw(st.sampled_from(lines)), count)
