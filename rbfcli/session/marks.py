"""Marks: short fingerprints of a fight, and of a journal up to a line of it."""

from _blake2 import blake2b
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import astuple

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.settled import settled

LENGTH = 12
Known = dict[str, tuple[Any, bytes]]


class Marker:
    """Marks fights one after the other; what two of them share is looked at once."""

    def __init__(self) -> None:
        self._fields: Known = {}
        self._people: Known = {}

    def mark(self, fight: Fight) -> str:
        """The mark of a fight: it changes when anything in it does, and with nothing else."""
        fields = dict(zip(fight.__struct_fields__, astuple(fight), strict=True))
        people = fields.pop("combatants")
        self._fields, in_fields = _digests(self._fields, fields, lambda name: (name, ""))
        self._people, in_people = _digests(self._people, people, lambda who: ("combatants", who))
        return blake2b(b"".join((*in_fields, *in_people)), digest_size=LENGTH // 2).hexdigest()


def _digests(
    known: Known, values: Mapping[str, Any], key: Callable[[str], tuple[str, str]]
) -> tuple[Known, list[bytes]]:
    """The values by name, each with its digest, which is `known` of those that are the same as before."""
    now = {
        name: found if (found := known.get(name)) and found[0] is value else (value, _digest(key(name), value))
        for name, value in values.items()
    }
    return now, [digest for _, digest in now.values()]


def _digest(key: tuple[str, str], value: Any) -> bytes:
    return blake2b(_text([*key, settled(value)]), digest_size=16).digest()


def mark(fight: Fight) -> str:
    """The mark of one fight."""
    return Marker().mark(fight)


def chained(before: str, line: str, fight: str) -> str:
    """The mark of a journal up to a line: of what it was before, of the line, and of the fight that it led to."""
    return blake2b(f"{before}\n{line}\n{fight}".encode(errors="surrogatepass"), digest_size=LENGTH // 2).hexdigest()


def _text(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
