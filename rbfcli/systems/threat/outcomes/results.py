"""A line of the two tables of results, and drawing one by lot (THR-CMP-1, THR-ULT-1)."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct

from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.matching import match_named, own_words
from rbfcli.systems.threat.action import Action
from rbfcli.systems.threat.check import ThreatScene


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
    """The result that a word names, or the table's own words behind `say`. Raises UsageError."""
    own = own_words(word)
    if own or not word:
        return own
    known = {name: each.says for name, each in results.items()} | {each: each for each in ("roll", "ask")}
    try:
        return match_named(word, known, what)
    except UsageError as wrong:
        hint = f'{wrong.hint}; your own words come behind say: "say {word}"'
        raise UsageError(wrong.message, hint=hint, suggestions=wrong.suggestions) from None
