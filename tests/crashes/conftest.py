"""Fights on which commands are killed, and disks on which they lose their power."""

import pytest

from tests.crashes.fights import Folder, begun


@pytest.fixture(autouse=True)
def _fast(monkeypatch):
    """What runs in this process judges, and need not wait for the disk."""
    monkeypatch.setenv("RBF_SYNC", "off")


@pytest.fixture(scope="session")
def old(tmp_path_factory):
    """The bytes of a save in which a fight goes on."""
    return begun(tmp_path_factory.mktemp("begun"))


@pytest.fixture
def folder(tmp_path, old):
    """A folder on whose fight a command of some kind is tried."""
    place = tmp_path / "fight"
    place.mkdir()
    return lambda kind: Folder(place, old, kind)
