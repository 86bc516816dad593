"""Shipped fights to ask about."""

import pytest

from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter


@pytest.fixture
def asked():
    """A fight of a shipped encounter behind some lines, with a command read in it."""

    def asked(name, line, *before):
        session = from_encounter(find_encounter(name), "lab", source=name)
        for each in before:
            session.perform(read_line(each, session.rules, session.fight))
        return session, read_line(line, session.rules, session.fight)

    return asked
