"""A line of the two tables of results, and drawing one by lot (THR-CMP-1, THR-ULT-1)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.check import ThreatScene

UNDECIDED = ("", "roll", "ask")


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


def meant(word: str, results: Mapping[str, Result], what: str) -> str:
    """The result that is named, or the table's own words as they are. Raises UsageError for a name misspelt."""
    plain = word.casefold().replace(" ", "-")
    named = next(
        (name for name, each in results.items() if plain in (name, each.says.casefold().replace(" ", "-"))), ""
    )
    if named or " " in word or word in UNDECIDED:
        return named or word
    from difflib import get_close_matches

    near = tuple(get_close_matches(plain, results, n=1, cutoff=0.75))
    if near:
        raise UsageError(
            f"there is no {what} {word!r}", hint=f"{near[0]}, or several words of your own", suggestions=near
        )
    return word
