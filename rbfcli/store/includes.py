"""An encounter file with the files it includes, as one set of tables."""

# os instead of pathlib, which costs a start of the program 8 ms:
# ruff: noqa: PTH113, PTH117, PTH118, PTH120

from __future__ import annotations

import os

from rbfcli.kernel.errors import InvalidFile, LimitReached
from rbfcli.store.limits import FILE_BYTES, INCLUDE_DEPTH
from rbfcli.store.paths import shipped_include
from rbfcli.store.save_file import read_file
from rbfcli.store.toml_text import decode, read_toml

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from rbfcli.kernel.budget import Budget

    Source = tuple[str, str]
    Tables = dict[str, Any]

# What it takes to follow an include from each of the files that lead to it, in steps.
INCLUDE = 100
_SAME_IN_ALL = ("format", "system")


def read_with_includes(path: str, budget: Budget) -> tuple[Tables, list[Source]]:
    """The tables of a file and of all it includes, and the names and texts of these files, its own first.

    `include = ["party.toml"]` is relative to the file that says it, `include = ["rbf/party"]` is a shipped one. What is
    included comes before what includes it, and once, however often it is named. Tables of one name are joined. Raises
    one InvalidFile for all keys given twice, and for an include that cannot be followed.
    """
    parts: dict[str, Tables] = {}
    texts: dict[str, str] = {}
    _collect(path, (), parts, texts, budget)
    merged: Tables = {}
    origin: dict[tuple[str, ...], str] = {}
    clashes = [
        f"{_where(name, texts[name], key)}: {'.'.join(key)} is also in {origin[key]}; keep one of them"
        for name, tables in parts.items()
        for key in _merge(tables, name, merged, origin)
    ]
    if clashes:
        raise InvalidFile("\n".join(clashes))
    return merged, list(texts.items())


def included_path(target: str, folder: str, top: str, where: str = "") -> str:
    """The path of a file named by one in `folder`, inside the folder `top` wherever links lead (S-04).

    Raises InvalidFile that begins with `where`.
    """
    path = os.path.join(folder, target)
    place = f"{where}: " if where else ""
    if os.path.isabs(target) or "\0" in target or not os.path.realpath(path).startswith(os.path.join(top, "")):
        raise InvalidFile(f"{place}{target} is outside the folder {top}", hint="include only files below it")
    if not os.path.isfile(path):
        raise InvalidFile(f"{place}there is no file {target} to include")
    return path


def _shipped_path(target: str, folder: str, where: str) -> str:
    """The path of a shipped file that goes by its name (`rbf/bestiary`), where the folder has no file of that name.

    Raises InvalidFile that begins with `where`.
    """
    if os.path.isfile(os.path.join(folder, target)):
        return ""
    try:
        return shipped_include(target)
    except InvalidFile as wrong:
        raise InvalidFile(f"{where}: {wrong.message}", hint=wrong.hint, suggestions=wrong.suggestions) from None


def _collect(
    path: str, chain: tuple[str, ...], parts: dict[str, Tables], texts: dict[str, str], budget: Budget
) -> None:
    """Read a file after the files it includes; `texts` is in the order of discovery, `parts` in that of the tables."""
    raw = read_file(path, follow=True)
    tables = read_toml(raw, path, budget)
    texts[path] = decode(raw, path)
    if sum(map(len, texts.values())) > FILE_BYTES:
        raise LimitReached(f"{path}: with this file, the included files have more than {FILE_BYTES} bytes")
    chain = (*chain, path)
    top = os.path.realpath(os.path.dirname(chain[0]))
    for target in _targets(tables, path, texts[path]):
        budget.spend(INCLUDE * len(chain) + len(texts), "too many includes", "name each file once")
        where = _where(path, texts[path], ("include",))
        inner = _shipped_path(target, os.path.dirname(path), where) or included_path(
            target, os.path.dirname(path), top, where
        )
        circle = next((each for each in chain if os.path.realpath(each) == os.path.realpath(inner)), None)
        if circle:
            raise InvalidFile(f"{where}: circular include: {' -> '.join((*chain, inner))}")
        if len(chain) > INCLUDE_DEPTH:
            raise LimitReached(f"{where}: includes are nested more than {INCLUDE_DEPTH} deep")
        if os.path.realpath(inner) not in map(os.path.realpath, texts):
            _collect(inner, chain, parts, texts, budget)
    parts[path] = tables


def _targets(tables: Tables, name: str, text: str) -> list[str]:
    targets = tables.pop("include", [])
    if not isinstance(targets, list) or not all(isinstance(each, str) for each in targets):
        raise InvalidFile(
            f'{_where(name, text, ("include",))}: include must be a list of files: include = ["party.toml"]'
        )
    return targets


def _merge(tables: Tables, name: str, merged: Tables, origin: dict[tuple[str, ...], str]) -> Iterator[tuple[str, ...]]:
    """Merge the tables of one file into those before; yields the keys that were there already."""
    for key, value in tables.items():
        if key not in merged:
            merged[key] = {} if isinstance(value, dict) else value
            origin[key,] = name
        elif not isinstance(value, dict) or not isinstance(merged[key], dict):
            if key not in _SAME_IN_ALL or value != merged[key]:
                yield (key,)
            continue
        for inner in value if isinstance(value, dict) else ():
            if inner in merged[key]:
                yield (key, inner)
            else:
                merged[key][inner] = value[inner]
                origin[key, inner] = name


def _where(name: str, text: str, path: tuple[str, ...]) -> str:
    from rbfcli.store.toml_positions import line_of, lines_of

    return f"{name}:{line_of(lines_of(text), path)}"
