"""Work done in forked copies of this process: nothing that a copy does to itself outlives it."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import traceback
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

DONE, FAILED, BROKEN = 0, 1, 3
MEMORY = 4 << 30


class Ended(NamedTuple):
    """How the copy with this number ended: its exit status, a signal as a negative one, and what its work returned."""

    number: int
    status: int
    returned: bytes


def in_copies(works: Sequence[Callable[[], bytes]], jobs: int) -> Iterator[Ended]:
    """Do every work in a copy of its own, `jobs` at a time, and tell of each as it ends.

    A work that raises breaks the whole: RuntimeError with its traceback.
    """
    running: dict[int, int] = {}
    with TemporaryDirectory(prefix="mutants-", ignore_cleanup_errors=True) as folder:
        try:
            for number, work in enumerate(works):
                if len(running) >= jobs:
                    yield _next_end(running, folder)
                sys.stdout.flush()
                sys.stderr.flush()
                process = os.fork()
                if not process:
                    _be_a_copy(work, Path(folder, str(number)))
                running[process] = number
            while running:
                yield _next_end(running, folder)
        finally:
            for process in running:
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, 0)


def _next_end(running: dict[int, int], folder: str) -> Ended:
    process, status = os.wait()
    number = running.pop(process)
    own = Path(folder, str(number))
    returned = (own / "returned").read_bytes() if (own / "returned").exists() else b""
    shutil.rmtree(own, ignore_errors=True)
    if os.waitstatus_to_exitcode(status) == BROKEN:
        raise RuntimeError(returned.decode())
    return Ended(number, os.waitstatus_to_exitcode(status), returned)


def _be_a_copy(work: Callable[[], bytes], own: Path) -> NoReturn:
    """Do the work with a folder for its temporary files, without a terminal, within bounds of memory; then end."""
    status = BROKEN
    try:
        own.mkdir()
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(own)
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nowhere, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        (own / "returned").write_bytes(work())
        status = DONE
    except BaseException:  # noqa: BLE001 whatever it is, it must not reach what the copy inherited
        (own / "returned").write_text(traceback.format_exc())
    finally:
        os._exit(status)
