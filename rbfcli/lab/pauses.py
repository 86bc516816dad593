"""What there is to know of a fight that waits: two that are the same in it go on in the same way."""

from collections.abc import Hashable
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from rbfcli.kernel.asking import Asking
from rbfcli.kernel.fight import Fight

Known = tuple[bytes, tuple[Hashable, ...]]


class Place(NamedTuple):
    """How far a command is: how many faces fell so far, and how many answers were heard."""

    faces: int
    answers: int


class PartsOver:
    """The parts of a command that are over while it is played: nothing matters of them later but what they left."""

    def __init__(self) -> None:
        self._over: list[tuple[Place, Place, Hashable]] = []

    def add(self, begin: Place, scene: Asking[Any], left: Hashable) -> None:
        """Note a part that ends now, and what it left in the hands of the rule."""
        self._over.append((begin, place_of(scene), left))

    def known(self, fight: Fight) -> Known:
        """A fight that waits, without the faces and answers of parts that are over; what those left, and where.

        All other faces count: a rule may hold on to them across its question.
        """
        pause = fight.paused
        if pause is None or not self._over:
            return msgspec.json.encode(fight), ()
        faces, answers, left = list(pause.faces), list(pause.since), []
        gone = Place(0, 0)
        for begin, end, what in self._over:
            place = Place(begin.faces - gone.faces, begin.answers - gone.answers)
            del faces[place.faces : end.faces - gone.faces]
            del answers[place.answers : end.answers - gone.answers]
            gone = Place(len(pause.faces) - len(faces), len(pause.since) - len(answers))
            left.append((place, what))
        bare = replace(fight, paused=replace(pause, faces=tuple(faces), since=tuple(answers)))
        return msgspec.json.encode(bare), tuple(left)


def place_of(scene: Asking[Any]) -> Place:
    """How far a command is that is being played."""
    dice = scene.recording.dice
    return Place(len(dice.faces) - dice.left if dice else 0, scene.recording.heard)
