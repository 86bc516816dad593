"""Whatever a power cut leaves, and whatever the kernel refuses, the save is the old one or the new one, as is told."""

import os

import pytest

from tests.crashes import mutants
from tests.crashes.disk import TRACED, crashes
from tests.crashes.fights import KINDS, SAVE, Found, said_by_process, strace
from tests.crashes.test_kills import saving_calls

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


# System calls that the kernel refuses while a command saves.


REFUSED = tuple(KINDS) if LONG else ("note",)
ERRORS = {
    "openat": ("EIO", "ENOSPC", "EACCES", "EROFS", "EMFILE"),
    "write": ("ENOSPC", "EIO", "EDQUOT", "EINTR"),
    "fsync": ("EIO", "ENOSPC"),
    "renameat": ("EXDEV", "EIO", "ENOSPC"),
    "fchmod": ("EPERM",),
    "close": ("EIO",),
    "getdents64": ("EIO",),
    "getrandom": ("ENOSYS",),
    "unlinkat": ("EIO",),
    "flock": ("ENOLCK",),
}


def refuse_every_call(folder, mutant="", chosen=ERRORS):
    """Let each call fail in turn; what was wrong after it."""
    trace = folder.path.parent / "trace"
    for name, number in saving_calls(folder, mutant, chosen=chosen):
        for code in ERRORS[name][: None if LONG else 1]:
            inject = ["-e", f"trace={name}", "-e", f"inject={name}:error={code}:when={number}"]
            with folder.start(mutant, [strace(), "-o", trace, *inject]) as process:
                out, error = process.communicate()
            assert process.returncode in {0, 4}, (name, number, code, error)
            new = process.returncode == 0 or "saved, " in error
            folder.judge("new" if new else out, error, hit=process.returncode == 4, ended=new)
    return folder.found


@pytest.mark.parametrize("kind", [kind for kind in REFUSED if kind != "each"])
def test_a_refused_call_tears_nothing_and_is_told(folder, kind, figure):
    found = refuse_every_call(folder(kind))
    assert (found.torn, found.lost) == (0, 0)
    assert found.hit > 2
    figure(found.line(f"system calls refused while saving {kind}"))


def test_the_refusals_show_a_writer_that_ignores_them(folder, figure):
    found = refuse_every_call(folder("note"), mutants.DEAF, {"write"})
    assert found.torn > 0
    figure(found.line("the same refusals with the mistake DEAF"))
