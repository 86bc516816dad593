"""Keep, drop and count: what modifiers select among dice or among the parts of a group."""

from __future__ import annotations

from rbfcli.kernel.notation.canonical import modifier_text, test_text
from rbfcli.kernel.notation.exact import compare
from rbfcli.kernel.notation.tree import Extreme, FaceTest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.rolled_tree import RolledUnit
    from rbfcli.kernel.notation.tree import Count, Drop, Keep, Selector


def keep(units: Sequence[RolledUnit], modifier: Keep) -> list[RolledUnit]:
    """What any of the selectors selects; the rest is dropped."""
    chosen = {place for selector in modifier.selectors for place in _select(units, selector)}
    return _without(units, set(range(len(units))) - chosen, modifier)


def drop(units: Sequence[RolledUnit], modifier: Drop) -> list[RolledUnit]:
    """What none of the selectors selects; of equals the latest are dropped, so that the earliest stay."""
    last = len(units) - 1
    backwards = units[::-1]
    chosen = {last - place for selector in modifier.selectors for place in _select(backwards, selector)}
    return _without(units, chosen, modifier)


def count(units: Sequence[RolledUnit], modifier: Count) -> int:
    """The worth of all units that fit, each test by itself."""
    total = 0
    for test in modifier.tests:
        for unit in units:
            if fits(unit, test.condition):
                total += test.worth
                unit.why.append(("counted" if test.worth > 0 else "failed", test_text(test)))
    return total


def fits(unit: RolledUnit, condition: FaceTest) -> bool:
    """Whether the value of a die or part passes a test."""
    return compare(condition.operator, unit.value, condition.number)


def _select(units: Sequence[RolledUnit], selector: Selector) -> list[int]:
    """Places of what is selected; of equals the earliest."""
    match selector:
        case FaceTest():
            return [place for place, unit in enumerate(units) if fits(unit, selector)]
        case Extreme(highest, number):
            places = range(len(units))
            return sorted(places, key=lambda place: -units[place].value if highest else units[place].value)[:number]


def _without(units: Sequence[RolledUnit], dropped: set[int], modifier: Keep | Drop) -> list[RolledUnit]:
    for place in dropped:
        units[place].kept = False
        units[place].why.append(("dropped", modifier_text(modifier)))
    return [unit for unit in units if unit.kept]
