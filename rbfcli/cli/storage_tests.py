"""Whether a folder can hold saves: a lock keeps others out, and what is written reaches the disk."""

import os
import time
from collections.abc import Callable

from rbfcli.kernel.errors import RbfError, StorageFailed
from rbfcli.store.paths import DEFAULT_SAVE
from rbfcli.store.reading import read_file
from rbfcli.store.save_file import LockedFile
from rbfcli.store.temporary_file import is_durable

CONTENT = b"written by rbf doctor\n"


def lock_test(save: str) -> tuple[bool, str]:
    """Whether somebody who holds a lock in the folder of a save keeps others out."""
    return _tried(save, _lock)


def sync_test(save: str) -> tuple[bool, str]:
    """Whether a file in the folder of a save can be replaced, and is on the disk then."""
    return _tried(save, _sync)


def _lock(path: str) -> tuple[bool, str]:
    with LockedFile(path, 0, create=True):
        try:
            with LockedFile(path, 0, create=True):
                return False, "two have the lock at once: this file system cannot lock"
        except StorageFailed:
            return True, "keeps others out"


def _sync(path: str) -> tuple[bool, str]:
    with LockedFile(path, 0, create=True) as file:
        began = time.perf_counter()
        file.replace(CONTENT)
        took = (time.perf_counter() - began) * 1000
    if read_file(path) != CONTENT:
        return False, "what was written does not read back"
    return True, f"{took:.1f} ms" + ("" if is_durable() else ", without waiting for the disk: RBF_SYNC is off")


def _tried(save: str, test: Callable[[str], tuple[bool, str]]) -> tuple[bool, str]:
    """Try something on a file of its own, of which nothing is left afterwards."""
    folder = os.path.dirname(save)  # noqa: PTH120 - as in store.paths
    name = f".rbf-doctor-{os.getpid()}-{DEFAULT_SAVE}"
    path = os.path.join(folder, name)  # noqa: PTH118
    try:
        return test(path)
    except RbfError as wrong:
        return False, wrong.message
    finally:
        for each in (path, os.path.join(folder, f".{name}.lock")):  # noqa: PTH118
            _remove(each)


def _remove(path: str) -> None:
    try:
        os.unlink(path)  # noqa: PTH108
    except OSError:
        return
