"""A small fight to read names against."""

import pytest

from rbfcli.language.names import NameContext
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter


@pytest.fixture
def context():
    session = from_encounter(find_encounter("dock-ambush"), "names", source="dock-ambush")
    return NameContext(session.rules, session.fight)
