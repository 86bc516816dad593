"""A screen to print on, in place of the streams of a process."""

import json
import os

import pytest

from rbfcli.commands.roll import answer_dice
from rbfcli.core.errors import RbfError


class Screen:
    """What a command printed, and how it ended."""

    def __init__(self, *, is_terminal=False):
        self.is_terminal = is_terminal
        self.command = ""
        self.json = False
        self.environ = os.environ
        self.out = ""
        self.err = ""
        self.status = None

    def write(self, text):
        """Take a result."""
        self.out += text

    def show(self, text, *, paged=True, at_end=False):
        """Take a result that a terminal may page."""
        del paged, at_end
        self.write(text)

    def error(self, text):
        """Take what is said beside the result."""
        self.err += text + "\n"

    @property
    def document(self):
        """The one JSON object printed."""
        (line,) = self.out.splitlines()
        assert line.isascii()
        return json.loads(line)


@pytest.fixture
def rbf():
    """Run `roll ...` or `odds ...` of the front end: its words, then how the screen is."""

    def run(*words, is_terminal=False):
        screen = Screen(is_terminal=is_terminal)
        screen.status = answer_dice(list(words), screen)
        return screen

    return run


@pytest.fixture
def refused(rbf):
    """The error that a command line meets."""

    def run(*words):
        with pytest.raises(RbfError) as raised:
            rbf(*words)
        return raised.value

    return run
