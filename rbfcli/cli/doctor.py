"""`rbf doctor`: what the program finds where it runs."""

import os
import platform
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import split

from rbfcli import __version__
from rbfcli.cli.process import Output, encoding
from rbfcli.config import USERS_FILE, alias_table
from rbfcli.core.errors import PluginBug, RbfError, StorageFailed
from rbfcli.core.text import safe
from rbfcli.language.grammar import CommonOptions
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.cli.shell import ShellRequest
    from rbfcli.language.program_verbs import Doctor
    from rbfcli.render.json_types.general import Diagnosis, Looked


# What was found, and whether it is right, by the key of a finding.
Findings = dict[str, tuple[bool, str]]
CONTENT = b"written by rbf doctor\n"


def doctor(request: "ShellRequest[Doctor]") -> int:
    """Print what the program finds, and return 1 if something is wrong."""
    common, output = request.common, request.output
    save = save_path(common.encounter, os.environ)
    found = {
        "versions": _versions(),
        "paths": _paths(common, save, output),
        "settings": _settings(output),
        "output": _streams(common, output),
        "storage": {"lock": lock_test(save), "sync": sync_test(save)},
        "plug-ins": _plugins(),
    }
    wrong = [f"{section} {key}" for section, findings in found.items() for key, (ok, _) in findings.items() if not ok]
    if common.json:
        output.write(judged_line("doctor", **_facts(found, wrong)))
        return int(bool(wrong))
    for section, findings in found.items():
        marked = {key: what if ok else f"WRONG: {what}" for key, (ok, what) in findings.items()}
        lines = [section, *(f"  {safe(key):<16} {safe(what)}" for key, what in marked.items())] if marked else []
        output.write("".join(f"{line}\n" for line in lines))
    output.write(f"wrong: {safe(', '.join(wrong))}\n" if wrong else "all is well\n")
    return int(bool(wrong))


def lock_test(save: str) -> tuple[bool, str]:
    """Return whether a lock in the save's folder keeps others out."""

    def tried(path: str) -> tuple[bool, str]:
        with LockedFile(path, 0, create=True):
            try:
                with LockedFile(path, 0, create=True):
                    return False, "two have the lock at once: this file system cannot lock"
            except StorageFailed:
                return True, "keeps others out"

    return _with_file(save, tried)


def sync_test(save: str) -> tuple[bool, str]:
    """Return whether a file in the save's folder can be replaced, and how long the disk takes."""

    def tried(path: str) -> tuple[bool, str]:
        with LockedFile(path, 0, create=True) as file:
            began = time.perf_counter()
            file.replace(CONTENT)
            took = (time.perf_counter() - began) * 1000
        if read_file(path) != CONTENT:
            return False, "what was written does not read back"
        return True, f"{took:.1f} ms" + ("" if is_durable() else ", without waiting for the disk: RBF_SYNC is off")

    return _with_file(save, tried)


def _with_file(save: str, test: Callable[[str], tuple[bool, str]]) -> tuple[bool, str]:
    """Run a test on a file of its own in the save's folder, and remove the file."""
    path = Path(save).with_name(f".rbf-doctor-{os.getpid()}-{DEFAULT_SAVE}")
    try:
        return test(str(path))
    except RbfError as wrong:
        return False, wrong.message
    finally:
        for each in (path, path.with_name(f".{path.name}.lock")):
            each.unlink(missing_ok=True)


def _versions() -> Findings:
    found: Findings = {
        "rbfcli": (True, __version__),
        "python": (True, f"{platform.python_version()} ({platform.python_implementation()})"),
        "system": (True, platform.platform()),
        "formats": (True, f"save {SAVE_FORMAT}, output {FORMAT}"),
    }
    try:
        needed = [split(r"[ <>=!~;\[]", each)[0] for each in requires("rbfcli") or []]
    except PackageNotFoundError:
        needed = []
    for name in needed:
        try:
            found[name] = True, version(name)
        except PackageNotFoundError:
            found[name] = False, "not installed"
    return found


def _paths(common: CommonOptions, save: str, output: Output) -> Findings:
    why = "by -e" if common.encounter else "by RBF_ENCOUNTER" if os.environ.get("RBF_ENCOUNTER") else "the usual one"
    off, here = os.environ.get("RBF_CONFIG"), folders_file(os.environ)
    own, none = config_file(os.environ), _in(config_folder(os.environ), USERS_FILE)
    try:
        folder = str(Path.cwd())
    except OSError:
        folder = "gone"
    return {
        "python": (True, sys.executable),
        "rbfcli": (True, str(Path(__file__).resolve().parents[1])),
        "config": _config(own, output) if own else (True, f"none: RBF_CONFIG is {off}" if off else none),
        "config here": _config(here, output) if here else (True, f"no {SETTINGS_HERE}"),
        "history": (True, _in(state_folder(os.environ), "history")),
        "folder": (True, folder),
        "save": (True, f"{save} ({why})"),
        "state": tried(lambda: _state(save)) if os.path.lexists(save) else (True, "no fight has begun there"),
    }


def tried(act: Callable[[], str]) -> tuple[bool, str]:
    """Return whether something works, and what came of it; what a plug-in does wrong is named as everywhere."""
    try:
        return True, act()
    except (PluginBug, RbfError) as wrong:
        return False, wrong.message
    except Exception as wrong:  # noqa: BLE001 - whatever it is, it is what was looked for
        fault = blamed(wrong)
        return False, fault.message if fault else f"{type(wrong).__name__}: {wrong}"


def _title_of(system: str) -> str:
    return load(system).title


def _state(save: str) -> str:
    notices: list[str] = []
    session = FileStorage(save, notices.append).load()
    fight = f"{session.fight.title or session.rules.title} ({session.rules.name}), revision {session.revision}"
    return "; ".join([fight, *notices])


def _config(path: str, output: Output) -> tuple[bool, str]:
    """Return a configuration file, or the first mistake in it."""
    wrong = [*output.config.mistakes, *alias_table(output.config).told()] if output.config else []
    first = next((each for each in wrong if each.startswith(path)), "")
    return not first, first or path


def _in(folder: str | None, name: str) -> str:
    if folder is None:
        return "none: there is no home folder"
    path = Path(folder) / name
    return str(path) if path.exists() else f"{path} (not there)"


def _settings(output: Output) -> Findings:
    """Return what applies where no option says otherwise, and where it comes from."""
    ours = output.config.settings if output.config else {}
    found: Findings = {}
    for key, each in SETTINGS.items():
        if each.variable in os.environ:
            found[key] = True, f"{os.environ[each.variable] or 'empty'} ({each.variable})"
        elif key in ours:
            found[key] = True, f"{ours[key] or 'false'} ({_origin(key, output)})"
        else:
            found[key] = True, f"{each.default or 'not set'} (default)"
    aliases = alias_table(output.config).aliases if output.config else {}
    return {**found, "aliases": (True, ", ".join(sorted(aliases)) or "none")}


def _origin(key: str, output: Output) -> str:
    return output.config.origin(key) if output.config else ""


def _streams(common: CommonOptions, output: Output) -> Findings:
    terminal = "none"
    if output.is_terminal:
        columns, lines = os.get_terminal_size(1)
        terminal = f"{columns} x {lines}, TERM {os.environ.get('TERM') or 'not set'}"
    return {
        "encoding": (True, f"{encoding(sys.stdout)}, on stderr {encoding(sys.stderr)}"),
        "file names": (True, sys.getfilesystemencoding()),
        "colour on stdout": (True, _colour(common, output)),
        "colour on stderr": (True, "no: messages are plain"),
        "terminal": (True, terminal),
    }


def _colour(common: CommonOptions, output: Output) -> str:
    asked = {name: wants_plain({name: os.environ.get(name, "")}) for name in ("RBF_PLAIN", "ACCESSIBLE")}
    in_file = (f"plain in {_origin('plain', output)}", wants_plain(output.environ))
    for name, is_set in (("--plain", common.plain), *asked.items(), in_file):
        if is_set:
            return f"no: {name}"
    ours = output.config.settings.get("color") if output.config else None
    wanted, why = colour_decision(common.color, os.environ, is_tty=output.is_terminal, config=ours)
    return f"{'yes' if wanted else 'no'}: {why.replace(USERS_FILE, _origin('color', output) or USERS_FILE)}"


def _plugins() -> Findings:
    found: Findings = {}
    for each in every_guest():
        ok, what = (False, each.wrong) if each.wrong else tried(partial(_title_of, each.system))
        found[each.system or each.package] = ok, what if each.package in what else f"{each.package}: {what}"
    return found


def _facts(found: dict[str, Findings], wrong: list[str]) -> "Diagnosis":
    tables = {section: _looked(findings) for section, findings in found.items()}
    return {
        "versions": tables["versions"],
        "paths": tables["paths"],
        "settings": tables["settings"],
        "output": tables["output"],
        "storage": tables["storage"],
        "plug_ins": {key: {"ok": ok, "found": what} for key, (ok, what) in found["plug-ins"].items()},
        "wrong": wrong,
        "error": faults_facts([f"wrong: {', '.join(wrong)}"] if wrong else []),
    }


def _looked(findings: Findings) -> dict[str, "Looked"]:
    return {key.replace(" ", "_").replace("-", "_"): {"ok": ok, "found": what} for key, (ok, what) in findings.items()}
