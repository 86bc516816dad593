"""Who may not enter a fight in which something else is wrong, so that all of it is told at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rbfcli.kernel.entering import entered
from rbfcli.kernel.further_mistakes import sure_words
from rbfcli.kernel.mending import Mended, mended
from rbfcli.kernel.references import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rbfcli.kernel.mistakes import Mistake, Place
    from rbfcli.kernel.rules import Rules

_NOTHING = object()
# Each is tried four times, and rules may look at all others for each.
MOST_TRIED = 500


def refused_anyway(rules: Rules, raw: Any, wrong: Collection[Mistake]) -> list[Mistake]:
    """Who may not enter a fight in which something else is wrong, whatever stood there in its place.

    The fight is tried with what was written, as far as it fits, and with other values: where a refusal is not the same
    in all of them, it may come of the mistake. Nothing is told where words that others name may be gone with it.
    """
    as_written = mended(raw, rules.fight)
    many = len(raw[PEOPLE]) if isinstance(raw.get(PEOPLE), Mapping) else 0
    if as_written is None or not 0 < many <= MOST_TRIED or sure_words(as_written, None) is not None:
        return []
    told = _refusals(rules, as_written)
    paths = [each.path for each in wrong if each.path and not each.missing]
    for tables, other in ((raw, True), (_without(raw, paths), False), (_spoilt(raw, paths), True)):
        if told:
            again = _refusals(rules, mended(tables, rules.fight, other=other))
            told = [each for each in told if each in again]
    return told


def _refusals(rules: Rules, found: Mended | None) -> list[Mistake]:
    """Who is refused of a fight that was mended; nobody of whom the whole sheet was put there."""
    if found is None:
        return []
    return [each for each in entered(rules, found.value)[0] if not found.touches(each.path)]


def _without(tables: Any, paths: Iterable[Place]) -> Any:
    """Tables in which nothing stands at some paths; one that leads nowhere changes nothing."""
    for path in paths:
        tables = _put(tables, path, ())
    return tables


def _spoilt(tables: Any, paths: Iterable[Place]) -> Any:
    """Tables in which what stands at some paths fits nothing."""
    for path in paths:
        tables = _put(tables, path, (_NOTHING,))
    return tables


def _put(value: Any, path: Place, new: tuple[Any, ...]) -> Any:
    """A value in which another one, or none, stands at a path; a list keeps its length."""
    key, inner = path[0], path[1:]
    if isinstance(value, Mapping) and key in value:
        there = (_put(value[key], inner, new),) if inner else new
        rest = {each: one for each, one in value.items() if each != key or there}
        return {**rest, key: there[0]} if there else rest
    if isinstance(value, list) and isinstance(key, int) and key < len(value):
        return [*value[:key], _put(value[key], inner, new) if inner else _NOTHING, *value[key + 1 :]]
    return value
