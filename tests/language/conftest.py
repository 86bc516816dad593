"""A small fight to read names against."""

import pytest

from rbfcli.language.names import Around
from rbfcli.session.begin import from_encounter
from rbfcli.store.places import find_encounter


@pytest.fixture
def around():
    session = from_encounter(find_encounter("dock-ambush"), "names", source="dock-ambush")
    return Around(session.rules, session.fight)
