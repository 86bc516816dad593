"""The fight in a save, as a TAB needs it."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def saved_fight(save: str) -> Mapping[str, Any]:
    """Read the tables of the fight in the save that a line works on; empty without a save that can be read."""
    from rbfcli.kernel.errors import RbfError
    from rbfcli.store.paths import save_path
    from rbfcli.store.reading import read_file
    from rbfcli.store.toml_text import read_toml

    path = save_path(os.path.expanduser(save), os.environ)  # noqa: PTH111 - pathlib costs a start of the program 8 ms
    try:
        fight = read_toml(read_file(path), path).get("fight")
    except RbfError:
        return {}
    return fight if isinstance(fight, dict) else {}
