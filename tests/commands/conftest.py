"""Interpreters on a shipped fight, in memory and in a file."""

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import FileStorage, MemoryStorage


class Table:
    """Types lines at an interpreter and returns its replies."""

    def __init__(self, storage):
        self.storage = storage
        self.interpreter = CommandService(storage, Style())

    def type(self, line):
        """The reply to a line."""
        return self.interpreter.perform(split_words(line))

    def text(self, line):
        """What a line prints."""
        return self.type(line).text


@pytest.fixture
def table():
    found = Table(MemoryStorage())
    found.type("start dock-ambush --seed docks")
    return found


@pytest.fixture
def saved(tmp_path):
    found = Table(FileStorage(str(tmp_path / "fight.toml"), print))
    found.path = tmp_path / "fight.toml"
    found.type("start dock-ambush --seed docks")
    return found
