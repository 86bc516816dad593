"""Marks: short fingerprints of a fight, and of a journal up to a line of it."""

from _blake2 import blake2b
from typing import Any

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import replace

from rbfcli.kernel.fight import Fight

LENGTH = 12
_ATOMS = frozenset((str, int, bool, type(None)))
_ONLY_ONCE = range(257)


class Marker:
    """Marks fights one after the other; what two of them share is looked at once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], tuple[Any, bytes]] = {}

    def mark(self, fight: Fight) -> str:
        """The mark of a fight: it changes when anything in it does, and with nothing else."""
        known, self._known = self._known, {}
        digest = blake2b(digest_size=LENGTH // 2)
        fields = [((name, ""), getattr(fight, name)) for name in fight.__struct_fields__ if name != "combatants"]
        for key, value in [*fields, *((("combatants", who), one) for who, one in fight.combatants.items())]:
            found = known.get(key)
            if found is None or found[0] is not value:
                found = (value, blake2b(_text([*key, settled(value)]), digest_size=16).digest())
            self._known[key] = found
            digest.update(found[1])
        return digest.hexdigest()


def mark(fight: Fight) -> str:
    """The mark of one fight."""
    return Marker().mark(fight)


def chained(before: str, line: str, fight: str) -> str:
    """The mark of a journal up to a line: of what it was before, of the line, and of the fight that it led to."""
    return blake2b(f"{before}\n{line}\n{fight}".encode(errors="surrogatepass"), digest_size=LENGTH // 2).hexdigest()


def settled(value: Any) -> Any:
    """A value with its defaults in place of what equals them: msgspec leaves out a default, but not what equals it."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return (
            value if _ATOMS.issuperset(map(type, value.values())) else {k: settled(each) for k, each in value.items()}
        )
    if kind is tuple or kind is list:
        return value if _ATOMS.issuperset(map(type, value)) else [settled(each) for each in value]
    return _settled_struct(value)


def _settled_struct(one: Struct) -> Struct:
    kind = type(one)
    if kind not in _LOOKED_AT:
        _LOOKED_AT[kind] = _to_look_at(kind)
    changes = {}
    for name, default in _LOOKED_AT[kind]:
        value = getattr(one, name)
        if value is default:
            continue
        if value == default:
            changes[name] = default
        elif type(value) not in _ATOMS:
            changes[name] = settled(value)
    return replace(one, **changes) if changes else one


def _to_look_at(kind: type[Struct]) -> list[tuple[str, Any]]:
    """The fields of a struct with their defaults, without those whose default Python has only once."""
    given = kind.__struct_defaults__
    every = (*[NODEFAULT] * (len(kind.__struct_fields__) - len(given)), *given)
    fields = zip(kind.__struct_fields__, every, strict=True)
    return [(name, default) for name, default in fields if not (default == "" or default in _ONLY_ONCE)]


def _text(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


_LOOKED_AT: dict[type[Struct], list[tuple[str, Any]]] = {}
