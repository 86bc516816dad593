"""Saved rolls: the tables `[rolls]` of the configuration files."""

from __future__ import annotations

import os

from rbfcli.kernel.errors import InvalidFile


def saved_rolls() -> dict[str, str]:
    """Expressions by name, those of this folder before the user's own; empty without a file. Raises InvalidFile."""
    from rbfcli.store.paths import config_files

    found: dict[str, str] = {}
    for path in filter(None, config_files(os.environ)):
        found |= _rolls_in(path)
    return found


def _rolls_in(path: str) -> dict[str, str]:
    from rbfcli.store.reading import read_file
    from rbfcli.store.toml_text import read_toml

    rolls = read_toml(read_file(path, follow=True), path).get("rolls", {})
    if not isinstance(rolls, dict):
        raise InvalidFile(f"{path}: rolls must be a table of names and dice expressions")
    for name, text in rolls.items():
        if not isinstance(text, str):
            raise InvalidFile(f"{path}: rolls.{name} must be a dice expression in quotes")
    return rolls
