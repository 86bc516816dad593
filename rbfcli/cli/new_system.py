"""`rbf create-system`: a rule system in its own package, made from the bundled template."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from re import sub
from typing import TYPE_CHECKING

from rbfcli.cli.shell import ShellRequest
from rbfcli.core.errors import failed, misuse, must_be, refuse
from rbfcli.core.limits import SYSTEM_LETTERS
from rbfcli.core.text import safe
from rbfcli.language.program_verbs import CreateSystem
from rbfcli.render.json import json_line
from rbfcli.storage.files import os_error_text
from rbfcli.storage.paths import shipped_files
from rbfcli.systems.registry import names

if TYPE_CHECKING:
    from rbfcli.render.json_types.general import SystemMade

TEMPLATE, WORD = "kit", "newgame"
HINT = "try: create-system"


def create_system(request: ShellRequest[CreateSystem]) -> int:
    """Write the package, all or nothing. Raises UsageError, Refusal and StorageFailed."""
    command, common, output = request.command, request.common, request.output
    name = _free_name(command.name)
    folder = Path(command.folder or name)
    if os.path.lexists(folder):
        raise refuse(f"{folder} already exists", hint="use another folder: create-system NAME DIR")
    files = {_named(path, name): _named(text, name) for path, text in shipped_files(TEMPLATE).items()}
    if not common.dry_run:
        _write(folder, files)
    output.saved = not common.dry_run
    if common.json:
        facts: SystemMade = {"system": name, "folder": str(folder), "files": sorted(files)}
        output.write(json_line(f"create-system {name}", **facts))
    elif common.quiet:
        output.write(f"{safe(str(folder))}\n")
    else:
        output.write("".join(f"{line}\n" for line in _told(folder, files)))
    return 0


def _free_name(name: str) -> str:
    if not _may_be_a_name(name):
        meant = sub("[^a-z0-9]+", "_", name.lower()).strip("_0123456789")
        raise must_be(
            "a system name",
            "a lower-case Python name",
            name,
            hint=f"{HINT} {meant if _may_be_a_name(meant) else 'brawl'}",
        )
    if len(name) > SYSTEM_LETTERS:
        raise misuse(f"a system name can have at most {SYSTEM_LETTERS} letters", hint=f"{HINT} brawl")
    if name in names():
        raise misuse(f"system {name} already exists", hint="use another name; rbf systems lists the known ones")
    if find_spec(f"rbfcli_{name}") is not None:
        raise misuse(f"package rbfcli_{name} already exists", hint="use another name")
    return name


def _may_be_a_name(name: str) -> bool:
    return name.isascii() and name.isidentifier() and name == name.lower() and name[0].isalpha() and not iskeyword(name)


def _named(text: str, name: str) -> str:
    """Return a text of the template with the system's name in its modules, classes and rule ids."""
    words = name.split("_")
    ids = "".join(letter for letter in name if letter.isalpha()).upper()
    for word, own in ((WORD, name), (WORD.title(), "".join(map(str.capitalize, words))), (WORD.upper(), ids)):
        text = text.replace(word, own)
    return text


def _write(folder: Path, files: dict[str, str]) -> None:
    made = False
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir()
        made = True
        for path, text in files.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise failed(f"cannot write {folder}: {os_error_text(error)}") from None


def _told(folder: Path, files: dict[str, str]) -> list[str]:
    fight = next(path.removesuffix(".toml") for path in sorted(files) if path.endswith("-fight.toml"))
    return [
        f"{safe(str(folder))}: {len(files)} files; begin with README.md",
        "next:",
        f"  cd {safe(str(folder))}",
        "  pip install --editable .",
        f"  rbf start {fight}.toml",
        f"  rbf run {fight}.rbf",
        "  pytest",
    ]
