"""Shipped encounters as plans of a simulation."""

from rbfcli.lab.simulate import Plan
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from tests.conftest import LONG

FEW_ROUNDS = 30 if LONG else 3


def begun(name):
    return from_encounter(find_encounter(name), "lab", source=name)


def plan_of(name, policy="weakest", rounds=FEW_ROUNDS, fight=None):
    session = begun(name)
    fight = fight or session.fight
    sides = dict.fromkeys((one.side for one in fight.combatants.values()), policy)
    return Plan(system=session.rules.name, fight=fight, policies=sides, seed="lab", rounds=rounds)
