"""Paths of saves, of the user's folders, and of files bundled with the program."""

# os instead of pathlib, which would add 8 ms to the start:
# ruff: noqa: PTH100, PTH109, PTH110, PTH111, PTH112, PTH113, PTH116, PTH117, PTH118, PTH120, PTH122, PTH123, PTH208

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping

from rbfcli.core.errors import Hint, InvalidFile, did_you_mean, invalid, listed
from rbfcli.core.limits import FOLDERS_ABOVE, NAME_LETTERS
from rbfcli.core.text import is_digits

FORMAT = 1
SAVE_FORMAT = 5


def kept_name(name: str, number: int) -> str:
    """Return the file name of a kept save."""
    return f".{name}.kept-{number}"


def kept_numbers(name: str, names: Iterable[str]) -> list[int]:
    """Return the numbers of the kept saves of `name`, in order; `names` are the files in its folder."""
    start = f".{name}.kept-"
    numbers = (each.removeprefix(start) for each in names if each.startswith(start))
    return sorted(int(number) for number in numbers if is_digits(number))


def file_meant(path: str) -> Hint:
    """Return a did-you-mean question for a misspelt path, naming files with the same ending; empty if none is near."""
    folder, name = os.path.split(path)
    return did_you_mean([os.path.join(folder, each) for each in near_files(folder, name, os.path.splitext(name)[1])])


def near_files(folder: str, name: str, ending: str) -> tuple[str, ...]:
    """Return the files of a folder, with an ending, that a misspelt name could mean."""
    from rbfcli.core.matching import nearest  # noqa: PLC0415 - only a misspelt name is compared

    try:
        names = [each for each in os.listdir(folder or ".") if not each.startswith(".") and each.endswith(ending)]
    except (OSError, ValueError):
        return ()
    return nearest(name, sorted({*names} - {name}))


DEFAULT_SAVE, SETTINGS_HERE = "encounter.toml", "rbf.toml"
_NAME_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
# Files next to the includes that are only for `rbf example`.
_EXAMPLES = ("duel", "ambush")
_BUNDLED = {
    "encounter": ("encounters", ".toml"),
    "toml-file": ("encounters", ".toml"),
    "script": ("scripts", ".rbf"),
}
_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_OWN_FOLDERS = {
    "linux": {"CONFIG": "~/.config", "STATE": "~/.local/state"},
    "darwin": {"CONFIG": "~/Library/Application Support", "STATE": "~/Library/Application Support"},
    "win32": {"CONFIG": "~/AppData/Local", "STATE": "~/AppData/Local"},
}


def save_path(chosen: str | None, environ: Mapping[str, str]) -> str:
    """Return the save file of a command: `-e FILE`, else `$RBF_ENCOUNTER`, else `encounter.toml` here (E-03)."""
    return chosen or environ.get("RBF_ENCOUNTER") or DEFAULT_SAVE


def config_file(environ: Mapping[str, str]) -> str:
    """Return the configuration file: `$RBF_CONFIG`, else the user's if it exists; empty if there is none."""
    named = environ.get("RBF_CONFIG", "")
    if named:
        return "" if named == os.devnull else named
    path = users_config(environ)
    return path if path and os.path.lexists(path) else ""


def users_config(environ: Mapping[str, str]) -> str:
    """Return the path of the user's configuration file, existing or not; empty if there is no home."""
    folder = _own_folder("CONFIG", environ)
    return f"{folder}/config.toml" if folder else ""


def folders_file(environ: Mapping[str, str]) -> str:
    """Return the nearest `rbf.toml` here or above, up to home or another disk; empty if none or switched off."""
    if environ.get("RBF_CONFIG") == os.devnull:
        return ""
    home = os.path.expanduser("~")
    try:
        folder = os.getcwd()
        disk = os.stat(folder).st_dev
        for _ in range(FOLDERS_ABOVE):
            if os.path.lexists(path := os.path.join(folder, SETTINGS_HERE)):
                return path
            above = os.path.dirname(folder)
            if folder in (home, above) or os.stat(above).st_dev != disk:
                break
            folder = above
    except OSError:
        return ""
    return ""


def config_files(environ: Mapping[str, str]) -> tuple[str, str]:
    """Return the user's settings file and this folder's, which overrides it; empty if missing."""
    return config_file(environ), folders_file(environ)


def state_folder(environ: Mapping[str, str]) -> str | None:
    """Return the folder of history and logs, or None if the user has no home."""
    return _own_folder("STATE", environ)


def list_encounters() -> tuple[str, ...]:
    """Return the names of the bundled encounters."""
    return _names("encounters", ".toml")


def list_scripts() -> tuple[str, ...]:
    """Return the names of the bundled scripts."""
    return _names("scripts", ".rbf")


def list_includes() -> tuple[str, ...]:
    """Return the names of the bundled files to include, such as `rbf/bestiary`."""
    try:
        folders = sorted(os.listdir(_shipped("encounters")))
    except OSError:
        return ()
    named = ((folder, name) for folder in folders if _is_name(folder) for name in _names(f"encounters/{folder}"))
    return tuple(f"{folder}/{name}" for folder, name in named if name not in _EXAMPLES)


def shipped_include(name: str) -> str:
    """Return the path of a bundled file to include; empty if it is not such a name. Raises InvalidFile if unknown."""
    folder, slash, rest = name.partition("/")
    if not slash or not _is_name(folder) or not _is_name(rest):
        return ""
    path = os.path.join(_shipped("encounters"), f"{name}.toml")
    if not os.path.isfile(path):
        raise _unknown(name, list_includes(), "files to include")
    return path


def find_encounter(name_or_path: str) -> str:
    """Return the path of an encounter or include by name or path; `-` is standard input. Raises InvalidFile."""
    if name_or_path == "-":
        return name_or_path
    if not os.path.exists(name_or_path) and (found := shipped_include(name_or_path)):
        return found
    begun = (
        [] if os.path.exists(name_or_path) else [each for each in list_encounters() if each.startswith(name_or_path)]
    )
    is_beginning = len(begun) == 1 and _is_name(name_or_path)
    return _find(begun[0] if is_beginning else name_or_path, "encounters", ".toml")


def find_bundled(word: str, kind: str, folder: str) -> str:
    """Return the path of the bundled file that a word names, or empty. A file in the folder comes first."""
    place, ending = _BUNDLED.get(kind, ("", ""))
    if place and _is_name(word):
        path = os.path.join(_shipped(place), word + ending)
        return path if os.path.isfile(path) else ""
    if place != "encounters" or os.path.exists(os.path.join(folder, word)):
        return ""
    try:
        return shipped_include(word)
    except InvalidFile:
        return ""


def find_script(name_or_path: str) -> str:
    """Return the path of a script, by its bundled name or its own path. Raises InvalidFile if there is neither."""
    return _find(name_or_path, "scripts", ".rbf")


def shipped_text(folder: str, name: str) -> str:
    """Return a bundled text, such as `completions`, `rbf.fish`. Raises InvalidFile if it is missing."""
    try:
        with open(os.path.join(_shipped(folder), name), encoding="utf-8") as file:
            return file.read()
    except OSError:
        raise invalid(f"this installation lacks {folder}/{name}", hint="install rbfcli again") from None


def shipped_files(folder: str) -> dict[str, str]:
    """Return the texts of a bundled folder by their paths in it, with `/`. Raises InvalidFile if there are none."""
    top, found = _shipped(folder), {}
    for place, inner, names in os.walk(top):
        inner[:] = sorted(name for name in inner if not name.startswith((".", "__")))
        for name in sorted(names):
            path = os.path.relpath(os.path.join(place, name), top)
            found[path.replace(os.sep, "/")] = shipped_text(folder, path)
    if not found:
        raise invalid(f"this installation lacks {folder}", hint="install rbfcli again")
    return found


def _own_folder(kind: str, environ: Mapping[str, str]) -> str | None:
    """Return one of the user's folders, `$XDG_..._HOME` first; a relative one is ignored (E-02)."""
    usual = _OWN_FOLDERS.get(sys.platform, _OWN_FOLDERS["linux"])[kind]
    for base in (environ.get(f"XDG_{kind}_HOME", ""), os.path.expanduser(usual)):
        if os.path.isabs(base):
            return os.path.join(base, "rbfcli")
    return None


def _shipped(folder: str) -> str:
    packed = os.path.join(_PACKAGE, "_data", folder)
    return packed if os.path.isdir(packed) else os.path.join(os.path.dirname(_PACKAGE), folder)


def _names(folder: str, ending: str = ".toml") -> tuple[str, ...]:
    try:
        files = os.listdir(_shipped(folder))
    except OSError:
        return ()
    names = (file.removesuffix(ending) for file in files if file.endswith(ending))
    return tuple(sorted(name for name in names if _is_name(name)))


def _is_name(text: str) -> bool:
    return 0 < len(text) <= NAME_LETTERS and _NAME_LETTERS.issuperset(text)


def _find(name_or_path: str, folder: str, ending: str) -> str:
    if not _is_name(name_or_path):
        return name_or_path
    shipped = os.path.join(_shipped(folder), name_or_path + ending)
    if os.path.isfile(shipped):
        return shipped
    if os.path.exists(name_or_path):
        return name_or_path
    if os.path.isfile(name_or_path + ending):
        message = f"{name_or_path} is not one of the bundled {folder}"
        near = name_or_path + ending
        raise invalid(message, hint=did_you_mean((near,)))
    raise _unknown(name_or_path, _names(folder, ending), folder)


def _unknown(name: str, names: tuple[str, ...], folder: str) -> InvalidFile:
    from rbfcli.core.matching import nearest  # noqa: PLC0415 - only a misspelt name is compared

    near = nearest(name, names)
    bundled = listed(f"bundled {folder}", names) or f"bundled {folder}: none"
    known = did_you_mean(near) or (bundled, "or use the path of a file")
    return invalid(f"{name} is neither a file nor one of the bundled {folder}", hint=known)
