"""What a broken law raises, and the fights that are compared."""

import msgspec

from rbfcli.kernel.fight import Fight
from rbfcli.kernel.settled import settled


class LawBroken(AssertionError):
    """A rule system does what no rule system may do."""


def hold(kept: object, law: str) -> None:
    """Raise LawBroken where a law is not kept."""
    if not kept:
        raise LawBroken(law)


def plain(fight: Fight) -> bytes:
    """A fight as bytes, the same for equal fights."""
    return msgspec.json.encode(settled(fight))
