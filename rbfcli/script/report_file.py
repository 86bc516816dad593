"""The file of a JUnit report: it replaces nothing but a report, and its place is looked at before anything is run."""
# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH112, PTH113, PTH120, PTH123

import os

from rbfcli.kernel.errors import Refusal, StorageFailed
from rbfcli.store.os_errors import os_error_text

SIGN, FIRST = b"<testsuites", 4_096


def require_place(path: str, save: str, *, force: bool) -> None:
    """See that a report may be written. Raises StorageFailed, and Refusal where another file is, or the save."""
    if save and os.path.realpath(path) == os.path.realpath(save):
        raise Refusal(f"{path} is the save of this fight", hint="give another name")
    if not os.path.isdir(os.path.dirname(path) or "."):
        raise StorageFailed(f"there is no folder {os.path.dirname(path)}")
    if os.path.isdir(path):
        raise StorageFailed(f"{path} is a folder")
    if os.path.isfile(path) and not force and _is_other(path):
        raise Refusal(f"{path} is there already, and no report", hint="another name, or --force to replace it")


def write(path: str, report: str) -> None:
    """Write a report. Raises StorageFailed."""
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(report)
    except OSError as error:
        raise StorageFailed(f"{path} could not be written: {os_error_text(error)}") from None


def _is_other(path: str) -> bool:
    """Whether a file holds anything but a report."""
    try:
        with open(path, "rb") as file:
            beginning = file.read(FIRST)
    except OSError as error:
        raise StorageFailed(f"{path} cannot be read: {os_error_text(error)}") from None
    return bool(beginning) and SIGN not in beginning
