"""`rbf doctor`: a report on the program's environment."""

from __future__ import annotations

import os
import platform
import sys
import time
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import split

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
from rbfcli.storage.files import is_durable
from rbfcli.storage.paths import DEFAULT_SAVE, SAVE_FORMAT, config_file, folders_file, save_path, state_folder
from rbfcli.storage.save_file import LockedFile
from rbfcli.systems.registry import every_guest, load

# By key: whether the finding is good, and its text.
Findings = dict[str, tuple[bool, str]]


def doctor(request: ShellRequest[Doctor]) -> int:
    """Print the findings, and return 1 if there is a problem."""
    common, output = request.common, request.output
    config = output.config or Config()
    save = save_path(common.encounter, os.environ)
    found = {
        "versions": _versions(),
        "paths": _paths(common, save, config),
        "settings": _settings(config),
        "output": _streams(common, output),
        "storage": storage_test(save),
        "plug_ins": _plugins(),
    }
    wrong = [f"{section} {key}" for section, findings in found.items() for key, (ok, _) in findings.items() if not ok]
    if common.json:
        tables = {
            section: {key: {"ok": ok, "found": what} for key, (ok, what) in findings.items()}
            for section, findings in found.items()
        }
        error = faults_facts([f"wrong: {', '.join(wrong)}"] if wrong else [])
        output.write(json_line("doctor", **tables, wrong=wrong, error=error))
    else:
        for section, findings in found.items():
            output.write(f"{section.replace('_', '-')}\n" if findings else "")
            for key, (ok, what) in findings.items():
                output.write(f"  {safe(key.replace('_', '-')):<16} {safe(what if ok else f'WRONG: {what}')}\n")
        output.write(f"wrong: {safe(', '.join(wrong))}\n" if wrong else "all is well\n")
    return int(bool(wrong))


def storage_test(save: str) -> Findings:
    """Return findings on the save's folder: whether locks work, and how long replacing a file takes."""
    path = Path(save).with_name(f".rbf-doctor-{os.getpid()}-{DEFAULT_SAVE}")
    try:
        with LockedFile(str(path), 0, create=True) as file:
            try:
                with LockedFile(str(path), 0, create=True):
                    lock = False, "two have the lock at once: this file system cannot lock"
            except StorageFailed:
                lock = True, "works"
            began = time.perf_counter()
            file.replace(b"written by rbf doctor\n")
            took = (time.perf_counter() - began) * 1000
    except RbfError as wrong:
        return dict.fromkeys(("lock", "sync"), (False, wrong.message))
    finally:
        for each in (path, path.with_name(f".{path.name}.lock")):
            each.unlink(missing_ok=True)
    off = "" if is_durable() else ", without waiting for the disk: RBF_SYNC is off"
    return {"lock": lock, "sync": (True, f"{took:.1f} ms{off}")}


def _versions() -> Findings:
    found: Findings = {
        "rbfcli": (True, __version__),
        "python": (True, f"{platform.python_version()} ({platform.python_implementation()})"),
        "system": (True, platform.platform()),
        "formats": (True, f"save {SAVE_FORMAT}, output {FORMAT}"),
    }
    try:
        needed = requires("rbfcli") or []
    except PackageNotFoundError:
        needed = []
    for each in needed:
        name, is_optional = split(r"[ <>=!~;\[]", each)[0], "extra ==" in each
        key = name.replace("-", "_")
        try:
            found[key] = True, version(name)
        except PackageNotFoundError:
            found[key] = is_optional, "not installed (optional)" if is_optional else "not installed"
    return found


def _paths(common: CommonOptions, save: str, config: Config) -> Findings:
    why = "by -e" if common.encounter else "by RBF_ENCOUNTER" if os.environ.get("RBF_ENCOUNTER") else "the default"
    folder, mistakes = state_folder(os.environ), (*config.mistakes, *read_aliases(config)[1].values())
    found = {
        "python": (True, sys.executable),
        "rbfcli": (True, str(Path(__file__).resolve().parents[1])),
        "history": (True, f"{folder}/history" if folder else "none"),
        "save": (True, f"{save} ({why})"),
    }
    for key, path in (("config", config_file(os.environ)), ("config_here", folders_file(os.environ))):
        first = next((each for each in mistakes if path and each.startswith(path)), "")
        found[key] = not first, first or path or "none"
    return found


def _settings(config: Config) -> Findings:
    found: Findings = {}
    for key, each in SETTINGS.items():
        value, origin = each.default or "not set", "default"
        if each.variable in os.environ:
            value, origin = os.environ[each.variable] or "empty", each.variable
        elif key in config.settings:
            value, origin = config.settings[key] or "false", config.origins[key]
        found[key] = True, f"{value} ({origin})"
    return {**found, "aliases": (True, ", ".join(sorted(read_aliases(config)[0])) or "none")}


def _streams(common: CommonOptions, output: Output) -> Findings:
    terminal = "none"
    if output.is_terminal:
        columns, lines = os.get_terminal_size(1)
        terminal = f"{columns} x {lines}, TERM {os.environ.get('TERM') or 'not set'}"
    colour, why = colour_decision(common.color, output.environ, is_tty=output.is_terminal)
    if common.plain or wants_plain(output.environ):
        colour, why = False, "plain output"
    return {
        "encoding": (True, f"{encoding(sys.stdout)}, on stderr {encoding(sys.stderr)}"),
        "colour_on_stdout": (True, f"{'yes' if colour else 'no'}: {why}"),
        "terminal": (True, terminal),
    }


def _plugins() -> Findings:
    found: Findings = {}
    for each in every_guest():
        wrong, title = each.wrong, ""
        try:
            title = "" if wrong else load(each.system).title
        except PluginBug as fault:
            wrong = fault.message
        what = wrong or title
        found[each.system or each.package] = not wrong, what if each.package in what else f"{each.package}: {what}"
    return found
