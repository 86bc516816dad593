"""The same faults from the kernel itself, at every system call between the start of a save and its end."""

import os
import re
import shutil
import signal

import pytest

from rbfcli.storage.save_file import LockedFile

pytestmark = pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")

ERRORS = {
    "openat": ("EIO", "ENOSPC", "EACCES", "EROFS", "EMFILE", "ENFILE"),
    "read": ("EIO", "EINTR"),
    "write": ("EIO", "ENOSPC", "EDQUOT", "EFBIG", "EINTR"),
    "fsync": ("EIO", "ENOSPC", "EDQUOT"),
    "close": ("EIO", "ENOSPC"),
    "renameat": ("EIO", "ENOSPC", "EACCES", "EXDEV", "EROFS"),
    "flock": ("ENOLCK", "EINTR", "EIO"),
    "fchmod": ("EPERM", "EIO"),
    "getdents64": ("EIO",),
    "newfstatat": ("EIO",),
    "getrandom": ("ENOSYS",),
}
MARK = "here the work begins"
LONG = os.environ.get("RBF_FUZZ") == "1"


def numbers_of(call, counted):
    """The numbers that the uses of a system call have from the mark on, in the life of a process."""
    trace = counted.folder.parent / "trace"
    names = "newfstatat" if call == "newfstatat" else f"{call},newfstatat"
    counted.run(before=["strace", "-o", str(trace), "-e", f"trace={names}"])
    lines = trace.read_text().splitlines()
    mark = next(number for number, line in enumerate(lines) if MARK in line)
    uses = [number for number, line in enumerate(lines) if re.match(rf"{call}\(", line)]
    return [1 + uses.index(number) for number in uses if number > mark]


def injected(call, fault, number, counted):
    inject = f"inject={call}:{fault}:when={number}"
    trace = str(counted.folder.parent / "trace")
    return counted.run(seconds=0.1, before=["strace", "-o", trace, "-e", f"trace={call}", "-e", inject])


def check(status, error, before, counted):
    """The save is the old one or the new one, the program said so, and the next writer finds all in order."""
    after = counted.count()
    assert after in (before, before + 1)
    assert "Traceback" not in error
    assert "internal error" not in error
    assert status in (0, 4, -signal.SIGKILL)
    if status == 0 or "saved, " in error:
        assert after == before + 1
    elif status > 0:
        assert after == before
    with LockedFile(str(counted.path), 0.1) as save:
        save.replace(save.read())
    assert counted.leftovers() == set()


@pytest.mark.parametrize("call", ERRORS)
def test_a_fault_of_the_kernel_leaves_the_old_save_or_the_new_one(counted, call, figure):
    numbers = numbers_of(call, counted)
    assert numbers
    for number in numbers:
        for code in ERRORS[call] if LONG else ERRORS[call][:1]:
            before = counted.count()
            status, _, error = injected(call, f"error={code}", number, counted)
            check(status, error, before, counted)
    codes = ERRORS[call] if LONG else ERRORS[call][:1]
    figure(f"{call} failing with {', '.join(codes)}: {len(numbers) * len(codes)} faults, torn 0, lost 0")


@pytest.mark.parametrize("call", ERRORS if LONG else ("write", "fsync", "renameat"))
def test_death_at_a_system_call_leaves_the_old_save_or_the_new_one(counted, call):
    for number in numbers_of(call, counted):
        before = counted.count()
        status, _, error = injected(call, "signal=KILL", number, counted)
        assert status == -signal.SIGKILL
        check(status, error, before, counted)
