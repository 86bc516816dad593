"""Encounters with mistakes, and what is found in them."""

import pytest

from rbfcli.checking.locations import InvalidEncounter
from rbfcli.commands.service import CommandService
from rbfcli.core.limits import Budget
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import read_encounter, warnings_of
from rbfcli.session.file_store import MemoryStorage


def mistakes(path):
    """All that is wrong in an encounter."""
    try:
        read_encounter(path, Budget())
    except InvalidEncounter as wrong:
        return wrong.found
    return ()


@pytest.fixture
def look(tmp_path):
    """What is wrong in the text of an encounter, or what it is warned of: a line each, without the folder."""

    def found(text, name="f.toml", *, warnings=False):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        told = warnings_of(read_encounter(str(path), Budget())) if warnings else mistakes(str(path))
        return [each.line.replace(f"{tmp_path}/", "") for each in told]

    found.folder = tmp_path
    return found


@pytest.fixture
def checked(tmp_path):
    """The reply to `check` with some words behind it, in a folder of its own."""

    def check(*words):
        return CommandService(MemoryStorage(), Style()).perform(["check", *words])

    check.folder = tmp_path
    return check
