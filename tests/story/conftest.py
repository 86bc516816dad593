"""Fights that were played, and the stories that are told of them."""

from pathlib import Path

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from rbfcli.story.story import story_of

SCRIPTS = Path(__file__).parents[2] / "scripts"
STATEMENTS = ("expect", "print")


class Played:
    """Types lines at an interpreter in memory."""

    def __init__(self):
        self.storage = MemoryStorage()
        self.interpreter = CommandService(self.storage, Style())

    def type(self, *lines):
        """The reply to the last of some lines."""
        return [self.interpreter.perform(split_words(line)) for line in lines][-1]

    def script(self, name):
        """Play the commands of a shipped script; `dice` are those of the next line."""
        dice = ""
        for line in (SCRIPTS / f"{name}.rbf").read_text().splitlines():
            if line.startswith("dice "):
                dice = f" --dice {line.removeprefix('dice ').replace(' ', '')}"
            elif line and not line.startswith(("#", *STATEMENTS)):
                self.type(line + dice)
                dice = ""
        return self

    def attempt(self, line):
        """Type a line that may be refused; whether it was not."""
        try:
            self.type(line)
        except RbfError:
            return False
        return True

    @property
    def session(self):
        """The fight as it stands."""
        return self.storage.load()

    def story(self):
        """The story so far."""
        return story_of(self.session, Style())

    @property
    def statistics(self):
        """Its numbers."""
        return self.story().statistics


def attempts(statistics):
    """The hits, partial hits and attacks of each who attacked."""
    return {each.who: (each.hits, each.partly, each.attempts) for each in statistics.people if each.attempts}


@pytest.fixture
def played():
    return Played()


@pytest.fixture
def quay(played):
    """Four lines of a fight with dice by hand: Tamsin strikes, and is struck at twice."""
    played.type(
        "start dock-ambush --seed quay",
        "init --dice 6,5,4,3,7,6,2,4 --set thug1=16 --set gunner1=15 --set thug2=12 --set thug3=11 --set thug4=9"
        " --set gunner2=7",
        "move tamsin quay",
        "attack tamsin thug1 --dice 7,6 --critical double",
        "turn next",
        "attack thug1 tamsin --dice 5,4",
        "attack thug1 tamsin --dice 2,3",
    )
    return played
