"""`rbf doctor`: what the program finds where it runs, for people and for reports of bugs."""

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, requires, version

from msgspec import Struct

from rbfcli import __version__
from rbfcli.cli.output import Output, encoding
from rbfcli.cli.storage_tests import lock_test, sync_test
from rbfcli.cli.trial import trial
from rbfcli.config.alias_table import alias_table
from rbfcli.config.reading import USERS_FILE
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.settings import SETTINGS
from rbfcli.render.colour import colour_decision, wants_plain
from rbfcli.render.json_lines import FORMAT, faults_facts, judged_line
from rbfcli.render.safe import safe
from rbfcli.store.formats import SAVE_FORMAT
from rbfcli.store.paths import SETTINGS_HERE, config_file, config_folder, folders_file, save_path, state_folder
from rbfcli.systems.catalogue import every_guest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes.about import Doctor as Health
    from rbfcli.render.shapes.about import Looked

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 - as in store.paths
NO_HOME = "none: there is no home folder"


class Finding(Struct, frozen=True):
    """One thing that was looked at, under its key of a section; `ok` where nothing is wrong with it."""

    section: str
    key: str
    what: str
    ok: bool = True


def doctor(common: CommonOptions, output: Output) -> int:
    """Look at everything, print it, and return 1 where something is wrong."""
    save = save_path(common.encounter, os.environ)
    findings = [
        *_versions(),
        *_paths(common, save, output),
        *_settings(output),
        *_streams(common, output),
        Finding("storage", "lock", *lock_test(save)[::-1]),
        Finding("storage", "sync", *sync_test(save)[::-1]),
        *_plug_ins(),
    ]
    wrong = [f"{each.section} {each.key}" for each in findings if not each.ok]
    if common.json:
        output.write(judged_line("doctor", **_facts(findings, wrong)))
    else:
        output.write("".join(f"{line}\n" for line in _lines(findings, wrong)))
    return int(bool(wrong))


def _versions() -> list[Finding]:
    return [
        Finding("versions", "rbfcli", __version__),
        Finding("versions", "python", f"{platform.python_version()} ({platform.python_implementation()})"),
        Finding("versions", "system", platform.platform()),
        Finding("versions", "formats", f"save {SAVE_FORMAT}, output {FORMAT}"),
        *(_dependency(name) for name in _required()),
    ]


def _required() -> list[str]:
    """The packages that rbfcli needs, as its metadata say."""
    try:
        found = requires("rbfcli") or []
    except PackageNotFoundError:
        found = []
    return [each[: next((at for at, letter in enumerate(each) if letter in " <>=!~;["), len(each))] for each in found]


def _dependency(name: str) -> Finding:
    try:
        return Finding("versions", name, version(name))
    except PackageNotFoundError:
        return Finding("versions", name, "not installed", ok=False)


def _paths(common: CommonOptions, save: str, output: Output) -> list[Finding]:
    config, state = config_folder(os.environ), state_folder(os.environ)
    return [
        Finding("paths", "python", sys.executable),
        Finding("paths", "rbfcli", PACKAGE),
        _config(config, output),
        _folders_config(output),
        Finding("paths", "history", _there(state, "history")),
        Finding("paths", "folder", _folder()),
        Finding("paths", "save", f"{save} ({_why(common)})"),
        _state_of(save),
    ]


def _config(folder: str | None, output: Output) -> Finding:
    """The configuration file of the user, and the first mistake in it."""
    path, off = config_file(os.environ), os.environ.get("RBF_CONFIG")
    if not path:
        return Finding("paths", "config", f"none: RBF_CONFIG is {off}" if off else _there(folder, USERS_FILE))
    return _of_config("config", path, output)


def _folders_config(output: Output) -> Finding:
    """The configuration file of this folder, and the first mistake in it."""
    path = folders_file(os.environ)
    return _of_config("config here", path, output) if path else Finding("paths", "config here", f"no {SETTINGS_HERE}")


def _of_config(key: str, path: str, output: Output) -> Finding:
    wrong = [*output.config.mistakes, *alias_table(output.config).told()] if output.config else []
    first = next((each for each in wrong if each.startswith(path)), "")
    return Finding("paths", key, first or path, ok=not first)


def _settings(output: Output) -> list[Finding]:
    """What applies where no option says otherwise, and who says so."""
    ours = output.config.settings if output.config else {}
    found = []
    for key, each in SETTINGS.items():
        if each.variable in os.environ:
            found.append(Finding("settings", key, f"{os.environ[each.variable] or 'empty'} ({each.variable})"))
        elif key in ours:
            found.append(Finding("settings", key, f"{ours[key] or 'false'} ({_origin(key, output)})"))
        else:
            found.append(Finding("settings", key, f"{each.default or 'not set'} (default)"))
    aliases = alias_table(output.config).aliases if output.config else {}
    return [*found, Finding("settings", "aliases", ", ".join(sorted(aliases)) or "none")]


def _origin(key: str, output: Output) -> str:
    return output.config.origin(key) if output.config else ""


def _there(folder: str | None, name: str) -> str:
    if folder is None:
        return NO_HOME
    path = os.path.join(folder, name)  # noqa: PTH118
    return path if os.path.exists(path) else f"{path} (not there)"  # noqa: PTH110


def _folder() -> str:
    try:
        return os.getcwd()  # noqa: PTH109
    except OSError:
        return "gone"


def _why(common: CommonOptions) -> str:
    if common.encounter:
        return "by -e"
    return "by RBF_ENCOUNTER" if os.environ.get("RBF_ENCOUNTER") else "the usual one"


def _state_of(save: str) -> Finding:
    if not os.path.lexists(save):
        return Finding("paths", "state", "no fight has begun there")
    ok, what = trial("save", save)
    return Finding("paths", "state", what, ok)


def _streams(common: CommonOptions, output: Output) -> list[Finding]:
    return [
        Finding("output", "encoding", f"{encoding(sys.stdout)}, on stderr {encoding(sys.stderr)}"),
        Finding("output", "file names", sys.getfilesystemencoding()),
        Finding("output", "colour on stdout", _colour(common, output)),
        Finding("output", "colour on stderr", "no: messages are plain"),
        Finding("output", "terminal", _terminal(output)),
    ]


def _colour(common: CommonOptions, output: Output) -> str:
    asked = {name: wants_plain({name: os.environ.get(name, "")}) for name in ("RBF_PLAIN", "ACCESSIBLE")}
    in_file = (f"plain in {_origin('plain', output)}", wants_plain(output.environ))
    for name, is_set in (("--plain", common.plain), *asked.items(), in_file):
        if is_set:
            return f"no: {name}"
    ours = output.config.settings.get("color") if output.config else None
    wanted, why = colour_decision(common.color, os.environ, is_tty=output.is_terminal, config=ours)
    return f"{'yes' if wanted else 'no'}: {why.replace(USERS_FILE, _origin('color', output) or USERS_FILE)}"


def _terminal(output: Output) -> str:
    if not output.is_terminal:
        return "none"
    columns, lines = os.get_terminal_size(1)
    return f"{columns} x {lines}, TERM {os.environ.get('TERM') or 'not set'}"


def _plug_ins() -> list[Finding]:
    return [
        Finding("plug-ins", guest.system or guest.package, _plug_in(guest.package, what), ok)
        for guest in every_guest()
        for ok, what in [(False, guest.wrong) if guest.wrong else trial("system", guest.system)]
    ]


def _plug_in(package: str, what: str) -> str:
    return what if package in what else f"{package}: {what}"


def _facts(findings: list[Finding], wrong: list[str]) -> "Health":
    """A table a section; a finding by its key, with whether it is well."""
    return {
        "versions": _table(findings, "versions"),
        "paths": _table(findings, "paths"),
        "settings": _table(findings, "settings"),
        "output": _table(findings, "output"),
        "storage": _table(findings, "storage"),
        "plug_ins": {each.key: _looked(each) for each in findings if each.section == "plug-ins"},
        "wrong": wrong,
        "error": faults_facts([f"wrong: {', '.join(wrong)}"] if wrong else []),
    }


def _table(findings: list[Finding], section: str) -> dict[str, "Looked"]:
    ours = (each for each in findings if each.section == section)
    return {each.key.replace(" ", "_").replace("-", "_"): _looked(each) for each in ours}


def _looked(each: Finding) -> "Looked":
    return {"ok": each.ok, "found": each.what}


def _lines(findings: list[Finding], wrong: list[str]) -> list[str]:
    lines: list[str] = []
    section = ""
    for each in findings:
        if each.section != section:
            section = each.section
            lines.append(section)
        mark = "" if each.ok else "WRONG: "
        lines.append(f"  {safe(each.key):<16} {mark}{safe(each.what)}")
    return [*lines, f"wrong: {safe(', '.join(wrong))}" if wrong else "all is well"]
