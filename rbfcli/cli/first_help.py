"""Help where nothing is asked and no fight goes on, from a table made of all systems: none of them is imported."""

from __future__ import annotations

import os

from rbfcli.store.paths import save_path, shipped_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.cli.output import Output

FOLDER, TABLE = "completions/tables", "first-screen"


def first_help(words: Sequence[str], output: Output) -> bool:
    """Whether a line asks for the first screen, and has been shown it; a setting, an option or a save asks for more."""
    save = _save_of(words)
    if save is None or output.config is not None or os.path.lexists(save_path(save, output.environ)):
        return False
    from rbfcli.cli.looks import style_of
    from rbfcli.language.common_options import CommonOptions
    from rbfcli.language.first_screen import first_screen

    table = shipped_text(FOLDER, TABLE)
    rows = [(name, verbs) for name, _, verbs in (line.partition("\t") for line in table.splitlines())]
    lines = first_screen(rows, style_of(CommonOptions(), output))
    output.show("".join(f"{line}\n" for line in lines))
    return True


def _save_of(words: Sequence[str]) -> str | None:
    """The save that a line names which asks for nothing but help; empty where it names none, None for other lines."""
    match words:
        case [] | ["-h" | "--help"]:
            return ""
        case ["-e" | "--encounter", save] | ["-h" | "--help", "-e" | "--encounter", save]:
            return None if save.startswith("-") else save
        case _:
            return None
