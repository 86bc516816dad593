"""An encounter file and the files it includes, as one set of tables."""

# os instead of pathlib, which would add 8 ms to the start:
# ruff: noqa: PTH113, PTH117, PTH118, PTH120

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from rbfcli.core.errors import InvalidFile, at_most, did_you_mean, invalid, no_such_file
from rbfcli.core.limits import FILE_BYTES, INCLUDES_NESTED, Budget
from rbfcli.core.mistakes import Mistake
from rbfcli.storage.files import read_file, require_path
from rbfcli.storage.paths import find_encounter, near_files, shipped_include
from rbfcli.storage.toml import decode, parse, wrong_value
from rbfcli.storage.toml_positions import Places

Source = tuple[str, str]

Tables = dict[str, Any]

Chain = tuple[str, ...]


# Steps to follow an include, for each file in its chain.
INCLUDE = 100
_SAME_IN_ALL = ("format", "system")


def load_with_includes(path: str, budget: Budget) -> IncludedFiles:
    """Return a file and its includes as joined tables. Raises InvalidFile for a file that is not TOML.

    `include = ["party.toml"]` is relative to the file it is in, and `include = ["rbf/party"]` is a bundled file. An
    included file comes before the file that includes it, and is read once even if named several times. Tables of one
    name are joined. Invalid includes and duplicate keys are collected as mistakes.
    """
    reading = IncludedFiles(budget)
    reading.collect(path, ())
    reading.join()
    return reading


@cache
def encounter_summary(name: str) -> str:
    """Return the system of a bundled encounter, the number of combatants on each side, and its title."""
    tables = load_with_includes(find_encounter(name), Budget()).tables
    blocks, sizes = tables.get("blocks", {}), Counter[str]()
    for one in tables.get("combatants", {}).values():
        sheet = {**blocks.get(one.get("from", ""), {}), **one}
        if not sheet.get("object"):
            sizes[sheet.get("side", "foes")] += sheet.get("count", 1)
    return f"{tables['system']}, {' against '.join(map(str, sizes.values()))}: {tables.get('title', name)}"


def included_path(target: str, folder: str, top: str) -> str:
    """Return the path of an included file inside the folder `top`, links resolved (S-04). Raises InvalidFile."""
    require_path(target)
    path = os.path.join(folder, target)
    if os.path.isabs(target) or not os.path.realpath(path).startswith(os.path.join(top, "")):
        raise invalid(f"{target} is outside the folder {top}", hint="include only files below it")
    if not os.path.isfile(path):
        there = os.path.lexists(path)
        raise invalid(f"{target} is not a file") if there else no_such_file(target)
    return path


class IncludedFiles:
    """Files read so far: the joined `tables`, and the `sources`, their names and texts, the first file first.

    `wrong` are the mistakes in includes and the duplicate keys. `odd` is one value per file that no save can hold,
    such as 1.5. It is `whole` if every include could be followed.
    """

    def __init__(self, budget: Budget) -> None:
        self.tables: Tables = {}
        self.wrong: list[Mistake] = []
        self.odd: list[Mistake] = []
        self.whole = True
        self._budget = budget
        self._texts: dict[str, str] = {}
        self._parts: dict[str, Tables] = {}

    @classmethod
    def of(cls, tables: Mapping[str, Any], sources: Sequence[Source], budget: Budget) -> IncludedFiles:
        """Return included files for given tables, with the names and texts in which to locate mistakes."""
        reading = cls(budget)
        reading.tables, reading._texts = {**tables}, dict(sources)
        return reading

    @property
    def sources(self) -> list[Source]:
        """Return the names and texts of all files."""
        return list(self._texts.items())

    def collect(self, path: str, chain: Chain) -> None:
        """Read a file after its includes. Texts are in the order of discovery, parts in the order of the tables."""
        text = decode(read_file(path, follow=True), path)
        tables = parse(text, path, self._budget)
        self._texts[path] = text
        if sum(map(len, self._texts.values())) > FILE_BYTES:
            raise at_most(f"{path}: the included files together", f"{FILE_BYTES:,} bytes")
        if odd := wrong_value(tables):
            self.odd.append(Mistake(*odd, file=path))
        chain = (*chain, path)
        for number, target in enumerate(self._targets(tables, path)):
            self._budget.spend(INCLUDE * len(chain) + len(self._texts), "too many includes", "name each file once")
            self._follow(target, number, chain)
        self._parts[path] = tables

    def _follow(self, target: str, number: int, chain: Chain) -> None:
        """Read a file that the last file of a chain includes, unless it has been read."""
        path, place = chain[-1], ("include", number)
        folder = os.path.dirname(path)
        try:
            top = os.path.realpath(os.path.dirname(chain[0]))
            shipped = "" if os.path.isfile(os.path.join(folder, target)) else shipped_include(target)
            inner = shipped or included_path(target, folder, top)
        except InvalidFile as wrong:
            hint = wrong.hint or str(did_you_mean(near_files(folder, target, ".toml")))
            self._miss(Mistake(place, wrong.message, hint, file=path))
            return
        circle = next((each for each in chain if os.path.realpath(each) == os.path.realpath(inner)), None)
        if circle:
            self._miss(Mistake(place, f"circular include: {' -> '.join((*chain, inner))}", file=path))
            return
        if len(chain) > INCLUDES_NESTED:
            where = Places([(path, self._texts[path])]).at(place).line_text
            raise at_most(f"{where}: includes", f"{INCLUDES_NESTED} levels")
        if os.path.realpath(inner) not in map(os.path.realpath, self._texts):
            self.collect(inner, chain)

    def _targets(self, tables: Tables, path: str) -> list[str]:
        targets = tables.pop("include", [])
        if isinstance(targets, list) and all(isinstance(each, str) for each in targets):
            return targets
        self._miss(Mistake(("include",), 'must be a list of files: include = ["party.toml"]', file=path))
        return []

    def _miss(self, wrong: Mistake) -> None:
        self.wrong.append(wrong)
        self.whole = False

    def join(self) -> None:
        """Join the tables of all files."""
        origin: dict[tuple[str, ...], str] = {}
        for name, tables in self._parts.items():
            for key in _merge(tables, name, self.tables, origin):
                self.wrong.append(Mistake(key, f"is also in {origin[key]}", "keep one of them", file=name))


def _merge(tables: Tables, name: str, merged: Tables, origin: dict[tuple[str, ...], str]) -> Iterator[tuple[str, ...]]:
    """Merge the tables of one file into those before; yield the keys given twice."""
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
                if isinstance(value[inner], dict) and isinstance(merged[key][inner], dict):
                    merged[key][inner] = {**merged[key][inner], **value[inner]}
            else:
                merged[key][inner] = value[inner]
                origin[key, inner] = name
