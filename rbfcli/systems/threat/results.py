"""A line of the two tables of results, and drawing one by lot (THR-CMP-1, THR-ULT-1)."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.people import ThreatScene


class Result(Struct, frozen=True):
    """A complication or an ultra result: how it is said, and what it does beside the damage."""

    says: str
    effect: Callable[[ThreatScene, Action], None]


def only_told(_scene: ThreatScene, _action: Action) -> None:
    """Nothing that the tracker counts: the table says what it means."""


def by_lot(scene: ThreatScene, results: Iterable[str], label: str, rule: str) -> str:
    """One of some results, each as likely as the others."""
    names = tuple(results)
    return names[scene.roll("", label, rule, sides=len(names), count=1).total - 1]
