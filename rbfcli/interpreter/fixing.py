"""`check --fix`: what is mechanical about the mistakes of an encounter is mended in the text of its files."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

import tomli

from rbfcli.interpreter.findings import Mended
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import StorageFailed
from rbfcli.session.encounter import read_encounter
from rbfcli.session.encounter_warnings import DECOMPOSED, decomposed, warnings_of
from rbfcli.session.mistaken import Mistaken, Placed
from rbfcli.store.places import Places
from rbfcli.store.reading import read_file
from rbfcli.store.toml_edits import MARK, Edit, composed_text, edited
from rbfcli.store.whole_file import WholeFile

# A mended mistake may show another, such as a value at a key that nobody knew; so often it is looked again.
MOST_ROUNDS = 8


def mend(path: str, budget: Budget, *, dry_run: bool) -> list[Mended]:
    """Mend an encounter and what it includes, as far as that is sure; what was done. Raises RbfError.

    Of a dry run only what would be done first is told, for nothing is written.
    """
    done: list[Mended] = []
    for _ in range(MOST_ROUNDS):
        found = [each for each in _found(path, budget) if each.mistake.fix]
        new = _mend_files(found, dry_run=dry_run)
        done += new
        if dry_run or not new:
            break
    return done


def _found(path: str, budget: Budget) -> Sequence[Placed]:
    """All mistakes of an encounter; where there is none, its warnings."""
    try:
        return warnings_of(read_encounter(path, budget))
    except Mistaken as wrong:
        return wrong.found


def _mend_files(found: Sequence[Placed], *, dry_run: bool) -> list[Mended]:
    by_file: dict[str, list[Placed]] = defaultdict(list)
    for each in found:
        by_file[each.position.file].append(each)
    return [done for file, placed in by_file.items() for done in _mend_file(file, placed, dry_run=dry_run)]


def _mend_file(file: str, found: Sequence[Placed], *, dry_run: bool) -> list[Mended]:
    """Mend one file, in one step."""
    raw = read_file(file, follow=True)
    whole = raw.decode()
    mark = MARK * whole.startswith(MARK)
    text = whole.removeprefix(MARK)
    tables, composed = tomli.loads(text), composed_text(text)
    told = _as_composed(file, tables, composed) if composed != text else []
    edits = {_edit(each): each for each in found if each.mistake.message != DECOMPOSED}
    new, done = edited(composed, edits)
    told += [Mended(edits[each], _written(tables, each)) for each in done]
    if new != text and not dry_run:
        if read_file(file, follow=True) != raw:
            raise StorageFailed(
                f"{file} was changed by another program meanwhile", hint="nothing has changed; try again"
            )
        WholeFile(file).replace(f"{mark}{new}".encode())
    return told


def _as_composed(file: str, tables: Any, composed: str) -> list[Mended]:
    """What is another text once it is composed (NFC)."""
    places = Places([(file, composed)])
    found = [Placed(each, places.at(each.path)) for each in decomposed(tables)]
    return [Mended(each, _written(tables, _edit(each))) for each in found]


def _edit(placed: Placed) -> Edit:
    fix: Any = placed.mistake.fix
    return Edit(placed.mistake.path, _hashable(fix.new), fix.of_key)


def _hashable(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _written(tables: Any, edit: Edit) -> Any:
    """What stands in a file where an edit is made: the value, or the key; keys count as the same composed or not."""
    key: Any = ""
    for part in edit.path:
        key = part
        if isinstance(tables, dict):
            key = next((each for each in tables if normalize("NFC", each) == part), part)
        try:
            tables = tables[key]
        except (KeyError, IndexError, TypeError):
            return None
    return key if edit.of_key else tables
