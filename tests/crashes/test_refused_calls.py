"""Whatever the kernel refuses while a command saves, the save is the old one or the new one, as the command says."""

import os

import pytest

from tests.crashes import mutants
from tests.crashes.fights import KINDS, strace
from tests.crashes.test_kills import saving_calls

LONG = os.environ.get("RBF_FUZZ") == "1"
TRIED = tuple(KINDS) if LONG else ("note",)
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
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not strace(), reason="strace is not installed")]


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


@pytest.mark.parametrize("kind", [kind for kind in TRIED if kind != "each"])
def test_a_refused_call_tears_nothing_and_is_told(folder, kind, figure):
    found = refuse_every_call(folder(kind))
    assert (found.torn, found.lost) == (0, 0)
    assert found.hit > 2
    figure(found.line(f"system calls refused while saving {kind}"))


def test_the_refusals_show_a_writer_that_ignores_them(folder, figure):
    found = refuse_every_call(folder("note"), mutants.DEAF, {"write"})
    assert found.torn > 0
    figure(found.line("the same refusals with the mistake DEAF"))
