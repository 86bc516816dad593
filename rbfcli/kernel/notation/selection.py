"""Keep, drop and count: what modifiers select among dice or among the parts of a group."""

from __future__ import annotations

from rbfcli.kernel.notation.canonical import modifier_text, test_text
from rbfcli.kernel.notation.exact import compare
from rbfcli.kernel.notation.tree import Extreme, FaceTest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from rbfcli.kernel.notation.rolled_tree import RolledUnit
    from rbfcli.kernel.notation.tree import Count, Drop, Keep, Selection


def keep(units: Sequence[RolledUnit], modifier: Keep) -> list[RolledUnit]:
    """What any of the selectors selects; the rest is dropped."""
    chosen = _select(units, modifier)
    return _without(units, set(range(len(units))) - chosen, modifier)


def drop(units: Sequence[RolledUnit], modifier: Drop) -> list[RolledUnit]:
    """What none of the selectors selects; of equals the latest are dropped, so that the earliest stay."""
    last = len(units) - 1
    return _without(units, {last - place for place in _select(units[::-1], modifier)}, modifier)


def count(units: Sequence[RolledUnit], modifier: Count) -> int:
    """The worth of all units that fit, each test by itself."""
    total = 0
    for test in modifier.tests:
        for unit in units:
            if fits(unit, test.condition):
                total += test.worth
                unit.why.append(("counted" if test.worth > 0 else "failed", test_text(test)))
    return total


def fits(unit: RolledUnit, *tests: FaceTest) -> bool:
    """Whether the value of a die or part passes any test."""
    return any(compare(test.operator, unit.value, test.number) for test in tests)


def _select(units: Sequence[RolledUnit], modifier: Selection) -> set[int]:
    """Places of what any selector selects; of equals the earliest, and the lowest of what is not among the highest."""
    numbers = {True: 0, False: 0}
    tests = []
    for selector in modifier.selectors:
        match selector:
            case FaceTest():
                tests.append(selector)
            case Extreme(highest, number):
                numbers[highest] = max(numbers[highest], number)
    places = range(len(units))
    high = sorted(places, key=lambda place: -units[place].value)[: numbers[True]]
    rest = places if modifier.shared else [place for place in places if place not in high]
    low = sorted(rest, key=lambda place: units[place].value)[: numbers[False]]
    return {*high, *low, *(place for place in places if fits(units[place], *tests))}


def _without(units: Sequence[RolledUnit], dropped: set[int], modifier: Keep | Drop) -> list[RolledUnit]:
    for place in dropped:
        units[place].kept = False
        units[place].why.append(("dropped", modifier_text(modifier)))
    return [unit for unit in units if unit.kept]
