"""`rbf doctor`: a report on the program's environment."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import split
from tempfile import TemporaryDirectory

from rbfcli import __version__
from rbfcli.cli.process import Output, encoding
from rbfcli.cli.shell import ShellRequest
from rbfcli.config import Config, read_aliases
from rbfcli.core.errors import PluginBug, RbfError, StorageFailed
from rbfcli.core.text import safe
from rbfcli.language.grammar import CommonOptions
from rbfcli.language.program_verbs import Doctor
from rbfcli.language.topics import SETTINGS
from rbfcli.render.json import FORMAT, faults_facts, json_line
from rbfcli.render.terminal import colour_decision, wants_plain
from rbfcli.storage.files import failing, is_durable
from rbfcli.storage.paths import DEFAULT_SAVE, SAVE_FORMAT, config_file, folders_file, save_path, state_folder
from rbfcli.storage.save_file import LockedFile
from rbfcli.systems.registry import every_guest, load

# Of each finding: its key, whether it is good, and its text.
Findings = Iterator[tuple[str, bool, str]]


def doctor(request: ShellRequest[Doctor]) -> int:
    """Print the findings, and return 1 if there is a problem."""
    common, output = request.common, request.output
    config, save = output.config or Config(), save_path(common.encounter, os.environ)
    sections = {
        "versions": _versions(),
        "paths": _paths(common, save, config),
        "settings": _settings(config),
        "output": _streams(common, output),
        "storage": storage_test(save),
        "plug_ins": _plugins(),
    }
    found = {name: {key: {"ok": ok, "found": what} for key, ok, what in each} for name, each in sections.items()}
    wrong = [f"{section} {key}" for section, each in found.items() for key, one in each.items() if not one["ok"]]
    if common.json:
        error = faults_facts([f"wrong: {', '.join(wrong)}"] if wrong else [])
        output.write(json_line("doctor", **found, wrong=wrong, error=error))
        return int(bool(wrong))
    for section, each in found.items():
        output.write(f"{section.replace('_', '-')}\n" if each else "")
        for key, one in each.items():
            told = f"{'' if one['ok'] else 'WRONG: '}{one['found']}"
            output.write(f"  {safe(key.replace('_', '-')):<16} {safe(told)}\n")
    output.write(f"wrong: {safe(', '.join(wrong))}\n" if wrong else "all is well\n")
    return int(bool(wrong))


def storage_test(save: str) -> Findings:
    """Yield findings on the save's folder: whether locks work, and how long replacing a file takes."""
    folder, locks = os.path.dirname(save) or os.curdir, True  # noqa: PTH120 - a slash at the end counts
    try:
        with failing(f"cannot write in {folder}"), TemporaryDirectory(prefix=".rbf-doctor-", dir=folder) as place:
            path = os.path.join(place, DEFAULT_SAVE)  # noqa: PTH118
            with LockedFile(path, 0, create=True) as file:
                with suppress(StorageFailed), LockedFile(path, 0, create=True):
                    locks = False
                yield "lock", locks, "works" if locks else "two have the lock at once: this file system cannot lock"
                began = time.perf_counter()
                file.replace(b"written by rbf doctor\n")
                took = f"{(time.perf_counter() - began) * 1000:.1f} ms"
                yield "sync", True, took if is_durable() else f"{took}, without waiting for the disk: RBF_SYNC is off"
    except RbfError as wrong:
        yield from ((key, False, wrong.message) for key in ("lock", "sync"))


def _versions() -> Findings:
    yield "rbfcli", True, __version__
    yield "python", True, f"{platform.python_version()} ({platform.python_implementation()})"
    yield "system", True, platform.platform()
    yield "formats", True, f"save {SAVE_FORMAT}, output {FORMAT}"
    with suppress(PackageNotFoundError):
        for each in requires("rbfcli") or ():
            name, is_optional = split(r"[ <>=!~;\[]", each)[0], "extra ==" in each
            try:
                ok, what = True, version(name)
            except PackageNotFoundError:
                ok, what = is_optional, f"not installed{' (optional)' if is_optional else ''}"
            yield name.replace("-", "_"), ok, what


def _paths(common: CommonOptions, save: str, config: Config) -> Findings:
    why = "by -e" if common.encounter else "by RBF_ENCOUNTER" if os.environ.get("RBF_ENCOUNTER") else "the default"
    folder, mistakes = state_folder(os.environ), (*config.mistakes, *read_aliases(config)[1].values())
    yield "python", True, sys.executable
    yield "rbfcli", True, str(Path(__file__).resolve().parents[1])
    yield "history", True, f"{folder}/history" if folder else "none"
    yield "save", True, f"{save} ({why})"
    for key, path in (("config", config_file(os.environ)), ("config_here", folders_file(os.environ))):
        first = next((each for each in mistakes if path and path in each), "")
        yield key, not first, first or path or "none"


def _settings(config: Config) -> Findings:
    for key, each in SETTINGS.items():
        value, origin = config.settings.get(key) or (each.default or "not set", "default")
        if each.variable in os.environ:
            value, origin = os.environ[each.variable] or "empty", each.variable
        yield key, True, f"{value or 'false'} ({origin})"
    yield "aliases", True, ", ".join(sorted(read_aliases(config)[0])) or "none"


def _streams(common: CommonOptions, output: Output) -> Findings:
    yield "encoding", True, f"{encoding(sys.stdout)}, on stderr {encoding(sys.stderr)}"
    colour, why = colour_decision(common.color, output.environ, is_tty=output.is_terminal)
    if common.plain or wants_plain(output.environ):
        colour, why = False, "plain output"
    yield "colour_on_stdout", True, f"{'yes' if colour else 'no'}: {why}"
    size, term = os.get_terminal_size(1) if output.is_terminal else None, os.environ.get("TERM") or "not set"
    yield "terminal", True, f"{size.columns} x {size.lines}, TERM {term}" if size else "none"


def _plugins() -> Findings:
    for each in every_guest():
        try:
            what = each.wrong or load(each.system).title
            ok = not each.wrong
        except PluginBug as fault:
            ok, what = False, fault.message
        yield each.system or each.package, ok, what if each.package in what else f"{each.package}: {what}"
