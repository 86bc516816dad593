"""Fuzzing in a folder of its own: some inputs write."""

import pytest

from tools.fuzz.running import TARGETS


@pytest.fixture(scope="session", autouse=True)
def _what_inputs_begin_from():
    """Made before any test puts a defect back."""
    for target in TARGETS.values():
        target.corpus()
        target.tokens()


@pytest.fixture(autouse=True)
def _in_a_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
