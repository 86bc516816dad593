"""A scene over a small RBF fight whose dice are given."""

from pathlib import Path

import pytest

from rbfcli.dice.sources import ManualDice, SeededDice
from rbfcli.engine.scene import Scene
from rbfcli.session.encounter import from_encounter

PIER = str(Path(__file__).with_name("pier.toml"))


@pytest.fixture
def pier():
    """A session of two, not started."""
    return from_encounter(PIER, "kernel", source=PIER)


@pytest.fixture
def scene_of(pier):
    def make(*faces, force=False):
        return Scene(pier.fight, ManualDice(faces, SeededDice("kernel")), pier.rules, force=force)

    return make
