"""`rbf doctor`: a report on the program's environment."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import split
from typing import TYPE_CHECKING

from rbfcli import __version__
from rbfcli.cli.process import Output, encoding
from rbfcli.cli.shell import ShellRequest
from rbfcli.config import USERS_FILE, Config, alias_table
from rbfcli.core.errors import PluginBug, RbfError, StorageFailed
from rbfcli.core.text import safe
from rbfcli.language.grammar import CommonOptions
from rbfcli.language.program_verbs import Doctor
from rbfcli.language.topics import SETTINGS
from rbfcli.render.json import FORMAT, faults_facts, judged_line
from rbfcli.render.terminal import colour_decision, wants_plain
from rbfcli.session.file_store import FileStorage
from rbfcli.storage.files import is_durable, read_file
from rbfcli.storage.paths import (
    DEFAULT_SAVE,
    SAVE_FORMAT,
    SETTINGS_HERE,
    config_file,
    config_folder,
    folders_file,
    save_path,
    state_folder,
)
from rbfcli.storage.save_file import LockedFile
from rbfcli.systems.registry import blamed, every_guest, load

if TYPE_CHECKING:
    from rbfcli.render.json_types.general import Looked

# By key: whether the finding is good, and its text.
Findings = dict[str, tuple[bool, str]]
CONTENT = b"written by rbf doctor\n"


def doctor(request: ShellRequest[Doctor]) -> int:
    """Print the findings, and return 1 if there is a problem."""
    common, output = request.common, request.output
    config = output.config or Config()
    save = save_path(common.encounter, os.environ)
    found = {
        "versions": _versions(),
        "paths": _paths(common, save, config),
        "settings": _settings(config),
        "output": _streams(common, output, config),
        "storage": storage_test(save),
        "plug-ins": _plugins(),
    }
    wrong = [f"{section} {key}" for section, findings in found.items() for key, (ok, _) in findings.items() if not ok]
    if common.json:
        tables = {_key(section): _looked(section, findings) for section, findings in found.items()}
        error = faults_facts([f"wrong: {', '.join(wrong)}"] if wrong else [])
        output.write(judged_line("doctor", **tables, wrong=wrong, error=error))
        return int(bool(wrong))
    for section, findings in found.items():
        if findings:
            rows = [
                f"  {safe(key):<16} {safe(what if ok else f'WRONG: {what}')}" for key, (ok, what) in findings.items()
            ]
            output.write("\n".join([section, *rows, ""]))
    output.write(f"wrong: {safe(', '.join(wrong))}\n" if wrong else "all is well\n")
    return int(bool(wrong))


def _looked(section: str, findings: Findings) -> dict[str, Looked]:
    return {
        key if section == "plug-ins" else _key(key): {"ok": ok, "found": what} for key, (ok, what) in findings.items()
    }


def _key(words: str) -> str:
    return words.replace(" ", "_").replace("-", "_")


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
            file.replace(CONTENT)
            took = (time.perf_counter() - began) * 1000
        sync = True, f"{took:.1f} ms" + ("" if is_durable() else ", without waiting for the disk: RBF_SYNC is off")
        if read_file(str(path)) != CONTENT:
            sync = False, "the file that was read differs from the file that was written"
    except RbfError as wrong:
        return {"lock": (False, wrong.message), "sync": (False, wrong.message)}
    finally:
        for each in (path, path.with_name(f".{path.name}.lock")):
            each.unlink(missing_ok=True)
    return {"lock": lock, "sync": sync}


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
        try:
            found[name] = True, version(name)
        except PackageNotFoundError:
            found[name] = is_optional, "not installed (optional)" if is_optional else "not installed"
    return found


def _paths(common: CommonOptions, save: str, config: Config) -> Findings:
    why = "by -e" if common.encounter else "by RBF_ENCOUNTER" if os.environ.get("RBF_ENCOUNTER") else "the default"
    off, here = os.environ.get("RBF_CONFIG"), folders_file(os.environ)
    own, none = config_file(os.environ), _in(config_folder(os.environ), USERS_FILE)
    return {
        "python": (True, sys.executable),
        "rbfcli": (True, str(Path(__file__).resolve().parents[1])),
        "config": _config(own, config) if own else (True, f"none: RBF_CONFIG is {off}" if off else none),
        "config here": _config(here, config) if here else (True, f"no {SETTINGS_HERE}"),
        "history": (True, _in(state_folder(os.environ), "history")),
        "folder": tried(lambda: str(Path.cwd())),
        "save": (True, f"{save} ({why})"),
        "state": tried(lambda: _state(save)) if os.path.lexists(save) else (True, "no fight has begun there"),
    }


def tried(act: Callable[[], str]) -> tuple[bool, str]:
    """Return whether a function succeeds, with its result or its error. Plugin faults name the plugin."""
    try:
        return True, act()
    except (PluginBug, RbfError) as wrong:
        return False, wrong.message
    except Exception as wrong:  # noqa: BLE001 - any failure is a finding
        fault = blamed(wrong)
        return False, fault.message if fault else f"{type(wrong).__name__}: {wrong}"


def _state(save: str) -> str:
    notices: list[str] = []
    session = FileStorage(save, notices.append).load()
    fight = f"{session.fight.title or session.rules.title} ({session.rules.name}), revision {session.revision}"
    return "; ".join([fight, *notices])


def _config(path: str, config: Config) -> tuple[bool, str]:
    """Return a configuration file, or its first mistake."""
    mistakes = (*config.mistakes, *alias_table(config).told())
    first = next((each for each in mistakes if each.startswith(path)), "")
    return not first, first or path


def _in(folder: str | None, name: str) -> str:
    if folder is None:
        return "none: there is no home folder"
    path = Path(folder) / name
    return str(path) if path.exists() else f"{path} (not there)"


def _settings(config: Config) -> Findings:
    """Return each setting's value without options, with its origin."""
    found: Findings = {}
    for key, each in SETTINGS.items():
        if each.variable in os.environ:
            found[key] = True, f"{os.environ[each.variable] or 'empty'} ({each.variable})"
        elif key in config.settings:
            found[key] = True, f"{config.settings[key] or 'false'} ({config.origin(key)})"
        else:
            found[key] = True, f"{each.default or 'not set'} (default)"
    return {**found, "aliases": (True, ", ".join(sorted(alias_table(config).aliases)) or "none")}


def _streams(common: CommonOptions, output: Output, config: Config) -> Findings:
    terminal = "none"
    if output.is_terminal:
        columns, lines = os.get_terminal_size(1)
        terminal = f"{columns} x {lines}, TERM {os.environ.get('TERM') or 'not set'}"
    return {
        "encoding": (True, f"{encoding(sys.stdout)}, on stderr {encoding(sys.stderr)}"),
        "file names": (True, sys.getfilesystemencoding()),
        "colour on stdout": (True, _colour(common, output, config)),
        "colour on stderr": (True, "no: messages are plain"),
        "terminal": (True, terminal),
    }


def _colour(common: CommonOptions, output: Output, config: Config) -> str:
    plain = {name: wants_plain({name: os.environ.get(name, "")}) for name in ("RBF_PLAIN", "ACCESSIBLE")}
    plain = {"--plain": common.plain, **plain, f"plain in {config.origin('plain')}": wants_plain(output.environ)}
    if why := next((name for name, is_set in plain.items() if is_set), ""):
        return f"no: {why}"
    ours = config.settings.get("color")
    wanted, why = colour_decision(common.color, os.environ, is_tty=output.is_terminal, config=ours)
    return f"{'yes' if wanted else 'no'}: {why.replace(USERS_FILE, config.origin('color'))}"


def _plugins() -> Findings:
    found: Findings = {}
    for each in every_guest():
        ok, what = (False, each.wrong) if each.wrong else tried(lambda name=each.system: load(name).title)  # type: ignore[misc]
        found[each.system or each.package] = ok, what if each.package in what else f"{each.package}: {what}"
    return found
