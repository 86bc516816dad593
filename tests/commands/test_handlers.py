"""The table that names the function of each verb."""

import subprocess
import sys

import pytest

from rbfcli.commands import HANDLERS, function_named
from rbfcli.language.verbs import VERBS


def test_every_verb_of_the_program_has_a_row():
    assert list(HANDLERS) == list(VERBS)
    assert all(row.anywhere or row.at_shell for row in HANDLERS.values())


@pytest.mark.parametrize("verb", HANDLERS)
def test_a_row_names_functions_that_there_are(verb):
    row = HANDLERS[verb]
    for place in filter(None, (row.anywhere, row.at_shell, row.dice)):
        assert callable(function_named(place))


def test_a_roll_finds_its_row_without_the_engine():
    program = (
        "import os, sys; os._exit = lambda status: sys.stderr.write(' '.join(sys.modules))\n"
        "from rbfcli.cli.main import main; main()"
    )
    for line in (("roll", "2d6"), ("odds", "2d6")):
        done = subprocess.run([sys.executable, "-c", program, *line], capture_output=True, text=True, check=True)
        loaded = done.stderr.split()
        assert "rbfcli.commands.roll" in loaded
        unwanted = ("msgspec", "rbfcli.language", "rbfcli.engine", "rbfcli.session", "rbfcli.commands.service")
        assert [each for each in unwanted if each in loaded] == []
