"""A counter in a save: the smallest program that reads, changes and replaces one, and says so when it has."""

import os
import sys

import tomli_w  # noqa: F401 - so that no fault hits its late import

from rbfcli.cli.process import run_process
from rbfcli.storage.save_file import LockedFile
from rbfcli.storage.toml import read_toml, write_toml


def count(argv, output):
    """Count up TIMES in the save at PATH, waiting for it up to SECONDS; print each number once it is saved."""
    path, times, seconds = argv
    for _ in range(int(times)):
        os.path.exists("here the work begins")  # noqa: PTH110 - a mark in the traces of system calls
        with LockedFile(path, float(seconds)) as save:
            tables = read_toml(save.read(), path)
            tables["count"] += 1
            save.replace(write_toml(tables))
        output.saved = True
        output.write(f"{tables['count']}\n")
    return 0


if __name__ == "__main__":
    sys.exit(run_process(count))
