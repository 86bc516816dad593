"""New sessions: from an authored encounter, or from nothing."""

import os
from collections.abc import Mapping
from typing import Any

import msgspec

from rbfcli.kernel.budget import Budget
from rbfcli.session.encounter import Encounter, encounter_of, read_encounter
from rbfcli.session.mistaken import Sources
from rbfcli.session.session import Session
from rbfcli.store.includes import Reading
from rbfcli.systems.catalogue import load

SEED_BYTES = 8


def from_encounter(path: str, seed: str, source: str, budget: Budget | None = None) -> Session:
    """A session that begins as an encounter file says. Raises InvalidFile with every mistake."""
    return begun_from(read_encounter(path, budget or Budget()), seed, source)


def from_tables(authored: Mapping[str, Any], sources: Sources, seed: str, source: str, budget: Budget) -> Session:
    """A session that begins as the tables of an encounter say, read from `sources`, the first of them its own file.

    Raises InvalidFile with every mistake.
    """
    return begun_from(encounter_of(Reading.of(authored, sources, budget), budget), seed, source)


def begun_from(read: Encounter, seed: str, source: str) -> Session:
    """A session that begins as an encounter says that was read."""
    fight = msgspec.structs.replace(read.fight, seed=seed or read.fight.seed or chance())
    return Session(read.rules, fight, source=source)


def empty(system: str, title: str, seed: str) -> Session:
    """A session of a system with nobody in it."""
    rules = load(system)
    return Session(rules, rules.fight(system=system, title=title, seed=seed or chance()))


def chance() -> str:
    """A seed nobody can foresee."""
    return os.urandom(SEED_BYTES).hex()
