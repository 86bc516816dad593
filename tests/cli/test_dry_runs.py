"""H-10: `-n` says what would happen, in the same words, and leaves the save and its folder as they are."""

import pytest

LINES = (
    "damage thug1 3",
    "set thug1 hp=3",
    "condition add ada prone",
    "add Bob side=crew hp=3",
    "remove thug4",
    "note it rains",
    "turn next",
    "move ada gangway --force",
    "attack ada thug1 --force --dice 5,7",
    "end",
    "undo",
    "start duel --force --seed s",
    "new rbf --force",
)


@pytest.fixture
def before(begun):
    """What is in the folder."""
    return contents(begun.folder)


def contents(folder):
    """Content and time of every file but the lock, in which whoever holds it stands."""
    files = [each for each in folder.iterdir() if not each.name.endswith(".lock")]
    return {each.name: (each.read_bytes(), each.stat().st_mtime_ns) for each in files}


@pytest.mark.parametrize("line", LINES)
def test_it_is_told_and_nothing_is_changed(begun, before, line):
    told = begun.run(*line.split(), "--dry-run")
    assert contents(begun.folder) == before

    done = begun.run(*line.split())
    assert (told.returncode, done.stdout[: len(told.stdout)]) == (0, told.stdout) != (0, "")
    assert begun.save.read_bytes() != before["encounter.toml"][0]
