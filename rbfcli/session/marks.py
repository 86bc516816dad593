"""Marks: short fingerprints of a fight, and of a journal up to a line of it."""

from _blake2 import blake2b
from typing import Any

import msgspec

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.settled import settled

LENGTH = 12


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


def _text(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
