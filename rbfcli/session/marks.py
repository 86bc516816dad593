"""Marks: short fingerprints of a fight, and of a journal up to a line of it."""

from _blake2 import blake2b
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import astuple

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.settled import settled

LENGTH = 12


class Marker:
    """Marks fights one after the other; what two of them share is looked at once."""

    def __init__(self) -> None:
        self._fields = Digests()
        self._people = Digests("combatants")

    def mark(self, fight: Fight) -> str:
        """The mark of a fight: it changes when anything in it does, and with nothing else.

        A default is not part of it, as it is not part of a save: so a new field with a default leaves old marks valid.
        """
        fields = _not_default(fight)
        people = fields.pop("combatants", {})
        digests = b"".join((*self._fields.of(fields), *self._people.of(people)))
        return blake2b(digests, digest_size=LENGTH // 2).hexdigest()


class Digests:
    """Digests of values by their names in a `part` of a fight; that of a value which is the same as before is known."""

    def __init__(self, part: str = "") -> None:
        self._part = part
        self._values: dict[str, Any] = {}
        self._digests: dict[str, bytes] = {}

    def of(self, values: Mapping[str, Any]) -> Iterable[bytes]:
        """The digests of some values, in their order."""
        for name, value in values.items():
            if name not in self._digests or self._values[name] is not value:
                self._values[name] = value
                self._digests[name] = _digest((self._part, name) if self._part else (name, ""), value)
        return map(self._digests.__getitem__, values)


def _not_default(fight: Fight) -> dict[str, Any]:
    """The fields of a fight that are not as by default, by name, in the order of their names."""
    names = fight.__struct_fields__
    defaults = (*[msgspec.NODEFAULT] * (len(names) - len(fight.__struct_defaults__)), *fight.__struct_defaults__)
    rows = sorted(zip(names, astuple(fight), defaults, strict=True), key=lambda row: row[0])
    return {name: value for name, value, default in rows if not _is_default(value, default)}


def _is_default(value: Any, default: Any) -> bool:
    made = getattr(default, "factory", None)
    return bool(value == (default if made is None else made()))


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
