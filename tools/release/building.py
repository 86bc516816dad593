"""The source archive and the wheel, built by the locked tools without a network, and the same for everybody."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from tools.release.running import Failed, run

if TYPE_CHECKING:
    from pathlib import Path


class Built(NamedTuple):
    """A source archive and a wheel."""

    sdist: Path
    wheel: Path


def epoch_of(day: date) -> str:
    """What SOURCE_DATE_EPOCH has to be, so that a release comes out the same on any day after it."""
    return str(int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()))


def build(tree: Path, into: Path, day: date) -> Built:
    """Build both, twice: what differs the second time is no release. Raises Failed."""
    first, again = (_built(tree, into / name, day) for name in ("dist", "again"))
    for one, other in zip(first, again, strict=True):
        if one.read_bytes() != other.read_bytes():
            message = f"{one.name} is another file each time it is built"
            raise Failed(message)
    return first


def _built(tree: Path, into: Path, day: date) -> Built:
    words = ("-m", "hatchling", "build", "-d", into)
    run(sys.executable, *words, cwd=tree, environment={"SOURCE_DATE_EPOCH": epoch_of(day)})
    (sdist,), (wheel,) = into.glob("*.tar.gz"), into.glob("*.whl")
    return Built(sdist, wheel)
