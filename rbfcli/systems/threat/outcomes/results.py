"""A line of the two tables of results: by its name, in the words of the page, or at random (THR-CMP-1, THR-ULT-1)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.matching import match_named, own_words
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.check import ThreatScene

TYPESET = str.maketrans({"'": "\u2019", "-": "\u2212"})


class Result(Struct, frozen=True):
    """A complication or an ultra result: how it is said, what it does beside the damage, and the words of the page."""

    says: str
    effect: Callable[[ThreatScene, Action], None]
    phrases: tuple[str, ...] = ()


def only_told(_scene: ThreatScene, _action: Action) -> None:
    """Nothing that the tracker counts: the table says what it means."""


def random_result(scene: ThreatScene, results: Iterable[str], label: str, rule: str, plus: int = 0) -> str:
    """One of some results, each as likely as the others; where the roll adds something, past the end the last."""
    names = tuple(results)
    added = (Modifier(plus, "combat threat", rule),)
    return names[min(scene.roll("", label, rule, sides=len(names), count=1, modifiers=added).total, len(names)) - 1]


def names_of(results: Mapping[str, Result]) -> dict[str, tuple[str, ...]]:
    """What may be typed for a result: its name, how it is said, or the words of the page; or who is to choose."""
    named = {name: (each.says, *each.phrases) for name, each in results.items()}
    typeset = {name: (*texts, *(text.translate(TYPESET) for text in texts)) for name, texts in named.items()}
    return {**typeset, "roll": (), "ask": ()}


def result_named(word: str, results: Mapping[str, Result], what: str) -> str:
    """The result that a word names, or the table's own words behind `say`. Raises UsageError."""
    return own_words(word) or match_named(word, names_of(results), what) if word else ""
