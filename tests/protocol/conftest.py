"""A program in a folder of its own, whose documents are held to the schema."""

import pytest

from tests.protocol.documents import Program


@pytest.fixture
def rbf(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return Program(tmp_path)
