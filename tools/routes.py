"""Count the way of a command inside its rule system: files entered, moves between files, and doors.

`python -m tools.routes` prints a line for each of five routes. A move is a call from one file of the system into
another, also through the kernel; a door is a distinct pair of files that a call crosses. Lines are played once before
they are counted, so that imports are not.
"""

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import package

ROUTES = (
    (
        "rbf: an attack with a technique",
        "duel",
        ("init", "set bosun at=0"),
        ("attack ada bosun --technique shove --dice 7,7",),
    ),
    (
        "rbf: a critical dodge, and the riposte",
        "duel",
        ('set ada talents="Expert Duelist"', "set bosun at=0", "init"),
        ("attack bosun ada --force --dice 8,8", "choose strike --dice 5,6"),
    ),
    (
        "futurepath: a full attack",
        "depot-raid",
        ("init", "set lookout square=B7"),
        ("full-attack gort lookout --force --dice 12,3,3",),
    ),
    (
        "futurepath: a charge past somebody who may strike",
        "depot-raid",
        ("init", "set lookout square=C3", "set guard square=H2"),
        ("technique hale charge guard --force", "choose strike --dice 12,3"),
    ),
    (
        "rpj: a suppressed move, and two free attacks",
        "relay-road",
        ("set sela region=2 group=A", 'condition add sela "suppressed by lookout"', "init"),
        ("move sela 1 --force --react raider1 --react lookout --dice 3,3,3,3,3,3,3,3",),
    ),
)


class Trace:
    """Calls between the files of one folder."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.files: set[str] = set()
        self.moves: list[tuple[str, str]] = []

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        """Take note of a call."""
        if event != "call" or not self._is_inside(frame):
            return
        to = frame.f_code.co_filename
        self.files.add(to)
        caller = next((each.f_code.co_filename for each in _callers(frame) if self._is_inside(each)), to)
        if caller != to:
            self.moves.append((caller, to))

    def _is_inside(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename.startswith(self.folder) and frame.f_code.co_name != "<module>"


def _callers(frame: FrameType) -> Iterator[FrameType]:
    back = frame.f_back
    while back is not None:
        yield back
        back = back.f_back


def perform(session: Session, lines: tuple[str, ...]) -> None:
    """Play lines on a session."""
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))


def counted(encounter: str, before: tuple[str, ...], lines: tuple[str, ...]) -> Trace:
    """The calls that some lines make, after some others."""
    trace = None
    for _ in range(2):
        session = from_encounter(find_encounter(encounter), "routes", source=encounter)
        perform(session, before)
        trace = Trace(str(Path(import_module(package(session.rules.name)).__file__ or "").parent))
        sys.setprofile(trace)
        try:
            perform(session, lines)
        finally:
            sys.setprofile(None)
    return trace


if __name__ == "__main__":
    for name, encounter, before, lines in ROUTES:
        found = counted(encounter, before, lines)
        print(f"{name:<52} {len(found.files):>3} files {len(found.moves):>4} moves {len(set(found.moves)):>3} doors")
