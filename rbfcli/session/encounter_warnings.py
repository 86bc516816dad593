"""What `check` warns of in a sound encounter: in its fight, and in what the fight no longer shows of the file."""

from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import is_normalized, normalize

from rbfcli.kernel.blocks import BLOCKS
from rbfcli.kernel.mistakes import Fix, Mistake, Place
from rbfcli.kernel.references import PEOPLE
from rbfcli.kernel.warnings import warnings_in
from rbfcli.session.encounter import Encounter
from rbfcli.session.mistaken import Placed, placed
from rbfcli.session.session import Session
from rbfcli.session.sound import IN_A_SAVE

DECOMPOSED = "written with combining characters (NFD), it is read composed (NFC)"


def warnings_of(read: Encounter) -> list[Placed]:
    """All warnings of an encounter, each with its place; those of several copies once.

    What nobody uses of a file that is included is there for other fights.
    """
    found = placed(warnings_in(read.rules, read.fight), read.sources, read.people.written)
    found += placed(_unused_blocks(read), read.sources)
    own = read.sources[0][0]
    told = [each for each in found if each.position.file == own or each.mistake.path[:1] == (PEOPLE,)]
    return sorted([*told, *placed(_of_the_file(read), read.sources)], key=lambda each: each.position)


def warnings_of_save(session: Session, name: str, text: str) -> list[Placed]:
    """What the system of a save warns of in its fight, at the places in the text of the save."""
    rules, fight = session.rules, session.fight
    found = [each for who in ("", *fight.combatants) for each in rules.warnings(fight, who)]
    return placed(found, [(name, text)], lambda path: (*IN_A_SAVE, *path))


def _unused_blocks(read: Encounter) -> Iterator[Mistake]:
    """The stat blocks that nobody builds on; where nobody takes part, they are there for others to include."""
    for block in read.tables.get(BLOCKS, {}) if read.tables.get(PEOPLE) else ():
        if block not in read.people.used:
            yield Mistake((BLOCKS, block), "no combatant builds on it", f"add NAME --from {block} brings one in")


def _of_the_file(read: Encounter) -> Iterator[Mistake]:
    for who, enters_as in read.people.moved.items():
        message = f"a copy of another has this id, so it enters as {enters_as}"
        yield Mistake((PEOPLE, who), message, "another id")
    yield from decomposed(read.written)


def decomposed(value: Any, path: Place = ()) -> Iterator[Mistake]:
    """The texts and keys that are written with combining characters, at their paths as they are read."""
    if isinstance(value, str):
        if not is_normalized("NFC", value):
            yield _read_composed(path, normalize("NFC", value), of_key=False)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            name = normalize("NFC", key)
            if name != key:
                yield _read_composed((*path, name), name, of_key=True)
            yield from decomposed(each, (*path, name))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from decomposed(each, (*path, number))


def _read_composed(path: Place, new: str, *, of_key: bool) -> Mistake:
    return Mistake(path, DECOMPOSED, "check --fix writes it so", fix=Fix(new, of_key))
