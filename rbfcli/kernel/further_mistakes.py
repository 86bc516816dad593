"""The mistakes in all that does fit of a fight whose tables do not fit their types, so that they are told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from rbfcli.kernel.mending import Mended, mended
from rbfcli.kernel.references import COMBATANT, CONDITION, DICE, PEOPLE, WEAPON, Words
from rbfcli.kernel.soundness import mistakes_elsewhere, mistakes_on_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.kernel.mistakes import Mistake, Place
    from rbfcli.kernel.rules import Rules

# What nothing else depends on, and the kinds of words that no board and no other table can take away.
ALONE = frozenset({"title", "seed", "system", "round"})
SURE = frozenset({COMBATANT, CONDITION, DICE})
WEAPONS = ("weapons",)


def further_mistakes(
    rules: Rules, raw: Any, *, authored: bool = False, unknown: frozenset[str] | None = None
) -> Iterator[Mistake]:
    """What is wrong in a fight besides the values of a wrong type, which are mended or left out.

    Nothing is told that may be wrong only because something was left out; `authored` is as in `mistakes_on_sheet`.
    `unknown` are the kinds of words of which some may stand in a file that cannot be read: of these nothing is told,
    nor of what the rules alone know.
    """
    found = mended(raw, rules.fight)
    if found is None or found.touches((PEOPLE,)):
        return
    known = Words(rules, found.value, sure_words(found, unknown))
    for each in _all(known, found, authored=authored):
        if _is_certain(each, found):
            yield replace(each, path=found.written(each.path))


def _all(known: Words, found: Mended, *, authored: bool) -> Iterator[Mistake]:
    yield from mistakes_elsewhere(known)
    for who in found.value.combatants:
        if not found.touches((PEOPLE, who)):
            yield from mistakes_on_sheet(known, who, authored=authored)


def sure_words(found: Mended, unknown: frozenset[str] | None) -> frozenset[str] | None:
    """The kinds of words of which all are known; None where those of every kind are."""
    if unknown is None and not any(map(_may_hide_words, found.hidden)):
        return None
    return (SURE if found.touches(WEAPONS) else SURE | {WEAPON}) - (unknown or frozenset())


def _may_hide_words(path: Place) -> bool:
    """Whether words that others name may be gone with what stood there: a whole table, or part of the ground."""
    return path[0] == "board" or (len(path) == 1 and path[0] not in ALONE)


def _is_certain(mistake: Mistake, found: Mended) -> bool:
    """Whether a mistake is in what was written, and not because of another field that was left out."""
    if found.touches(mistake.path):
        return False
    because = (*mistake.path[:2], mistake.because)
    return not mistake.because or not (
        found.touches(because) or any(each[: len(because)] == because for each in found.changed)
    )
