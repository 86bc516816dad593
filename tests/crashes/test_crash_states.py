"""Whatever a power cut leaves on the disk, the save is the old one or the new one, and the new one once it is told."""

import os

import pytest

from tests.crashes import mutants
from tests.crashes.disk import TRACED, crashes
from tests.crashes.fights import KINDS, SAVE, Found, said_by_process, strace

LONG = os.environ.get("RBF_FUZZ") == "1"
TRIED = tuple(KINDS) if LONG else ("note", "start", "each")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not strace(), reason="strace is not installed")]


def after_power_cuts(folder, mutant=""):
    """Judge every state that a crash at any call may leave."""
    trace, left = folder.path.parent / "trace", folder.path.parent / "left.toml"
    tracer = [strace(), "-o", trace, "-xx", "-s", "100000000", "-e", f"trace={TRACED}"]
    files = {each.name: each.read_bytes() for each in folder.path.iterdir()}
    said_by_process(folder.command(mutant, tracer), folder.path)
    found, seen, known = Found(), set(), {}
    for disk in crashes(trace.read_text(), files):
        for state in disk.states():
            content = state.get(SAVE)
            key = (content, disk.said, disk.ended, tuple(sorted(state.items())))
            told = folder.acknowledged(disk.said, ended=disk.ended)
            if key in seen:
                continue
            seen.add(key)
            if content not in known:
                left.write_bytes(content or b"")
                known[content] = folder.version_of(left) if content is not None else None
            found.tried += 1
            found.torn += known[content] is None
            found.lost += known[content] is not None and known[content] < told
    found.hit = len(known)
    return found


@pytest.mark.parametrize("kind", TRIED)
def test_no_power_cut_tears_a_save_or_loses_what_was_told(folder, kind, figure):
    found = after_power_cuts(folder(kind))
    assert found.tried > 10
    assert (found.torn, found.lost) == (0, 0)
    figure(f"crash states of {kind}: {found.tried}, torn {found.torn}, lost {found.lost}")


@pytest.mark.parametrize(
    ("mutant", "wrong"),
    [
        ("NO_FILE_SYNC", "torn"),
        ("NO_FOLDER_SYNC", "lost"),
        ("IN_PLACE", "torn"),
        ("RENAMED_FIRST", "torn"),
        ("TOLD_FIRST", "lost"),
    ],
)
def test_the_states_show_a_save_that_is_made_wrongly(folder, mutant, wrong, figure):
    found = after_power_cuts(folder("note"), vars(mutants)[mutant])
    assert getattr(found, wrong) > 0
    figure(f"crash states with the mistake {mutant}: {found.tried}, torn {found.torn}, lost {found.lost}")
