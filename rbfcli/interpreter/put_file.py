"""Put a text that a verb made into a file of the user's choice."""

import os

from rbfcli.kernel.errors import Refusal
from rbfcli.language.common_options import CommonOptions
from rbfcli.session.storage import Storage
from rbfcli.store.whole_file import WholeFile

STANDARD_OUTPUT = "-"


def put(text: str, path: str, storage: Storage, common: CommonOptions, *, force: bool) -> None:
    """Write a text into a file that is not there yet, unless it is a dry run or meant for standard output.

    Raises Refusal where there is a file, unless it may be replaced; the save of the fight never is. In a dry
    run its place is looked at all the same.
    """
    if path == STANDARD_OUTPUT:
        return
    if _same_file(path, storage.name):
        raise Refusal(f"{path} is the save of this fight", hint="give another name")
    if os.path.lexists(path) and not force:
        raise Refusal(f"there is already a file {path}", hint="another name, or --force to replace it")
    if common.dry_run:
        WholeFile(path).require_place()
    else:
        WholeFile(path).replace(text.encode())


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)  # noqa: PTH121 - pathlib costs a start of the program 8 ms
    except OSError:
        return False
