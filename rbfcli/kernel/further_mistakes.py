"""The mistakes in all that does fit of a fight whose tables do not fit their types, so that they are told at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rbfcli.kernel.mending import Mended, mended
from rbfcli.kernel.references import COMBATANT, CONDITION, DICE, PEOPLE, Words
from rbfcli.kernel.soundness import mistakes_elsewhere, mistakes_on_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rbfcli.kernel.mistakes import Mistake, Place
    from rbfcli.kernel.rules import Rules

# What nothing else depends on, and the kinds of words that no board and no other table can take away.
ALONE = frozenset({"title", "seed", "system", "round"})
SURE = frozenset({COMBATANT, CONDITION, DICE})
WEAPON, WEAPONS = "weapon", ("weapons",)


def further_mistakes(rules: Rules, raw: Any, *, authored: bool = False) -> Iterator[Mistake]:
    """What is wrong in a fight besides the values of a wrong type, which are left out.

    Nothing is told that may be wrong only because something was left out; `authored` is as in `mistakes_on_sheet`.
    """
    found = mended(raw, rules.fight)
    if found is None or found.touches((PEOPLE,)):
        return
    known = Words(rules, found.value, _sure(found) if any(map(_may_hide_words, found.changed)) else None)
    for each in mistakes_elsewhere(known):
        if _is_certain(each, found):
            yield each
    for who in found.value.combatants:
        if not found.touches((PEOPLE, who)):
            yield from (each for each in mistakes_on_sheet(known, who, authored=authored) if _is_certain(each, found))


def _sure(found: Mended) -> frozenset[str]:
    return SURE if found.touches(WEAPONS) else SURE | {WEAPON}


def _may_hide_words(path: Place) -> bool:
    """Whether words that others name may be gone with what stood there: a whole table, or part of the ground."""
    return path[0] == "board" or (len(path) == 1 and path[0] not in ALONE)


def _is_certain(mistake: Mistake, found: Mended) -> bool:
    """Whether a mistake is in what was written, and not because of another field that was left out."""
    because = (*mistake.path[:2], mistake.because) if mistake.because else mistake.path
    return not (found.touches(mistake.path) or found.touches(because))
